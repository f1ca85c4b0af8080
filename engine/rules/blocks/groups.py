"""BattleGroups: units that sail the same way into the same battle join it together.

Rule: Triumph & Tragedy 2nd edition, T52 and T53.
"""

from engine.core.ids import TerritoryName, UnitId
from engine.gamedef import State
from engine.rules.blocks.areas import is_sea, own_in, position_of


def groups_in(
    state: State, place: TerritoryName, joined: tuple[UnitId, ...] = ()
) -> tuple[tuple[UnitId, ...], ...]:
    """Groups of the nation on turn that have not joined the battle there, in order of arrival."""
    moves = position_of(state).turn.moves
    there = {unit.id for unit in own_in(state, state.nation, place)} - set(joined)
    found: dict[tuple[TerritoryName, ...], list[UnitId]] = {}
    for key, move in moves.items():
        if key in there and move.is_engaging and move.path[-1] == place:
            found.setdefault(move.path, []).append(key)
    return tuple(tuple(sorted(units)) for units in found.values())


def in_battle_from_the_start(state: State, place: TerritoryName) -> tuple[UnitId, ...]:
    """Attackers in the battle before any group joins it: on land all of them."""
    there = tuple(unit.id for unit in own_in(state, state.nation, place))
    if not is_sea(state, place):
        return there
    arriving = {key for group in groups_in(state, place) for key in group}
    return tuple(key for key in there if key not in arriving)


def shown_groups(groups: tuple[tuple[UnitId, ...], ...]) -> str:
    """Groups for people, by the numbers of their units: ``#1 #4 or #2``."""
    return " or ".join(" ".join(f"#{key}" for key in group) for group in groups)
