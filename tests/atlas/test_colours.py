"""Nations look the same in every scenario, and can be told apart without colour (B29)."""

import itertools
import math

import pytest

from engine import load_scenario, scenario_names
from engine.gamedef.bounds import MAX_NATIONS
from pbem.atlas.colours import PATTERNS, contrast, linear, looks_of

EYES = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What eyes see of red, green and blue light (Machado, Oliveira and Fernandes 2009)."""

LEAST_DIFFERENCE = 9.0
"""In hundredths of Oklab; two colours that touch are seen as two from about 2 on."""

LEAST_IN_A_CROWD = 4.5
"""The same in a game of more nations than there are patterns, such as Global 1940."""


def test_a_nation_has_one_colour_in_all_scenarios() -> None:
    seen: dict[str, str] = {}
    for scenario in scenario_names():
        for look in looks_of(load_scenario(scenario).politics.nation_names):
            assert seen.setdefault(look.name, look.fill) == look.fill
    # The Axis is Germany, the USSR Russia, the West France, and the ANZAC are Australians.
    assert len(set(seen.values())) == len(seen) - 4


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("scenario", scenario_names())
def test_nations_of_one_game_differ_for_every_eye(scenario: str, eye: str) -> None:
    looks = looks_of(load_scenario(scenario).politics.nation_names)
    least = LEAST_DIFFERENCE if len(looks) <= PATTERNS else LEAST_IN_A_CROWD
    for one, other in itertools.combinations(looks, 2):
        found = 100 * math.dist(_oklab(one.fill, eye), _oklab(other.fill, eye))
        assert found > least, (one.name, other.name)


@pytest.mark.parametrize("scenario", scenario_names())
def test_letters_and_patterns_tell_nations_apart_and_can_be_read(scenario: str) -> None:
    looks = looks_of(load_scenario(scenario).politics.nation_names)
    assert len({look.pattern for look in looks}) == min(len(looks), PATTERNS)
    assert len({look.letter for look in looks}) == len(looks)
    assert min(contrast(look.ink, look.fill) for look in looks) >= 4.5


def test_unknown_nations_get_colours_of_their_own_and_an_author_is_heeded() -> None:
    looks = looks_of(("Atlantis", "Germans", "Mu"), (("Germans", "#777777"), ("Mu", "red")))
    assert len({look.fill for look in looks}) == 3
    assert looks[1].fill == "#777777"
    assert looks[2].fill.startswith("#")
    many = looks_of(tuple(f"Nation {number}" for number in range(60)))
    assert len({look.letter for look in many}) == 60


def test_names_with_a_long_beginning_in_common_have_short_letters() -> None:
    names = ("Americans", "ANZAC", "Neutral_Allies", "Neutral_Axis", "Neutral_True")
    assert [look.letter for look in looks_of(names)] == ["Am", "AN", "Nl", "Nx", "NT"]
    both = [look.letter for look in looks_of(("Neutral_True", "Neutral_Axis", "NT"))]
    assert both == ["Neutral_T", "NA", "NT"]


def _oklab(colour: str, eye: str) -> tuple[float, float, float]:
    """B. Ottosson 2020."""
    light = linear(colour)
    red, green, blue = (
        sum(part * amount for part, amount in zip(row, light, strict=True)) for row in EYES[eye]
    )
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def test_no_two_nations_of_a_full_board_have_one_colour() -> None:
    """Also where authors chose colours, and nations have names that are known everywhere."""
    names = ("Germans", "Chinese", "Dutch", *(f"Clan {number}" for number in range(37)))
    looks = looks_of(names, [("Clan 30", "#8c6bb1"), ("Clan 31", "#8c6bb1")])
    assert len({look.fill for look in looks}) == len(names) == MAX_NATIONS
    assert looks[0].fill == looks_of(("Germans",))[0].fill
