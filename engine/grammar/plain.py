"""The parts of plain forms: texts, numbers, lists and choices of units, read strictly.

Format: docs/formats/orders-v1.md, section "Plain form".
"""

from typing import Final
from unicodedata import category

from engine.core.errors import InvalidActionError
from engine.core.ids import NationName, UnitTypeName
from engine.core.pick import Pick

MAX_TEXT: Final = 200
"""Characters of a name."""
MAX_COUNT: Final = 10_000
"""Units of one pick, dice of one order."""
MAX_ENTRIES: Final = 10_000
"""Entries of one list."""
MAX_NUMBER: Final = 2**53 - 1
"""Largest identity of a unit, and largest face of a die."""

_UNPRINTABLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def read_picks(value: object, kind: str, *, empty: bool = False) -> tuple[Pick, ...]:
    """A list of choices of units, not empty unless that is allowed."""
    entries = read_list(value, f"{kind}: the units")
    if not entries and not empty:
        raise InvalidActionError(f"{kind}: no units are named")
    return tuple(read_pick(entry, kind) for entry in entries)


def read_pick(value: object, kind: str) -> Pick:
    """A choice of units: count, type, owner, unit numbers."""
    entry = read_list(value, f"{kind}: a choice of units", 4)
    count = read_number(entry[0], f"{kind}: a count", MAX_COUNT)
    units = tuple(
        read_number(unit, f"{kind}: a unit number", MAX_NUMBER)
        for unit in read_list(entry[3], f"{kind}: the unit numbers")
    )
    if units and len(units) != count:
        text = f"{kind}: expected a unit number for each unit ({count}), not {len(units)}"
        raise InvalidActionError(text)
    name = UnitTypeName(read_text(entry[1], f"{kind}: a unit type"))
    owner = NationName(read_text(entry[2], f"{kind}: an owner", empty=True))
    return Pick(count, name, owner, units)


def read_text(value: object, what: str, *, empty: bool = False) -> str:
    """A text that can be shown, of up to MAX_TEXT characters."""
    if not isinstance(value, str):
        raise InvalidActionError(f"{what} must be a text, not {shown(value)}")
    if not value and not empty:
        raise InvalidActionError(f"{what} is missing")
    if len(value) > MAX_TEXT:
        raise InvalidActionError(f"{what} is longer than {MAX_TEXT} characters")
    # Python's own answer is stricter, and quick.
    if not value.isprintable() and any(category(letter) in _UNPRINTABLE for letter in value):
        raise InvalidActionError(f"{what} holds characters that cannot be shown: {value!a}")
    return value


def read_number(value: object, what: str, most: int, *, least: int = 1) -> int:
    """A whole number from least to most; true and false do not count as numbers."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidActionError(f"{what} must be a whole number, not {shown(value)}")
    if not least <= value <= most:
        raise InvalidActionError(f"{what} must be from {least} to {most}")
    return value


def read_flag(value: object, what: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise InvalidActionError(f"{what} must be true or false, not {shown(value)}")
    return value


def read_list(value: object, what: str, length: int | None = None) -> list[object]:
    """A list of up to MAX_ENTRIES entries, or of exactly `length`."""
    if not isinstance(value, list):
        raise InvalidActionError(f"{what} must be a list, not {shown(value)}")
    if length is not None and len(value) != length:
        raise InvalidActionError(f"{what} has {length} entries, not {len(value)}")
    if len(value) > MAX_ENTRIES:
        raise InvalidActionError(f"{what} has more than {MAX_ENTRIES} entries")
    return value


def shown(value: object) -> str:
    """What sort of thing it is, in words that cannot be long or harmful."""
    if value is None:
        return "nothing"
    names = {bool: "true or false", int: "a number", str: "a text", list: "a list", dict: "a map"}
    return names.get(type(value), "something else")


def plain_picks(picks: tuple[Pick, ...]) -> list[object]:
    """Choices of units as plain lists."""
    return [[pick.count, pick.type, pick.owner, list(pick.units)] for pick in picks]
