"""Numbers and lists in the text of a map."""

from typing import Final

from engine.core.errors import DefinitionError
from engine.core.ids import PUS, RESEARCH_DICE
from engine.loading.fields import shown

RESOURCES: Final = {PUS: PUS, "techTokens": RESEARCH_DICE}
"""What the dialect calls the resources that every game has, and their names here."""

RESET: Final = "-reset-"
"""What stands before a new value that takes the place of a list, and is not added to it."""

ON_OFF: Final = frozenset({"true", "false"})
_DIGITS: Final = 10


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


def names_in(text: str) -> list[str]:
    """The names in a list with colons, each once."""
    return list(dict.fromkeys(name for name in text.split(":") if name))
