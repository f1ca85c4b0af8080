"""Soldiers carried by other units: behind armour, or in aircraft into a battle.

Mechanized Infantry: a land transport takes infantry of the same order along its whole path, also
where that ends aboard a ship.  A map
may let a type of units blitz beside another one in the same way.
Paratroopers: an air transport drops them into a battle; neither has moved before, and the flight
ends in the first enemy area.  By option they may be dropped behind it, and be flown to friendly
land in the non-combat move.
A transport takes one soldier, or as many as its room for cargo holds where it has any.  Soldiers
that can make the move unaided do so.

Rule: rule book, Technology (B127, B130); the map dialect (isLandTransport, isAirTransport).
Options: paratroopers_fly_in_noncombat, paratroopers_jump_deep.
"""

from collections.abc import Sequence

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName, UnitId
from engine.core.unit import Unit
from engine.rules.common.advances import advances_of
from engine.rules.common.values import is_spent
from engine.rules.movement.mover import Mover, refusal
from engine.rules.movement.passage import check_unit
from engine.rules.movement.way_cost import way_cost
from engine.values import replace

Path = tuple[TerritoryName, ...]


def followers(mover: Mover, units: Sequence[Unit], path: Path) -> dict[UnitId, Unit]:
    """Infantry of a group that goes behind other units, with the unit that takes each along."""
    if len(path) < 2 or any(mover.is_sea[place] for place in path[:-1]):
        return {}
    found = {} if mover.is_sea[path[-1]] else _led(mover, units, path)
    if not any(advance.drives_infantry for advance in advances_of(mover.state, mover.nation)):
        return found
    leaders = [
        unit
        for unit in units
        if mover.kind(unit).carriage.is_land_transport
        and mover.kind(unit).is_land
        and _is_own(mover, unit)
    ]
    if not leaders:
        return found
    foot = [
        unit for unit in units if mover.kind(unit).carriage.is_infantry and unit.id not in found
    ]
    waiting = _waiting(mover, foot, path)
    stuck = {unit.id for unit in waiting}
    return found | _seated(mover, waiting, [unit for unit in leaders if unit.id not in stuck])


def _led(mover: Mover, units: Sequence[Unit], path: Path) -> dict[UnitId, Unit]:
    """Units that blitz only beside another one, with that one; they use their own movement."""
    found: dict[UnitId, Unit] = {}
    led = [
        unit
        for unit in units
        if mover.kind(unit).mobility.blitzes_with
        and _is_own(mover, unit)
        and mover.steps_left(unit) >= way_cost(mover, unit.type, path)
        and check_unit(mover, unit, path)
    ]
    leaders = [unit for unit in units if _is_own(mover, unit)] if led else []
    for unit in led:
        types = mover.kind(unit).mobility.blitzes_with
        leader = next((one for one in leaders if one.type in types), None)
        if leader is not None:
            leaders.remove(leader)
            found[unit.id] = leader
    return found


def passengers(
    mover: Mover, units: Sequence[Unit], path: Path, *, raid: bool = False
) -> dict[UnitId, Unit]:
    """Paratroopers of a group that fly, with the air transport that takes each along."""
    known = any(advance.flies_infantry for advance in advances_of(mover.state, mover.nation))
    may_fly = mover.combat or mover.options.paratroopers_fly_in_noncombat
    if raid or not may_fly or not known or mover.is_sea[path[0]]:
        return {}
    aircraft = [
        unit
        for unit in units
        if mover.kind(unit).carriage.is_air_transport and _is_own(mover, unit) and not unit.moved
    ]
    if not aircraft:
        return {}
    troops = [unit for unit in units if mover.kind(unit).carriage.is_paratrooper]
    return _seated(mover, _waiting(mover, troops, path), aircraft)


def check_drop(mover: Mover, unit: Unit, path: Path) -> tuple[Illegal, ...]:
    """Reasons why a paratrooper cannot be dropped at the end of a flight (B127)."""
    end = path[-1]
    reasons: list[Illegal] = []
    for place in path[1:-1]:
        if mover.is_hostile_land(place) and not mover.options.paratroopers_jump_deep:
            text = f"must be dropped in {place}, the first enemy area on the way"
            reasons.append(refusal("drop-earlier", unit, text, "B127", place))
    if not mover.combat:
        if mover.is_sea[end] or mover.is_hostile_land(end) or mover.defenders(end):
            text = f"can only be flown to friendly land in this phase, which {end} is not"
            reasons.append(refusal("no-combat-here", unit, text, "B214", end))
    elif not mover.is_hostile_land(end):
        text = f"can only be dropped into a battle, and there is none in {end}"
        reasons.append(refusal("no-battle-to-drop", unit, text, "B127", end))
    return tuple(reasons)


def as_leader(follower: Unit, leader: Unit) -> Unit:
    """The infantry with the abilities of the unit in front of it."""
    return replace(leader, id=follower.id, moved=max(leader.moved, follower.moved))


def _waiting(mover: Mover, units: Sequence[Unit], path: Path) -> list[Unit]:
    """Those of the nation's soldiers that have not moved and cannot go the way unaided."""
    return [
        unit
        for unit in units
        if mover.kind(unit).is_land
        and _is_own(mover, unit)
        and unit.moved == 0
        and not is_spent(unit)
        and check_unit(mover, unit, path)
    ]


def _is_own(mover: Mover, unit: Unit) -> bool:
    return unit.owner == mover.nation and unit.carried_by is None


def _seated(mover: Mover, soldiers: Sequence[Unit], carriers: Sequence[Unit]) -> dict[UnitId, Unit]:
    """Soldiers with the unit that takes each along, large ones first, as far as there is room."""
    single = [unit for unit in carriers if not mover.kind(unit).carriage.transport_capacity]
    room = {unit.id: mover.kind(unit).carriage.transport_capacity for unit in carriers}
    found: dict[UnitId, Unit] = {}
    for soldier in sorted(soldiers, key=lambda unit: -mover.kind(unit).carriage.transport_cost):
        cost = mover.kind(soldier).carriage.transport_cost
        if single:
            found[soldier.id] = single.pop(0)
            continue
        spacious = (one for one in carriers if cost <= room[one.id])
        carrier = next(spacious, None)
        if carrier is not None and mover.kind(soldier).carriage.can_board:
            room[carrier.id] -= cost
            found[soldier.id] = carrier
    return found
