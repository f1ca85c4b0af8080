"""Land units on their way (rulebook sections 4, 7, 11 and 19)."""

from dataclasses import replace

import pytest

from engine.core.chance import RollRequest, RollResult
from engine.core.pick import Pick
from engine.core.state import TurnRecord
from engine.game import apply, check
from engine.gamedef import Definition, State
from engine.gamedef.relations import NEUTRALITY, Relation
from engine.orders.done import Done
from engine.orders.move import Move
from engine.rules.movement.mover import mover_of
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import at_phase, big_world, count_in, position
from tests.support.unit_types import with_facts


def german_armour(*, libya: tuple[tuple[str, str, str, int], ...] = (), **options: object) -> State:
    """One German armour in Algeria; Libya holds only what the test says."""
    return position(
        big_world(**options),
        "Germans",
        "combat_move",
        cleared=("Libya", "Algeria"),
        units=(("Algeria", "Germans", "armour", 1), *libya),
    )


def test_B14_only_to_a_connected_territory() -> None:
    state = position(big_world(), "Russians", "combat_move")
    assert codes(state, move("1 infantry", "Karelija", "Novgorod")) == {"not-enough-movement"}
    assert codes(state, move("1 infantry", "Karelija", "Finland")) == set()


def test_B12_unknown_areas_are_refused() -> None:
    state = position(big_world(), "Russians", "combat_move")
    assert codes(state, move("1 infantry", "Karelija", "Rhine")) == {"unknown-territory"}


def test_B15_land_units_do_not_swim() -> None:
    state = position(big_world(), "Russians", "combat_move", cleared=("SZ 7 Barents Sea",))
    order = move("1 infantry", "Karelija", "SZ 7 Barents Sea")
    assert codes(state, order) == {"no-room-aboard"}


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_B26_nobody_enters_impassable_land(phase: str) -> None:
    state = position(big_world(), "British", phase)
    assert "impassable" in codes(state, move("1 infantry", "Libya", "Sahara"))


def test_B28_AA_guns_conquer_nothing() -> None:
    def gun(phase: str) -> set[str]:
        state = position(big_world(), "Russians", phase, cleared=("Finland",))
        return codes(state, move("1 aaGun", "Leningrad", "Finland"))

    assert gun("combat_move") == {"no-combat-movement"}
    assert gun("noncombat_move") == {"no-combat-here"}


def test_B51_armour_goes_two_steps_and_no_third() -> None:
    state = position(big_world(), "Russians", "combat_move")
    two = move("1 armour", "Northern Russia", "Karelija", "Finland")
    assert codes(state, two) == set()
    three = move("1 armour", "Northern Russia", "Karelija", "Leningrad", "Novgorod")
    assert codes(state, three) == {"not-enough-movement"}


def test_B61_armour_blitzes_through_empty_land_and_takes_both() -> None:
    order = move("1 armour", "Algeria", "Libya", "Anglo-Egyptian Sudan")
    state = after(german_armour(), order)
    assert state.owners["Libya"] == state.owners["Anglo-Egyptian Sudan"] == "Germans"
    assert set(state.turn.conquered) == {"Libya", "Anglo-Egyptian Sudan"}
    assert battles(state) == {}


def test_B61_armour_takes_empty_land_and_comes_home() -> None:
    state = after(german_armour(), move("1 armour", "Algeria", "Libya", "Algeria"))
    assert state.owners["Libya"] == "Germans"
    assert count_in(state, "Algeria", "Germans", "armour") == 1


def test_B61_a_blitz_may_be_two_orders() -> None:
    first = after(german_armour(), move("1 armour", "Algeria", "Libya"))
    second = after(first, move("1 armour", "Libya", "Anglo-Egyptian Sudan"))
    assert second.owners["Anglo-Egyptian Sudan"] == "Germans"


def test_B62_armour_stops_where_enemies_are() -> None:
    state = german_armour(libya=(("Libya", "British", "infantry", 1),))
    through = move("1 armour", "Algeria", "Libya", "Anglo-Egyptian Sudan")
    assert codes(state, through) == {"enemy-on-path"}
    fought = after(state, move("1 armour", "Algeria", "Libya"))
    assert battles(fought) == {"Libya": ("armour",)}
    assert fought.owners["Libya"] == "British"
    onwards = move("1 armour", "Libya", "Algeria")
    assert codes(fought, onwards) == {"movement-over"}


