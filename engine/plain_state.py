"""A position as JSON and back, for programs of others.

What is written is what is hashed (`engine.core.digest`): `["tag", {"tag": value, …}]` for each
value, with its empty fields left out.  Reading is strict: an unknown tag, a missing field or a
value of another type is refused.  It does not ask whether a game could come to such a position.
Format: docs/formats/save-v1.md, section "State digest".
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field
from functools import cache
from types import NoneType, UnionType
from typing import Final, Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin

import msgspec

from engine.core.digest import canonical_form
from engine.core.errors import EngineError
from engine.core.standing_orders import StandingInstruction
from engine.core.state import State as CoreState
from engine.gamedef import Definition, State
from engine.marks import Layout, layout_of, said_of
from engine.values import with_value

__all__ = ["PositionFormError", "state_from_json", "state_to_json"]

T = TypeVar("T")
Read: TypeAlias = Callable[[object], object]

_SIMPLE: Final = (str, int, bool)


class PositionFormError(EngineError):
    """JSON that does not spell a position of this game; the text names the place and the reason."""


def state_to_json(state: State) -> bytes:
    """The position as JSON, without the definition: equal positions give equal bytes."""
    return canonical_form(state)


def state_from_json(data: bytes, definition: Definition) -> State:
    """The position that `state_to_json` wrote, of a game that began with this definition.

    Raises PositionFormError for JSON that is not a position, and for one that names a change of the
    rules that the definition does not know.
    """
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise PositionFormError(f"this is not JSON: {error}") from None
    try:
        state = cast("State", _reader_of(CoreState, "the position")(value))
        return with_value(state, "definition", _changed(definition, state))
    except (KeyError, RecursionError) as error:
        raise PositionFormError(
            f"the position names what this game does not have: {error}"
        ) from None


def _changed(definition: Definition, state: State) -> Definition:
    """The definition as the position has it: with what the map and its politics have changed."""
    for one, other, relation, since in state.relations:
        definition = definition.related(one, other, relation, since)
    for change in state.changes:
        definition = definition.changed(change)
    return definition


def _wrong(place: str, text: str) -> PositionFormError:
    return PositionFormError(f"{place} {text}")


@cache
def _reader_of(made: type, place: str) -> Read:
    """What reads `["tag", {…}]` of a class."""
    layout = cast("Layout", layout_of(made))
    table: Mapping[str, Field[object]] = getattr(made, "__dataclass_fields__")  # noqa: B009 - any class
    each = {
        tag: (name, _read_of(table[name].type, f"{place}: {tag}")) for name, tag in layout.fields
    }
    # The definition is not written, and the reader of the whole puts it there.
    unwritten = {"definition": None} if "definition" in table else {}
    needed = {tag for tag, (name, _) in each.items() if not _has_default(table[name])}

    def read(value: object) -> object:
        fields = _fields(value, layout.tag, place)
        if unknown := fields.keys() - each.keys():
            raise _wrong(place, f"has a field that nothing reads: {min(unknown)}")
        found = {each[tag][0]: each[tag][1](entry) for tag, entry in fields.items()}
        for tag in needed - fields.keys():
            name, read_field = each[tag]
            found[name] = _empty(read_field, f"{place}: {tag}")
        return made(**unwritten, **found)

    return read


def _has_default(entry: "Field[object]") -> bool:
    return entry.default is not MISSING or entry.default_factory is not MISSING


def _empty(read: Read, place: str) -> object:
    """The empty value of a field that was left out because it was empty."""
    empties: tuple[object, ...] = ({}, [], "", 0, False)
    for found in (one for empty in empties for one in _readable([read], empty)):
        return found
    raise _wrong(place, "is missing")


def _fields(value: object, tag: str, place: str) -> dict[str, object]:
    match value:
        case [str(kind), dict() as fields] if kind == tag:
            return fields
    raise _wrong(place, f"is not a {tag}")


def _read_of(hint: object, place: str) -> Read:
    """What reads a value of a type; TypeError for one that nothing can read."""
    bare, _ = said_of(hint)
    bare = getattr(bare, "__supertype__", bare)
    origin, inner = get_origin(bare), get_args(bare)
    if bare in _SIMPLE:
        return _simple_reader(cast("type", bare), place)
    if bare is StandingInstruction:
        return _one_of(_standing_kinds(), place)
    if origin is Literal:
        return _word_reader(inner, place)
    if origin is tuple:
        return _tuple_reader(inner, place)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_reader(inner, place)
    if origin in {Union, UnionType}:
        return _one_of(inner, place)
    if isinstance(bare, type) and layout_of(bare) is not None:
        return _reader_of(bare, place)
    raise TypeError(f"{place} nothing reads {hint}")


def _simple_reader(made: type, place: str) -> Read:
    def read(value: object) -> object:
        if type(value) is not made:
            raise _wrong(place, f"is not a {made.__name__}")
        return value

    return read


def _word_reader(words: tuple[object, ...], place: str) -> Read:
    def read(value: object) -> object:
        if value not in words:
            raise _wrong(place, f"is none of {', '.join(map(str, words))}")
        return value

    return read


def _tuple_reader(inner: tuple[object, ...], place: str) -> Read:
    if len(inner) == 2 and inner[1] is Ellipsis:
        read_item = _read_of(inner[0], f"{place}, an entry")
        return lambda value: tuple(map(read_item, _list(value, place)))
    each = [_read_of(item, f"{place}, an entry") for item in inner]

    def read(value: object) -> object:
        entries = _list(value, place)
        if len(entries) != len(each):
            raise _wrong(place, f"does not have {len(each)} entries")
        return tuple(read_one(entry) for read_one, entry in zip(each, entries, strict=True))

    return read


def _list(value: object, place: str) -> list[object]:
    if not isinstance(value, list):
        raise _wrong(place, "is not a list")
    return value


def _mapping_reader(inner: tuple[object, ...], place: str) -> Read:
    key_hint, hint = inner
    is_numbered = getattr(key_hint, "__supertype__", key_hint) is int
    read_item = _read_of(hint, f"{place}, an entry")

    def read(value: object) -> object:
        if not isinstance(value, dict):
            raise _wrong(place, "is not an object")
        if not is_numbered:
            return {key: read_item(item) for key, item in value.items()}
        if not all(key.isdecimal() for key in value):
            raise _wrong(place, "has a key that is not a number")
        numbered = {int(key): item for key, item in value.items()}
        return {key: read_item(numbered[key]) for key in sorted(numbered)}

    return read


def _one_of(kinds: tuple[object, ...], place: str) -> Read:
    """What reads one of several types: of classes the one whose tag it has."""
    tagged = {
        layout.tag: kind for kind in kinds if isinstance(kind, type) and (layout := layout_of(kind))
    }
    others = [
        _read_of(kind, place)
        for kind in kinds
        if kind is not NoneType and kind not in tagged.values()
    ]

    def read(value: object) -> object:
        if value is None and NoneType in kinds:
            return None
        if isinstance(value, list) and value and isinstance(value[0], str) and value[0] in tagged:
            return _reader_of(tagged[value[0]], place)(value)
        for found in _readable(others, value):
            return found
        raise _wrong(place, "is of no known kind")

    return read


def _readable(readers: list[Read], value: object) -> Iterator[object]:
    for read in readers:
        try:
            yield read(value)
        except PositionFormError:
            continue


@cache
def _standing_kinds() -> tuple[type, ...]:
    """All kinds of standing instructions."""
    # Late: most positions have none, and the orders take long to load.
    from engine.orders.standing_orders.registry import STANDING_FORMS  # noqa: PLC0415

    return tuple(form.make for form in STANDING_FORMS)
