"""Games for the tests of a dice server: any authority behind `DiceClient`, any number of games."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem.dice.client import DiceClient
from pbem.dice.closing import Closing, seats_hash
from pbem.dice.protocol import (
    Commitment,
    DiceRequest,
    RollSpec,
    open_receipt,
    open_request,
    verify_commitment,
)
from pbem.dice.rows import JournalEntry, read_answer
from pbem.dice.sources import DiceSource, LogPoint, introduced
from pbem.dice.statements import open_statement, path_between
from pbem.wire.canonical import encode
from pbem.wire.signing import SigningKey, Verifier
from tests.support.paper_game import altered
from tests.support.receipts import checked_receipt

NATION = "Germans"


@dataclass
class DiceGame:
    """A registered game with one player, who asks for roll after roll."""

    game: bytes
    host: SigningKey
    player: SigningKey
    raw_commitment: bytes
    answers: dict[int, bytes] = field(default_factory=dict)
    seats: bytes = b""

    @property
    def commitment(self) -> Commitment:
        return verify_commitment(self.raw_commitment, Verifier())

    def request(self, index: int, **changes: object) -> bytes:
        """A signed request for dice, from a head of its own."""
        fire = RollSpec("combat", "", 1, "", "", 3, 6)
        request = DiceRequest(self.game, index, os.urandom(32), NATION, fire)
        return altered(request, **changes).sign(self.player)

    def closing(self, index: int, turn: int, **changes: object) -> bytes:
        """A signed request to close a turn."""
        seats = seats_hash({NATION: self.player.public})
        closing = Closing(self.game, os.urandom(32), index, NATION, turn, seats, os.urandom(32))
        return replace(closing, **changes).sign(self.player)

    def check(self, journal: tuple[JournalEntry, ...], statements: Sequence[bytes] = ()) -> int:
        """The journal holds every answer that was seen, in one chain; the number of its rolls.

        statements: of the authority, about its new keys.
        """
        opened = [open_statement(raw, Verifier()) for raw in statements]
        rolls = [entry for entry in journal if entry.event == "roll"]
        assert [entry.index for entry in rolls] == list(range(1, len(rolls) + 1))
        assert set(self.answers) <= {entry.index for entry in rolls}
        source = DiceSource.of("", self.commitment)
        seats = {NATION: self.player.public}
        for entry in rolls:
            signed, receipt = read_answer(entry.data)
            assert self.answers.get(entry.index, receipt) == receipt
            request, envelope = open_request(signed, Verifier())
            signer = open_receipt(receipt, Verifier()).authority
            (source,) = introduced([source], path_between(opened, source.key, signer))
            place = LogPoint(self.game, request.head, entry.index, 1, seats, (source,))
            source = source.after(envelope.body, checked_receipt(signed, receipt, place).seed)
        return len(rolls)


def new_game_at(client: DiceClient, game: bytes = b"") -> DiceGame:
    """Register a game and its seats."""
    host, player = SigningKey.generate(), SigningKey.generate()
    game = game or os.urandom(16)
    made = DiceGame(game, host, player, client.register(game, host.public))
    made.seats = listed_seats(game, host, player)
    client.register_seats(made.seats)
    return made


def listed_seats(game: bytes, host: SigningKey, player: SigningKey) -> bytes:
    """The list of seats of a game in which one player has them all, signed by the host."""
    seats = {
        "game": game,
        "head": bytes(32),
        "kind": "seats",
        "turn": 1,
        "seats": {NATION: player.public},
    }
    return host.seal("seats", encode(seats))
