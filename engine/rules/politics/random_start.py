"""Random start: before a game begins, land that belongs to nobody is given out by dice.

One die is rolled for every such area, with as many faces.  Nation after nation takes one area in
turn order and places one unit there, as long as there are areas and nations with
unplaced units.  The areas left form a ring in the order of their names; each nation goes on
from the place where the last one stopped by one less than its die.  The places of the dice are
counted from the first one, and the ring is as long as there are areas left.

Source: the map dialect (RandomStartDelegate); the ring was found from a recorded game.
Options: none.
"""

from typing import Final

from engine.core.agenda import RandomStartFrame
from engine.core.chance import RollResult
from engine.core.events import Event
from engine.core.events.economy import LandDrawn
from engine.core.events.turn import FramePopped, FramePushed
from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rules.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    dice_outside_battle,
    legal_nothing,
    resolve_no_order,
)


def unowned_land(state: State) -> tuple[TerritoryName, ...]:
    """Land areas that belong to nobody and can be entered, sorted."""
    return tuple(
        sorted(
            area.name
            for area in state.definition.board.territories.values()
            if not area.is_sea and not area.is_impassable and area.name not in state.owners
        )
    )


def resolve_random_start(state: State) -> Events:
    """It waits for its dice, when there is land to give and anybody to take it."""
    has_units = any(state.unplaced.get(nation) for nation in state.definition.politics.nation_names)
    areas = unowned_land(state)
    return (FramePushed(RandomStartFrame(areas)),) if has_units and areas else ()


def _frame(state: State) -> RandomStartFrame:
    frame = state.agenda[-1]
    if not isinstance(frame, RandomStartFrame):
        raise TypeError("no land is being given out")
    return frame


def _advance(state: State) -> Events | Waiting:
    areas = len(_frame(state).areas)
    return dice_outside_battle(
        state,
        "random_start",
        areas,
        max(2, areas),
        f"which nation starts in which of {areas} areas",
    )


def _roll(state: State, roll: RollResult) -> Events:
    left = list(_frame(state).areas)
    unplaced_units = {
        nation: [name for name, count in _unplaced(state, nation) for _ in range(count)]
        for nation in state.definition.politics.nation_names
    }
    takers = _in_turn({nation: len(unplaced) for nation, unplaced in unplaced_units.items()})
    events: list[Event] = []
    place = 0
    for nation, die in zip(takers, roll.dice, strict=False):
        place += die - 1
        area = left.pop(place % len(left))
        kind = unplaced_units[nation].pop(0)
        unit = Unit(state.next_unit + len(events), kind, nation, area)
        events.append(LandDrawn(nation, area, (unit,)))
    return (*events, FramePopped())


def _unplaced(state: State, nation: NationName) -> list[tuple[UnitTypeName, int]]:
    unplaced = state.unplaced.get(nation, {})
    return [(name, unplaced[name]) for name in state.definition.unit_types if unplaced.get(name, 0)]


def _in_turn(counts: dict[NationName, int]) -> list[NationName]:
    """Nations in turn order again and again, each as often as it has units."""
    most = max(counts.values(), default=0)
    return [nation for turn in range(most) for nation in counts if counts[nation] > turn]


RANDOM_START_FRAME: Final = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
