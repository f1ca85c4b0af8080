"""Going aboard and ashore (rulebook sections 7, 12 and 18)."""

from dataclasses import replace

import pytest

from engine.core.pick import Pick
from engine.core.state import TurnRecord
from engine.core.unit import Unit
from engine.game import check
from engine.gamedef import Definition, State
from engine.orders.move import Move
from engine.rules.movement.mover import mover_of
from engine.rules.movement.transport import load_plan
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import big_world, count_in, position
from tests.support.unit_types import with_facts

CHANNEL = "SZ 17 English Channel"
ATLANTIC = "SZ 16 North Atlantic"
NORTH = "SZ 9 North Atlantic"
WEST_MED = "SZ 23 West Mediterranean"


def with_options(**changes: bool) -> Definition:
    definition = big_world()
    options = replace(definition.options, **changes)
    return replace(definition, options=options)


def at_noncombat(state: State) -> State:
    """The same position in the non-combat move of the same turn."""
    steps = state.definition.sequence
    index = next(
        number
        for number, step in enumerate(steps)
        if (step.nation, step.phase) == (state.nation, "noncombat_move")
    )
    return replace(
        state, agenda=(replace(state.phase, step=index, phase="noncombat_move"),), battles=()
    )


@pytest.mark.parametrize(
    ("load", "fits"),
    [
        ("1 infantry", True),
        ("2 infantry", True),
        ("1 artillery", True),
        ("1 armour", True),
        ("1 infantry, 1 artillery", True),
        ("1 infantry, 1 armour", True),
        ("2 artillery", False),
        ("1 armour, 1 artillery", False),
        ("2 armour", False),
        ("3 infantry", False),
        ("2 infantry, 1 artillery", False),
    ],
)
def test_B74_V6_what_one_transport_holds(load: str, fits: bool) -> None:
    state = position(
        big_world(),
        "British",
        "combat_move",
        units=(
            ("England", "British", "infantry", 3),
            ("England", "British", "artillery", 2),
            ("England", "British", "armour", 2),
        ),
    )
    expected = set() if fits else {"no-room-aboard"}
    assert codes(state, move(load, "England", ATLANTIC)) == expected


@pytest.mark.parametrize(("load", "fits"), [("1 infantry, 1 aaGun", True), ("2 aaGun", False)])
def test_B74_AA_guns_as_cargo(load: str, fits: bool) -> None:
    state = position(
        big_world(),
        "British",
        "noncombat_move",
        units=(("England", "British", "aaGun", 1), ("England", "British", "infantry", 1)),
    )
    assert codes(state, move(load, "England", ATLANTIC)) == (set() if fits else {"no-room-aboard"})


def test_factories_never_go_aboard() -> None:
    state = position(big_world(), "British", "noncombat_move")
    assert codes(state, move("1 factory", "England", ATLANTIC)) == {"cannot-be-carried"}


def test_B51_units_that_never_move_do_not_go_aboard_even_if_a_ship_could_hold_them() -> None:
    game = big_world()
    for steps, refused in ((0, {"not-enough-movement"}), (1, set())):
        crate = with_facts(game.unit_types["factory"], transport_cost=1, movement=steps)
        world = replace(game, unit_types={**game.unit_types, "factory": crate})
        state = position(
            world,
            "British",
            "noncombat_move",
            cleared=(CHANNEL,),
            units=((CHANNEL, "British", "transport", 1),),
        )
        assert codes(state, move("1 factory", "England", CHANNEL)) == refused


def test_B163_load_sail_unload() -> None:
    state = position(big_world(), "British", "combat_move")
    assert codes(state, move("1 infantry", "England", NORTH)) == {"needs-transport"}
    ashore = after(
        state,
        move("1 infantry", "England", ATLANTIC),
        move("1 transport", ATLANTIC, CHANNEL),
        move("1 infantry", CHANNEL, "France"),
    )
    assert battles(ashore) == {"France": ("infantry",)}
    (battle,) = ashore.battles
    ((unit, ship, zone),) = battle.landings
    assert (ashore.units[ship].type, zone) == ("transport", CHANNEL)
    assert ashore.units[unit].amphibious
    assert ashore.units[unit].carried_by is None
    assert ashore.units[ship].unloaded_to == "France"
    assert ashore.units[ship].unloaded_in_combat


