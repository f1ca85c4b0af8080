"""Seconds of a computer player are work that is counted: no clock is ever asked."""

import time

import pytest

from engine import Done, Order, RollRequest, RollResult, State, apply, check, waiting_for
from engine.ai import PLAYERS, computer_player, suggestions
from engine.ai.planning import fights
from engine.ai.planning.effort import HARD
from engine.ai.planning.turn import combat_orders
from engine.odds import Battle, Odds, solve
from tests.support.positions import big_world, position

WORLD = big_world()


def orders_of(state: State, name: str, seconds: float) -> list[Order]:
    """What a player orders in the open phase."""
    player, given = computer_player(name, seconds), []
    while not isinstance(order := player.choose(state, waiting_for(state)), Done):
        assert not check(state, order)
        given.append(order)
        step = apply(state, order)
        while isinstance(step.waiting, RollRequest):
            step = apply(step.state, RollResult((1,) * step.waiting.count))
        state = step.state
    return given


@pytest.mark.parametrize("name", PLAYERS)
def test_a_bound_gives_the_same_turn_on_a_slow_computer(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = position(WORLD, "Germans", "combat_move")
    before = orders_of(state, name, 0.2)

    def no_clock() -> float:
        raise AssertionError("a computer player asks for the time")

    for clock in ("time", "monotonic", "perf_counter", "process_time"):
        monkeypatch.setattr(time, clock, no_clock)
    assert orders_of(state, name, 0.2) == before


def test_less_time_solves_fewer_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position(WORLD, "Germans", "combat_move")
    solved: list[int] = []

    def counting(battle: Battle, *, many: bool) -> Odds:
        solved[-1] += 1
        return solve(battle, many=many)

    monkeypatch.setattr(fights, "solve", counting)
    for seconds in (0.1, 1.0, 5.0):
        solved.append(0)
        assert list(combat_orders(state, HARD.within(seconds, "combat_move")))
    assert 0 < solved[0] < solved[1] < solved[2]


def test_easy_ends_a_phase_when_it_has_thought_enough() -> None:
    state = position(WORLD, "Germans", "combat_move")
    few, many = (orders_of(state, "easy", seconds) for seconds in (0.1, 5.0))
    assert 0 < len(few) < len(many)
    assert many[: len(few)] == few


def test_easy_places_what_it_bought_however_little_time_is_left() -> None:
    """Else it would be lost."""
    state = position(
        WORLD, "Germans", "place", unplaced={"infantry": 12, "armour": 4, "fighter": 2}
    )
    assert orders_of(state, "easy", 0.01) == orders_of(state, "easy", 60.0)
    assert len(orders_of(state, "easy", 0.01)) > 2


def test_a_suggestion_is_what_the_player_with_that_bound_does() -> None:
    state = position(WORLD, "Germans", "combat_move")
    said = [order for one in suggestions(state, 0.2) for order in one.orders]
    assert said
    assert orders_of(state, "hard", 0.2) == said
