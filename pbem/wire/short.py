"""The quick way to read and to write short canonical msgpack: the msgspec library, in C.

It never decides alone.  What it has read counts only if every value in it is allowed and if it
spells the same bytes when it is written again: then there was one spelling, and it was this.  All
else is left to `pbem.wire.canonical`, which goes through the bytes itself and says what is wrong.

Decision: docs/adr/0001.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

MAX_DEPTH: Final = 32
MAX_INT: Final = 2**63 - 1
MAX_SHORT: Final = 1_048_576
"""Bytes.  The library counts no values before it makes them: at most one for each byte, and none of
them takes more than 64 bytes of memory.
"""

_DECODER: Final = msgspec.msgpack.Decoder()
_ENCODER: Final = msgspec.msgpack.Encoder(order="sorted")
_ATOMS: Final = frozenset({str, bytes, bool, type(None)})
# Not msgpack, too deep, not UTF-8, a key that cannot be one or is not a text, too large a number.
_DOUBTS: Final = (msgspec.MsgspecError, RecursionError, UnicodeError, TypeError, OverflowError)


def read_short(data: bytes) -> object:
    """The list or map that the bytes spell canonically; None when that has to be looked into."""
    try:
        value: object = _DECODER.decode(data)
    except _DOUBTS:
        return None
    return value if spell_plain(value) == data else None


def spell_plain(value: object) -> bytes:
    """Canonical bytes of a list, a tuple or a map; b"" when the value has to be looked into."""
    if not _is_plain(value, 1):
        return b""
    try:
        return _ENCODER.encode(value)
    except _DOUBTS:
        return b""


def _is_plain(box: object, depth: int) -> bool:
    """Whether a list or map holds only what may be written; keys are left to the encoder."""
    items: Iterable[object]
    if depth > MAX_DEPTH:
        return False
    if isinstance(box, dict):
        items = box.values()
    elif isinstance(box, list | tuple):
        items = box
    else:
        return False
    for item in items:
        kind = type(item)
        if kind in _ATOMS:
            continue
        if kind is int:
            if item > MAX_INT:
                return False
        elif not _is_plain(item, depth + 1):
            return False
    return True
