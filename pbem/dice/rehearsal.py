"""Seeded dice for rehearsals: the same game twice, and no proof of anything.

The key and the chain follow from a seed in the save, so everyone can foresee every die. The
commitment says "rehearsal", so does the genesis record, and `pbem verify` says it in words.
It keeps nothing: a request gets the same answer in every process, no request is refused as a
re-roll, and every turn is closed. Source: docs/formats/dice-v1.md, section "Rehearsal".
"""

from pbem.dice.authority import make_chain
from pbem.dice.closing import closed_body, open_closing, seats_hash
from pbem.dice.protocol import (
    NOTHING_ANSWERED,
    REHEARSAL,
    Commitment,
    open_request,
    receipt_body,
)
from pbem.dice.rows import JournalEntry
from pbem.dice.seating import is_change, open_list
from pbem.dice.turn_state import Seated
from pbem.wire.errors import DiceError
from pbem.wire.shapes import bytes_of
from pbem.wire.signing import SigningKey, Verifier, tagged_hash

ADDRESS = "rehearsal:"
LENGTH = 16_384
_KEY_TAG = b"pbem/v1/rehearsal-key\0"
_CHAIN_TAG = b"pbem/v1/rehearsal-chain\0"


class RehearsalClient:
    """A dice client over a known seed text. Time stands still at 0 so that runs are equal."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._key = SigningKey.from_secret(tagged_hash(_KEY_TAG, self._seed))
        self._chains: dict[bytes, tuple[bytes, ...]] = {}

    def register(self, game: bytes, host: bytes, before: bytes = b"", first: int = 1) -> bytes:
        """The commitment for a game, marked as a rehearsal, which has no second authority."""
        del before, first
        body = bytes_of(
            Commitment(
                game=game,
                host=host,
                anchor=self._chain(game)[0],
                length=LENGTH,
                proof=REHEARSAL,
                time=0,
            )
        )
        return self._key.seal("commitment", body)

    def register_seats(self, registration: bytes) -> bytes:
        """Nothing to remember: a rehearsal answers whoever asks."""
        if is_change(registration):
            return b""
        listed = open_list(registration)
        return Seated(listed.game, seats_hash(listed.seats), 0).sign(self._key)

    def ticket(self, signed_request: bytes) -> bytes:
        """Nobody answers after a rehearsal."""
        del signed_request
        raise DiceError("ticket-missing", "a rehearsal has no second dice authority")

    def roll(self, signed_request: bytes, ticket: bytes = b"", ask: bytes = b"") -> bytes:
        """The receipt for a signed request; DiceError as from the real authority."""
        del ticket, ask
        request, envelope = open_request(signed_request, Verifier())
        if request.index > LENGTH:
            raise DiceError("chain-exhausted", "a rehearsal has no more seeds than this")
        seed = self._chain(request.game)[request.index]
        return self._key.seal("roll", receipt_body(envelope.body, seed, 0))

    def statements(self) -> tuple[bytes, ...]:
        """A rehearsal has one key for ever."""
        return ()

    def close(self, signed_request: bytes) -> bytes:
        """The closing receipt for a signed request; it says nothing about other rolls."""
        _, envelope = open_closing(signed_request, Verifier())
        return self._key.seal("closed", closed_body(envelope.body, NOTHING_ANSWERED, 0))

    def journal(self, game: bytes) -> tuple[JournalEntry, ...]:
        """A rehearsal keeps no journal."""
        return ()

    def log_head(self, game: bytes) -> bytes:
        """A rehearsal keeps no log either."""
        raise DiceError("game-unknown", "a rehearsal keeps no log of its dice")

    def note_here(self, signed: bytes) -> None:
        """Nothing to remember: in a rehearsal time stands still."""

    def turn_state(self, game: bytes, nation: str, turn: int) -> bytes:
        """A rehearsal knows no time, so nobody is ever late."""
        del game, nation, turn
        raise DiceError("game-unknown", "a rehearsal has no clock, so nobody is late in it")

    def _chain(self, game: bytes) -> tuple[bytes, ...]:
        if game not in self._chains:
            last = tagged_hash(_CHAIN_TAG, game, self._seed)
            self._chains[game] = make_chain(last, LENGTH)
        return self._chains[game]
