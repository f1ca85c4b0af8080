"""A number of a roll is used up out of turn: it becomes void, and nobody's own dice ever do.

Single void records that are wrong are vectors (tests/vectors/save/void-*); here somebody plays on.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.dice.protocol import RollSpec
from pbem.dice.rows import JournalEntry, answer_data, read_answer
from pbem.motions.key_change import KeyChange
from pbem.motions.substitution import Substitution
from pbem.play.session import Session
from pbem.replay import read_history, read_position
from pbem.save import format as container
from pbem.save.audit import audit_dice
from pbem.save.errors import DiceError
from pbem.save.records import Roll, VoidRoll
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.signing import SigningKey
from tests.support import independent_reader
from tests.support.agreeing import agree, back_to
from tests.support.paper_game import spec
from tests.support.table import (
    AXIS,
    GAME,
    Table,
    desks_of,
    key_of,
    order_of,
    pass_turn,
    table,
    to_next_dice,
)

ANN, BEN, CAT = key_of("Ann"), key_of("Ben"), key_of("Cat")
ATTACK = ("done", "done", "move 2 infantry: Karelija > Finland", "done")
NAME = GAME.hex()[:8]


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


def asked(game: Table, nation: str, key: SigningKey, what: RollSpec | None = None) -> list[bytes]:
    """A request that goes to the authority and into no log, and the receipt."""
    request = game.save.request(nation, what or spec()).sign(key)
    return [request, game.dice.roll(request)]


def voided(save: TrustedSave, by: str, key: SigningKey, request: bytes, receipt: bytes) -> str:
    """What replay says of a void record; "" when it holds."""
    error = read_position(save.append_void(by, request, [receipt], key)).error
    return error.code if error is not None else ""


def at_the_dice(game: Table) -> Session:
    session = game.session()
    to_next_dice(session, *ATTACK)
    return session


def voids(save: TrustedSave) -> list[tuple[int, str]]:
    return [
        (one.request.index, save.name_of(one.asker))
        for one in save.records
        if isinstance(one, VoidRoll)
    ]


def test_a_number_that_an_opponent_used_up_before_a_roll_becomes_void_by_itself(
    game: Table,
) -> None:
    session = at_the_dice(game)
    asked(game, "Germans", BEN)
    session.roll()
    assert voids(game.save) == [(1, "Ben")]
    assert isinstance(game.save.records[-1], Roll)
    save = pass_turn(session)
    read_back = open_save(save.to_bytes())
    assert read_back == save and voids(read_back) == [(1, "Ben")]
    assert read_position(read_back).error is None
    assert independent_reader.read(save.to_bytes()).rolls == save.next_roll - 1


def test_a_number_that_an_opponent_used_up_before_an_end_becomes_void_by_itself(
    game: Table,
) -> None:
    """The orders are complete, and nothing but the end is left to sign."""
    session = game.session()
    while not session.is_over:
        session.give(order_of("done"))
    asked(game, "Germans", BEN)
    asked_again = replace(game.save.request("Japanese", spec()), index=2).sign(BEN)
    game.dice.roll(asked_again)
    save = session.finish()
    assert voids(save) == [(1, "Ben"), (2, "Ben")]
    read_back = open_save(save.to_bytes())
    assert read_position(read_back).error is None and read_back.next_turn == 2


def test_the_history_the_audit_and_verify_name_who_asked_out_of_turn(
    game: Table, tmp_path: Path
) -> None:
    session = at_the_dice(game)
    asked(game, "Germans", BEN)
    session.roll()
    (notice,) = [m.notice for m in read_history(game.save).moments if m.notice is not None]
    said = "Ben asked for roll 1 for Germans, whose turn it was not; it is void"
    assert str(notice) == f"OUT OF TURN: {said} (signed by Ann)"
    found = audit_dice(game.save, game.dice.journal(GAME))
    assert [(one.code, one.player) for one in found] == [("asked-out-of-turn", "Ben")]
    ann, _ = desks_of(tmp_path, game)
    assert "OUT OF TURN: Ben asked for roll 1 for Germans" in ann.ok("verify", NAME).out
    assert "BEGIN PBEM RECEIPT" in ann.ok("export", NAME, "--roll", "1").out


def test_a_number_whose_request_is_lost_or_forged_does_not_become_void(
    game: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = at_the_dice(game)
    asked(game, "Germans", BEN)
    (true,) = game.dice.journal(GAME)
    request, receipt = read_answer(true.data)
    other = game.save.request("Germans", spec(count=2)).sign(BEN)
    for data in (answer_data(b"", receipt), answer_data(other, receipt), b"", request):
        journal: tuple[JournalEntry, ...] = (replace(true, data=data),)
        monkeypatch.setattr(game.dice, "journal", lambda _, found=journal: found)
        with pytest.raises(DiceError) as caught:
            session.roll()
        assert caught.value.code == "reroll-refused"
    assert voids(game.save) == []


def test_players_declare_their_own_disliked_roll_void(game: Table) -> None:
    session = at_the_dice(game)
    start = game.save
    session.roll()
    roll = game.save.entries[-1]
    assert isinstance(roll.record, Roll)
    hidden = roll.record.request.sign(ANN), roll.attached.answers[0]
    before = open_save(container.build(container.SAVE, game.save.frames[:-1]))
    for save in (start, before):
        assert voided(save, "Russians", ANN, *hidden) == "void-unfit"
    game.save = start
    # Their own program does not do it either.
    with pytest.raises(DiceError) as caught:
        pass_turn(game.session())
    assert caught.value.code == "rolls-missing"


def test_a_disliked_roll_after_a_change_of_the_own_key(game: Table) -> None:
    hidden = asked(game, "Russians", ANN)
    after = agree(game.save, KeyChange(ANN.public, CAT.public, False), ANN, CAT)
    assert voided(after, "Russians", CAT, *hidden) == "void-unfit"


def test_a_disliked_roll_after_the_seat_was_given_away(game: Table) -> None:
    hidden = asked(game, "Russians", ANN)
    taken = Substitution(("Russians",), ANN.public, "Cat", CAT.public, False)
    after = agree(game.save, taken, ANN, BEN, CAT)
    assert voided(after, "Russians", CAT, *hidden) == "void-unfit"


def test_a_disliked_roll_after_a_take_back_into_another_turn(game: Table) -> None:
    """Ben rolls in secret, and then has a harmless take-back agreed, to the turn of Ann."""
    start = len(game.save.entries) - 1
    pass_turn(game.session())
    hidden = asked(game, "Germans", BEN)
    back = agree(game.save, back_to(game.save, start), BEN, ANN, by=BEN)
    assert read_position(back).nation == "Russians"
    assert voided(back, "Russians", ANN, *hidden) == "void-unfit"


def test_a_roll_for_the_other_seat_of_the_same_player_is_of_no_use_to_them(game: Table) -> None:
    """It may become void, since no log could ever have had it; nor can it be the British one's."""
    request, receipt = asked(game, "British", ANN)
    error = read_position(game.save.append_roll(request, [receipt])).error
    assert error is not None and error.code in ("not-your-turn", "no-dice-wanted")
    assert voided(game.save, "Russians", ANN, request, receipt) == ""
    with pytest.raises(DiceError) as caught:
        game.ended("Russians")
    assert caught.value.code == "rolls-missing"


def test_only_the_player_whose_turn_it_is_declares_a_roll_void(game: Table) -> None:
    hidden = asked(game, "Germans", BEN)
    for nation in AXIS:
        assert voided(game.save, nation, BEN, *hidden) == "not-your-turn"
    assert voided(game.save, "British", ANN, *hidden) == "not-your-turn"
    assert voided(game.save, "Russians", ANN, *hidden) == ""


def test_dice_of_a_void_roll_never_come_again(game: Table) -> None:
    """Neither by a take-back behind the void record nor by asking for the same."""
    session = at_the_dice(game)
    hidden = asked(game, "Germans", BEN)
    game.save = game.signed("Russians", session.pending)
    save = game.save.append_void("Russians", hidden[0], [hidden[1]], ANN)
    back = agree(save, back_to(save, len(save.entries) - 3), ANN, BEN)
    assert back.drawn_before("Germans", spec()) is None
    assert back.next_roll == 2
    with pytest.raises(DiceError) as caught:
        voided(back, "Russians", ANN, *hidden)
    assert caught.value.code == "roll-wrong-index"
