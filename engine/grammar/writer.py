"""Names and choices of units as text that can be read back."""

import json
import re
from collections.abc import Callable
from typing import Final, TypeAlias

from engine.core.pick import Pick

Name: TypeAlias = Callable[[str], str]
"""How a name is written: bare where that is safe (`safe_name`), or always quoted (`quoted`)."""

_SAFE: Final = re.compile(r"[^\W_](?:[\w.'/()&-]| (?! ))*(?<! )")
_TAKEN: Final = frozenset(
    {"from", "aboard", "nothing", "none", "up", "raid", "and", "when", "if", "nobody"}
)
_TAKEN_IN_RULES: Final = frozenset({"after", "always", "yes", "no", "true", "false"})


def quoted(name: str) -> str:
    """A name in straight quotes, with escapes as in JSON for what cannot be printed."""
    plain = json.dumps(name, ensure_ascii=False)
    return plain if plain.isprintable() else json.dumps(name)


def safe_name(name: str) -> str:
    """A name bare where that is safe, else in quotes."""
    words = name.casefold().split(" ")
    is_taken = any(word in _TAKEN or word in _TAKEN_IN_RULES for word in words)
    return name if _SAFE.fullmatch(name) and not is_taken else quoted(name)


def picks_text(picks: tuple[Pick, ...], name: Name) -> str:
    """Choices of units, such as ``3 infantry, 2 British armour #148 #152``; ``nothing`` for ()."""
    return ", ".join(_pick(pick, name) for pick in picks) or "nothing"


def counted_text(units: tuple[tuple[str, int], ...], name: Name) -> str:
    """Numbers of unit types, such as ``4 infantry, 1 armour``; ``nothing`` for ()."""
    return ", ".join(f"{count} {name(kind)}" for kind, count in units) or "nothing"


def path_text(path: tuple[str, ...], name: Name) -> str:
    """Territories with ``>`` between them; an empty name at the end is left out."""
    return " > ".join(name(place) for place in path if place)


def _pick(pick: Pick, name: Name) -> str:
    owner = [name(pick.owner)] if pick.owner else []
    numbers = [f"#{unit}" for unit in pick.units]
    return " ".join([str(pick.count), *owner, name(pick.type), *numbers])