def test_B164_load_sail_load_sail_unload() -> None:
    state = position(
        big_world(),
        "British",
        "combat_move",
        units=(("England", "British", "infantry", 1),),
        cleared=(ATLANTIC,),
    )
    ashore = after(
        state,
        move("1 infantry", "Scotland", NORTH),
        move("1 transport", NORTH, ATLANTIC),
        move("1 infantry", "England", ATLANTIC),
        move("1 transport", ATLANTIC, CHANNEL),
        move("2 infantry", CHANNEL, "France"),
    )
    assert battles(ashore) == {"France": ("infantry", "infantry")}


def test_B165_cargo_stays_aboard_and_goes_along() -> None:
    state = position(big_world(), "British", "combat_move")
    sailed = after(
        state,
        move("2 infantry", "England", ATLANTIC),
        move("1 transport", ATLANTIC, "SZ 21 East Atlantic"),
    )
    assert count_in(sailed, "SZ 21 East Atlantic", "British", "infantry") == 2
    (ship,) = (u for u in sailed.units_in("SZ 21 East Atlantic") if u.type == "transport")
    assert len(sailed.cargo_of(ship.id)) == 2


def test_cargo_may_be_named_with_its_ship() -> None:
    state = position(
        big_world(), "British", "combat_move", units=((ATLANTIC, "British", "transport", 1),)
    )
    loaded = after(state, move("1 infantry", "England", ATLANTIC))
    sailed = after(loaded, move("1 transport, 1 infantry", ATLANTIC, CHANNEL))
    assert count_in(sailed, CHANNEL, "British", "infantry") == 1
    alone = move("1 infantry", ATLANTIC, CHANNEL)
    assert codes(loaded, alone) == {"needs-transport"}


def test_B166_a_second_load_uses_the_room_that_is_left() -> None:
    state = position(big_world(), "British", "combat_move")
    once = after(state, move("1 infantry", "England", ATLANTIC))
    twice = after(once, move("1 infantry", "England", ATLANTIC))
    (ship,) = (u for u in twice.units_in(ATLANTIC) if u.type == "transport")
    assert len(twice.cargo_of(ship.id)) == 2


def mediterranean(**options: bool) -> State:
    """A British transport with two infantry in the western Mediterranean, Africa undefended."""
    state = position(
        with_options(**options),
        "British",
        "combat_move",
        cleared=("Algeria", "Morocco"),
        units=((WEST_MED, "British", "transport", 1), ("Gibraltar", "British", "infantry", 1)),
    )
    return after(state, move("2 infantry", "Gibraltar", WEST_MED))


def test_B167_one_territory_for_each_transport() -> None:
    landed = after(mediterranean(), move("1 infantry", WEST_MED, "Algeria"))
    assert landed.owners["Algeria"] == "British"
    assert codes(landed, move("1 infantry", WEST_MED, "Morocco")) == {"second-unload"}
    assert codes(landed, move("1 infantry", WEST_MED, "Algeria")) == set()
    sail = move("1 transport", WEST_MED, "SZ 22 East Atlantic")
    assert codes(landed, sail) == {"movement-over"}


@pytest.mark.parametrize(
    ("ships", "never", "expected"),
    [
        ((), False, set()),
        (("transport",), False, set()),
        (("battleship",), False, {"no-invasion"}),
        ((), True, {"no-invasion"}),
    ],
)
def test_a_unit_attacks_only_from_the_ships_of_its_list(
    ships: tuple[str, ...], never: bool, expected: set[str]
) -> None:
    state = mediterranean()
    kinds = state.definition.unit_types
    foot = with_facts(kinds["infantry"], invades_from=ships, never_invades=never)
    definition = replace(state.definition, unit_types={**kinds, "infantry": foot})
    state = replace(state, definition=definition)
    assert codes(state, move("1 infantry", WEST_MED, "Algeria")) == expected
    ours = replace(state, owners={**state.owners, "Algeria": "British"})
    landing = move("1 infantry", WEST_MED, "Algeria")
    assert "no-invasion" not in codes(ours, landing)
    assert "no-invasion" not in codes(at_noncombat(ours), landing)


