"""What is signed, as maps and back: one writer and one reader, by the marks at the fields.

A class says what its map holds, in the words of `engine.marks`::

    @wire("here")
    @dataclass(frozen=True, slots=True)
    class Here:
        game: Annotated[GameId, Tag("game")]
        nation: Annotated[Name, Tag("nation")]
        head: Annotated[Hash, Tag("head")]
        by: Annotated[bytes, SIGNER]

The reader demands exactly the fields of the class, each of its type and within its bounds; anything
else is NotASaveError `wrong-shape`, which names the field.  What several fields mean together, a
class says in a method ``fault``: what is wrong with a value, or "".
Decision: docs/adr/0089.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import Field
from functools import cache, partial
from types import NoneType, UnionType
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, Union, cast, get_args, get_origin

from engine.marks import (
    SORTED,
    Bounds,
    Items,
    Layout,
    OneOf,
    Size,
    Such,
    Tag,
    layout_of,
    said_of,
    tags_of,
)
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.fields import wrong_shape
from pbem.wire.signing import Envelope, SigningKey

T = TypeVar("T")
M = TypeVar("M")

SIGNER: Final = Tag("signer", is_written=False)
"""For a field that is not in the body: the public key that signed it."""

RAW: Final = Tag("raw", is_written=False)
"""For a field that is not in the body: the envelope, as it came."""


class AnyOf(NamedTuple):
    """A value is of one of these classes, which its kind tells."""

    classes: tuple[type, ...]


Read: TypeAlias = Callable[[Plain], object]


def kind_of(made: type) -> str:
    """The word for a class in the format, such as ``"turn_end"``; "" for a part of others."""
    return _layout(made).tag


def plain_of(value: object) -> dict[str, object]:
    """A value as the map that is signed."""
    layout = _layout(type(value))
    found: dict[str, object] = {"kind": layout.tag} if layout.tag else {}
    for name, tag in layout.fields:
        entry: object = getattr(value, name)
        found.update({tag: _plain(entry)} if tag else plain_of(entry))
    return found


def told_of(value: object) -> dict[str, object]:
    """The same map for JSON: bytes are hexadecimal."""
    return {tag: _told(entry) for tag, entry in plain_of(value).items()}


def bytes_of(value: object) -> bytes:
    """Canonical bytes of a value, the ones that are signed."""
    return encode(plain_of(value))


def read_as(made: type[T], value: Plain, what: str = "", envelope: Envelope | None = None) -> T:
    """The value of a class that a decoded map holds; raises NotASaveError.

    what: how errors call it, its kind where nothing is said; envelope: that it was in, for what the
    class takes from there.
    """
    read = _reader_of(cast("Hashable", made), what or kind_of(made))
    return cast("T", read(value, envelope))


def sealed(value: object, key: SigningKey) -> bytes:
    """The envelope of a value; NotASaveError for absurd values."""
    made, body = type(value), bytes_of(value)
    read_as(made, decode(body), envelope=Envelope(b"", body, ((key.public, b""),)))
    return key.seal(kind_of(made), body)


def _layout(made: type) -> Layout:
    layout = layout_of(made)
    if layout is None:
        raise TypeError(f"{made.__name__} has no written form")
    return layout


def _plain(entry: object) -> object:
    if isinstance(entry, tuple) and entry and layout_of(type(entry[0])) is not None:
        return [plain_of(item) for item in entry]
    return entry if layout_of(type(entry)) is None else plain_of(entry)


def _told(entry: object) -> object:
    match entry:
        case bytes():
            return entry.hex()
        case list() | tuple():
            return [_told(item) for item in entry]
        case dict():
            return {key: _told(item) for key, item in entry.items()}
    return entry


@cache
def _reader_of(made: type, what: str) -> Callable[[Plain, Envelope | None], object]:
    """What reads the map of a class; made once, so that a record costs what is in it."""
    kind = kind_of(made)
    names = tuple(sorted([*tags_of(made), *(["kind"] if kind else [])]))
    pick = _picker_of(made, what)
    fault: Callable[[object], str] | None = getattr(made, "fault", None)

    def read(value: Plain, envelope: Envelope | None = None) -> object:
        if not isinstance(value, dict):
            raise wrong_shape(what, "is not a map")
        if tuple(value) != names:
            raise wrong_shape(what, "has missing or unknown fields")
        if kind and value["kind"] != kind:
            raise wrong_shape(f"{what}.kind", f"is not {kind}")
        found = pick(value, envelope)
        if fault is not None and (problem := fault(found)):
            raise wrong_shape(what, problem)
        return found

    return read


def _picker_of(made: type, what: str) -> Callable[[Mapping[str, Plain], Envelope | None], object]:
    """What makes a value out of a map that has the fields of its class, or more."""
    table: Mapping[str, Field[object]] = getattr(made, "__dataclass_fields__")  # noqa: B009 - any class
    names = [name for name, _ in _layout(made).fields]
    if names != list(table)[: len(names)]:
        raise TypeError(f"{made.__name__}: what is not written comes after what is")
    fields: list[tuple[str, Read]] = []
    for name, tag in _layout(made).fields:
        hint: object = table[name].type
        if tag:
            fields.append((tag, _read_of(hint, f"{what}.{tag}")))
        else:
            fields.append(("", cast("Read", _picker_of(cast("type", said_of(hint)[0]), what))))
    added = [(name, said_of(entry.type)[1]) for name, entry in table.items()]
    signer = next((name for name, marks in added if SIGNER in marks), "")
    raw = next((name for name, marks in added if RAW in marks), "")

    def pick(value: Mapping[str, Plain], envelope: Envelope | None = None) -> object:
        values = [read(value[tag] if tag else value) for tag, read in fields]
        if envelope is None:
            return made(*values)
        more = {signer: envelope.signatures[0][0]} if signer else {}
        return made(*values, **more, **({raw: envelope.raw} if raw else {}))

    return pick


def _read_of(hint: object, place: str) -> Read:
    """What reads a value of a type with marks; TypeError for one that nothing can read."""
    bare, marks = said_of(hint)
    bare = getattr(bare, "__supertype__", bare)
    origin, inner = get_origin(bare), get_args(bare)
    for mark in marks:
        if isinstance(mark, AnyOf):
            return _any_reader(mark.classes, place)
    if bare is object:
        return lambda value: value
    if bare is bool:
        return partial(_flag, place)
    if bare is int:
        return partial(_whole, place, *(_mark(marks, Bounds)))
    if bare is bytes:
        return _data_reader(_mark(marks, Size), place)
    if bare is str or origin is Literal:
        return _text_reader(marks, place)
    if origin is tuple:
        return _tuple_reader(inner, marks, place)
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return _mapping_reader(inner, _mark(marks, Items), place)
    if origin in {Union, UnionType}:
        return _option_reader(inner, place)
    if isinstance(bare, type) and layout_of(bare) is not None:
        return cast("Read", _reader_of(bare, place))
    raise TypeError(f"{place}: nothing reads {hint}")


def _mark(marks: tuple[object, ...], kind: type[M]) -> M:
    """The mark of a kind; TypeError where it is missing, since nothing signed is unbounded."""
    found = next((mark for mark in marks if isinstance(mark, kind)), None)
    if found is None:
        raise TypeError(f"a field needs {kind.__name__}")
    return found


def _flag(place: str, value: Plain) -> bool:
    if not isinstance(value, bool):
        raise wrong_shape(place, "is not true or false")
    return value


def _whole(place: str, low: int, high: int, value: Plain) -> int:
    """An integer within bounds; a bool is not an integer."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise wrong_shape(place, f"is not a number from {low} to {high}")
    return value


