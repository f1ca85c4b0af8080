"""Canonical msgpack: one value, one spelling.

The decoder is our own because the bytes are hostile: it counts values and depth while it reads, so
that neither a huge declared count nor deep nesting can cost memory, and it names the first wrong
byte instead of comparing a re-encoded copy. The encoder is the msgpack library. What is beyond
doubt is written, and if it is short also read, by msgspec instead (`pbem.wire.short`).

Rules: docs/formats/save-v1.md, section "Canonical msgpack".
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

import msgpack

from pbem.wire.errors import NotASaveError
from pbem.wire.short import MAX_DEPTH, MAX_INT, MAX_SHORT, read_short, spell_plain

if TYPE_CHECKING:
    Plain: TypeAlias = "bool | int | str | bytes | Sequence[Plain] | Mapping[str, Plain] | None"
else:
    # What reads values by the types of their fields cannot know a type that holds itself.
    Plain = object

MAX_VALUES = 500_000
MIN_INT = -(2**63)

_WAY_OUT = "It was not written by pbem, or it was altered."


def encode(value: object) -> bytes:
    """Canonical bytes of a plain tree (None, bool, int, str, bytes, list or tuple, str-keyed map).

    Raises NotASaveError `forbidden-type` for anything else (floats included), `too-deep` and
    `too-large` when a limit is passed.
    """
    if plain := spell_plain(value):
        return plain
    packed = msgpack.packb(_normal(value, 1), use_bin_type=True)
    if not isinstance(packed, bytes):
        raise NotASaveError("malformed", "the msgpack library returned no bytes", _WAY_OUT)
    return packed


def _normal(value: object, depth: int) -> object:
    """The same tree with every map in key order; checks types, depth and number range."""
    if value is None or isinstance(value, bool | bytes):
        return value
    if isinstance(value, str):
        if not value.isascii():
            _utf8(value)
        return value
    if isinstance(value, int):
        if not MIN_INT <= value <= MAX_INT:
            raise NotASaveError("too-large", "a number does not fit in 64 bits", _WAY_OUT)
        return int(value)
    if depth > MAX_DEPTH:
        raise NotASaveError("too-deep", f"nested deeper than {MAX_DEPTH} levels", _WAY_OUT)
    if isinstance(value, list | tuple):
        return [_normal(item, depth + 1) for item in value]
    if isinstance(value, Mapping):
        pairs: list[tuple[str, object]] = []
        for key, item in value.items():
            if not isinstance(key, str):
                raise NotASaveError("forbidden-type", "a map key is not a string", _WAY_OUT)
            _utf8(key)
            pairs.append((key, _normal(item, depth + 1)))
        # Code-point order of str equals byte order of its UTF-8.
        return dict(sorted(pairs, key=lambda pair: pair[0]))
    raise NotASaveError(
        "forbidden-type", f"a value of type {type(value).__name__} cannot be stored", _WAY_OUT
    )


def _utf8(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotASaveError("malformed", "a text is not valid Unicode", _WAY_OUT) from None


def decode(data: bytes, most: int = MAX_VALUES) -> Plain:
    """The value that `data` spells canonically, lists as list, maps as dict; at most `most` values.

    Raises NotASaveError: `malformed` (truncated, trailing bytes, bad UTF-8, reserved byte),
    `forbidden-type` (float, ext, key not a str, integer above 2**63-1), `not-canonical` (longer
    spelling than needed, keys unsorted or double), `too-deep`, `too-large`. The first wrong byte
    decides.
    """
    # Each value takes a byte, so there cannot be too many of them in so few.
    if len(data) <= min(most, MAX_SHORT) and (found := read_short(data)) is not None:
        return cast("Plain", found)
    reader = _Reader(data, most)
    value = reader.value(1)
    if reader.position != len(data):
        raise NotASaveError("malformed", "bytes follow the end of the value", _WAY_OUT)
    return value


class _Reader:
    """One pass over hostile bytes; `position` is the next unread byte."""

    __slots__ = ("data", "left", "most", "position")

    def __init__(self, data: bytes, most: int) -> None:
        self.data = data
        self.position = 0
        self.left = self.most = most

    def value(self, depth: int) -> Plain:
        """Read one value; `depth` is 1 for the outermost."""
        self.left -= 1
        if self.left < 0:
            raise NotASaveError("too-large", f"more than {self.most} values in one body", _WAY_OUT)
        try:
            lead = self.data[self.position]
        except IndexError:
            raise self._truncated() from None
        self.position += 1
        if lead < 0x80:
            return lead
        if lead >= 0xE0:
            return lead - 0x100
        if 0xA0 <= lead < 0xC0:
            return self._text(lead & 0x1F)
        if lead < 0x90:
            return self._map(lead & 0x0F, depth)
        if lead < 0xA0:
            return self._list(lead & 0x0F, depth)
        return self._long(lead, depth)

    def _long(self, lead: int, depth: int) -> Plain:
        if lead <= 0xC3:
            return self._simple(lead)
        if lead in _SIZED:
            width, least, shape = _SIZED[lead]
            size = self._unsigned(width)
            if size < least:
                raise self._longer()
            if shape == "bin":
                return self._take(size)
            if shape == "str":
                return self._text(size)
            if shape == "list":
                return self._list(size, depth)
            return self._map(size, depth)
        if lead in _UNSIGNED:
            width, least = _UNSIGNED[lead]
            number = self._unsigned(width)
            if number < least:
                raise self._longer()
            if number > MAX_INT:
                raise NotASaveError("forbidden-type", "a number does not fit in 63 bits", _WAY_OUT)
            return number
        if lead in _SIGNED:
            width, most = _SIGNED[lead]
            number = int.from_bytes(self._take(width), "big", signed=True)
            if number > most:
                raise self._longer()
            return number
        raise NotASaveError("forbidden-type", "a float or an extension type", _WAY_OUT)

    @staticmethod
    def _simple(lead: int) -> Plain:
        if lead == 0xC0:
            return None
        if lead == 0xC1:
            raise NotASaveError("malformed", "a byte that msgpack never uses", _WAY_OUT)
        return lead == 0xC3

    def _take(self, size: int) -> bytes:
        end = self.position + size
        if end > len(self.data):
            raise self._truncated()
        taken = self.data[self.position : end]
        self.position = end
        return taken

    def _unsigned(self, width: int) -> int:
        return int.from_bytes(self._take(width), "big")

    def _text(self, size: int) -> str:
        try:
            return self._take(size).decode()
        except UnicodeDecodeError:
            raise NotASaveError("malformed", "a text is not valid UTF-8", _WAY_OUT) from None

    def _list(self, size: int, depth: int) -> list[Plain]:
        self._enter(size, depth)
        return [self.value(depth + 1) for _ in range(size)]

    def _map(self, size: int, depth: int) -> dict[str, Plain]:
        self._enter(2 * size, depth)
        result: dict[str, Plain] = {}
        last: str | None = None
        for _ in range(size):
            key = self.value(depth + 1)
            if not isinstance(key, str):
                raise NotASaveError("forbidden-type", "a map key is not a string", _WAY_OUT)
            if last is not None and key <= last:
                raise NotASaveError("not-canonical", "map keys are unsorted or double", _WAY_OUT)
            last = key
            result[key] = self.value(depth + 1)
        return result

    def _enter(self, size: int, depth: int) -> None:
        """Refuse a container before anything is built for it."""
        if depth > MAX_DEPTH:
            raise NotASaveError("too-deep", f"nested deeper than {MAX_DEPTH} levels", _WAY_OUT)
        if size > len(self.data) - self.position:
            raise self._truncated()

    @staticmethod
    def _truncated() -> NotASaveError:
        return NotASaveError("malformed", "the bytes end in the middle of a value", _WAY_OUT)

    @staticmethod
    def _longer() -> NotASaveError:
        return NotASaveError("not-canonical", "a value is spelt longer than needed", _WAY_OUT)


# lead byte -> (width of the length, least length that needs this form, shape)
_SIZED = {
    0xC4: (1, 0, "bin"),
    0xC5: (2, 0x100, "bin"),
    0xC6: (4, 0x10000, "bin"),
    0xD9: (1, 32, "str"),
    0xDA: (2, 0x100, "str"),
    0xDB: (4, 0x10000, "str"),
    0xDC: (2, 16, "list"),
    0xDD: (4, 0x10000, "list"),
    0xDE: (2, 16, "map"),
    0xDF: (4, 0x10000, "map"),
}
# lead byte -> (width, least number that needs this form)
_UNSIGNED = {
    0xCC: (1, 0x80),
    0xCD: (2, 0x100),
    0xCE: (4, 0x10000),
    0xCF: (8, 0x100000000),
}
# lead byte -> (width, greatest number that needs this form); positive numbers are always unsigned
_SIGNED = {
    0xD0: (1, -33),
    0xD1: (2, -129),
    0xD2: (4, -32769),
    0xD3: (8, -2147483649),
}
