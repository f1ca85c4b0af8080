"""How a turn reaches its dice authority. Nothing here ever falls back to other dice.

Source: docs/formats/dice-v1.md, section "Addresses".
"""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from pbem.dice.authority import CHAIN_LENGTH, Authority
from pbem.dice.rehearsal import ADDRESS, RehearsalClient
from pbem.dice.rows import JournalEntry
from pbem.dice.sqlite import FolderStore
from pbem.text import quoted
from pbem.wire.errors import SaveError

EMBEDDED = "embedded"


class DiceClient(Protocol):
    """What every kind of authority offers; see `Authority` for the errors."""

    def register(self, game: bytes, host: bytes, before: bytes = b"", first: int = 1) -> bytes:
        """The signed commitment for a game id and the host's public key.

        before: the key of the authority that answers before this one, b"" for none; first: the
        number of the first roll that it answers.
        """
        ...

    def register_seats(self, registration: bytes) -> bytes:
        """Tell it who plays: `TrustedSave.seat_registration(host key)`, after the start.

        Gives the signed statement since when it has known who plays.
        """
        ...

    def roll(self, signed_request: bytes, ticket: bytes = b"", ask: bytes = b"") -> bytes:
        """The receipt for a signed request.

        ticket: of the authority before this one; ask: that somebody who plays wants it again.
        """
        ...

    def ticket(self, signed_request: bytes) -> bytes:
        """For the authority after this one: that this request has been answered."""
        ...

    def statements(self) -> tuple[bytes, ...]:
        """How its newer keys were introduced by older ones, the oldest statement first."""
        ...

    def close(self, signed_request: bytes) -> bytes:
        """The closing receipt for a signed request to close a turn."""
        ...

    def journal(self, game: bytes) -> tuple[JournalEntry, ...]:
        """What was rolled, closed and refused in a game."""
        ...

    def log_head(self, game: bytes) -> bytes:
        """The signed head of a game's log as it is now."""
        ...

    def note_here(self, signed: bytes) -> None:
        """Say that a player is here; signed: `pbem.dice.turn_state.Here`."""
        ...

    def turn_state(self, game: bytes, nation: str, turn: int) -> bytes:
        """What it knows of a turn now, signed."""
        ...


class EmbeddedClient:
    """The authority in a folder of this computer. `clock` gives Unix seconds."""

    def __init__(
        self, folder: Path, clock: Callable[[], int], *, chain_length: int = CHAIN_LENGTH
    ) -> None:
        self._authority = Authority(FolderStore(folder), clock, chain_length=chain_length)

    @property
    def public_key(self) -> bytes:
        """The authority's key."""
        return self._authority.public_key

    def register(self, game: bytes, host: bytes, before: bytes = b"", first: int = 1) -> bytes:
        """See `Authority.register`."""
        return self._authority.register(game, host, before, first)

    def register_seats(self, registration: bytes) -> bytes:
        """See `Authority.register_seats`."""
        return self._authority.register_seats(registration)

    def roll(self, signed_request: bytes, ticket: bytes = b"", ask: bytes = b"") -> bytes:
        """See `Authority.roll`."""
        return self._authority.roll(signed_request, ticket, ask)

    def ticket(self, signed_request: bytes) -> bytes:
        """See `Authority.ticket`."""
        return self._authority.ticket(signed_request)

    def statements(self) -> tuple[bytes, ...]:
        """See `Authority.statements`."""
        return self._authority.statements()

    def close(self, signed_request: bytes) -> bytes:
        """See `Authority.close`."""
        return self._authority.close(signed_request)

    def journal(self, game: bytes) -> tuple[JournalEntry, ...]:
        """See `Authority.journal`."""
        return self._authority.journal(game)

    def log_head(self, game: bytes) -> bytes:
        """See `Authority.log_head`."""
        return self._authority.log_head(game)

    def note_here(self, signed: bytes) -> None:
        """See `Authority.note_here`."""
        self._authority.note_here(signed)

    def turn_state(self, game: bytes, nation: str, turn: int) -> bytes:
        """See `Authority.turn_state`."""
        return self._authority.turn_state(game, nation, turn)


def connect(address: str, folder: Path, clock: Callable[[], int]) -> DiceClient:
    """The client for a save's dice address; `folder` is the embedded authority's.

    A server is not asked before it is needed. Raises SaveError `dice-address` for anything that
    is not an address.
    """
    if address == EMBEDDED:
        return EmbeddedClient(folder, clock)
    if address.startswith(ADDRESS):
        return RehearsalClient(address.removeprefix(ADDRESS))
    if address.startswith(("https://", "http://")):
        from pbem.dice.http import ServerClient  # noqa: PLC0415 - slow to import

        return ServerClient(address)
    raise SaveError("dice-address", f"{quoted(address)} is not the address of a dice authority")
