"""Whole stacks and as many as possible (B137, B142, B178, B226)."""

from pathlib import Path

import pytest

from engine import with_amounts, with_ones
from engine.game import apply, check, legal
from engine.grammar.errors import NotationError
from engine.notation.parse import parse_order
from engine.orders.done import Done
from engine.orders.move import Move
from pbem.terminal.conversation import Conversation
from tests.engine.movement.board import after, move
from tests.support.positions import big_world, count_in, position
from tests.support.table import table


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("buy max infantry", "buy 11 infantry"),
        ("buy 2 armour, max infantry", "buy 2 armour, 8 infantry"),
        ("buy max armour, max inf", "buy 6 armour, 1 infantry"),
        ("buy max dragons", "buy max dragons"),
        ("buy 3 infantry", "buy 3 infantry"),
        ("buy none", "buy none"),
    ],
)
def test_B137_as_many_as_possible(line: str, read: str) -> None:
    state = position(big_world(), "Russians", "purchase")
    assert with_amounts(line, state) == read


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("move all: Karelija > Finland", "move 3 infantry, 1 fighter: Karelija > Finland"),
        ("move stack infantry: karelija > Finland", "move 3 infantry: karelija > Finland"),
        ("move all inf, 1 fighter: Karelija > A", "move 3 infantry, 1 fighter: Karelija > A"),
        ("move all dragons: Karelija > Finland", "move all dragons: Karelija > Finland"),
        ("> move  all:Karelija > A # home", "move 3 infantry, 1 fighter:Karelija > A"),
        ("fight Finland", "fight Finland"),
        ("", ""),
    ],
)
def test_B178_a_whole_stack_and_all_units_of_an_area(line: str, read: str) -> None:
    state = position(big_world(), "Russians", "combat_move")
    assert with_amounts(line, state) == read


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("move all: Karelija > Finland", "move 1 infantry: Karelija > Finland"),
        ("> buy 2 armour, max inf # rest", "buy 2 armour, 1 inf"),
        ("buy 3 infantry", None),
        ("standing intercept: all", None),
        ("losses: infantry, all", None),
    ],
)
def test_B178_such_a_line_can_be_read_before_the_position_is_known(
    line: str, read: str | None
) -> None:
    assert with_ones(line, big_world()) == read


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("move all artillery: Karelija > A", "no such unit of yours in Karelija can move"),
        ("move all: Finland > Norway", "no such unit of yours in Finland can move"),
        ("move all: Germany > A", "there is no territory 'Germany'; did you mean "),
        ("place all: Moscow", "nothing of that kind is left to place"),
    ],
)
def test_B178_a_stack_of_nobody_is_said_to_be_one(line: str, said: str) -> None:
    state = position(big_world(), "Russians", "combat_move")
    with pytest.raises(NotationError) as caught:
        with_amounts(line, state)
    assert said in str(caught.value)


def test_B226_unplaced_units_are_placed_at_once() -> None:
    unplaced = {"infantry": 3, "armour": 1}
    state = position(big_world(), "Russians", "place", unplaced=unplaced)
    order = parse_order(with_amounts("place all: Moscow", state), state.definition)
    assert check(state, order) == ()
    assert apply(state, order).state.unplaced["Russians"] == {}
    for word in ("all", "stack", "max"):
        some = with_amounts(f"place {word} infantry: Moscow", state)
        assert some == "place 3 infantry: Moscow"


def test_B142_all_44_russian_infantry_move_one_step() -> None:
    state = position(big_world(), "Russians", "noncombat_move")
    infantry = {u.id for u in state.units_of("Russians") if u.type == "infantry"}
    assert len(infantry) == 44
    for place in sorted({state.units[key].territory for key in infantry}):
        fresh = [
            u.id
            for u in state.units_in(place)
            if u.id in infantry and not u.moved and u.owner == "Russians"
        ]
        for order in legal(state, place):
            first = isinstance(order, Move) and order.picks[0].type == "infantry"
            if first and isinstance(order, Move) and len(order.path) == 2 and fresh:
                count = len(fresh)
                state = after(state, move(f"{count} infantry", *order.path))
                break
    assert all(state.units[key].moved == 1 or state.units[key].loaded for key in infantry)


def test_B142_move_all_leaves_those_behind_that_cannot_go(tmp_path: Path) -> None:
    session = table(tmp_path / "authority").session()
    said: list[str] = []
    talk = Conversation(session, said.append)
    for line in ("done", "buy max infantry", "done", "move all: Moscow > Western Russia"):
        assert talk.answer(line)
    there = session.state
    assert count_in(there, "Western Russia", "Russians", "infantry") == 3
    assert count_in(there, "Western Russia", "Russians", "armour") == 1
    assert count_in(there, "Moscow", "Russians", "aaGun") == 1
    assert any("stays: AA gun" in line for line in said)
    assert Done() in list(legal(there, "Karelija"))
