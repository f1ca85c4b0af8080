"""The checks of one record after another: the rules of the log, without the rules of the game.

A `Ledger` is built up record by record, by `pbem.save.trust` alone, and never handed out. Order of
the checks: docs/formats/save-v1.md, section "Verification".
"""

from engine.values import dataclass, replace
from pbem.dice.closing import ClosingReceipt, check_closed, open_closed
from pbem.dice.protocol import (
    MAX_RECEIPT,
    REHEARSAL,
    Asked,
    Commitment,
    NextRoll,
    check_next_roll,
    open_receipt,
    verify_commitment,
)
from pbem.save.agreement_checks import Holders, Log, SignedProposal, check_agreement, open_agreement
from pbem.save.chain import genesis_head, join_hash, next_head
from pbem.save.consent_records import Agreement, Note, RollAgain
from pbem.save.format import MAX_BODY, MAX_GENESIS, MAX_RECORDS
from pbem.save.keyring import Keyring, check_authority, check_pinned
from pbem.save.records import (
    Genesis,
    Join,
    Orders,
    Record,
    Roll,
    Start,
    TurnEnd,
    kind_of,
    parse_body,
)
from pbem.save.takebacks import Takebacks
from pbem.text import quoted
from pbem.wire.address import is_server
from pbem.wire.canonical import decode
from pbem.wire.consent import KeyChange, Substitution, TakeBack
from pbem.wire.errors import (
    ASK_AGAIN,
    ChainError,
    DiceError,
    KeyMismatchError,
    NotASaveError,
    OutOfTurnError,
    SaveError,
)
from pbem.wire.signing import Verifier, check_public_key, parse_envelope

MAX_AGREEMENTS = 1_000
"""In one log, since each costs a walk through it."""

_HOST = "Ask the host for the save again."


@dataclass(frozen=True, slots=True)
class Entry:
    """A verified record: `head` is the log's head after it, `raw` its original bytes.

    `agreement`: what is in an agreement, else None.
    """

    index: int
    kind: str
    signer: bytes
    record: Record
    head: bytes
    raw: bytes
    agreement: SignedProposal | None = None


