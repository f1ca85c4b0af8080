"""What happens automatically around the move phases.

A map may have the same done around other steps (see step_duties).

At the beginning of its combat move a nation's own aircraft are in the air, and the aircraft of
allies become cargo of its carriers; when its movement is over they are free again.  By option
they take off to fight in its battles and come back aboard for the non-combat move.  At the end of
the non-combat move aircraft without a landing place are lost and submarines surface.

Rule: rule book, Carriers and fighters (B83, B174 to B176), Submarine (B76), Non-combat movement
(B145, B154), G2, G3.
Options: repair_at_start_of_turn, keep_leftover_movement, lhtr_carrier_production,
  land_fighters_on_new_carriers, carrier_moves_declared, allied_aircraft_fight.
"""

from collections.abc import Iterator

from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.movement import (
    AircraftReleased,
    AircraftStowed,
    MovementEnded,
    UnitsRested,
    UnitsSurfaced,
)
from engine.core.ids import NOBODY, NationName, TerritoryName, UnitId
from engine.core.unit import Unit, awake
from engine.gamedef import Definition, State
from engine.rules.common.damage import deck_of, holds_aircraft
from engine.rules.common.frame import Events
from engine.rules.common.repair import resolve_repairs_in_step
from engine.rules.common.step_duties import has_duty
from engine.rules.movement.bases import resolve_bonus_movement
from engine.rules.movement.mover import Mover, mover_of
from engine.rules.movement.stranding import resolve_stranded
from engine.values import replace


def resolve_combat_move_opening(state: State) -> Events:
    """Repairs; bases give movement; own aircraft take off; aircraft of allies are stowed."""
    log: EventLog[Definition] = EventLog(state)
    log.extend(_preparations(state, usually=True))
    log.extend(_released(log.state, state.nation))
    log.extend(_stowed(mover_of(log.state)))
    return log.events


def resolve_noncombat_move_opening(state: State) -> Events:
    """What a map has done before it; aircraft of allies that have fought are stowed again."""
    log: EventLog[Definition] = EventLog(state)
    log.extend(_preparations(state, usually=False))
    if state.definition.options.allied_aircraft_fight:
        log.extend(_stowed(mover_of(log.state)))
    return log.events


def _preparations(state: State, *, usually: bool) -> Events:
    """Repairs, movement from bases and rest, where this step has them."""
    log: EventLog[Definition] = EventLog(state)
    starts = usually and state.definition.options.repair_at_start_of_turn
    log.extend(resolve_repairs_in_step(state, usually=starts))
    if has_duty(state, "bonus_movement", usually=usually):
        log.extend(resolve_bonus_movement(mover_of(log.state)))
    if has_duty(state, "rest_before"):
        log.extend(_rest(log.state))
    return log.events


def _rest(state: State) -> Events:
    """All units are as fresh as on the morning of a turn, but for movement that bases gave."""
    without_bonus = (replace(unit, bonus=0) for unit in state.units.values())
    units = tuple(unit.id for unit in awake(without_bonus))
    return (UnitsRested(units),) if units else ()


def resolve_combat_move_closing(state: State) -> Events:
    """If leftover movement is not kept, ships and land units that moved are done (G3).

    So are carriers whose moves had to be declared by now (C79).
    """
    log: EventLog[Definition] = EventLog(state)
    if has_duty(state, "loss_of_aircraft"):
        log.extend(resolve_stranded(state))
    rests = has_duty(state, "rest_after")
    log.extend(_rest(log.state) if rests else _movement_over(log.state))
    return log.events


def _movement_over(state: State) -> Events:
    mover = mover_of(state)
    moved = tuple(
        unit.id
        for unit in state.units_of(mover.nation)
        if unit.moved and not mover.kind(unit).is_air and _is_done(mover, unit)
    )
    return (MovementEnded(moved),) if moved else ()


def _is_done(mover: Mover, unit: Unit) -> bool:
    """Whether a unit that moved may not move again in the non-combat move."""
    if mover.options.carrier_moves_declared and mover.kind(unit).decks.carrier_capacity:
        return True
    return not mover.options.keep_leftover_movement and mover.steps_left(unit) > 0


def resolve_noncombat_move_closing(state: State) -> Events:
    """Aircraft of allies are free again, stranded ones are lost, submarines surface."""
    log: EventLog[Definition] = EventLog(state)
    log.extend(_released(state, NOBODY))
    if has_duty(state, "loss_of_aircraft", usually=True):
        log.extend(resolve_stranded(log.state, carriers_to_come=True))
    submerged = tuple(unit.id for unit in log.state.units.values() if unit.submerged)
    if submerged:
        log.add(UnitsSurfaced(submerged))
    if has_duty(state, "rest_after"):
        log.extend(_rest(log.state))
    return log.events


def _released(state: State, nation: NationName) -> Iterator[Event]:
    """Aircraft aboard carriers take off, unless their carrier holds them.

    nation: only those of one nation, "" for all.
    """
    kinds = state.definition.unit_types
    aboard = tuple(
        unit.id
        for unit in state.units.values()
        if unit.carried_by is not None
        and kinds[unit.type].is_air
        and nation in {"", unit.owner}
        and not holds_aircraft(state, state.units[unit.carried_by])
    )
    if aboard:
        yield AircraftReleased(aboard)


def _stowed(mover: Mover) -> Iterator[Event]:
    if pairs := stowing(mover):
        yield AircraftStowed(mover.nation, pairs)


def stowing(mover: Mover) -> tuple[tuple[UnitId, UnitId], ...]:
    """Aircraft of allies that have no room on carriers of allies are cargo of own ones (B176).

    Each with its carrier; those that are aboard it already are left out.
    """
    zones = dict.fromkeys(
        unit.territory
        for unit in mover.state.units_of(mover.nation)
        if mover.kind(unit).decks.carrier_capacity
    )
    found = (pair for zone in zones for pair in _stowed_in(mover, zone))
    aboard = {unit.id: unit.carried_by for unit in mover.state.units.values()}
    return tuple(sorted(pair for pair in found if aboard[pair[0]] != pair[1]))


def _stowed_in(mover: Mover, zone: TerritoryName) -> Iterator[tuple[UnitId, UnitId]]:
    there = mover.state.units_in(zone)
    friendly = [unit for unit in there if unit.owner in mover.friends]
    elsewhere = sum(deck_of(mover.state, unit) for unit in friendly if unit.owner != mover.nation)
    room = {
        unit.id: deck_of(mover.state, unit)
        for unit in friendly
        if unit.owner == mover.nation and mover.kind(unit).decks.carrier_capacity
    }
    for unit in friendly:
        cost = mover.kind(unit).decks.carrier_cost
        if unit.owner == mover.nation or not mover.kind(unit).is_air or not cost:
            continue
        if elsewhere >= cost:
            elsewhere -= cost
            continue
        carrier = next((key for key, left in room.items() if left >= cost), None)
        if carrier is not None:
            room[carrier] -= cost
            yield unit.id, carrier
