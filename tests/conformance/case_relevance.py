"""Which of the rules that a map misses a case can touch at all.

A rule that belongs to a unit type, a nation or an area matters to a case that names it; one of the
whole map matters always, except where the table below says for which steps only.
"""

from collections.abc import Iterator, Mapping

from engine.loading import MapParts
from tests.conformance.case_file import Case
from tests.conformance.replay_json import Json

_BATTLE = ("fight_battle", "retreat")
_ONLY_FOR: Mapping[str, tuple[str, ...]] = {
    "victory by": (),
    "allied units that take part in an attack": _BATTLE,
    "scrambling": _BATTLE,
    "air battles": _BATTLE,
    "raid dice of a unit": _BATTLE,
    "terrain that changes combat": _BATTLE,
    "research": ("roll_tech",),
    "technolog": ("roll_tech", "give_tech"),
    "advances": ("roll_tech", "give_tech"),
}
"""Part of what is missing, and the steps that it can touch."""


def relevant(case: Case, parts: MapParts) -> tuple[str, ...]:
    """What the map of a case misses and the case may need, in the order of the map."""
    words = set(_words([*case.setup, *case.steps, *case.expected]))
    return tuple(what for what in parts.missing if _touches(words, what, parts.targets[what]))


def _touches(words: set[str], what: str, targets: tuple[str, ...]) -> bool:
    for part, steps in _ONLY_FOR.items():
        if part in what and words.isdisjoint(steps):
            return False
    return not targets or not words.isdisjoint(targets)


def _words(value: Json) -> Iterator[str]:
    """All texts of a case: names, words of the vocabulary, and what is in sentences."""
    if isinstance(value, str):
        yield value
        yield value.rpartition(" ")[2]
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield key
            yield from _words(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _words(entry)
