"""Foot soldiers behind armour (B130) and in bombers (B127)."""

import pytest

from engine.core.chance import RollRequest
from engine.game import apply
from engine.gamedef import Definition, State
from engine.gamedef.changes import changed_unit
from engine.orders.done import Done
from engine.values import replace
from tests.engine.battle.arena import fought, play, wants
from tests.engine.movement.board import after, battles, codes, move
from tests.rules.test_technologies import knowing, listing
from tests.support.positions import Stack, count_in, position

MECHANIZED, PARATROOPERS = "mechanized_infantry", "paratroopers"


Facts = dict[str, dict[str, bool | int]]

CARRIED: Facts = {
    "infantry": {"is_paratrooper": True},
    "armour": {"is_land_transport": True},
    "bomber": {"is_air_transport": True},
}


def carrying(changes: Facts | None = None, **options: object) -> Definition:
    """A game with both technologies, in which armour and bombers take infantry along.

    changes: what is different for unit types.
    """
    game = listing(MECHANIZED, PARATROOPERS, **options)
    kinds = dict(game.unit_types)
    for facts in (CARRIED, changes or {}):
        for name, more in facts.items():
            for fact, value in more.items():
                kinds[name] = changed_unit(kinds[name], fact, value)
    return replace(game, unit_types=kinds)


def russians(
    technology: str,
    *units: Stack,
    phase: str = "combat_move",
    changes: Facts | None = None,
    **options: object,
) -> State:
    game = carrying(changes, **options)
    return knowing(position(game, "Russians", phase, units=units), "Russians", technology)


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_B130_each_armour_takes_one_infantry_along(phase: str) -> None:
    way = ("Moscow", "Eastern Russia", "Kazakh")
    state = russians(MECHANIZED, phase=phase)
    assert codes(state, move("1 armour, 1 infantry", *way)) == set()
    assert codes(state, move("1 armour, 2 infantry", *way)) == {"not-enough-movement"}
    assert codes(state, move("1 infantry", *way)) == {"not-enough-movement"}
    arrived = after(state, move("1 armour, 1 infantry", *way))
    assert count_in(arrived, "Kazakh", "Russians", "infantry") == 3 + 1
    (walker,) = (u for u in arrived.units_in("Kazakh") if u.type == "infantry" and u.moved)
    assert walker.moved == 2
    assert codes(knowing(state, "Russians"), move("1 armour, 1 infantry", *way)) != set()


def test_B130_what_never_moves_goes_aboard_behind_a_land_transport() -> None:
    """A gun that stands still is driven to the quay; on its own it does not go aboard."""
    units = (
        ("SZ 7 Barents Sea", "Russians", "transport", 2),
        ("Archangel'sk", "Russians", "armour", 1),
        ("Archangel'sk", "Russians", "infantry", 2),
    )
    state = russians(
        MECHANIZED, *units, phase="noncombat_move", changes={"infantry": {"movement": 0}}
    )
    way = ("Archangel'sk", "SZ 7 Barents Sea")
    assert codes(state, move("1 infantry", *way)) == {"not-enough-movement"}
    assert codes(state, move("1 armour, 1 infantry", *way)) == set()
    assert codes(state, move("1 armour, 2 infantry", *way)) == {"not-enough-movement"}


def test_B130_infantry_that_has_walked_is_not_taken_along() -> None:
    state = after(russians(MECHANIZED), move("3 infantry", "Moscow", "Northern Russia"))
    gone = {key: unit for key, unit in state.units.items() if unit.territory == "Northern Russia"}
    tired = [unit for unit in gone.values() if unit.type == "infantry" and unit.moved]
    assert len(tired) == 3
    away = ("Northern Russia", "Karelija", "Finland")
    assert codes(state, move("2 armour, 3 infantry", *away)) == {"not-enough-movement"}


def test_B130_the_infantry_blitzes_with_its_armour_and_fights_at_the_end() -> None:
    state = position(
        carrying(),
        "Germans",
        "combat_move",
        cleared=("Libya",),
        units=(("Algeria", "Germans", "infantry", 1),),
    )
    state = knowing(state, "Germans", MECHANIZED)
    gone = after(state, move("1 armour, 1 infantry", "Algeria", "Libya", "Egypt"))
    assert gone.owners["Libya"] == "Germans"
    assert sorted(battles(gone)["Egypt"]) == ["armour", "infantry"]


def drop(*, guns: bool = False) -> State:
    """A bomber and an infantry in Moscow; Belorussia lies behind Western Russia."""
    state = russians(PARATROOPERS)
    if guns:
        state = russians(PARATROOPERS, ("Finland", "Germans", "aaGun", 1))
    return state


FINLAND = ("Moscow", "Northern Russia", "Karelija", "Finland")


def test_B127_a_bomber_takes_one_infantry_into_a_battle() -> None:
    state = drop()
    assert codes(state, move("1 bomber, 1 infantry", *FINLAND)) == set()
    assert codes(state, move("1 bomber, 2 infantry", *FINLAND)) == {"not-enough-movement"}
    fallen = after(state, move("1 bomber, 1 infantry", *FINLAND))
    assert sorted(battles(fallen)["Finland"]) == ["bomber", "infantry"]
    step = fought(apply(fallen, Done()).state, "Finland")
    played = play(step, [1, 1], [6, 6])
    assert played.step.state.owners["Finland"] == "Russians", "who jumped can take land"


