"""What an authority has on record, as values: a game, an answer, a line of the journal.

Source: docs/formats/dice-v1.md, sections "One answer for ever" and "The journal".
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

from engine.marks import Bounds, OneOf, Size, Tag, wire
from engine.values import dataclass, field
from pbem.dice.protocol import NOTHING_ANSWERED, Commitment
from pbem.wire.canonical import decode, encode
from pbem.wire.errors import DiceError
from pbem.wire.fields import Time, byte_strings

EVENTS = ("closing", "roll", "attempted-re-roll", "attempted-closing")
MAX_INDEX = 2_000_000


@dataclass(frozen=True, slots=True)
class LogExtent:
    """How far the log of a game goes: `count` answers, and the `digest` (32 bytes) over them.

    Kept with each answer, so that the head of a log costs the same for any number of them. The
    digest is b"" before the first one (see `pbem.dice.log_head`).  asked: how many
    rolls there were for each nation since somebody else than its player ended a turn (see
    `pbem.dice.roll_quota`).
    """

    count: int = 0
    digest: bytes = b""
    asked: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RegisteredGame:
    """A registered game.

    registration: the host's signed list of seats, or None; frozen: whether no new answer may be
    given, because the store was restored from a copy that may lack some; closed: the log up to the
    last closing.
    """

    host: bytes
    length: int
    commitment: bytes
    registration: bytes | None
    frozen: bool
    closed: LogExtent = LogExtent()


@wire("")
@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One line of a game's public journal.

    `event` is "roll" or "closing" (`data` is the answer, see `answer_data`), "attempted-re-roll" or
    "attempted-closing" (`data` is the signed request that was refused); `index` is that of the
    roll, or for a closing that of the roll after it; `time` is Unix seconds, 0 for an answer (its
    receipt holds the time itself).
    """

    event: Annotated[str, Tag("event"), OneOf(EVENTS)]
    index: Annotated[int, Tag("index"), Bounds(1, MAX_INDEX)]
    data: Annotated[bytes, Tag("data"), Size(131_072)]
    time: Annotated[Time, Tag("time")]


@dataclass(frozen=True, slots=True)
class HighWaterMark:
    """How far a store has come: numbers of the newest roll and closing; they only ever grow."""

    roll: int = 0
    closing: int = 0


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer: the `request` body, the request as it was `signed`, and the `receipt`.

    `signed` is b"" for a roll that was taken in from a save after a backup was restored.
    """

    request: bytes
    signed: bytes
    receipt: bytes


@dataclass(frozen=True, slots=True)
class Last:
    """The last roll of a game: its `index`, 0 before the first.

    answered: all requests so far; told: the log up to this roll.
    """

    index: int = 0
    answered: bytes = NOTHING_ANSWERED
    told: LogExtent = LogExtent()


def next_roll(commitment: Commitment, last: Last) -> int:
    """The number of the next roll that an authority answers."""
    return max(last.index + 1, commitment.first)


def answer_data(signed: bytes, receipt: bytes) -> bytes:
    """The data of a journal line about an answer: the signed request, and the receipt."""
    return encode([signed, receipt])


def withheld(entry: JournalEntry, shown: int) -> JournalEntry:
    """A line as everybody may see it: a roll with an index from `shown` on without its receipt."""
    if entry.event != "roll" or entry.index < shown:
        return entry
    signed, receipt = read_answer(entry.data)
    # After a backup was restored there may be no request; then the receipt is all that there is.
    data = answer_data(signed, b"") if signed else answer_data(signed, receipt)
    return JournalEntry(entry.event, entry.index, data, entry.time)


def read_answer(data: bytes) -> tuple[bytes, bytes]:
    """Signed request and receipt of a journal line, b"" while it is withheld; NotASaveError."""
    signed, receipt = byte_strings(data, 2, "the journal's answer")
    return signed, receipt


def game_row(row: Sequence[object]) -> RegisteredGame:
    """A game from its row in the store."""
    host, length, commitment, registration, frozen, place, digest, asked = row
    seats = None if registration is None else blob(registration)
    closed = LogExtent() if digest is None else _told(place, digest, asked)
    is_frozen = integer(frozen) != 0
    return RegisteredGame(blob(host), integer(length), blob(commitment), seats, is_frozen, closed)


def last_row(row: Sequence[object]) -> Last:
    """The last roll of a game from its row in the store; of NULL before the first one."""
    index, answered, place, digest, asked = row
    if index is None:
        return Last()
    return Last(integer(index), blob(answered), _told(place, digest, asked))


def told_row(told: LogExtent) -> tuple[int, bytes, bytes]:
    """How far a log goes, for a row in the store."""
    return told.count, told.digest, encode(dict(told.asked))


def _told(place: object, digest: object, asked: object) -> LogExtent:
    counts = decode(blob(asked))
    found = counts.items() if isinstance(counts, Mapping) else ()
    return LogExtent(
        integer(place),
        blob(digest),
        {str(nation): count for nation, count in found if isinstance(count, int)},
    )


def kept_row(row: Sequence[object]) -> Kept:
    """An answer from its row in the store."""
    request, signed, receipt = row
    return Kept(blob(request), blob(signed), blob(receipt))


def blob(value: object) -> bytes:
    """A value of the store that must be bytes; DiceError `dice-store`."""
    if not isinstance(value, bytes):
        raise DiceError("dice-store", "the dice store holds something other than bytes")
    return value


def integer(value: object) -> int:
    """A value of the store that must be a number; DiceError `dice-store`."""
    if not isinstance(value, int):
        raise DiceError("dice-store", "the dice store holds something other than a number")
    return value
