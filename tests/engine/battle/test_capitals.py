"""Nations with several capitals, and treasuries that nobody takes (B41, B43 as maps vary them)."""

from dataclasses import replace

import pytest

from engine.core.event_log import EventLog
from engine.core.events.battle import CapitalPlundered, TerritoryReturned
from engine.gamedef import Definition, State
from engine.rules.common.capture import resolve_capture
from engine.rules.common.relations import has_capital
from engine.rules.economy.income import collects_income
from tests.support.positions import big_world, position

FIRST, SECOND = "Moscow", "Leningrad"


def _game(**facts: object) -> Definition:
    """Big World with a second capital of the Russians, and facts of that nation."""
    plain = big_world()
    second = replace(plain.board.territories[SECOND], capital_of="Russians")
    nations = tuple(
        replace(entry, **facts) if entry.name == "Russians" else entry
        for entry in plain.politics.nations
    )
    return replace(
        plain,
        politics=replace(plain.politics, nations=nations),
        board=replace(plain.board, territories={**plain.board.territories, SECOND: second}),
    )


def _taken(game: Definition, *places: str, by: str = "Germans") -> tuple[State, list[object]]:
    """The state after a nation took these places of the Russians, and all events."""
    state = position(game, by, "battle", cleared=places, pus={"Russians": 20, "Germans": 60})
    log = EventLog(state)
    for place in places:
        log.extend(resolve_capture(log.state, place, by))
    return log.state, list(log.events)


def test_B40_all_capitals_are_known() -> None:
    game = _game()
    assert set(game.board.capitals_of("Russians")) == {FIRST, SECOND}
    assert game.board.capital_of("Germans") == "Eastern Germany"


@pytest.mark.parametrize(("wanted", "held"), [(0, True), (1, True), (2, False)])
def test_B43_enough_capitals_bring_income(wanted: int, held: bool) -> None:
    state, _ = _taken(_game(capitals_for_income=wanted), FIRST)
    assert has_capital(state, "Russians") == held


@pytest.mark.parametrize(("wanted", "paid"), [(0, True), (1, False)])
def test_B43_a_nation_that_needs_no_capital_is_paid_without_any(wanted: int, paid: bool) -> None:
    state, _ = _taken(_game(capitals_for_income=wanted), FIRST, SECOND)
    assert collects_income(state, "Russians") == paid


@pytest.mark.parametrize(("wanted", "plundered"), [(0, False), (1, False), (2, True)])
def test_B41_enough_capitals_keep_the_treasury_safe(wanted: int, plundered: bool) -> None:
    state, events = _taken(_game(capitals_for_money=wanted), SECOND)
    assert any(isinstance(event, CapitalPlundered) for event in events) == plundered
    assert state.amount("Germans", "PUs") == (80 if plundered else 60)


def test_B41_the_last_capital_of_two_costs_the_treasury() -> None:
    state, events = _taken(_game(), FIRST, SECOND)
    lost = [event for event in events if isinstance(event, CapitalPlundered)]
    assert lost == [CapitalPlundered(SECOND, "Russians", "Germans", "PUs", 20)]
    assert not has_capital(state, "Russians")


def test_B41_a_treasury_may_be_lost_to_everybody() -> None:
    state, events = _taken(_game(treasury_is_lost=True), FIRST, SECOND)
    assert CapitalPlundered(SECOND, "Russians", "", "PUs", 20) in events
    assert (state.amount("Russians", "PUs"), state.amount("Germans", "PUs")) == (0, 60)


def test_B37_land_goes_back_with_the_first_capital_that_is_free() -> None:
    """However many of them a nation needs to be paid."""
    lost = {FIRST: "Germans", SECOND: "Germans", "Eastern Russia": "British"}
    for wanted in (1, 2):
        game = _game(capitals_for_income=wanted)
        state = position(game, "British", "battle", cleared=(FIRST,), owners=lost)
        events = resolve_capture(state, FIRST, "British")
        assert TerritoryReturned("Eastern Russia", "Russians", "British") in events


def test_a_step_of_no_nation_lacks_no_capital() -> None:
    """Triggers of the game's own steps ask whether whoever is on turn would be paid."""
    assert collects_income(position(_game(), "Russians", "battle"), "")