@pytest.mark.parametrize(("again", "expected"), [(True, set()), (False, {"second-unload"})])
def test_G23_the_rest_may_follow_to_the_same_territory(again: bool, expected: set[str]) -> None:
    state = mediterranean(unload_again_in_same_territory=again)
    landed = at_noncombat(after(state, move("1 infantry", WEST_MED, "Algeria")))
    assert codes(landed, move("1 infantry", WEST_MED, "Algeria")) == expected
    assert "no-combat-here" in codes(landed, move("1 infantry", WEST_MED, "Morocco"))


def test_B167_option_several_territories_in_the_noncombat_move_only() -> None:
    """The TripleA engine refuses the second one in the combat move in every game."""
    state = mediterranean(unload_to_one_territory=False)
    landed = after(state, move("1 infantry", WEST_MED, "Algeria"))
    assert codes(landed, move("1 infantry", WEST_MED, "Morocco")) == {"second-unload"}
    for one, expected in ((False, set()), (True, {"second-unload"})):
        state = at_noncombat(mediterranean(unload_to_one_territory=one))
        friendly = {"Algeria": "British", "Morocco": "British"}
        state = replace(state, owners={**state.owners, **friendly})
        landed = after(state, move("1 infantry", WEST_MED, "Algeria"))
        assert codes(landed, move("1 infantry", WEST_MED, "Morocco")) == expected


def test_B168_no_loading_after_moving_and_no_moving_after_unloading() -> None:
    state = position(big_world(), "British", "combat_move")
    walked = after(state, move("1 infantry", "Scotland", "England"))
    one = [unit for unit in walked.units_in("England") if unit.type == "infantry" and unit.moved]
    order = Move((Pick(1, "infantry", units=(one[0].id,)),), ("England", ATLANTIC))
    assert codes(walked, order) == {"moved-before-loading"}
    landed = after(mediterranean(), move("1 infantry", WEST_MED, "Algeria"))
    assert codes(landed, move("1 infantry", "Algeria", "Morocco")) == {"movement-over"}


def test_B169_B170_allied_transports_carry_and_unload_next_turn() -> None:
    zone = "SZ 18 West Atlantic"
    state = position(big_world(), "British", "combat_move")
    loaded = after(state, move("1 infantry", "Eastern Canada", zone))
    (soldier,) = (u for u in loaded.units_in(zone) if u.type == "infantry")
    assert soldier.carried_by is not None
    assert loaded.units[soldier.carried_by].owner == "Americans"
    assert codes(loaded, move("1 infantry", zone, "Bermuda")) == {"loaded-on-ally"}
    rested = replace(loaded, units={**loaded.units, soldier.id: replace(soldier, loaded=False)})
    assert codes(rested, move("1 infantry", zone, "Bermuda")) == set()


def test_B169_the_ally_carries_it_in_the_allys_turn() -> None:
    zone = "SZ 18 West Atlantic"
    state = position(big_world(), "British", "combat_move")
    loaded = after(state, move("1 infantry", "Eastern Canada", zone))
    (soldier,) = (u for u in loaded.units_in(zone) if u.type == "infantry")
    americans = position(big_world(), "Americans", "combat_move")
    theirs = replace(americans, units={**loaded.units, soldier.id: replace(soldier, loaded=False)})
    sailed = after(theirs, move("1 transport", zone, "SZ 31 West Atlantic"))
    assert sailed.units[soldier.id].territory == "SZ 31 West Atlantic"
    ashore = Move((Pick(1, "infantry", "British"),), (zone, "Bermuda"))
    assert codes(theirs, ashore) == {"not-yours"}


