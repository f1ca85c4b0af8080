"""Every kind of unit has a sign that says what it is."""

import re

import pytest

from engine import UnitTypeName, load_scenario, scenario_names
from engine.gamedef import UnitType
from engine.values import replace
from pbem.atlas.signs import sign_called, symbols_of
from pbem.atlas.symbols import SIZE, SYMBOLS, symbol_of
from tests.support.unit_types import unit_type

OWN_NAMES = {
    "armour": "armour",
    "tank": "armour",
    "aaGun": "aa_gun",
    "air force": "fighter",
    "fleet": "cruiser",
    "factory_major": "factory-M",
    "factory_upgrade": "factory-U",
}
"""Unit types of our scenarios whose sign has another name."""

ELSEWHERE = {
    "mech_infantry": UnitType("mech_infantry", movement=2),
    "tactical_bomber": UnitType("tactical_bomber", is_air=True),
    "armour": UnitType("germanHeavyTank"),
    "artillery": UnitType("germanAntiTankGun"),
    "aa_gun": UnitType("germanAntiAirGun"),
    "air": UnitType("germanAirTransport", is_air=True),
    "factory_minor": unit_type("factory_minor", is_factory=True),
    "cavalry": UnitType("Hussars", movement=2),
    "sailing_ship": UnitType("Frigate", is_sea=True),
    "leader": UnitType("General"),
    "submarine": unit_type("Nautilus", is_sea=True, is_submarine=True),
    "sea": UnitType("General Belgrano", is_sea=True),
    "land": UnitType("Gadget"),
}


@pytest.mark.parametrize("scenario", scenario_names())
def test_every_unit_of_a_scenario_has_the_sign_of_its_name(scenario: str) -> None:
    signs = symbols_of(load_scenario(scenario))
    assert signs == {name: OWN_NAMES.get(name, name) for name in signs}


@pytest.mark.parametrize("sign", ELSEWHERE)
def test_names_of_other_maps_and_abilities_lead_to_a_sign(sign: str) -> None:
    assert symbol_of(ELSEWHERE[sign]) == sign


def lettered(*names: str) -> tuple[str, ...]:
    """The letters beside the outline of soldiers of these names."""
    definition = load_scenario("classic_1942")
    kinds = {name: UnitType(UnitTypeName(name)) for name in map(UnitTypeName, names)}
    signs = symbols_of(replace(definition, unit_types=kinds))
    assert len(set(signs.values())) == len(names)
    return tuple(sign.partition("-")[2] for sign in signs.values())


def test_types_of_one_outline_differ_by_letters_of_their_names() -> None:
    assert lettered("infantry") == ("",)
    assert lettered("eliteInfantry", "infantry") == ("E", "")
    assert lettered("grenadier", "conscript") == ("", "C")
    # What all are called tells nobody apart, and a first letter only where no other begins so.
    assert lettered("germanInfantry", "greekInfantry", "russianInfantry") == ("Ge", "Gr", "R")
    assert lettered("british guards infantry", "british home infantry") == ("G", "H")
    assert lettered("Infantry A", "infantry_a", "INFANTRY") == ("A2", "A3", "")


def test_letters_have_their_room_beside_the_outline() -> None:
    assert sign_called("infantry").width == SIZE
    one, two = (sign_called(f"infantry-{letters}") for letters in ("E", "GH"))
    assert SIZE < one.width < two.width
    assert two.outline == SYMBOLS["infantry"]


def test_no_two_signs_are_alike_and_none_begins_outside_its_square() -> None:
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)
    for name, outline in SYMBOLS.items():
        assert re.fullmatch(r"[MmLlHhVvCcQqSsAaTtZz0-9 .\-]+", outline), name
        for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", outline):
            assert 0 <= float(x) <= SIZE, name
            assert 0 <= float(y) <= SIZE, name