class Ledger:
    """The state of a log while it is being verified. Mutable, private to the trust module."""

    def __init__(self, keyring: Keyring, verifier: Verifier) -> None:
        self.keyring = keyring
        self.verifier = verifier
        self.entries: list[Entry] = []
        self.genesis: Genesis | None = None
        self.commitment: Commitment | None = None
        self.genesis_head = b""
        self.head = b""
        self.started = False
        self.players: dict[str, bytes] = {}
        self.seats: dict[str, str | None] = {}
        self.holders = Holders({}, {}, b"")
        self.takebacks = Takebacks()
        self._free: dict[Asked, list[int]] | None = None
        self.next_roll = 1
        self.next_turn = 1
        self.last_seed = b""

    def add(self, raw: bytes) -> None:
        """Verify and add one more record; otherwise SaveError with its index, and no change."""
        index = len(self.entries)
        kind = ""
        try:
            if index >= MAX_RECORDS:
                raise NotASaveError("too-large", "the log has too many records")
            closing: ClosingReceipt | None = None
            agreement: SignedProposal | None = None
            envelope = parse_envelope(raw, MAX_BODY if index else MAX_GENESIS)
            value = decode(envelope.body)
            kind = kind_of(value)
            if kind == "roll":
                if len(envelope.body) > MAX_RECEIPT:
                    raise NotASaveError("too-large", "a receipt is too large", ASK_AGAIN)
                record: Record = Roll(open_receipt(envelope, value, self.verifier))
                signer = envelope.signatures[0][0]
            else:
                record = parse_body(kind, value)
                signer = self.verifier.signer(envelope, kind)
                if isinstance(record, TurnEnd):
                    closing = open_closed(record.closing, self.verifier)
                elif isinstance(record, Agreement):
                    agreement = open_agreement(record, self.verifier)
            self._check_stage(kind)
            self._take(record, signer)
            if agreement is not None:
                self._take_agreement(agreement)
            if closing is not None and isinstance(record, TurnEnd):
                check_closed(closing, self.expected_roll(), self.next_turn, record.nation)
                self.next_turn += 1
        except SaveError as error:
            raise error.at(index, kind) from None
        self.head = next_head(self.head, raw) if index else genesis_head(raw)
        if not index:
            self.genesis_head = self.head
        self.entries.append(Entry(index, kind, signer, record, self.head, raw, agreement))

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

    def _take(self, record: Record, signer: bytes) -> None:
        match record:
            case Genesis():
                self._take_genesis(record, signer)
            case Join():
                self._take_join(record, signer)
            case Start():
                self._take_start(record, signer)
            case Roll():
                self._take_roll(record)
            case Agreement():
                self._check_prev(record.prev)
                if signer not in (*self.players.values(), self.holders.host):
                    raise _stranger()
            case Orders() | TurnEnd() | Note() | RollAgain():
                self._check_prev(record.prev)
                self._check_seat(record.nation, signer)
                if isinstance(record, RollAgain):
                    self._check_again(record)

    def _take_genesis(self, genesis: Genesis, signer: bytes) -> None:
        if signer != genesis.host_key:
            raise KeyMismatchError("unknown-key", "it is not signed by the host that it names")
        self._check_table(genesis)
        commitment = verify_commitment(genesis.commitment, self.verifier)
        if commitment.game != genesis.game or commitment.host != genesis.host_key:
            raise DiceError(
                "commitment-wrong-game",
                "the dice authority's commitment is for another game or host",
                "Do not play this game: its dice can be made up.",
            )
        rehearsal = genesis.mode == "rehearsal"
        if rehearsal != (commitment.proof == REHEARSAL) or rehearsal != (
            genesis.dice_address.startswith("rehearsal:")
        ):
            raise DiceError(
                "commitment-wrong-mode",
                "rehearsal dice in a real game, or the reverse",
                "Do not play this game: its dice prove nothing.",
            )
        players = {name: key for name, key in genesis.players.items() if key is not None}
        check_pinned(self.keyring.players, genesis.host, genesis.host_key)
        if is_server(genesis.dice_address):
            check_authority(self.keyring, genesis.dice_address, commitment.authority)
        if genesis.mode == "mail":
            for name, key in players.items():
                check_pinned(self.keyring.players, name, key)
        self.genesis = genesis
        self.commitment = commitment
        self.players = players
        self.seats = dict(genesis.seats)
        self.last_seed = commitment.anchor

    @staticmethod
    def _check_table(genesis: Genesis) -> None:
        """Seats and players must name each other, keys must be sound, the host's the same."""
        seated = {player for player in genesis.seats.values() if player is not None}
        if seated != set(genesis.players):
            raise ChainError("wrong-seats", "seats and players do not name the same people")
        for key in genesis.players.values():
            if key is not None:
                check_public_key(key)
        if genesis.host in genesis.players and genesis.players[genesis.host] != genesis.host_key:
            raise ChainError("wrong-seats", "the host plays under a key other than their own")
        fixed = all(player is not None for player in genesis.seats.values()) and all(
            key is not None for key in genesis.players.values()
        )
        if genesis.mode != "mail" and not fixed:
            raise ChainError("wrong-seats", "every seat of a game that is not by mail needs a key")

    def _take_join(self, join: Join, signer: bytes) -> None:
        if join.genesis != self.genesis_head:
            raise ChainError("broken-link", "it answers the invitation to another game", ASK_AGAIN)
        if signer != join.key:
            raise KeyMismatchError("unknown-key", "it is not signed by the key that it names")
        if join.player in self.players:
            raise ChainError(
                "join-twice",
                f"{quoted(join.player)} already has a key in this game",
                "If there are two people of that name, one must choose another.",
            )
        wanted = [nation for nation, player in self.seats.items() if player == join.player]
        for nation in join.seats:
            if nation not in self.seats or self.seats[nation] not in (None, join.player):
                raise ChainError(
                    "seat-taken", f"the seat {quoted(nation)} is not free for {quoted(join.player)}"
                )
        if not set(wanted) <= set(join.seats):
            raise ChainError("wrong-seats", "it leaves out a seat that was kept for this player")
        check_pinned(self.keyring.players, join.player, join.key)
        self.players[join.player] = join.key
        for nation in join.seats:
            self.seats[nation] = join.player

    def _take_start(self, start: Start, signer: bytes) -> None:
        self._check_prev(start.prev)
        if self.genesis is None or signer != self.genesis.host_key:
            if signer in self.players.values():
                raise OutOfTurnError("not-the-host", "only the host can start the game", _HOST)
            raise KeyMismatchError("unknown-key", "only the host can start the game", _HOST)
        if start.joins != tuple(join_hash(entry.raw) for entry in self.entries[1:]):
            raise ChainError("wrong-joins", "the joins that it names are not the ones before it")
        if any(player not in self.players for player in self.seats.values()):
            raise ChainError("seat-open", "a seat is still open", "Wait for the last player.")
        self.started = True
        holders = Holders(dict(self.seats), dict(self.players), self.genesis.host_key)
        spans = holders.spans_of([*self.seats], len(self.entries))
        self.holders = replace(holders, spans=spans)

    def _take_roll(self, roll: Roll) -> None:
        check_next_roll(roll.receipt, self.expected_roll())
        if self._free_rolls().get(roll.receipt.request.asked):
            raise DiceError(
                "roll-drawn-before",
                "these dice were drawn and taken back before, so the same dice must come again",
                "A take-back gives nobody new dice; ask the sender to use those already drawn.",
            )
        self.last_seed = roll.receipt.seed
        self.next_roll += 1

    def _check_again(self, again: RollAgain) -> None:
        """A roll that was taken back comes again: the first with that content."""
        known = self.entries[again.record].record if again.record < len(self.entries) else None
        like: list[int] = []
        if isinstance(known, Roll) and known.receipt.request.nation == again.nation:
            like = self._free_rolls().get(known.receipt.request.asked, [])
        if again.record not in like:
            raise DiceError(
                "roll-again-unfit", f"record {again.record} is not a roll that waits to come again"
            )
        if like[0] != again.record:
            raise DiceError("roll-again-order", "another roll of the same kind was drawn before it")
        like.pop(0)

    def _free_rolls(self) -> dict[Asked, list[int]]:
        """Kept while records come in: finding it after a take-back takes a walk through the log."""
        if self._free is None:
            self._free = self.takebacks.free_rolls(self.entries)
        return self._free

    def _take_agreement(self, agreement: SignedProposal) -> None:
        if sum(entry.agreement is not None for entry in self.entries) >= MAX_AGREEMENTS:
            raise NotASaveError("too-large", f"there are more than {MAX_AGREEMENTS} agreements")
        check_agreement(agreement, self.log())
        motion = agreement.proposal.motion
        at = len(self.entries)
        if isinstance(motion, TakeBack):
            self.takebacks = self.takebacks.back_to(motion.record, at)
            self._free = None
        elif isinstance(motion, Substitution | KeyChange):
            self.holders = self.holders.after(motion, at)
            self.players = dict(self.holders.players)
            self.seats = dict(self.holders.seats)

    def log(self) -> Log:
        """What a proposal is checked against."""
        if self.genesis is None:
            raise ChainError("wrong-stage", "there is no genesis record yet")
        enacted = [entry.agreement for entry in self.entries if entry.agreement is not None]
        return Log(
            game=self.genesis.game,
            mode=self.genesis.mode,
            heads=tuple(entry.head for entry in self.entries),
            turns=self.next_turn - 1,
            start=next((e.index for e in self.entries if e.kind == "start"), len(self.entries)),
            takebacks=self.takebacks,
            holders=self.holders,
            keyring=self.keyring,
            used=frozenset(one.proposal.digest for one in enacted),
        )

    def expected_roll(self) -> NextRoll:
        """The place in the log of the next roll or the next end of a turn."""
        if self.commitment is None:
            raise ChainError("wrong-stage", "there is no genesis record yet")
        keys = {
            nation: self.players[player]
            for nation, player in self.seats.items()
            if player is not None and player in self.players
        }
        return NextRoll(self.commitment, self.next_roll, self.head, self.last_seed, keys)

    def _check_prev(self, prev: bytes) -> None:
        if prev != self.head:
            raise ChainError(
                "broken-link", "it does not follow from the record before it", ASK_AGAIN
            )

    def _check_seat(self, nation: str, signer: bytes) -> None:
        player = self.seats.get(nation)
        if player is not None and self.players[player] == signer:
            return
        known = [name for name, key in self.players.items() if key == signer]
        if not known:
            raise _stranger()
        name = quoted(known[0])
        raise OutOfTurnError(
            "wrong-seat",
            f"{name} signed for {quoted(nation)}, a seat that {name} does not hold",
            ASK_AGAIN,
        )


def _stranger() -> KeyMismatchError:
    return KeyMismatchError(
        "unknown-key", "it is signed by a key that nobody in this game holds", ASK_AGAIN
    )
