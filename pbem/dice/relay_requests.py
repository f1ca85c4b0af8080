"""What a player signs who puts a save at a relay or asks for one, and what a relay reads of a save.

A request names the head of the save that it is about, so that a copy of it is good for nothing
else: it puts the same bytes again, or asks for what it was answered with before.

Source: docs/formats/dice-v1.md, section "Relay"; docs/adr/0105.
"""

from typing import Annotated, Final, Protocol

from engine.marks import Size, Tag, wire
from engine.values import dataclass
from pbem.dice.protocol import Commitment
from pbem.wire.fields import GameId, Hash
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import sealed
from pbem.wire.signing import SigningKey, Verifier, tagged_hash

MAX_RELAYED: Final = 1_048_576
"""Bytes of a save that a relay takes."""
MAX_LIST: Final = 40_000
"""Bytes of the file with a list of observers."""
MAX_RELAY_REQUEST: Final = 1_024
MAX_GAMES: Final = 256
"""So many games can be asked for at once."""
_MAX_ADDRESS: Final = 254
_FILE_TAG: Final = b"pbem/v1/relayed\0"

_PUT = SignedForm(
    MAX_RELAY_REQUEST, "relay-put", "what puts a save at the relay is not signed by its player"
)
_ASK = SignedForm(
    MAX_RELAY_REQUEST, "relay-ask", "what asks the relay for a save is not signed by its player"
)


@wire("relay_put")
@dataclass(frozen=True, slots=True)
class RelayPut:
    """A player puts the save with this head at the relay; file: `file_hash` of its bytes."""

    game: Annotated[GameId, Tag("game")]
    head: Annotated[Hash, Tag("head")]
    file: Annotated[Hash, Tag("file")]

    def sign(self, key: SigningKey) -> bytes:
        """The envelope."""
        return sealed(self, key)


@wire("relay_ask")
@dataclass(frozen=True, slots=True)
class RelayAsk:
    """Somebody asks for the save with this head; address: as whom they observe, "" for players."""

    game: Annotated[GameId, Tag("game")]
    head: Annotated[Hash, Tag("head")]
    address: Annotated[str, Tag("address"), Size(_MAX_ADDRESS)] = ""

    def sign(self, key: SigningKey) -> bytes:
        """The envelope."""
        return sealed(self, key)


@dataclass(frozen=True, slots=True)
class SaveFacts:
    """What a verified save of a game that has started says, as far as a relay has to know it.

    genesis, head: 32 bytes; commitments: of its dice authorities now; host, holders: keys, the
    latter of all seats and of the host; changes: how often a seat or a key was handed over; closed:
    number and nation of each closed turn, in their order; heads: of all records; open_heads: of the
    last closed turn's end and of the records after it.
    """

    game: bytes
    genesis: bytes
    head: bytes
    commitments: tuple[Commitment, ...]
    host: bytes
    holders: frozenset[bytes]
    changes: int
    closed: tuple[tuple[int, str], ...]
    heads: frozenset[bytes]
    open_heads: tuple[bytes, ...]

    @property
    def turns(self) -> int:
        """The number of the last closed turn; 0 for none."""
        return self.closed[-1][0] if self.closed else 0


@dataclass(frozen=True, slots=True)
class ListFacts:
    """What a list of observers says: of which game, who signed it, when (Unix seconds), and the
    addresses."""

    genesis: bytes
    by: bytes
    time: int
    addresses: frozenset[str]


class SaveReader(Protocol):
    """Reads what a relay keeps; `pbem.save` lies above, so the server is given one."""

    def save(self, data: bytes) -> SaveFacts:
        """Verify a save; any SaveError, and ChainError `relay-not-started`."""
        ...

    def observers(self, data: bytes) -> ListFacts:
        """Read a list of observers and check its signature; SaveError."""
        ...


def file_hash(data: bytes) -> bytes:
    """By which a request names the bytes of a save."""
    return tagged_hash(_FILE_TAG, data)


def open_put(raw: bytes, verifier: Verifier) -> tuple[RelayPut, bytes]:
    """What is put, and who signed it.

    Raises DiceError `relay-put-malformed`, `relay-put-bad-signature`.
    """
    put, envelope = _PUT.opened(raw, RelayPut, verifier)
    return put, envelope.signatures[0][0]


def open_ask(raw: bytes, verifier: Verifier) -> tuple[RelayAsk, bytes]:
    """What is asked for, and by whom.

    Raises DiceError `relay-ask-malformed`, `relay-ask-bad-signature`.
    """
    ask, envelope = _ASK.opened(raw, RelayAsk, verifier)
    return ask, envelope.signatures[0][0]
