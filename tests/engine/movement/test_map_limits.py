"""What a map may limit in movement, and neutral land that was entered in the same turn."""

from dataclasses import replace

import pytest

from engine.core.pick import Pick
from engine.game import apply, check
from engine.gamedef import Definition, State
from engine.gamedef.limits import UnitLimit
from engine.orders.move import Move
from engine.rules.common.values import attack_of
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts


def codes(state: State, kind: str, count: int, *path: str) -> set[str]:
    return {reason.code for reason in check(state, Move((Pick(count, kind),), path))}


def germans(definition: Definition, **changes: object) -> State:
    del changes
    return position(
        definition,
        "Germans",
        "combat_move",
        cleared=("Finland", "Leningrad", "Novgorod"),
        units=(("Finland", "Germans", "armour", 3),),
    )


def test_a_limit_of_movement_is_not_one_of_attack() -> None:
    limit = UnitLimit("attack", "", "own", 2, ("armour",))
    world = big_world()
    state = germans(replace(world, map_rules=replace(world.map_rules, limits=(limit,))))
    assert codes(state, "armour", 2, "Finland", "Leningrad") == set()
    assert codes(state, "armour", 3, "Finland", "Leningrad") == {"too-many-together"}
    game = big_world()
    moving = replace(
        game, map_rules=replace(game.map_rules, limits=(replace(limit, action="movement"),))
    )
    assert codes(germans(moving), "armour", 3, "Finland", "Leningrad") == set()


def test_terrain_stops_a_blitz_and_keeps_units_out() -> None:
    plain = big_world()
    place = plain.board.territories["Leningrad"]
    path = ("Finland", "Leningrad", "Novgorod")
    assert codes(germans(plain), "armour", 1, *path) == set()
    hills = {**plain.board.territories, "Leningrad": replace(place, no_blitz=("armour",))}
    state = germans(replace(plain, board=replace(plain.board, territories=hills)))
    assert codes(state, "armour", 1, *path) == {"cannot-blitz"}
    there = apply(state, Move((Pick(1, "armour"),), path[:2])).state
    assert codes(there, "armour", 1, *path[1:]) == {"not-enough-movement"}
    marsh = {**plain.board.territories, "Leningrad": replace(place, no_units=("armour",))}
    state = germans(replace(plain, board=replace(plain.board, territories=marsh)))
    assert codes(state, "armour", 1, *path) == {"terrain-forbids"}


def test_B148_nobody_goes_on_from_neutral_land_entered_in_this_turn() -> None:
    plain = big_world()
    owners = {name: owner for name, owner in plain.setup.owners.items() if name != "Leningrad"}
    neutral = replace(plain, setup=replace(plain.setup, owners=owners))
    state = germans(neutral)
    entered = apply(state, Move((Pick(1, "armour"),), ("Finland", "Leningrad"))).state
    assert entered.owners["Leningrad"] == "Germans"
    path = ("Finland", "Leningrad", "Novgorod")
    assert codes(entered, "armour", 1, *path) == {"must-stop-in-neutral"}
    joined = apply(entered, Move((Pick(1, "armour"),), ("Finland", "Leningrad"))).state
    assert codes(joined, "armour", 1, "Leningrad", "Novgorod") == {"not-enough-movement"}


def test_marines_attack_better_from_the_sea() -> None:
    plain = big_world()
    marine = with_facts(plain.unit_types["infantry"], marine_bonus=1)
    state = position(
        replace(plain, unit_types={**plain.unit_types, "infantry": marine}),
        "Germans",
        "combat_move",
        cleared=("Finland",),
        units=(("Finland", "Germans", "infantry", 1),),
    )
    unit = state.units_in("Finland")[0]
    assert attack_of(state, unit) == 1
    assert attack_of(state, replace(unit, amphibious=True)) == 2


def contested(*russians: tuple[str, str, str, int], **options: object) -> State:
    """German armour and infantry in Leningrad, which is Russian, at the beginning of their turn."""
    return position(
        big_world(**options),
        "Germans",
        "combat_move",
        cleared=("Leningrad", "Novgorod"),
        units=(
            ("Leningrad", "Germans", "armour", 1),
            ("Leningrad", "Germans", "infantry", 1),
            *russians,
        ),
        owners={"Novgorod": "Russians"},
    )


def test_B146_nobody_attacks_further_out_of_a_battle() -> None:
    enemy = ("Leningrad", "Russians", "armour", 1)
    for kind in ("armour", "infantry"):
        there = codes(contested(enemy), kind, 1, "Leningrad", "Novgorod")
        assert there == {"enemy-on-path"}
        free = contested(enemy, attack_from_contested_land=True)
        assert codes(free, kind, 1, "Leningrad", "Novgorod") == set()


