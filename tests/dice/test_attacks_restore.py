"""A dice authority that was restored from a backup: what it says twice, and who reads of it."""

import shutil
from pathlib import Path

import pytest

from pbem.dice.client import EmbeddedClient
from pbem.dice.log_head import make_log_head
from pbem.dice.protocol import open_receipt
from pbem.dice.rows import LogExtent
from pbem.dice.server.admin import KnownRoll, add_signing_key, check_key, freeze, thaw
from pbem.dice.sqlite import FolderStore
from pbem.dice.statements import make_statement, open_statement
from pbem.lobby.testimony import ShownLog, compare, logs_of
from pbem.save.records import Roll
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.errors import DiceError
from pbem.wire.signing import SigningKey, Verifier
from tests.support.independent_reader import read
from tests.support.table import CLOCK, Table, table, to_next_dice

ATTACK = ("done", "done", "move 3 infantry, 1 fighter: Karelija > Finland", "done")
OTHER_ATTACK = ("done", "done", "move 2 infantry: Karelija > Finland", "done")
LATER = CLOCK + 86_400


@pytest.fixture
def game(tmp_path: Path) -> Table:
    made = table(tmp_path / "authority")
    shutil.copytree(tmp_path / "authority", tmp_path / "backup")
    return made


def roll(game: Table, *orders: str) -> None:
    session = game.session()
    to_next_dice(session, *orders)
    session.roll()


def restore(game: Table, tmp_path: Path) -> FolderStore:
    """Put the backup back, as `pbem dice restore` does, over whatever was answered since."""
    shutil.rmtree(tmp_path / "authority")
    shutil.copytree(tmp_path / "backup", tmp_path / "authority")
    store = FolderStore(tmp_path / "authority")
    freeze(store, LATER)
    game.dice = EmbeddedClient(tmp_path / "authority", lambda: LATER, chain_length=256)
    return store


def take_in(game: Table, store: FolderStore, save: TrustedSave, *heads: bytes) -> int:
    """Thaw the game with a save, and with heads that players hold."""
    rolls = [
        KnownRoll(entry.record.request.index, entry.body)
        for entry in save.entries
        if isinstance(entry.record, Roll)
    ]
    commitment = game.save.genesis.dice[0].commitment
    return thaw(store, save.genesis.game, commitment, rolls, heads)


def log_of(game: Table) -> ShownLog:
    (found,) = logs_of(game.save, [game.dice])
    return found


def refused(raw: bytes, log: ShownLog) -> str:
    with pytest.raises(DiceError) as caught:
        compare(raw, [log])
    return caught.value.code


def test_a_roll_that_is_answered_twice_is_answered_by_two_keys_and_everybody_reads_why(
    game: Table, tmp_path: Path
) -> None:
    start = game.save
    roll(game, *ATTACK)
    disliked, told = game.save, log_of(game)
    store = restore(game, tmp_path)
    game.save = start
    assert take_in(game, store, start) == 0, "no save has the roll that was disliked"
    # Also before anybody has rolled: an honest operator is not called a liar.
    assert refused(told.head.raw, log_of(game)) == "log-restored"
    roll(game, *OTHER_ATTACK)
    first, second = (one.entries[-1] for one in (disliked, game.save))
    assert isinstance(first.record, Roll)
    assert isinstance(second.record, Roll)
    assert first.record.request.index == second.record.request.index == 1
    keys = [open_receipt(one.attached.answers[0], Verifier()).authority for one in (first, second)]
    assert keys[0] != keys[1]
    again = open_save(game.save.to_bytes())
    assert "restored from a backup" in again.dice_words
    assert "could ask for those dice again" in again.dice_words
    assert "restored" not in open_save(disliked.to_bytes()).dice_words
    assert read(game.save.to_bytes()).head == again.head
    assert refused(told.head.raw, log_of(game)) == "log-restored"


def test_a_game_stays_frozen_while_a_player_holds_a_head_that_no_save_reaches(
    game: Table, tmp_path: Path
) -> None:
    start = game.save
    roll(game, *ATTACK)
    newest, told = game.save, log_of(game)
    store = restore(game, tmp_path)
    with pytest.raises(DiceError) as caught:
        take_in(game, store, start, told.head.raw)
    assert caught.value.code == "answers-missing"
    game.save = start
    with pytest.raises(DiceError) as caught:
        roll(game, *OTHER_ATTACK)
    assert caught.value.code == "game-frozen"
    assert take_in(game, store, newest, told.head.raw) == 1
    game.save = newest
    assert compare(told.head.raw, [log_of(game)]).count == 1


def test_a_head_that_somebody_made_up_stops_no_game(game: Table, tmp_path: Path) -> None:
    """Nobody but the authority signs a head, so nobody else keeps a game frozen."""
    roll(game, *ATTACK)
    store = restore(game, tmp_path)
    told = LogExtent(9, bytes(32))
    forged = make_log_head(SigningKey.generate(), game.save.genesis.game, told, CLOCK)
    with pytest.raises(DiceError) as caught:
        take_in(game, store, game.save, forged)
    assert caught.value.code == "log-head-bad-signature"


def test_after_a_restore_a_lie_is_proved_as_ever(game: Table, tmp_path: Path) -> None:
    """The new key has no excuse for what it has signed itself."""
    start = game.save
    store = restore(game, tmp_path)
    take_in(game, store, start)
    shutil.copytree(tmp_path / "authority", tmp_path / "twin")
    roll(game, *ATTACK)
    told = log_of(game)
    game.save = start
    game.dice = EmbeddedClient(tmp_path / "twin", lambda: LATER, chain_length=256)
    (shown,) = logs_of(start, [game.dice])
    assert refused(told.head.raw, shown) == "log-shorter"
    roll(game, *OTHER_ATTACK)
    assert refused(told.head.raw, log_of(game)) == "log-differs"


def test_a_game_that_knows_a_key_which_the_backup_lacks_is_not_thawed(
    game: Table, tmp_path: Path
) -> None:
    add_signing_key(FolderStore(tmp_path / "authority"), CLOCK)
    roll(game, *ATTACK)
    store = restore(game, tmp_path)
    check_key(store, game.save.sources[0].commitment.authority)
    with pytest.raises(DiceError) as caught:
        check_key(store, game.save.sources[0].key)
    assert caught.value.code == "key-lost"


def test_the_reason_is_part_of_what_is_signed() -> None:
    old, new = SigningKey.generate(), SigningKey.generate()
    for is_restored in (False, True):
        made = make_statement(old, new.public, CLOCK, is_restored=is_restored)
        assert open_statement(made, Verifier()).is_restored is is_restored
    assert made.count(b"restored") == 1
    with pytest.raises(DiceError):
        open_statement(made.replace(b"restored\x01", b"restored\x00"), Verifier())
