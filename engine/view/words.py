"""Names of unit types as people read them: the one place that turns them into words (B55)."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ACRONYMS: Final = frozenset({"aa", "r&d", "uk", "usa", "ussr"})
_SIZES: Final = frozenset({"minor", "major"})
"""Words that map files put behind what they describe."""


def type_words(name: str) -> str:
    """The name of a unit type in words: ``aa_gun`` gives ``AA gun``.

    Whoever types them is understood: `find_name` takes words in any order.
    """
    words = [_part(word) for word in _HUMP.sub(" ", name).replace("_", " ").split(" ")]
    if len(words) > 1 and words[-1] in _SIZES:
        words = [words[-1], *words[:-1]]
    return " ".join(words)


def _part(word: str) -> str:
    if word.lower() in _ACRONYMS:
        return word.upper()
    return word.lower() if word[:1].isupper() and word[1:].islower() else word


def spoken(text: str, types: Iterable[str]) -> str:
    """A text with the names of unit types in words: ``3 aaGun`` becomes ``3 AA gun``.

    Names that are words already stay, and so does whatever merely contains a name.
    """
    pattern = _unspoken(tuple(types))
    return pattern.sub(lambda found: type_words(found[0]), text) if pattern else text


@cache
def _unspoken(types: tuple[str, ...]) -> re.Pattern[str] | None:
    # A longer name goes before one that it begins with.
    names = sorted((name for name in types if type_words(name) != name), key=len, reverse=True)
    if not names:
        return None
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])")
