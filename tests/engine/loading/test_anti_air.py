"""AA fire of a map: the usual guns, and those that are not usual."""

import pytest

from engine.gamedef import AntiAir, UnitType
from engine.loading import read_triplea_map, read_triplea_parts
from tests.engine.loading.small_map import small_map

_NEW = """
    <attachment name="unitAttachment" attachTo="flak" javaClass="UnitAttachment">{options}
    </attachment>
  </attatchmentList>"""


def _map(**options: str) -> bytes:
    lines = "".join(f'<option name="{name}" value="{value}"/>' for name, value in options.items())
    return small_map("  </attatchmentList>", _NEW.format(options=lines))


def _flak(**options: str) -> UnitType:
    return read_triplea_map(_map(**options)).unit_types["flak"]


def test_B86_the_usual_gun_stays_what_it_was() -> None:
    gun = _flak(isAA="true", attackAA="2")
    assert (gun.guns.is_aa_gun, gun.guns.aa_strength, gun.guns.anti_air) == (True, 2, None)
    assert gun.guns.aa_fire == AntiAir(2, in_battle=True, in_raids=True, on_the_way=True)


def test_a_gun_may_be_a_unit_that_fights_and_is_lost_like_others() -> None:
    assert _flak(isAA="true").is_infrastructure
    gun = _flak(isAA="true", isInfrastructure="false")
    assert gun.guns.is_aa_gun
    assert not gun.is_infrastructure


def test_a_gun_with_few_shots_in_battle_that_launches_rockets() -> None:
    gun = _flak(
        isAAforCombatOnly="true",
        maxAAattacks="3",
        isRocket="true",
        canNotMoveDuringCombatMove="true",
    )
    assert gun.guns.anti_air == AntiAir(1, in_battle=True, shots=3)
    assert gun.guns.is_launcher
    assert not (gun.guns.is_aa_gun or gun.is_infrastructure or gun.mobility.moves_in_combat)


def test_all_that_may_be_said_of_a_gun() -> None:
    gun = _flak(
        isAA="true",
        isAAforFlyOverOnly="false",
        attackAA="2",
        offensiveAttackAA="3",
        attackAAmaxDieSides="8",
        maxRoundsAA="-1",
        typeAA="siege",
        targetsAA="ranger:sub",
        mayOverStackAA="true",
        damageableAA="true",
        willNotFireIfPresent="howitzer",
    )
    assert gun.guns.is_aa_gun
    assert gun.guns.anti_air == AntiAir(
        2,
        3,
        faces=8,
        in_battle=True,
        in_raids=True,
        rounds=0,
        kind="siege",
        targets=("ranger", "sub"),
        adds=True,
        damages=True,
        silenced_by=("howitzer",),
    )


def test_no_attack_is_no_fire() -> None:
    fire = _flak(isAAforCombatOnly="true", maxAAattacks="0").guns.anti_air
    assert fire is not None
    assert fire.strength == 0


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        (
            {"isAAforFlyOverOnly": "true", "targetsAA": "ranger"},
            "units: fire on the way at land units",
        ),
    ],
)
def test_forms_of_fire_that_are_not_played(options: dict[str, str], missing: str) -> None:
    assert read_triplea_parts(_map(**options)).missing == (missing,)


def test_several_dice_of_a_unit() -> None:
    unit = _flak(attackRolls="0", defenseRolls="3", chooseBestRoll="true")
    assert (unit.gunnery.attack_dice, unit.gunnery.defence_dice, unit.gunnery.best_die) == (
        0,
        3,
        True,
    )
