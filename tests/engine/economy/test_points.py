"""Victory points for income, lost by bombing, counted at the end of a round (linked 2.2)."""

from dataclasses import replace

import pytest

from engine.core.agenda import GameOver
from engine.core.event_log import EventLog
from engine.core.events.economy import PointsScored
from engine.core.ids import PUS, VICTORY_POINTS
from engine.gamedef import Definition, State
from engine.gamedef.victory import PointVictory
from engine.loading import definition_from_tree, tree_from_definition
from engine.rules.common.capture import resolve_capture
from engine.rules.common.victory_points import resolve_point_victory, resolve_points_lost
from engine.rules.economy.income import income_of
from tests.support.positions import big_world, done, position

NATION = "Japanese"


def scored(points: int = 22) -> Definition:
    world = big_world()
    return replace(world, victory=replace(world.victory, by_points=(PointVictory(NATION, points),)))


def with_points(state: State, points: int) -> State:
    purse = {**state.resources[NATION], VICTORY_POINTS: points}
    return replace(state, resources={**state.resources, NATION: purse})


def test_a_point_for_every_ten_pus_collected_and_the_rest_is_lost() -> None:
    state = with_points(position(scored(), NATION, "noncombat_move"), 3)
    income = income_of(state, NATION)
    assert income == 41
    (event,) = [e for e in done(state).events if isinstance(e, PointsScored)]
    assert (event.nation, event.points, event.total, event.cause) == (NATION, 4, 7, "income")
    assert done(state).state.amount(NATION, VICTORY_POINTS) == 7


@pytest.mark.parametrize("is_lost", [True, False])
@pytest.mark.parametrize(
    ("per_plunder", "by", "money", "points"),
    [(10, NATION, 29, 2), (10, NATION, 9, 0), (0, NATION, 29, 0), (10, "Germans", 29, 0)],
)
def test_points_for_what_is_taken_with_a_capital(
    is_lost: bool, per_plunder: int, by: str, money: int, points: int
) -> None:
    """Also where the money is destroyed."""
    world = big_world()
    aim = PointVictory(NATION, 22, per_plunder=per_plunder)
    nations = tuple(
        replace(entry, treasury_is_lost=is_lost) if entry.name == "Russians" else entry
        for entry in world.politics.nations
    )
    world = replace(
        world,
        victory=replace(world.victory, by_points=(aim,)),
        politics=replace(world.politics, nations=nations),
    )
    units = [("Moscow", by, "infantry", 1)]
    state = position(
        world, by, "battle", cleared=("Moscow",), units=units, pus={"Russians": money, by: 0}
    )
    log = EventLog(state)
    log.extend(resolve_capture(state, "Moscow", by))
    assert log.state.amount(by, VICTORY_POINTS) == points
    assert log.state.amount(by, PUS) == (0 if is_lost else money)


def test_nobody_else_scores() -> None:
    state = position(scored(), "Germans", "noncombat_move")
    assert not [e for e in done(state).events if isinstance(e, PointsScored)]


def test_a_point_is_lost_for_ten_pus_of_damage_and_never_more_than_there_are() -> None:
    state = with_points(position(scored(), "Americans", "battle"), 2)
    for damage, left in ((9, 2), (10, 1), (25, 0), (40, 0)):
        log = EventLog(state)
        log.extend(resolve_points_lost(state, NATION, damage))
        assert log.state.amount(NATION, VICTORY_POINTS) == left
    assert resolve_points_lost(state, "Germans", 40) == ()


def test_L45_enough_points_win_at_the_end_of_the_round_and_not_before() -> None:
    last = position(scored(), "Americans", "noncombat_move")
    assert resolve_point_victory(with_points(last, 21)) == ()
    step = done(with_points(last, 22))
    assert isinstance(step.waiting, GameOver)
    assert step.waiting.outcome.kind == "point_victory"
    assert step.waiting.outcome.winners == ("Germans", "Japanese")
    earlier = done(with_points(position(scored(), NATION, "noncombat_move"), 40))
    assert not isinstance(earlier.waiting, GameOver)


def test_points_and_other_goods_survive_a_round_trip_through_a_tree() -> None:
    world = scored()
    game = replace(world, economy=replace(world.economy, resource_names=("tokens",)))
    purse = {**game.setup.resources[NATION], "tokens": 6}
    game = replace(
        game, setup=replace(game.setup, resources={**game.setup.resources, NATION: purse})
    )
    assert definition_from_tree(tree_from_definition(game)) == game
