"""Whether one unit can go along a path: each kind of unit asks the rules of its element.

Rule: rule book, The map (B14 to B17), Units (B51), AA gun (B89), Combat movement (B142, B146).
Room aboard, landing places and whatever concerns several units together are in `check`.
"""

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.rules.common.values import is_spent, movement_of
from engine.rules.movement.air import check_air_path, check_raid
from engine.rules.movement.allied_aircraft import is_allied_carrier_aircraft
from engine.rules.movement.bases import bonus_of_ports, steps_of
from engine.rules.movement.land import check_land_path
from engine.rules.movement.mover import Mover, refusal
from engine.rules.movement.sea import check_sea_path
from engine.rules.movement.transport import check_load, check_unload
from engine.rules.movement.way_cost import way_cost

Path = tuple[TerritoryName, ...]

AIR, SEA, MARCH, LOAD, UNLOAD, RIDE, MIXED = (
    "air",
    "sea",
    "march",
    "load",
    "unload",
    "ride",
    "mixed",
)
"""The ways in which a unit can go along a path; `ride` is cargo, `mixed` is impossible."""


def manner_of(mover: Mover, unit: Unit, path: Path) -> str:
    """The way in which a unit would go along a path."""
    kind = mover.kind(unit)
    if kind.is_air:
        is_carried = is_allied_carrier_aircraft(mover, unit) and all(
            mover.is_sea[place] for place in path
        )
        return RIDE if unit.carried_by is not None or is_carried else AIR
    if kind.is_sea:
        return SEA
    wet = [mover.is_sea[place] for place in path]
    if not any(wet):
        return MARCH
    if all(wet):
        return RIDE
    if len(path) == 2:
        return UNLOAD if wet[0] else LOAD
    return MIXED


def check_unit(mover: Mover, unit: Unit, path: Path, *, raid: bool = False) -> tuple[Illegal, ...]:
    """Reasons against one unit on a path whose territories exist, touch and may be entered."""
    manner = manner_of(mover, unit, path)
    if manner == RIDE:
        return ()
    if unit.owner != mover.nation:
        text = f"belongs to the {unit.owner} and takes no orders from the {mover.nation}"
        return (refusal("not-yours", unit, text, "B142", path[0]),)
    reasons: list[Illegal] = []
    if raid:
        reasons.extend(check_raid(mover, unit, path[-1]))
    match manner:
        case "load":
            reasons.extend(check_load(mover, unit, path[-1]))
        case "unload":
            reasons.extend(check_unload(mover, unit, path[0], path[-1]))
        case "mixed":
            reasons.extend(_check_mixed(mover, unit, path))
        case _:
            reasons.extend(_check_own_way(mover, unit, path, manner))
    return tuple(reasons)


def _check_own_way(mover: Mover, unit: Unit, path: Path, manner: str) -> list[Illegal]:
    """Reasons against a unit that uses its own movement."""
    reasons = _check_movement(mover, unit, path)
    if manner == AIR:
        reasons.extend(check_air_path(mover, unit, path))
    elif manner == MARCH:
        reasons.extend(check_land_path(mover, unit, path))
    elif all(mover.is_sea[place] for place in path):
        reasons.extend(check_sea_path(mover, unit, path))
    else:
        land = next(place for place in path if not mover.is_sea[place])
        text = f"cannot go to {land}, which is land"
        reasons.append(refusal("ships-stay-at-sea", unit, text, "B16", land))
    return reasons


def _check_movement(mover: Mover, unit: Unit, path: Path) -> list[Illegal]:
    kind = mover.kind(unit)
    if mover.combat and not kind.mobility.moves_in_combat:
        text = "moves only in the non-combat move"
        return [refusal("no-combat-movement", unit, text, "B89", path[0])]
    need, left = way_cost(mover, unit.type, path), mover.steps_left(unit)
    if left >= steps_of(mover, unit, path):
        return []
    if not is_spent(unit):
        # A ship that has used its own movement up goes one zone further, once.
        own = movement_of(mover.state, unit) - unit.moved
        if own + bonus_of_ports(mover, unit, path[0], path[-1]) >= need:
            return []
    if not kind.is_air and is_spent(unit):
        text = "has fought, fired, submerged or landed in this turn and stays where it is"
        if mover.combat and unit.moved:
            text = "has moved into a battle in this turn and stays where it is"
        return [refusal("movement-over", unit, text, "B155", path[0])]
    text = f"has {left} of the {need} steps needed to reach {path[-1]}"
    if not kind.movement:
        text = "never moves"
    elif not left and unit.moved:
        text = "has moved already in this turn and has no steps left"
    return [refusal("not-enough-movement", unit, text, "B51", path[0])]


def _check_mixed(mover: Mover, unit: Unit, path: Path) -> list[Illegal]:
    if mover.is_sea[path[0]]:
        text = "units that go ashore stop where they land; unload with a separate order"
        return [refusal("unloading-ends-move", unit, text, "B167", path[1])]
    sea = next(place for place in path if mover.is_sea[place])
    if path[-1] == sea and sea not in path[:-1]:
        text = f"cannot move before it goes aboard in {sea}"
        return [refusal("moved-before-loading", unit, text, "B168", sea)]
    text = f"needs a ship to cross {sea}; load, sail and unload with separate orders"
    return [refusal("needs-transport", unit, text, "B15", sea)]
