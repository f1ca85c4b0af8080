"""The embedded dice authority: commits first, answers each index once, remembers for ever.

Source: docs/formats/dice-v1.md.
"""

import secrets
from collections.abc import Callable, Mapping

from pbem.dice.closing import Closing, closed_body, open_closing
from pbem.dice.protocol import (
    COMMITTED,
    Request,
    commitment_body,
    compute_dice,
    open_request,
    previous_seed,
    receipt_body,
)
from pbem.dice.store import GameRow, JournalEntry, Store, Work
from pbem.text import quoted
from pbem.wire.canonical import decode
from pbem.wire.errors import DiceError, SaveError
from pbem.wire.fields import Fields, as_text, wrong_shape
from pbem.wire.signing import SigningKey, Verifier, check_public_key, parse_envelope

CHAIN_LENGTH = 65_536
MAX_REGISTRATION = 65_536


class Authority:
    """A dice authority over a store. `clock` gives Unix seconds.

    Its Ed25519 key is made at the first use of the store and kept there.
    """

    def __init__(
        self, store: Store, clock: Callable[[], int], *, chain_length: int = CHAIN_LENGTH
    ) -> None:
        self._store = store
        self._clock = clock
        self._length = chain_length
        with store.transaction() as work:
            secret = work.secret()
            if secret is None:
                secret = SigningKey.generate().secret()
                work.set_secret(secret)
        self._key = SigningKey.from_secret(secret)

    @property
    def public_key(self) -> bytes:
        """The key that signs commitments and receipts."""
        return self._key.public

    def register(self, game: bytes, host: bytes) -> bytes:
        """The signed commitment for a game and the host's public key; the same one ever after.

        Raises DiceError `game-registered` if the game has another host, ChainError `bad-key`.
        """
        check_public_key(host)
        with self._store.transaction() as work:
            known = work.game(game)
            if known is None:
                chain = make_chain(secrets.token_bytes(32), self._length)
                commitment = self._key.seal(
                    "commitment",
                    commitment_body(
                        game=game,
                        host=host,
                        anchor=chain[0],
                        length=self._length,
                        proof=COMMITTED,
                        time=self._clock(),
                    ),
                )
                work.add_game(game, host, chain, commitment)
            elif known.host != host:
                raise DiceError("game-registered", "this game id belongs to another host already")
            else:
                commitment = known.commitment
        return commitment

    def register_seats(self, registration: bytes) -> None:
        """Learn which key may ask for which nation's dice, from a list that the host signed.

        Once per game; the same list again is harmless. Raises DiceError `game-unknown`,
        `registration-malformed`, `registration-bad-signature`, `seats-registered`.
        """
        game, signer, seats = _read_registration(registration)
        with self._store.transaction() as work:
            row = _known(work, game)
            if signer != row.host:
                raise DiceError(
                    "registration-bad-signature", "the list of seats is not signed by the host"
                )
            if row.registration is None:
                work.set_registration(game, registration)
            elif _read_registration(row.registration)[2] != seats:
                raise DiceError("seats-registered", "this game has another list of seats already")

    def roll(self, signed_request: bytes) -> bytes:
        """The receipt for a signed request; the same request gets the same bytes for ever.

        Raises DiceError `request-malformed`, `request-bad-signature`, `game-unknown`,
        `seats-unknown`, `request-wrong-signer`, `reroll-refused` (and the attempt is in the
        journal), `roll-wrong-index`, `chain-exhausted`.
        """
        request, envelope = open_request(signed_request, Verifier())
        signer = envelope.signatures[0][0]
        with self._store.transaction() as work:
            row = _known(work, request.game)
            _check_holder(row, request.nation, signer, "request-wrong-signer")
            answered = work.roll(request.game, request.index)
            if answered is None:
                receipt = self._answer(work, request, envelope.body, signed_request)
            elif answered[0] == envelope.body:
                receipt = answered[1]
            else:
                work.add_refused(
                    request.game, request.index, envelope.body, signed_request, self._clock()
                )
                receipt = b""
        if not receipt:
            raise DiceError(
                "reroll-refused",
                f"roll {request.index} of this game has been made, for another request",
                "Go on from the position in which it was made; the attempt is in the journal.",
            )
        return receipt

    def close(self, signed_request: bytes) -> bytes:
        """The closing receipt for a signed request; the same request gets the same bytes for ever.

        Raises DiceError `closing-malformed`, `closing-bad-signature`, `game-unknown`,
        `seats-unknown`, `closing-wrong-signer`, `closing-wrong-index`; and, with the attempt in
        the journal, `closing-refused` (this turn was closed already, at another head) and
        `rolls-missing` (rolls were made that the log lacks).
        """
        closing, envelope = open_closing(signed_request, Verifier())
        signer = envelope.signatures[0][0]
        refusal: DiceError | None = None
        receipt = b""
        with self._store.transaction() as work:
            row = _known(work, closing.game)
            _check_holder(row, closing.nation, signer, "closing-wrong-signer")
            answered = work.closing(closing.game, closing.turn, closing.nation)
            if answered is None:
                refusal = _missing_rolls(closing, work.last_index(closing.game) + 1)
            elif answered[0] != envelope.body:
                refusal = _closed_already(closing)
            else:
                receipt = answered[1]
            if refusal is not None:
                work.add_refused_closing(closing, envelope.body, signed_request, self._clock())
            elif not receipt:
                receipt = self._key.seal("closed", closed_body(signed_request, self._clock()))
                work.add_closing(closing, envelope.body, receipt)
        if refusal is not None:
            raise refusal
        return receipt

    def journal(self, game: bytes) -> tuple[JournalEntry, ...]:
        """Everything that was rolled, closed or refused in a game; DiceError `game-unknown`."""
        with self._store.transaction() as work:
            _known(work, game)
            return work.journal(game)

    def _answer(self, work: Work, request: Request, body: bytes, signed: bytes) -> bytes:
        """Draw, sign and keep a new roll; the commit that follows makes it durable."""
        expected = work.last_index(request.game) + 1
        if request.index != expected:
            raise DiceError(
                "roll-wrong-index",
                f"roll {request.index} was asked for, but roll {expected} comes next",
                "Play on from the newest save of this game.",
            )
        seed = work.seed(request.game, request.index)
        dice = compute_dice(seed, body, request.count, request.sides)
        receipt = self._key.seal("roll", receipt_body(signed, seed, dice, self._clock()))
        work.add_roll(request.game, request.index, body, receipt)
        return receipt


