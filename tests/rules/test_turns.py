"""Movement, economy and the end of turns: sections 8 to 12 and 19 to 25 of the rule book."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from engine.core.agenda import PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.events.economy import IncomeCollected, UnitsRepaired
from engine.core.events.turn import PhaseBegan
from engine.core.pick import Pick
from engine.core.state import TurnRecord
from engine.game import apply, check, new_game, undo
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.move import Move
from engine.orders.place import Place
from engine.orders.research import Research
from engine.rules.battle.around.bombing import bombing_event
from engine.rules.economy.technology import technologies_of
from tests.engine.movement.board import after, codes, move
from tests.support.positions import at_phase, big_world, position
from tests.support.unit_types import with_facts

RAID_WAY = ("England", "SZ 17 English Channel", "France", "Vichy France")


def test_B101_done_ends_a_phase_and_cannot_be_taken_back() -> None:
    """Undo works on the orders of a phase; the end of the phase is not one of them."""
    state = position(big_world(), "Russians", "purchase")
    later = apply(state, Done())
    assert later.state.phase.phase == "combat_move"
    orders: list[Order] = [move("1 infantry", "Moscow", "Northern Russia")]
    step, left_out = undo(later.state, orders, 0)
    assert step.state.phase.phase == "combat_move", "never back into the purchase"
    assert left_out == ()


def test_B103_V13_each_die_has_one_chance_in_six() -> None:
    expected = [Fraction(1, 6), Fraction(11, 36), Fraction(91, 216), Fraction(671, 1296)]
    expected += [Fraction(4651, 7776), Fraction(31031, 46656)]
    assert [1 - Fraction(5, 6) ** dice for dice in range(1, 7)] == expected
    state = apply(position(big_world(), "Russians", "tech"), Research("rockets", 4)).state
    rolls = list(product((1, 6), repeat=4))
    weights = [Fraction(1) for _ in rolls]
    for index, roll in enumerate(rolls):
        weights[index] = Fraction(5, 6) ** roll.count(1) * Fraction(1, 6) ** roll.count(6)
    found = [bool(apply(state, RollResult(roll)).state.found["Russians"]) for roll in rolls]
    chance = sum((w for w, hit in zip(weights, found, strict=True) if hit), Fraction(0))
    assert chance == expected[3]


def test_B154_G3_leftover_movement_by_profile() -> None:
    """The rule book keeps what is left, the triplea profile does not; aircraft keep it in both."""
    for kept, expected in ((True, set()), (False, {"not-enough-movement"})):
        state = position(big_world(keep_leftover_movement=kept), "Russians", "combat_move")
        walked = after(state, move("1 armour", "Moscow", "Eastern Russia"))
        flown = after(walked, move("1 fighter", "Moscow", "Eastern Russia"))
        later = apply(flown, Done()).state
        assert later.phase.phase == "noncombat_move"
        assert codes(later, move("1 armour", "Eastern Russia", "Kazakh")) == expected
        assert codes(later, move("1 fighter", "Eastern Russia", "Kazakh")) == set()


def test_B210_what_has_movement_left_moves_in_the_non_combat_move() -> None:
    state = position(big_world(), "Russians", "noncombat_move")
    assert codes(state, move("2 armour", "Northern Russia", "Moscow", "Eastern Russia")) == set()
    worn = {k: replace(u, moved=2) if u.type == "armour" else u for k, u in state.units.items()}
    tired = replace(state, units=worn)
    assert codes(tired, move("1 armour", "Northern Russia", "Moscow")) == {"not-enough-movement"}


def test_B157_the_player_says_who_goes_aboard_and_whether_it_is_a_raid() -> None:
    """Details are part of the order: named units, named ships, raid or battle."""
    state = position(big_world(), "Germans", "combat_move")
    way = ("Baltic States", "Novgorod", "Leningrad")
    raid, battle = move("1 bomber", *way, raid=True), move("1 bomber", *way)
    assert codes(state, raid) == codes(state, battle) == set()
    assert [b.kind for b in after(state, raid).battles] == ["raid"]
    assert [b.kind for b in after(state, battle).battles] == ["battle"]
    (first, second, *_) = (u for u in state.units_in("Finland") if u.type == "infantry")
    named = Move((Pick(1, "infantry", units=(second.id,)),), ("Finland", "Norway"))
    gone = after(state, named)
    assert gone.units[second.id].territory == "Norway"
    assert gone.units[first.id].territory == "Finland"


def test_B160_a_flight_under_fire_leaves_dice_behind_and_those_are_never_undone() -> None:
    """The move waits for dice: with a roll in between there is nothing to play again (undo)."""
    state = position(big_world(), "British", "combat_move")
    step = apply(state, move("1 bomber", *RAID_WAY))
    assert isinstance(step.waiting, RollRequest)
    rolled = apply(step.state, RollResult((6,)))
    assert isinstance(rolled.waiting, PhaseOpen)
    kept, _ = undo(rolled.state, [], 0)
    assert {u.type for u in kept.state.units_in("Vichy France")} >= {"bomber"}


@pytest.mark.parametrize(
    ("capacity", "load", "fits"),
    [
        (5, "1 infantry, 1 artillery", True),
        (4, "1 infantry, 1 artillery", False),
        (4, "2 infantry", True),
        (6, "2 artillery", True),
        (5, "2 artillery", False),
    ],
)
def test_B162_V6_what_fits_aboard_is_a_number_of_the_scenario(
    capacity: int, load: str, fits: bool
) -> None:
    definition = big_world()
    kinds = dict(definition.unit_types)
    kinds["transport"] = with_facts(kinds["transport"], transport_capacity=capacity)
    state = position(
        replace(definition, unit_types=kinds),
        "British",
        "combat_move",
        units=(("England", "British", "artillery", 2), ("England", "British", "infantry", 1)),
    )
    expected = set() if fits else {"no-room-aboard"}
    assert codes(state, move(load, "England", "SZ 16 North Atlantic")) == expected


def test_V6_two_guns_or_a_gun_and_armour_do_not_fit_but_a_gun_and_infantry_do() -> None:
    state = position(
        big_world(),
        "British",
        "noncombat_move",
        units=(
            ("England", "British", "aaGun", 1),
            ("England", "British", "armour", 1),
            ("England", "British", "artillery", 1),
        ),
    )
    zone = "SZ 16 North Atlantic"
    for load, fits in (("1 infantry, 1 aaGun", True), ("2 aaGun", False)):
        assert (not codes(state, move(load, "England", zone))) == fits, load
    for load in ("1 armour, 1 aaGun", "1 artillery, 1 aaGun"):
        assert codes(state, move(load, "England", zone)) == {"no-room-aboard"}, load


def test_G4_aboard_ship_a_gun_travels_in_the_combat_move() -> None:
    zone, beyond = "SZ 16 North Atlantic", "SZ 17 English Channel"
    state = position(big_world(), "British", "combat_move", units=((zone, "British", "aaGun", 1),))
    (gun,) = (u for u in state.units_in(zone) if u.type == "aaGun")
    (ship,) = (u for u in state.units_in(zone) if u.type == "transport")
    aboard = replace(state, units={**state.units, gun.id: replace(gun, carried_by=ship.id)})
    assert after(aboard, move("1 transport", zone, beyond)).units[gun.id].territory == beyond


def test_G9_industrial_technology_is_off_unless_both_sides_agreed() -> None:
    assert "industrial_technology" not in technologies_of(big_world())
    assert "industrial_technology" in technologies_of(big_world(industrial_technology=True))
    prices = big_world().economy.reduced_prices
    assert (prices["infantry"], prices["battleship"], len(prices)) == (2, 21, 13)


def test_G10_no_new_fighter_on_an_old_carrier_but_the_triplea_profile_lets_it_pass() -> None:
    zone = "SZ 57 Arabian Sea"
    for allowed, expected in ((False, ["no-carrier-room"]), (True, [])):
        definition = big_world(produce_fighters_on_old_carriers=allowed)
        state = position(definition, "British", "place", unplaced={"fighter": 1})
        gone = {k: u for k, u in state.units.items() if (u.territory, u.type) != (zone, "fighter")}
        order = Place((Pick(1, "fighter"),), zone)
        assert [r.code for r in check(replace(state, units=gone), order)] == expected


def test_G11_there_is_no_level_of_16_cities() -> None:
    assert sorted({level.cities for level in big_world().victory.levels}) == [14, 15, 17]


def test_G12_aircraft_do_not_fly_over_everything() -> None:
    state = position(big_world(), "Germans", "combat_move")
    assert codes(state, move("1 fighter", "France", "Spain", "Gibraltar")) == {"neutral-flyover"}
    south = position(
        big_world(), "British", "combat_move", units=(("Calcutta", "British", "fighter", 1),)
    )
    over = move("1 fighter", "Calcutta", "Himalaya-Tibet", "Szechwan")
    assert codes(south, over) == {"impassable"}


def test_G15_what_depends_on_a_move_goes_first_and_dice_stay() -> None:
    state = position(big_world(), "British", "combat_move")
    zone, beyond = "SZ 16 North Atlantic", "SZ 21 East Atlantic"
    orders: list[Order] = [
        move("1 infantry", "England", zone),
        move("1 transport, 1 infantry", zone, beyond),
    ]
    step, needed = undo(state, orders, 0)
    assert needed == (1,), "the voyage needs the loading"
    assert step.state == state


def test_G16_the_turn_limit_holds_for_all_raids_and_rockets_together() -> None:

    state = position(big_world(), "Germans", "battle", turn=TurnRecord(bombed={"Moscow": 3}))
    assert bombing_event(state, "Moscow", (3,), "raid", ((3,),)).damage == 1
    free = position(
        big_world(territory_turn_limit=False),
        "Germans",
        "battle",
        turn=TurnRecord(bombed={"Moscow": 3}),
    )
    assert bombing_event(free, "Moscow", (3,), "raid", ((3,),)).damage == 3


def test_G22_land_freed_in_this_turn_is_no_landing_place() -> None:
    """Held at the start of the turn and not conquered in it: both wordings give the same areas."""
    state = position(
        big_world(),
        "Chinese",
        "noncombat_move",
        owners={"Burma": "British"},
        turn=TurnRecord(conquered=("Burma",), fought=("Burma",)),
        units=(("Burma", "Chinese", "fighter", 1),),
    )
    lost = apply(state, Done()).state
    assert not [u for u in lost.units_in("Burma") if u.type == "fighter"]
    calm = replace(state, turn=TurnRecord())
    kept = apply(calm, Done()).state
    assert [u for u in kept.units_in("Burma") if u.type == "fighter"]


def test_G25_the_player_may_name_the_factory_that_builds_ships() -> None:
    zone = "SZ 11 West Baltic Sea"
    state = position(big_world(), "Germans", "place", unplaced={"destroyer": 7, "infantry": 7})
    placed = apply(state, Place((Pick(7, "destroyer"),), zone, "Western Germany")).state
    assert dict(placed.turn.produced) == {"Western Germany": 7}
    west = Place((Pick(7, "infantry"),), "Western Germany")
    assert check(placed, west) != ()
    assert check(placed, replace(west, territory="Eastern Germany")) == ()


def test_G26_one_name_for_each_phase_in_one_order() -> None:
    steps = [s.phase for s in big_world().sequence if s.nation == "Russians"]
    assert steps[2:] == [
        "tech",
        "purchase",
        "combat_move",
        "battle",
        "noncombat_move",
        "place",
        "tech_activation",
        "end_turn",
    ]


def test_G31_the_attribute_decides_who_blitzes() -> None:
    """A unit of movement 2 that cannot blitz stops; the same unit with the attribute goes on."""
    for blitzes in (True, False):
        definition = big_world()
        kinds = dict(definition.unit_types)
        kinds["armour"] = with_facts(kinds["armour"], can_blitz=blitzes)
        state = position(
            replace(definition, unit_types=kinds), "Germans", "combat_move", cleared=("Libya",)
        )
        order = move("1 armour", "Algeria", "Libya", "Anglo-Egyptian Sudan")
        assert (not codes(state, order)) == blitzes


def test_B233_repair_comes_after_income_and_then_the_next_nation_starts() -> None:
    state = position(big_world(), "Russians", "place")
    (ship,) = (
        u
        for u in state.units.values()
        if u.territory == "SZ 23 West Mediterranean" and u.type == "battleship"
    )
    hurt = replace(state, units={**state.units, ship.id: replace(ship, hits=1)})
    events = apply(hurt, Done()).events
    kinds = [type(e) for e in events if isinstance(e, IncomeCollected | UnitsRepaired)]
    assert kinds == [IncomeCollected, UnitsRepaired]
    began = [e.nation for e in events if isinstance(e, PhaseBegan)]
    assert began[-1] == "Germans"


def test_B232_without_objectives_the_end_of_turn_pays_income_only() -> None:
    step = at_phase(new_game(big_world()), "Germans", "purchase")
    assert step.state.amount("Russians", "PUs") == 68


def test_B89_B215_a_gun_may_go_into_land_taken_this_turn() -> None:
    state: State = position(
        big_world(),
        "Russians",
        "noncombat_move",
        cleared=("Western Russia",),
        owners={"Western Russia": "Russians"},
        turn=TurnRecord(conquered=("Western Russia",)),
    )
    assert codes(state, move("1 aaGun", "Moscow", "Western Russia")) == set()
    before = position(big_world(), "Russians", "combat_move")
    assert codes(before, move("1 aaGun", "Moscow", "Western Russia")) == {"no-combat-movement"}


def test_B173_by_option_a_gun_goes_aboard_and_ashore_at_home_in_the_combat_move() -> None:
    zone = "SZ 16 North Atlantic"
    for allowed, expected in ((False, {"no-combat-movement"}), (True, set())):
        game = big_world(aa_guns_land_in_combat=allowed)
        state = position(game, "British", "combat_move", units=((zone, "British", "aaGun", 1),))
        (gun,) = (u for u in state.units_in(zone) if u.type == "aaGun")
        (ship,) = (u for u in state.units_in(zone) if u.type == "transport")
        aboard = replace(state, units={**state.units, gun.id: replace(gun, carried_by=ship.id)})
        assert codes(state, move("1 aaGun", "England", zone)) == expected
        assert codes(aboard, move("1 aaGun", zone, "England")) == expected
        sailed = after(aboard, move("1 transport", zone, "SZ 17 English Channel"))
        ashore = move("1 aaGun", "SZ 17 English Channel", "France")
        assert codes(sailed, ashore) == {"no-combat-movement"}, "never into enemy land"
