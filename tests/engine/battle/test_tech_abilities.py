"""What technologies give to units, by a map and by the rule book."""

from engine.gamedef import Options
from engine.gamedef.unit_combat import AntiAir
from engine.gamedef.unit_types import TechAbility, UnitType
from engine.odds import Battle, Combatant, Rules, solve
from engine.rules.aa.shots import gun_for
from engine.rules.battle.numbers.shooters import shooter_for
from engine.rules.common.tech_abilities import tech_ability_of
from engine.rules.common.values import attack_value, bombard_value, defence_value
from tests.support.unit_types import unit_type

_OPTIONS = Options()
_FIGHTER = UnitType("fighter", attack=3, defence=4, movement=4, is_air=True)
_OWN = UnitType(
    "fighter",
    attack=3,
    defence=4,
    is_air=True,
    tech_abilities=(
        TechAbility("jet_power", attack=2, defence_dice=1),
        TechAbility("war_bonds", defence=-5),
    ),
)


def test_B111_without_an_entry_of_the_map_the_rule_book_holds() -> None:
    assert tech_ability_of(_FIGHTER, _OPTIONS, "jet_power") in (
        TechAbility("jet_power", attack=1),
        TechAbility("jet_power", defence=1),
    )
    assert tech_ability_of(_FIGHTER, _OPTIONS, "long_range_aircraft").movement == 2
    assert tech_ability_of(_FIGHTER, _OPTIONS, "super_subs") == TechAbility("super_subs")


def test_an_entry_of_the_map_takes_the_place_of_the_rule_book() -> None:
    assert attack_value(_OWN, _OPTIONS, ("jet_power",)) == 5
    assert defence_value(_OWN, _OPTIONS, ("jet_power",)) == 4
    assert shooter_for(_OWN, _OPTIONS, ("jet_power",), "defender", landed=False).dice == 2
    assert shooter_for(_OWN, _OPTIONS, ("jet_power",), "attacker", landed=False).dice == 1


def test_several_technologies_add_up_and_nothing_falls_below_zero() -> None:
    both = ("jet_power", "war_bonds")
    assert attack_value(_OWN, _OPTIONS, both) == 5
    assert defence_value(_OWN, _OPTIONS, both) == 0


def test_a_ship_that_gets_bombardment_fires_at_its_attack() -> None:
    gains = (TechAbility("rockets", can_bombard=True, attack=1),)
    galley = UnitType("galley", attack=2, is_sea=True, tech_abilities=gains)
    assert bombard_value(galley, _OPTIONS, ()) == 0
    assert bombard_value(galley, _OPTIONS, ("rockets",)) == 3


def test_B132_guns_get_what_the_map_says_of_radar() -> None:
    gun = AntiAir(1, in_battle=True)
    usual, own = (
        unit_type("flak", anti_air=gun, tech_abilities=gains)
        for gains in ((), (TechAbility("radar", anti_air=2),))
    )
    assert gun_for(usual, gun, _OPTIONS, ("radar",)).strength == 2
    assert gun_for(own, gun, _OPTIONS, ("radar",)).strength == 3
    assert gun_for(own, gun, _OPTIONS, ()).strength == 1


def test_the_odds_count_with_what_the_map_says() -> None:
    plain = UnitType("fighter", attack=5, defence=4, is_air=True)
    foe = UnitType("armour", attack=3, defence=3)
    rules = Rules(_OPTIONS, (), {"fighter": 10, "armour": 5}, 6)
    said, told = (
        solve(Battle(rules, (attacker,) * 2, (Combatant(foe),) * 2, is_sea=False))
        for attacker in (Combatant(_OWN, technologies=("jet_power",)), Combatant(plain))
    )
    assert [entry.chance for entry in said.endings] == [entry.chance for entry in told.endings]
