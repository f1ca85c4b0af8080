"""Units built out of others, and repair by units (map dialect: consumesUnits, repairsUnits)."""

from dataclasses import replace

import pytest

from engine.core.events.economy import UnitsRepaired
from engine.core.evolve import evolve
from engine.core.pick import Pick
from engine.core.state import with_units
from engine.game import apply, check
from engine.gamedef import Definition, State
from engine.orders.place import Place
from engine.rules.common.repair import repaired_hits, resolve_repairs, resolve_repairs_at_end
from tests.support.positions import big_world, position
from tests.support.unit_types import unit_type

CITY, SHORE = "Moscow", "SZ 12 East Baltic Sea"
GUARDS = unit_type("guards", consumes=(("armour", 1), ("infantry", 2)))


def world() -> Definition:
    plain = big_world()
    return replace(plain, unit_types={**plain.unit_types, "guards": GUARDS})


def start(infantry: int, armour: int, *, hits: int = 0) -> State:
    state = position(
        world(),
        "Russians",
        "place",
        cleared=(CITY,),
        units=[
            (CITY, "Russians", "factory", 1),
            (CITY, "Russians", "infantry", infantry),
            (CITY, "Russians", "armour", armour),
            (CITY, "British", "armour", 2),
        ],
        unplaced={"guards": 2},
    )
    units = {
        key: replace(unit, hits=hits) if unit.type == "armour" else unit
        for key, unit in state.units.items()
    }
    return replace(state, units=units)


def placed(count: int) -> Place:
    return Place((Pick(count, "guards"),), CITY)


@pytest.mark.parametrize(
    ("infantry", "armour", "hits", "count", "legal"),
    [
        (2, 1, 0, 1, True),
        (1, 1, 0, 1, False),
        (2, 0, 0, 1, False),
        (2, 1, 1, 1, False),
        (3, 2, 0, 2, False),
        (4, 2, 0, 2, True),
    ],
)
def test_all_that_is_used_up_must_be_there_whole_and_own(
    infantry: int, armour: int, hits: int, count: int, legal: bool
) -> None:
    reasons = check(start(infantry, armour, hits=hits), placed(count))
    assert [reason.code for reason in reasons] == ([] if legal else ["nothing-to-use-up"])


def test_it_is_used_up_when_the_new_unit_is_placed() -> None:
    after = apply(start(3, 2), placed(1)).state
    own = [unit.type for unit in after.units_in(CITY) if unit.owner == "Russians"]
    assert sorted(own) == ["armour", "factory", "guards", "infantry"]


def harbours(
    *, needed: bool = True, repairs: str = "battleship", points: int = 1, hit_points: int = 2
) -> Definition:
    plain = big_world(repair_needs_facility=needed)
    ship = replace(plain.unit_types["battleship"], hit_points=hit_points)
    harbour = unit_type(
        "harbour",
        is_infrastructure=True,
        repairs=((repairs, points),),
        can_be_damaged=True,
        works_until=2,
    )
    types = {**plain.unit_types, "harbour": harbour, "battleship": ship}
    return replace(plain, unit_types=types)


def repaired(
    definition: Definition,
    *,
    place: str = "Leningrad",
    owner: str = "Russians",
    damage: int = 0,
) -> int:
    """How many hits of a Russian battleship beside Leningrad are repaired."""
    state = position(
        definition,
        "Russians",
        "combat_move",
        units=[(SHORE, "Russians", "battleship", 1), (place, owner, "harbour", 1)],
    )
    units = {
        key: replace(unit, damage=damage) if unit.type == "harbour" else unit
        for key, unit in state.units.items()
    }
    state = replace(state, units=units)
    ship = next(unit for unit in state.units_in(SHORE) if unit.type == "battleship")
    return repaired_hits(state, replace(ship, hits=1))


def test_a_ship_is_repaired_beside_a_harbour_of_its_side() -> None:
    assert repaired(harbours()) == 1
    assert repaired(harbours(), owner="British") == 1
    assert repaired(harbours(needed=False), place="Moscow") == 1


@pytest.mark.parametrize(
    "what",
    [
        {"place": "Moscow"},
        {"owner": "Germans"},
        {"damage": 3},
    ],
)
def test_it_is_not_repaired_elsewhere(what: dict[str, str | int]) -> None:
    assert not repaired(harbours(), **what)
    assert not repaired(harbours(repairs="carrier"))


def test_a_harbour_works_with_little_damage() -> None:
    assert repaired(harbours(), damage=2) == 1


