"""Changes of the board of a block game that all players consent to.

Rule: docs/adr/0011-consent.md and docs/adr/0018-block-games.md: production, government and cards
are played outside the program, and what they change is entered in this way.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.edit import (
    OwnerSet,
    StrengthSet,
    TechnologySet,
    UnitsAdded,
    UnitsRemoved,
    UnitsShifted,
)
from engine.core.ids import NEUTRAL, TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.gamedef import State
from engine.gamedef.blocks import GROUND
from engine.gamedef.schema import CountryName
from engine.orders.agreed import AgreedEdit
from engine.orders.edits.form import Change
from engine.orders.edits.nations import SetOwner, SetTechnology
from engine.orders.edits.units import AddUnits, SetStrength, ShiftUnits, TakeOffUnits
from engine.rules.blocks.areas import can_stand, country_of, game_of, is_sea, position_of
from engine.rules.blocks.box import over_the_box
from engine.rules.blocks.cadres import builder_at, new_cadres
from engine.rules.blocks.edit_nations import (
    NationChange,
    against_nation,
    against_nation_change,
    resolve_nation_change,
)
from engine.rules.blocks.picks import pick_blocks
from engine.rules.common.frame import Events

_RULE = "B255"
_MOST_UNITS = 2_000
"""Blocks named in one edit and blocks on the board; the game has 208."""
_MOST_CHANGES = 500


def check_block_edit(state: State, edit: AgreedEdit) -> tuple[Illegal, ...]:
    """Every reason against the changes, made one after the other; the state is open for orders."""
    if not edit.changes:
        return (Illegal("edit-empty", "the edit changes nothing", _RULE),)
    named = sum(pick.count for change in edit.changes for pick in _picks(change))
    if len(edit.changes) > _MOST_CHANGES or named > _MOST_UNITS:
        text = "the edit is too long; make several edits of it"
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
    return tuple(reasons)


def resolve_block_edit(state: State, edit: AgreedEdit) -> Events:
    """What the changes do, in their order."""
    log = EventLog(state)
    for change in edit.changes:
        log.extend(_events(log.state, change))
    return log.events


def _picks(change: Change) -> tuple[Pick, ...]:
    match change:
        case AddUnits() | TakeOffUnits() | ShiftUnits() | SetStrength():
            return change.picks
    return ()


def _against(state: State, change: Change) -> Iterator[Illegal]:  # noqa: C901 - a case each
    match change:
        case AddUnits():
            yield from _against_place(state, change.territory)
            for pick in change.picks:
                yield from _against_new(state, pick, change.territory)
            yield from _against_box(state, change)
            if len(state.units) + sum(pick.count for pick in change.picks) > _MOST_UNITS:
                yield Illegal("edit-too-many-units", "there would be too many blocks")
        case TakeOffUnits() | SetStrength():
            yield from _against_picks(state, change.picks, change.territory)
            if isinstance(change, SetStrength):
                yield from _against_strength(state, change)
        case ShiftUnits():
            yield from _against_picks(state, change.picks, change.origin)
            yield from _against_place(state, change.to)
            for pick in change.picks:
                yield from _against_element(state, pick.type, change.to)
        case SetOwner():
            yield from _against_place(state, change.territory)
            if change.territory in state.definition.board.is_sea and is_sea(
                state, change.territory
            ):
                yield Illegal("edit-not-land", f"{change.territory} is a sea")
            if change.owner:
                yield from against_nation(state, change.owner)
        case SetTechnology():
            yield from against_nation(state, change.nation)
            if change.technology not in state.definition.technology.names:
                text = f"there is no technology {change.technology!r} in this game"
                yield Illegal("unknown-technology", text)
        case _ if isinstance(change, NationChange):
            yield from against_nation_change(state, change)
        case _:
            yield Illegal("edit-not-in-blocks", "block games have nothing of this kind to change")


def _against_new(state: State, pick: Pick, place: TerritoryName) -> Iterator[Illegal]:
    if pick.owner != NEUTRAL:
        yield from against_nation(state, pick.owner)
    if pick.units:
        yield Illegal("edit-numbered", "new units have no numbers yet", where=place)
    if pick.type not in state.definition.unit_types:
        yield Illegal("unknown-unit-type", f"there is no unit type {pick.type!r}")
    else:
        yield from _against_element(state, pick.type, place)
        if pick.owner in state.definition.politics.nation_names:
            yield from _against_builder(state, pick, place)


def _against_box(state: State, change: AddUnits) -> Iterator[Illegal]:
    """No more blocks of a type than the box has (T96)."""
    place = change.territory
    if place not in game_of(state).areas or is_sea(state, place):
        return
    wanted: dict[CountryName, list[UnitTypeName]] = {}
    for pick in change.picks:
        if pick.owner == NEUTRAL or pick.owner in state.definition.politics.nation_names:
            wanted.setdefault(builder_at(state, pick.owner, place), []).extend(
                [pick.type] * pick.count
            )
    for country, kinds in wanted.items():
        for kind, have in over_the_box(state, country, kinds).items():
            text = f"the box has {have} more {kind} of {country}"
            yield Illegal("edit-box-empty", text, "T96", place)


def _against_builder(state: State, pick: Pick, place: TerritoryName) -> Iterator[Illegal]:
    """Who builds nowhere, or not there: blocks are built at home, fortresses anywhere (T97, T102,
    T121 to T123)."""
    game = game_of(state)
    if place not in game.areas:
        return
    builder = game.power_at(pick.owner, place)
    if builder in position_of(state).defeated:
        text = f"{builder} is defeated and builds no blocks any more"
        yield Illegal("edit-defeated", text, "T102", place)
    country = game.countries.get(country_of(state, place))
    is_fortress = pick.type in game.types and game.types[pick.type].is_garrison
    abroad = country is None or country.colony_of or (country.rank and country.name != builder)
    if abroad and not is_fortress:
        text = f"the {pick.owner} build no {pick.type} in {place}: add it at home, then shift it"
        yield Illegal("edit-not-at-home", text, "T97", place)


def _against_place(state: State, place: TerritoryName) -> Iterator[Illegal]:
    if place not in state.definition.board.is_sea:
        yield Illegal("unknown-territory", f"there is no area {place!r}")


def _against_element(state: State, name: UnitTypeName, place: TerritoryName) -> Iterator[Illegal]:
    if place not in state.definition.board.is_sea or name not in game_of(state).types:
        return
    kind = game_of(state).types[name].kind
    inland = not (is_sea(state, place) or can_stand(state, name, place))
    moves = state.definition.unit_types[name].movement
    if inland or (kind == GROUND and not moves and is_sea(state, place)):
        yield Illegal("edit-wrong-element", f"{name} cannot stand in {place}", where=place)


def _against_picks(
    state: State, picks: tuple[Pick, ...], place: TerritoryName
) -> Iterator[Illegal]:
    if place not in state.definition.board.is_sea:
        yield Illegal("unknown-territory", f"there is no area {place!r}")
        return
    yield from pick_blocks(state, picks, state.units_in(place), place, of_anybody=True)[1]


def _against_strength(state: State, change: SetStrength) -> Iterator[Illegal]:
    there = state.units_in(change.territory)
    units, _ = pick_blocks(state, change.picks, there, change.territory, of_anybody=True)
    game = game_of(state)
    for name in dict.fromkeys(unit.country for unit in units):
        most = game.most_strength_of(name)
        if not 1 <= change.strength <= most:
            text = f"a block of {name} has a strength from 1 to {most}"
            yield Illegal("edit-bad-strength", text, "T95", where=change.territory)


def _events(state: State, change: Change) -> Events:
    match change:
        case AddUnits():
            units = new_cadres(state, change.picks, change.territory)
            return (UnitsAdded(change.territory, units),)
        case TakeOffUnits():
            return (UnitsRemoved(change.territory, _keys(state, change.picks, change.territory)),)
        case ShiftUnits():
            keys = _keys(state, change.picks, change.origin)
            return (UnitsShifted(keys, change.origin, change.to),)
        case SetOwner():
            return (OwnerSet(change.territory, change.owner),)
        case SetTechnology():
            return (TechnologySet(change.nation, change.technology, change.is_active),)
        case SetStrength():
            keys = _keys(state, change.picks, change.territory)
            return (StrengthSet(keys, change.strength),)
        case _ if isinstance(change, NationChange):
            return resolve_nation_change(state, change)
    return ()


def _keys(state: State, picks: tuple[Pick, ...], place: TerritoryName) -> tuple[int, ...]:
    units, _ = pick_blocks(state, picks, state.units_in(place), place, of_anybody=True)
    return tuple(unit.id for unit in units)
