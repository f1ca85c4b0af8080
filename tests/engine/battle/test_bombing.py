"""Raids and rockets (rulebook B69 to B73, B114 to B118, B120, B121, B244, V8, V9)."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from engine.core.agenda import Decision, PendingBattle
from engine.core.events.battle import FactoryBombed, RocketLaunched
from engine.game import check
from engine.gamedef import State
from engine.gamedef.unit_types import TechAbility
from engine.orders.fire_rocket import FireRocket
from engine.orders.press import Press
from engine.rules.battle.around.bombing import bombing_event
from engine.rules.battle.around.raid import raid_damage
from engine.rules.battle.around.rocket import rocket_targets
from tests.engine.battle.arena import asks, opened, play, wants
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts

GUN = "aaGun" if "aaGun" in big_world().unit_types else "aa_gun"


def _raid(
    territory: str,
    bombers: int,
    *,
    by: str = "Germans",
    technologies: tuple[str, ...] = (),
    aa: bool = True,
    bank: int = 50,
    **options: object,
) -> State:
    victim = big_world().setup.owners[territory]
    state = position(
        big_world(**options),
        by,
        "battle",
        units=[(territory, by, "bomber", bombers)],
        technologies=technologies,
        pus={victim: bank},
    )
    units = {
        key: unit
        for key, unit in state.units.items()
        if aa or unit.territory != territory or unit.type != GUN
    }
    raiders = tuple(unit.id for unit in state.units_in(territory) if unit.owner == by)
    battle = PendingBattle(territory, "raid", raiders)
    return replace(state, units=units, battles=(battle,))


def test_B69_B70_B72_a_raid_runs_by_itself() -> None:
    step = opened(_raid("Leningrad", 1))
    assert (wants(step).step, wants(step).count) == ("aa_fire", 1)
    step = play(step, [2]).step
    assert (wants(step).step, wants(step).count, wants(step).sides) == ("raid", 1, 6)
    played = play(step, [5])
    bombed = played.all(FactoryBombed)[0]
    assert (bombed.victim, bombed.rolled, bombed.damage) == ("Russians", 5, 2)
    assert bombed.dice == ((5,),)
    after = played.step.state
    assert after.amount("Russians", "PUs") == 48
    assert after.turn.bombed == {"Leningrad": 2}
    assert not after.battles
    assert after.turn.fought == ("Leningrad",)


def test_B70_a_bomber_that_is_shot_down_drops_nothing() -> None:
    played = play(opened(_raid("Leningrad", 1)), [1])
    assert not played.all(FactoryBombed)
    assert played.step.state.amount("Russians", "PUs") == 50


def test_B181_raiders_take_no_part_in_the_battle_of_the_place() -> None:
    state = _raid("Leningrad", 1, aa=False)
    tank = next(unit for unit in state.units_of("Germans") if unit.type == "armour")
    state = replace(
        state,
        units={**state.units, tank.id: replace(tank, territory="Leningrad")},
        battles=(*state.battles, PendingBattle("Leningrad", "battle", (tank.id,))),
    )
    step = play(opened(state), [1]).step
    assert [(battle.kind, battle.attackers) for battle in step.state.battles] == [
        ("battle", (tank.id,))
    ]


def test_B72_the_treasury_never_falls_below_0() -> None:
    played = play(opened(_raid("Moscow", 1, aa=False, bank=3)), [6])
    assert played.step.state.amount("Russians", "PUs") == 0
    assert played.all(FactoryBombed)[0].damage == 3


@pytest.mark.parametrize(("limit", "lost"), [(True, 4), (False, 6)])
def test_B73_territory_turn_limit(limit: bool, lost: int) -> None:
    state = _raid("Moscow", 2, aa=False, territory_turn_limit=limit)
    played = play(opened(state), [3, 3])
    assert played.all(FactoryBombed)[0].damage == lost


def test_B71_option_damages_the_factory() -> None:
    played = play(opened(_raid("Moscow", 1, aa=False, bombing_damages_factory=True)), [3])
    factory = next(u for u in played.step.state.units_in("Moscow") if u.type == "factory")
    assert factory.damage == 3
    assert played.step.state.amount("Russians", "PUs") == 50


def test_B121_heavy_bombers_on_eastern_germany() -> None:
    state = _raid("Eastern Germany", 1, by="Russians", technologies=("heavy_bomber",), aa=False)
    step = opened(state)
    assert wants(step).count == 2
    bombed = play(step, [6, 2]).all(FactoryBombed)[0]
    assert (bombed.damage, bombed.dice) == (7, ((6, 2),))
    older = _raid(
        "Eastern Germany",
        1,
        by="Russians",
        technologies=("heavy_bomber",),
        aa=False,
        lhtr_heavy_bombers=False,
    )
    assert play(opened(older), [2, 5]).all(FactoryBombed)[0].rolled == 7


@pytest.mark.parametrize(("best", "damage"), [(True, 6), (False, 8)])
def test_B121_a_type_may_say_that_its_best_die_counts_in_a_raid(best: bool, damage: int) -> None:
    state = _raid("Moscow", 1, aa=False, lhtr_heavy_bombers=False)
    types = state.definition.unit_types
    bomber = with_facts(types["bomber"], attack_dice=2, best_die=best)
    definition = replace(state.definition, unit_types={**types, "bomber": bomber})
    played = play(opened(replace(state, definition=definition)), [6, 2])
    assert [bombed.rolled for bombed in played.all(FactoryBombed)] == [damage]


@pytest.mark.parametrize(("best", "damage"), [(True, 6 + 3), (False, 6 + 2 + 3)])
def test_a_bonus_that_the_map_gives_counts_once_for_each_bomber(best: bool, damage: int) -> None:
    ability = TechAbility("heavy_bomber", attack_dice=1, raid_bonus=3)
    state = _raid("Moscow", 1, technologies=("heavy_bomber",), aa=False, lhtr_heavy_bombers=best)
    types = state.definition.unit_types
    bomber = replace(types["bomber"], tech_abilities=(ability,))
    definition = replace(state.definition, unit_types={**types, "bomber": bomber})
    played = play(opened(replace(state, definition=definition)), [6, 2])
    bombed = played.all(FactoryBombed)[0]
    assert (bombed.rolled, bombed.bonus) == (damage, 3)


def test_B244_low_luck_bombing_gives_3_or_4() -> None:
    step = opened(_raid("Moscow", 1, aa=False, low_luck_bombing=True))
    assert wants(step).sides == 2
    assert play(step, [1]).all(FactoryBombed)[0].rolled == 3
    bombed = play(step, [2]).all(FactoryBombed)[0]
    assert (bombed.rolled, bombed.dice, bombed.added) == (4, ((2,),), 2)


@pytest.mark.parametrize(
    ("territory", "normal", "newer", "older"),
    [
        ("Leningrad", "11/6", "2", "2"),
        ("Stalingrad", "5/2", "107/36", "107/36"),
        ("Moscow", "3", "139/36", "35/9"),
        ("Italy", "7/2", "31/6", "49/9"),
        ("Western Germany", "7/2", "197/36", "217/36"),
        ("Southwestern United States", "7/2", "197/36", "58/9"),
    ],
)
def test_V8_V9_mean_damage(territory: str, normal: str, newer: str, older: str) -> None:
    victim = big_world().setup.owners[territory]
    by = "Japanese" if victim in {"Russians", "Americans"} else "Russians"
    state = position(big_world(), by, "battle", pus={victim: 99})

    def mean(dice: int, *, best: bool) -> Fraction:
        total = Fraction(0)
        for rolled in product(range(1, 7), repeat=dice):
            damage = raid_damage(rolled, 0, int(best and dice > 1), keeps_best=best)
            total += bombing_event(state, territory, (damage,), "raid", ((damage,),)).damage
        return total / Fraction(6**dice)

    assert mean(1, best=True) == Fraction(normal)
    assert mean(2, best=True) == Fraction(newer)
    assert mean(2, best=False) == Fraction(older)


def _rockets(by: str = "Germans", **options: object) -> State:
    return position(big_world(**options), by, "battle", technologies=("rockets",))


def test_B114_B115_every_territory_with_a_gun_is_asked() -> None:
    step = opened(_rockets())
    asked = []
    while isinstance(step.waiting, Decision):
        decision = asks(step)
        assert decision.what == "rocket"
        asked.append((decision.territory, decision.territories))
        step = play(step, FireRocket(decision.territory, "")).step
    targets = dict(asked)
    assert targets["France"] == ("England", "Scotland")
    assert targets["Western Germany"] == ("England", "Leningrad", "Scotland")


@pytest.mark.parametrize("crosses", [True, False])
def test_rockets_fly_over_impassable_land_by_option(crosses: bool) -> None:
    state = _rockets(rockets_cross_impassable=crosses)
    definition = state.definition
    beside = definition.board.neighbours("France")
    closed = {
        name: replace(area, is_impassable=True) if name in beside else area
        for name, area in definition.board.territories.items()
    }
    board = replace(definition.board, territories=closed)
    state = replace(state, definition=replace(definition, board=board))
    assert bool(rocket_targets(state, "France", ())) is crosses


def test_B116_a_factory_is_the_target_of_one_rocket_only() -> None:
    step = opened(_rockets())
    aimed = False
    while isinstance(step.waiting, Decision):
        place = step.waiting.territory
        if aimed:
            again = check(step.state, FireRocket(place, "England"))
            assert [reason.code for reason in again] == ["no-rocket-target"]
        target = "England" if "England" in step.waiting.territories else ""
        aimed = aimed or bool(target)
        # Once aimed at, England is offered to nobody else.
        step = play(step, FireRocket(place, target)).step
    played = play(step, [6])
    assert played.all(RocketLaunched)[0].target == "England"
    assert played.all(FactoryBombed)[0].damage == 4
    gun = played.step.state.units[played.all(RocketLaunched)[0].unit]
    assert gun.launched
    assert gun.moved > 1


def test_B117_at_most_the_production() -> None:
    step = opened(_rockets())
    while isinstance(step.waiting, Decision):
        place = asks(step).territory
        target = "Scotland" if place == "France" else ""
        assert check(step.state, Press(place))
        step = play(step, FireRocket(place, target)).step
    assert play(step, [6]).all(FactoryBombed)[0].damage == 2


def test_B118_over_neutral_land_but_not_when_moved_or_captured() -> None:
    step = opened(_rockets("British"))
    targets = {}
    while isinstance(step.waiting, Decision):
        targets[asks(step).territory] = asks(step).territories
        step = play(step, FireRocket(asks(step).territory, "")).step
    assert "Western Germany" in targets["Gibraltar"]
    state = _rockets("British")
    moved = {
        key: replace(unit, moved=1) if unit.type == GUN else unit
        for key, unit in state.units.items()
    }
    assert not opened(replace(state, units=moved)).state.agenda[1:]


def test_B114_no_target_no_question() -> None:
    state = position(big_world(), "Russians", "battle", technologies=("rockets",))
    step = opened(state)
    asked = []
    while isinstance(step.waiting, Decision):
        asked.append(asks(step).territory)
        step = play(step, FireRocket(asks(step).territory, "")).step
    assert "Moscow" not in asked
