"""What events of several families do to a state: money, unplaced units, new units, owners.

Pure arithmetic; whether it is allowed is the business of the rules that made the event.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from engine.core.ids import NationName, ResourceName, TerritoryName, UnitId, UnitTypeName
from engine.core.state import State, with_units, without_units
from engine.core.unit import Unit
from engine.values import replace

D = TypeVar("D")


def paid_out(state: State[D], nation: NationName, resource: ResourceName, amount: int) -> State[D]:
    """The state in which a nation holds `amount` more (less, when negative) of a resource."""
    account = dict(state.resources.get(nation, {}))
    account[resource] = account.get(resource, 0) + amount
    return replace(state, resources={**state.resources, nation: account})


def joined(
    table: Mapping[NationName, tuple[str, ...]], nation: NationName, name: str
) -> Mapping[NationName, tuple[str, ...]]:
    """The table in which a nation has one more name, sorted."""
    return {**table, nation: tuple(sorted({*table.get(nation, ()), name}))}


def with_hand(
    state: State[D],
    nation: NationName,
    units: Iterable[tuple[UnitTypeName, int]],
    sign: int,
) -> State[D]:
    """The state in which a nation has these units more to place (fewer, when sign is -1)."""
    unplaced = dict(state.unplaced.get(nation, {}))
    for unit_type, count in units:
        unplaced[unit_type] = unplaced.get(unit_type, 0) + sign * count
    kept = {name: count for name, count in sorted(unplaced.items()) if count}
    return replace(state, unplaced={**state.unplaced, nation: kept})


def with_new_units(state: State[D], new: Iterable[Unit]) -> State[D]:
    """The state with units that were not there before; the next one gets a later identity."""
    units = tuple(new)
    following = max((unit.id + 1 for unit in units), default=state.next_unit)
    return replace(with_units(state, units), next_unit=following)


def with_owner(state: State[D], territory: TerritoryName, owner: NationName) -> State[D]:
    """The state in which an area belongs to somebody; "" is nobody."""
    owners = {**state.owners, territory: owner}
    if not owner:
        del owners[territory]
    return replace(state, owners=owners)


def with_strength(state: State[D], key: UnitId, strength: int) -> State[D]:
    """The state with a block at a strength; at 0 it is lost."""
    if not strength:
        return without_units(state, (key,))
    return with_units(state, (replace(state.units[key], strength=strength),))


def with_units_forgotten(state: State[D], gone: Iterable[UnitId]) -> State[D]:
    """The state without units, which the turn forgets too: rules look up what it names.

    For units that are taken away by something else than a battle.
    """
    lost = frozenset(gone)
    turn = replace(
        state.turn,
        placed=tuple(entry for entry in state.turn.placed if entry[0] not in lost),
        boarded=tuple(key for key in state.turn.boarded if key not in lost),
        constructed=tuple(key for key in state.turn.constructed if key not in lost),
    )
    return replace(without_units(state, lost), turn=turn)
