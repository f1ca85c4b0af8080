"""Capitals that the enemy could take in the next turn.

Who could get there is worked out for each enemy as if its combat move came now.  A capital counts
as open when it would be likelier taken than held.

Rule: rule book, Battle (B208 to B210), Battle calculator (B251).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine import NOBODY, NationName, State, TerritoryName, UnitTypeName, in_combat_move, is_enemy
from engine.advice.battles import percent, simulated_words
from engine.advice.reach import arrivals
from engine.advice.warning import CAPITAL_OPEN, TurnWarning, in_words
from engine.ai import assault_on
from engine.odds import Plan, battle_in, best_odds

_RUNS: Final = 100
"""Battles played for a warning: each capital may have several enemies."""

_OPEN = 0.5


def open_capitals(state: State, nation: NationName) -> Iterator[TurnWarning]:
    """Own capitals that an enemy would rather take than not."""
    definition = state.definition
    if definition.blocks is not None:
        return
    enemies = [
        other for other in definition.politics.nation_names if is_enemy(state, nation, other)
    ]
    for place in definition.board.capitals_of(nation):
        if state.owners.get(place) != nation:
            continue
        dangers = ((danger(state, place, enemy), enemy) for enemy in enemies)
        worst, enemy = max(dangers, default=(_NONE, NOBODY))
        if worst.chance > _OPEN:
            text = (
                f"{place} is left open: the {enemy} could take it with a chance of "
                f"{percent(worst.chance)}{worst.words} ({_force(state, place, enemy)})"
            )
            certain = worst.chance >= 1 and not worst.words
            yield TurnWarning(CAPITAL_OPEN, text, place, is_certain=certain)


class Danger(NamedTuple):
    """The chance to lose a territory; words: how exact it is, as `simulated_words` says."""

    chance: float
    words: str = ""


_NONE: Final = Danger(0.0)


def danger(state: State, place: TerritoryName, enemy: NationName) -> Danger:
    """The chance that an enemy takes a territory with everything that could get there now."""
    moving = in_combat_move(state, enemy)
    if moving is None:
        return _NONE
    assault = assault_on(moving, place)
    if assault is None:
        # Nobody who would fight is there: one land unit that gets there is enough.
        is_open = any(_takes(moving, one.type) for one in arrivals(moving, place))
        return Danger(1.0) if is_open else _NONE
    kinds = [moving.definition.unit_types[moving.units[key].type] for key in assault.units]
    if not any(kind.is_land and kind.attack for kind in kinds):
        return _NONE
    situation = battle_in(assault.state, place, assault.units, Plan())
    battle = situation.battle
    if not battle.attackers or not battle.defenders:
        return _NONE
    odds = best_odds(situation, assault.state, place, _RUNS)
    return Danger(float(odds.takes), simulated_words(odds))


def _takes(state: State, kind: UnitTypeName) -> bool:
    return state.definition.unit_types[kind].is_land


def _force(state: State, place: TerritoryName, enemy: NationName) -> str:
    moving = in_combat_move(state, enemy)
    assault = assault_on(moving, place) if moving is not None else None
    if moving is None or assault is None:
        return "nothing stands in the way"
    return in_words(tuple(moving.units[key] for key in assault.units))
