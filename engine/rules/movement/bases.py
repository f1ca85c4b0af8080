"""Bases give units more movement at the beginning of the combat move.

A base on land helps units in its area, and ships in the sea zones that touch that area; a base at
sea helps units in its own zone.  It helps its owner and the allies of its owner.
A unit that several bases help gets the largest bonus, not the sum.  The bonus lasts for the turn.
So much for bases that are units.  On older maps areas themselves are bases: the first step out of
an air base costs an aircraft nothing, nor does the last step to one, with every order.  Whether it
will find a landing place is asked without that (B143).  Two naval bases let ships go one zone
further between them in the non-combat move.

Rule: the map dialect (givesMovement, airBase, navalBase); A&A Pacific, naval and air bases.
Options: bonus_movement.
"""

from collections.abc import Iterator

from engine.core.events import Event
from engine.core.events.movement import BonusMovementGiven
from engine.core.ids import TerritoryName, UnitId
from engine.core.unit import Unit
from engine.rules.common.damage import is_disabled
from engine.rules.movement.mover import Mover
from engine.rules.movement.way_cost import way_cost


def resolve_bonus_movement(mover: Mover) -> Iterator[Event]:
    """The bonus of every unit of the nation on turn that a base helps; what others had is over."""
    found: dict[UnitId, int] = {}
    for key, more in _from_units(mover):
        found[key] = max(more, found.get(key, more))
    for unit in mover.state.units.values():
        if unit.bonus:
            found.setdefault(unit.id, 0)
    if found:
        yield BonusMovementGiven(mover.nation, tuple(sorted(found.items())))


def steps_of(mover: Mover, unit: Unit, path: tuple[TerritoryName, ...]) -> int:
    """The movement that a way costs: its steps, for aircraft without those out of and to air bases.

    Terrain may make a step dearer or cheaper (`way_cost`).  The sum may be less than 0: who flies
    from one base to the next gains a step.
    """
    steps = way_cost(mover, unit.type, path)
    if not steps or not mover.kind(unit).is_air or not mover.state.definition.board.has_air_bases:
        return steps
    ends = (path[0], path[-1])
    return steps - sum(mover.lands[end].air_base and mover.is_friendly_land(end) for end in ends)


def bonus_of_ports(mover: Mover, unit: Unit, start: TerritoryName, end: TerritoryName) -> int:
    """1 for a ship that goes from a zone beside a naval base to another one in non-combat move."""
    if start == end or mover.kind(unit).is_air or not may_gain(mover, unit):
        return 0
    return int(_is_beside_base(mover, start) and _is_beside_base(mover, end))


def may_gain(mover: Mover, unit: Unit) -> int:
    """How many areas further bases may let a unit go in the phase under way, at most."""
    board, kind = mover.state.definition.board, mover.kind(unit)
    if kind.is_air:
        return 2 * board.has_air_bases
    return int(board.has_naval_bases and not mover.combat and kind.is_sea)


def _is_beside_base(mover: Mover, zone: TerritoryName) -> bool:
    board = mover.state.definition.board
    return any(
        mover.lands[place].naval_base and mover.is_friendly_land(place)
        for place in board.neighbours(zone)
    )


def _from_units(mover: Mover) -> Iterator[tuple[UnitId, int]]:
    if not mover.options.bonus_movement:
        return
    givers = {name for name, kind in mover.kinds.items() if kind.mobility.gives_movement}
    for base in mover.state.units.values():
        if base.type not in givers or base.owner not in mover.friends:
            continue
        if is_disabled(mover.state, base) or base.carried_by is not None:
            continue
        gifts = dict(mover.kind(base).mobility.gives_movement)
        for unit in _in_reach(mover, base):
            more = gifts.get(unit.type, 0)
            if unit.owner == mover.nation and more:
                yield unit.id, more


def _in_reach(mover: Mover, base: Unit) -> Iterator[Unit]:
    place = base.territory
    yield from mover.state.units_in(place)
    if mover.is_sea[place]:
        return
    for beside in mover.state.definition.board.neighbours(place):
        if mover.is_sea[beside]:
            yield from (unit for unit in mover.state.units_in(beside) if mover.kind(unit).is_sea)
