"""Infantry carried by other units: behind armour, or in bombers into a battle.

Mechanized Infantry: each unit that blitzes takes one infantry of the same order along its whole
path.  A map may let a type of units blitz beside another one in the same way.
Paratroopers: each bomber takes one infantry into a battle; neither has moved before, and
the flight ends in the first enemy area.  Infantry that can make the move unaided does so.

Rule: rule book, Technology (B127, B130).
"""

from collections.abc import Sequence

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName, UnitId
from engine.core.unit import Unit
from engine.rules.advances import advances_of
from engine.rules.movement.mover import Mover, refusal
from engine.rules.movement.passage import check_unit
from engine.rules.values import is_blitzer, is_spent
from engine.values import replace

Path = tuple[TerritoryName, ...]


def followers(mover: Mover, units: Sequence[Unit], path: Path) -> dict[UnitId, Unit]:
    """Infantry of a group that goes behind other units, with the unit that takes each along."""
    if len(path) < 2 or any(mover.is_sea[place] for place in path):
        return {}
    found = _led(mover, units, path)
    if not any(advance.drives_infantry for advance in advances_of(mover.state, mover.nation)):
        return found
    units = [unit for unit in units if unit.id not in found]
    leaders = [unit for unit in units if is_blitzer(mover.state, unit) and _is_own(mover, unit)]
    return found | _paired(_waiting(mover, units, path), leaders)


def _led(mover: Mover, units: Sequence[Unit], path: Path) -> dict[UnitId, Unit]:
    """Units that blitz only beside another one, with that one; they use their own movement."""
    found: dict[UnitId, Unit] = {}
    led = [
        unit
        for unit in units
        if mover.kind(unit).blitzes_with
        and _is_own(mover, unit)
        and mover.steps_left(unit) >= len(path) - 1
        and check_unit(mover, unit, path)
    ]
    leaders = [unit for unit in units if _is_own(mover, unit)] if led else []
    for unit in led:
        types = mover.kind(unit).blitzes_with
        leader = next((one for one in leaders if one.type in types), None)
        if leader is not None:
            leaders.remove(leader)
            found[unit.id] = leader
    return found


def passengers(
    mover: Mover, units: Sequence[Unit], path: Path, *, raid: bool = False
) -> dict[UnitId, Unit]:
    """Infantry of a group that flies in bombers, with the bomber that takes each along."""
    known = any(advance.flies_infantry for advance in advances_of(mover.state, mover.nation))
    if raid or not mover.combat or not known or mover.is_sea[path[0]]:
        return {}
    bombers = [
        unit
        for unit in units
        if mover.kind(unit).is_strategic_bomber and _is_own(mover, unit) and not unit.moved
    ]
    return _paired(_waiting(mover, units, path), bombers)


def check_drop(mover: Mover, unit: Unit, path: Path) -> tuple[Illegal, ...]:
    """Reasons why infantry cannot be dropped at the end of a flight (B127)."""
    end = path[-1]
    reasons: list[Illegal] = []
    for place in path[1:-1]:
        if mover.is_hostile_land(place):
            text = f"must be dropped in {place}, the first enemy area on the way"
            reasons.append(refusal("drop-earlier", unit, text, "B127", place))
    if not mover.is_hostile_land(end):
        text = f"can only be dropped into a battle, and there is none in {end}"
        reasons.append(refusal("no-battle-to-drop", unit, text, "B127", end))
    return tuple(reasons)


def as_leader(follower: Unit, leader: Unit) -> Unit:
    """The infantry with the abilities of the unit in front of it."""
    return replace(leader, id=follower.id, moved=max(leader.moved, follower.moved))


def _waiting(mover: Mover, units: Sequence[Unit], path: Path) -> list[Unit]:
    """The nation's infantry that has not moved and cannot go the way unaided."""
    return [
        unit
        for unit in units
        if mover.kind(unit).is_infantry
        and mover.kind(unit).is_land
        and _is_own(mover, unit)
        and unit.moved == 0
        and not is_spent(unit)
        and check_unit(mover, unit, path)
    ]


def _is_own(mover: Mover, unit: Unit) -> bool:
    return unit.owner == mover.nation and unit.carried_by is None


def _paired(soldiers: list[Unit], carriers: list[Unit]) -> dict[UnitId, Unit]:
    pairs = zip(soldiers, carriers, strict=False)
    return {soldier.id: carrier for soldier, carrier in pairs}
