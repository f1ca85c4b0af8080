"""The checks of one record after another: the rules of the log, without the rules of the game.

A `Ledger` is built up record by record, by `trust` and `trusted_save` alone, and never handed out.
Records of closed turns come packed and are made again here (`add_turns`); from then on they take
the same way as single ones.  Order of the checks: docs/formats/save-v1.md, section "Verification".
"""

from collections.abc import Sequence

from engine.values import replace
from pbem.dice.closing import (
    Closing,
    check_derived,
    closed_body,
    seats_hash,
)
from pbem.dice.protocol import (
    Asked,
    Request,
    compute_dice,
    dice_key,
)
from pbem.dice.sources import (
    Place,
    Source,
    after_roll,
    check_answerers,
    check_answers,
    check_closed,
    check_number,
    check_request,
    check_seated,
    introduced,
)
from pbem.dice.turn_state import next_free
from pbem.save.agreement_checks import Log, check_agreement
from pbem.save.attached import take_apart
from pbem.save.chain import end_hash, genesis_head, join_hash, next_head
from pbem.save.consent_records import Absence, Agreement, Note, RollAgain
from pbem.save.entries import Entry
from pbem.save.format import MAX_RECORDS
from pbem.save.holders import Holders, stranger
from pbem.save.keyring import Keyring, check_authority, check_pinned
from pbem.save.new_dice import DiceAt, replaced, source_after
from pbem.save.quotas import Quotas
from pbem.save.records import (
    ROLL,
    TURN_END,
    Genesis,
    Join,
    Orders,
    Record,
    Roll,
    Start,
    TurnEnd,
    Void,
    VoidRoll,
    signed_as,
)
from pbem.save.setup_checks import check_scenario, check_table, sources_of
from pbem.save.signed import Signed, open_packed, open_single
from pbem.save.takebacks import Takebacks
from pbem.save.unpacking import Packed, unpack
from pbem.text import quoted
from pbem.wire.address import is_server
from pbem.wire.canonical import Plain
from pbem.wire.errors import (
    ASK_AGAIN,
    ChainError,
    DiceError,
    KeyMismatchError,
    NotASaveError,
    OutOfTurnError,
    SaveError,
)
from pbem.wire.fields import wrong_shape
from pbem.wire.motions import KeyChange, LostTurn, NewDice, Substitution, TakeBack
from pbem.wire.signing import Verifier, envelope_of

_HOST = "Ask the host for the save again."


