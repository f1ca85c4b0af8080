"""What is allowed with a warning: moves for a part of the units (B156) and a purchase that is too
large (B138); and the end of a phase (B101)."""

from pathlib import Path

from engine import legal_part
from engine.game import apply
from engine.orders.buy import Buy
from engine.orders.done import Done
from pbem.report.narrate import sentences
from pbem.terminal.conversation import Conversation
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import big_world, position
from tests.support.table import table


def test_B156_the_armour_goes_and_the_infantry_stays() -> None:
    state = position(big_world(), "Russians", "combat_move")
    order = move("1 infantry, 1 armour", "Northern Russia", "Karelija", "Finland")
    assert codes(state, order) == {"not-enough-movement"}, "the engine refuses the whole order"
    part, reasons = legal_part(state, order)
    assert part is not None
    assert [pick.type for pick in part.picks] == ["armour"]
    assert ["infantry" in reason.text for reason in reasons] == [True]
    assert battles(after(state, part)) == {"Finland": ("armour",)}


def test_B156_all_go_or_nobody_can() -> None:
    state = position(big_world(), "Russians", "combat_move")
    fine = move("1 infantry", "Karelija", "Finland")
    assert legal_part(state, fine) == (fine, ())
    for hopeless in (
        move("1 infantry", "Karelija", "Moscow"),
        move("9 infantry", "Karelija", "Finland"),
        move("1 infantry", "Northern Russia", "Karelija", "Finland"),
        move("1 dragon", "Karelija", "Finland"),
    ):
        part, reasons = legal_part(state, hopeless)
        assert part is None
        assert reasons


def test_B156_a_player_at_a_terminal_is_told_who_stays(tmp_path: Path) -> None:
    session = table(tmp_path / "authority").session()
    said: list[str] = []
    talk = Conversation(session, said.append)
    for line in ("done", "buy 3 infantry", "done"):
        assert talk.answer(line)
    said.clear()
    assert talk.answer("move 1 infantry, 1 armour: Northern Russia > Karelija > Finland")
    assert any("stays: infantry" in line for line in said)
    assert battles(session.state) == {"Finland": ("armour",)}


def test_B138_five_bought_and_four_can_be_placed() -> None:
    state = position(big_world(), "Chinese", "purchase", pus={"Chinese": 15})
    planned = apply(state, Buy((("infantry", 5),))).state
    step = apply(planned, Done())
    told = list(sentences(planned, step.events))
    assert "Chinese bought 5 units, 4 can be placed; the others are lost." in told
    fewer = apply(state, Buy((("infantry", 4),))).state
    assert not any(
        "can be placed" in text for text in sentences(fewer, apply(fewer, Done()).events)
    )


def test_B101_done_is_refused_while_a_battle_is_open_and_says_which(tmp_path: Path) -> None:
    session = table(tmp_path / "authority").session()
    said: list[str] = []
    talk = Conversation(session, said.append)
    for line in ("done", "buy 3 infantry", "done", "move 3 infantry: Karelija > Finland", "done"):
        assert talk.answer(line)
    assert session.state.phase.phase == "battle"
    said.clear()
    talk.answer("done")
    assert session.state.phase.phase == "battle"
    assert any("Finland" in line for line in said)
