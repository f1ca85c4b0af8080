"""What is said of a field beside its type, for everything that reads, writes or describes it.

Marks stand in ``Annotated``.  A scenario is read and written by them (`engine.gamedef.schema` has
those that only scenarios need), a position is hashed by them, and whatever is signed is read and
written by them::

    @wire("unit")
    @dataclass(frozen=True, slots=True)
    class Unit:
        hits: Annotated[int, Tag("hits"), Bounds(0, 100), Doc("how often it was hit")] = 0

What is signed must not depend on names in the program, so a class that is hashed or signed has a
tag of its own, and so has each of its fields.  Classes and fields may be renamed and put in another
order at will; a tag never changes after the first release.  A field that is added later is left out
of a digest while it is empty (0, "", False, None or nothing in it).
Decisions: docs/adr/0025, docs/adr/0089.
"""

from collections.abc import Callable
from dataclasses import Field
from enum import Enum
from operator import attrgetter
from typing import Annotated, Final, NamedTuple, TypeAlias, TypeVar, get_args, get_origin

__all__ = [
    "INLINE",
    "MAX_NUMBER",
    "NOT_SIGNED",
    "SORTED",
    "Bounds",
    "Doc",
    "Items",
    "Layout",
    "OneOf",
    "Size",
    "Such",
    "Tag",
    "layout_of",
    "said_of",
    "tags_of",
    "wire",
]

T = TypeVar("T")

MAX_NUMBER: Final = 1_000
"""Of combat values, movement, room, production, prices: of each number with nothing else said."""

_ATTRIBUTE: Final = "__wire__"


class Tag(NamedTuple):
    """The name of a field in what is hashed or signed, as ``Annotated[int, Tag("hits")]``.

    is_written: whether it is a part of it at all.
    """

    name: str
    is_written: bool = True


NOT_SIGNED: Final = Tag("", is_written=False)
"""For a field that is not part of what is hashed or signed."""

INLINE: Final = Tag("")
"""For a field that is itself such a value: its fields are written among those of the whole."""


class Bounds(NamedTuple):
    """The smallest and the largest value of a number."""

    low: int
    high: int = MAX_NUMBER


class Size(NamedTuple):
    """How many bytes a byte string has, or a text in UTF-8."""

    most: int
    least: int = 0


class Items(NamedTuple):
    """How many items a list or table has.

    unique: fields of the items; no two items may have the same values in all of them.
    """

    most: int
    least: int = 0
    unique: tuple[str, ...] = ()


class OneOf(NamedTuple):
    """A text is one of these words; what: what they are, such as "a phase"."""

    words: tuple[str, ...]
    what: str = ""


class Such(NamedTuple):
    """A text for which this holds; what: what it is then, such as "the address of a server"."""

    holds: Callable[[str], bool]
    what: str


class Doc(NamedTuple):
    """What a field means, in a clause; the page about the format is made of it."""

    text: str


class Arrangement(Enum):
    """In which order items stand."""

    SORTED = "sorted, because the order means nothing"


SORTED: Final = Arrangement.SORTED


def said_of(hint: object) -> tuple[object, tuple[object, ...]]:
    """A type without its marks, and the marks."""
    if get_origin(hint) is Annotated:
        bare, *marks = get_args(hint)
        return bare, tuple(marks)
    return hint, ()


Pairs: TypeAlias = tuple[tuple[str, str], ...]


class Layout(NamedTuple):
    """How a class is written: its tag, and pairs (attribute, tag) of the fields that count.

    The tag of a field is "" for INLINE.
    """

    tag: str
    fields: Pairs
    values: Callable[[object], tuple[object, ...]]
    """The values of those fields, in the same order."""


def wire(tag: str) -> Callable[[type[T]], type[T]]:
    """Give a dataclass its tag, "" if it is only ever part of others.

    Raises TypeError when a field of it has no tag, or the tag of another.
    """

    def declare(kind: type[T]) -> type[T]:
        # A type checker does not see a dataclass in a bare type, so its table of fields is asked.
        table: dict[str, Field[object]] = getattr(kind, "__dataclass_fields__", {})
        tags = [(name, _tag_of(kind, entry)) for name, entry in table.items()]
        pairs = tuple((name, tag.name) for name, tag in tags if tag.is_written)
        type.__setattr__(kind, _ATTRIBUTE, Layout(tag, pairs, _values_of(pairs)))
        names = tags_of(kind)
        if len(set(names)) != len(names):
            raise TypeError(f"two fields of {kind.__name__} have the same tag")
        return kind

    return declare


def layout_of(kind: type) -> Layout | None:
    """How a class is written; None when it was not declared (a base class does not count)."""
    found = vars(kind).get(_ATTRIBUTE)
    return found if isinstance(found, Layout) else None


def tags_of(kind: type) -> tuple[str, ...]:
    """The tags of the fields of a class, those of INLINE values among them."""
    layout = layout_of(kind)
    if layout is None:
        raise TypeError(f"{kind.__name__} has no written form")
    table: dict[str, Field[object]] = getattr(kind, "__dataclass_fields__", {})
    tags: list[str] = []
    for name, tag in layout.fields:
        inner = said_of(table[name].type)[0]
        tags += [tag] if tag or not isinstance(inner, type) else tags_of(inner)
    return tuple(tags)


def _values_of(pairs: Pairs) -> Callable[[object], tuple[object, ...]]:
    """What takes the values of attributes out of an object, in one go where there are several."""
    names = [name for name, _ in pairs]
    if len(names) < 2:
        return lambda value: tuple(getattr(value, name) for name in names)
    return attrgetter(*names)


def _tag_of(kind: type, entry: Field[object]) -> Tag:
    tags = [mark for mark in said_of(entry.type)[1] if isinstance(mark, Tag)]
    if len(tags) != 1:
        raise TypeError(f"{kind.__name__}.{entry.name} needs one Tag, or NOT_SIGNED")
    return tags[0]
