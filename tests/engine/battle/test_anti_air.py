"""Units that fire as AA guns do, but at other times, at other targets or with other dice."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.core.agenda import BattleFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.events.battle import CasualtiesMarked, UnitsDestroyed
from engine.core.pick import Pick
from engine.game import apply
from engine.gamedef import AntiAir, Definition, SupportRule
from engine.gamedef.position import Step
from engine.odds import aa_fire_of
from engine.orders.lose import Lose
from engine.rules.aa.guns import battle_volleys
from engine.rules.aa.shots import Gun, aa_dice
from engine.rules.battle.rounds.aa_fire import next_volley
from tests.engine.battle.arena import arena, asks, first_answer, fought, play, wants
from tests.engine.odds.armies import army
from tests.support.positions import big_world, count_in, position
from tests.support.unit_types import with_facts

PLACE = "Finland"


def _world(fire: AntiAir, kind: str = "artillery", **options: object) -> Definition:
    world = big_world(**options)
    types = {**world.unit_types, kind: with_facts(world.unit_types[kind], anti_air=fire)}
    return replace(world, unit_types=types)


def _battle(
    world: Definition, attackers: Sequence[tuple[str, int]], defenders: Sequence[tuple[str, int]]
) -> Step:
    return fought(arena(PLACE, attackers, defenders, definition=world), PLACE)


@pytest.mark.parametrize(
    ("guns", "targets", "dice"),
    [
        ([Gun(1, 3, False)], 5, (1, 1, 1)),
        ([Gun(1, 3, False)], 2, (1, 1)),
        ([Gun(1, 0, False)] * 3, 4, (1, 1, 1, 1)),
        ([Gun(1, 1, False), Gun(3, 1, False)], 1, (3,)),
        ([Gun(3, 1, False), Gun(2, 0, False)], 3, (3, 2, 2)),
        ([Gun(1, 2, False), Gun(2, 0, False)], 3, (2, 2, 2)),
        ([Gun(1, 0, False), Gun(2, 2, True)], 1, (2, 2, 1)),
        ([Gun(0, 3, False)], 3, ()),
        ([Gun(1, 3, True)], 0, ()),
    ],
)
def test_B90_how_many_dice_guns_roll(guns: list[Gun], targets: int, dice: tuple[int, ...]) -> None:
    assert aa_dice(guns, targets) == dice


def test_B86_three_shots_a_gun_and_dice_choose_what_is_hit() -> None:
    world = _world(AntiAir(1, in_battle=True, shots=3))
    step = _battle(world, [("fighter", 5)], [("artillery", 1)])
    assert (wants(step).step, wants(step).count) == ("aa_fire", 3)
    played = play(step, [1, 6, 6])
    assert (wants(played.step).step, wants(played.step).sides) == ("aa_casualties", 5)
    played = play(played.step, [5])
    gone = played.all(UnitsDestroyed)[0].units
    assert gone == (max(fighter for fighter in gone),)
    assert count_in(played.step.state, PLACE, "Russians", "fighter") == 4


def test_B92_the_owner_chooses_what_few_shots_hit() -> None:
    world = _world(AntiAir(1, in_battle=True, shots=1), choose_aa_casualties=True)
    step = _battle(world, [("fighter", 1), ("bomber", 1)], [("artillery", 1)])
    step = apply(step.state, RollResult((1,)))
    assert asks(step).count == 1
    step = apply(step.state, Lose(PLACE, (Pick(1, "fighter"),)))
    assert count_in(step.state, PLACE, "Russians", "bomber") == 1
    assert count_in(step.state, PLACE, "Russians", "fighter") == 0


def test_fire_before_every_round_at_land_units() -> None:
    fire = AntiAir(2, in_battle=True, shots=1, rounds=0, kind="volley", targets=("infantry",))
    step = _battle(_world(fire), [("infantry", 2)], [("artillery", 1)])
    fired: list[tuple[str, int, int]] = []
    while not fired or fired[-1][1] < 3:
        if isinstance(step.waiting, RollRequest):
            fired.append((step.waiting.step, step.waiting.round, step.waiting.count))
            step = apply(step.state, RollResult((6,) * step.waiting.count))
        else:
            step = apply(step.state, first_answer(step))
    of_a_round = ["aa_fire", "general", "general"]
    assert [step for step, _, _ in fired] == [*of_a_round, *of_a_round, "aa_fire"]
    assert fired[0] == ("aa_fire", 1, 1)


_HINDERS: dict[str, object] = {"givers": ("fighter",), "bonus": -9, "on_enemies": True}


@pytest.mark.parametrize(
    ("rule", "dice"),
    [
        ({"count": 1}, (3, 1)),
        ({"count": 2}, (3, 3)),
        ({"givers": ("armour",)}, (1, 1)),
        (_HINDERS, (1,)),
        ({**_HINDERS, "attack": False, "defence": True}, (1, 1)),
    ],
)
def test_units_help_or_hinder_the_guns_of_a_battle(
    rule: dict[str, object], dice: tuple[int, ...]
) -> None:
    world = _world(AntiAir(1, in_battle=True, shots=1))
    usual = SupportRule(("infantry",), ("artillery",), 2, strength=False, aa_strength=True)
    side = {"attack": "on_enemies" in rule, "defence": "on_enemies" not in rule}
    world = replace(world, support=(replace(usual, **{**side, **rule, "improvable": False}),))
    guns = [("artillery", 2), ("infantry", 1)]
    step = _battle(world, [("bomber", 1), ("fighter", 1)], guns)
    volley = next_volley(step.state)
    assert volley is not None
    assert volley.dice == dice


@pytest.mark.parametrize(("die", "left"), [(1, 0), (2, 1)])
def test_the_attacker_fires_first_and_a_gun_that_was_hit_fires_all_the_same(
    die: int, left: int
) -> None:
    fire = AntiAir(1, 2, in_battle=True, targets=("artillery",))
    step = _battle(_world(fire), [("artillery", 1), ("infantry", 1)], [("artillery", 1)])
    assert (wants(step).side, wants(step).count) == ("attacker", 1)
    played = play(step, [2])
    assert played.all(CasualtiesMarked)[0].side == "defender"
    assert count_in(played.step.state, PLACE, "Germans", "artillery") == 0
    assert (wants(played.step).side, wants(played.step).count) == ("defender", 1)
    after = play(played.step, [die]).step.state
    assert not after.battles
    assert count_in(after, PLACE, "Russians", "artillery") == left


def test_what_one_kind_of_gun_has_hit_draws_the_shots_of_the_next_one() -> None:
    first = AntiAir(0, 3, in_battle=True, shots=1, kind="a charge", targets=("infantry",))
    second = replace(first, kind="b charge")
    world = _world(first)
    armour = with_facts(world.unit_types["armour"], anti_air=second)
    world = replace(world, unit_types={**world.unit_types, "armour": armour})
    step = _battle(world, [("artillery", 1), ("armour", 1)], [("infantry", 1)])
    played = play(step, [3])
    assert (wants(played.step).step, wants(played.step).count) == ("aa_fire", 1)
    played = play(played.step, [3])
    assert not played.step.state.battles
    assert not played.all(UnitsDestroyed)


def test_enemies_that_do_not_fight_keep_a_gun_silent_too() -> None:
    quiet = AntiAir(strength=1, attack_strength=1, in_battle=True, targets=("infantry",))
    world = _world(replace(quiet, silenced_by=("factory",)))
    for building, count in (("aaGun", 1), ("factory", 0)):
        state = position(
            world,
            "Germans",
            "battle",
            cleared=["Leningrad"],
            units=[
                ("Leningrad", "Germans", "artillery", 1),
                ("Leningrad", "Russians", "infantry", 1),
                ("Leningrad", "Russians", building, 1),
            ],
        )
        there = state.units_in("Leningrad")
        frame = BattleFrame(
            territory="Leningrad",
            kind="battle",
            attacker="Germans",
            defender="Russians",
            round=1,
            step=0,
            done=(),
            attackers=tuple(unit.id for unit in there if unit.owner == "Germans"),
            defenders=tuple(unit.id for unit in there if unit.type == "infantry"),
        )
        own = [volley for volley in battle_volleys(state, frame) if volley.side == "attacker"]
        assert len(own) == count


@pytest.mark.parametrize(("attack", "fires"), [(3, True), (0, False)])
def test_infrastructure_that_lies_where_the_attacker_fights_fires_too(
    attack: int, fires: bool
) -> None:
    """Such as torpedoes in a zone in which enemies stood when the turn began."""
    world = _world(AntiAir(1, attack, in_battle=True, targets=("infantry",)), "factory")
    state = arena(
        PLACE,
        [("infantry", 1)],
        [("infantry", 1)],
        definition=world,
        more=[(PLACE, "Russians", "factory", 1)],
    )
    request = wants(fought(state, PLACE))
    assert (request.step, request.side) == ("aa_fire" if fires else "general", "attacker")


def test_a_gun_is_silent_in_the_presence_of_certain_enemies() -> None:
    fire = AntiAir(1, in_battle=True, silenced_by=("armour",))
    quiet = _battle(_world(fire), [("fighter", 1), ("armour", 1)], [("artillery", 1)])
    assert wants(quiet).step == "general"
    assert wants(_battle(_world(fire), [("fighter", 1)], [("artillery", 1)])).step == "aa_fire"


@pytest.mark.parametrize(("damages", "left"), [(False, 0), (True, 1)])
def test_a_hit_destroys_at_once_or_takes_one_hit_point(damages: bool, left: int) -> None:
    fire = AntiAir(1, in_battle=True, damages=damages)
    for chosen in (False, True):
        world = _world(fire, choose_aa_casualties=chosen)
        tough = replace(world.unit_types["fighter"], hit_points=2)
        world = replace(world, unit_types={**world.unit_types, "fighter": tough})
        step = _battle(world, [("fighter", 1), ("infantry", 1)], [("artillery", 1)])
        step = apply(step.state, RollResult((1,)))
        if wants(step).step == "aa_casualties":
            step = apply(step.state, RollResult((1,)))
        assert count_in(step.state, PLACE, "Russians", "fighter") == left


def test_dice_with_other_faces() -> None:
    fire = AntiAir(1, faces=10, in_battle=True)
    assert wants(_battle(_world(fire), [("fighter", 1)], [("artillery", 1)])).sides == 10


def test_B51_several_dice_of_one_unit() -> None:
    world = big_world()
    none = with_facts(world.unit_types["infantry"], defence_dice=0)
    two = with_facts(world.unit_types["armour"], attack_dice=2)
    world = replace(world, unit_types={**world.unit_types, "infantry": none, "armour": two})
    step = _battle(world, [("armour", 2)], [("infantry", 1), ("artillery", 1)])
    assert wants(step).count == 4
    step = apply(step.state, RollResult((6, 6, 6, 6)))
    assert (wants(step).side, wants(step).count) == ("defender", 1)


def test_B251_what_the_odds_count_of_guns() -> None:
    plain = big_world().options
    choose = big_world(choose_aa_casualties=True).options
    planes = army("4 fighter, 1 infantry")
    few = with_facts(
        big_world().unit_types["artillery"], anti_air=AntiAir(1, in_battle=True, shots=3)
    )
    assert aa_fire_of([few], (), planes, choose) == (1, 3, ())
    assert aa_fire_of([few, few], (), planes, plain) == (1, 0, ())
    assert aa_fire_of([few], ("radar",), planes, choose).strength == 2
    assert aa_fire_of([few], (), planes, plain).reasons
    often = with_facts(few, anti_air=AntiAir(1, in_battle=True, rounds=0))
    assert aa_fire_of([often], (), planes, plain).reasons


@pytest.mark.parametrize("restricted", [True, False])
@pytest.mark.parametrize("kind", ["fighter", "artillery"])
def test_B75_defenders_without_any_strength_are_lost_at_once(kind: str, restricted: bool) -> None:
    """Artillery helps others, if none is there, and so is not without any strength."""
    world = big_world(transport_casualties_restricted=restricted)
    weak = replace(world.unit_types[kind], defence=0)
    world = replace(world, unit_types={**world.unit_types, kind: weak})
    step = _battle(world, [("infantry", 1)], [(kind, 2)])
    lost = restricted and kind == "fighter"
    assert count_in(step.state, PLACE, "Germans", kind) == (0 if lost else 2)


@pytest.mark.parametrize("restricted", [True, False])
@pytest.mark.parametrize("origin", ["", "Karelija"])
def test_B75_attackers_without_any_strength_are_lost_where_they_cannot_retreat(
    origin: str, restricted: bool
) -> None:
    world = big_world(transport_casualties_restricted=restricted)
    weak = replace(world.unit_types["infantry"], attack=0)
    world = replace(world, unit_types={**world.unit_types, "infantry": weak})
    origins = [origin] if origin else []
    attack = arena(PLACE, [("infantry", 1)], [("fighter", 1)], origins=origins, definition=world)
    step = fought(attack, PLACE)
    lost = restricted and not origin
    assert count_in(step.state, PLACE, "Russians", "infantry") == (0 if lost else 1)


@pytest.mark.parametrize(
    ("planes", "strength", "sides"),
    [(5, 1, 5), (6, 1, 0), (8, 1, 2), (3, 2, 0), (4, 2, 1), (5, 2, 2), (2, 5, 2), (4, 5, 4)],
)
def test_B244_a_full_group_loses_one_however_few_shots_there_are(
    planes: int, strength: int, sides: int
) -> None:
    """One gun with one shot that hits; sides: of the die that chooses, 0 for none, 1: no choice."""
    world = _world(AntiAir(strength, in_battle=True, shots=1), low_luck=True)
    step = _battle(world, [("fighter", planes)], [("artillery", 1)])
    played = play(step, [1])
    if sides == 0 or planes // max(1, 6 // strength) == 1:
        assert len(played.all(UnitsDestroyed)[0].units) == 1
    else:
        assert (wants(played.step).step, wants(played.step).sides) == ("aa_casualties", sides)


def test_guns_of_one_kind_with_other_targets_fire_apart() -> None:
    first = AntiAir(2, in_battle=True, kind="flak", targets=("infantry",))
    second = AntiAir(2, in_battle=True, kind="flak", targets=("armour",))
    world = _world(first)
    other = with_facts(world.unit_types["fighter"], anti_air=second)
    world = replace(world, unit_types={**world.unit_types, "fighter": other})
    step = _battle(world, [("infantry", 2), ("armour", 1)], [("artillery", 1), ("fighter", 1)])
    assert (wants(step).step, wants(step).count) == ("aa_fire", 2)
    step = play(step, [6, 6]).step
    assert (wants(step).step, wants(step).count) == ("aa_fire", 1)
    assert wants(play(step, [6]).step).step == "general"