@pytest.mark.parametrize(("stops", "expected"), [(True, {"enemy-on-path"}), (False, set())])
def test_B62_an_AA_gun_alone_stops_a_blitz_by_option(stops: bool, expected: set[str]) -> None:
    state = german_armour(
        libya=(("Libya", "British", "aaGun", 1),), blitz_stopped_by_infrastructure=stops
    )
    through = move("1 armour", "Algeria", "Libya", "Anglo-Egyptian Sudan")
    assert codes(state, through) == expected


@pytest.mark.parametrize(("stops", "left"), [(True, 0), (False, 1)])
def test_B62_armour_that_takes_land_with_an_AA_gun_stays_there_by_option(
    stops: bool, left: int
) -> None:
    state = german_armour(
        libya=(("Libya", "British", "aaGun", 1),), blitz_stopped_by_infrastructure=stops
    )
    taken = after(state, move("1 armour", "Algeria", "Libya"))
    assert taken.owners["Libya"] == "Germans"
    (armour,) = (u for u in taken.units_in("Libya") if u.type == "armour")
    assert mover_of(taken).steps_left(armour) == left


def test_B63_a_blitz_may_end_in_a_battle() -> None:
    state = after(german_armour(), move("1 armour", "Algeria", "Libya", "Egypt"))
    assert state.owners["Libya"] == "Germans"
    assert battles(state) == {"Egypt": ("armour",)}
    (battle,) = state.battles
    assert [origin for _, origin in battle.origins] == ["Libya"]
    (armour,) = (state.units[key] for key in battle.attackers)
    assert armour.in_combat
    assert mover_of(state).steps_left(armour) == 0


def test_B147_units_that_cannot_blitz_stop_in_the_first_enemy_territory() -> None:
    state = german_armour()
    kinds = dict(state.definition.unit_types)
    kinds["armour"] = with_facts(kinds["armour"], can_blitz=False)
    slow = replace(state, definition=replace(state.definition, unit_types=kinds))
    order = move("1 armour", "Algeria", "Libya", "Anglo-Egyptian Sudan")
    assert codes(slow, order) == {"cannot-blitz"}
    taken = after(slow, move("1 armour", "Algeria", "Libya"))
    assert codes(taken, move("1 armour", "Libya", "Algeria")) == {"not-enough-movement"}


@pytest.mark.parametrize("blitz", [False, True])
def test_B148_neutral_land_is_blitzed_only_by_option(blitz: bool) -> None:
    state = position(
        big_world(neutrals_blitzable=blitz),
        "British",
        "combat_move",
        units=(("Syria", "British", "armour", 1),),
    )
    through = move("1 armour", "Syria", "Arabian Peninsula", "Iraq")
    assert codes(state, through) == (set() if blitz else {"must-stop-in-neutral"})
    taken = after(state, move("1 armour", "Syria", "Arabian Peninsula"))
    assert taken.owners["Arabian Peninsula"] == "British"
    onwards = move("1 armour", "Arabian Peninsula", "Iraq")
    assert codes(taken, onwards) == (set() if blitz else {"not-enough-movement"})


def neutral_by_iraq(pus: int, charge: int) -> State:
    """British in Iraq beside the Arabian Peninsula, which is neutral and empty."""
    state = position(
        big_world(),
        "British",
        "combat_move",
        units=(("Iraq", "British", "fighter", 1), ("Iraq", "British", "infantry", 2)),
        owners={"Iraq": "British"},
        pus={"British": pus},
    )
    return big_world_with_charge(state, charge)


def test_B148_a_charge_for_neutral_land_is_paid_or_refused() -> None:
    order = move("1 infantry", "Iraq", "Arabian Peninsula")
    first = after(neutral_by_iraq(3, 3), order)
    assert first.amount("British", "PUs") == 0
    assert codes(neutral_by_iraq(3, 4), order) == {"cannot-pay-neutrality"}
    assert codes(first, order) == set(), "a territory is paid for once"


def test_B148_neutral_land_that_is_defended_is_fought_for_and_not_paid_for() -> None:
    state = position(big_world(), "Germans", "combat_move", pus={"Germans": 2})
    charged = big_world_with_charge(state, 3)
    for unit in ("infantry", "fighter"):
        moved = after(charged, move(f"1 {unit}", "Western Germany", "Switzerland"))
        assert moved.amount("Germans", "PUs") == 2
        assert battles(moved) == {"Switzerland": (unit,)}


