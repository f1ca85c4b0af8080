"""Records out of a tree and into it, for those that know what they want to read."""

from collections.abc import Mapping
from functools import cache
from typing import TypeVar

from engine.loading.fields import Node
from engine.loading.record.shapes import layout_of
from engine.loading.record.values import Scope

T = TypeVar("T")


def made(kind: type[T], values: Mapping[str, object]) -> T:
    """A record of these values, by attribute; TypeError for values that are not its own."""
    entry = layout_of(kind).made(values)
    if not isinstance(entry, kind):
        raise TypeError(f"{kind.__name__} makes something else")
    return entry


def read_record(kind: type[T], node: Node, scope: Scope) -> T:
    """A table as a record; raises DefinitionError with place and reason."""
    entry = made(kind, layout_of(kind).fields.read(node, scope))
    scope.check(entry, node, scope)
    return entry


def read_part(kind: type, node: Node, scope: Scope) -> dict[str, object]:
    """The values of one record out of a table that it shares with others."""
    fields = layout_of(kind).fields
    own = {key: value for key, value in node.mapping().items() if key in fields.by_key}
    return fields.read(Node(own, node.where), scope)


def read_parts(node: Node, scope: Scope, *kinds: type) -> list[dict[str, object]]:
    """The values of each of several records that share a table.

    Raises DefinitionError also for a field that none of them has.
    """
    part_of = _parts(kinds)
    parts: list[dict[str, object]] = [{} for _ in kinds]
    for key, value in node.mapping().items():
        if key not in part_of:
            raise node.unknown(key, part_of)
        parts[part_of[key]][key] = value
    return [
        layout_of(kind).fields.read(Node(part, node.where), scope)
        for kind, part in zip(kinds, parts, strict=True)
    ]


@cache
def _parts(kinds: tuple[type, ...]) -> Mapping[str, int]:
    """Which of the records a field belongs to."""
    return {key: place for place, kind in enumerate(kinds) for key in layout_of(kind).fields.by_key}


def plain_record(entry: object) -> dict[str, object]:
    """A record as a table; fields that have their usual value are left out."""
    return layout_of(type(entry)).fields.plain(entry)
