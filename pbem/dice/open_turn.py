"""What an authority says of a turn that it has not closed, and of the player whose turn it is.

A seat may be taken from a player whose time is over.  Whoever takes it shows that the turn was
still open then, by the authority's clock; and a player from whom the turn was withheld can say so
before, by the head of the log that they have.

Source: docs/formats/dice-v1.md, section "Open turns"; docs/adr/0056.
"""

from typing import Annotated, Final

from engine.values import dataclass
from pbem.dice.closing import MAX_TURN
from pbem.dice.protocol import MAX_WORD
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.errors import DiceError
from pbem.wire.fields import Fields
from pbem.wire.opening import SignedForm
from pbem.wire.signing import Envelope, SigningKey, Verifier
from pbem.wire.tags import Tag, kind_of, tagged, tags_of, wire

MAX_OPEN_BODY: Final = 512
MAX_OPEN: Final = 1_024
NOTHING: Final = bytes(32)
"""The head of a player who never said which one they have."""

_OPEN = SignedForm(
    "open",
    MAX_OPEN_BODY,
    "open",
    "what is said of an open turn is not signed by the dice authority",
    DiceError,
    DiceError,
)
_HERE = SignedForm(
    "here",
    MAX_OPEN_BODY,
    "here",
    "it is not signed by the player who says that they are here",
    DiceError,
    DiceError,
)


@wire("open")
@dataclass(frozen=True, slots=True)
class OpenTurn:
    """An authority has not closed turn number `turn` of `nation` at `time` (Unix seconds).

    `heard`: when the holder of the seat last said that they are here, 0 for never; `knows`: the
    head (32 bytes) that they had then.
    """

    game: Annotated[bytes, Tag("game")]
    nation: Annotated[str, Tag("nation")]
    turn: Annotated[int, Tag("turn")]
    time: Annotated[int, Tag("time")]
    heard: Annotated[int, Tag("heard")] = 0
    knows: Annotated[bytes, Tag("knows")] = NOTHING

    def sign(self, key: SigningKey) -> bytes:
        """The envelope, by the authority's key of its commitment."""
        return key.seal(kind_of(OpenTurn), encode({**tagged(self), "kind": kind_of(OpenTurn)}))


@wire("here")
@dataclass(frozen=True, slots=True)
class Here:
    """A player says that they are here and have the log of a game up to `head` (32 bytes)."""

    game: Annotated[bytes, Tag("game")]
    nation: Annotated[str, Tag("nation")]
    head: Annotated[bytes, Tag("head")]

    def sign(self, key: SigningKey) -> bytes:
        """The envelope, by the key that holds the seat; NotASaveError for absurd values."""
        body = encode({**tagged(self), "kind": kind_of(Here)})
        _read_here(decode(body))
        return key.seal(kind_of(Here), body)


def open_statement_of(raw: bytes, verifier: Verifier) -> tuple[OpenTurn, bytes]:
    """What an authority says of an open turn, and the key that signed it.

    Raises DiceError `open-malformed`, `open-bad-signature`.
    """
    return _OPEN.open(raw, _read_open, verifier)


def open_here(raw: bytes, verifier: Verifier) -> tuple[Here, bytes]:
    """What a player says, and the key that signed it.

    Raises DiceError `here-malformed`, `here-bad-signature`.
    """
    return _HERE.open(
        raw, lambda value, envelope: (_read_here(value), envelope.signatures[0][0]), verifier
    )


def _read_open(value: Plain, envelope: Envelope) -> tuple[OpenTurn, bytes]:
    fields = Fields(value, "open", ("kind", *tags_of(OpenTurn)))
    fields.choice("kind", ("open",))
    said = OpenTurn(
        game=fields.data("game", 16),
        nation=fields.text("nation", 1, MAX_WORD),
        turn=fields.integer("turn", 1, MAX_TURN),
        time=fields.time(),
        heard=fields.time("heard"),
        knows=fields.data("knows", 32),
    )
    return said, envelope.signatures[0][0]


def _read_here(value: Plain) -> Here:
    fields = Fields(value, "here", ("kind", *tags_of(Here)))
    fields.choice("kind", ("here",))
    return Here(
        fields.data("game", 16), fields.text("nation", 1, MAX_WORD), fields.data("head", 32)
    )
