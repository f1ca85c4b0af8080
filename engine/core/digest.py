"""A fingerprint of a state: equal states give equal digests on every machine.

The canonical form is JSON with sorted keys of everything that makes up the position, under the tags
that the classes declare (see `engine.marks`).  Format: docs/formats/save-v1.md, section "State
digest".
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TypeVar

import msgspec

from engine.core.state import State
from engine.core.unit import Unit
from engine.marks import layout_of

D = TypeVar("D")

_SIMPLE: Final = frozenset((str, int, bool, type(None)))

_JSON: Final = msgspec.json.Encoder(order="sorted")
"""JSON without spaces, keys in the order of their code points, nothing escaped that need not be."""


def state_digest(state: State[D]) -> bytes:
    """SHA-256 (32 bytes) of the canonical form of a state.

    The definition is not part of it: it is in the first record of a save.
    """
    return hashlib.sha256(canonical_form(state)).digest()


def canonical_form(value: object) -> bytes:
    """What is hashed: the UTF-8 of the JSON of a state or of a part of one.

    Raises TypeError for something that has no declared form.
    """
    return _JSON.encode(_plain(value))


def _plain(value: object) -> object:
    # Nearly all values are of the simple types themselves, and asking for those is quick.
    if type(value) in _SIMPLE or isinstance(value, str | int):
        return value
    if isinstance(value, Unit):
        return _plain_unit(value)
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    if isinstance(value, (dict, Mapping)):
        return _plain_mapping(value)
    return _plain_fields(value)


def _plain_mapping(value: Mapping[object, object]) -> object:
    keys, entries = map(str, value), value.values()
    if _SIMPLE.issuperset(map(type, entries)):
        return dict(zip(keys, entries, strict=True))
    # Most of a position is units, and most of them are as they were a turn ago.
    of_units = isinstance(next(iter(entries)), Unit)
    return dict(zip(keys, map(_plain_unit if of_units else _plain, entries), strict=True))


@lru_cache(maxsize=4096)
def _plain_unit(unit: Unit) -> msgspec.Raw:
    return msgspec.Raw(_JSON.encode(_plain_fields(unit)))


def _plain_fields(value: object) -> object:
    layout = layout_of(type(value))
    if layout is None:
        raise TypeError(f"a state holds something that cannot be written down: {value!r}")
    entries = {
        tag: entry if type(entry) in _SIMPLE else _plain(entry)
        for (_, tag), entry in zip(layout.fields, layout.values(value), strict=True)
        if entry
    }
    return [layout.tag, entries]
