"""What the events of movement do to a state."""

from collections.abc import Iterator
from typing import Final, TypeVar

from engine.core.agenda import PendingBattle
from engine.core.events import Event
from engine.core.events.movement import (
    AircraftBound,
    AircraftLost,
    AircraftReleased,
    AircraftStowed,
    BattleCancelled,
    BattlePending,
    BonusMovementGiven,
    FuelPaid,
    MovementEnded,
    NeutralityPaid,
    TroopsJumped,
    UnitsLoaded,
    UnitsMoved,
    UnitsRested,
    UnitsSurfaced,
    UnitsUnloaded,
)
from engine.core.evolve.parts import paid_out
from engine.core.ids import PUS
from engine.core.state import State, with_units, without_units
from engine.core.unit import Unit, rested
from engine.values import replace

D = TypeVar("D")

EXHAUSTED: Final = 99
"""What `Unit.moved` becomes when a unit may not move any more, whatever it has left."""


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one."""
    match event:
        case UnitsMoved():
            return with_units(state, _moved(state, event))
        case UnitsLoaded():
            return with_units(state, _loaded(state, event))
        case UnitsUnloaded():
            return with_units(state, _unloaded(state, event))
        case BattlePending():
            return replace(state, battles=_with_battle(state.battles, event.battle))
        case BattleCancelled():
            kept = (
                battle
                for battle in state.battles
                if (battle.territory, battle.kind) != (event.territory, event.kind)
            )
            turn = state.turn
            if event.takers:
                turn = replace(turn, takers=(*turn.takers, *event.takers))
            return replace(state, battles=tuple(kept), turn=turn)
        case AircraftLost():
            return without_units(state, event.units)
        case NeutralityPaid():
            return paid_out(state, event.nation, PUS, -event.amount)
        case FuelPaid():
            for resource, amount in event.amounts:
                state = paid_out(state, event.nation, resource, -amount)
            return with_units(state, [replace(state.units[k], fuelled=True) for k in event.units])
    changed = _marked(state, event)
    return None if changed is None else with_units(state, changed)


def _marked(state: State[D], event: Event) -> list[Unit] | None:
    """The units of an event that does no more than mark them; None for every other event."""
    units = state.units
    match event:
        case AircraftStowed():
            return [replace(units[key], carried_by=ship) for key, ship in event.pairs]
        case AircraftBound():
            return [replace(state.units[key], theatre=event.theatre) for key in event.units]
        case AircraftReleased():
            return [replace(units[key], carried_by=None) for key in event.units]
        case UnitsSurfaced():
            return [replace(units[key], submerged=False) for key in event.units]
        case TroopsJumped():
            return [replace(units[key], jumped_from=event.origin) for key in event.units]
        case MovementEnded():
            return [replace(units[key], moved=EXHAUSTED) for key in event.units]
        case UnitsRested():
            return [replace(rested(units[key]), bonus=units[key].bonus) for key in event.units]
        case BonusMovementGiven():
            return [replace(units[key], bonus=more) for key, more in event.units]
    return None


def _moved(state: State[D], event: UnitsMoved) -> Iterator[Unit]:
    """The units at the end of their path, and their cargo with them."""
    end = event.path[-1]
    for key, spent in zip(event.units, event.spent, strict=True):
        unit = state.units[key]
        yield replace(
            unit,
            territory=end,
            moved=unit.moved + spent,
            in_combat=unit.in_combat or event.stopped,
        )
    carriers = set(event.units)
    for unit in state.units_in(event.path[0]):
        if unit.carried_by in carriers:
            yield replace(unit, territory=end)


def _loaded(state: State[D], event: UnitsLoaded) -> Iterator[Unit]:
    for key, ship in event.pairs:
        yield replace(state.units[key], territory=event.territory, carried_by=ship, loaded=True)


def _unloaded(state: State[D], event: UnitsUnloaded) -> Iterator[Unit]:
    for key, ship in event.pairs:
        unit = state.units[key]
        yield replace(
            unit,
            territory=event.territory,
            carried_by=None,
            unloaded_to=event.territory,
            unloaded_in_combat=event.in_combat,
            amphibious=event.amphibious,
            in_combat=unit.in_combat or event.amphibious,
        )
        yield replace(
            state.units[ship],
            unloaded_to=event.territory,
            unloaded_in_combat=event.in_combat or state.units[ship].unloaded_in_combat,
        )


def _with_battle(
    battles: tuple[PendingBattle, ...], battle: PendingBattle
) -> tuple[PendingBattle, ...]:
    """The list with this battle in place of the one of its territory and kind, or at the end."""
    place = (battle.territory, battle.kind)
    if all((other.territory, other.kind) != place for other in battles):
        return (*battles, battle)
    return tuple(battle if (other.territory, other.kind) == place else other for other in battles)
