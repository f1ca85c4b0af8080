"""Leaving a battle in the movement phase.

Rule: Triumph & Tragedy 2nd edition, Disengaging (T42, T54 to T58).
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import AIR, GROUND, UNDERSEA
from engine.rules.blocks.areas import (
    block_of,
    enemies_in,
    is_ground,
    is_sea,
    is_undisputed,
)
from engine.rules.blocks.borders import crossings_left
from engine.rules.blocks.travel import (
    Path,
)


def is_disengaging(state: State, unit: Unit) -> bool:
    """Whether the unit is in a battle that it would leave by a move."""
    return not unit.escaped and bool(enemies_in(state, unit.owner, unit.territory))


def check_disengaging(state: State, unit: Unit, path: Path) -> Iterator[Illegal]:
    """Reasons against leaving the battle by this way."""
    kind = block_of(state, unit).kind
    start, first, end = path[0], path[1], path[-1]
    if kind == GROUND and is_sea(state, start):
        yield Illegal("convoy-engaged", f"a convoy cannot disengage in {start}", "T55", start)
    if kind not in {AIR, UNDERSEA} and not is_undisputed(state, unit.owner, first):
        text = f"{first} is not an undisputed friendly area to disengage to"
        yield Illegal("no-way-out", text, "T56", first)
    if kind in {AIR, UNDERSEA} and not is_undisputed(state, unit.owner, end):
        text = f"{unit.type} disengages to an undisputed friendly area, and {end} is not one"
        yield Illegal("engages-again", text, "T58", end)
    elif enemies_in(state, unit.owner, end):
        text = f"a unit that disengages engages nobody in the same turn, and enemies are in {end}"
        yield Illegal("engages-again", text, "T57", end)


def check_exit(state: State, units: tuple[Unit, ...], path: Path) -> Iterator[Illegal]:
    """The limit of the first border for all ground units that leave together (T54)."""
    ground = [unit for unit in units if is_ground(state, unit) and is_disengaging(state, unit)]
    left = crossings_left(state, path[0], path[1]) if ground else 0
    if len(ground) > left:
        text = (
            f"{len(ground)} ground units would disengage from {path[0]} to {path[1]}, "
            f"but only {left} can"
        )
        yield Illegal("border-limit", text, "T54", path[1])