def test_B148_aircraft_alone_pay_nothing() -> None:
    flown = after(neutral_by_iraq(5, 3), move("1 fighter", "Iraq", "Arabian Peninsula"))
    assert flown.amount("British", "PUs") == 5
    paid = after(flown, move("1 infantry", "Iraq", "Arabian Peninsula"))
    assert paid.amount("British", "PUs") == 2


def big_world_with_charge(state: State, charge: int) -> State:
    definition = state.definition
    options = replace(definition.options, neutral_charge=charge)
    return replace(state, definition=replace(definition, options=options))


def test_B149_attacking_neutral_land_with_troops_makes_a_battle() -> None:
    state = position(big_world(), "Germans", "combat_move")
    order = move("2 infantry", "Western Germany", "Switzerland")
    assert battles(after(state, order)) == {"Switzerland": ("infantry", "infantry")}


def test_B154_leftover_movement_is_kept_or_lost_by_option() -> None:
    for keeps in (True, False):
        definition = big_world()
        definition = replace(
            definition, options=replace(definition.options, keep_leftover_movement=keeps)
        )
        state = position(definition, "Russians", "combat_move")
        moved = after(state, move("1 armour", "Moscow", "Eastern Russia"))
        later = at_phase(apply(moved, Done()), "Russians", "noncombat_move").state
        onwards = move("1 armour", "Eastern Russia", "Kazakh")
        assert codes(later, onwards) == (set() if keeps else {"not-enough-movement"})


def test_B154_another_armour_that_did_not_move_may_go_in_either_case() -> None:
    definition = big_world()
    state = position(definition, "Russians", "noncombat_move")
    assert codes(state, move("1 armour", "Moscow", "Eastern Russia", "Kazakh")) == set()


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_B89_AA_guns_move_only_in_the_non_combat_move(phase: str) -> None:
    state = position(
        big_world(),
        "Russians",
        phase,
        owners={"Western Russia": "Russians"},
        cleared=("Western Russia",),
    )
    order = move("1 aaGun", "Moscow", "Western Russia")
    expected = {"no-combat-movement"} if phase == "combat_move" else set()
    assert codes(state, order) == expected


def test_B150_only_the_combat_move_starts_a_fight() -> None:
    state = position(big_world(), "Russians", "noncombat_move")
    assert codes(state, move("1 infantry", "Karelija", "Finland")) == {"no-combat-here"}


def test_B156_all_reasons_are_given_unit_by_unit() -> None:
    state = position(
        big_world(),
        "Russians",
        "combat_move",
        units=(("Northern Russia", "Russians", "infantry", 1),),
    )
    order = move("1 infantry, 1 armour", "Northern Russia", "Karelija", "Finland")
    (reason,) = check(state, order)
    assert reason.code == "not-enough-movement"
    assert reason.text.startswith("infantry:")


def test_B156_several_reasons_come_together() -> None:
    state = position(big_world(), "Russians", "combat_move")
    order = move("1 infantry, 1 aaGun", "Leningrad", "Karelija", "Finland")
    assert codes(state, order) == {"not-enough-movement", "no-combat-movement"}


def test_B142_only_own_units_take_orders() -> None:
    state = position(
        big_world(), "British", "combat_move", units=(("England", "Americans", "infantry", 1),)
    )
    order = Move((Pick(1, "infantry", "Americans"),), ("England", "Scotland"))
    assert codes(state, order) == {"not-yours"}
    assert codes(state, move("99 infantry", "England", "Scotland")) == {"not-enough-units"}


def test_B214_no_entering_of_neutral_land_without_combat() -> None:
    state = position(big_world(), "British", "noncombat_move")
    assert codes(state, move("1 infantry", "Iraq", "Arabian Peninsula")) == {"no-combat-here"}


def test_B215_land_taken_this_turn_may_be_entered() -> None:
    state = position(
        big_world(),
        "Russians",
        "noncombat_move",
        cleared=("Western Russia",),
        owners={"Western Russia": "Russians"},
        turn=TurnRecord(conquered=("Western Russia",)),
    )
    assert codes(state, move("1 infantry, 1 aaGun", "Moscow", "Western Russia")) == set()


def test_B209_walking_into_empty_land_with_a_gun_captures_both() -> None:
    state = german_armour(libya=(("Libya", "British", "aaGun", 1),))
    taken = after(state, move("1 armour", "Algeria", "Libya"))
    assert taken.owners["Libya"] == "Germans"
    assert count_in(taken, "Libya", "Germans", "aaGun") == 1
    assert battles(taken) == {}


