"""BattleGroups: units that sail the same way into the same battle join it together.

Rule: Triumph & Tragedy 2nd edition, T52 and T53; rule book 12.73 (T207): where submarines that had
escaped are hunted, the ships that were there before are a group of their own.
"""

from engine.core.ids import TerritoryName, UnitId
from engine.gamedef import State
from engine.rules.blocks.areas import own_in, position_of

Groups = tuple[tuple[UnitId, ...], ...]


def groups_in(state: State, place: TerritoryName) -> Groups:
    """Groups of the nation on turn that have engaged there in this turn, in order of arrival."""
    moves = position_of(state).turn.moves
    there = {unit.id for unit in own_in(state, state.nation, place)}
    found: dict[tuple[TerritoryName, ...], list[UnitId]] = {}
    for key, move in moves.items():
        if key in there and move.path[-1] == place:
            found.setdefault(move.path, []).append(key)
    return tuple(tuple(sorted(units)) for units in found.values())


def standing_in(state: State, place: TerritoryName) -> tuple[UnitId, ...]:
    """Units of the nation on turn that were there before, in order of identity."""
    arriving = {key for group in groups_in(state, place) for key in group}
    there = own_in(state, state.nation, place)
    return tuple(unit.id for unit in there if unit.id not in arriving)


def resting_in(state: State, place: TerritoryName) -> tuple[UnitId, ...]:
    """Submarines of the nation on turn that have escaped there, in order of identity."""
    there = state.units_in(place)
    return tuple(unit.id for unit in there if unit.owner == state.nation and unit.escaped)


def is_resting(state: State, group: tuple[UnitId, ...]) -> bool:
    """Whether a group is of submarines that have escaped and need not join (T205)."""
    return all(state.units[key].escaped for key in group)


def shown_groups(groups: Groups) -> str:
    """Groups for people, by the numbers of their units: ``#1 #4 or #2``."""
    return " or ".join(" ".join(f"#{key}" for key in group) for group in groups)
