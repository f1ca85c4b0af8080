"""Land that its defenders have left to enemies who shared it with them, an option of other maps."""

from dataclasses import replace

import pytest

from engine.core.events.battle import TerritoryTaken
from engine.game import apply
from engine.gamedef import Definition, State, UnitType
from engine.orders.done import Done
from engine.orders.fight import Fight
from tests.engine.battle.arena import arena, opened, play, wants
from tests.support.positions import Stack, big_world, position

LAND, FINLAND = "Leningrad", "Finland"


def _taken(
    owner: str, *there: tuple[str, str], by: str = "Russians", on: bool = True
) -> list[tuple[str, str]]:
    """Who takes the land, and from whom, when the battles of a nation begin."""
    units: list[Stack] = [(LAND, nation, kind, 1) for nation, kind in there]
    state = position(
        big_world(abandoned_land_is_taken=on),
        by,
        "battle",
        cleared=[LAND],
        units=units,
        owners={LAND: owner},
    )
    begun = opened(state)
    found = [event for event in begun.events if isinstance(event, TerritoryTaken)]
    return [(event.owner, event.previous) for event in found if event.territory == LAND]


@pytest.mark.parametrize(
    ("there", "taker"),
    [
        ((("Germans", "infantry"),), "Germans"),
        ((("Germans", "infantry"), ("Germans", "fighter")), "Germans"),
        ((("Germans", "infantry"), ("Russians", "factory")), "Germans"),
        ((("Germans", "fighter"),), None),
        ((("Germans", "infantry"), ("British", "infantry")), None),
        ((("Germans", "infantry"), ("British", "fighter")), "Germans"),
        ((("Germans", "infantry"), ("British", "bomber"), ("British", "infantry")), None),
        ((("British", "infantry"),), None),
    ],
)
def test_enemies_take_land_in_which_nobody_fights_them_any_more(
    there: tuple[tuple[str, str], ...], taker: str | None
) -> None:
    assert _taken("Russians", *there) == ([(taker, "Russians")] if taker else [])
    assert _taken("Russians", *there, on=False) == []


def test_the_enemy_with_most_units_takes_it() -> None:
    there = (("Germans", "infantry"), ("Japanese", "infantry"), ("Japanese", "armour"))
    assert _taken("British", *there, by="British") == [("Japanese", "British")]


def test_land_of_the_enemy_stays_as_it_is() -> None:
    assert _taken("Germans", ("Germans", "infantry")) == []


@pytest.mark.parametrize("on", [True, False])
def test_who_defends_shared_land_of_the_attacker_with_success_takes_it(on: bool) -> None:
    board = big_world(abandoned_land_is_taken=on)
    state = arena(
        LAND, [("infantry", 1)], [("infantry", 1)], owners={LAND: "Russians"}, definition=board
    )
    fight = play(opened(state), Fight(LAND))
    assert wants(fight.step).count == 1
    played = play(fight.step, [6], [1])
    assert played.step.state.owners[LAND] == ("Germans" if on else "Russians")


@pytest.mark.parametrize("on", [True, False])
def test_aircraft_that_hold_shared_land_take_it_as_well(on: bool) -> None:
    board = big_world(abandoned_land_is_taken=on)
    state = arena(
        LAND, [("infantry", 1)], [("fighter", 1)], owners={LAND: "Russians"}, definition=board
    )
    played = play(play(opened(state), Fight(LAND)).step, [6], [1])
    assert played.step.state.owners[LAND] == ("Germans" if on else "Russians")


@pytest.mark.parametrize(("friend", "owner"), [("infantry", "British"), ("", "Germans")])
def test_where_both_sides_die_others_who_are_there_take_it(friend: str, owner: str) -> None:
    state = arena(
        FINLAND,
        [("infantry", 1)],
        [("infantry", 1)],
        owners={FINLAND: "Germans"},
        more=[(FINLAND, "British", friend, 1)] if friend else [],
        definition=big_world(abandoned_land_is_taken=True),
    )
    played = play(play(opened(state), Fight(FINLAND)).step, [1], [1])
    assert played.step.state.owners[FINLAND] == owner


