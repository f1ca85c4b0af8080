"""Where a unit that leaves a battle may go, by retreating or by rebasing.

Rule: Triumph & Tragedy 2nd edition, Retreating and Rebasing (T59 to T68, T78, T251).
"""

from collections.abc import Iterator

from engine.core.blocks import BlockMove
from engine.core.ids import NOWHERE, TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import AIR, GROUND
from engine.rules.blocks.areas import (
    block_of,
    is_coastal,
    is_sea,
    is_undisputed,
    own_in,
    position_of,
    share_a_sea,
)
from engine.rules.blocks.borders import retreats_left
from engine.rules.blocks.route import (
    ways,
)
from engine.rules.blocks.travel import (
    BY_AIR,
    LAND,
    SEA,
    Path,
    speed_of,
)
from engine.rules.blocks.variants import ally_is_there


def retreats(state: State, unit: Unit) -> dict[TerritoryName, Path]:
    """Every area to which a unit in a battle may leave, with the path there, sorted by name.

    A unit that does not move, such as a fortress, does not leave either (T79).
    """
    if not state.definition.unit_types[unit.type].movement:
        return {}
    found: dict[TerritoryName, Path] = {
        place: (unit.territory, place) for place in _steps(state, unit)
    }
    for place, path in rebases(state, unit).items():
        found.setdefault(place, path)
    return dict(sorted(found.items()))


def rebases(state: State, unit: Unit) -> dict[TerritoryName, Path]:
    """Undisputed friendly land in reach of a unit that is not a ground unit (T66 to T68, T208).

    To rebase is not to retreat: areas in which a battle was fought in this turn are open to it.
    """
    kind = block_of(state, unit).kind
    if kind == GROUND:
        return {}
    found: dict[TerritoryName, Path] = {}
    for mode in (BY_AIR,) if kind == AIR else (LAND, SEA):
        for place, path in ways(state, unit, mode, speed_of(state, unit, mode)).items():
            if is_sea(state, place) or place in found:
                continue
            if mode == LAND and not _is_short_hop(state, unit.territory, place):
                continue
            if is_undisputed(state, unit.owner, place):
                found[place] = path
    return dict(sorted(found.items()))


def _steps(state: State, unit: Unit) -> Iterator[TerritoryName]:
    """The neighbouring areas that a unit may retreat to."""
    kind = block_of(state, unit).kind
    here = unit.territory
    if kind == AIR or (kind == GROUND and is_sea(state, here)):
        return
    way_in = _engaged_by(state, unit)
    closed = _ways_of_enemies(state, unit)
    for place in state.definition.board.neighbours(here):
        if way_in and place != way_in:
            continue
        if place in closed or place in position_of(state).turn.fought:
            continue
        if ally_is_there(state, unit.owner, place):
            continue
        if is_undisputed(state, unit.owner, place) and _can_step(state, unit, here, place):
            yield place


def _can_step(state: State, unit: Unit, here: TerritoryName, place: TerritoryName) -> bool:
    if block_of(state, unit).kind == GROUND:
        if not retreats_left(state, here, place):
            return False
        return not is_sea(state, place) or bool(own_in(state, unit.owner, place))
    if is_sea(state, here) or is_sea(state, place):
        return True
    return _is_short_hop(state, here, place)


def _is_short_hop(state: State, here: TerritoryName, place: TerritoryName) -> bool:
    """Whether a ship goes there by land (T29)."""
    coasts = is_coastal(state, here) and is_coastal(state, place)
    return coasts and share_a_sea(state, here, place)


def _engaged_by(state: State, unit: Unit) -> TerritoryName:
    """Where an attacker that engaged in this turn came from and must go back to (T65)."""
    move = position_of(state).turn.moves.get(unit.id)
    here = move is not None and move.is_engaging and move.path[-1] == unit.territory
    return move.origin if move is not None and here and unit.owner == state.nation else NOWHERE


def _ways_of_enemies(state: State, unit: Unit) -> frozenset[TerritoryName]:
    """Where the enemies that engaged a defender in this turn came from (T64)."""
    if unit.owner == state.nation:
        return frozenset()
    return frozenset(move.origin for move in _engaging(state, unit.territory))


def _engaging(state: State, place: TerritoryName) -> list[BlockMove]:
    moves = position_of(state).turn.moves.values()
    return [move for move in moves if move.is_engaging and move.path[-1] == place]
