"""The signs of the unit types of a game, each of them another one.

What has the same outline as another type gets letters of its name beside it: an ``eliteInfantry``
next to an ``infantry`` is a soldier with an *E*.  Both depend on the names alone, so that everybody
who sees a game sees the same signs.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine import Definition, UnitTypeName, type_words
from engine.values import dataclass
from pbem.atlas.placing import text_width
from pbem.atlas.symbols import SIZE, SYMBOLS, bare, names_of, symbol_of

LETTERS: Final = 10.0
"""Size of the letters, in points of the outline's square."""

BASELINE: Final = 12.0
"""Where they stand in that square, from above."""

_BOLD: Final = 1.2
"""How much wider bold letters are than others, at most."""

_MARK: Final = "-"


@dataclass(frozen=True, slots=True)
class Sign:
    """An outline in a square of `SIZE` points, and letters to its right, often none."""

    outline: str
    letters: str

    @property
    def width(self) -> float:
        """Of both, in points; the height is `SIZE`."""
        return SIZE + math.ceil(_BOLD * text_width(self.letters, LETTERS))

    def to_plain(self) -> dict[str, object]:
        """As the pages draw it."""
        return {"outline": self.outline, "letters": self.letters, "width": self.width}


def sign_called(name: str) -> Sign:
    """The sign of a name out of `symbols_of`."""
    symbol, _, letters = name.partition(_MARK)
    return Sign(SYMBOLS[symbol], letters)


def symbols_of(definition: Definition) -> dict[UnitTypeName, str]:
    """The name of the sign of every unit type of a game, in the order of its types; none twice.

    A name is that of an outline, and behind a hyphen the letters, if there are any.
    """
    outlines = {name: symbol_of(kind) for name, kind in definition.unit_types.items()}
    found: dict[UnitTypeName, str] = {}
    for outline in dict.fromkeys(outlines.values()):
        alike = [name for name in outlines if outlines[name] == outline]
        for name, letters in zip(alike, _letters(outline, alike), strict=True):
            found[name] = f"{outline}{_MARK}{letters}" if letters else outline
    return {name: found[name] for name in outlines}


def _letters(outline: str, types: Sequence[UnitTypeName]) -> list[str]:
    """Different ones for types of one outline; "" for one that is called like it."""
    if len(types) == 1:
        return [""]
    names = [bare(name) for name in types]
    plain = next((names.index(name) for name in names_of(outline) if name in names), -1)
    words = [re.findall(r"[^\W\d_]+|\d+", type_words(name).lower()) for name in types]
    # What all of them are tells nobody apart.
    common = set(words[0]).intersection(*words[1:])
    own = [[word for word in row if word not in common] or row for row in words]
    firsts = Counter(row[0][0].upper() for row in own if row)
    found: list[str] = []
    for place, row in enumerate(own):
        proposals = iter([""]) if place == plain else _proposals(row, firsts)
        found.append(next(text for text in proposals if text not in found))
    return found


def _proposals(words: Sequence[str], firsts: Counter[str]) -> Iterator[str]:
    """The first letter, if no other type has it; else two; and at last a letter and a number."""
    first = words[0][0].upper() if words else ""
    if firsts[first] == 1:
        yield first
    for word in words[1:]:
        yield first + word[0].upper()
    for word in words:
        for letter in word[1:]:
            yield first + letter.lower()
    for number in range(2, 1000):
        yield f"{first}{number}"
