"""An authority that tells two readers different things convicts itself with two signatures."""

import shutil
from pathlib import Path

import pytest

from engine.values import replace
from pbem.dice.client import EmbeddedClient
from pbem.dice.closing import Closing, seats_hash
from pbem.dice.log_head import log_digest, make_log_head
from pbem.dice.rows import LogExtent
from pbem.lobby.testimony import ShownLog, compare, logs_of
from pbem.save.armour import armour_log, unarmour_logs
from pbem.save.trusted_save import TrustedSave
from pbem.wire.errors import DiceError
from pbem.wire.signing import SigningKey
from tests.support.table import CLOCK, GAME, Table, desks_of, key_of, pass_turn, table, to_next_dice

GAME_NAME = GAME.hex()[:8]
ATTACK = ("done", "done", "move 3 infantry, 1 fighter: Karelija > Finland", "done")
OTHER_ATTACK = ("done", "done", "move 2 infantry: Karelija > Finland", "done")


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


def copied(folder: Path, name: str) -> EmbeddedClient:
    """The same authority, with the same key and chain, that goes on for itself."""
    twin = folder.with_name(name)
    shutil.copytree(folder, twin)
    return EmbeddedClient(twin, lambda: CLOCK, chain_length=256)


def roll(game: Table, *orders: str) -> None:
    session = game.session()
    to_next_dice(session, *orders)
    session.roll()


def log_of(game: Table, save: TrustedSave | None = None) -> ShownLog:
    (found,) = logs_of(save or game.save, [game.dice])
    return found


def refused(raw: bytes, log: ShownLog) -> str:
    with pytest.raises(DiceError) as caught:
        compare(raw, [log])
    return caught.value.code


def test_two_readers_at_different_times_were_told_the_same(game: Table) -> None:
    before = log_of(game)
    roll(game, *ATTACK)
    after = log_of(game)
    assert (before.head.count, after.head.count) == (0, 1)
    pass_turn(game.session())
    end = log_of(game)
    assert end.head.count > after.head.count
    for head in (before.head, after.head, end.head):
        assert compare(head.raw, [end]) == head


def test_another_roll_for_another_reader_is_proved(game: Table, tmp_path: Path) -> None:
    twin = copied(tmp_path / "authority", "twin")
    start = game.save
    roll(game, *ATTACK)
    ann = log_of(game)
    game.dice, game.save = twin, start
    roll(game, *OTHER_ATTACK)
    ben = log_of(game)
    assert ann.head.count == ben.head.count == 1
    assert ann.head.digest != ben.head.digest
    assert refused(ann.head.raw, ben) == "log-differs"
    assert refused(ben.head.raw, ann) == "log-differs"


def test_a_roll_that_is_hidden_from_another_reader_is_proved(game: Table, tmp_path: Path) -> None:
    older = copied(tmp_path / "authority", "older")
    roll(game, *ATTACK)
    ann = log_of(game)
    (shown,) = logs_of(game.save, [older])
    assert refused(ann.head.raw, shown) == "log-shorter"


def test_three_readers_who_are_shown_three_logs_find_out_pair_by_pair(
    game: Table, tmp_path: Path
) -> None:
    """Of each two one is enough who compares: whoever is shown less, or something else."""
    twins = [copied(tmp_path / "authority", name) for name in ("second", "third")]
    start = game.save
    roll(game, *ATTACK)
    ann = log_of(game)
    game.dice, game.save = twins[0], start
    roll(game, *OTHER_ATTACK)
    ben = log_of(game)
    (cat,) = logs_of(start, [twins[1]])
    assert refused(ann.head.raw, ben) == refused(ben.head.raw, ann) == "log-differs"
    for told in (ann, ben):
        assert refused(told.head.raw, cat) == "log-shorter"
        # Who was shown the beginning only has nothing against the others, but they against them.
        assert compare(cat.head.raw, [told]) == cat.head


def test_a_head_that_does_not_fit_what_is_shown_with_it_is_refused(
    game: Table, tmp_path: Path
) -> None:
    class Lying(EmbeddedClient):
        def log_head(self, game: bytes) -> bytes:
            return newer

    copied(tmp_path / "authority", "older")
    roll(game, *ATTACK)
    newer = game.dice.log_head(game.save.genesis.game)
    liar = Lying(tmp_path / "older", lambda: CLOCK, chain_length=256)
    with pytest.raises(DiceError) as caught:
        logs_of(game.save, [liar])
    assert caught.value.code == "log-shorter"


def test_nobody_else_can_accuse_the_authority(game: Table) -> None:
    """A head by another key, of another game, or of no shape proves nothing."""
    roll(game, *ATTACK)
    log = log_of(game)
    more = (*log.answers, bytes(32))
    told = LogExtent(len(more), log_digest(log.commitment, more))
    forged = make_log_head(SigningKey.generate(), log.game, told, CLOCK)
    assert refused(forged, log) == "log-head-bad-signature"
    assert refused(log.head.raw, replace(log, game=bytes(16))) == "log-head-other-game"
    assert refused(log.head.raw[:-1], log) == "log-head-malformed"


def test_a_player_who_ends_a_turn_before_its_time_accuses_nobody(game: Table) -> None:
    """A later turn is closed, a head is taken, an earlier turn is closed: the log has grown."""
    number = game.save.genesis.game
    seats = seats_hash(dict(game.save.seat_keys()))
    early = Closing(number, bytes(32), 1, "Japanese", 2, seats, bytes(32))
    game.dice.close(early.sign(key_of("Ben")))
    before = log_of(game)
    pass_turn(game.session())
    after = log_of(game)
    assert (before.head.count, after.head.count) == (1, 2)
    assert compare(before.head.raw, [after]) == before.head


def test_heads_travel_as_text_and_are_compared_at_the_command_line(
    game: Table, tmp_path: Path
) -> None:
    copied(tmp_path / "authority", "older")
    roll(game, *ATTACK)
    ann, _ = desks_of(tmp_path, game)
    raw = game.dice.log_head(game.save.genesis.game)
    quoted = "Look:\n" + "".join(f"> {line}\n" for line in armour_log(raw).splitlines())
    assert unarmour_logs(quoted) == (raw,)
    text = tmp_path / "from-ben.txt"
    text.write_text(quoted, encoding="utf-8")
    said = ann.ok("dice", "log", GAME_NAME, "--with", text)
    assert "embedded: 1 answer" in said.out
    assert "The head of 1 answer fits" in said.out
    assert "BEGIN PBEM LOG" in ann.ok("dice", "log", GAME_NAME).out
    text.write_text("nothing here", encoding="utf-8")
    missing = ann.refused(2, "dice", "log", GAME_NAME, "--with", text)
    assert missing.error["code"] == "log-head-missing"
    shutil.rmtree(ann.home.dice_folder)
    shutil.copytree(tmp_path / "older", ann.home.dice_folder)
    text.write_text(quoted, encoding="utf-8")
    told = ann.refused(7, "dice", "log", GAME_NAME, "--with", text)
    assert told.error["code"] == "log-shorter"
    assert "Keep both heads" in str(told.error["text"])
