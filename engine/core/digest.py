"""A fingerprint of a state: equal states give equal digests on every machine.

The canonical form is JSON with sorted keys of everything that makes up the position; dataclasses
become lists of their fields with their name in front.  A part of the state that came after the
first version is left out while it is empty, so that positions without it keep their digest; a
later field of a dataclass stands at the end of its list, as a pair of name and value.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import Field, fields
from typing import TypeVar

from engine.core.later import MARK
from engine.core.state import State

D = TypeVar("D")

_TAG = "pbem-state-1"
_LEFT_OUT_WHEN_EMPTY = frozenset(field.name for field in fields(State) if MARK in field.metadata)
_FIELDS = tuple(
    field.name
    for field in fields(State)
    if field.name != "definition" and not field.name.startswith("_")
)


def state_digest(state: State[D]) -> bytes:
    """SHA-256 (32 bytes) of the canonical form of a state.

    The definition is not part of it: it stands in the first record of a save.
    """
    found = {name: getattr(state, name) for name in _FIELDS}
    parts = {
        name: _plain(value)
        for name, value in found.items()
        if value or name not in _LEFT_OUT_WHEN_EMPTY
    }
    text = json.dumps([_TAG, parts], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).digest()


def _plain(value: object) -> object:
    if value is None or isinstance(value, str | int | bool):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    # The names of its fields, ready in the class; `dataclasses.fields` filters them at every call.
    names: Mapping[str, Field[object]] | None = getattr(value, "__dataclass_fields__", None)
    if names is None:
        raise TypeError(f"a state holds something that cannot be written down: {value!r}")
    plain: list[object] = [type(value).__name__]
    for name, entry in names.items():
        part: object = getattr(value, name)
        if MARK not in entry.metadata:
            plain.append(_plain(part))
        elif part:
            plain.append([name, _plain(part)])
    return plain
