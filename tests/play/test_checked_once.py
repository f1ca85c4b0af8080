"""An order is checked once on its way from the player to the position."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import engine.game
from engine import Done, Illegal, Order, State, parse_order
from engine.phases.phase import Phase
from pbem.play.from_file import play_file
from pbem.play.order_file import read_order_file
from pbem.terminal.conversation import Conversation
from tests.support.table import Table, big_world, table

ORDERS = (
    "done",
    "buy 4 infantry, 1 armour",
    "done",
    "move 2 infantry, 1 fighter: Karelija > Finland",
    "move 3 infantry, 2 armour: Northern Russia > Western Russia",
)


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Counter[Order]:
    """How often each order was checked by the rules of its phase; never twice on a position."""
    counts: Counter[Order] = Counter()
    phase_of: Callable[[State], Phase] = engine.game._phase

    def counting(state: State) -> Phase:
        phase = phase_of(state)

        def check(state: State, order: Order) -> tuple[Illegal, ...]:
            reasons = phase.check(state, order)
            counts[order] += all(reason.code != "wrong-phase" for reason in reasons)
            return reasons

        return replace(phase, check=check)

    monkeypatch.setattr(engine.game, "_phase", counting)
    return counts


def given(*lines: str) -> Counter[Order]:
    return Counter(parse_order(line, big_world()) for line in lines)


def test_an_order_of_a_session_is_checked_once(game: Table, checked: Counter[Order]) -> None:
    session = game.session()
    for line in ORDERS:
        session.give(parse_order(line, big_world()))
    assert checked == given(*ORDERS)


def test_an_order_at_the_terminal_is_checked_once(game: Table, checked: Counter[Order]) -> None:
    talk = Conversation(game.session(), lambda _: None)
    for line in ORDERS:
        assert talk.answer(line)
    assert checked == given(*ORDERS)


def test_an_order_of_a_file_without_dice_is_checked_once_across_phases(
    game: Table, checked: Counter[Order]
) -> None:
    """The dry run and the turn go the same way until dice fall, so it is checked for both."""
    orders = [line for line in ORDERS if line != "done"]
    file = read_order_file("\n".join([*orders, "done"]), big_world())
    play_file(game.session(), file, finish=False)
    phases_ended = 3  # technology, purchase, and by the file the combat move
    expected = {**given(*orders), Done(): phases_ended}
    assert dict(checked) == expected


def test_behind_dice_an_order_is_checked_once_for_the_dry_run_and_once_for_the_turn(
    game: Table, checked: Counter[Order]
) -> None:
    """The dice of the dry run are not those of the turn: these are two positions."""
    before = ("buy 4 infantry", "move 3 infantry: Karelija > Finland")
    after = ("move 1 infantry: Moscow > Northern Russia", "place 1 infantry: Moscow")
    file = read_order_file("\n".join([*before, "fight Finland", *after]), big_world())
    play_file(game.session(), file)
    counts = {order: checked[order] for order in given(*before, "fight Finland", *after)}
    assert list(counts.values()) == [1, 1, 1, 2, 2]
