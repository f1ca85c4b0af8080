"""Units whose movement costs resources (map dialect: fuelCost, fuelFlatCost, Use Fuel Cost)."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from engine.core.events.movement import FuelPaid
from engine.core.events.turn import TurnEnded
from engine.core.evolve import evolve
from engine.game import apply
from engine.gamedef import Definition, State
from engine.rules.movement.legal import legal_moves
from tests.engine.movement.board import after, codes, move
from tests.support.positions import Stack, big_world, position
from tests.support.unit_types import with_facts

HOME, NEXT, LAST = "Moscow", "Eastern Russia", "Kazakh"
ZONE, BEYOND = "SZ 9 North Atlantic", "SZ 10 North Sea"
START = {"PUs": 20, "fuel": 50, "ore": 10}


def game() -> Definition:
    """Armour needs fuel; infantry needs some of everything, and more to set out; ships, aircraft.

    A carrier needs 1 fuel for each zone, a fighter 1 and 2 more to set out.
    """
    plain = big_world(neutrals_impassable=False, neutral_charge=3)
    costs: dict[str, tuple[Mapping[str, int], Mapping[str, int]]] = {
        "armour": ({"fuel": 3}, {}),
        "infantry": ({"PUs": 1, "fuel": 1}, {"fuel": 1, "ore": 2}),
        "carrier": ({"fuel": 1}, {}),
        "transport": ({"fuel": 1}, {}),
        "fighter": ({"fuel": 1}, {"fuel": 2}),
    }
    types = dict(plain.unit_types)
    for name, (each, first) in costs.items():
        fuel, flat = tuple(sorted(each.items())), tuple(sorted(first.items()))
        types[name] = with_facts(types[name], fuel=fuel, flat_fuel=flat)
    return replace(plain, unit_types=types)


def start(
    *units: Stack,
    nation: str = "Russians",
    phase: str = "noncombat_move",
    held: Mapping[str, int] = MappingProxyType({}),
) -> State:
    places = {NEXT, *(place for place, *_ in units)}
    state = position(game(), nation, phase, cleared=places, units=units)
    return replace(state, resources={**state.resources, nation: {**START, **held}})


def paid(before: State, now: State, nation: str = "Russians") -> dict[str, int]:
    """What a nation holds less than before."""
    spent = {name: before.amount(nation, name) - now.amount(nation, name) for name in START}
    return {name: amount for name, amount in spent.items() if amount}


def test_each_area_is_paid_for_and_the_first_move_of_a_turn_once() -> None:
    state = start((HOME, "Russians", "armour", 1))
    assert paid(state, after(state, move("1 armour", HOME, NEXT, LAST))) == {"fuel": 6}
    foot = start((HOME, "Russians", "infantry", 2))
    foot = replace(foot, definition=faster(foot.definition))
    once = after(foot, move("1 infantry", HOME, NEXT))
    assert paid(foot, once) == {"PUs": 1, "fuel": 2, "ore": 2}
    assert paid(once, after(once, move("1 infantry", NEXT, LAST))) == {"PUs": 1, "fuel": 1}
    morning = evolve(once, TurnEnded("Russians"))
    assert not any(unit.fuelled for unit in morning.units.values())


def faster(definition: Definition) -> Definition:
    quick = replace(definition.unit_types["infantry"], movement=2)
    return replace(definition, unit_types={**definition.unit_types, "infantry": quick})


@pytest.mark.parametrize(
    ("held", "expected"),
    [({}, set()), ({"fuel": 5}, {"no-fuel"}), ({"fuel": 6}, set())],
)
def test_without_fuel_nobody_moves(held: Mapping[str, int], expected: set[str]) -> None:
    state = start((HOME, "Russians", "armour", 1), held=held)
    assert codes(state, move("1 armour", HOME, NEXT, LAST)) == expected


def test_units_of_one_order_are_paid_for_together() -> None:
    state = start((HOME, "Russians", "armour", 3), held={"fuel": 8})
    assert codes(state, move("3 armour", HOME, NEXT)) == {"no-fuel"}
    assert codes(state, move("2 armour", HOME, NEXT)) == set()
    assert all(not codes(state, order) for order in legal_moves(state, HOME))


def test_the_price_of_neutral_land_comes_first() -> None:
    state = start(("Iraq", "Russians", "infantry", 1), phase="combat_move", held={"PUs": 3})
    entry = move("1 infantry", "Iraq", "Arabian Peninsula")
    assert codes(state, entry) == {"no-fuel"}
    rich = replace(state, resources={**state.resources, "Russians": START})
    assert paid(rich, after(rich, entry))["PUs"] == 4


def test_cargo_pays_when_it_goes_aboard_and_not_when_it_sails_or_lands() -> None:
    state = start(
        ("Scotland", "British", "infantry", 1),
        (BEYOND, "British", "transport", 1),
        nation="British",
    )
    aboard = after(state, move("1 infantry", "Scotland", BEYOND))
    assert paid(state, aboard, "British") == {"PUs": 1, "fuel": 2, "ore": 2}
    sailed = after(aboard, move("1 transport, 1 infantry", BEYOND, ZONE))
    assert paid(aboard, sailed, "British") == {"fuel": 1}
    landed = after(sailed, move("1 infantry", ZONE, "Iceland"))
    assert paid(sailed, landed, "British") == {}


@pytest.mark.parametrize(
    ("phase", "fighters", "fuel"),
    [
        ("combat_move", 2, 7),
        ("noncombat_move", 2, 1),
        ("noncombat_move", 3, 4),
        ("noncombat_move", 0, 1),
    ],
)
def test_carriers_take_aircraft_along_in_the_noncombat_move(
    phase: str, fighters: int, fuel: int
) -> None:
    state = start(
        (ZONE, "British", "carrier", 1),
        (ZONE, "British", "fighter", fighters),
        (BEYOND, "British", "carrier", 2),
        nation="British",
        phase=phase,
    )
    wanted = f"1 carrier, {fighters} fighter" if fighters else "1 carrier"
    assert paid(state, after(state, move(wanted, ZONE, BEYOND)), "British") == {"fuel": fuel}


def test_the_payment_is_an_event() -> None:
    state = start((HOME, "Russians", "infantry", 1))
    step = apply(state, move("1 infantry", HOME, NEXT))
    (event,) = [event for event in step.events if isinstance(event, FuelPaid)]
    moved = next(unit.id for unit in step.state.units_in(NEXT) if unit.fuelled)
    assert event == FuelPaid("Russians", (("PUs", 1), ("fuel", 2), ("ore", 2)), (moved,))