def test_B171_no_loading_beside_enemy_ships() -> None:
    state = position(
        big_world(), "British", "combat_move", units=((ATLANTIC, "Germans", "cruiser", 1),)
    )
    assert codes(state, move("1 infantry", "England", ATLANTIC)) == {"enemies-in-zone"}
    (ship,) = (u for u in state.units_in(ATLANTIC) if u.owner == "Germans")
    below = replace(state, units={**state.units, ship.id: replace(ship, submerged=True)})
    assert codes(below, move("1 infantry", "England", ATLANTIC)) == set()


def test_B171_by_option_troops_go_aboard_among_enemies() -> None:
    state = position(
        big_world(load_among_enemies=True),
        "British",
        "combat_move",
        units=((ATLANTIC, "Germans", "cruiser", 1), (ATLANTIC, "British", "transport", 1)),
    )
    assert codes(state, move("1 infantry", "England", ATLANTIC)) == set()


@pytest.mark.parametrize(
    ("related", "may"),
    [
        ((), False),
        ((("British", "Germans", "neutral", "war"),), True),
        (
            (("British", "Germans", "war", "neutral"), ("British", "Germans", "neutral", "war")),
            True,
        ),
        ((("British", "Germans", "war", "war"),), False),
        ((("Americans", "Germans", "neutral", "war"),), False),
    ],
)
def test_B171_troops_go_aboard_among_enemies_of_this_turn(
    related: tuple[tuple[str, str, str, str], ...], may: bool
) -> None:
    """Who has just gone to war loads as if it were peace, even on ships that came to fight."""
    state = position(
        big_world(),
        "British",
        "combat_move",
        units=[(ATLANTIC, "British", "transport", 1), (ATLANTIC, "Germans", "cruiser", 1)],
        cleared=[ATLANTIC],
        turn=TurnRecord(related=related),
    )
    ship = next(u for u in state.units_in(ATLANTIC) if u.type == "transport")
    came = replace(state, units={**state.units, ship.id: replace(ship, in_combat=True)})
    for there in (state, came):
        found = codes(there, move("1 infantry", "England", ATLANTIC))
        assert found == (set() if may else {"enemies-in-zone"})
    mixed = position(
        big_world(),
        "British",
        "combat_move",
        units=[
            (ATLANTIC, "British", "transport", 1),
            (ATLANTIC, "Germans", "cruiser", 1),
            (ATLANTIC, "Japanese", "submarine", 1),
        ],
        cleared=[ATLANTIC],
        turn=TurnRecord(related=related),
    )
    assert codes(mixed, move("1 infantry", "England", ATLANTIC)) == {"enemies-in-zone"}


def test_B171_bridging_without_sailing() -> None:
    state = position(
        big_world(), "British", "combat_move", units=((CHANNEL, "British", "transport", 1),)
    )
    crossed = after(
        state, move("1 infantry", "England", CHANNEL), move("1 infantry", CHANNEL, "France")
    )
    assert battles(crossed) == {"France": ("infantry",)}


def bridged(
    *, unload_to_one_territory: bool, against: bool = False, phase: str = "noncombat_move"
) -> State:
    """England has sent one infantry to France over a transport that lay in the Channel.

    against: whether Germans stand there; otherwise France is British.
    """
    state = position(
        with_options(unload_to_one_territory=unload_to_one_territory),
        "British",
        phase,
        units=((CHANNEL, "British", "transport", 1),),
        cleared=() if against else ("France",),
        owners=None if against else {"France": "British"},
    )
    return after(
        state, move("1 infantry", "England", CHANNEL), move("1 infantry", CHANNEL, "France")
    )


def test_B167_a_transport_that_has_unloaded_loads_only_where_it_may_unload_again() -> None:
    order = move("1 infantry", "England", CHANNEL)
    assert codes(bridged(unload_to_one_territory=True), order) == {"no-room-aboard"}
    landed = bridged(unload_to_one_territory=False, against=True, phase="combat_move")
    assert codes(landed, order) == {"no-room-aboard"}
    early = bridged(unload_to_one_territory=False, phase="combat_move")
    assert codes(early, order) == {"no-room-aboard"}, "in the combat move no option helps"
    state = after(bridged(unload_to_one_territory=False), order)
    (ship,) = (u for u in state.units_in(CHANNEL) if u.type == "transport")
    assert len(state.cargo_of(ship.id)) == 1
    assert codes(state, move("1 transport", CHANNEL, ATLANTIC)) == {"movement-over"}
    assert codes(state, move("1 infantry", CHANNEL, "France")) == set()


