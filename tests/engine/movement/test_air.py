"""Aircraft on their way and their landing places (rulebook sections 4, 7, 11, 19)."""

from dataclasses import replace

import pytest

from engine.core.pick import Pick
from engine.core.state import TurnRecord
from engine.gamedef import State
from engine.gamedef.relations import NEUTRALITY, Relation
from engine.orders.move import Move
from engine.rules.movement.mover import mover_of
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts

GIBRALTAR_RUN = ("France", "Spain", "Gibraltar")
HAWAII_RUN = ("Hawaiian Islands", "SZ 95 Pacific", "SZ 94 Pacific", "SZ 87 West Pacific")


def test_B13_no_flying_over_neutral_land() -> None:
    state = position(big_world(), "Germans", "combat_move")
    assert codes(state, move("1 fighter", *GIBRALTAR_RUN)) == {"neutral-flyover"}
    round_the_sea = move(
        "1 fighter", "France", "SZ 17 English Channel", "SZ 22 East Atlantic", "Gibraltar"
    )
    assert codes(state, round_the_sea) == {"no-landing"}


def test_B13_neutral_flyover_by_option() -> None:
    state = position(big_world(neutral_flyover=True), "Germans", "combat_move")
    assert codes(state, move("1 fighter", *GIBRALTAR_RUN)) == set()


def test_B13_never_over_impassable_land() -> None:
    state = position(
        big_world(), "British", "combat_move", units=(("Calcutta", "British", "fighter", 1),)
    )
    straight = move("1 fighter", "Calcutta", "Himalaya-Tibet", "Szechwan")
    assert codes(state, straight) == {"impassable"}
    around = move("1 fighter", "Calcutta", "Burma", "Yunnan", "Szechwan")
    assert codes(state, around) == set()


def test_B13_aircraft_may_attack_neutral_land() -> None:
    state = position(big_world(), "Germans", "combat_move")
    attacked = after(state, move("1 fighter", "France", "Vichy France", "Switzerland"))
    assert battles(attacked) == {"Switzerland": ("fighter",)}


def test_B64_no_landing_in_land_taken_this_turn() -> None:
    state = position(
        big_world(),
        "Russians",
        "noncombat_move",
        cleared=("Finland",),
        owners={"Finland": "Russians"},
        turn=TurnRecord(conquered=("Finland",), fought=("Finland",)),
        units=(("Finland", "Russians", "fighter", 1),),
    )
    (flier,) = (u for u in state.units_in("Finland") if u.type == "fighter")
    spent = replace(state, units={**state.units, flier.id: replace(flier, moved=2)})
    assert codes(spent, move("1 fighter", "Finland", "Karelija")) == set()
    assert codes(spent, move("1 fighter", "Finland", "Leningrad")) == set()
    tired = replace(state, units={**state.units, flier.id: replace(flier, moved=3)})
    back_in = Move((Pick(1, "fighter"),), ("Karelija", "Finland"))
    assert codes(spent, back_in) == set(), "it can fly on: three steps are left"
    last_step = tuple(u for u in tired.units_in("Karelija") if u.type == "fighter")
    worn = replace(tired, units={**tired.units, last_step[0].id: replace(last_step[0], moved=3)})
    assert codes(worn, back_in) == {"no-landing"}


def test_B67_a_fighter_flies_four_steps_and_back() -> None:
    state = position(
        big_world(), "British", "combat_move", units=(("Scotland", "British", "fighter", 1),)
    )
    out = after(state, move("1 fighter", "Scotland", "SZ 10 North Sea", "Norway"))
    assert battles(out) == {"Norway": ("fighter",)}
    (flier,) = (out.units[key] for key in out.battles[0].attackers)
    assert mover_of(out).steps_left(flier) == 2, "B68: aircraft keep what is left"
    three = move("1 fighter", "Scotland", "SZ 10 North Sea", "Norway", "Finland")
    assert codes(state, three) == set(), "Karelija is a step beyond Finland"
    four = ("Scotland", "SZ 10 North Sea", "Norway", "Finland", "SZ 12 East Baltic Sea")
    assert codes(state, move("1 fighter", *four)) == {"no-landing"}


