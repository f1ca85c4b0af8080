"""Records out of a tree and into it, for those that know what they want to read."""

from collections.abc import Mapping
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
    """The values of one record out of a table that it shares with others (see `check_keys`)."""
    fields = layout_of(kind).fields
    own = {key: value for key, value in node.mapping().items() if key in fields.by_key}
    return fields.read(Node(own, node.where), scope)


def check_keys(node: Node, *kinds: type) -> None:
    """Raise DefinitionError for a field of a table that none of the records has."""
    known = [key for kind in kinds for key in layout_of(kind).fields.by_key]
    for key in node.mapping():
        if key not in known:
            raise node.unknown(key, known)


def plain_record(entry: object) -> dict[str, object]:
    """A record as a table; fields that have their usual value are left out."""
    return layout_of(type(entry)).fields.plain(entry)