def make_chain(last: bytes, length: int) -> tuple[bytes, ...]:
    """s[0] to s[length] of the reverse hash chain that ends in `last`."""
    chain = [last]
    for _ in range(length):
        chain.append(previous_seed(chain[-1]))
    return tuple(reversed(chain))


def _known(work: Work, game: bytes) -> GameRow:
    row = work.game(game)
    if row is None:
        raise DiceError(
            "game-unknown",
            "this dice authority does not know the game",
            "Use the dice authority that the save names.",
        )
    return row


def _missing_rolls(closing: Closing, expected: int) -> DiceError | None:
    """What is against a closing at its index when roll `expected` is the next to be answered."""
    if closing.index > expected:
        raise DiceError(
            "closing-wrong-index",
            f"the log goes on with roll {closing.index}, but roll {expected} comes next here",
            "Use the dice authority that the save names.",
        )
    missing = expected - closing.index
    if not missing:
        return None
    rolls = "1 roll of this game was" if missing == 1 else f"{missing} rolls of this game were"
    return DiceError(
        "rolls-missing",
        f"{rolls} made that this save lacks",
        "Go on from the position in which they were made; the journal shows who asked for them.",
    )


def _closed_already(closing: Closing) -> DiceError:
    return DiceError(
        "closing-refused",
        f"turn {closing.turn} of this game, of {quoted(closing.nation)}, has been closed from "
        "another position",
        "Send the turn that was closed; the attempt is in the journal.",
    )


def _check_holder(row: GameRow, nation: str, signer: bytes, code: str) -> None:
    if row.registration is None:
        raise DiceError(
            "seats-unknown",
            "the dice authority has not been told who plays",
            "The host must start the game first.",
        )
    if _read_registration(row.registration)[2].get(nation) != signer:
        raise DiceError(
            code,
            f"the request for {quoted(nation)} is not signed by the player who holds it",
            "Only the player who holds the seat can roll for it and close its turns.",
        )


def _read_registration(raw: bytes) -> tuple[bytes, bytes, Mapping[str, bytes]]:
    """(game, signer, nation -> public key) of a signed list of seats."""
    try:
        envelope = parse_envelope(raw, MAX_REGISTRATION)
        fields = Fields(decode(envelope.body), "seats", ("game", "head", "kind", "seats"))
        fields.choice("kind", ("seats",))
        fields.data("head", 32)
        seats: dict[str, bytes] = {}
        for nation, key in fields.mapping("seats", 1, 64).items():
            as_text(nation, "seats.seats", 1, 64)
            if not isinstance(key, bytes) or len(key) != 32:
                raise wrong_shape("seats.seats", "holds a key that is not 32 bytes")
            seats[nation] = key
        game = fields.data("game", 16)
    except SaveError as error:
        raise DiceError("registration-malformed", error.reason, error.way_out) from None
    try:
        signer = Verifier().signer(envelope, "seats")
    except SaveError:
        raise DiceError(
            "registration-bad-signature", "the signature of the list of seats is wrong"
        ) from None
    return game, signer, seats