def test_B181_a_walk_in_waits_for_the_raid_on_the_factory() -> None:
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        cleared=("Leningrad",),
        units=(("Leningrad", "Russians", "factory", 1),),
    )
    raided = after(state, move("1 bomber", "Baltic States", "Novgorod", "Leningrad", raid=True))
    assert battles(raided) == {"Leningrad*": ("bomber",)}
    entered = after(raided, move("1 infantry", "Finland", "Leningrad"))
    assert entered.owners["Leningrad"] == "Russians"
    assert battles(entered) == {"Leningrad*": ("bomber",), "Leningrad": ("infantry",)}
    step = apply(entered, Done())
    assert isinstance(step.waiting, RollRequest)
    assert step.waiting.step == "raid"
    bombed = apply(step.state, RollResult((1,))).state
    assert bombed.owners["Leningrad"] == "Germans"
    assert bombed.amount("Russians", "PUs") == state.amount("Russians", "PUs") - 1
    assert battles(bombed) == {}


def test_B209_a_walk_in_before_the_bombers_leaves_them_no_target() -> None:
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        cleared=("Leningrad",),
        units=(("Leningrad", "Russians", "factory", 1),),
    )
    taken = after(state, move("1 infantry", "Finland", "Leningrad"))
    assert taken.owners["Leningrad"] == "Germans"
    raid = move("1 bomber", "Baltic States", "Novgorod", "Leningrad", raid=True)
    assert codes(taken, raid) == {"nothing-to-raid"}


def test_units_that_are_named_are_honoured() -> None:
    state = position(big_world(), "Russians", "combat_move")
    ids = [unit.id for unit in state.units_in("Karelija") if unit.type == "infantry"]
    chosen = Move((Pick(1, "infantry", units=(ids[-1],)),), ("Karelija", "Leningrad"))
    moved = after(state, chosen)
    assert moved.units[ids[-1]].territory == "Leningrad"
    assert moved.units[ids[0]].territory == "Karelija"
    wrong = Move((Pick(2, "infantry", units=(ids[-1],)),), ("Karelija", "Leningrad"))
    assert codes(state, wrong) == {"wrong-count"}


def raided_libya(*troops: tuple[str, str, str, int], **options: object) -> State:
    """Libya, German but for a British factory, is to be raided by a bomber from Algeria."""
    state = position(
        big_world(blitz_stopped_by_infrastructure=False, **options),
        "Germans",
        "combat_move",
        cleared=("Libya", "Algeria", "Egypt"),
        units=(
            ("Algeria", "Germans", "bomber", 1),
            ("Libya", "British", "factory", 1),
            *troops,
        ),
        owners={"Libya": "British", "Algeria": "Germans"},
    )
    return after(state, move("1 bomber", "Algeria", "Libya", raid=True))


@pytest.mark.parametrize(("kind", "goes_on"), [("armour", True), ("infantry", False)])
def test_B61_units_that_blitz_go_on_from_land_that_is_to_be_raided(
    kind: str, goes_on: bool
) -> None:
    state = raided_libya(("Algeria", "Germans", kind, 1))
    entered = after(state, move(f"1 {kind}", "Algeria", "Libya"))
    assert entered.owners["Libya"] == "British", "the raid comes first"
    found = codes(entered, move(f"1 {kind}", "Libya", "Egypt"))
    assert (found == set()) == goes_on
    if goes_on:
        left = after(entered, move(f"1 {kind}", "Libya", "Egypt"))
        assert (left.owners["Libya"], left.owners["Egypt"]) == ("Germans", "Germans")


@pytest.mark.parametrize("stops", [True, False])
@pytest.mark.parametrize("kind", ["factory", "aaGun"])
def test_B62_what_was_captured_in_the_turn_stops_a_blitz_as_it_did_before(
    kind: str, stops: bool
) -> None:
    state = position(
        big_world(blitz_stopped_by_infrastructure=stops),
        "Germans",
        "combat_move",
        cleared=("Libya", "Algeria", "Egypt"),
        units=(
            ("Algeria", "Germans", "armour", 1),
            ("Algeria", "Germans", "infantry", 1),
            ("Libya", "British", kind, 1),
        ),
        owners={"Libya": "British", "Algeria": "Germans"},
    )
    taken = after(state, move("1 infantry", "Algeria", "Libya"))
    assert taken.owners["Libya"] == "Germans"
    found = codes(taken, move("1 armour", "Algeria", "Libya", "Egypt"))
    assert found == ({"enemy-on-path"} if stops else set())
    entered = after(taken, move("1 armour", "Algeria", "Libya"))
    found = codes(entered, move("1 armour", "Libya", "Egypt"))
    assert found == ({"cannot-blitz"} if stops else set()), "nor in two orders"


