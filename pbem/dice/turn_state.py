"""What an authority says of a turn, signed and with the time: open, or closed and since when.

A seat may be taken from a player whose time is over, and a turn may be closed for an end that
nobody else has.  The log that goes on without that player holds this word of the authorities.  A
player from whom a turn was withheld can say so before, by the head of the log that they have.  And
when an authority first learned who plays, it says so once: the first turn begins then.  It also
says when it was away itself: nobody could end a turn then.

Source: docs/formats/dice-v1.md, section "The state of a turn"; docs/adr/0056, 0060 and 0084.
"""

from collections.abc import Sequence
from typing import Annotated, Final, TypeVar

from engine.marks import Bounds, Items, Tag, wire
from engine.values import dataclass
from pbem.dice.closing import MAX_TURN
from pbem.wire.fields import GameId, Hash, Name, Time
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import sealed
from pbem.wire.signing import SigningKey, Verifier

S = TypeVar("S")

MAX_STATE_BODY: Final = 512
MAX_STATE: Final = 1_024
MAX_SEATED_BODY: Final = 256
MAX_HEARD: Final = 4
"""For so many heads an authority keeps when a player last said that they have it."""
MAX_SILENCES: Final = 8
"""So many of its own outages an authority states, the newest."""

_STATE = SignedForm(
    MAX_STATE_BODY,
    "turn-state",
    "what is said of a turn is not signed by the dice authority",
)
_HERE = SignedForm(
    MAX_STATE_BODY, "here", "it is not signed by the player who says that they are here"
)
_SEATED = SignedForm(
    MAX_SEATED_BODY, "seated", "that the seats are known is not signed by the dice authority"
)


class _Said:
    """What somebody says and signs."""

    __slots__ = ()

    def sign(self, key: SigningKey) -> bytes:
        """The envelope; NotASaveError for absurd values.

        The key: an authority's newest one for a turn, that of its commitment for seats; a player's
        own.
        """
        return sealed(self, key)


@wire("turn_state")
@dataclass(frozen=True, slots=True)
class TurnState(_Said):
    """What an authority knows of turn number `turn` of `nation` at `time` (Unix seconds).

    `closed`: when it closed this turn, 0 while it is open; `last`: the highest number of a turn
    that it has closed for this nation, 0 for none; `here`: heads (32 bytes) that the holder of the
    seat said they have, each with the time at which they last did, at most four, the newest first;
    `shown`: since when everybody who plays could fetch the turn from it, 0 for never; `silent`:
    from when until when it could not answer anybody, Unix seconds, at most eight times, the oldest
    first.
    """

    game: Annotated[GameId, Tag("game")]
    nation: Annotated[Name, Tag("nation")]
    turn: Annotated[int, Tag("turn"), Bounds(1, MAX_TURN)]
    time: Annotated[Time, Tag("time")]
    closed: Annotated[Time, Tag("closed")] = 0
    last: Annotated[int, Tag("last"), Bounds(0, MAX_TURN)] = 0
    here: Annotated[tuple[tuple[Hash, Time], ...], Tag("here"), Items(MAX_HEARD)] = ()
    shown: Annotated[Time, Tag("shown")] = 0
    silent: Annotated[tuple[tuple[Time, Time], ...], Tag("silent"), Items(MAX_SILENCES)] = ()


@wire("seated")
@dataclass(frozen=True, slots=True)
class Seated(_Said):
    """An authority has first accepted who plays at `time`; `seats`: see `closing.seats_hash`."""

    game: Annotated[GameId, Tag("game")]
    seats: Annotated[Hash, Tag("seats")]
    time: Annotated[Time, Tag("time")]


@wire("here")
@dataclass(frozen=True, slots=True)
class Here(_Said):
    """A player says that they are here and have the log of a game up to `head` (32 bytes)."""

    game: Annotated[GameId, Tag("game")]
    nation: Annotated[Name, Tag("nation")]
    head: Annotated[Hash, Tag("head")]


def open_state(raw: bytes, verifier: Verifier) -> tuple[TurnState, bytes]:
    """What an authority says of a turn, and the key that signed it.

    Raises DiceError `turn-state-malformed`, `turn-state-bad-signature`.
    """
    return _with_signer(_STATE, raw, TurnState, verifier)


def open_seated(raw: bytes, verifier: Verifier) -> tuple[Seated, bytes]:
    """When an authority first knew the seats, and the key that signed it.

    Raises DiceError `seated-malformed`, `seated-bad-signature`.
    """
    return _with_signer(_SEATED, raw, Seated, verifier)


def open_here(raw: bytes, verifier: Verifier) -> tuple[Here, bytes]:
    """What a player says, and the key that signed it.

    Raises DiceError `here-malformed`, `here-bad-signature`.
    """
    return _with_signer(_HERE, raw, Here, verifier)


def states_in(said: Sequence[bytes]) -> tuple[TurnState, ...]:
    """What dice authorities say of a turn; the signatures were checked before."""
    return tuple(open_state(raw, Verifier())[0] for raw in said)


def next_free(states: Sequence[TurnState]) -> int:
    """The number after the last turn that any authority has closed for the nation, 1 for none."""
    return 1 + max(one.last for one in states)


def _with_signer(
    form: SignedForm, raw: bytes, made: type[S], verifier: Verifier
) -> tuple[S, bytes]:
    value, envelope = form.opened(raw, made, verifier)
    return value, envelope.signatures[0][0]
