"""Victory cities and the end of a game (B97, B235 to B237, V14)."""

from dataclasses import replace

import pytest

from engine.core.agenda import GameOver
from engine.core.events.turn import GameEnded, PhaseEnded
from engine.game import check, legal, new_game
from engine.gamedef import Definition, State
from engine.gamedef.position import Step
from engine.gamedef.victory import VictoryLevel
from engine.orders.done import Done
from engine.rules.politics.victory import levels_in_force, resolve_victory, victory_cities
from tests.support.positions import at_phase, big_world, done, position

ALLIES = ("Americans", "British", "Chinese", "Russians")
AXIS = ("Germans", "Japanese")


def cities_of(definition: Definition, *nations: str) -> list[str]:
    """Territories with a victory city that these nations own at the start, sorted."""
    return sorted(
        name
        for name, owner in definition.setup.owners.items()
        if owner in nations and definition.board.territories[name].victory_cities
    )


def with_taken(definition: Definition, taker: str, losers: tuple[str, ...], count: int) -> State:
    """The last open phase of a round, with some cities in other hands."""
    taken = cities_of(definition, *losers)[:count]
    owners = dict.fromkeys(taken, taker)
    return position(definition, "Americans", "noncombat_move", cleared=taken, owners=owners)


def ended(step: Step) -> GameEnded | None:
    return next((event for event in step.events if isinstance(event, GameEnded)), None)


def test_B235_V14_nine_and_twelve_of_21_cities() -> None:
    state = new_game(big_world()).state
    assert (victory_cities(state, "Axis"), victory_cities(state, "Allies")) == (9, 12)
    assert sum(entry.victory_cities for entry in big_world().board.territories.values()) == 21


def test_V14_axis_with_17_cities_win_after_the_american_turn() -> None:
    step = done(with_taken(big_world(), "Germans", ALLIES, 8))
    outcome = step.state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.kind) == (AXIS, "total_victory")
    assert "17" in outcome.text
    assert step.waiting == GameOver(outcome)
    assert [reason.code for reason in check(step.state, Done())] == ["game-over"]
    assert list(legal(step.state)) == []


def test_V14_sixteen_cities_are_not_enough() -> None:
    step = done(with_taken(big_world(), "Germans", ALLIES, 7))
    assert step.state.outcome is None
    assert step.state.round == 2


def test_B237_seventeen_cities_in_the_german_turn_do_not_end_the_game_yet() -> None:
    last = with_taken(big_world(), "Germans", ALLIES, 8)
    german = replace(position(big_world(), "Germans", "noncombat_move"), units=last.units)
    german = replace(german, owners=last.owners)
    step = done(german)
    assert step.state.outcome is None
    american = at_phase(step, "Americans", "noncombat_move")
    assert american.state.outcome is None
    assert ended(done(american.state)) is not None


def test_B237_no_win_when_the_allies_retake_one() -> None:
    last = with_taken(big_world(), "Germans", ALLIES, 8)
    retaken = replace(last, owners={**last.owners, "Bombay": "British"})
    assert victory_cities(retaken, "Axis") == 16
    assert done(retaken).state.outcome is None


def test_V14_allies_win_with_two_more_under_projection_of_power() -> None:
    definition = big_world(projection_of_power=True)
    assert done(with_taken(definition, "British", AXIS, 1)).state.outcome is None
    outcome = done(with_taken(definition, "British", AXIS, 2)).state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.kind) == (ALLIES, "projection_of_power")


def test_B236_the_levels_are_14_15_and_17_and_total_victory_alone_is_on() -> None:
    state = new_game(big_world()).state
    assert [level.cities for level in levels_in_force(state, "Axis")] == [17]
    every = big_world(projection_of_power=True, honorable_surrender=True)
    state = new_game(every).state
    for alliance in ("Axis", "Allies"):
        assert [level.cities for level in levels_in_force(state, alliance)] == [14, 15, 17]


@pytest.mark.parametrize(
    ("taken", "kind"), [(5, "projection_of_power"), (6, "honorable_surrender")]
)
def test_B236_the_lowest_level_that_is_on_decides(taken: int, kind: str) -> None:
    every = big_world(projection_of_power=True, honorable_surrender=True)
    outcome = done(with_taken(every, "Germans", ALLIES, taken)).state.outcome
    assert outcome is not None
    assert outcome.kind == kind


def test_B236_with_every_level_off_nobody_wins() -> None:
    state = with_taken(big_world(total_victory=False), "Germans", ALLIES, 12)
    assert victory_cities(state, "Axis") == 21
    assert done(state).state.outcome is None


def low_levels(definition: Definition, cities: int) -> Definition:
    """Both alliances need only so many cities."""
    levels = tuple(
        VictoryLevel("total_victory", alliance, cities) for alliance in ("Axis", "Allies")
    )
    return replace(definition, victory=replace(definition.victory, levels=levels))


def test_when_both_reach_a_level_the_one_with_more_cities_wins() -> None:
    definition = low_levels(big_world(), 5)
    outcome = done(position(definition, "Americans", "noncombat_move")).state.outcome
    assert outcome is not None
    assert outcome.winners == ALLIES


def test_when_both_reach_a_level_with_equal_cities_it_is_a_draw() -> None:
    definition = low_levels(big_world(), 5)
    state = position(
        definition,
        "Americans",
        "noncombat_move",
        owners={"Moscow": "Germans", "Egypt": "Chinese", "Bombay": "Neutral"},
    )
    both = [victory_cities(state, alliance) for alliance in ("Axis", "Allies")]
    assert both == [10, 10]
    outcome = done(state).state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.kind) == ((), "draw")


def test_B97_the_test_is_made_once_after_the_american_end_of_turn() -> None:
    step = new_game(big_world())
    seen: list[tuple[str, str]] = []
    while step.state.round == 1:
        step = done(step.state)
        seen.extend(
            (event.nation, event.phase) for event in step.events if isinstance(event, PhaseEnded)
        )
    rounds = [index for index, entry in enumerate(seen) if entry == ("", "end_round")]
    assert len(rounds) == 1
    assert seen[rounds[0] - 1] == ("Americans", "end_turn")


def test_no_event_while_nobody_has_won() -> None:
    assert resolve_victory(new_game(big_world()).state) == ()