def test_B148_land_that_was_neutral_ends_a_combat_move_and_no_other() -> None:
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        cleared=("Spain", "Vichy France", "Portugal"),
        units=(("Vichy France", "Germans", "armour", 2),),
        owners={"Vichy France": "Germans"},
    )
    taken = after(state, move("1 armour", "Vichy France", "Spain"))
    assert taken.owners["Spain"] == "Germans"
    followed = after(taken, move("1 armour", "Vichy France", "Spain"))
    assert "not-enough-movement" in codes(followed, move("1 armour", "Spain", "Vichy France"))
    late = at_phase(apply(taken, Done()), "Germans", "noncombat_move").state
    followed = after(late, move("1 armour", "Vichy France", "Spain"))
    back = after(followed, move("1 armour", "Spain", "Vichy France"))
    assert count_in(back, "Vichy France", "Germans", "armour") == 1


def _never_ending_turn(definition: Definition) -> Definition:
    """A game in which what is taken counts as taken in the turn until it is over."""
    steps = tuple(step for step in definition.sequence if step.phase != "end_turn")
    return replace(definition, sequence=steps)


@pytest.mark.parametrize(
    ("kind", "owner", "is_over", "refused"),
    [
        ("infantry", "British", True, {"cannot-blitz"}),
        ("infantry", "British", False, set()),
        ("armour", "British", True, set()),
        ("infantry", "Germans", True, set()),
    ],
)
def test_B147_who_shared_land_with_the_enemy_stays_once_others_have_taken_it(
    *, kind: str, owner: str, is_over: bool, refused: set[str]
) -> None:
    """After an undecided battle infantry stands on enemy land; armour comes in and takes it."""
    state = position(
        big_world() if is_over else _never_ending_turn(big_world()),
        "Germans",
        "combat_move",
        cleared=("Libya", "Algeria"),
        units=(("Libya", "Germans", kind, 1), ("Algeria", "Germans", "armour", 1)),
        owners={"Libya": owner, "Algeria": "Germans"},
    )
    order = move(f"1 {kind}", "Libya", "Algeria")
    assert codes(state, order) == set()
    taken = after(state, move("1 armour", "Algeria", "Libya"))
    assert taken.owners["Libya"] == "Germans"
    (still,) = (one for one in taken.units_in("Libya") if not one.moved)
    left = Move((Pick(1, kind, "", (still.id,)),), ("Libya", "Algeria"))
    assert codes(taken, left) == refused


@pytest.mark.parametrize(
    ("conquered", "fought", "base", "stopped", "refused"),
    [
        (True, True, False, True, {"enemy-on-path"}),
        (True, False, True, True, {"enemy-on-path"}),
        (True, False, True, False, set()),
        (True, False, False, True, set()),
        (False, True, True, True, set()),
    ],
)
def test_B146_who_moves_again_before_the_turn_is_over_attacks_nobody_out_of_what_was_won(
    *, conquered: bool, fought: bool, base: bool, stopped: bool, refused: set[str]
) -> None:
    """Some maps let a nation move twice before the turn ends: what it took holds it fast."""
    state = position(
        _never_ending_turn(big_world(blitz_stopped_by_infrastructure=stopped)),
        "Germans",
        "combat_move",
        cleared=("Libya", "Algeria"),
        units=(
            ("Algeria", "Germans", "infantry", 1),
            *((("Algeria", "Germans", "factory", 1),) if base else ()),
        ),
        owners={"Libya": "British", "Algeria": "Germans"},
        turn=TurnRecord(
            conquered=("Algeria",) if conquered else (), fought=("Algeria",) if fought else ()
        ),
    )
    assert codes(state, move("1 infantry", "Algeria", "Libya")) == refused


@pytest.mark.parametrize("owner", ["Germans", "Russians"])
def test_B146_nobody_attacks_out_of_land_where_enemies_are(owner: str) -> None:
    """Where a battle ended undecided both sides share land, whoever owns it."""
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        cleared=("Finland", "Karelija", "SZ 12 East Baltic Sea"),
        owners={"Finland": owner, "Karelija": "Russians"},
        units=[
            ("Finland", "Germans", "infantry", 1),
            ("Finland", "Russians", "infantry", 1),
            ("SZ 12 East Baltic Sea", "Germans", "transport", 1),
        ],
    )
    assert codes(state, move("1 infantry", "Finland", "Karelija")) == {"enemy-on-path"}
    assert codes(state, move("1 infantry", "Finland", "Norway")) == set()
    shore = move("1 infantry", "Finland", "SZ 12 East Baltic Sea")
    assert codes(state, shore) == {"enemy-on-path"}


