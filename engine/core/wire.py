"""What the parts of a position are called in its digest, stated once beside each of them.

A digest is signed, so what goes into it must not depend on names in the program.  Every class in a
state has a tag of its own, and so has each of its fields::

    @wire("unit")
    @dataclass(frozen=True, slots=True)
    class Unit:
        hits: Annotated[int, Tag("hits")] = 0

Classes and fields may be renamed and put in another order at will; a tag never changes after the
first release.  A field that is added later is left out of the digest while it is empty (0, "",
False, None or nothing in it), so that positions without it keep the digest that they had.
Canonical form: docs/formats/save-v1.md, section "State digest".  Decision: docs/adr/0025.
"""

from collections.abc import Callable
from dataclasses import Field
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias, TypeVar

from engine.values import dataclass

T = TypeVar("T")

_ATTRIBUTE: Final = "__wire__"


@dataclass(frozen=True, slots=True)
class Tag:
    """The name of a field in a digest, as ``Annotated[int, Tag("hits")]``."""

    name: str


NOT_SIGNED: Final = Tag("")
"""For a field that is not part of the digest."""


Pairs: TypeAlias = tuple[tuple[str, str], ...]


class Layout(NamedTuple):
    """How a class is written: its tag, and pairs (attribute, tag) of the fields that count."""

    tag: str
    fields: Pairs
    values: Callable[[object], tuple[object, ...]]
    """The values of those fields, in the same order."""


def wire(tag: str) -> Callable[[type[T]], type[T]]:
    """Give a dataclass its tag; TypeError when a field has none or two share one."""

    def declare(kind: type[T]) -> type[T]:
        # A type checker does not see a dataclass in a bare type, so its table of fields is asked.
        table: dict[str, Field[object]] = getattr(kind, "__dataclass_fields__", {})
        pairs = [(name, _tag_of(kind, entry)) for name, entry in table.items()]
        signed = tuple((name, field) for name, field in pairs if field)
        if len({field for _, field in signed}) != len(signed):
            raise TypeError(f"two fields of {kind.__name__} have the same tag")
        type.__setattr__(kind, _ATTRIBUTE, Layout(tag, signed, _values_of(signed)))
        return kind

    return declare


def layout_of(kind: type) -> Layout | None:
    """How a class is written; None when it was not declared (a base class does not count)."""
    found = vars(kind).get(_ATTRIBUTE)
    return found if isinstance(found, Layout) else None


def _values_of(pairs: Pairs) -> Callable[[object], tuple[object, ...]]:
    """What takes the values of attributes out of an object, in one go where there are several."""
    names = [name for name, _ in pairs]
    if len(names) < 2:
        return lambda value: tuple(getattr(value, name) for name in names)
    return attrgetter(*names)


def _tag_of(kind: type, entry: Field[object]) -> str:
    """The tag of a field; "" for one that is not signed."""
    tags = [mark for mark in getattr(entry.type, "__metadata__", ()) if isinstance(mark, Tag)]
    if len(tags) != 1:
        raise TypeError(f"{kind.__name__}.{entry.name} needs one Tag, or NOT_SIGNED")
    return tags[0].name
