"""What a signed body calls its kind and its fields, written once, beside each of them.

Signed bytes must not depend on names in the program, so a class that is written down says how::

    @wire("join")
    @dataclass(frozen=True, slots=True)
    class Join:
        player: Annotated[str, Tag("player")]

Writer, reader and the exact set of names that a reader demands follow from that.  Classes and
fields may be renamed at will; a tag never changes after the first release.
Decision: docs/adr/0025.
"""

from collections.abc import Callable
from dataclasses import Field
from typing import Final, NamedTuple, TypeVar

from engine.values import dataclass

T = TypeVar("T")

_ATTRIBUTE: Final = "__wire__"


@dataclass(frozen=True, slots=True)
class Tag:
    """The name of a field in a body, as ``Annotated[str, Tag("player")]``."""

    name: str


INLINE: Final = Tag("")
"""For a field that is itself such a value: its fields are written among those of the whole."""


class Layout(NamedTuple):
    """How a class is written: its kind, its tags, and pairs (attribute, tag), "" for INLINE."""

    kind: str
    tags: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]


def wire(kind: str) -> Callable[[type[T]], type[T]]:
    """Give a dataclass its kind, "" if it is only ever part of others.

    Raises TypeError when a field of it has no tag, or the tag of another.
    """

    def declare(made: type[T]) -> type[T]:
        # A type checker does not see a dataclass in a bare type, so its table of fields is used.
        table: dict[str, Field[object]] = getattr(made, "__dataclass_fields__", {})
        pairs = tuple((name, _tag_of(made, entry)) for name, entry in table.items())
        tags: list[str] = []
        for name, tag in pairs:
            tags += [tag] if tag else tags_of(getattr(table[name].type, "__origin__", made))
        if len({"kind", *tags}) != len(tags) + 1:
            raise TypeError(f"two fields of {made.__name__} have the same tag")
        type.__setattr__(made, _ATTRIBUTE, Layout(kind, tuple(tags), pairs))
        return made

    return declare


def kind_of(made: type) -> str:
    """The word for a class in the format, such as ``"turn_end"``."""
    return _layout_of(made).kind


def tags_of(made: type) -> tuple[str, ...]:
    """The tags of the fields of a class."""
    return _layout_of(made).tags


def tagged(value: object) -> dict[str, object]:
    """The fields of a value by their tags."""
    found: dict[str, object] = {}
    for name, tag in _layout_of(type(value)).fields:
        entry: object = getattr(value, name)
        found.update({tag: entry} if tag else tagged(entry))
    return found


def _layout_of(made: type) -> Layout:
    found = vars(made).get(_ATTRIBUTE)
    if not isinstance(found, Layout):
        raise TypeError(f"{made.__name__} has no written form")
    return found


def _tag_of(made: type, entry: Field[object]) -> str:
    tags = [mark for mark in getattr(entry.type, "__metadata__", ()) if isinstance(mark, Tag)]
    if len(tags) != 1:
        raise TypeError(f"{made.__name__}.{entry.name} needs one Tag")
    return tags[0].name
