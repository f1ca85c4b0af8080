"""The colour of a nation: the conventional one, the same in every scenario (B29).

No picture depends on colour alone.  Every nation has a letter and a pattern as well, and the
conventional colours of one game differ enough in lightness for eyes that do not tell red from
green; the test of this file states by how much.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.values import dataclass

PATTERNS: Final = 9
"""How many patterns there are; a tenth nation begins again with the first."""

NOBODY: Final = "n"
"""The letter of units that belong to no nation."""

DARK_INK: Final = "#14181c"
LIGHT_INK: Final = "#ffffff"

_HEX: Final = re.compile(r"#[0-9a-f]{6}")

_CONVENTIONAL: Final[Mapping[str, str]] = MappingProxyType(
    {
        "#2c2e39": "germans germany german axis deutschland reich",
        "#8f1e0c": "russians russia russian ussr soviets soviet sovietunion",
        "#d9b98d": "british britain uk unitedkingdom england english commonwealth",
        "#f58a1f": "japanese japan",
        "#67793f": "americans america american usa us unitedstates",
        "#b078c2": "chinese china",
        "#0b6b6b": "italians italy italian",
        "#d8ee66": "australians australia anzac",
        "#2a67c4": "french france west freefrench",
        "#c9503f": "canadians canada",
        "#7b5a3c": "ukpacific indians india",
        "#e3a2a8": "dutch netherlands",
        "#9dc6c0": "finns finland turks turkey ottomans ottomanempire",
        "#454a4c": "neutralaxis",
        "#f2fcd8": "neutralallies",
        "#979bad": "neutraltrue",
        "#49a06c": "mongolians mongolia",
    }
)
"""Colour to the names of a nation, lower case without anything but letters."""

_SPARE: Final = (
    "#8c6bb1",
    "#b5de8f",
    "#7f2a4a",
    "#86a7d6",
    "#c9a227",
    "#3f6d4e",
    "#d58cb0",
    "#5c7f92",
    "#a5623a",
    "#4a4a8c",
)
"""For nations that the list does not know, in turn order."""


_MOST_LETTERS: Final = 3


@dataclass(frozen=True, slots=True)
class NationLook:
    """How a nation is shown.

    fill: its colour, ``#rrggbb``; ink: the colour of letters and signs on it, dark or light.
    letter: what stands for its name and for no other nation of the game, see `letters_of`.
    pattern: the number of its pattern, below `PATTERNS`.
    """

    name: str
    fill: str
    ink: str
    letter: str
    pattern: int


def looks_of(
    nations: Sequence[str], authors: Iterable[tuple[str, str]] = ()
) -> tuple[NationLook, ...]:
    """The looks of the nations of a game, in turn order.

    authors: colours that the author of a map chose, (nation, ``#rrggbb``); they go first, and one
    that is not written like this counts for nothing.
    """
    chosen = {name: fill for name, fill in authors if _HEX.fullmatch(fill)}
    known = {word: fill for fill, words in _CONVENTIONAL.items() for word in words.split()}
    letters = letters_of(nations)
    fills: dict[str, str] = {}
    for name in nations:
        fill = chosen.get(name) or known.get(_plain(name), "")
        if fill and fill not in fills.values():
            fills[name] = fill
    rest = (fill for fill in _others() if fill not in {*fills.values()})
    fills |= {name: next(rest) for name in nations if name not in fills}
    return tuple(
        NationLook(name, fills[name], ink_on(fills[name]), letters[name], place % PATTERNS)
        for place, name in enumerate(nations)
    )


def _others() -> Iterator[str]:
    """Colours for nations that have none, all different: enough for a board full of nations.

    Those of nations that are not in the game come after the spare ones, then lighter and darker
    ones; none is given twice.
    """
    yield from _SPARE
    yield from _CONVENTIONAL
    for ink, share in ((LIGHT_INK, 0.4), (DARK_INK, 0.4), (LIGHT_INK, 0.65), (DARK_INK, 0.65)):
        yield from (mixed(fill, ink, share) for fill in (*_SPARE, *_CONVENTIONAL))


def letters_of(nations: Sequence[str]) -> dict[str, str]:
    """The shortest beginning of each name that no other name shares.

    Where that has more than `_MOST_LETTERS`, its first and its last letter if nobody else has them:
    `NA` and `NT` for Neutral_Axis and Neutral_True, alone in a game.
    """
    begins = {name: _beginning(name, nations) for name in nations}
    short = {
        name: begin if len(begin) <= _MOST_LETTERS else f"{begin[0]}{begin[-1]}"
        for name, begin in begins.items()
    }
    count = Counter(short.values())
    return {name: short[name] if count[short[name]] == 1 else begins[name] for name in nations}


def _beginning(name: str, nations: Sequence[str]) -> str:
    length = 1
    while length < len(name) and any(
        other != name and other.startswith(name[:length]) for other in nations
    ):
        length += 1
    return name[:length]


def ink_on(fill: str) -> str:
    """Which of the two inks is easier to read on a colour ``#rrggbb``."""
    return max((DARK_INK, LIGHT_INK), key=lambda ink: contrast(ink, fill))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours ``#rrggbb``, from 1 to 21 (WCAG 2.2, contrast ratio)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of ``#rrggbb`` as amounts of light from 0 to 1 (IEC 61966-2-1)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two others ``#rrggbb``; share: of the second, from 0 to 1."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())
