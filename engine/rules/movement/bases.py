"""Bases give units more movement at the beginning of the combat move.

A base on land gives it to units that stand in its area, and to ships in the sea zones that touch
that area; a base at sea to units in its own zone.  It helps its owner and the allies of its owner.
A unit that several bases help gets the largest bonus, not the sum.  The bonus lasts for the turn.

Rule: the map dialect (givesMovement); A&A Pacific, naval and air bases (linked, section 2.2).
Options: bonus_movement.
"""

from collections.abc import Iterator

from engine.core.events import Event
from engine.core.events.movement import BonusMovementGiven
from engine.core.ids import UnitId
from engine.core.unit import Unit
from engine.rules.movement.mover import Mover


def resolve_bonus_movement(mover: Mover) -> Iterator[Event]:
    """The bonus of every unit of the nation on turn that a base helps."""
    if not mover.options.bonus_movement:
        return
    givers = {name for name, kind in mover.kinds.items() if kind.gives_movement}
    bases = [
        unit
        for unit in mover.state.units.values()
        if unit.type in givers and unit.owner in mover.friends
    ]
    found: dict[UnitId, int] = {}
    for base in bases:
        gifts = dict(mover.kind(base).gives_movement)
        for unit in _in_reach(mover, base):
            more = gifts.get(unit.type, 0)
            if unit.owner == mover.nation and more > found.get(unit.id, 0):
                found[unit.id] = more
    if found:
        yield BonusMovementGiven(mover.nation, tuple(sorted(found.items())))


def _in_reach(mover: Mover, base: Unit) -> Iterator[Unit]:
    place = base.territory
    yield from mover.state.units_in(place)
    if mover.is_sea[place]:
        return
    for beside in mover.state.definition.board.neighbours(place):
        if mover.is_sea[beside]:
            yield from (unit for unit in mover.state.units_in(beside) if mover.kind(unit).is_sea)
