"""What technologies give to units, where a map says it itself."""

import pytest

from engine.gamedef.unit_types import TechAbility
from engine.loading import read_triplea_parts
from engine.loading.tree.reading import definition_from_tree
from engine.loading.tree.writing import tree_from_definition
from engine.loading.triplea.read import MapParts
from tests.engine.loading.small_map import small_map

_END = "  </attatchmentList>"


def _read(advance: str, *options: tuple[str, str]) -> MapParts:
    said = "".join(f'<option name="{name}" value="{value}"/>' for name, value in options)
    ability = (
        f'<attachment name="techAbilityAttachment" attachTo="{advance}"'
        f' javaClass="TechAbilityAttachment" type="technology">{said}</attachment>{_END}'
    )
    return read_triplea_parts(small_map(_END, ability))


def _gains(unit: str, advance: str, *options: tuple[str, str]) -> tuple[TechAbility, ...]:
    parts = _read(advance, *options)
    assert parts.missing == ()
    again = definition_from_tree(tree_from_definition(parts.definition))
    assert again.unit_types[unit] == parts.definition.unit_types[unit]
    return parts.definition.unit_types[unit].tech_abilities


def test_what_a_map_says_of_an_advance_is_what_units_get() -> None:
    said = (("attackBonus", "2:sub"), ("movementBonus", "1:ranger"), ("radarBonus", "1:flak"))
    assert _gains("sub", "superSub", *said) == (TechAbility("super_subs", attack=2),)
    assert _gains("ranger", "superSub", *said) == (TechAbility("super_subs", movement=1),)
    assert _gains("flak", "superSub", *said) == (TechAbility("super_subs", anti_air=1),)
    assert _gains("works", "superSub", *said) == ()


def test_a_map_gives_a_bonus_to_raids() -> None:
    found = _gains("ranger", "heavyBomber", ("bombingBonus", "2:ranger"))
    assert found == (TechAbility("heavy_bomber", raid_bonus=2),)


def test_units_that_a_map_leaves_out_get_nothing_of_what_they_usually_get() -> None:
    assert _gains("sub", "superSub", ("attackBonus", "1:ranger")) == (TechAbility("super_subs"),)


def test_a_bonus_may_be_taken_away_and_abilities_be_given() -> None:
    found = _gains("ranger", "jetPower", ("attackBonus", "-1:ranger"))
    assert found == (TechAbility("jet_power", attack=-1),)
    found = _gains("ranger", "jetPower", ("unitAbilitiesGained", "ranger:canBlitz:canBombard"))
    assert found == (TechAbility("jet_power", can_blitz=True, can_bombard=True),)


@pytest.mark.parametrize(
    ("advance", "options"),
    [
        ("superSub", [("attackBonus", "x:sub")]),
        ("superSub", [("attackBonus", "1:nobody")]),
        ("superSub", [("attackBonus", "1:sub:ranger")]),
        ("superSub", [("unitAbilitiesGained", "sub:canFly")]),
        ("myOwnIdea", [("movementBonus", "1:ranger")]),
    ],
)
def test_an_advance_that_does_what_no_rule_does_is_refused(
    advance: str, options: list[tuple[str, str]]
) -> None:
    (only,) = _read(advance, *options).missing
    assert only.startswith(f"attachment TechAbilityAttachment of '{advance}'")


def test_an_advance_of_which_a_map_says_nothing_gives_nothing() -> None:
    assert _gains("sub", "superSub") == (TechAbility("super_subs"),)


def test_an_advance_of_the_nation_may_also_give_something_to_units() -> None:
    found = _gains("sub", "warBonds", ("attackBonus", "1:sub"))
    assert found == (TechAbility("war_bonds", attack=1),)


def test_bonuses_without_a_rule_are_refused_by_name() -> None:
    found = _read("superSub", ("attackBonus", "1:sub"), ("repairDiscount", "1:flak")).missing
    assert found[0].startswith("option of TechAbilityAttachment repairDiscount: ")