ZONE = "SZ 12 East Baltic Sea"


@pytest.mark.parametrize(
    ("there", "owner", "taker"),
    [
        ((("Germans", "destroyer"),), "Russians", "Germans"),
        ((("Germans", "fighter"),), "Russians", None),
        ((("Germans", "destroyer"), ("British", "transport")), "Russians", None),
        ((("Germans", "destroyer"),), "", None),
    ],
)
def test_B24_a_zone_of_a_nation_is_taken_by_ships_that_are_left_in_it(
    there: tuple[tuple[str, str], ...], owner: str, taker: str | None
) -> None:
    state = position(
        big_world(abandoned_land_is_taken=True),
        "Russians",
        "battle",
        cleared=[ZONE],
        units=[(ZONE, nation, kind, 1) for nation, kind in there],
        owners={ZONE: owner} if owner else None,
    )
    found = [event for event in opened(state).events if isinstance(event, TerritoryTaken)]
    assert [event.owner for event in found if event.territory == ZONE] == ([taker] if taker else [])


def _with_mines(**options: bool) -> Definition:
    """The big world with mines, which are infrastructure at sea."""
    plain = big_world(**options)
    mine = UnitType("mine", is_sea=True, is_infrastructure=True, movement=2)
    return replace(plain, unit_types={**plain.unit_types, "mine": mine})


@pytest.mark.parametrize(
    ("ships", "taker"),
    [(("mine",), None), (("mine", "transport"), "Germans"), (("mine", "destroyer"), "Germans")],
)
def test_infrastructure_alone_takes_no_zone(ships: tuple[str, ...], taker: str | None) -> None:
    state = position(
        _with_mines(abandoned_land_is_taken=True),
        "Russians",
        "battle",
        cleared=[ZONE],
        units=[(ZONE, "Germans", kind, 1) for kind in ships],
        owners={ZONE: "Russians"},
    )
    found = [event for event in opened(state).events if isinstance(event, TerritoryTaken)]
    assert [event.owner for event in found if event.territory == ZONE] == ([taker] if taker else [])


def _lost_at_sea(definition: Definition, *attackers: tuple[str, int]) -> State:
    """Where a German destroyer in a Russian zone has sunk whoever attacked it."""
    state = arena(
        ZONE, attackers, [("destroyer", 1)], owners={ZONE: "Russians"}, definition=definition
    )
    return play(play(opened(state), Fight(ZONE)).step, [6], [1]).step.state


@pytest.mark.parametrize("on", [True, False])
def test_ships_that_defend_a_zone_of_the_attacker_take_it_and_what_came_along(on: bool) -> None:
    game = _with_mines(abandoned_land_is_taken=on)
    state = _lost_at_sea(game, ("destroyer", 1), ("mine", 1))
    taker = "Germans" if on else "Russians"
    assert state.owners[ZONE] == taker
    (mine,) = (unit for unit in state.units_in(ZONE) if unit.type == "mine")
    assert mine.owner == taker


def test_infrastructure_that_comes_alone_to_ships_of_the_enemy_falls_to_them() -> None:
    away = "SZ 11 West Baltic Sea"
    for zone, on in ((ZONE, True), (away, True), (ZONE, False)):
        state = position(
            _with_mines(abandoned_land_is_taken=on),
            "Russians",
            "battle",
            cleared=[ZONE],
            units=[(ZONE, "Russians", "mine", 1), (zone, "Germans", "destroyer", 1)],
        )
        moved = {
            key: replace(unit, moved=1) if unit.type == "mine" else unit
            for key, unit in state.units.items()
        }
        after = apply(replace(state, units=moved), Done()).state
        (mine,) = (unit for unit in after.units.values() if unit.type == "mine")
        assert mine.owner == ("Germans" if on and zone == ZONE else "Russians")