def test_B167_ships_that_can_still_sail_are_loaded_first() -> None:
    state = bridged(unload_to_one_territory=False)
    (used,) = (u for u in state.units_in(CHANNEL) if u.type == "transport")
    fresh = replace(used, id=9000, unloaded_to="", unloaded_in_combat=False)
    both = replace(state, units={**state.units, fresh.id: fresh})
    troops = [u for u in both.units_in("England") if u.type == "infantry"]
    more = {9001 + n: replace(troops[0], id=9001 + n) for n in range(4)}
    both = replace(both, units={**both.units, **more})
    loaded = after(both, move("2 infantry", "England", CHANNEL))
    assert [len(loaded.cargo_of(ship)) for ship in (fresh.id, used.id)] == [2, 0]
    last = after(loaded, move("1 infantry", "England", CHANNEL))
    assert [len(last.cargo_of(ship)) for ship in (fresh.id, used.id)] == [2, 1]


def fought_in_the_east(**options: bool) -> State:
    """The British transport of SZ 28 has fought; two infantry wait in Egypt."""
    zone = "SZ 28 Eastern Mediterranean"
    state = position(with_options(**options), "British", "noncombat_move")
    units = {
        key: replace(unit, in_combat=unit.territory == zone) for key, unit in state.units.items()
    }
    return replace(state, units=units, turn=TurnRecord(fought=(zone,)))


def test_B172_a_transport_that_fought_loads_or_unloads_but_not_both() -> None:
    zone = "SZ 28 Eastern Mediterranean"
    state = fought_in_the_east()
    loaded = after(state, move("1 infantry", "Egypt", zone))
    assert codes(loaded, move("1 infantry", zone, "Syria")) == {"loaded-after-combat"}


def test_B172_a_transport_that_fought_and_loaded_keeps_its_old_cargo_too() -> None:
    zone = "SZ 28 Eastern Mediterranean"
    state = fought_in_the_east()
    (ship,) = (u for u in state.units_in(zone) if u.type == "transport")
    old = Unit(9001, "infantry", "British", zone, carried_by=ship.id)
    state = replace(state, units={**state.units, old.id: old})
    assert codes(state, move("1 infantry", zone, "Syria")) == set()
    loaded = after(state, move("1 infantry", "Egypt", zone))
    assert codes(loaded, named(old, zone, "Syria")) == {"loaded-after-combat"}
    peaceful = replace(state, units={**state.units, ship.id: replace(ship, in_combat=False)})
    loaded = after(peaceful, move("1 infantry", "Egypt", zone))
    assert codes(loaded, named(old, zone, "Syria")) == set()


def named(unit: Unit, *path: str) -> Move:
    return Move((Pick(1, unit.type, units=(unit.id,)),), path)


@pytest.mark.parametrize("invader", ["infantry", "factory"])
def test_B181_troops_land_from_a_sea_battle_where_enemies_stand_in_own_land(invader: str) -> None:
    units = ((CHANNEL, "Germans", "cruiser", 1), ("England", "Germans", invader, 1))
    state = position(big_world(), "British", "combat_move", cleared=("England",), units=units)
    (ship,) = (u for u in state.units_in(ATLANTIC) if u.type == "transport")
    soldier = Unit(9001, "infantry", "British", ATLANTIC, carried_by=ship.id)
    state = replace(state, units={**state.units, soldier.id: soldier})
    sailed = after(state, move("1 transport", ATLANTIC, CHANNEL))
    landed = after(sailed, move("1 infantry", CHANNEL, "England"))
    attacked = battles(landed).get("England", ())
    assert attacked == (("infantry",) if invader == "infantry" else ())
    (unit,) = (u for u in landed.units_in("England") if u.id == soldier.id)
    assert unit.amphibious is (invader == "infantry")


