"""An order is checked once on its way from the player to the position."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import engine.game
from engine import Illegal, Order, State, parse_order
from engine.phases.phase import Phase
from pbem.commands.conversation import Conversation
from pbem.play.from_file import play_file
from pbem.play.order_file import read_order_file
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
    """How often each order was checked by the rules of its phase."""
    counts: Counter[Order] = Counter()
    phase_of: Callable[[State], Phase] = engine.game._phase

    def counting(state: State) -> Phase:
        phase = phase_of(state)

        def check(state: State, order: Order) -> tuple[Illegal, ...]:
            counts[order] += 1
            return phase.check(state, order)

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
    talk = Conversation(game.session(), lambda _: None, lambda: None)
    for line in ORDERS:
        assert talk.answer(line)
    assert checked == given(*ORDERS)


def test_an_order_of_a_file_is_checked_once_for_its_phase_in_the_dry_run_and_in_the_game(
    game: Table, checked: Counter[Order]
) -> None:
    file = read_order_file("\n".join(ORDERS), big_world())
    play_file(game.session(), file, finish=False)
    orders = given(*(line for line in ORDERS if line != "done"))
    assert {order: checked[order] for order in orders} == dict.fromkeys(orders, 3)
