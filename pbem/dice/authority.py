"""The dice authority: commits first, answers each index once, remembers for ever.

Source: docs/formats/dice-v1.md.
"""

import secrets
from collections.abc import Callable, Sequence

from engine.values import dataclass
from pbem.dice.bounded_cache import Recent
from pbem.dice.closing import Closing, closed_body, open_closing, seats_hash, time_of_closed
from pbem.dice.log_head import last_with, make_log_head, told_next, told_so_far
from pbem.dice.own_keys import first_keys, key_of, newest_after, read_keys
from pbem.dice.protocol import (
    COMMITTED,
    Commitment,
    DiceRequest,
    earlier_seeds,
    open_request,
    receipt_body,
    seed_number,
    verify_commitment,
)
from pbem.dice.receipt_request import check_ask
from pbem.dice.refusals import (
    AuthorityTerms,
    check_holder,
    check_next,
    check_not_frozen,
    closed_already,
    missing_rolls,
)
from pbem.dice.registration import keep_change, keep_list, known_game, seating_of, settle_seats
from pbem.dice.roll_quota import check_asked, with_end
from pbem.dice.rows import JournalEntry, Kept, Last, RegisteredGame, next_roll, withheld
from pbem.dice.seating import Seating, change_game, is_change, open_list
from pbem.dice.store import LAST, Store, Work
from pbem.dice.tickets import check_ticket, make_ticket
from pbem.dice.turn_state import Here, Seated, TurnState, open_here
from pbem.wire.errors import DiceError
from pbem.wire.shapes import bytes_of
from pbem.wire.signing import Envelope, SigningKey, Verifier, check_public_key

CHAIN_LENGTH = 65_536
ASK_FIRST = "Ask for the roll first."
_GAMES = 1_024
"""So many games may be under way before what was read of one is read again."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request whose shape and signature hold: its game, and the key that signed it.

    `answer` finds its answer within a transaction, and gives a refusal that is to be kept as well
    as an error; any other refusal it raises.
    """

    game: bytes
    player: bytes
    answer: Callable[[Work], bytes | DiceError]


