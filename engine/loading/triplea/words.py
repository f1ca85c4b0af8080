"""Numbers and truth values in the text of a map."""

from collections.abc import Mapping
from typing import Final

from engine.core.errors import DefinitionError
from engine.core.ids import PUS, RESEARCH_DICE
from engine.loading.fields import shown

RESOURCES: Final = {PUS: PUS, "techTokens": RESEARCH_DICE}
"""What the dialect calls the resources that every game has, and their names here."""

RESET: Final = "-reset-"
"""What stands before a new value that takes the place of a list, and is not added to it."""

_DIGITS: Final = 10
_NONE: Final = "-1"


def is_whole(text: str, digits: int = _DIGITS) -> bool:
    """Whether a text is a whole number from 0 up with at most that many digits."""
    return text.isascii() and text.isdigit() and len(text) <= digits


def is_number(text: str) -> bool:
    """Whether a text is a whole number, perhaps below 0."""
    return is_whole(text.removeprefix("-"))


def integer(name: str, text: str) -> int:
    """A whole number, perhaps below 0; name: of what, for DefinitionError."""
    if not is_number(text):
        raise DefinitionError(f"{shown(name)}: {shown(text)} is not a number")
    return int(text)


def option_number(name: str, options: Mapping[str, str], key: str, default: int = 0) -> int:
    """An option that is a number; -1 (none) and an absent one give the default.

    Raises DefinitionError.
    """
    value = options.get(key, _NONE)
    if value == _NONE:
        return default
    if not is_whole(value):
        raise DefinitionError(f"{shown(name)}: option {key}: expected a whole number")
    return int(value)


def option_flag(name: str, options: Mapping[str, str], key: str, *, default: bool = False) -> bool:
    """An option that is true or false; raises DefinitionError."""
    value = options.get(key, "true" if default else "false").lower()
    if value not in {"true", "false"}:
        raise DefinitionError(f"{shown(name)}: option {key}: expected true or false")
    return value == "true"
