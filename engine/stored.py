"""Values of the engine as bytes and back, for what a program keeps for itself.

Every value made by `engine.values` can be written, and so can whatever is built of such values: a
position, events, a definition.  Nothing says how: the fields and their types do.  Reading checks
each type and calls nothing that the bytes name, so bytes of any origin give a value of the wanted
type or an error.  They mean something to the very same program only, and belong neither into a save
nor into a mail.  Decision: docs/adr/0035.
"""

import operator
from collections.abc import Hashable, Iterable, Mapping
from functools import cache, reduce
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar, cast

import msgspec

from engine.core.errors import EngineError
from engine.core.standing_orders import StandingInstruction
from engine.core.state import PlaceIndex
from engine.core.state import State as CoreState
from engine.gamedef import Definition, State
from engine.values import with_value

__all__ = [
    "BareState",
    "Row",
    "StoredError",
    "bare",
    "dressed",
    "stored_bytes",
    "stored_row",
    "stored_value",
    "values_of",
]

T = TypeVar("T")

Row: TypeAlias = tuple[tuple[str, bytes], ...]
"""Values of many kinds, each as the name of its class and its bytes."""

BareState: TypeAlias = CoreState[None]
"""A position without what is in the box."""


class StoredError(EngineError):
    """Bytes that do not spell a value of the wanted type."""


def stored_bytes(value: object) -> bytes:
    """A value as bytes; TypeError for something that nobody has told how to write."""
    return _ENCODER.encode(value)


def stored_value(kind: type[T], data: bytes) -> T:
    """The value of a type that bytes spell; raises StoredError.

    What is worked out from a value when it is asked for, such as which units stand where, is worked
    out anew.
    """
    try:
        value = _decoder(cast("Hashable", kind)).decode(data)
    except (msgspec.MsgspecError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise StoredError(f"these bytes are not of a {kind}: {error}") from None
    if not isinstance(value, kind):
        raise StoredError(f"these bytes are not of a {kind}")
    return value


def stored_row(values: Iterable[object]) -> Row:
    """What `values_of` reads: the reader of a few kinds is made sooner than that of a union."""
    return tuple((type(value).__name__, stored_bytes(value)) for value in values)


def values_of(kinds: Mapping[str, type[T]], row: Row) -> tuple[T, ...]:
    """The values of a row; kinds: all that may be in it, by name. Raises StoredError."""
    for name, _ in row:
        if name not in kinds:
            raise StoredError(f"these bytes are of an unknown kind {name!r}")
    return tuple(stored_value(kinds[name], data) for name, data in row)


def bare(state: State) -> BareState:
    """A position without its definition, to be stored where that is stored already."""
    return cast("BareState", with_value(state, "definition", None))


def dressed(state: BareState, definition: Definition) -> State:
    """The position of which `bare` left the definition out."""
    return cast("State", with_value(state, "definition", definition))


def _plain(value: object) -> object:
    """What is written for a value that the library does not know."""
    if isinstance(value, MappingProxyType):
        return dict(value)
    if isinstance(value, PlaceIndex):
        return None
    raise TypeError(f"{type(value).__name__} cannot be stored")


def _made(kind: type, value: object) -> object:
    """What was written by `_plain`, or has a type of which only the layers above know the kinds."""
    if kind is object:
        return value
    if kind is PlaceIndex:
        return PlaceIndex()
    if kind is StandingInstruction:
        return msgspec.convert(value, _standing())
    raise TypeError(f"{kind.__name__} cannot be stored")


@cache
def _standing() -> object:
    """Any kind of standing instruction."""
    # Late: most positions have none, and the orders take long to load.
    from engine.orders.standing_orders.registry import STANDING_FORMS  # noqa: PLC0415

    return reduce(operator.or_, (form.make for form in STANDING_FORMS))


@cache
def _decoder(kind: Hashable) -> "msgspec.msgpack.Decoder[object]":
    return msgspec.msgpack.Decoder(kind, dec_hook=_made)


_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=_plain)
