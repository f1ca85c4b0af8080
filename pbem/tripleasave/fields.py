"""What is in objects of a Java stream, asked for by name; what is not as expected is an error."""

from collections.abc import Iterator
from typing import Final

from pbem.tripleasave.java_stream import JavaArray, JavaObject, JavaStreamError, Value

_WRAPPED: Final = 4
"""Collections of Java inside each other that are looked through."""
_HELD_IN: Final = ("c", "elements", "a")
"""The fields in which collections that wrap others hold them; the others write what is in them."""


def class_of(value: Value) -> str:
    """The name of the class of an object, without that of its package."""
    return value.type.name.rpartition(".")[2] if isinstance(value, JavaObject) else ""


def field_of(owner: Value, name: str) -> Value:
    """The value of a field; raises JavaStreamError, as all of these do."""
    if not isinstance(owner, JavaObject) or name not in owner.fields:
        raise JavaStreamError(f"A {class_of(owner) or 'value'} has no {name}.")
    return owner.fields[name]


def text_of(owner: Value, name: str) -> str:
    """The value of a field that is a text."""
    value = field_of(owner, name)
    if not isinstance(value, str):
        raise JavaStreamError(f"The {name} of a {class_of(owner)} is no text.")
    return value


def whole_of(owner: Value, name: str) -> int:
    """The value of a field that is a whole number."""
    value = field_of(owner, name)
    if not isinstance(value, int):
        raise JavaStreamError(f"The {name} of a {class_of(owner)} is no number.")
    return value


def name_of(owner: Value) -> str:
    """What something is called in the map."""
    return text_of(owner, "name")


def items_of(value: Value) -> list[Value]:
    """What is in a list, a set or a map of Java; of a map keys and values in turn."""
    for _ in range(_WRAPPED):
        fields = value.fields if isinstance(value, JavaObject) else {}
        inner = next((fields[name] for name in _HELD_IN if name in fields), None)
        if inner is None:
            break
        value = inner
    if isinstance(value, JavaArray):
        return list(value.values)
    if not isinstance(value, JavaObject):
        raise JavaStreamError("A list is missing.")
    if not value.extra:
        raise JavaStreamError(f"A list is of the unknown kind {class_of(value)}.")
    return [one for one in value.extra if not isinstance(one, bytes)]


def pairs_of(value: Value) -> Iterator[tuple[Value, Value]]:
    """The keys and values of a map, or of a counter of TripleA."""
    if isinstance(value, JavaObject):
        value = value.fields.get("mapValues") or value
    flat = items_of(value)
    if len(flat) % 2:
        raise JavaStreamError("A map has a key without a value.")
    yield from zip(flat[::2], flat[1::2], strict=True)


def plain_of(value: Value) -> Value:
    """The value in a box of Java."""
    if isinstance(value, JavaObject) and "value" in value.fields:
        return value.fields["value"]
    return value
