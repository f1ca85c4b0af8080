"""Names of unit types as people read them: the one place that turns them into words (B55)."""

import re
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
