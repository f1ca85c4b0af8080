"""Changes of the board by hand, with everybody's consent.

Almost everything is allowed that players could do on a table with their own hands; refused is what
the rules could not continue from: ships on land, troops in the water, enemies in one land territory
without a battle, cargo without its ship.  Edits are made only between orders: never while the game
waits for dice or a choice, and not while battles are pending.

A new relation counts from the next order on, as one that a political action brings: nobody is
moved, and units that are now among enemies fight in the next combat of one of the two (ADR 0082).

Rule: rule book, Menus, Edit mode (B255).
Options: bombing_damages_factory.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.edit import (
    DamageSet,
    GoodsSet,
    HitsSet,
    MoneySet,
    OwnerSet,
    TechnologySet,
    UnitsAdded,
    UnitsRemoved,
    UnitsShifted,
)
from engine.core.ids import NEUTRAL, NOBODY, PUS, NationName, TerritoryName, UnitId, UnitTypeName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.agreed import AgreedEdit
from engine.orders.edits.form import Change
from engine.orders.edits.nations import SetGoods, SetMoney, SetOwner, SetRelation, SetTechnology
from engine.orders.edits.units import (
    AddUnits,
    SetDamage,
    SetHits,
    SetStrength,
    ShiftUnits,
    TakeOffUnits,
    UnitChange,
)
from engine.rules.common.frame import Events
from engine.rules.common.picks import pick_units
from engine.rules.common.relations import is_allied, is_impassable, is_sea, owner_of, type_of
from engine.rules.economy.purchase import costs_of
from engine.rules.politics.changing import resolve_relation

_RULE = "B255"
_MOST_UNITS = 20_000
"""Units on the board and units named in one edit: as many as a scenario may begin with. Every
reader of a save has to carry it out, and a few bytes must not name a million units."""
_MOST_WORK = 500_000
"""Groups of units that an edit names, times all units on the board: every change searches the whole
board.  A thousand changes of a board of 500 units are within it."""


def check_edit(state: State, edit: AgreedEdit) -> tuple[Illegal, ...]:
    """Every reason against the changes, made one after the other; the state is open for orders."""
    if state.battles:
        places = ", ".join(battle.territory for battle in state.battles)
        text = f"nothing is changed by hand while battles are pending: {places}"
        return (Illegal("edit-battles-pending", text, _RULE),)
    if not edit.changes:
        return (Illegal("edit-empty", "the edit changes nothing", _RULE),)
    named = sum(pick.count for change in edit.changes for pick in _picks(change))
    if named > _MOST_UNITS:
        text = f"the edit names {named} units, but only {_MOST_UNITS} are allowed"
        return (Illegal("edit-too-many-units", text, _RULE),)
    if _work(state, edit) > _MOST_WORK:
        text = (
            f"{len(edit.changes)} changes are too many for one edit with {len(state.units)} units "
            "on the board; make several edits of them"
        )
        return (Illegal("edit-too-large", text, _RULE),)
    log = EventLog(state)
    reasons: list[Illegal] = []
    for number, change in enumerate(edit.changes, start=1):
        against = tuple(_against(log.state, change))
        reasons += [
            Illegal(one.code, f"change {number}: {one.text}", one.rule or _RULE, one.where)
            for one in against
        ]
        if not against:
            log.extend(_events(log.state, change))
    if reasons:
        return tuple(reasons)
    touched = dict.fromkeys(place for change in edit.changes for place in _places(change))
    return (*_together(log.state, tuple(touched)), *_against_plan(log.state))


def resolve_edit(state: State, edit: AgreedEdit) -> Events:
    """What the changes do, in their order."""
    log = EventLog(state)
    for change in edit.changes:
        log.extend(_events(log.state, change))
    return log.events


def _work(state: State, edit: AgreedEdit) -> int:
    """How much has to be searched, by the units on the board and those that are added."""
    added = sum(
        pick.count
        for change in edit.changes
        if isinstance(change, AddUnits)
        for pick in change.picks
    )
    groups = sum(max(1, len(_picks(change))) for change in edit.changes)
    return groups * (len(state.units) + added)


def _places(change: Change) -> tuple[TerritoryName, ...]:
    match change:
        case AddUnits() | SetOwner():
            return (change.territory,)
        case ShiftUnits():
            return (change.to,)
    return ()


def _picks(change: Change) -> tuple[Pick, ...]:
    return change.picks if isinstance(change, UnitChange) else ()


def _against(state: State, change: Change) -> Iterator[Illegal]:  # noqa: C901 - a case each
    match change:
        case AddUnits():
            yield from _against_adding(state, change)
        case ShiftUnits():
            yield from _against_place(state, change.to)
            yield from _against_picks(state, change.picks, change.origin)
            for pick in change.picks if change.to in state.definition.board.territories else ():
                yield from _against_element(state, pick.type, change.to)
        case TakeOffUnits():
            yield from _against_picks(state, change.picks, change.territory)
            yield from _against_lost_cargo(state, change)
        case SetOwner():
            yield from _against_place(state, change.territory)
            if change.territory in state.definition.board.territories and is_sea(
                state, change.territory
            ):
                yield Illegal("edit-not-land", f"{change.territory} is a sea zone")
            if change.owner:
                yield from _against_nation(state, change.owner)
        case SetMoney():
            yield from _against_nation(state, change.nation)
        case SetTechnology():
            yield from _against_nation(state, change.nation)
            if change.technology not in state.definition.technology.names:
                text = f"there is no technology {change.technology!r} in this game"
                yield Illegal("unknown-technology", text)
        case SetGoods():
            yield from _against_nation(state, change.nation)
            if change.resource not in state.definition.economy.resource_names:
                text = f"there is no resource {change.resource!r} in this game"
                yield Illegal("unknown-resource", text)
        case SetRelation():
            yield from _against_relation(state, change)
        case SetHits():
            yield from _against_picks(state, change.picks, change.territory)
            yield from _against_hits(state, change)
        case SetDamage():
            yield from _against_picks(state, change.picks, change.territory)
            yield from _against_damage(state, change)
        case SetStrength():
            yield Illegal("edit-no-strength", "units have no strength in this game")
        case _:
            yield Illegal("edit-only-in-blocks", "only block games have anything of this kind")


def _against_adding(state: State, change: AddUnits) -> Iterator[Illegal]:
    yield from _against_place(state, change.territory)
    if len(state.units) + sum(pick.count for pick in change.picks) > _MOST_UNITS:
        text = f"there would be more than {_MOST_UNITS} units on the board"
        yield Illegal("edit-too-many-units", text, where=change.territory)
    for pick in change.picks:
        yield from _against_nation(state, pick.owner)
        if pick.units:
            text = "new units have no numbers yet"
            yield Illegal("edit-numbered", text, where=change.territory)
        if pick.type not in state.definition.unit_types:
            yield Illegal("unknown-unit-type", f"there is no unit type {pick.type!r}")
        elif change.territory in state.definition.board.territories:
            yield from _against_element(state, pick.type, change.territory)


def _against_place(state: State, place: TerritoryName) -> Iterator[Illegal]:
    if place not in state.definition.board.territories:
        yield Illegal("unknown-territory", f"there is no territory {place!r}")
    elif is_impassable(state, place):
        yield Illegal("edit-impassable", f"nobody can be in {place}", where=place)


def _against_nation(state: State, nation: NationName) -> Iterator[Illegal]:
    if nation not in state.definition.politics.nation_names:
        yield Illegal("unknown-nation", f"there is no nation {nation!r}")


def _against_relation(state: State, change: SetRelation) -> Iterator[Illegal]:
    for nation in (change.one, change.other):
        yield from _against_nation(state, nation)
    if change.one == change.other:
        yield Illegal("edit-one-nation", f"the {change.one} have no relation to themselves")
    known = state.definition.politics.relation_names
    if change.type not in known:
        text = f"there are no relations of the type {change.type!r}; known: {', '.join(known)}"
        yield Illegal("unknown-relation", text)


def _against_element(state: State, kind: UnitTypeName, place: TerritoryName) -> Iterator[Illegal]:
    unit_type = state.definition.unit_types.get(kind)
    if unit_type is None or unit_type.is_air or unit_type.is_sea == is_sea(state, place):
        return
    text = f"{kind} cannot stand in {place}"
    yield Illegal("edit-wrong-element", text, where=place)


def _against_picks(
    state: State, picks: tuple[Pick, ...], place: TerritoryName
) -> Iterator[Illegal]:
    if place not in state.definition.board.territories:
        yield Illegal("unknown-territory", f"there is no territory {place!r}")
        return
    pool = tuple(unit.id for unit in state.units_in(place))
    yield from pick_units(state, picks, pool, place)[1]


def _against_lost_cargo(state: State, change: TakeOffUnits) -> Iterator[Illegal]:
    """A ship may be removed only with what it carries, or after it."""
    gone = frozenset(_picked(state, change.picks, change.territory))
    left = [
        unit
        for unit in state.units_in(change.territory)
        if unit.carried_by in gone and unit.id not in gone
    ]
    if left:
        text = f"{len(left)} units are still aboard; remove them first"
        yield Illegal("edit-cargo", text, where=change.territory)


def _against_hits(state: State, change: SetHits) -> Iterator[Illegal]:
    for key in _picked(state, change.picks, change.territory):
        unit = state.units[key]
        most = type_of(state, unit).hit_points - 1
        if change.hits > most:
            text = f"{unit.type} survives at most {most} hits"
            yield Illegal("edit-too-many-hits", text, where=change.territory)
            return


def _against_damage(state: State, change: SetDamage) -> Iterator[Illegal]:
    if not state.definition.options.bombing_damages_factory:
        text = "factories are never damaged in this game: raids and rockets cost PUs"
        yield Illegal("edit-no-damage", text, where=change.territory)
    picked = _picked(state, change.picks, change.territory)
    for name in dict.fromkeys(state.units[key].type for key in picked):
        if not state.definition.unit_types[name].takes_damage:
            text = f"{name} cannot be damaged by raids"
            yield Illegal("edit-no-factory", text, where=change.territory)


def _together(state: State, places: tuple[TerritoryName, ...]) -> Iterator[Illegal]:
    """Enemies do not share land without a battle, and no unit is in enemy land without one."""
    for place in places:
        if is_sea(state, place):
            continue
        owner = owner_of(state, place)
        owners = dict.fromkeys(unit.owner for unit in state.units_in(place) if unit.owner != owner)
        hostile = [one for one in owners if not is_allied(state, one, owner)]
        if hostile:
            whose = "neutral land" if owner == NEUTRAL else f"land of the {owner}"
            text = f"units of the {hostile[0]} would be in {place}, {whose}, without a battle"
            yield Illegal("edit-enemies-together", text, _RULE, place)


def _against_plan(state: State) -> Iterator[Illegal]:
    """What the nation on turn plans to buy is paid when the phase ends, so it must be there."""
    nation = state.nation
    if not state.purchase:
        return
    for resource, cost in costs_of(state, nation, state.purchase).items():
        bank = state.amount(nation, resource)
        if cost > bank:
            what = "PUs" if resource == PUS else resource
            text = (
                f"the {nation} have planned to buy for {cost} {what} and would have {bank}; "
                "buy less first"
            )
            yield Illegal("edit-money-promised", text, _RULE)


def _events(state: State, change: Change) -> Events:
    match change:
        case AddUnits():
            return (UnitsAdded(change.territory, _new_units(state, change)),)
        case TakeOffUnits():
            units = _picked(state, change.picks, change.territory)
            return (UnitsRemoved(change.territory, units),)
        case ShiftUnits():
            units = _picked(state, change.picks, change.origin)
            with_cargo = dict.fromkeys((*units, *_cargo(state, units, change.origin)))
            return (UnitsShifted(tuple(with_cargo), change.origin, change.to),)
        case SetOwner():
            return (OwnerSet(change.territory, change.owner),)
        case SetMoney():
            return (MoneySet(change.nation, change.amount),)
        case SetGoods():
            return (GoodsSet(change.nation, change.resource, change.amount),)
        case SetRelation():
            return resolve_relation(state, (change.one, change.other), change.type)
        case SetTechnology():
            return (TechnologySet(change.nation, change.technology, change.is_active),)
        case SetHits():
            units = _picked(state, change.picks, change.territory)
            return (HitsSet(units, change.hits),)
        case SetDamage():
            units = _picked(state, change.picks, change.territory)
            return (DamageSet(units, change.points),)
    return ()


def _cargo(state: State, ships: tuple[UnitId, ...], place: TerritoryName) -> Iterator[UnitId]:
    """What these units of a place carry, in their order."""
    aboard: dict[UnitId, list[UnitId]] = {}
    for unit in state.units_in(place):
        if unit.carried_by is not None:
            aboard.setdefault(unit.carried_by, []).append(unit.id)
    for ship in ships:
        yield from aboard.get(ship, ())


def _picked(state: State, picks: tuple[Pick, ...], place: TerritoryName) -> tuple[UnitId, ...]:
    pool = tuple(unit.id for unit in state.units_in(place))
    units, reasons = pick_units(state, picks, pool, place)
    return () if reasons else units


def _new_units(state: State, change: AddUnits) -> tuple[Unit, ...]:
    kinds = [(pick.type, pick.owner) for pick in change.picks for _ in range(pick.count)]
    types = state.definition.unit_types
    return tuple(
        Unit(
            id=state.next_unit + place,
            type=kind,
            owner=owner,
            territory=change.territory,
            original_owner=owner if types[kind].is_infrastructure else NOBODY,
        )
        for place, (kind, owner) in enumerate(kinds)
    )
