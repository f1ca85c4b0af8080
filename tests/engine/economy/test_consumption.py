"""Units built out of others, and repair by units (map dialect: consumesUnits, repairsUnits)."""

from dataclasses import replace

import pytest

from engine.game import apply, check
from engine.gamedef import Definition, State, UnitType
from engine.orders import Pick, Place
from engine.rules.economy.repair import may_be_repaired
from tests.support.positions import big_world, position

CITY, SHORE = "Moscow", "SZ 12 East Baltic Sea"
GUARDS = UnitType("guards", consumes=(("armour", 1), ("infantry", 2)))


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


def harbours(*, needed: bool = True, repairs: tuple[str, ...] = ("battleship",)) -> Definition:
    plain = big_world(repair_needs_facility=needed)
    harbour = UnitType(
        "harbour", is_infrastructure=True, repairs=repairs, can_be_damaged=True, works_until=2
    )
    return replace(plain, unit_types={**plain.unit_types, "harbour": harbour})


def ship_is_repaired(
    definition: Definition, *, place: str = "Leningrad", owner: str = "Russians", damage: int = 0
) -> bool:
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
    return may_be_repaired(state, replace(ship, hits=1))


def test_a_ship_is_repaired_beside_a_harbour_of_its_side() -> None:
    assert ship_is_repaired(harbours())
    assert ship_is_repaired(harbours(), owner="British")
    assert ship_is_repaired(harbours(needed=False), place="Moscow")


@pytest.mark.parametrize(
    "what",
    [
        {"place": "Moscow"},
        {"owner": "Germans"},
        {"damage": 3},
    ],
)
def test_it_is_not_repaired_elsewhere(what: dict[str, str | int]) -> None:
    assert not ship_is_repaired(harbours(), **what)  # type: ignore[arg-type]
    assert not ship_is_repaired(harbours(repairs=("carrier",)))


def test_a_harbour_works_with_little_damage() -> None:
    assert ship_is_repaired(harbours(), damage=2)
