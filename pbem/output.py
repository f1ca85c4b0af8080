"""What commands say to programs: classes of which `--json` and its JSON Schemas are made.

A command is annotated with what it gives, ``Result[GamesOutput]``, so a type checker compares the
data with its class, and the schema in pbem/schemas is made from it.  Docstrings become the
descriptions of the schema.  Rows that have the fields of a value of the engine are taken from there
(`rows_of`).  Decision: docs/adr/0089.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec
import msgspec.structs

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


class Output(msgspec.Struct, forbid_unknown_fields=True):
    """An object of the JSON that a command prints."""

    # Not frozen: a type checker would have it said again of each class.


def rows_of(made: type[T], values: Iterable[object]) -> list[T]:
    """Rows of a class, each with the fields, or properties, of a value."""
    return [row_of(made, value) for value in values]


def row_of(made: type[T], value: object) -> T:
    """A row of a class with the fields, or properties, of a value."""
    return msgspec.convert(value, made, from_attributes=True)


def widened(made: type[S], output: msgspec.Struct, **more: object) -> S:
    """A value of a class that has the fields of an output and more."""
    return msgspec.convert({**msgspec.structs.asdict(output), **more}, made)


def changed(output: S, **fields: object) -> S:
    """The same with other values in some fields."""
    return msgspec.structs.replace(output, **fields)


def fields_of(value: object) -> dict[str, object]:
    """The fields of a value of the engine by name, and of what is in it: plain JSON.

    Raises TypeError for something that is not such a value.
    """
    if not isinstance(value, msgspec.Struct):
        raise TypeError(f"{type(value).__name__} has no fields")
    return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}


def _plain(value: object) -> object:
    match value:
        case msgspec.Struct():
            return fields_of(value)
        case tuple() | list():
            return [_plain(entry) for entry in value]
        case Mapping():
            return {str(name): _plain(entry) for name, entry in value.items()}
        case str() | int() | float() | None:
            return value
    raise TypeError(f"{type(value).__name__} is not plain")
