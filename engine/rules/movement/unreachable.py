"""Why there is no way for units between two territories that do not touch.

A player who names only start and end learns what stands in the way of the units, and not that the
two do not touch, which the map says as well.

Rule: rule book, The map (B14 to B16), Units (B51), Selecting and moving units (B178).
"""

from collections.abc import Callable, Sequence

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.rules.movement.mover import Mover, refusal

Path = tuple[TerritoryName, ...]


def why_no_way(mover: Mover, units: Sequence[Unit], path: Path) -> tuple[Illegal, ...]:
    """A reason for each kind of unit that cannot get along a path with a gap; () for none."""
    start, goal = path[0], path[-1]
    if start == goal:
        return (Illegal("path-too-short", f"{start} is both start and end", "B14", start),)
    known: dict[tuple[object, ...], Illegal | None] = {}
    for unit in units:
        if unit.likeness not in known:
            known[unit.likeness] = _why(mover, unit, start, goal)
    found = (reason for reason in known.values() if reason is not None)
    return tuple(dict.fromkeys(found))


def _why(mover: Mover, unit: Unit, start: TerritoryName, goal: TerritoryName) -> Illegal | None:
    kind = mover.kind(unit)
    left = mover.steps_left(unit)
    if unit.carried_by is not None:
        text = f"is aboard a ship; sail first, and go ashore in {goal} from a zone beside it"
        return refusal("needs-transport", unit, text, "B15", start)
    if not kind.movement:
        return refusal("not-enough-movement", unit, "never moves", "B51", start)
    if not left and unit.moved:
        return refusal("not-enough-movement", unit, "has moved already in this turn", "B51", start)
    if kind.is_sea and not mover.is_sea[goal]:
        text = f"cannot go to {goal}, which is land"
        return refusal("ships-stay-at-sea", unit, text, "B16", goal)
    need = _steps(mover, start, goal, _element(mover, unit))
    if need is None and kind.is_land:
        text = f"needs a ship to get from {start} to {goal}; load, sail and unload"
        return refusal("needs-transport", unit, text, "B15", goal)
    if need is not None and need > left:
        text = f"has {left} of the {need} steps needed to reach {goal}"
        return refusal("not-enough-movement", unit, text, "B51", start)
    return None


def _element(mover: Mover, unit: Unit) -> Callable[[TerritoryName], bool]:
    """Where this kind of unit can be at all."""
    kind = mover.kind(unit)

    def fits(place: TerritoryName) -> bool:
        if mover.lands[place].is_impassable:
            return False
        return kind.is_air or mover.is_sea[place] == kind.is_sea

    return fits


def _steps(
    mover: Mover, start: TerritoryName, goal: TerritoryName, fits: Callable[[TerritoryName], bool]
) -> int | None:
    """Steps of the shortest way whoever holds it; None when there is none."""
    if not fits(goal):
        return None
    board = mover.state.definition.board
    path = board.shortest_path(start, goal, fits)
    return None if path is None else len(path) - 1
