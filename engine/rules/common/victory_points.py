"""Victory points: scored for income, lost by bombing, counted at the end of a round.

A nation that scores by the scenario gets a point for a given number of PUs that it collects at the
end of its turn, or takes with a capital; the remainder is lost.  It loses one for a given number of
PUs of damage that a single raid or rocket does to it, but never falls below zero.

Rule: property Pacific Theater of the map dialect; linked, section 2.2 (VP).
Options: none.
"""

from engine.core.agenda import Outcome
from engine.core.events.economy import PointsScored
from engine.core.events.turn import GameEnded
from engine.core.ids import VICTORY_POINTS, NationName
from engine.core.words import PointsCause
from engine.gamedef import State
from engine.gamedef.victory import PointVictory
from engine.rules.common.frame import Events


def resolve_points_for_income(state: State, nation: NationName, collected: int) -> Events:
    """Points for PUs collected at the end of a turn."""
    aim = _aim_of(state, nation)
    if aim is None or not aim.per_income:
        return ()
    return _scored(state, nation, collected // aim.per_income, "income")


def resolve_points_for_plunder(state: State, nation: NationName, taken: int) -> Events:
    """Points for PUs taken with a capital, whether or not they are lost at once."""
    aim = _aim_of(state, nation)
    if aim is None or not aim.per_plunder:
        return ()
    return _scored(state, nation, taken // aim.per_plunder, "plunder")


def resolve_points_lost(state: State, nation: NationName, damage: int) -> Events:
    """Points lost for the damage of one raid or rocket, in PUs."""
    aim = _aim_of(state, nation)
    if aim is None or not aim.per_damage:
        return ()
    lost = min(damage // aim.per_damage, state.amount(nation, VICTORY_POINTS))
    return _scored(state, nation, -lost, "bombing")


def resolve_point_victory(state: State) -> Events:
    """The end of the game, when a nation has enough points at the end of a round."""
    definition = state.definition
    for aim in definition.victory.by_points:
        points = state.amount(aim.nation, VICTORY_POINTS)
        if aim.points and points >= aim.points:
            side = definition.politics.side_of(aim.nation)
            text = f"{aim.nation} have {points} victory points at the end of round {state.round}"
            outcome = Outcome(tuple(sorted(side)), "point_victory", f"{text}; {aim.points} win")
            return (GameEnded(outcome),)
    return ()


def _aim_of(state: State, nation: NationName) -> PointVictory | None:
    aims = state.definition.victory.by_points
    return next((aim for aim in aims if aim.nation == nation), None)


def _scored(state: State, nation: NationName, points: int, cause: PointsCause) -> Events:
    if not points:
        return ()
    total = state.amount(nation, VICTORY_POINTS) + points
    return (PointsScored(nation, points, total, cause),)