@pytest.mark.parametrize(
    ("needed", "nation", "repaired_units"),
    [(True, "Russians", 1), (True, "British", 0), (False, "British", 1)],
)
def test_where_others_repair_only_the_nation_on_turn_is_repaired_at_the_end(
    needed: bool, nation: str, repaired_units: int
) -> None:
    definition = harbours(needed=needed)
    options = replace(definition.options, repair_at_end_of_turn=True, repair_at_start_of_turn=False)
    state = position(
        replace(definition, options=options),
        nation,
        "end_turn",
        units=[(SHORE, "Russians", "battleship", 1), ("Leningrad", "Russians", "harbour", 1)],
    )
    ship = next(unit for unit in state.units_in(SHORE) if unit.type == "battleship")
    state = with_units(state, [replace(ship, hits=1)])
    events = resolve_repairs_at_end(state)
    assert [len(event.units) for event in events if isinstance(event, UnitsRepaired)] == (
        [repaired_units] * repaired_units
    )


@pytest.mark.parametrize(("points", "left"), [(1, 2), (2, 1), (3, 0), (9, 0)])
def test_a_harbour_repairs_as_many_hits_as_it_says(points: int, left: int) -> None:
    definition = harbours(points=points, hit_points=4)
    state = position(
        definition,
        "Russians",
        "combat_move",
        units=[(SHORE, "Russians", "battleship", 1), ("Leningrad", "Russians", "harbour", 2)],
    )
    ship = next(unit for unit in state.units_in(SHORE) if unit.type == "battleship")
    state = with_units(state, [replace(ship, hits=3)])
    (event,) = resolve_repairs(state, [state.units[ship.id]])
    assert evolve(state, event).units[ship.id].hits == left


def test_without_facilities_one_hit_is_repaired() -> None:
    assert repaired_hits_of("battleship", 3, {}, needed=False) == 1


@pytest.mark.parametrize(
    ("hurt", "facility", "place", "hits"),
    [
        ("battleship", "harbour", "Leningrad", 1),
        ("battleship", "lighter", SHORE, 1),
        ("battleship", "lighter", "Leningrad", 0),
        ("armour", "lighter", SHORE, 1),
        ("armour", "harbour", SHORE, 0),
        ("armour", "harbour", "Leningrad", 1),
        ("bomber", "lighter", SHORE, 0),
        ("bomber", "harbour", "Leningrad", 1),
    ],
)
def test_land_repairs_ships_beside_it_and_ships_repair_what_is_on_land(
    hurt: str, facility: str, place: str, hits: int
) -> None:
    assert repaired_hits_of(hurt, 1, {facility: place}, needed=True) == hits


@pytest.mark.parametrize("needed", [False, True])
def test_facilities_repair_nothing_for_a_nation_that_lost_its_capital(*, needed: bool) -> None:
    facilities = {"harbour": "Leningrad"}
    assert repaired_hits_of("battleship", 1, facilities, needed=needed) == 1
    lost = repaired_hits_of(
        "battleship", 1, facilities, needed=needed, owners={"Moscow": "Germans"}
    )
    assert lost == (0 if needed else 1)


@pytest.mark.parametrize(
    ("moscow", "london", "leningrad", "hits"),
    [
        ("Russians", "Germans", "Russians", 1),
        ("Germans", "British", "British", 1),
        ("Germans", "British", "Russians", 0),
        ("Germans", "Germans", "British", 0),
    ],
)
def test_of_nations_named_together_one_capital_is_enough_to_repair(
    moscow: str, london: str, leningrad: str, hits: int
) -> None:
    owners = {"Moscow": moscow, "England": london, "Leningrad": leningrad}
    together = ("Russians", "British")
    found = repaired_hits_of(
        "battleship", 1, {"harbour": "Leningrad"}, needed=True, owners=owners, together=together
    )
    assert found == hits


def repaired_hits_of(
    hurt: str,
    hits: int,
    facilities: dict[str, str],
    *,
    needed: bool,
    owners: dict[str, str] | None = None,
    together: tuple[str, ...] = (),
) -> int:
    """How many hits of a unit are repaired: a ship off Leningrad, any other in it.

    together: nations that all steps name together.
    """
    plain = harbours(needed=needed, repairs=hurt, hit_points=4)
    lighter = unit_type("lighter", is_sea=True, repairs=((hurt, 1),))
    world = replace(plain, unit_types={**plain.unit_types, "lighter": lighter})
    steps = tuple(replace(step, with_nations=together) for step in world.sequence)
    world = replace(world, sequence=steps)
    where = SHORE if world.unit_types[hurt].is_sea else "Leningrad"
    units = [(where, "Russians", hurt, 1)]
    units += [(place, "Russians", kind, 1) for kind, place in facilities.items()]
    state = position(
        world,
        "Russians",
        "combat_move",
        cleared=[SHORE, "Leningrad"],
        units=units,
        owners=owners or {},
    )
    unit = next(one for one in state.units_in(where) if one.type == hurt)
    return repaired_hits(state, replace(unit, hits=hits))
