"""Finding what a player meant by a name.

People write ``sz 19`` for ``SZ 19 Atlantic``, ``inf`` for infantry and ``E Germany`` for Eastern
Germany.  A text stands for a name when it is equal to it, or else equal but for case, accents and
punctuation, or else its only possible abbreviation.  A misspelt name is never guessed:
the nearest names are offered and the player decides.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final

from engine.values import dataclass

_MOST_OFFERED: Final = 5
_ALIKE: Final = 0.75
"""How alike a name is that is offered for a misspelt one; below that it is a guess."""
_SEPARATORS: Final = re.compile(r"[\s_/-]+")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NUMBER: Final = re.compile(r"\d+")
_SILENT: Final = re.compile(r"[^\w ]+")


class Match(Enum):
    """How well a text names something; a smaller value is a better match."""

    EXACT = 0
    SAME_LETTERS = 1
    PLURAL = 2
    SHORT = 3
    AMBIGUOUS = 4
    UNKNOWN = 5


@dataclass(frozen=True, slots=True)
class NameMatch:
    """The result of a search.

    match: how well the text fits.
    name: the name meant, "" when there is not exactly one.
    offers: for an ambiguous text the names it could mean, for an unknown one the nearest; the
      likeliest first, at most five.
    """

    match: Match
    name: str
    offers: tuple[str, ...] = ()

    @property
    def is_found(self) -> bool:
        """Whether exactly one name is meant."""
        return self.name != ""

    @property
    def is_ambiguous(self) -> bool:
        """Whether several names fit equally well."""
        return self.match is Match.AMBIGUOUS


def find_name(
    text: str,
    names: Iterable[str],
    *,
    plural: bool = False,
    aliases: Mapping[str, str] | None = None,
) -> NameMatch:
    """The one of `names` that `text` stands for.

    plural: also take an English plural of a name (``armours``, ``infantries``).
    aliases: other words for some of the names; they go before abbreviations.
    """
    known = tuple(names)
    if text in known:
        return NameMatch(Match.EXACT, text)
    wanted = folded(text)
    if not wanted:
        return NameMatch(Match.UNKNOWN, "")
    keys = [(folded(name), name) for name in known]
    tight = wanted.replace(" ", "")
    words = sorted(wanted.split())
    for match, fits in (
        (Match.SAME_LETTERS, [name for key, name in keys if key == wanted]),
        (Match.SAME_LETTERS, [name for key, name in keys if key.replace(" ", "") == tight]),
        (Match.PLURAL, [name for key, name in keys if plural and wanted in _plurals(key)]),
        (Match.SHORT, _by_alias(wanted, aliases or {}, known)),
        (Match.SHORT, [name for key, name in keys if _begins(key, wanted)]),
        (Match.SHORT, [name for key, name in keys if sorted(key.split()) == words]),
        (Match.SHORT, [name for key, name in keys if _abbreviates(wanted, key)]),
    ):
        if len(fits) == 1:
            return NameMatch(match, fits[0])
        if fits:
            return NameMatch(Match.AMBIGUOUS, "", tuple(fits[:_MOST_OFFERED]))
    return NameMatch(Match.UNKNOWN, "", nearest(wanted, keys))


def _by_alias(wanted: str, aliases: Mapping[str, str], known: tuple[str, ...]) -> list[str]:
    """The name for which this is another word, in the singular or plural."""
    for alias, name in aliases.items():
        key = folded(alias)
        if name in known and (wanted == key or wanted in _plurals(key)):
            return [name]
    return []


def nearest(wanted: str, keys: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Names that look like a misspelt one, or that hold the beginnings of its words.

    A number is not misspelt: a name without it is not offered.
    wanted: folded text; keys: pairs (folded name, name).
    """
    from difflib import get_close_matches  # noqa: PLC0415 - late, to start quickly

    numbers = set(_NUMBER.findall(wanted))
    keys = [entry for entry in keys if numbers <= set(_NUMBER.findall(entry[0]))]
    by_key = dict(reversed(keys))
    close = [by_key[key] for key in get_close_matches(wanted, by_key, _MOST_OFFERED, _ALIKE)]
    words = set(wanted.split())
    # Of a long name players type the beginning: "Karelja" is near "Karelia S.S.R."
    starts: dict[str, list[str]] = {}
    for key, name in keys:
        starts.setdefault(" ".join(key.split()[: len(words)]), []).append(name)
    for start in get_close_matches(wanted, starts, _MOST_OFFERED, _ALIKE):
        close += starts[start]
    holding = [name for key, name in keys if _holds(key.split(), words)]
    return tuple(dict.fromkeys([*close, *holding]))[:_MOST_OFFERED]


def _holds(names: list[str], words: set[str]) -> bool:
    return all(any(name.startswith(word) for name in names) for word in words)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """A name without what typists vary: case, accents, punctuation and the width of gaps."""
    plain = unicodedata.normalize("NFKD", _CAMEL.sub(" ", text))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    letters = letters.replace("‐", "-").replace("–", "-").replace("—", "-")
    spaced = _SEPARATORS.sub(" ", letters.casefold())
    return " ".join(_SILENT.sub("", spaced).split())


def _begins(key: str, wanted: str) -> bool:
    """Whether a name begins with the text; ``sz 1`` does not begin ``sz 19``."""
    if not key.startswith(wanted):
        return False
    return not (wanted[-1].isdigit() and key[len(wanted) : len(wanted) + 1].isdigit())


def _abbreviates(wanted: str, key: str) -> bool:
    """Whether every word of the text begins a word of the name, in order from the first word on.

    A number stands for itself: ``sz19`` and ``sz 19`` name sea zone 19 only.
    """
    short = re.findall(r"\d+|[^\W\d]+", wanted)
    full = re.findall(r"\d+|[^\W\d]+", key)
    if not short or len(short) > len(full) or not _stands_for(short[0], full[0]):
        return False
    rest = iter(full[1:])
    return all(any(_stands_for(part, word) for word in rest) for part in short[1:])


def _stands_for(part: str, word: str) -> bool:
    return part == word if part.isdigit() else word.startswith(part)


def _plurals(key: str) -> tuple[str, ...]:
    stem = key[:-1] + "ies" if key.endswith("y") else key + "s"
    men = key[:-3] + "men" if key.endswith("man") else stem
    return (stem, key + "s", key + "es", men)