def test_B211_aircraft_land_in_own_land_that_enemies_share() -> None:
    state = position(
        big_world(),
        "Germans",
        "noncombat_move",
        units=[("Finland", "Russians", "infantry", 1), ("Norway", "Germans", "fighter", 1)],
    )
    assert codes(state, move("1 fighter", "Norway", "Finland")) == set()


@pytest.mark.parametrize(("moved", "stopped"), [(99, True), (0, True), (1, False)])
def test_B62_a_base_that_rolled_in_itself_was_not_captured_and_stops_no_blitz(
    *, moved: int, stopped: bool
) -> None:
    state = position(
        big_world(blitz_stopped_by_infrastructure=True),
        "Germans",
        "combat_move",
        cleared=("Libya", "Algeria"),
        units=(("Algeria", "Germans", "armour", 1), ("Algeria", "Germans", "factory", 1)),
        owners={"Libya": "British", "Algeria": "Germans"},
        turn=TurnRecord(conquered=("Algeria",)),
    )
    armour, factory = (u for u in state.units_in("Algeria"))
    units = {
        **state.units,
        armour.id: replace(armour, moved=1),
        factory.id: replace(factory, moved=moved),
    }
    refused = codes(replace(state, units=units), move("1 armour", "Algeria", "Libya"))
    assert refused == ({"cannot-blitz"} if stopped else set())


@pytest.mark.parametrize(
    ("path", "refused"),
    [
        (("Finland", "Leningrad"), {"enemy-on-path"}),
        (("Finland", "Norway", "Sweden"), set()),
        (("Finland", "Leningrad", "Novgorod"), {"enemy-on-path"}),
    ],
)
@pytest.mark.parametrize("owner", ["Germans", "Russians"])
def test_B146_who_goes_home_first_attacks_from_there(
    owner: str, path: tuple[str, ...], refused: set[str]
) -> None:
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        cleared=("Finland", "Leningrad", "Norway", "Novgorod"),
        owners={"Finland": owner, "Norway": "Germans", "Sweden": "Russians"},
        units=[("Finland", "Russians", "infantry", 1), ("Finland", "Germans", "armour", 1)],
    )
    assert codes(state, move("1 armour", *path)) == refused


@pytest.mark.parametrize("open_land", [True, False])
@pytest.mark.parametrize(("kind", "refused"), [("armour", set()), ("truck", {"cannot-blitz"})])
def test_B147_only_units_that_blitz_pass_land_of_those_who_are_no_allies(
    kind: str, refused: set[str], *, open_land: bool
) -> None:
    world = big_world()
    truck = with_facts(world.unit_types["armour"], name="truck", can_blitz=False)
    borders = replace(NEUTRALITY, name="Open", land_passes=open_land)
    game = replace(
        world,
        unit_types={**world.unit_types, "truck": truck},
        politics=replace(
            world.politics,
            relations=(Relation(("Germans", "Japanese"), "Open"),),
            relation_types=(borders,),
        ),
    )
    state = position(
        game,
        "Germans",
        "combat_move",
        cleared=("Finland", "Leningrad", "Novgorod"),
        owners={"Leningrad": "Japanese"},
        units=[("Finland", "Germans", kind, 1)],
    )
    found = codes(state, move(f"1 {kind}", "Finland", "Leningrad", "Novgorod"))
    assert (found == refused) is open_land


@pytest.mark.parametrize(("there", "refused"), [("factory", True), ("infantry", True), ("", False)])
def test_B214_nobody_ends_a_noncombat_move_beside_any_unit_of_an_enemy(
    there: str, *, refused: bool
) -> None:
    state = position(
        big_world(),
        "Germans",
        "noncombat_move",
        cleared=("Finland", "Norway", "Sweden"),
        owners={"Norway": "Germans", "Sweden": "Germans"},
        units=[
            ("Finland", "Germans", "armour", 1),
            *([("Norway", "Russians", there, 1)] if there else []),
        ],
    )
    ends = codes(state, move("1 armour", "Finland", "Norway"))
    assert ends == ({"no-combat-here"} if refused else set())
    # Only units that fight stop who passes.
    passes = codes(state, move("1 armour", "Finland", "Norway", "Sweden"))
    assert passes == ({"no-combat-here"} if there == "infantry" else set())
