"""Infrastructure that has a strength fires with its side and cannot be hit."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.core.chance import RollRequest, RollResult
from engine.core.event_log import EventLog
from engine.core.events.battle import BattleBegan, VolleyFired
from engine.game import apply
from engine.gamedef import Definition, State
from engine.gamedef.position import Step
from engine.odds import Plan, battle_in, pending_attackers, solve, solve_exactly
from engine.orders.fight import Fight
from engine.rules.battle.rounds.ending import resolve_left_infrastructure
from tests.engine.movement.board import after, codes, move
from tests.support.positions import big_world, count_in, done, position
from tests.support.unit_types import with_facts

LAND = "Finland"


def _state(*units: tuple[str, str, str, int], **facts: int) -> State:
    game = big_world()
    castle = with_facts(game.unit_types["factory"], **facts)
    game = replace(game, unit_types={**game.unit_types, "factory": castle})
    state = position(
        game,
        "Russians",
        "combat_move",
        cleared=(LAND,),
        units=((LAND, "Germans", "factory", 1), *units),
    )
    return after(state, move("1 infantry", "Leningrad", LAND))


def _fired(step: Step, side: str) -> VolleyFired:
    """The first volley of a side in the battle; every die shows 6."""
    while True:
        for event in step.events:
            if isinstance(event, VolleyFired) and event.side == side:
                return event
        assert isinstance(step.waiting, RollRequest)
        step = apply(step.state, RollResult((6,) * step.waiting.count))


def test_B50_a_castle_fires_with_the_defenders_and_is_no_target() -> None:
    state = done(_state((LAND, "Germans", "infantry", 1), defence=5)).state
    step = apply(state, Fight(LAND))
    battle = next(event for event in step.events if isinstance(event, BattleBegan))
    assert [state.units[key].type for key in battle.defenders] == ["infantry"]
    volley = _fired(step, "defender")
    assert [(group.strength, group.units) for group in volley.groups] == [(5, 1), (2, 1)]


def test_B50_a_factory_without_strength_stays_silent() -> None:
    state = done(_state((LAND, "Germans", "infantry", 1))).state
    volley = _fired(apply(state, Fight(LAND)), "defender")
    assert [(group.strength, group.units) for group in volley.groups] == [(2, 1)]


def test_B179_a_castle_alone_holds_nothing() -> None:
    step = done(_state(defence=5))
    assert step.state.owners[LAND] == "Russians"
    assert count_in(step.state, LAND, "Russians", "factory") == 1


def test_B148_neutral_land_taken_long_ago_is_not_neutral() -> None:
    """The Germans took Sweden earlier: an enemy that takes it from them may blitz on through it."""
    state = position(
        big_world(),
        "Russians",
        "combat_move",
        cleared=("Sweden", "Finland", "Norway"),
        owners={"Sweden": "Germans", "Finland": "Russians"},
        units=(("Finland", "Russians", "armour", 2),),
    )
    first = after(state, move("1 armour", "Finland", "Sweden"))
    assert first.owners["Sweden"] == "Russians"
    assert first.turn.retaken == ("Sweden",)
    assert codes(first, move("1 armour", "Finland", "Sweden", "Norway")) == set()


def test_B50_the_odds_count_what_a_castle_fires() -> None:
    """One infantry at 1 against one at 2 and a castle at 3 that cannot be hit."""
    state = done(_state((LAND, "Germans", "infantry", 1), defence=3)).state
    situation = battle_in(state, LAND, pending_attackers(state, LAND), Plan())
    odds = solve_exactly(situation.battle)
    # A round: the attacker hits with 1/6, the defenders with 1 - 4/6 * 3/6.
    again = Fraction(5, 6) * Fraction(1, 3)
    assert odds.chance("win") == Fraction(1, 6) * Fraction(1, 3) / (1 - again)
    assert odds.chance("both") == Fraction(1, 6) * Fraction(2, 3) / (1 - again)
    assert odds.chance("loss") == Fraction(5, 6) * Fraction(2, 3) / (1 - again)
    assert solve(situation.battle, many=True).chance("win") == pytest.approx(1 / 13)


@pytest.mark.parametrize(
    ("came", "guarded", "owner"),
    [(True, False, "Germans"), (True, True, "Russians"), (False, False, "Russians")],
)
def test_B33_what_came_with_troops_that_are_gone_falls_to_those_who_hold_the_land(
    *, came: bool, guarded: bool, owner: str
) -> None:
    """They were lost before they could fight: with the ships from which they had landed.

    What has not come in this turn, but was put there by the map, stays its owner's.
    """
    there = [(LAND, "Russians", "infantry", 1)] if guarded else []
    state = position(
        big_world(),
        "Russians",
        "battle",
        cleared=(LAND,),
        units=((LAND, "Russians", "factory", 1), *there),
        owners={LAND: "Germans"},
    )
    units = (replace(unit, in_combat=came) for unit in state.units_in(LAND))
    state = replace(state, units={**state.units, **{unit.id: unit for unit in units}})
    log: EventLog[Definition] = EventLog(state)
    log.extend(resolve_left_infrastructure(state))
    assert count_in(log.state, LAND, owner, "factory") == 1