def test_B172_a_transport_that_fought_and_unloaded_does_not_load() -> None:
    zone = "SZ 28 Eastern Mediterranean"
    state = fought_in_the_east(unload_to_one_territory=False)
    (ship,) = (u for u in state.units_in(zone) if u.type == "transport")
    for in_combat, expected in ((False, {"no-room-aboard"}), (True, set())):
        used = replace(ship, unloaded_to="Syria", unloaded_in_combat=in_combat)
        after_it = replace(state, units={**state.units, ship.id: used})
        assert codes(after_it, move("1 infantry", "Egypt", zone)) == expected


@pytest.mark.parametrize("option", ["transports_load_after_combat", "lhtr_carrier_production"])
def test_B172_options_forbid_loading_after_combat(option: str) -> None:
    changes = {option: option != "transports_load_after_combat"}
    state = fought_in_the_east(**changes)
    order = move("1 infantry", "Egypt", "SZ 28 Eastern Mediterranean")
    assert codes(state, order) == {"no-room-aboard"}


def test_B172_no_landing_at_home_before_the_sea_battle() -> None:
    state = position(
        big_world(),
        "British",
        "combat_move",
        units=((CHANNEL, "Germans", "cruiser", 1),),
    )
    sailed = after(
        state, move("1 infantry", "England", ATLANTIC), move("1 transport", ATLANTIC, CHANNEL)
    )
    assert codes(sailed, move("1 infantry", CHANNEL, "England")) == {"sea-battle-first"}
    assert codes(sailed, move("1 infantry", CHANNEL, "France")) == set()


@pytest.mark.parametrize("submerged", [False, True])
@pytest.mark.parametrize("kind", ["submarine", "transport"])
def test_B172_no_landing_at_home_beside_enemies_that_stop_nobody(
    kind: str, submerged: bool
) -> None:
    state = position(
        big_world(ignore_submarines_in_movement=True, ignore_transports_in_movement=True),
        "British",
        "combat_move",
        units=((ATLANTIC, "Germans", kind, 1),),
    )
    enemies = {
        key: replace(unit, submerged=submerged)
        for key, unit in state.units.items()
        if (unit.territory, unit.owner) == (ATLANTIC, "Germans")
    }
    state = replace(state, units={**state.units, **enemies})
    aboard = after(state, move("1 infantry", "England", ATLANTIC))
    assert codes(aboard, move("1 infantry", ATLANTIC, "England")) == {"sea-battle-first"}
    assert codes(at_noncombat(aboard), move("1 infantry", ATLANTIC, "England")) == set()


@pytest.mark.parametrize("option", ["scrambling", "kamikaze_attacks", ""])
def test_B172_no_landing_at_home_where_a_battle_could_still_come(option: str) -> None:
    state = position(with_options(**{option: True} if option else {}), "British", "combat_move")
    aboard = after(state, move("1 infantry", "England", ATLANTIC))
    found = codes(aboard, move("1 infantry", ATLANTIC, "England"))
    assert found == ({"sea-battle-first"} if option else set())


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_B173_AA_guns_sail_but_land_only_without_combat(phase: str) -> None:
    state = position(big_world(), "British", phase, units=((ATLANTIC, "British", "aaGun", 1),))
    (gun,) = (u for u in state.units_in(ATLANTIC) if u.type == "aaGun")
    (ship,) = (u for u in state.units_in(ATLANTIC) if u.type == "transport")
    aboard = replace(state, units={**state.units, gun.id: replace(gun, carried_by=ship.id)})
    sailed = after(aboard, move("1 transport", ATLANTIC, CHANNEL))
    assert sailed.units[gun.id].territory == CHANNEL
    expected = {"no-combat-movement"} if phase == "combat_move" else set()
    assert codes(sailed, move("1 aaGun", CHANNEL, "England")) == expected
    assert codes(state, move("1 aaGun", "England", ATLANTIC)) == expected


