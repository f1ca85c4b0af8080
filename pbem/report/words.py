"""The words of a report: names of phases, battle steps, technologies and units for people.

Everything here is plain text that is not yet escaped for any format.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeVar

from engine import phase_title, type_words
from engine.values import dataclass

N = TypeVar("N", bound=str)

_STEPS: Mapping[str, str] = MappingProxyType(
    {
        "aa_fire": "AA fire",
        "overflight": "AA fire",
        "bombardment": "bombardment",
        "first_strike": "first strike",
        "first_strike_others": "first strike",
        "general": "general fire",
        "general_strikers": "general fire",
        "air_battle": "air battle",
    }
)
_CAUSES: Mapping[str, str] = MappingProxyType(
    {
        "battle": "in battle",
        "aa_fire": "by AA fire",
        "bombardment": "by bombardment",
        "sunk_with_transport": "with their transport",
        "defenceless": "without a warship to protect them",
        "captured": "by capture",
        "stranded": "with no place to land",
        "spent": "as they struck",
        "kamikaze": "by kamikaze attacks",
    }
)
_SAME_IN_PLURAL = frozenset({"infantry", "cavalry", "artillery", "armour", "armor", "aircraft"})
_NO_MEN = frozenset({"human", "shaman", "talisman"})
_PART = re.compile(r"_[0-9]+$")


@dataclass(frozen=True, slots=True)
class Stack:
    """Units counted by type, such as (("infantry", 3), ("armour", 2)).

    As text it reads ``3 infantry, 2 armour``; an empty stack reads ``nothing``.
    """

    counts: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        """The stack in words."""
        if not self.counts:
            return "nothing"
        return ", ".join(f"{count} {unit_word(name, count)}" for name, count in self.counts)

    def __bool__(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.counts)

    @property
    def size(self) -> int:
        """How many units it counts."""
        return sum(count for _, count in self.counts)


def stack_of(types: Iterable[str], order: Iterable[str]) -> Stack:
    """Count unit types; they are listed as in `order`, unknown ones after that by name."""
    counts: dict[str, int] = {}
    for name in types:
        counts[name] = counts.get(name, 0) + 1
    return sorted_stack(counts, order)


def sorted_stack(counts: Mapping[N, int], order: Iterable[N]) -> Stack:
    """A stack of these counts, those of 0 left out, listed as in `order`."""
    known = [name for name in order if counts.get(name)]
    others = sorted(name for name in counts if counts[name] and name not in known)
    return Stack(tuple((name, counts[name]) for name in (*known, *others)))


def unit_word(name: str, count: int) -> str:
    """The name of a unit type as it reads after a number: ``aa_gun``, 2 gives ``AA guns``."""
    *before, last = type_words(name).split(" ")
    if count != 1 and last not in _SAME_IN_PLURAL:
        last = _plural(last)
    return " ".join([*before, last])


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in {"a", "e", "o", "u"}:
        return word[:-1] + "ies"
    if word.endswith("man") and word not in _NO_MEN:
        return word[:-2] + "en"
    if word.endswith("s") and not word.endswith(("ss", "us")):
        # Maps name many a unit in the plural: slingers, velites.
        return word
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    return word + "s"


def phase_word(phase: str) -> str:
    """A phase for people: ``noncombat_move`` gives ``Non-combat move``."""
    return spaced(phase_title(phase))


def step_word(step: str) -> str:
    """A battle step inside a sentence: ``aa_fire`` gives ``AA fire``."""
    whole = _PART.sub("", step)
    return _STEPS.get(whole, whole.replace("_", " "))


def cause_word(cause: str) -> str:
    """Why units left the board, as the end of a sentence: ``in battle``."""
    return _CAUSES.get(cause, f"({cause.replace('_', ' ')})")


def technology_word(technology: str) -> str:
    """A technology for people: ``heavy_bomber`` gives ``Heavy Bomber``."""
    return " ".join(word.capitalize() for word in technology.split("_"))


def spaced(name: str) -> str:
    """An identifier as words with a capital in front; other text stays as it is."""
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


def closed(sentence: str) -> str:
    """The end of a sentence with exactly one full stop."""
    return sentence.rstrip(". ") + "."


def times(count: int, word: str) -> str:
    """A count with its noun: ``1 hit``, ``3 hits``, ``0 dice``."""
    if word == "die":
        return f"{count} {'die' if count == 1 else 'dice'}"
    return f"{count} {word if count == 1 else _plural(word)}"


def amounts_of(amounts: Iterable[tuple[str, int]]) -> str:
    """Amounts of resources as one text, such as ``3 Oil, 1 Iron``; only those above 0."""
    return ", ".join(f"{amount} {name}" for name, amount in amounts if amount > 0)


def gains_of(goods: Iterable[tuple[str, int]]) -> str:
    """The same of what a purchase brought in, which it says with numbers below 0."""
    return amounts_of((name, -amount) for name, amount in goods)
