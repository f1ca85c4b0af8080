"""How a game with cards is won: by points, by capitals, by the bomb.

Rule: Triumph & Tragedy 2nd edition, rule book 16 (T86, T240 to T246).  All that counts lies
open, so nobody has to claim anything.
"""

from typing import Final

from engine.core.agenda import Outcome
from engine.core.events.turn import GameEnded
from engine.core.ids import NationName, TerritoryName
from engine.core.unit import Unit
from engine.core.words import GameOutcome
from engine.gamedef import State
from engine.gamedef.blocks import AIR
from engine.rules.blocks.areas import block_of, game_of, is_at_war, position_of
from engine.rules.blocks.cards import plays_cards, rules_of, vault_of
from engine.rules.blocks.economy import standing_of
from engine.rules.blocks.points import atomic_stages, capitals_held, is_stage, points_of
from engine.rules.blocks.route import ways
from engine.rules.blocks.trade import main_capital_of
from engine.rules.blocks.travel import BY_AIR, speed_of
from engine.rules.blocks.variants import side_of, year_of
from engine.rules.common.frame import Events
from engine.values import replace

_LAST_STAGE: Final = 4


def claimed_points(state: State, nation: NationName) -> int:
    """Victory points of a nation, with stages in its vault, which it would show (T240, T241)."""
    secret = sum(map(is_stage, vault_of(state, nation)))
    return points_of(state, standing_of(state, nation)) + secret


def resolve_economic_victory(state: State) -> Events:
    """At the start of a year: whoever has enough points, the most of them (T241)."""
    goal = rules_of(state).goal
    points = {nation: claimed_points(state, nation) for nation in position_of(state).order}
    best = max(points.values())
    if best < goal:
        return ()
    # Of equals the first in the order of the year before (T241).
    winner = next(nation for nation, have in points.items() if have == best)
    return _won(
        side_of(state, winner), "economic_victory", f"The {winner} have {best} victory points."
    )


def resolve_last_year(state: State) -> Events:
    """After the last year the points decide, without blockades (T245).

    Of two nations of one player the better one counts (T259).
    """
    free = replace(state, blocks=replace(position_of(state), blockades={}))
    points = {nation: claimed_points(free, nation) for nation in position_of(state).order}
    best = max(points.values())
    ahead = (nation for nation, have in points.items() if have == best)
    winners = tuple(sorted({name for nation in ahead for name in side_of(state, nation)}))
    names = " and ".join(winners)
    return _won(winners, "point_victory", f"{names}: {best} victory points, the most at the end.")


def resolve_military_victory(state: State) -> Events:
    """Whoever holds enough capitals of rivals wins at once (T242, T246)."""
    if not plays_cards(state):
        return ()
    for nation in position_of(state).order:
        held = capitals_held(state, nation)
        if len(held) >= rules_of(state).capitals:
            text = f"The {nation} hold {', '.join(held)}."
            return _won(side_of(state, nation), "military_victory", text)
    return ()


def resolve_atomic_victory(state: State) -> Events:
    """In its own movement: the last stage, and an air force in reach of an enemy's main capital.

    A war must have been declared (T244).
    """
    nation = state.nation
    if not plays_cards(state) or atomic_stages(state, nation) < _LAST_STAGE:
        return ()
    planes = [unit for unit in state.units_of(nation) if block_of(state, unit).kind == AIR]
    for rival in state.definition.politics.nation_names:
        target = main_capital_of(state, rival)
        if rival == nation or not is_at_war(state, nation, rival):
            continue
        if any(_is_in_reach(state, unit, target) for unit in planes):
            text = f"The {nation} have the bomb, and {target} is in reach of their aircraft."
            return _won(side_of(state, nation), "atomic_victory", text)
    return ()


def _is_in_reach(state: State, plane: Unit, target: TerritoryName) -> bool:
    return target in ways(state, plane, BY_AIR, speed_of(state, plane, BY_AIR))


def last_year(state: State) -> bool:
    """Whether the year under way is the last one (T90)."""
    rules = game_of(state).cards
    return rules is not None and plays_cards(state) and year_of(state) >= rules.years


def _won(winners: tuple[NationName, ...], kind: GameOutcome, text: str) -> Events:
    return (GameEnded(Outcome(winners, kind, text)),)
