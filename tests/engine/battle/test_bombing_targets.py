"""Raids on other units than factories, and bombers with dice of their own (map dialect:
canBeDamaged, maxDamage, canDieFromReachingMaxDamage, bombingTargets, bombingMaxDieSides)."""

from dataclasses import replace

import pytest

from engine.core.agenda import Decision, PendingBattle
from engine.core.chance import RollResult
from engine.core.events.battle import FactoryBombed
from engine.core.pick import Pick
from engine.game import apply, check, legal
from engine.gamedef import Definition, State, UnitType
from engine.orders.aim import Aim
from engine.orders.fire_rocket import FireRocket
from engine.orders.repair import Repair
from engine.rules.common.damage import bombing_targets
from tests.engine.battle.arena import asks, opened, play, wants
from tests.engine.movement.board import codes, move
from tests.support.positions import big_world, position
from tests.support.unit_types import unit_type, with_facts

CITY = "Leningrad"
HARBOUR = unit_type(
    "harbour", is_infrastructure=True, can_be_damaged=True, max_damage=6, works_until=2
)


def world(
    harbour: UnitType = HARBOUR, *, bomber: dict[str, object] | None = None, **options: object
) -> Definition:
    """The big world with harbours, where damage stays on units."""
    free = {"bombing_limited_to_production": False, "territory_turn_limit": False}
    plain = big_world(**{"bombing_damages_factory": True, **free, **options})
    types = {**plain.unit_types, "harbour": harbour}
    types["bomber"] = with_facts(types["bomber"], **(bomber or {}))
    return replace(plain, unit_types=types)


def raid(definition: Definition, *aims: str, bombers: int = 2) -> State:
    """A raid on a city with a factory and a harbour, without guns; aims: bomber by bomber."""
    state = position(
        definition,
        "Germans",
        "battle",
        cleared=(CITY,),
        units=[
            (CITY, "Russians", "harbour", 1),
            (CITY, "Russians", "factory", 1),
            (CITY, "Germans", "bomber", bombers),
        ],
    )
    raiders = tuple(unit.id for unit in state.units_in(CITY) if unit.type == "bomber")
    told = tuple(zip(raiders, aims, strict=False))
    return replace(state, battles=(PendingBattle(CITY, "raid", raiders, aims=told),))


def damage(state: State) -> dict[str, int]:
    return {unit.type: unit.damage for unit in state.units_in(CITY) if unit.damage}


def test_the_factory_is_bombed_where_nothing_was_said() -> None:
    step = opened(raid(world()))
    assert wants(step).count == 2
    assert damage(play(step, [1, 2]).step.state) == {"factory": 3}


def test_each_bomber_hits_what_it_was_aimed_at() -> None:
    step = opened(raid(world(), "harbour", "factory"))
    assert wants(step).count == 1
    played = play(step, [5], [2])
    assert damage(played.step.state) == {"harbour": 5, "factory": 2}
    assert [len(event.units) for event in played.all(FactoryBombed)] == [1, 1]


@pytest.mark.parametrize(("low_luck", "dice"), [(True, (1, 1)), (False, (1, 2))])
def test_guns_fire_at_the_bombers_of_each_target_apart(
    low_luck: bool, dice: tuple[int, int]
) -> None:
    world_ = world(low_luck=low_luck, low_luck_aa=low_luck)
    state = raid(world_, "harbour", "factory", "factory", bombers=3)
    gun = replace(next(iter(state.units_in(CITY))), id=state.next_unit, type="aaGun")
    state = replace(state, units={**state.units, gun.id: gun}, next_unit=gun.id + 1)
    step = opened(state)
    assert wants(step).count == dice[0]
    step = apply(step.state, RollResult((6,) * dice[0]))
    assert (wants(step).step, wants(step).count) == ("aa_fire", dice[1])


@pytest.mark.parametrize(("most", "left"), [(6, 6), (4, 4), (12, 11)])
def test_a_unit_takes_no_more_damage_than_it_says(most: int, left: int) -> None:
    step = opened(raid(world(with_facts(HARBOUR, max_damage=most)), "harbour", "harbour"))
    assert damage(play(step, [6, 5]).step.state) == {"harbour": left}