def test_B161_aircraft_may_leave_a_battle_again() -> None:
    state = position(
        big_world(), "British", "combat_move", units=(("Scotland", "British", "fighter", 1),)
    )
    out = after(state, move("1 fighter", "Scotland", "SZ 10 North Sea", "Norway"))
    home = after(out, move("1 fighter", "Norway", "SZ 10 North Sea", "Scotland"))
    assert battles(home) == {}


def test_B181_land_that_bombers_left_again_is_not_taken_before_the_battles() -> None:
    home = "Novgorod"
    units = ((home, "Germans", "bomber", 1), (home, "Germans", "infantry", 1))
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        cleared=("Leningrad", home),
        owners={home: "Germans"},
        units=(*units, ("Leningrad", "Russians", "factory", 1)),
    )
    raided = after(state, move("1 bomber", home, "Leningrad", raid=True))
    gone = after(raided, move("1 bomber", "Leningrad", home))
    taken = after(gone, move("1 infantry", home, "Leningrad"))
    assert taken.owners["Leningrad"] == "Russians"
    assert after(state, move("1 infantry", home, "Leningrad")).owners["Leningrad"] == "Germans"


def test_B69_raids_need_bombers_and_an_enemy_factory() -> None:
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        units=(("Baltic States", "Germans", "fighter", 1),),
    )
    way = ("Baltic States", "Novgorod", "Leningrad")
    raided = after(state, move("1 bomber", *way, raid=True))
    assert battles(raided) == {"Leningrad*": ("bomber",)}
    assert codes(state, move("1 fighter", *way, raid=True)) == {"cannot-raid"}
    nothing = move("1 bomber", "Baltic States", "Novgorod", raid=True)
    assert codes(state, nothing) == {"nothing-to-raid"}
    late = position(big_world(), "Germans", "noncombat_move")
    assert "no-combat-here" in codes(late, move("1 bomber", *way, raid=True))
    both = after(raided, move("1 fighter", *way))
    assert battles(both) == {"Leningrad*": ("bomber",), "Leningrad": ("fighter",)}


def hawaii(**extra: object) -> State:
    return position(big_world(**extra), "Americans", "combat_move")


def moved_carrier(state: State, to: str | None) -> State:
    """The American carrier of SZ 88 elsewhere, or gone; its own fighter leaves with it."""
    units = dict(state.units)
    for unit in state.units_in("SZ 88 Pacific"):
        if unit.type == "fighter":
            del units[unit.id]
        elif unit.type == "carrier":
            if to is None:
                del units[unit.id]
            else:
                units[unit.id] = replace(unit, territory=to)
    return replace(state, units=units)


def test_B143_a_fighter_must_be_able_to_land_on_a_carrier() -> None:
    assert codes(hawaii(), move("1 fighter", *HAWAII_RUN)) == set()
    without = moved_carrier(hawaii(), None)
    assert codes(without, move("1 fighter", *HAWAII_RUN)) == {"no-landing"}


def test_B144_own_carriers_are_expected_to_come() -> None:
    state = moved_carrier(hawaii(), "SZ 96 Pacific")
    assert codes(state, move("1 fighter", *HAWAII_RUN)) == set()
    (carrier,) = (u for u in state.units_in("SZ 96 Pacific") if u.type == "carrier")
    spent = replace(state, units={**state.units, carrier.id: replace(carrier, moved=1)})
    assert codes(spent, move("1 fighter", *HAWAII_RUN)) == {"no-landing"}


def test_B144_allied_carriers_stay_where_they_are() -> None:
    state = moved_carrier(hawaii(), "SZ 96 Pacific")
    (carrier,) = (u for u in state.units_in("SZ 96 Pacific") if u.type == "carrier")
    theirs = replace(carrier, owner="British")
    lent = replace(state, units={**state.units, carrier.id: theirs})
    assert codes(lent, move("1 fighter", *HAWAII_RUN)) == {"no-landing"}
    near = replace(theirs, territory="SZ 88 Pacific")
    beside = replace(state, units={**state.units, carrier.id: near})
    assert codes(beside, move("1 fighter", *HAWAII_RUN)) == set()