class Ledger:
    """The state of a log while it is being verified. Mutable, never handed out."""

    def __init__(self, keyring: Keyring, verifier: Verifier) -> None:
        self.keyring = keyring
        self.verifier = verifier
        self.entries: list[Entry] = []
        self.genesis: Genesis | None = None
        self.genesis_head = b""
        self.head = b""
        self.started = False
        self.holders = Holders({}, {}, b"")
        self.takebacks = Takebacks()
        self._free: dict[Asked, list[int]] | None = None
        self._held: set[tuple[str, bytes]] = set()
        self.next_roll = 1
        self.next_turn = 1
        self.sources: tuple[Source, ...] = ()
        self.former: tuple[Source, ...] = ()
        """Authorities that others have replaced, as they were then."""
        self.quotas = Quotas()
        self.packed = b""
        self._heads: dict[bytes, int] = {}
        self._start = 0
        self._used: frozenset[bytes] = frozenset()

    def add(self, raw: bytes, *, can_end: bool = True) -> None:
        """Verify and add one more record; otherwise SaveError with its index, and no change.

        can_end: whether it may be the end of a turn, which no file has by itself.
        """
        index = len(self.entries)
        kind = ""
        try:
            parts = take_apart(raw, is_first=not index)
            kind = parts.kind
            if kind == TURN_END and not can_end:
                raise ChainError("wrong-stage", "the end of a turn is not packed", ASK_AGAIN)
            self._enter(open_single(parts, self.verifier))
        except SaveError as error:
            raise error.at(index, kind) from None

    def add_turns(self, frame: bytes) -> None:
        """Verify and add packed turns; otherwise SaveError, and no more than the turns before."""
        start = self.entries[-1].record if self.entries else None
        if not isinstance(start, Start):
            error = ChainError("wrong-stage", "packed turns are not allowed here", ASK_AGAIN)
            raise error.at(len(self.entries), "")
        try:
            turns = unpack(frame, start.time, len(self.sources))
        except SaveError as error:
            raise error.at(len(self.entries), "") from None
        self.add_closed(turns)

    def add_closed(self, turns: Sequence[Sequence[Packed]]) -> None:
        """The same for turns that were unpacked already."""
        for turn in turns:
            self._add_turn(turn)

    def _add_turn(self, turn: Sequence[Packed]) -> None:
        """All of a closed turn or none of it: most of its records have the last one's signature."""
        kept, count = dict(vars(self)), len(self.entries)
        try:
            for packed in turn:
                self._add_packed(packed)
        except SaveError:
            for name, value in kept.items():
                setattr(self, name, value)
            for entry in self.entries[count:]:
                del self._heads[entry.head]
            del self.entries[count:]
            self._free = None
            self._held = set()
            raise

    def _add_packed(self, packed: Packed) -> None:
        try:
            fields = self._whole_body(packed)
            self._enter(open_packed(packed, fields, self.verifier))
        except SaveError as error:
            raise error.at(len(self.entries), packed.kind) from None

    def _whole_body(self, packed: Packed) -> dict[str, Plain]:
        """The fields of a packed record, with those that follow from where it is."""
        fields: dict[str, Plain] = {**packed.fields, "kind": signed_as(packed.kind)}
        if packed.kind not in (ROLL, TURN_END):
            return {**fields, "prev": self.head}
        place = self.place()
        fields |= {"game": place.game, "head": place.head, "index": place.index}
        if packed.kind == TURN_END:
            seats, end = seats_hash(place.seats), end_hash(packed.content)
            fields |= {"turn": place.turn, "seats": seats, "end": end}
        return fields

    def _enter(self, signed: Signed) -> None:
        """Steps 5 and 6, and the entry."""
        if len(self.entries) >= MAX_RECORDS:
            raise NotASaveError("too-large", "the log has too many records")
        self._check_stage(signed.kind)
        before = self.sources, self.quotas
        try:
            self.quotas = self.quotas.with_record(signed.kind, len(self.entries))
            if signed.statements:
                self.sources = introduced(self.sources, signed.statements)
            if signed.closings:
                signed = self._with_closings(signed)
            record = self._take(signed)
        except SaveError:
            self.sources, self.quotas = before
            raise
        body = signed.body
        self.head = next_head(self.head, body, signed.seeds) if self.entries else genesis_head(body)
        if not self.entries:
            self.genesis_head = self.head
        self._heads[self.head] = len(self.entries)
        self.entries.append(
            Entry(
                index=len(self.entries),
                kind=signed.kind,
                signer=signed.signer,
                record=record,
                head=self.head,
                body=body,
                signature=signed.signature,
                attached=signed.attached,
                agreement=signed.agreement,
            )
        )

    @classmethod
    def of(cls, keyring: Keyring, entries: Sequence[Entry]) -> "Ledger":
        """A ledger that holds entries which were verified before; the caller sets the rest."""
        ledger = cls(keyring, Verifier())
        ledger.entries = list(entries)
        ledger._heads = {entry.head: entry.index for entry in entries}
        ledger._start = next((e.index for e in entries if e.kind == "start"), 0)
        ledger._used = frozenset(
            e.agreement.proposal.digest for e in entries if e.agreement is not None
        )
        return ledger

    def _check_stage(self, kind: str) -> None:
        """Genesis once and first, joins, one start, then play."""
        if not self.entries:
            fits = kind == "genesis"
        elif not self.started:
            fits = kind in ("join", "start")
        else:
            fits = kind not in ("genesis", "join", "start")
        if not fits:
            raise ChainError("wrong-stage", f"a {kind} record is not allowed here", ASK_AGAIN)

    def _take(self, signed: Signed) -> Record:
        """Step 6; the record as it stands in the log."""
        content, signer = signed.content, signed.signer
        match content:
            case Request():
                return self._take_roll(content, signed)
            case Closing():
                return self._take_turn_end(content, signed)
            case Void():
                return self._take_void(content, signed)
            case Genesis():
                self._take_genesis(content, signer, signed.attached.scenario)
            case Join():
                self._take_join(content, signer)
            case Start():
                self._take_start(content, signed)
            case Agreement():
                self._take_agreement(content, signed)
            case Orders() | Note() | Absence() | RollAgain():
                self._check_prev(content.prev)
                self.holders.check_seat(content.nation, signer)
                if isinstance(content, RollAgain):
                    self._check_again(content)
                elif isinstance(content, Orders):
                    self.quotas = self.quotas.with_actions(len(content.actions))
                else:
                    self.quotas = self.quotas.with_said(signer)
        return content

    def _take_genesis(self, genesis: Genesis, signer: bytes, scenario: bytes | None) -> None:
        if signer != genesis.host_key:
            raise KeyMismatchError("unknown-key", "it is not signed by the host that it names")
        check_table(genesis)
        sources = sources_of(genesis, self.verifier)
        if scenario is not None:
            check_scenario(scenario, genesis.scenario)
        holders = Holders.of(genesis)
        check_pinned(self.keyring.players, genesis.host, genesis.host_key)
        for source in sources:
            if is_server(source.address):
                check_authority(self.keyring, source.address, source.key)
        if genesis.mode == "mail":
            for name, key in holders.players.items():
                check_pinned(self.keyring.players, name, key)
        self.genesis = genesis
        self.holders = holders
        self.sources = sources

    def _take_join(self, join: Join, signer: bytes) -> None:
        if join.genesis != self.genesis_head:
            raise ChainError("broken-link", "it answers the invitation to another game", ASK_AGAIN)
        if signer != join.key:
            raise KeyMismatchError("unknown-key", "it is not signed by the key that it names")
        self.holders.check_join(join)
        check_pinned(self.keyring.players, join.player, join.key)
        self.holders = self.holders.joined(join)

    def _take_start(self, start: Start, signed: Signed) -> None:
        signer = signed.signer
        self._check_prev(start.prev)
        if self.genesis is None or signer != self.genesis.host_key:
            if signer in self.holders.players.values():
                raise OutOfTurnError("not-the-host", "only the host can start the game", _HOST)
            raise KeyMismatchError("unknown-key", "only the host can start the game", _HOST)
        if start.joins != tuple(join_hash(entry.body) for entry in self.entries[1:]):
            raise ChainError("wrong-joins", "the joins that it names are not the ones before it")
        self._start = len(self.entries)
        self.holders = self.holders.begun(self._start)
        self._check_seated(signed)
        self.started = True

    def _check_seated(self, signed: Signed) -> None:
        """When the first turn of a game with a pace began, by the dice authorities."""
        genesis = self._begun()
        if genesis.pace is None:
            if signed.seated:
                raise wrong_shape("the start record", "has something attached without a pace")
            return
        check_seated(signed.seated, self.sources, genesis.game, seats_hash(self.holders.keys()))

    def _take_roll(self, request: Request, signed: Signed) -> Roll:
        self._check_answerers(signed)
        check_request(request, signed.signer, self.place())
        sources = self._answered(signed, signed.body)
        if self._free_rolls().get(request.asked):
            raise DiceError(
                "roll-drawn-before",
                "these dice were drawn and taken back before, so the same dice must come again",
                "A take-back gives nobody new dice; ask the sender to use those already drawn.",
            )
        spec = request.spec
        self.quotas = self.quotas.with_dice(spec.count)
        self.sources = sources
        self.next_roll += 1
        key = dice_key(signed.seeds)
        return Roll(request, signed.seeds, compute_dice(key, signed.body, spec.count, spec.sides))

    def _take_void(self, void: Void, signed: Signed) -> VoidRoll:
        """V2 to V4: a number that somebody used up; whether they were to move, replay finds."""
        self._check_prev(void.prev)
        self.holders.check_seat(void.nation, signed.signer)
        if signed.asked is None:
            raise wrong_shape("void", "holds no request")
        request, envelope = signed.asked
        self._check_answerers(signed)
        check_number(request, self.place())
        asker = envelope.signatures[0][0]
        if (request.nation, asker) not in self._have_held():
            raise DiceError(
                "request-wrong-signer",
                f"nobody who ever held {quoted(request.nation)} asked for the void roll",
            )
        self.sources = self._answered(signed, envelope.body)
        self.next_roll += 1
        return VoidRoll(void, request, envelope.body, asker, signed.seeds)

    def _check_answerers(self, signed: Signed) -> None:
        """R3, where the receipts are kept."""
        if not signed.is_packed:
            check_answerers(signed.receipts, self.sources)

    def _answered(self, signed: Signed, body: bytes) -> tuple[Source, ...]:
        """R9, where the receipts are kept, and R10: the authorities after this request."""
        if not signed.is_packed:
            check_answers(signed.receipts, body)
        return after_roll(self.sources, body, signed.seeds)

    def _take_turn_end(self, closing: Closing, signed: Signed) -> TurnEnd:
        self._check_prev(closing.head)
        self.holders.check_seat(closing.nation, signed.signer)
        end = signed.end
        if end is None:
            raise wrong_shape("turn_end", "says nothing")
        content = end_hash(signed.attached.content)
        if signed.is_packed:
            for raw in signed.attached.answers:
                check_derived(raw, self.verifier)
        else:
            check_closed(closing, signed.body, content, signed.closed, self.place())
        self.next_turn = closing.turn + 1
        self.quotas = self.quotas.ended()
        return TurnEnd(closing, end)

    def _with_closings(self, signed: Signed) -> Signed:
        """A packed end with its closings as the authorities gave them."""
        closings = tuple(
            envelope_of(closed_body(signed.body, source.answered, time), source.key, signature)
            for source, (time, signature) in zip(self.sources, signed.closings, strict=True)
        )
        return replace(signed, attached=replace(signed.attached, answers=closings))

    def _check_again(self, again: RollAgain) -> None:
        """A roll that was taken back comes again: the first with that content."""
        known = self.entries[again.record].record if again.record < len(self.entries) else None
        like: list[int] = []
        if isinstance(known, Roll) and known.request.nation == again.nation:
            like = self._free_rolls().get(known.request.asked, [])
        if again.record not in like:
            raise DiceError(
                "roll-again-unfit", f"record {again.record} is not a roll that waits to come again"
            )
        if like[0] != again.record:
            raise DiceError("roll-again-order", "another roll of the same kind was drawn before it")
        like.pop(0)

    def _have_held(self) -> set[tuple[str, bytes]]:
        """Every seat with every key that holds it or once held it; kept as records come in."""
        if not self._held:
            self._note_held(0)
        return self._held

    def _note_held(self, first: int) -> None:
        self._held |= {(span.nation, span.key) for span in self.holders.spans[first:]}

    def _free_rolls(self) -> dict[Asked, list[int]]:
        """Kept while records come in: finding it after a take-back takes a walk through the log."""
        if self._free is None:
            self._free = self.takebacks.free_rolls(self.entries)
        return self._free

    def _take_agreement(self, record: Agreement, signed: Signed) -> None:
        self._check_prev(record.prev)
        if signed.signer not in (*self.holders.players.values(), self.holders.host):
            raise stranger()
        agreement = signed.agreement
        if agreement is None:
            raise wrong_shape("agreement", "holds no proposal")
        proposal = agreement.proposal
        self.quotas = self.quotas.with_agreement(
            proposal.motion, proposal.proposer, len(self.entries)
        )
        word = check_agreement(agreement, record, self.log())
        motion = agreement.proposal.motion
        self._used = self._used | {agreement.proposal.digest}
        at = len(self.entries)
        if isinstance(motion, TakeBack):
            free = self._free_rolls()
            self.takebacks.release(self.entries, motion.record, free)
            self.takebacks = self.takebacks.back_to(motion.record, at)
        elif isinstance(motion, Substitution | KeyChange):
            before = len(self.holders.spans)
            self.holders = self.holders.after(motion, at)
            if isinstance(motion, KeyChange):
                self.quotas = self.quotas.with_key(motion.old, motion.key)
            if self._held:
                self._note_held(before)
        elif isinstance(motion, NewDice):
            source = source_after(motion, self._dice_at(self._begun()))
            self.former = (*self.former, self.sources[motion.which])
            self.sources = replaced(self.sources, motion.which, source)
        elif isinstance(motion, LostTurn):
            self.next_turn = motion.turn + 1
        if word is not None and word.states:
            self.sources = word.sources
            if word.is_put_out:
                # What was closed for an end that nobody has is left out.
                self.next_turn = max(self.next_turn, next_free(word.states))

    def log(self) -> Log:
        """What a proposal is checked against."""
        genesis = self._begun()
        return Log(
            game=genesis.game,
            mode=genesis.mode,
            heads=self._heads,
            head=self.head,
            next_turn=self.next_turn,
            dice=self._dice_at(genesis),
            start=self._start if self.started else len(self.entries),
            takebacks=self.takebacks,
            holders=self.holders,
            pace=genesis.pace,
            keyring=self.keyring,
            used=self._used,
        )

    def place(self) -> Place:
        """The end of the log, for the next roll or the next end of a turn."""
        return Place(
            game=self._begun().game,
            head=self.head,
            index=self.next_roll,
            turn=self.next_turn,
            seats=self.holders.keys(),
            sources=self.sources,
        )

    def _begun(self) -> Genesis:
        if self.genesis is None:
            raise ChainError("wrong-stage", "there is no genesis record yet")
        return self.genesis

    def _dice_at(self, genesis: Genesis) -> DiceAt:
        hosts = (genesis.host_key, self.holders.host)
        return DiceAt(genesis.game, genesis.mode, hosts, self.sources, self.next_roll)

    def _check_prev(self, prev: bytes) -> None:
        if prev != self.head:
            raise ChainError(
                "broken-link", "it does not follow from the record before it", ASK_AGAIN
            )
