"""The head of a game's log at its dice authority: how many answers it holds, and which.

An authority that shows one player other answers than another signs two heads that cannot both be
true.  Source: docs/formats/dice-v1.md, section "The head of the log".
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from engine.marks import Bounds, Tag, wire
from engine.values import dataclass
from pbem.dice.protocol import MAX_REQUEST, DiceRequest, next_answered, request_hash
from pbem.dice.roll_quota import with_roll
from pbem.dice.rows import JournalEntry, Last, LogExtent, RegisteredGame, read_answer
from pbem.wire.canonical import decode
from pbem.wire.errors import DiceError
from pbem.wire.fields import GameId, Hash, Time, wrong_shape
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import RAW, SIGNER, bytes_of
from pbem.wire.signing import SigningKey, Verifier, parse_envelope, tagged_hash

MAX_ANSWERS = 2_000_000
_MOST_RECEIPT = 2_048
_TAG = b"pbem/v1/log\0"
_ANSWERS = ("roll", "closing")
_KEEP = "Keep both heads and tell everybody in the game: they prove it."
_HEAD = SignedForm(256, "log-head", "it is not signed with a key that the authority has now")


@wire("log")
@dataclass(frozen=True, slots=True)
class LogHead:
    """An authority says that its log of `game` (16 bytes) held `count` answers at `time`.

    `digest`: over the commitment and the requests (see `log_digest`); `raw`: as it came; `signer`:
    its key.
    """

    game: Annotated[GameId, Tag("game")]
    count: Annotated[int, Tag("count"), Bounds(0, MAX_ANSWERS)]
    digest: Annotated[Hash, Tag("digest")]
    time: Annotated[Time, Tag("time")]
    raw: Annotated[bytes, RAW] = b""
    signer: Annotated[bytes, SIGNER] = b""


def answers_in(journal: Iterable[JournalEntry]) -> tuple[bytes, ...]:
    """The hashes (32 bytes) of all requests that were answered, in that order; NotASaveError.

    Not the receipts: after a backup was restored they are signed again, at another time.
    """
    return tuple(_request(*read_answer(one.data)) for one in journal if one.event in _ANSWERS)


def _request(signed: bytes, receipt: bytes) -> bytes:
    if not receipt:
        return request_hash(parse_envelope(signed, MAX_REQUEST).body)
    value = decode(parse_envelope(receipt, _MOST_RECEIPT).body)
    request = value.get("request") if isinstance(value, Mapping) else None
    if not isinstance(request, bytes) or len(request) != 32:
        raise wrong_shape("the journal's answer", "names no request")
    return request


def log_digest(commitment: bytes, answers: Iterable[bytes]) -> bytes:
    """The digest (32 bytes) of a log, which grows only at its end."""
    digest = tagged_hash(_TAG, commitment)
    for answer in answers:
        digest = tagged_hash(_TAG, digest, answer)
    return digest


def told_so_far(row: RegisteredGame, last: Last) -> LogExtent:
    """The log of a game with all that its authority has answered.

    last: the last roll, as it is while nobody else can answer.
    """
    newest = max(row.closed, last.told, key=lambda told: told.count)
    return newest if newest.count else LogExtent(0, log_digest(row.commitment, ()))


def told_next(told: LogExtent, request_body: bytes, asked: Mapping[str, int]) -> LogExtent:
    """The log with one more answer, to the request with this body; asked: with it."""
    digest = tagged_hash(_TAG, told.digest, request_hash(request_body))
    return LogExtent(told.count + 1, digest, asked)


def last_with(row: RegisteredGame, last: Last, request: DiceRequest, body: bytes) -> Last:
    """The last roll of a game when this request is answered now; body: as it was signed."""
    told = told_so_far(row, last)
    told = told_next(told, body, with_roll(told.asked, request.nation))
    return Last(request.index, next_answered(last.answered, body), told)


def make_log_head(key: SigningKey, game: bytes, told: LogExtent, time: int) -> bytes:
    """The signed head of a log; time: Unix seconds."""
    return key.seal("log", bytes_of(LogHead(game, told.count, told.digest, time)))


def open_log_head(
    raw: bytes, keys: Sequence[bytes], game: bytes | None, verifier: Verifier
) -> LogHead:
    """A head that an authority has signed for a game, None for any, with one of its `keys`.

    Raises DiceError `log-head-malformed`, `log-head-bad-signature`, `log-head-other-game`.
    """
    head = _HEAD.open(raw, LogHead, verifier)
    if head.signer not in keys:
        raise _HEAD.forged()
    if game is not None and head.game != game:
        raise DiceError("log-head-other-game", "this head of a log is of another game")
    return head


def is_told(head: LogHead, commitment: bytes, answers: Sequence[bytes]) -> bool:
    """Whether the log of a head is the beginning of one with these answers."""
    return head.count <= len(answers) and (
        log_digest(commitment, answers[: head.count]) == head.digest
    )


def check_told(head: LogHead, commitment: bytes, answers: Sequence[bytes]) -> None:
    """That the log of a head is the beginning of the one that is shown now.

    Raises DiceError `log-shorter` when answers are missing that the head counts, `log-differs`
    when they are others.
    """
    if head.count > len(answers):
        raise DiceError(
            "log-shorter",
            f"the dice authority has signed for {head.count} answers in this game, and shows you "
            f"only {len(answers)}",
            _KEEP,
        )
    if not is_told(head, commitment, answers):
        raise DiceError(
            "log-differs",
            f"the first {head.count} answers that the dice authority shows you are not those that "
            "it has signed for",
            _KEEP,
        )
