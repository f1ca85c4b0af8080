"""Values of a JSON text with their types checked where they are used."""

from typing import TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Table: TypeAlias = dict[str, Json]


def table(value: Json) -> Table:
    """The value as an object; raises TypeError for anything else."""
    if not isinstance(value, dict):
        raise TypeError(f"expected an object, not {value!r}")
    return value


def tables(value: Json) -> list[Table]:
    """The value as a list of objects; nothing counts as the empty list."""
    return [table(entry) for entry in items(value)]


def items(value: Json) -> list[Json]:
    """The value as a list; nothing counts as the empty list."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise TypeError(f"expected a list, not {value!r}")
    return value


def text(value: Json) -> str:
    """The value as a text; nothing counts as the empty text."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError(f"expected a text, not {value!r}")
    return value


def number(value: Json) -> int:
    """The value as a whole number."""
    if not isinstance(value, int):
        raise TypeError(f"expected a whole number, not {value!r}")
    return value
