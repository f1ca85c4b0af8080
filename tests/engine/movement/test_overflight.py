"""AA guns and aircraft on their way (B86 to B92, B160, B244, G27)."""

from dataclasses import replace

import pytest

from engine.core.chance import RollRequest, RollResult
from engine.core.ids import UnitId
from engine.core.state import TurnRecord
from engine.game import apply
from engine.gamedef import AntiAir, State
from engine.orders.done import Done
from tests.engine.movement.board import after, battles, move, stepped
from tests.support.positions import big_world, count_in, position
from tests.support.unit_types import with_facts

OVER_FRANCE = ("England", "SZ 17 English Channel", "France", "Vichy France")


def bombers(count: int, phase: str = "combat_move", **options: object) -> State:
    return position(
        big_world(**options),
        "British",
        phase,
        cleared=("Vichy France",),
        units=(("England", "British", "bomber", count - 1),) if count > 1 else (),
    )


def test_B86_one_die_for_each_aircraft_that_flies_over() -> None:
    step = stepped(bombers(3), move("3 bomber", *OVER_FRANCE))
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.territory, step.waiting.step) == ("France", "overflight")
    assert (step.waiting.count, step.waiting.side) == (3, "defender")


def test_B92_the_die_decides_who_is_shot_down() -> None:
    state = bombers(3)
    ids = sorted(u.id for u in state.units_in("England") if u.type == "bomber")
    step = stepped(state, move("3 bomber", *OVER_FRANCE))
    hit = apply(step.state, RollResult((5, 1, 4)))
    assert ids[1] not in hit.state.units
    assert {hit.state.units[key].territory for key in (ids[0], ids[2])} == {"Vichy France"}
    assert {hit.state.units[key].moved for key in (ids[0], ids[2])} == {3}


def test_B87_when_all_are_hit_nobody_arrives() -> None:
    lost = after(bombers(2), move("2 bomber", *OVER_FRANCE), dice=1)
    assert count_in(lost, "Vichy France", "British", "bomber") == 0
    assert count_in(lost, "England", "British", "bomber") == 0
    assert len(lost.agenda) == 1


def test_G27_the_last_territory_is_a_matter_of_its_battle() -> None:
    step = stepped(bombers(1), move("1 bomber", *OVER_FRANCE[:3]))
    assert not isinstance(step.waiting, RollRequest)
    assert battles(step.state) == {"France": ("bomber",)}


def test_G27_guns_at_the_start_fire_unless_there_was_a_battle() -> None:
    state = after(bombers(1), move("1 bomber", *OVER_FRANCE[:3]))
    home = move("1 bomber", "France", "SZ 17 English Channel", "England")
    step = stepped(state, home)
    assert isinstance(step.waiting, RollRequest)
    assert battles(step.state) == {}, "an aircraft that flies on has left the battle"
    shot = apply(step.state, RollResult((1,)))
    assert battles(shot.state) == {}
    for fought, asks in (((), True), (("France",), False)):
        later = position(
            big_world(),
            "British",
            "noncombat_move",
            units=(("France", "British", "bomber", 1),),
            turn=TurnRecord(fought=fought),
        )
        assert isinstance(stepped(later, home).waiting, RollRequest) == asks


@pytest.mark.parametrize(("always", "asks"), [(True, True), (False, False)])
def test_B91_fire_in_the_non_combat_move_by_option(always: bool, asks: bool) -> None:
    state = position(
        big_world(always_on_aa=always),
        "British",
        "noncombat_move",
        cleared=("Vichy France",),
        units=(("Vichy France", "British", "bomber", 1),),
        turn=TurnRecord(fought=("Vichy France",)),
    )
    home = move("1 bomber", *reversed(OVER_FRANCE))
    assert isinstance(stepped(state, home).waiting, RollRequest) == asks
    combat = stepped(bombers(1, always_on_aa=always), move("1 bomber", *OVER_FRANCE))
    assert isinstance(combat.waiting, RollRequest)


def test_B90_more_guns_give_no_more_dice_and_ways_round_give_none() -> None:
    state = position(
        big_world(),
        "British",
        "combat_move",
        cleared=("Vichy France",),
        units=(("France", "Germans", "aaGun", 1),),
    )
    step = stepped(state, move("1 bomber", *OVER_FRANCE))
    assert isinstance(step.waiting, RollRequest)
    assert step.waiting.count == 1
    round_way = move(
        "1 bomber",
        "England",
        "SZ 16 North Atlantic",
        "SZ 22 East Atlantic",
        "SZ 23 West Mediterranean",
        "SZ 24 Tyrrhenian Sea",
        "Vichy France",
    )
    far = replace(state, technologies={**state.technologies, "British": ("long_range_aircraft",)})
    assert not isinstance(stepped(far, round_way).waiting, RollRequest)