def test_B203_a_landing_waits_for_its_sea_battle() -> None:
    state = position(
        big_world(),
        "British",
        "combat_move",
        cleared=("Algeria",),
        units=(
            (WEST_MED, "British", "transport", 1),
            ("SZ 22 East Atlantic", "British", "transport", 1),
            ("Gibraltar", "British", "infantry", 1),
        ),
    )
    aboard = after(state, move("1 infantry", "Gibraltar", "SZ 22 East Atlantic"))
    mixed = replace(aboard, units=dict(aboard.units))
    ship = replace(state.units[1], id=9000, type="cruiser", owner="Germans", territory=WEST_MED)
    mixed = replace(mixed, units={**aboard.units, 9000: ship})
    sailed = after(mixed, move("1 transport", "SZ 22 East Atlantic", WEST_MED))
    assert WEST_MED in battles(sailed)
    landed = after(sailed, move("1 infantry", WEST_MED, "Algeria"))
    assert landed.owners["Algeria"] == "Germans"
    assert battles(landed)["Algeria"] == ("infantry",)


def test_B204_a_ship_keeps_the_room_of_troops_that_may_come_back_aboard() -> None:
    """Where a ship may unload and load again, what it has landed into a battle still counts."""
    world = big_world()
    options = replace(world.options, unload_to_one_territory=False)
    state = position(
        replace(world, options=options),
        "British",
        "combat_move",
        cleared=("Algeria",),
        units=(
            ("Algeria", "Germans", "infantry", 1),
            (WEST_MED, "British", "transport", 1),
            ("Gibraltar", "British", "armour", 2),
        ),
    )
    aboard = after(state, move("1 armour", "Gibraltar", WEST_MED))
    landed = after(aboard, move("1 armour", WEST_MED, "Algeria"))
    assert battles(landed)["Algeria"] == ("armour",)
    assert codes(landed, move("1 armour", "Gibraltar", WEST_MED)) == {"no-room-aboard"}


def test_B209_landing_in_empty_enemy_land_takes_it_at_once() -> None:
    zone = "SZ 26 Central Mediterranean"
    state = position(
        big_world(),
        "British",
        "combat_move",
        units=((zone, "British", "transport", 1), (zone, "British", "infantry", 1)),
    )
    (ship,) = (u for u in state.units_in(zone) if u.type == "transport")
    (cargo,) = (u for u in state.units_in(zone) if u.type == "infantry")
    state = replace(state, units={**state.units, cargo.id: replace(cargo, carried_by=ship.id)})
    landed = after(state, move("1 infantry", zone, "Sicily"))
    assert landed.owners["Sicily"] == "British"
    assert battles(landed) == {}
    assert not landed.units[cargo.id].amphibious


def test_B216_load_in_combat_unload_at_home_without_combat() -> None:
    state = position(big_world(), "British", "combat_move")
    loaded = after(
        state, move("1 infantry", "England", ATLANTIC), move("1 transport", ATLANTIC, NORTH)
    )
    later = at_noncombat(loaded)
    assert codes(later, move("1 infantry", NORTH, "Scotland")) == set()


def test_units_that_go_ashore_stop_there() -> None:
    state = mediterranean()
    order = move("1 infantry", WEST_MED, "Algeria", "Libya")
    assert codes(state, order) == {"unloading-ends-move"}
    long_load = move("1 infantry", "Scotland", "England", ATLANTIC)
    assert codes(state, long_load) == {"moved-before-loading"}


def test_the_player_may_say_who_goes_on_which_ship() -> None:
    state = position(
        big_world(), "British", "combat_move", units=((ATLANTIC, "British", "transport", 1),)
    )
    ships = [u.id for u in state.units_in(ATLANTIC) if u.type == "transport"]
    troops = [u.id for u in state.units_in("England") if u.type == "infantry"]
    pick = Pick(2, "infantry", units=tuple(troops[:2]))
    apart = tuple(zip(troops[:2], ships, strict=True))
    loaded = after(state, Move((pick,), ("England", ATLANTIC), aboard=apart))
    assert [len(loaded.cargo_of(ship)) for ship in ships] == [1, 1]
    together = after(state, Move((pick,), ("England", ATLANTIC)))
    assert [len(together.cargo_of(ship)) for ship in ships] == [2, 0], "fewest transports"
    wrong = Move((pick,), ("England", ATLANTIC), aboard=((troops[0], troops[1]),))
    assert codes(state, wrong) == {"not-a-transport"}
    stranger = Move((pick,), ("England", ATLANTIC), aboard=((ships[0], ships[1]),))
    assert codes(state, stranger) == {"not-loading"}


