"""Random start: before a game begins, land that belongs to nobody is given out by dice.

One die is rolled for every such area, with as many faces.  Nation after nation takes one area in
turn order and places one unit there, as long as there are areas and nations with
unplaced units.  The areas left form a ring in the order of their names; each nation goes on
from the place where the last one stopped by one less than its die.  The places of the dice are
counted from the first one, and the ring is as long as there are areas left.

When no area is left, nation after nation sets up one of the units it still has in land of its own,
until nobody has any: the player chooses the land, and the type where there are several.

Source: the map dialect (RandomStartDelegate); the ring and the rest were found from recorded games.
Options: none.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import Decision, RandomStartFrame
from engine.core.chance import RollResult
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.economy import LandDrawn, UnitsPlaced
from engine.core.events.turn import FramePopped, FramePushed, FrameReplaced
from engine.core.ids import NOBODY, NOWHERE, NationName, TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.place import Place
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    dice_outside_battle,
    top_frame,
)

SET_UP: Final = "set_up"


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
    areas = unowned_land(state)
    if not areas or not any(_has_units(state, nation) for nation in _nations(state)):
        return ()
    return (FramePushed(RandomStartFrame(areas)),)


def _nations(state: State) -> tuple[NationName, ...]:
    return state.definition.politics.nation_names


def _has_units(state: State, nation: NationName) -> bool:
    return bool(_unplaced(state, nation))


def _frame(state: State) -> RandomStartFrame:
    return top_frame(state, RandomStartFrame)


def _advance(state: State) -> Events | Waiting:
    if _frame(state).chooser:
        return _decision(state)
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
    events: list[LandDrawn] = []
    place = 0
    for nation, die in zip(takers, roll.dice, strict=False):
        place += die - 1
        area = left.pop(place % len(left))
        kind = unplaced_units[nation].pop(0)
        unit = Unit(state.next_unit + len(events), kind, nation, area)
        events.append(LandDrawn(nation, area, (unit,)))
    log = EventLog(state)
    log.extend(tuple(events))
    last = events[-1].nation if events else NOBODY
    log.extend(() if left else _next_choice(log.state, last))
    if log.state.agenda == state.agenda:
        log.add(FramePopped())
    return log.events


def _next_choice(state: State, last: NationName) -> Events:
    """The next nation with units and land sets one up; () when there is none."""
    names = _nations(state)
    start = names.index(last) + 1 if last else 0
    for nation in (*names[start:], *names[:start]):
        if _has_units(state, nation) and _own_land(state, nation):
            return (FrameReplaced(RandomStartFrame((), nation)),)
    return ()


def _own_land(state: State, nation: NationName) -> tuple[TerritoryName, ...]:
    sea = state.definition.board.is_sea
    return tuple(
        sorted(name for name, by in state.owners.items() if by == nation and not sea[name])
    )


def _decision(state: State) -> Decision:
    nation = _frame(state).chooser
    return Decision(nation, SET_UP, NOWHERE, count=1, territories=_own_land(state, nation))


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    if not _frame(state).chooser:
        return check_takes_no_orders(state, order)
    decision = _decision(state)
    if not isinstance(order, Place):
        text = f"the {decision.nation} set up a unit first (place ...)"
        return (Illegal("decision-first", text),)
    reasons: list[Illegal] = []
    if [pick.count for pick in order.picks] != [1]:
        reasons.append(Illegal("wrong-count", "units are set up one at a time"))
    hand = dict(_unplaced(state, decision.nation))
    for pick in order.picks:
        if not hand.get(pick.type) or pick.units or pick.owner not in {"", decision.nation}:
            text = f"the {decision.nation} have no {pick.type} to set up"
            reasons.append(Illegal("not-unplaced", text))
    if order.territory not in decision.territories:
        text = f"{order.territory} does not belong to the {decision.nation}"
        reasons.append(Illegal("not-own-land", text, where=order.territory))
    return tuple(reasons)


def _resolve(state: State, order: Order) -> Events:
    if not isinstance(order, Place):
        return ()
    nation = _frame(state).chooser
    (pick,) = order.picks
    unit = Unit(state.next_unit, pick.type, nation, order.territory)
    log = EventLog(state)
    log.add(UnitsPlaced(nation, order.territory, (unit,), NOWHERE, counts=False))
    log.extend(_next_choice(log.state, nation) or (FramePopped(),))
    return log.events


def legal_set_ups(state: State) -> Iterator[Order]:
    """Each type that is left in each land, sorted by land; nothing while dice are awaited."""
    frame = state.agenda[-1]
    if isinstance(frame, RandomStartFrame) and frame.chooser:
        decision = _decision(state)
        for place in decision.territories:
            for name, _ in _unplaced(state, decision.nation):
                yield Place((Pick(1, name),), place)


def _unplaced(state: State, nation: NationName) -> list[tuple[UnitTypeName, int]]:
    unplaced = state.unplaced.get(nation, {})
    return [(name, unplaced[name]) for name in state.definition.unit_types if unplaced.get(name, 0)]


def _in_turn(counts: dict[NationName, int]) -> list[NationName]:
    """Nations in turn order again and again, each as often as it has units."""
    most = max(counts.values(), default=0)
    return [nation for turn in range(most) for nation in counts if counts[nation] > turn]


RANDOM_START_FRAME: Final = FrameRules(_advance, _check, _resolve, _roll, legal_set_ups)
