"""Units that turn into others, and those that change hands on entering (map dialect:
whenCapturedChangesInto, captureUnitOnEnteringBy, whenCapturedByGoesTo)."""

from dataclasses import replace

import pytest

from engine.core.event_log import EventLog
from engine.core.events.battle import UnitsCaptured, UnitsDestroyed, UnitsExchanged
from engine.game import apply
from engine.gamedef import Definition, State
from engine.gamedef.nation_rules import NationRule
from engine.gamedef.unit_economy import CapturedAs
from engine.orders.done import Done
from engine.rules.common.capture import infrastructure_to, resolve_capture
from engine.rules.common.frame import Events
from tests.engine.movement.board import after, battles, move
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts

CITY = "Leningrad"
TANKS = (("armour", 2),)


def changing(*entries: CapturedAs) -> Definition:
    plain = big_world()
    factory = with_facts(plain.unit_types["factory"], captured_as=entries)
    return replace(plain, unit_types={**plain.unit_types, "factory": factory})


def taken(definition: Definition, *, by: str = "Germans", damage: int = 0) -> Events:
    state = position(
        definition,
        by,
        "battle",
        cleared=(CITY,),
        units=[(CITY, "Russians", "factory", 1), (CITY, by, "infantry", 1)],
    )
    units = {
        key: replace(unit, damage=damage) if unit.type == "factory" else unit
        for key, unit in state.units.items()
    }
    return resolve_capture(replace(state, units=units), CITY, by)


@pytest.mark.parametrize(
    ("previous", "captor", "changes"),
    [
        ("", "", True),
        ("Russians", "", True),
        ("British", "", False),
        ("", "Germans", True),
        ("", "Japanese", False),
    ],
)
def test_an_entry_counts_for_the_nations_that_it_names(
    previous: str, captor: str, changes: bool
) -> None:
    events = taken(changing(CapturedAs(previous, captor, False, TANKS)))
    assert any(isinstance(event, UnitsExchanged) for event in events) == changes


def test_nothing_changes_while_a_map_has_switched_it_off() -> None:
    plain = changing(CapturedAs("", "", False, TANKS))
    factory = with_facts(plain.unit_types["factory"], changes_when_captured=False)
    definition = replace(plain, unit_types={**plain.unit_types, "factory": factory})
    assert not any(isinstance(event, UnitsExchanged) for event in taken(definition))


def test_the_first_entry_that_fits_decides_what_stands_there() -> None:
    definition = changing(
        CapturedAs("British", "", False, (("fighter", 1),)),
        CapturedAs("", "", False, TANKS),
        CapturedAs("", "", False, (("bomber", 1),)),
    )
    (event,) = [one for one in taken(definition) if isinstance(one, UnitsExchanged)]
    assert [(unit.type, unit.owner) for unit in event.units] == [("armour", "Germans")] * 2


@pytest.mark.parametrize(("keeps", "left"), [(True, 3), (False, 0)])
def test_damage_may_stay(keeps: bool, left: int) -> None:
    definition = changing(CapturedAs("", "", keeps, (("factory", 1),)))
    (event,) = [one for one in taken(definition, damage=3) if isinstance(one, UnitsExchanged)]
    assert event.units[0].damage == left


@pytest.mark.parametrize(("captor", "owner"), [("Germans", "Japanese"), ("Italians", "Germans")])
def test_a_map_gives_what_one_nation_takes_to_another(captor: str, owner: str) -> None:
    plain = big_world()
    city = replace(plain.board.territories[CITY], taken_for=((captor, "Japanese"),))
    areas = {**plain.board.territories, CITY: city}
    definition = replace(plain, board=replace(plain.board, territories=areas))
    state = position(definition, "Germans", "battle", units=[(CITY, "Germans", "infantry", 1)])
    log = EventLog(state)
    log.extend(resolve_capture(state, CITY, "Germans"))
    assert log.state.owners[CITY] == owner


def test_a_map_gives_away_also_what_a_nation_wins_back_for_itself() -> None:
    plain = big_world()
    city = replace(plain.board.territories[CITY], taken_for=(("Russians", "British"),))
    areas = {**plain.board.territories, CITY: city}
    definition = replace(plain, board=replace(plain.board, territories=areas))
    state = position(
        definition,
        "Russians",
        "battle",
        owners={CITY: "Germans"},
        cleared=(CITY,),
        units=[(CITY, "Russians", "infantry", 1)],
    )
    log = EventLog(state)
    log.extend(resolve_capture(state, CITY, "Russians"))
    assert log.state.owners[CITY] == "British"


LISTS = ("area", "owner", "type")


def captive(*lists: str, on: bool = True, destroyed: bool = False) -> Definition:
    """The big world in which Germans capture Russian infantry by entering the city."""
    plain = big_world(units_captured_on_entering=on, captured_units_destroyed=destroyed)
    names = ("Germans",)
    types, areas = dict(plain.unit_types), dict(plain.board.territories)
    rules = plain.map_rules
    if "type" in lists:
        types["infantry"] = with_facts(types["infantry"], entry_captors=names)
    if "area" in lists:
        areas[CITY] = replace(areas[CITY], entry_captors=names)
    if "owner" in lists:
        rule = replace(rules.of("Russians"), entry_captors=names)
        kept = tuple(entry for entry in rules.nations if entry.nation != "Russians")
        rules = replace(rules, nations=(*kept, rule))
    board = replace(plain.board, territories=areas)
    return replace(plain, unit_types=types, board=board, map_rules=rules)


