"""What a map calls its conditions, triggers, objectives and actions, for people."""

import re
from typing import Final

_PREFIX: Final = re.compile(
    r"^(trigger|condition|objective|politicalAction|userAction)Attachment[ _-]*"
)
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_+")
_CUT: Final = re.compile(r"_[^_ ]* [0-9a-f]{8}$")
"""The end of a name that was too long: the rest of a word, and a sum of what was cut off."""


def trigger_word(name: str) -> str:
    """What the map calls a trigger, a condition, an objective or an action, for people."""
    text = _CUT.sub(" …", _PREFIX.sub("", name))
    return " ".join(_HUMP.sub(" ", text).split()) or name


def nation_word(name: str) -> str:
    """A nation for people: in names of map files an underscore stands for a blank."""
    return name.replace("_", " ")


def said_by_map(message: str) -> str:
    """A message of a map for people: a name that stands for one is told in words."""
    return message if " " in message else trigger_word(message)
