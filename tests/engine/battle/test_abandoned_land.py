"""Land that its defenders have left to enemies who shared it with them, an option of other maps."""

import pytest

from engine.core.events.battle import TerritoryTaken
from engine.orders import Fight
from tests.engine.battle.arena import arena, opened, play, wants
from tests.support.positions import Stack, big_world, position

LAND = "Leningrad"


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
        ((("Germans", "infantry"), ("British", "fighter")), None),
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


def test_aircraft_that_hold_shared_land_do_not_take_it() -> None:
    board = big_world(abandoned_land_is_taken=True)
    state = arena(
        LAND, [("infantry", 1)], [("fighter", 1)], owners={LAND: "Russians"}, definition=board
    )
    played = play(play(opened(state), Fight(LAND)).step, [6], [1])
    assert played.step.state.owners[LAND] == "Russians"