def entered(definition: Definition) -> State:
    state = position(
        definition,
        "Germans",
        "combat_move",
        cleared=(CITY, "Finland"),
        units=[(CITY, "Russians", "infantry", 2), ("Finland", "Germans", "armour", 1)],
    )
    return after(state, move("1 armour", "Finland", CITY))


def test_units_are_captured_by_entering() -> None:
    """They stop whoever comes, and fall without a shot when the battles begin (recorded so)."""
    state = entered(captive(*LISTS))
    assert state.owners[CITY] == "Russians"
    assert battles(state) == {CITY: ("armour",)}
    state = apply(state, Done()).state
    assert state.owners[CITY] == "Germans"
    assert not battles(state)
    assert {unit.owner for unit in state.units_in(CITY)} == {"Germans"}
    assert sum(unit.type == "infantry" for unit in state.units_in(CITY)) == 2


@pytest.mark.parametrize("missing", LISTS)
def test_all_three_lists_must_name_the_captor(missing: str) -> None:
    state = entered(captive(*(name for name in LISTS if name != missing)))
    assert battles(state) == {CITY: ("armour",)}


def test_without_the_option_they_fight() -> None:
    assert battles(entered(captive(*LISTS, on=False))) == {CITY: ("armour",)}


def test_by_option_they_are_destroyed() -> None:
    state = apply(entered(captive(*LISTS, destroyed=True)), Done()).state
    assert [unit.type for unit in state.units_in(CITY)] == ["armour"]


def harmed(damage: int, had: int, *, dies: bool = False, stays: bool = True) -> State:
    """After the capture of a factory in an area worth 3 that takes damage when it is captured."""
    plain = big_world(bombing_damages_factory=stays)
    factory = with_facts(plain.unit_types["factory"], capture_damage=damage, dies_of_damage=dies)
    definition = replace(plain, unit_types={**plain.unit_types, "factory": factory})
    log = EventLog(start_of(definition, had))
    log.extend(resolve_capture(log.state, CITY, "Germans"))
    return log.state


def start_of(definition: Definition, had: int) -> State:
    units = [(CITY, "Russians", "factory", 1), (CITY, "Germans", "infantry", 1)]
    state = position(definition, "Germans", "battle", cleared=(CITY,), units=units)
    (factory,) = (unit for unit in state.units_in(CITY) if unit.type == "factory")
    return replace(state, units={**state.units, factory.id: replace(factory, damage=had)})


def most(state: State) -> int:
    return 2 * state.definition.board.territories[CITY].built


@pytest.mark.parametrize(
    ("damage", "had", "stays", "left"),
    [(2, 0, True, 2), (2, 1, True, 3), (99, 1, True, -1), (0, 1, True, 1), (2, 0, False, 0)],
)
def test_capture_may_damage_what_is_captured(damage: int, had: int, stays: bool, left: int) -> None:
    state = harmed(damage, had, stays=stays)
    (factory,) = (unit for unit in state.units_in(CITY) if unit.type == "factory")
    assert factory.owner == "Germans"
    assert factory.damage == (left if left >= 0 else most(state))


@pytest.mark.parametrize(("damage", "there"), [(99, 0), (2, 1)])
def test_what_dies_of_damage_is_lost_where_capture_does_it(damage: int, there: int) -> None:
    state = harmed(damage, 0, dies=True)
    assert sum(unit.type == "factory" for unit in state.units_in(CITY)) == there


@pytest.mark.parametrize(("owner", "is_lost"), [("Russians", True), ("Japanese", False)])
def test_what_is_destroyed_when_it_is_captured_is_that_of_enemies(
    owner: str, is_lost: bool
) -> None:
    captors = ("Germans",)
    plain = big_world(units_captured_on_entering=True)
    factory = with_facts(
        plain.unit_types["factory"],
        entry_captors=captors,
        lost_when_taken_from=("Russians", "Japanese"),
    )
    land = replace(plain.board.territories[CITY], entry_captors=captors)
    definition = replace(
        plain,
        unit_types={**plain.unit_types, "factory": factory},
        board=replace(plain.board, territories={**plain.board.territories, CITY: land}),
        map_rules=replace(plain.map_rules, nations=(NationRule(owner, entry_captors=captors),)),
    )
    units = [(CITY, owner, "factory", 1), (CITY, "Germans", "infantry", 1)]
    state = position(definition, "Germans", "battle", cleared=(CITY,), units=units)
    events = list(infrastructure_to(state, CITY, "Germans"))
    assert any(isinstance(event, UnitsDestroyed) for event in events) == is_lost
    assert any(isinstance(event, UnitsCaptured) for event in events) != is_lost