def _data_reader(size: Size, place: str) -> Read:
    most, least = size

    def read(value: Plain) -> object:
        if not isinstance(value, bytes) or not least <= len(value) <= most:
            what = f"{most} bytes" if least == most else f"a string of up to {most} bytes"
            raise wrong_shape(place, f"is not {what}")
        return value

    return read


def _text_reader(marks: tuple[object, ...], place: str) -> Read:
    for mark in marks:
        if isinstance(mark, OneOf):
            return partial(_word, place, mark.words)
    most, least = _mark(marks, Size)
    such = next((mark for mark in marks if isinstance(mark, Such)), None)

    def read(value: Plain) -> object:
        if not isinstance(value, str) or not least <= len(value.encode()) <= most:
            raise wrong_shape(place, f"is not a text of {least} to {most} bytes")
        if such is not None and not such.holds(value):
            raise wrong_shape(place, f"is not {such.what}")
        return value

    return read


def _word(place: str, words: tuple[str, ...], value: Plain) -> str:
    if not isinstance(value, str) or value not in words:
        raise wrong_shape(place, f"is not one of {', '.join(words)}")
    return value


def _tuple_reader(inner: tuple[object, ...], marks: tuple[object, ...], place: str) -> Read:
    """A list of any number of items, or of so many that each have a type of their own."""
    if inner[-1] is not Ellipsis:
        each = tuple(_read_of(item, f"an item of {place}") for item in inner)
        return lambda value: tuple(
            read(item)
            for read, item in zip(each, _list(place, len(each), len(each), value), strict=True)
        )
    size, is_sorted = _mark(marks, Items), SORTED in marks
    if inner[0] is object:
        return lambda value: tuple(_list(place, size.least, size.most, value))
    read_item = _read_of(inner[0], f"an item of {place}")

    def read(value: Plain) -> object:
        items = tuple(map(read_item, _list(place, size.least, size.most, value)))
        if is_sorted and list(items) != sorted({cast("str", item) for item in items}):
            raise wrong_shape(place, "is not sorted or has an item twice")
        return items

    return read


def _list(place: str, least: int, most: int, value: Plain) -> Sequence[Plain]:
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise wrong_shape(place, f"is not a list of {least} to {most} items")
    return value


def _mapping_reader(inner: tuple[object, ...], size: Items, place: str) -> Read:
    key_hint, hint = inner
    is_plain = key_hint is str and hint is object
    read_item = _read_of(hint, f"an item of {place}")
    read_key = None if is_plain else _read_of(key_hint, f"a name in {place}")

    def read(value: Plain) -> object:
        if not isinstance(value, dict) or not size.least <= len(value) <= size.most:
            text = f"is not a map of {size.least} to {size.most} entries"
            raise wrong_shape(place, text)
        if read_key is None:
            return value
        return {read_key(key): read_item(item) for key, item in value.items()}

    return read


def _option_reader(inner: tuple[object, ...], place: str) -> Read:
    """Something or nothing."""
    (rest,) = (part for part in inner if part is not NoneType)
    read_rest = _read_of(rest, place)
    return lambda value: None if value is None else read_rest(value)


def _any_reader(classes: tuple[type, ...], place: str) -> Read:
    """One of several classes, which its kind tells."""
    readers = {kind_of(each): _reader_of(each, f"{place}.{kind_of(each)}") for each in classes}

    def read(value: Plain) -> object:
        kind = value.get("kind") if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in readers:
            raise wrong_shape(place, "is of no known kind")
        return readers[kind](value, None)

    return read
