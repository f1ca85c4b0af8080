"""What an authority says of a turn, signed and with the time: open, or closed and since when.

A seat may be taken from a player whose time is over, and a turn may be closed for an end that
nobody else has.  The log that goes on without that player holds this word of the authorities.  A
player from whom a turn was withheld can say so before, by the head of the log that they have.  And
when an authority first learned who plays, it says so once: the first turn begins then.

Source: docs/formats/dice-v1.md, section "The state of a turn"; docs/adr/0056 and 0060.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final, TypeVar

from engine.values import dataclass
from pbem.dice.closing import MAX_TURN
from pbem.dice.protocol import MAX_WORD
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.errors import DiceError
from pbem.wire.fields import Fields, wrong_shape
from pbem.wire.opening import SignedForm
from pbem.wire.signing import Envelope, SigningKey, Verifier
from pbem.wire.tags import Tag, kind_of, tagged, tags_of, wire

S = TypeVar("S")

MAX_STATE_BODY: Final = 512
MAX_STATE: Final = 1_024
MAX_SEATED_BODY: Final = 256
MAX_HEARD: Final = 4
"""For so many heads an authority keeps when a player last said that they have it."""

_STATE = SignedForm(
    "turn_state",
    MAX_STATE_BODY,
    "turn-state",
    "what is said of a turn is not signed by the dice authority",
    DiceError,
    DiceError,
)
_HERE = SignedForm(
    "here",
    MAX_STATE_BODY,
    "here",
    "it is not signed by the player who says that they are here",
    DiceError,
    DiceError,
)
_SEATED = SignedForm(
    "seated",
    MAX_SEATED_BODY,
    "seated",
    "that the seats are known is not signed by the dice authority",
    DiceError,
    DiceError,
)


class _Said:
    """What somebody says and signs."""

    __slots__ = ()

    def sign(self, key: SigningKey) -> bytes:
        """The envelope; NotASaveError for absurd values.

        The key: an authority's newest one for a turn, that of its commitment for seats; a player's
        own.
        """
        kind = kind_of(type(self))
        body = encode({**tagged(self), "kind": kind})
        _READERS[kind](decode(body))
        return key.seal(kind, body)


@wire("turn_state")
@dataclass(frozen=True, slots=True)
class TurnState(_Said):
    """What an authority knows of turn number `turn` of `nation` at `time` (Unix seconds).

    `closed`: when it closed this turn, 0 while it is open; `last`: the highest number of a turn
    that it has closed for this nation, 0 for none; `here`: heads (32 bytes) that the holder of the
    seat said they have, each with the time at which they last did, at most four, the newest first;
    `shown`: since when everybody who plays could fetch the turn from it, 0 for never.
    """

    game: Annotated[bytes, Tag("game")]
    nation: Annotated[str, Tag("nation")]
    turn: Annotated[int, Tag("turn")]
    time: Annotated[int, Tag("time")]
    closed: Annotated[int, Tag("closed")] = 0
    last: Annotated[int, Tag("last")] = 0
    here: Annotated[tuple[tuple[bytes, int], ...], Tag("here")] = ()
    shown: Annotated[int, Tag("shown")] = 0


@wire("seated")
@dataclass(frozen=True, slots=True)
class Seated(_Said):
    """An authority has first accepted who plays at `time`; `seats`: see `closing.seats_hash`."""

    game: Annotated[bytes, Tag("game")]
    seats: Annotated[bytes, Tag("seats")]
    time: Annotated[int, Tag("time")]


@wire("here")
@dataclass(frozen=True, slots=True)
class Here(_Said):
    """A player says that they are here and have the log of a game up to `head` (32 bytes)."""

    game: Annotated[bytes, Tag("game")]
    nation: Annotated[str, Tag("nation")]
    head: Annotated[bytes, Tag("head")]


def open_state(raw: bytes, verifier: Verifier) -> tuple[TurnState, bytes]:
    """What an authority says of a turn, and the key that signed it.

    Raises DiceError `turn-state-malformed`, `turn-state-bad-signature`.
    """
    return _STATE.open(raw, _by_signer(_read_state), verifier)


def open_seated(raw: bytes, verifier: Verifier) -> tuple[Seated, bytes]:
    """When an authority first knew the seats, and the key that signed it.

    Raises DiceError `seated-malformed`, `seated-bad-signature`.
    """
    return _SEATED.open(raw, _by_signer(_read_seated), verifier)


def open_here(raw: bytes, verifier: Verifier) -> tuple[Here, bytes]:
    """What a player says, and the key that signed it.

    Raises DiceError `here-malformed`, `here-bad-signature`.
    """
    return _HERE.open(raw, _by_signer(_read_here), verifier)


def states_in(said: Sequence[bytes]) -> tuple[TurnState, ...]:
    """What dice authorities say of a turn; the signatures were checked before."""
    return tuple(open_state(raw, Verifier())[0] for raw in said)


def next_free(states: Sequence[TurnState]) -> int:
    """The number after the last turn that any authority has closed for the nation, 1 for none."""
    return 1 + max(one.last for one in states)


def _by_signer(read: Callable[[Plain], S]) -> Callable[[Plain, Envelope], tuple[S, bytes]]:
    """What is read of a body, with the key that signed it."""
    return lambda value, envelope: (read(value), envelope.signatures[0][0])


def _read_state(value: Plain) -> TurnState:
    fields = Fields(value, "turn_state", ("kind", *tags_of(TurnState)))
    fields.choice("kind", ("turn_state",))
    return TurnState(
        game=fields.data("game", 16),
        nation=fields.text("nation", 1, MAX_WORD),
        turn=fields.integer("turn", 1, MAX_TURN),
        time=fields.time(),
        closed=fields.time("closed"),
        last=fields.integer("last", 0, MAX_TURN),
        here=tuple(_heard(item) for item in fields.items("here", 0, MAX_HEARD)),
        shown=fields.time("shown"),
    )


def _heard(item: Plain) -> tuple[bytes, int]:
    """A head, and when its player last said that they have it."""
    if not isinstance(item, list) or len(item) != 2:
        raise wrong_shape("turn_state.here", "holds something other than a head and a time")
    pair = Fields({"head": item[0], "time": item[1]}, "turn_state.here", ("head", "time"))
    return pair.data("head", 32), pair.time()


def _read_seated(value: Plain) -> Seated:
    fields = Fields(value, "seated", ("kind", *tags_of(Seated)))
    fields.choice("kind", ("seated",))
    return Seated(fields.data("game", 16), fields.data("seats", 32), fields.time())


def _read_here(value: Plain) -> Here:
    fields = Fields(value, "here", ("kind", *tags_of(Here)))
    fields.choice("kind", ("here",))
    return Here(
        fields.data("game", 16), fields.text("nation", 1, MAX_WORD), fields.data("head", 32)
    )


_READERS: Final[Mapping[str, Callable[[Plain], object]]] = MappingProxyType(
    {"turn_state": _read_state, "seated": _read_seated, "here": _read_here}
)