@pytest.mark.parametrize(("dies", "there"), [(True, 0), (False, 1)])
def test_a_unit_may_be_lost_when_it_has_all_its_damage(dies: bool, there: int) -> None:
    frail = with_facts(HARBOUR, dies_of_damage=dies)
    after = play(opened(raid(world(frail), "harbour", bombers=1)), [6]).step.state
    assert sum(unit.type == "harbour" for unit in after.units_in(CITY)) == there
    after = play(opened(raid(world(frail), "harbour", bombers=1)), [5]).step.state
    assert any(unit.type == "harbour" for unit in after.units_in(CITY))


def test_other_bombs_still_fall_when_a_target_is_lost_to_the_first() -> None:
    frail = with_facts(HARBOUR, dies_of_damage=True)
    played = play(opened(raid(world(frail), "harbour", "factory")), [6], [2])
    assert damage(played.step.state) == {"factory": 2}
    assert [event.rolled for event in played.all(FactoryBombed)] == [6, 2]


@pytest.mark.parametrize(
    ("options", "faces", "die", "total"),
    [
        ({}, 6, 6, 6),
        ({"own_raid_dice": True}, 2, 2, 5),
        ({"low_luck_bombing": True}, 2, 2, 4),
        ({"own_raid_dice": True, "low_luck_bombing": True}, 2, 2, 5),
    ],
)
def test_a_bomber_with_a_die_of_its_own(
    options: dict[str, bool], faces: int, die: int, total: int
) -> None:
    own = world(HARBOUR, bomber={"raid_faces": 2, "raid_bonus": 3}, **options)
    step = opened(raid(own, "harbour", bombers=1))
    assert wants(step).sides == faces
    assert damage(play(step, [die]).step.state) == {"harbour": total}


@pytest.mark.parametrize(("die", "total"), [(1, {}), (2, {"harbour": 1})])
def test_a_die_never_counts_below_nothing(die: int, total: dict[str, int]) -> None:
    own = world(HARBOUR, bomber={"raid_faces": 2, "raid_bonus": -1}, own_raid_dice=True)
    assert damage(play(opened(raid(own, "harbour", bombers=1)), [die]).step.state) == total


def test_a_die_of_one_face_is_not_rolled() -> None:
    own = world(HARBOUR, bomber={"raid_faces": 1, "raid_bonus": 3}, own_raid_dice=True)
    assert damage(opened(raid(own, "harbour", bombers=1)).state) == {"harbour": 4}


def test_bombs_on_a_harbour_count_only_where_units_are_damaged() -> None:
    state = raid(world(bombing_damages_factory=False), "harbour", bombers=1)
    played = play(opened(state), [4])
    assert not damage(played.step.state)
    assert played.all(FactoryBombed)[0].resource == "PUs"


def flown(definition: Definition) -> State:
    """Bombers that have been ordered to the raid."""
    state = position(
        definition,
        "Germans",
        "combat_move",
        cleared=(CITY, "Finland"),
        units=[
            (CITY, "Russians", "harbour", 1),
            (CITY, "Russians", "factory", 1),
            ("Finland", "Germans", "bomber", 2),
        ],
    )
    return apply(state, move("2 bomber", "Finland", CITY, raid=True)).state


def test_an_aim_is_ordered_after_the_raid() -> None:
    state = flown(world())
    after = apply(state, Aim(CITY, (Pick(1, "bomber"),), "harbour")).state
    assert [target for _, target in after.battles[0].aims] == ["harbour"]
    again = apply(after, Aim(CITY, (Pick(2, "bomber"),), "factory")).state
    assert [target for _, target in again.battles[0].aims] == ["factory", "factory"]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Aim("Moscow", (Pick(1, "bomber"),), "factory"), "no-raid"),
        (Aim(CITY, (Pick(3, "bomber"),), "harbour"), "too-few-units"),
        (Aim(CITY, (Pick(1, "bomber"),), "battleship"), "no-such-target"),
    ],
)
def test_aims_that_are_refused(order: Aim, code: str) -> None:
    assert [reason.code for reason in check(flown(world()), order)] == [code]


