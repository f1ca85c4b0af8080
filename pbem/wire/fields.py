"""Typed reading of a decoded map: exact set of fields, exact types, exact limits.

Anything else is NotASaveError `wrong-shape`; the field tables of the specification say what each
field may hold.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from pbem.wire.canonical import Plain
from pbem.wire.errors import NEWER, NotASaveError

MAX_TIME = 253402300799  # 9999-12-31T23:59:59Z, so that any reader can print it


class Fields:
    """A map with exactly the fields `names`, read by typed getters."""

    __slots__ = ("_values", "_what")

    def __init__(self, value: Plain, what: str, names: tuple[str, ...]) -> None:
        if not isinstance(value, Mapping):
            raise wrong_shape(what, "is not a map")
        if tuple(value) != _in_order(names):
            raise wrong_shape(what, "has missing or unknown fields")
        self._values = value
        self._what = what

    def get(self, name: str) -> Plain:
        """The field as it is."""
        return self._values[name]

    def text(self, name: str, least: int, most: int) -> str:
        """A string of `least` to `most` bytes of UTF-8."""
        return as_text(self._values[name], f"{self._what}.{name}", least, most)

    def choice(self, name: str, allowed: tuple[str, ...]) -> str:
        """One of the strings in `allowed`."""
        value = self._values[name]
        if not isinstance(value, str) or value not in allowed:
            raise wrong_shape(f"{self._what}.{name}", f"is not one of {', '.join(allowed)}")
        return value

    def data(self, name: str, size: int) -> bytes:
        """Exactly `size` bytes."""
        value = self._values[name]
        if not isinstance(value, bytes) or len(value) != size:
            raise wrong_shape(f"{self._what}.{name}", f"is not {size} bytes")
        return value

    def blob(self, name: str, most: int) -> bytes:
        """At most `most` bytes."""
        value = self._values[name]
        if not isinstance(value, bytes) or len(value) > most:
            raise wrong_shape(f"{self._what}.{name}", f"is not a string of up to {most} bytes")
        return value

    def integer(self, name: str, least: int, most: int) -> int:
        """An integer from `least` to `most`; a bool is not an integer."""
        value = self._values[name]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise wrong_shape(f"{self._what}.{name}", f"is not a number from {least} to {most}")
        return value

    def time(self, name: str = "time") -> int:
        """Unix seconds, UTC."""
        return self.integer(name, 0, MAX_TIME)

    def mapping(self, name: str, least: int, most: int) -> Mapping[str, Plain]:
        """A map with `least` to `most` entries."""
        value = self._values[name]
        if not isinstance(value, Mapping) or not least <= len(value) <= most:
            raise wrong_shape(f"{self._what}.{name}", f"is not a map of {least} to {most} entries")
        return value

    def items(self, name: str, least: int, most: int) -> Sequence[Plain]:
        """A list with `least` to `most` items."""
        value = self._values[name]
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise wrong_shape(f"{self._what}.{name}", f"is not a list of {least} to {most} items")
        return value


@cache
def _in_order(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names as canonical msgpack has them; they are those of the kinds, so there are few."""
    return tuple(sorted(names))


def as_text(value: Plain, what: str, least: int, most: int) -> str:
    """`value` as a string of `least` to `most` bytes of UTF-8, else NotASaveError `wrong-shape`."""
    if not isinstance(value, str) or not least <= len(value.encode()) <= most:
        raise wrong_shape(what, f"is not a text of {least} to {most} bytes")
    return value


def wrong_shape(what: str, problem: str) -> NotASaveError:
    """The error for a field that the specification does not allow."""
    return NotASaveError("wrong-shape", f"{what} {problem}", NEWER)
