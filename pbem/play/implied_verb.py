"""The verb that a line may leave out in front of a number: its path or its phase says it."""

import re
from collections.abc import Iterable
from typing import Final

_VERBS: Final = {
    "allocate": "allocate",
    "purchase": "buy",
    "bid": "buy",
    "place": "place",
    "bid_place": "place",
    "deploy": "place",
    "combat_move": "move",
    "airborne_move": "move",
    "noncombat_move": "move",
    "movement": "move",
}
"""What a line that begins with a number means, by phase."""
_NUMBER: Final = re.compile(r"^[>\s]*(?=(?:\d+x?|all|stack|max)\b)", re.IGNORECASE)
_PATH: Final = re.compile(r"[^\s>].*(?:>|\u2192)")


def has_number_first(line: str) -> bool:
    """Whether a line begins with how many units, without a verb; `>` of a forum is left aside."""
    return bool(_NUMBER.match(line))


def has_path(line: str) -> bool:
    """Whether a line leads from one area to another."""
    return bool(_PATH.search(line))


def with_verb(line: str, phases: Iterable[str]) -> str:
    """The line with its verb, where it begins with a number and one verb alone can be meant.

    phases: those in which the line may be carried out; () says nothing about it.
    """
    if not has_number_first(line):
        return line
    verbs = {"move"} if has_path(line) else {_VERBS.get(phase, "") for phase in phases}
    verb = verbs.pop() if len(verbs) == 1 else ""
    return _NUMBER.sub(rf"\g<0>{verb} ", line, count=1) if verb else line