class Authority:
    """A dice authority over a store. `clock` gives Unix seconds.

    Its first Ed25519 key is made at the first use of the store and kept there. Every game is
    answered with the newest key to which statements lead from that of its commitment.
    """

    def __init__(
        self, store: Store, clock: Callable[[], int], *, chain_length: int = CHAIN_LENGTH
    ) -> None:
        """Raises DiceError `dice-store`, and `seal-broken` or `seal-key-missing`."""
        self._store = store
        self._clock = clock
        self._length = chain_length
        self._verifier = Verifier()
        self._seatings: Recent[bytes, Seating] = Recent(_GAMES)
        self._commitments: Recent[bytes, Commitment] = Recent(_GAMES)
        self._keys = store.run(first_keys)

    @property
    def public_key(self) -> bytes:
        """The key that signs commitments of new games, and their receipts."""
        return self._keys[-1].key.public

    def keys(self) -> tuple[bytes, ...]:
        """All public keys, the newest last; those before it still sign for older games."""
        return tuple(one.key.public for one in self._store.look(read_keys))

    def statements(self) -> tuple[bytes, ...]:
        """The statements by which older keys have introduced newer ones, the oldest first."""
        return tuple(
            one for one in self._store.look(lambda work: work.vault.statements()) if one is not None
        )

    def register(self, game: bytes, host: bytes, before: bytes = b"", first: int = 1) -> bytes:
        """The signed commitment for a game and the host's public key; the same one ever after.

        before: the key of the authority that answers before this one, b"" for none; first: the
        number of the first roll, above 1 when this authority takes the place of another one.
        Raises DiceError `game-registered` if the game has another host, another authority before
        this one or another first roll, ChainError `bad-key`.
        """
        check_public_key(host)
        if before:
            check_public_key(before)
        terms = AuthorityTerms(host, before or None, first)
        known = self._store.run(lambda work: work.game(game), game)
        # Making a chain takes time, and nobody else should have to wait for it.
        chain = make_chain(secrets.token_bytes(32), self._length) if known is None else ()
        return self._store.run(lambda work: self._commit(work, game, terms, chain), game)

    def register_seats(self, registration: bytes) -> bytes:
        """Learn which key may ask for which nation's dice.

        registration: a list that the host signed, once per game (the same list again is harmless);
        or, after it, an agreement record of the log that gives a seat away or changes a key.
        Gives the signed statement when it was first known who plays (`pbem.dice.turn_state`), the
        same for ever.
        Raises DiceError `game-unknown`, `registration-malformed`, `registration-bad-signature`,
        `seats-registered`, `seats-unknown`, `agreement-refused`.
        """
        if is_change(registration):
            game = change_game(registration)
            self._store.run(lambda work: keep_change(work, game, registration), game)
        else:
            listed = open_list(registration)
            game = listed.game
            self._store.run(lambda work: keep_list(work, listed, self._clock()), game)
        return self._store.look(lambda work: self._seated(work, game))

    def roll(self, signed_request: bytes, ticket: bytes = b"", ask: bytes = b"") -> bytes:
        """The receipt for a signed request; the same request gets the same bytes for ever.

        ticket: of the authority that answers before this one, if there is one; ask: what shows that
        somebody who plays wants an answer again (`pbem.dice.receipt_request`), where two
        authorities answer.
        Raises DiceError `request-malformed`, `request-bad-signature`, `game-unknown`,
        `seats-unknown`, `request-wrong-signer`, `reroll-refused` (and the attempt is in the
        journal), `roll-wrong-index`, `chain-exhausted`, `game-frozen`, `receipt-withheld`,
        `too-many-rolls`.
        """
        return self.ask(self.read_roll(signed_request, ticket, ask))

    def ticket(self, signed_request: bytes) -> bytes:
        """The ticket for a request that was answered; see `pbem.dice.tickets`.

        Raises DiceError as `roll`, and `roll-wrong-index` if it was not answered.
        """
        return self.ask(self.read_ticket(signed_request))

    def close(self, signed_request: bytes) -> bytes:
        """The closing receipt for a signed request; the same request gets the same bytes for ever.

        Raises DiceError `closing-malformed`, `closing-bad-signature`, `game-unknown`,
        `seats-unknown`, `closing-wrong-signer`, `closing-wrong-index`, `closing-wrong-seats`,
        `closing-ahead`, `game-frozen`; and, with the attempt in the journal, `closing-refused`
        (this turn was closed already, with another end) and `rolls-missing` (rolls were made that
        the log lacks).
        """
        return self.ask(self.read_close(signed_request))

    def read_ticket(self, signed_request: bytes) -> Question:
        """What `ticket` is to answer; raises as `read_roll`."""
        request, envelope = open_request(signed_request, self._verifier)
        return Question(
            request.game,
            envelope.signatures[0][0],
            lambda work: self._ticket(work, request, envelope.body),
        )

    def read_roll(self, signed_request: bytes, ticket: bytes = b"", ask: bytes = b"") -> Question:
        """What `roll` is to answer; DiceError `request-malformed`, `request-bad-signature`."""
        request, envelope = open_request(signed_request, self._verifier)
        return Question(
            request.game,
            envelope.signatures[0][0],
            lambda work: self._roll(work, request, envelope, signed_request, ticket, ask),
        )

    def read_close(self, signed_request: bytes) -> Question:
        """What `close` is to answer; DiceError `closing-malformed`, `closing-bad-signature`."""
        closing, envelope = open_closing(signed_request, self._verifier)
        return Question(
            closing.game,
            envelope.signatures[0][0],
            lambda work: self._close(work, closing, envelope, signed_request),
        )

    def journal(self, game: bytes, first: int = 0, stop: int = LAST) -> tuple[JournalEntry, ...]:
        """Everything that was rolled, closed or refused in a game; DiceError `game-unknown`.

        first, stop: only entries of an index from first on and below stop.
        """

        def read(work: Work) -> tuple[JournalEntry, ...]:
            known_game(work, game)
            shown = work.shown_before(game)
            return tuple(withheld(one, shown) for one in work.journal(game, first, stop))

        return self._store.look(read)

    def commitment(self, game: bytes) -> bytes:
        """What was signed before the game; DiceError `game-unknown`."""
        return self._store.look(lambda work: known_game(work, game).commitment)

    def log_head(self, game: bytes) -> bytes:
        """The signed head of a game's log as it is now; DiceError `game-unknown`, `game-frozen`.

        It is signed with the newest key.
        """

        def read(work: Work) -> bytes:
            row = known_game(work, game)
            check_not_frozen(row)
            told = told_so_far(row, work.last(game))
            authority = verify_commitment(row.commitment, Verifier()).authority
            key = newest_after(read_keys(work), authority)
            return make_log_head(key, game, told, self._clock())

        return self._store.look(read)

    def note_here(self, signed: bytes) -> None:
        """Keep that a player is here, and which head they have, beside what they said before.

        Raises DiceError `here-malformed`, `here-bad-signature`, `game-unknown`, `seats-unknown`,
        `here-wrong-signer`.
        """
        here, signer = open_here(signed, self._verifier)
        self._store.run(lambda work: self._note_here(work, here, signer), here.game)

    def note_awake(self) -> None:
        """Keep that it can be asked now: what lies between two of these is an outage, if it is
        long enough.  DiceError `dice-store`."""
        self._store.run(lambda work: work.timing.note_awake(self._clock()))

    def turn_state(self, game: bytes, nation: str, turn: int) -> bytes:
        """What is known of a turn, signed with the newest key; see `pbem.dice.turn_state`.

        Raises DiceError `game-unknown`, `game-frozen`.
        """

        def read(work: Work) -> bytes:
            row = known_game(work, game)
            check_not_frozen(row)
            known = work.closing(game, turn, nation)
            said = TurnState(
                game,
                nation,
                turn,
                self._clock(),
                time_of_closed(known.receipt) if known is not None else 0,
                work.timing.last_turn(game, nation),
                work.timing.heard(game, nation),
                shown=work.relayed.shown(game, turn, nation),
                silent=work.timing.silences(),
            )
            return said.sign(self._key_of(work, self._commitment(row)))

        return self._store.run(read, game)

    def journal_goes_on(self, game: bytes, first: int) -> bool:
        """Whether the journal of a game has entries of an index from first on."""
        return self._store.look(lambda work: work.has_entries(game, first))

    def ask(self, question: Question) -> bytes:
        """The answer, which is on disk when this returns; raises what `roll` and `close` raise."""
        answer = self._store.run(question.answer, question.game)
        if isinstance(answer, DiceError):
            raise answer
        return answer

    def _commit(
        self, work: Work, game: bytes, terms: AuthorityTerms, chain: Sequence[bytes]
    ) -> bytes:
        """The commitment that the game has, or a new one over `chain`."""
        known = work.game(game)
        if known is not None:
            terms.check(self._commitment(known))
            return known.commitment
        self._keys = read_keys(work)
        body = bytes_of(
            Commitment(
                game=game,
                host=terms.host,
                anchor=chain[0],
                length=self._length,
                proof=COMMITTED,
                time=self._clock(),
                first=terms.first,
                before=terms.before,
            )
        )
        commitment = self._keys[-1].key.seal("commitment", body)
        work.add_game(game, terms.host, chain, commitment)
        return commitment

    def _roll(
        self,
        work: Work,
        request: DiceRequest,
        envelope: Envelope,
        signed: bytes,
        ticket: bytes,
        ask: bytes,
    ) -> bytes | DiceError:
        """Answer in one transaction; an attempt that is to be kept is returned, not raised."""
        row = known_game(work, request.game)
        seating = self._seating(row, request.game)
        signer = envelope.signatures[0][0]
        check_holder(seating, request.nation, signer, "request-wrong-signer")
        known, last = work.roll_and_last(request.game, request.index)
        # Every check comes before the seed is opened, and the answer is on disk before it leaves:
        # from then on this number has one request and one answer, whatever crashes.
        if known is None:
            commitment = self._commitment(row)
            check_next(request, next_roll(commitment, last))
            if commitment.before is not None:
                # Without the first one's word each could have answered another request for this
                # roll, and a player would choose between the two afterwards.
                firsts = (commitment.before, *seating.firsts)
                check_ticket(ticket, firsts, request, envelope.body)
            check_not_frozen(row)
            check_asked(told_so_far(row, last).asked, seating.seats, signer)
            last = last_with(row, last, request, envelope.body)
            return self._draw(work, commitment, request.game, envelope.body, signed, last)
        if known.request == envelope.body:
            if request.index >= work.shown_before(request.game):
                which = 0 if self._commitment(row).before is None else 1
                check_ask(ask, request, envelope.body, which, seating.seats.values())
            return known.receipt
        # Another request for a number that is spent: the attempt itself is evidence, so it is kept,
        # which is why this error is returned and not raised (an exception would undo it).
        work.add_refused(request.game, request.index, envelope.body, signed, self._clock())
        return DiceError(
            "reroll-refused",
            f"roll {request.index} of this game was made before, in another position than yours",
            "You, or a copy of your game on another computer, have played on from there: ask the "
            "others for the newest save. Nothing was rolled; the journal notes the attempt.",
        )

    def _draw(
        self,
        work: Work,
        commitment: Commitment,
        game: bytes,
        body: bytes,
        signed: bytes,
        last: Last,
    ) -> bytes:
        """Open a seed, sign and keep it as the `last` roll; the commit that follows makes it
        durable."""
        seed = work.vault.seed(game, seed_number(commitment, last.index))
        key = self._key_of(work, commitment)
        receipt = key.seal("roll", receipt_body(body, seed, self._clock()))
        work.add_roll(game, Kept(body, signed, receipt), last)
        return receipt

    def _close(
        self, work: Work, closing: Closing, envelope: Envelope, signed: bytes
    ) -> bytes | DiceError:
        """Like `_roll`."""
        row = known_game(work, closing.game)
        signer = envelope.signatures[0][0]
        seating = self._seating(row, closing.game)
        check_holder(seating, closing.nation, signer, "closing-wrong-signer")
        known = work.closing(closing.game, closing.turn, closing.nation)
        last = work.last(closing.game)
        if known is None:
            refusal = missing_rolls(closing, next_roll(self._commitment(row), last))
        elif known.request != envelope.body:
            refusal = closed_already(closing)
        else:
            return known.receipt
        if refusal is not None:
            work.add_refused_closing(closing, envelope.body, signed, self._clock())
            return refusal
        check_not_frozen(row)
        work.timing.check_ahead(closing, seating, signer)
        settle_seats(work, row, closing)
        body = closed_body(envelope.body, last.answered, self._clock())
        receipt = self._key_of(work, self._commitment(row)).seal("closed", body)
        told = told_so_far(row, last)
        asked = with_end(told.asked, seating.seats, signer)
        told = told_next(told, envelope.body, asked)
        work.add_closing(closing, Kept(envelope.body, signed, receipt), signer, told)
        return receipt

    def _note_here(self, work: Work, here: Here, signer: bytes) -> None:
        row = known_game(work, here.game)
        check_holder(self._seating(row, here.game), here.nation, signer, "here-wrong-signer")
        work.timing.set_heard(here, self._clock())

    def _seated(self, work: Work, game: bytes) -> bytes:
        """By the key of the commitment, since no reader knows another one when a game starts."""
        row = known_game(work, game)
        seats = seats_hash(open_list(seating_of(row).listed).seats)
        said = Seated(game, seats, work.timing.seated(game))
        return said.sign(key_of(read_keys(work), self._commitment(row).authority))

    def _seating(self, row: RegisteredGame, game: bytes) -> Seating:
        return self._seatings.get(row.registration or game, lambda: seating_of(row))

    def _key_of(self, work: Work, commitment: Commitment) -> SigningKey:
        """The newest key that may answer for a game.

        Called while nobody else can answer for it, so an older key never signs after a newer one.
        """
        if work.vault.number_of_keys() != len(self._keys):
            self._keys = read_keys(work)
        return newest_after(self._keys, commitment.authority)

    def _commitment(self, row: RegisteredGame) -> Commitment:
        return self._commitments.get(row.commitment, lambda: _read_commitment(row))

    def _ticket(self, work: Work, request: DiceRequest, body: bytes) -> bytes:
        row = known_game(work, request.game)
        commitment = self._commitment(row)
        known, last = work.roll_and_last(request.game, request.index)
        if known is None or known.request != body:
            check_next(request, next_roll(commitment, last))
            raise DiceError("roll-wrong-index", "this request has not been answered", ASK_FIRST)
        work.set_followed(request.game)
        self._key_of(work, commitment)
        committed = key_of(self._keys, commitment.authority)
        return make_ticket(committed, request, body)


def _read_commitment(row: RegisteredGame) -> Commitment:
    return verify_commitment(row.commitment, Verifier())


def make_chain(last: bytes, length: int) -> tuple[bytes, ...]:
    """s[0] to s[length] of the reverse hash chain that ends in `last`."""
    return tuple(reversed(earlier_seeds(last, length)))