def test_each_territory_fires_in_turn_at_those_that_are_left() -> None:
    way = (*OVER_FRANCE[:3], "Western Germany", "Eastern Germany")
    state = position(
        big_world(),
        "British",
        "combat_move",
        units=(("England", "British", "bomber", 1),),
        technologies=("long_range_aircraft",),
    )
    step = stepped(state, move("2 bomber", *way, raid=True))
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.territory, step.waiting.count) == ("France", 2)
    step = apply(step.state, RollResult((1, 6)))
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.territory, step.waiting.count) == ("Western Germany", 1)
    step = apply(step.state, RollResult((6,)))
    assert battles(step.state) == {"Eastern Germany*": ("bomber",)}


def test_B244_low_luck_six_aircraft_lose_one_without_dice() -> None:
    state = bombers(6, low_luck=True)
    step = stepped(state, move("6 bomber", *OVER_FRANCE))
    assert not isinstance(step.waiting, RollRequest)
    assert count_in(step.state, "Vichy France", "British", "bomber") == 5


def test_G27_guns_that_fired_at_a_raid_do_not_fire_when_it_leaves() -> None:
    state = position(
        big_world(),
        "British",
        "combat_move",
        cleared=("France",),
        units=(("France", "Germans", "factory", 1), ("France", "Germans", "aaGun", 1)),
    )
    raided = after(state, move("1 bomber", *OVER_FRANCE[:3], raid=True))
    step = apply(raided, Done())
    while isinstance(step.waiting, RollRequest):
        step = apply(step.state, RollResult((6,) * step.waiting.count))
    if step.state.phase.phase == "battle":
        step = apply(step.state, Done())
    assert step.state.phase.phase == "noncombat_move"
    home = stepped(step.state, move("1 bomber", "France", "SZ 17 English Channel", "England"))
    assert not isinstance(home.waiting, RollRequest)
    assert count_in(home.state, "England", "British", "bomber") == 1


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("always", [True, False])
def test_B86_B91_guns_that_always_fire_need_no_other_option(over: bool, always: bool) -> None:
    for phase, fires in (("combat_move", over or always), ("noncombat_move", always)):
        state = bombers(1, phase, overflight_aa=over, always_on_aa=always)
        if phase == "noncombat_move":
            owners = {**state.owners, "Vichy France": "British"}
            state = replace(state, owners=owners)
        step = stepped(state, move("1 bomber", *OVER_FRANCE))
        assert isinstance(step.waiting, RollRequest) == fires, phase


def _lost_over_france(state: State, dice: tuple[int, ...]) -> list[UnitId]:
    step = stepped(state, move("2 bomber, 2 fighter", *OVER_FRANCE))
    left = apply(step.state, RollResult(dice)).state
    return [key for key in state.units if key not in left.units]


def test_B92_on_the_way_the_dice_begin_with_what_can_fly_least_far() -> None:
    state = position(
        big_world(kamikaze_airplanes=True),
        "British",
        "combat_move",
        cleared=("England", "Vichy France"),
        units=(
            ("England", "British", "fighter", 1),
            ("England", "British", "bomber", 2),
            ("England", "British", "fighter", 1),
        ),
    )
    one, two, three, four = (u.id for u in state.units_in("England"))
    types = [state.units[key].type for key in (one, two, three, four)]
    assert types == ["fighter", "bomber", "bomber", "fighter"]
    for number, lost in enumerate((one, four, two, three)):
        dice = tuple(1 if place == number else 6 for place in range(4))
        assert _lost_over_france(state, dice) == [lost]
    tired = replace(state, units={**state.units, three: replace(state.units[three], moved=3)})
    assert _lost_over_france(tired, (1, 6, 6, 6)) == [three]


@pytest.mark.parametrize("fires", [True, False])
def test_G27_ships_fire_at_aircraft_on_their_way_where_the_map_says_so(*, fires: bool) -> None:
    zone = "SZ 17 English Channel"
    plain = big_world(overflight_aa=True)
    flak = with_facts(
        plain.unit_types["cruiser"], anti_air=AntiAir(on_the_way=fires, in_battle=True, strength=1)
    )
    state = position(
        replace(plain, unit_types={**plain.unit_types, "cruiser": flak}),
        "British",
        "combat_move",
        cleared=(zone, "France", "Vichy France"),
        units=((zone, "Germans", "cruiser", 1),),
    )
    step = stepped(state, move("1 bomber", "England", zone, "France"))
    assert isinstance(step.waiting, RollRequest) == fires
