"""Values out of JSON that anybody may have written: what has another shape counts as nothing."""

from collections.abc import Mapping
from typing import Final

_DIGITS: Final = 15


def number(value: object) -> int:
    """A number that comes as one or as text; 0 for anything else, and for one that counts nothing
    in any forum."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < 10**_DIGITS else 0
    if not isinstance(value, str) or len(value) > _DIGITS:
        return 0
    return int(value) if value.isascii() and value.isdecimal() else 0


def table(value: object) -> Mapping[str, object]:
    """An object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def rows(value: object) -> list[Mapping[str, object]]:
    """The objects in a list."""
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def texts(value: object) -> list[str]:
    """The texts in a list."""
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []
