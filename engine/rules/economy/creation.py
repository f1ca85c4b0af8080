"""What units pay and make at the end of their owner's turn.

A unit may pay an amount of some resource, or cost it (upkeep), but nobody owes anything.  It may
also make units: they appear in its area; ships that are made on land appear in a sea zone beside
it, and land units that are made at sea in an own area beside that zone.  Where there are several, a
die chooses one for all of them; where there is none, nothing appears.  A nation that does not hold
its capital gets nothing.

Rule: the map dialect (createsUnitsList, createsResourcesList).
Options: none.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.agenda import CreationFrame
from engine.core.chance import RollResult
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.economy import IncomeCollected
from engine.core.events.triggers import UnitsAppeared
from engine.core.events.turn import FramePopped, FramePushed, FrameReplaced
from engine.core.ids import NEUTRAL, NOBODY, NationName, TerritoryName, UnitTypeName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.offers import sums
from engine.gamedef.position import Waiting
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    dice_outside_battle,
    legal_nothing,
    resolve_no_order,
    top_frame,
)
from engine.rules.common.relations import is_sea, owner_of, type_of
from engine.rules.common.stacking import room_on_board
from engine.rules.economy.income import collects_income

SOURCE: Final = "units"
"""The source of what units pay."""


def resolve_unit_yields(state: State) -> Events:
    """What the units of the nation on turn pay and cost, resource by resource."""
    nation = state.nation
    if not collects_income(state, nation):
        return ()
    kinds = state.definition.unit_types
    paying = {
        name: kind.production.yields for name, kind in kinds.items() if kind.production.yields
    }
    if not paying:
        return ()
    amounts = sums(pair for unit in state.units_of(nation) for pair in paying.get(unit.type, ()))
    log = EventLog(state)
    for name in sorted(amounts):
        has = state.amount(nation, name)
        amount = max(amounts[name], -has)
        if amount:
            log.add(IncomeCollected(nation, amount, has + amount, SOURCE, name))
    return log.events


def resolve_creation(state: State) -> Events:
    """New units appear; those for whom a die must choose an area wait for it."""
    if not collects_income(state, state.nation):
        return ()
    creating = {
        name for name, kind in state.definition.unit_types.items() if kind.production.creates
    }
    if not creating:
        return ()
    made_in = {unit.territory for unit in state.units_of(state.nation) if unit.type in creating}
    log = EventLog(state)
    waiting: list[tuple[TerritoryName, bool]] = []
    for place in state.definition.board.territories:
        if place not in made_in:
            continue
        there = _created(state, place, state.nation)
        at_home = [name for name in there if _belongs(state, name, place)]
        log.extend(_appear(log.state, place, at_home, state.nation))
        for of_sea in (True, False):
            abroad = _abroad(state, place, of_sea=of_sea)
            places = _places(state, place, of_sea=of_sea) if abroad else ()
            if len(places) == 1:
                log.extend(_appear(log.state, places[0], abroad, state.nation))
            elif places:
                waiting.append((place, of_sea))
    if waiting:
        log.add(FramePushed(CreationFrame(tuple(waiting))))
    return log.events


def resolve_neutral_growth(state: State) -> Events:
    """Units that belong to nobody make others that may stand where they are made."""
    log = EventLog(state)
    for place in state.definition.board.territories:
        there = _created(log.state, place, NEUTRAL)
        names = [name for name in there if _belongs(state, name, place)]
        log.extend(_appear(log.state, place, names, NEUTRAL))
    return log.events


def _created(state: State, place: TerritoryName, owner: NationName) -> tuple[UnitTypeName, ...]:
    """What units of an owner make in an area, as far as the board has room for it."""
    makers = (unit for unit in state.units_in(place) if unit.owner == owner)
    wanted = (pair for unit in makers for pair in type_of(state, unit).production.creates)
    return room_on_board(state, wanted)


def _belongs(state: State, name: UnitTypeName, place: TerritoryName) -> bool:
    """Whether units of a type may stand in an area of this kind."""
    kind = state.definition.unit_types[name]
    return kind.is_air or kind.is_sea == is_sea(state, place)


def _abroad(state: State, place: TerritoryName, *, of_sea: bool) -> list[UnitTypeName]:
    """What is made in an area and cannot stand there: ships, or land units."""
    kinds = state.definition.unit_types
    there = (
        name for name in _created(state, place, state.nation) if not _belongs(state, name, place)
    )
    return [name for name in there if kinds[name].is_sea == of_sea]


def _places(state: State, place: TerritoryName, *, of_sea: bool) -> Sequence[TerritoryName]:
    """Where ships or land units may appear that were made in an area."""
    return [
        beside
        for beside in sorted(state.definition.board.neighbours(place))
        if is_sea(state, beside) == of_sea and (of_sea or owner_of(state, beside) == state.nation)
    ]


def _appear(
    state: State, place: TerritoryName, names: Sequence[UnitTypeName], nation: NationName
) -> Iterator[Event]:
    kinds = state.definition.unit_types
    new = tuple(
        Unit(
            id=state.next_unit + number,
            type=name,
            owner=nation,
            territory=place,
            original_owner=nation if kinds[name].is_infrastructure else NOBODY,
        )
        for number, name in enumerate(room_on_board(state, ((name, 1) for name in names)))
    )
    if new:
        yield UnitsAppeared(nation, place, new)


def _frame(state: State) -> CreationFrame:
    return top_frame(state, CreationFrame)


def _advance(state: State) -> Events | Waiting:
    frame = _frame(state)
    if not frame.where:
        return (FramePopped(),)
    place, of_sea = frame.where[0]
    sides = len(_places(state, place, of_sea=of_sea))
    return dice_outside_battle(
        state, "creation", 1, sides, f"where the units made in {place} appear"
    )


def _roll(state: State, roll: RollResult) -> Events:
    (place, of_sea), *rest = _frame(state).where
    chosen = _places(state, place, of_sea=of_sea)[roll.dice[0] - 1]
    new = _appear(state, chosen, _abroad(state, place, of_sea=of_sea), state.nation)
    return (*new, FrameReplaced(CreationFrame(tuple(rest))))


CREATION_FRAME: Final = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