def test_B212_carriers_hold_two_fighters_and_no_more() -> None:
    state = position(
        big_world(),
        "Americans",
        "combat_move",
        cleared=("SZ 88 Pacific",),
        units=(
            ("SZ 88 Pacific", "Americans", "carrier", 1),
            ("Hawaiian Islands", "Americans", "fighter", 2),
        ),
    )
    assert codes(state, move("2 fighter", *HAWAII_RUN)) == set()
    assert codes(state, move("3 fighter", *HAWAII_RUN)) == {"no-landing"}
    two = after(state, move("2 fighter", *HAWAII_RUN))
    assert codes(two, move("1 fighter", *HAWAII_RUN)) == {"no-landing"}, "the two wait there"
    aside = (*HAWAII_RUN[:3], "SZ 93 West Pacific")
    assert codes(two, move("1 fighter", *aside)) == set(), "the player decides whom to fetch (B144)"
    beside = after(state, move("2 fighter", "Hawaiian Islands", "SZ 95 Pacific", "SZ 88 Pacific"))
    assert codes(beside, move("1 fighter", *HAWAII_RUN)) == set(), "they can still fly home"


def test_B212_aircraft_beside_a_carrier_keep_their_seats() -> None:
    state = position(
        big_world(),
        "Americans",
        "noncombat_move",
        cleared=("SZ 88 Pacific",),
        units=(
            ("SZ 88 Pacific", "Americans", "carrier", 1),
            ("SZ 88 Pacific", "Americans", "fighter", 2),
        ),
    )
    units = {
        key: replace(unit, moved=4) if unit.territory == "SZ 88 Pacific" else unit
        for key, unit in state.units.items()
    }
    assert codes(replace(state, units=units), move("1 fighter", *HAWAII_RUN)) == {"no-landing"}


def test_B53_bombers_use_no_carriers() -> None:
    state = position(
        big_world(),
        "Americans",
        "combat_move",
        units=(("Hawaiian Islands", "Americans", "bomber", 1),),
    )
    (bomber,) = (u for u in state.units_in("Hawaiian Islands") if u.type == "bomber")
    worn = replace(state, units={**state.units, bomber.id: replace(bomber, moved=5)})
    assert codes(worn, move("1 bomber", "Hawaiian Islands", "SZ 95 Pacific")) == {"no-landing"}


def test_B145_kamikaze_aircraft_need_no_landing_place() -> None:
    without = moved_carrier(hawaii(kamikaze_airplanes=True), None)
    assert codes(without, move("1 fighter", *HAWAII_RUN)) == set()


@pytest.mark.parametrize(("one_way", "reasons"), [(True, set()), (False, {"no-landing"})])
def test_B145_aircraft_that_fly_one_way_need_no_landing_place(
    one_way: bool, reasons: set[str]
) -> None:
    state = moved_carrier(hawaii(), None)
    kinds = state.definition.unit_types
    fighter = with_facts(kinds["fighter"], flies_one_way=one_way)
    definition = replace(state.definition, unit_types={**kinds, "fighter": fighter})
    assert codes(replace(state, definition=definition), move("1 fighter", *HAWAII_RUN)) == reasons


def test_B113_long_range_aircraft_fly_two_steps_farther() -> None:
    """Five steps to Moscow; no German land within one step of it, some within three."""
    way = (
        "Eastern Germany",
        "Austria-Czechoslovakia",
        "Balkans",
        "SZ 29 Black Sea",
        "Southern Russia",
        "Moscow",
    )
    around = {"Western Russia": "Russians", "Southern Russia": "Russians"}
    state = position(big_world(), "Germans", "combat_move", owners=around)
    assert codes(state, move("1 bomber", *way)) == {"no-landing"}
    better = position(
        big_world(),
        "Germans",
        "combat_move",
        owners=around,
        technologies=("long_range_aircraft",),
    )
    assert codes(better, move("1 bomber", *way)) == set()


def test_B211_no_landing_in_neutral_or_enemy_land() -> None:
    state = position(big_world(), "Germans", "noncombat_move")
    neutral = move("1 fighter", "France", "Vichy France", "Switzerland")
    assert codes(state, neutral) == {"no-combat-here"}
    enemy = move("1 bomber", "Baltic States", "Novgorod", "Leningrad")
    assert codes(state, enemy) == {"no-combat-here"}


