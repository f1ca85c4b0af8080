"""Whether two values are the same in everything that can be asked of them."""

import dataclasses
from collections.abc import Mapping

from engine.core.state import PlaceIndex


def same(one: object, other: object) -> bool:
    """Whether two values are equal down to the types and the order of all that they hold.

    A mapping may be of another class; what is worked out on first use does not count.
    """
    if isinstance(one, PlaceIndex):
        return isinstance(other, PlaceIndex)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        keys = list(one) == list(other)
        return keys and all(same(value, other[key]) for key, value in one.items())
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if dataclasses.is_dataclass(one):
        names = [field.name for field in dataclasses.fields(one)]
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    return one == other