def test_B147_out_of_empty_enemy_land_only_those_that_blitz_attack_further() -> None:
    assert codes(contested(), "armour", 1, "Leningrad", "Novgorod") == set()
    assert codes(contested(), "infantry", 1, "Leningrad", "Novgorod") == {"cannot-blitz"}
    free = contested(attack_from_contested_land=True)
    assert codes(free, "infantry", 1, "Leningrad", "Novgorod") == set()


def test_B147_units_that_do_not_blitz_stay_on_land_taken_in_this_turn() -> None:
    plain = big_world()
    lorry = replace(plain.unit_types["infantry"], movement=2)
    state = germans(replace(plain, unit_types={**plain.unit_types, "infantry": lorry}))
    state = replace(state, units=dict(state.units))
    more = position(
        state.definition,
        "Germans",
        "combat_move",
        cleared=("Finland", "Leningrad", "Novgorod"),
        units=(("Finland", "Germans", "armour", 1), ("Finland", "Germans", "infantry", 1)),
    )
    taken = apply(more, Move((Pick(1, "armour"),), ("Finland", "Leningrad"))).state
    joined = apply(taken, Move((Pick(1, "infantry"),), ("Finland", "Leningrad"))).state
    assert codes(joined, "infantry", 1, "Leningrad", "Finland") == {"cannot-blitz"}
    assert codes(joined, "armour", 1, "Leningrad", "Finland") == set()


@pytest.mark.parametrize("action", ["movement", "attack"])
def test_a_limit_of_units_holds_on_the_way_too(action: str) -> None:
    limit = UnitLimit(action, "", "own", 2, ("armour",))
    plain = big_world()
    limited = replace(plain, map_rules=replace(plain.map_rules, limits=(limit,)))
    path = ("Finland", "Leningrad", "Novgorod")

    def world(owner: str, there: int, count: int) -> set[str]:
        owners = {**limited.setup.owners, "Leningrad": owner}
        state = position(
            replace(limited, setup=replace(limited.setup, owners=owners)),
            "Germans",
            "combat_move",
            cleared=("Finland", "Leningrad", "Novgorod"),
            units=(
                ("Finland", "Germans", "armour", 3),
                ("Leningrad", "Germans", "armour", there),
            ),
        )
        return codes(state, "armour", count, *path)

    # Two pass where one stands only if no limit of this kind holds there; Novgorod is Russian.
    crowded = "Germans" if action == "movement" else "Russians"
    free = "Russians" if action == "movement" else "Germans"
    assert world(crowded, 1, 2) == {"too-many-together"}
    assert world(crowded, 1, 1) == set()
    assert world(free, 1, 2) == set()


@pytest.mark.parametrize(
    ("rough", "owner", "refused"),
    [
        ("Leningrad", "Russians", {"cannot-blitz"}),
        ("Novgorod", "Russians", {"cannot-blitz"}),
        ("Finland", "Russians", set()),
        ("Leningrad", "Germans", set()),
        ("Novgorod", "Germans", set()),
    ],
)
def test_terrain_takes_the_blitz_away_even_where_it_ends(
    rough: str, owner: str, refused: set[str]
) -> None:
    plain = big_world()
    place = replace(plain.board.territories[rough], no_blitz=("armour",))
    lands = {**plain.board.territories, rough: place}
    owners = {**plain.setup.owners, "Leningrad": owner}
    hills = replace(
        plain,
        board=replace(plain.board, territories=lands),
        setup=replace(plain.setup, owners=owners),
    )
    path = ("Finland", "Leningrad", "Novgorod")
    assert codes(germans(hills), "armour", 1, *path) == refused
    # One step after the other it is the same: the first into empty enemy land, the second on.
    there = apply(germans(hills), Move((Pick(1, "armour"),), path[:2])).state
    second = codes(there, "armour", 1, *path[1:])
    assert bool(second) == (owner == "Russians" and rough != "Finland")


@pytest.mark.parametrize(("owner", "refused"), [("", True), ("Russians", True), ("Germans", False)])
def test_B146_going_aboard_out_of_a_battle_is_an_attack_but_in_a_zone_of_friends(
    owner: str, refused: bool
) -> None:
    zone = "SZ 12 East Baltic Sea"
    enemy = ("Leningrad", "Russians", "infantry", 1)
    state = contested(enemy, (zone, "Germans", "transport", 1))
    state = replace(state, owners={**state.owners, zone: owner} if owner else state.owners)
    there = codes(state, "infantry", 1, "Leningrad", zone)
    assert there == ({"enemy-on-path"} if refused else set())