def test_B222_fighters_may_wait_for_a_bought_carrier_by_option() -> None:
    """The fighter ends beside the factories of the eastern seaboard with nothing left."""

    def waiting(unplaced: dict[str, int], **options: bool) -> set[str]:
        definition = big_world()
        changed = replace(definition.options, **options)
        state = position(
            replace(definition, options=changed),
            "Germans",
            "noncombat_move",
            unplaced=unplaced,
            units=(("SZ 12 East Baltic Sea", "Germans", "fighter", 1),),
        )
        units = {
            key: replace(unit, moved=3) if unit.type == "fighter" else unit
            for key, unit in state.units.items()
        }
        order = move("1 fighter", "SZ 12 East Baltic Sea", "SZ 11 West Baltic Sea")
        return codes(replace(state, units=units), order)

    carrier = {"carrier": 1}
    assert waiting(carrier) == {"no-landing"}
    assert waiting(carrier, land_fighters_on_new_carriers=True) == set()
    assert waiting(carrier, lhtr_carrier_production=True) == set()
    assert waiting({}, land_fighters_on_new_carriers=True) == {"no-landing"}


@pytest.mark.parametrize("owner", ["Russians", ""])
def test_B69_factories_of_nobody_are_raided_like_those_of_an_enemy(owner: str) -> None:
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        cleared=("Leningrad",),
        units=(("Leningrad", owner or "Neutral", "factory", 1),),
    )
    owners = {name: holder for name, holder in state.owners.items() if name != "Leningrad"}
    state = replace(state, owners={**owners, "Leningrad": owner} if owner else owners)
    order = move("1 bomber", "Baltic States", "Novgorod", "Leningrad", raid=True)
    assert codes(state, order) == set()


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
@pytest.mark.parametrize(("left", "refused"), [(2, set()), (1, {"no-landing"})])
def test_B211_aircraft_end_over_land_of_those_who_let_them_pass_and_fly_on(
    phase: str, left: int, refused: set[str]
) -> None:
    world = big_world()
    sky = replace(NEUTRALITY, name="Sky", air_passes=True)
    relations = (Relation(("Germans", "Japanese"), "Sky"),)
    politics = replace(world.politics, relations=relations, relation_types=(sky,))
    state = position(
        replace(world, politics=politics),
        "Germans",
        phase,
        cleared=("Finland", "Leningrad"),
        owners={"Leningrad": "Japanese", "Finland": "Germans"},
        units=[("Finland", "Germans", "bomber", 1)],
    )
    (bomber,) = state.units_in("Finland")
    worn = replace(bomber, moved=state.definition.unit_types["bomber"].movement - left)
    state = replace(state, units={**state.units, bomber.id: worn})
    assert codes(state, move("1 bomber", "Finland", "Leningrad")) == refused


@pytest.mark.parametrize("visits", [True, False])
def test_nobody_flies_in_the_combat_move_over_those_who_want_no_visits(*, visits: bool) -> None:
    world = big_world()
    sky = replace(NEUTRALITY, name="Sky", air_passes=True, enters_in_combat_move=visits)
    relations = (Relation(("Germans", "Japanese"), "Sky"),)
    politics = replace(world.politics, relations=relations, relation_types=(sky,))
    for phase in ("combat_move", "noncombat_move"):
        state = position(
            replace(world, politics=politics),
            "Germans",
            phase,
            cleared=("Finland", "Leningrad", "Novgorod"),
            owners={"Leningrad": "Japanese", "Novgorod": "Germans"},
            units=[("Finland", "Germans", "bomber", 1)],
        )
        found = codes(state, move("1 bomber", "Finland", "Leningrad", "Novgorod"))
        shut = phase == "combat_move" and not visits
        assert found == ({"border-closed"} if shut else set())


def test_B13_by_option_two_moves_do_not_lead_over_neutral_land_for_nothing() -> None:
    """Issue 36, point 4: one order was refused, and two were legal."""
    state = position(
        big_world(aircraft_stop_over_neutrals=False),
        "Germans",
        "combat_move",
        units=(("Norway", "Germans", "fighter", 1),),
    )
    there = after(state, move("1 fighter", "Norway", "Sweden"))
    assert codes(there, move("1 fighter", "Sweden", "Finland")) == {"neutral-flyover"}
    free = position(
        big_world(),
        "Germans",
        "combat_move",
        units=(("Norway", "Germans", "fighter", 1),),
    )
    there = after(free, move("1 fighter", "Norway", "Sweden"))
    assert codes(there, move("1 fighter", "Sweden", "Finland")) == set()