def test_B127_not_to_friendly_land_nor_deeper_than_the_first_enemy_area() -> None:
    state = drop()
    home = move("1 bomber, 1 infantry", *FINLAND[:3])
    assert codes(state, home) == {"no-battle-to-drop"}
    deep = move("1 bomber, 1 infantry", "Moscow", "Western Russia", "Belorussia")
    assert codes(state, deep) == {"drop-earlier"}


def test_B127_who_has_moved_does_not_jump_and_bombers_that_moved_take_nobody() -> None:
    state = drop()
    walked = after(state, move("3 infantry", "Northern Russia", "Moscow"))
    few = after(walked, move("3 infantry", "Moscow", "Eastern Russia"))
    order = move("1 bomber, 3 infantry", *FINLAND)
    assert "not-enough-movement" in codes(few, order)
    flown = after(state, move("1 bomber", "Moscow", "Northern Russia"))
    again = move("1 bomber, 1 infantry", "Northern Russia", "Karelija", "Finland")
    assert codes(flown, again) == {"not-enough-movement"}


def test_B127_without_the_technology_nobody_flies() -> None:
    state = knowing(drop(), "Russians")
    assert codes(state, move("1 bomber, 1 infantry", *FINLAND)) == {"not-enough-movement"}


def test_B127_who_sits_in_a_bomber_that_is_shot_down_dies_with_it() -> None:
    fallen = after(drop(guns=True), move("1 bomber, 1 infantry", *FINLAND))
    step = fought(apply(fallen, Done()).state, "Finland")
    assert (wants(step).step, wants(step).count) == ("aa_fire", 1)
    played = play(step, [1])
    assert not any(unit.owner == "Russians" for unit in played.step.state.units_in("Finland"))


def test_B127_on_the_way_too_and_a_bomber_lost_in_the_battle_leaves_them_on_the_ground() -> None:
    state = position(
        carrying(),
        "British",
        "combat_move",
        units=(("England", "British", "infantry", 1),),
    )
    state = knowing(state, "British", PARATROOPERS)
    way = ("England", "SZ 17 English Channel", "France")
    step = apply(after(state, move("1 bomber, 1 infantry", *way)), Done())
    step = fought(step.state, "France")
    survived = play(step, [6]).step
    assert isinstance(survived.waiting, RollRequest)
    assert survived.waiting.count == 2


def test_B130_only_land_transports_take_infantry_along() -> None:
    """Not every unit that blitzes is one, and one need not blitz."""
    way = ("Moscow", "Eastern Russia", "Kazakh")
    others: Facts = {"armour": {"is_land_transport": False}}
    state = russians(MECHANIZED, changes=others)
    assert codes(state, move("1 armour, 1 infantry", *way)) == {"not-enough-movement"}
    slow: Facts = {"armour": {"can_blitz": False}}
    assert codes(russians(MECHANIZED, changes=slow), move("1 armour, 1 infantry", *way)) == set()


def test_a_land_transport_with_room_takes_as_many_as_fit_large_ones_first() -> None:
    way = ("Moscow", "Eastern Russia", "Kazakh")
    roomy: Facts = {"armour": {"transport_capacity": 5}, "artillery": {"is_infantry": True}}
    state = russians(MECHANIZED, changes=roomy)
    assert codes(state, move("1 armour, 2 infantry", *way)) == set()
    assert codes(state, move("1 armour, 3 infantry", *way)) == {"not-enough-movement"}
    assert codes(state, move("1 armour, 1 infantry, 1 artillery", *way)) == set()
    assert codes(state, move("1 armour, 2 infantry, 1 artillery", *way)) != set()


def test_an_air_transport_with_room_drops_as_many_as_fit_and_none_that_cannot_jump() -> None:
    roomy: Facts = {"bomber": {"transport_capacity": 4}}
    state = russians(PARATROOPERS, changes=roomy)
    assert codes(state, move("1 bomber, 2 infantry", *FINLAND)) == set()
    assert codes(state, move("1 bomber, 3 infantry", *FINLAND)) == {"not-enough-movement"}
    walkers: Facts = roomy | {"infantry": {"is_paratrooper": False}}
    state = russians(PARATROOPERS, changes=walkers)
    assert codes(state, move("1 bomber, 1 infantry", *FINLAND)) == {"not-enough-movement"}


def test_by_option_paratroopers_jump_behind_the_first_enemy_area() -> None:
    deep = move("1 bomber, 1 infantry", "Moscow", "Western Russia", "Belorussia")
    assert codes(russians(PARATROOPERS, paratroopers_jump_deep=True), deep) == set()


def test_by_option_paratroopers_are_flown_to_friendly_land_in_the_noncombat_move() -> None:
    home = move("1 bomber, 1 infantry", *FINLAND[:3])
    state = russians(PARATROOPERS, phase="noncombat_move", paratroopers_fly_in_noncombat=True)
    assert codes(state, home) == set()
    flown = after(state, home)
    (landed,) = (u for u in flown.units_in("Karelija") if u.type == "infantry" and u.unloaded_to)
    assert landed.carried_by is None
    onward = move("1 infantry", "Karelija", "Northern Russia")
    onward = replace(onward, picks=(replace(onward.picks[0], units=(landed.id,)),))
    assert codes(flown, onward) == {"movement-over"}
    assert codes(state, move("1 bomber, 1 infantry", *FINLAND)) == {"no-combat-here"}
    without = russians(PARATROOPERS, phase="noncombat_move")
    assert codes(without, home) == {"not-enough-movement"}
    attacking = russians(PARATROOPERS, paratroopers_fly_in_noncombat=True)
    assert codes(attacking, home) == {"no-battle-to-drop"}
