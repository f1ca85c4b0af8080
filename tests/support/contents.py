"""What a state holds, copied out of it: shows whether somebody has changed it in place."""

from dataclasses import fields
from typing import Final

from engine import State
from engine.core.state import State as CoreState
from engine.core.state import TurnRecord

_NAMES: Final = tuple(entry.name for entry in fields(CoreState) if not entry.name.startswith("_"))
_OF_TURN: Final = tuple(entry.name for entry in fields(TurnRecord))


def contents(state: State) -> list[object]:
    """All fields, their mappings copied; equal as long as nobody touches the state."""
    found = [_copied(getattr(state, name)) for name in _NAMES if name != "turn"]
    return found + [_copied(getattr(state.turn, name)) for name in _OF_TURN]


def _copied(value: object) -> object:
    """A copy of a mapping, two levels deep; the rest cannot be changed in place."""
    if not isinstance(value, dict):
        return value
    # The entries of one mapping are all of one kind.
    if not isinstance(next(iter(value.values()), None), dict):
        return dict(value)
    return {key: dict(entry) for key, entry in value.items()}