def test_packing_tries_every_way_before_it_gives_up() -> None:
    """Room 5 and 4: 3 + 2 and 2 + 2 fit, though the tightest fit for the gun fails."""
    state = position(
        big_world(),
        "British",
        "combat_move",
        cleared=(ATLANTIC,),
        units=(
            ("England", "British", "infantry", 3),
            ("England", "British", "artillery", 1),
            (ATLANTIC, "British", "transport", 2),
        ),
    )
    kinds = dict(state.definition.unit_types)
    definition = state.definition
    ships = list(state.units_in(ATLANTIC))
    kinds["small"] = with_facts(kinds["transport"], name="small", transport_capacity=4)
    units = {**state.units, ships[1].id: replace(ships[1], type="small")}
    state = replace(state, definition=replace(definition, unit_types=kinds), units=units)
    there = list(state.units_in("England"))
    load = [u for u in there if u.type == "infantry"][:3]
    load += [u for u in there if u.type == "artillery"][:1]
    plan = load_plan(mover_of(state), load, (), ATLANTIC)
    assert plan is not None
    assert {key for key, _ in plan} == {unit.id for unit in load}


def test_every_refusal_names_a_rule_and_a_place() -> None:
    state = position(big_world(), "British", "combat_move")
    for reason in check(state, move("2 armour, 3 infantry", "England", ATLANTIC)):
        assert reason.rule
        assert reason.where


@pytest.mark.parametrize(
    ("option", "others", "expected"),
    [
        (True, [("Germans", "submarine", 1)], {"no-escort"}),
        (False, [("Germans", "submarine", 1)], set()),
        (True, [("Germans", "submarine", 1), ("British", "destroyer", 1)], set()),
        (True, [("Germans", "submarine", 1), ("Americans", "destroyer", 1)], {"no-escort"}),
        (True, [("Germans", "transport", 1)], set()),
    ],
)
def test_B171_by_option_a_submarine_stops_a_landing_without_a_warship(
    option: bool, others: list[tuple[str, str, int]], expected: set[str]
) -> None:
    state = position(
        with_options(submarines_stop_landings=option, ignore_transports_in_movement=True),
        "British",
        "combat_move",
        cleared=(CHANNEL,),
        units=[(CHANNEL, *stack) for stack in others],
    )
    sailed = after(
        state, move("1 infantry", "England", ATLANTIC), move("1 transport", ATLANTIC, CHANNEL)
    )
    assert codes(sailed, move("1 infantry", CHANNEL, "France")) == expected


@pytest.mark.parametrize(
    ("rides_free", "load", "expected"),
    [
        (False, "1 artillery", {"cannot-be-carried"}),
        (True, "1 artillery", set()),
        (True, "2 infantry, 3 artillery", set()),
        (True, "3 infantry, 1 artillery", {"no-room-aboard"}),
    ],
)
def test_units_that_need_no_room_ride_along_in_any_number(
    rides_free: bool, load: str, expected: set[str]
) -> None:
    plain = big_world()
    light = with_facts(plain.unit_types["artillery"], transport_cost=0, rides_free=rides_free)
    state = position(
        replace(plain, unit_types={**plain.unit_types, "artillery": light}),
        "British",
        "noncombat_move",
        cleared=(CHANNEL,),
        units=(
            (CHANNEL, "British", "transport", 1),
            ("England", "British", "artillery", 3),
            ("England", "British", "infantry", 3),
        ),
    )
    assert codes(state, move(load, "England", CHANNEL)) == expected