def test_bombers_that_may_raid_some_types_only() -> None:
    picky = world(bomber={"raid_targets": ("harbour",)})
    state = flown(picky)
    order = Aim(CITY, (Pick(1, "bomber"),), "factory")
    assert [reason.code for reason in check(state, order)] == ["no-such-target"]
    blind = world(bomber={"raid_targets": ("battleship",)})
    state = position(blind, "Germans", "combat_move", units=[("Finland", "Germans", "bomber", 1)])
    assert "nothing-to-raid" in codes(state, move("1 bomber", "Finland", CITY, raid=True))


def test_what_is_damaged_is_repaired_by_its_type() -> None:
    state = position(world(), "Russians", "purchase", units=[(CITY, "Russians", "harbour", 1)])
    hurt = {
        key: replace(unit, damage=3) if unit.type == "harbour" else unit
        for key, unit in state.units.items()
    }
    state = replace(state, units=hurt)
    assert [reason.code for reason in check(state, Repair(CITY, 1))] == ["not-damaged"]
    after = apply(state, Repair(CITY, 2, "harbour")).state
    assert damage(after) == {"harbour": 1}
    assert after.amount("Russians", "PUs") == state.amount("Russians", "PUs") - 2


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_bomber_that_rolls_several_dice_in_attack_does_in_a_raid(dice: int) -> None:
    definition = world(bomber={"attack_dice": dice}, lhtr_heavy_bombers=False)
    step = opened(raid(definition, "harbour", bombers=1))
    assert wants(step).count == dice
    assert damage(play(step, [2] * dice).step.state) == {"harbour": min(6, 2 * dice)}


@pytest.mark.parametrize(("own", "faces", "added"), [(4, 4, 0), (5, 2, 2), (6, 2, 2), (8, 3, 3)])
def test_low_luck_leaves_small_dice_of_raids_as_they_are(own: int, faces: int, added: int) -> None:
    definition = world(bomber={"raid_faces": own}, own_raid_dice=True, low_luck_bombing=True)
    step = opened(raid(definition, "harbour", bombers=1))
    assert wants(step).sides == faces
    assert damage(play(step, [1]).step.state) == {"harbour": 1 + added}


def test_a_factory_may_be_spared_where_damage_stays_on_units() -> None:
    plain = world()
    factory = with_facts(plain.unit_types["factory"], is_spared=True)
    for is_unit_damage, targets in ((True, ["harbour"]), (False, ["factory"])):
        game = world(bombing_damages_factory=is_unit_damage)
        game = replace(game, unit_types={**game.unit_types, "factory": factory})
        state = raid(game)
        found = [unit.type for unit in bombing_targets(state, "Germans", CITY)]
        assert found == targets


@pytest.mark.parametrize(
    ("facility", "hit"), [("harbour", "harbour"), ("factory", "factory"), ("", "factory")]
)
def test_B116_a_rocket_hits_the_facility_that_it_was_aimed_at(facility: str, hit: str) -> None:
    state = position(
        world(),
        "Germans",
        "battle",
        technologies=("rockets",),
        cleared=(CITY,),
        units=[(CITY, "Russians", "harbour", 1), (CITY, "Russians", "factory", 1)],
    )
    step = opened(state)
    while isinstance(step.waiting, Decision):
        decision = asks(step)
        target = CITY if CITY in decision.territories else ""
        shots = [order for order in legal(step.state) if isinstance(order, FireRocket)]
        if target:
            named = [order.facility for order in shots if order.target == CITY]
            assert named == ["factory", "harbour"]
            refused = check(step.state, FireRocket(decision.territory, CITY, "infantry"))
            assert [reason.code for reason in refused] == ["no-such-target"]
        aim = FireRocket(decision.territory, target, facility if target else "")
        step = play(step, aim).step
    assert damage(play(step, [3]).step.state) == {hit: 3}
