"""A log that was verified: what a program may know of it, and how it grows.

Whatever is appended is verified like a record that comes from outside.

Source: docs/formats/save-v1.md.
"""

import dataclasses
import os
from collections.abc import Mapping, Sequence
from typing import Final

from engine.values import replace
from pbem.dice.closing import MAX_CLOSING_BODY, Closing, seats_hash
from pbem.dice.protocol import MAX_REQUEST, Commitment, DiceRequest, RollSpec
from pbem.dice.seating import SeatList
from pbem.dice.sources import DiceSource
from pbem.motions.consent import SignedProposal
from pbem.save import format as container
from pbem.save.agreement_checks import check_proposal, missing_keys
from pbem.save.chain import end_hash, join_hash
from pbem.save.consent_records import Said
from pbem.save.dice_words import dice_kind, dice_words
from pbem.save.ending import Ending
from pbem.save.entries import LogEntry
from pbem.save.history import LogHistory
from pbem.save.holders import Holders
from pbem.save.keyring import Keyring
from pbem.save.kinds import GameState, RecordKind
from pbem.save.ledger import Ledger
from pbem.save.packing import forgotten, pack
from pbem.save.quotas import Quotas
from pbem.save.record_parts import Attached, put_together
from pbem.save.records import (
    ROLL,
    TURN_END,
    End,
    Genesis,
    Orders,
    Record,
    Start,
    TurnEnd,
    Void,
    Written,
    body_of,
)
from pbem.save.setup_checks import check_scenario
from pbem.save.step import step
from pbem.save.takebacks import Takebacks
from pbem.save.unconfirmed_keys import Unconfirmed, unconfirmed_keys
from pbem.text import quoted
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.errors import ChainError
from pbem.wire.fields import wrong_shape
from pbem.wire.shapes import sealed
from pbem.wire.signing import SigningKey, Verifier, parse_envelope

INVITING: Final = "inviting"
PLAYING: Final = "playing"


@dataclasses.dataclass(frozen=True, slots=True)
class TrustedSave:
    """A verified log. Made by `open_save`, `new_game` and the append methods only.

    `head`: 32 bytes; `next_roll`: index of the next roll, from 1; `next_turn`: number of the next
    turn end, from 1; `sources`: the dice authorities as they are now, `former`: those that they
    have replaced; `state`: "inviting" or "playing"; `unconfirmed`: keys that the keyring does not
    hold; `holders`: who holds which seat, and who did before; `takebacks`: what was taken back;
    `quotas`: what was used up of it; `packed`: the frame of all closed turns, b"" while
    there is none; `known_scenario`: the scenario, when the reader has it and the save does not;
    `played`: what the reader's own replay of a first part of the log gave, b"" for nothing.
    """

    genesis: Genesis
    entries: tuple[LogEntry, ...]
    state: GameState
    head: bytes
    next_roll: int
    next_turn: int
    sources: tuple[DiceSource, ...]
    former: tuple[DiceSource, ...]
    keyring: Keyring
    unconfirmed: tuple[Unconfirmed, ...]
    holders: Holders
    takebacks: Takebacks
    quotas: Quotas
    packed: bytes
    known_scenario: bytes | None = dataclasses.field(default=None, compare=False, repr=False)
    played: bytes = dataclasses.field(default=b"", compare=False, repr=False)

    @property
    def records(self) -> tuple[Record, ...]:
        """The typed records in log order."""
        return tuple(entry.record for entry in self.entries)

    @property
    def players(self) -> Mapping[str, bytes]:
        """Name -> public key of everyone whose key is known."""
        return self.holders.players

    @property
    def seats(self) -> Mapping[str, str | None]:
        """Nation -> player name, None while open."""
        return self.holders.seats

    @property
    def genesis_head(self) -> bytes:
        """The identity of the game's set-up, which joins answer."""
        return self.entries[0].head

    @property
    def commitment(self) -> Commitment:
        """What the first dice authority promised."""
        return self.sources[0].commitment

    @property
    def scenario(self) -> bytes | None:
        """The scenario in canonical msgpack, as it came with the save or as the reader has it.

        None when neither is so.
        """
        return self.entries[0].attached.scenario or self.known_scenario

    @property
    def frames(self) -> tuple[bytes, ...]:
        """What a file of this save holds: single records, and one frame for all closed turns."""
        if not self.packed:
            return tuple(entry.raw for entry in self.entries)
        before = tuple(entry.raw for entry in self.entries[: self.start_index + 1])
        return (*before, self.packed, *(entry.raw for entry in self.entries[self.open_index :]))

    @property
    def open_index(self) -> int:
        """The number of the first record of the turn under way, or of the next one to come."""
        ends = (e.index for e in reversed(self.entries) if isinstance(e.record, TurnEnd | Start))
        return next(ends, len(self.entries) - 1) + 1

    @property
    def start_index(self) -> int:
        """The number of the start record."""
        return next(entry.index for entry in self.entries if isinstance(entry.record, Start))

    @property
    def dice_kind(self) -> str:
        """ "rehearsal", "embedded" or "server"."""
        return dice_kind(self.sources)

    @property
    def dice_words(self) -> str:
        """In plain words, what the dice of this game prove."""
        pace = self.genesis.pace
        return dice_words(self.sources, pace.offset if pace is not None else 0)

    def player_of(self, nation: str) -> str:
        """Who holds the seat; ChainError `seat-open` or `wrong-seats` if nobody does."""
        if nation not in self.seats:
            raise ChainError("wrong-seats", f"there is no seat {quoted(nation)} in this game")
        player = self.seats[nation]
        if player is None:
            raise ChainError("seat-open", f"the seat {quoted(nation)} is still open")
        return player

    def player_then(self, nation: str, record: int) -> str:
        """Who held a seat when a record was written; "" when nobody did."""
        span = self.holders.holder_before(nation, record)
        return span.player if span is not None else self.seats.get(nation) or ""

    def holder_key(self, nation: str) -> bytes | None:
        """The key of whoever holds a seat; None when nobody does, or there is none."""
        return self.players.get(self.seats.get(nation) or "")

    def seats_of(self, key: bytes) -> tuple[str, ...]:
        """The nations whose seats a public key holds."""
        return tuple(nation for nation, held in self.seat_keys().items() if held == key)

    def seat_keys(self) -> Mapping[str, bytes]:
        """Nation -> public key, for the seats whose player is known."""
        return self.holders.keys()

    def to_bytes(self) -> bytes:
        """The save file."""
        return container.build(container.SAVE, self.frames)

    def with_scenario(self, tree: bytes) -> "TrustedSave":
        """The same save with its scenario attached; ChainError `scenario-differs`."""
        check_scenario(tree, self.genesis.scenario)
        first = replace(self.entries[0], attached=Attached(scenario=tree))
        return replace(self, entries=(first, *self.entries[1:]))

    def append_join(self, record: bytes) -> "TrustedSave":
        """With one more join record, as `make_join` or `read_join_answer` gives it."""
        return self._append(record, "join")

    def append_start(
        self,
        key: SigningKey,
        *,
        time: int,
        random: bytes | None = None,
        seated: Sequence[bytes] = (),
    ) -> "TrustedSave":
        """Started by the host, whose `key` this is; refused while a seat is open.

        seated: in a game with a pace, what each dice authority answered to `seat_registration`.
        """
        joins = tuple(join_hash(entry.body) for entry in self.entries[1:])
        kind, body = body_of(Start(self.head, joins, random or os.urandom(32), time))
        attached = Attached(tuple(seated) if self.genesis.pace is not None else ())
        record = put_together(kind, body, key.public, key.sign(kind, body), attached)
        return self._append(record, kind)

    def append_orders(
        self, nation: str, actions: Sequence[object], key: SigningKey
    ) -> "TrustedSave":
        """With a stretch of play; `actions` are plain values, one per action."""
        return self._sign(Orders(self.head, nation, tuple(_plain(item) for item in actions)), key)

    def append_roll(
        self, request: bytes, receipts: Sequence[bytes], statements: Sequence[bytes] = ()
    ) -> "TrustedSave":
        """With a signed request for this head and what each dice authority answered to it."""
        attached = Attached(tuple(receipts), tuple(statements))
        return self._append(_with_attached(ROLL, request, attached), ROLL)

    def append_void(
        self,
        nation: str,
        request: bytes,
        receipts: Sequence[bytes],
        key: SigningKey,
        statements: Sequence[bytes] = (),
    ) -> "TrustedSave":
        """With the next number declared void, since somebody else's `request` has used it up.

        nation: whose turn it is, signed with their `key`; receipts: what each dice authority
        answered to the request.  Only a replay finds whether it may be void.
        """
        kind, body = body_of(Void(self.head, nation, request))
        attached = Attached(tuple(receipts), tuple(statements))
        record = put_together(kind, body, key.public, key.sign(kind, body), attached)
        return self._append(record, kind)

    def append_turn_end(
        self, ending: Ending, closings: Sequence[bytes], statements: Sequence[bytes] = ()
    ) -> "TrustedSave":
        """Handed over: with what each dice authority answered to `Ending.request`."""
        attached = Attached(tuple(closings), tuple(statements), ending.content)
        return self._append(_with_attached(TURN_END, ending.request, attached), TURN_END)

    def sign_end(
        self,
        nation: str,
        digest: bytes,
        key: SigningKey,
        *,
        time: int,
        message: str = "",
        random: bytes | None = None,
    ) -> Ending:
        """What ends the turn of `nation` at this head, signed; nobody has closed it yet.

        `digest` is the engine's 32-byte digest of the state after the turn.  The caller must store
        this save and the result durably before any authority is asked: a turn is closed for one
        end only.
        """
        content = End(digest, message, random or os.urandom(16), time).content()
        closing = Closing(
            game=self.genesis.game,
            head=self.head,
            index=self.next_roll,
            nation=nation,
            turn=self.next_turn,
            seats=seats_hash(self.seat_keys()),
            end=end_hash(content),
        )
        return Ending(closing.sign(key), content)

    def append_consent_record(self, record: Said, key: SigningKey) -> "TrustedSave":
        """With a record of docs/formats/consent-v1.md; its `prev` must be the head."""
        return self._sign(record, key)

    def name_of(self, key: bytes) -> str:
        """The name under which a key plays or once played; "" if it never did."""
        now = [name for name, known in self.players.items() if known == key]
        once = [span.player for span in self.holders.spans if span.key == key]
        host = [self.genesis.host] if key in (self.genesis.host_key, self.holders.host) else []
        return (*now, *once, *host, "")[0]

    def check_proposal(self, signed: SignedProposal) -> tuple[bytes, ...]:
        """The keys whose consent a proposal lacks at this head; () when it can be appended.

        Raises a SaveError if it can never be agreed to here (A3 to A9).
        """
        check_proposal(signed.proposal, resume(self).log())
        return missing_keys(signed, self.holders)

    def drawn_before(self, nation: str, spec: RollSpec) -> int | None:
        """The number of the roll record that must come again; None when fresh dice are due."""
        return next(iter(self.takebacks.free_rolls(self.entries).get((nation, spec), ())), None)

    def request(self, nation: str, spec: RollSpec) -> DiceRequest:
        """The next dice request at this head; sign it with `.sign(key)`.

        The caller must store this save durably before it sends the request: once it is answered,
        the game can go on from this head only.
        """
        return DiceRequest(self.genesis.game, self.next_roll, self.head, nation, spec)

    def seat_registration(self, key: SigningKey) -> bytes:
        """The host's signed list of seats and keys, for the dice authority."""
        listed = SeatList(self.genesis.game, self.head, self.seat_keys(), self.next_turn)
        return sealed(listed, key)

    def _sign(self, record: Written, key: SigningKey) -> "TrustedSave":
        kind, body = body_of(record)
        return self._append(key.seal(kind, body), kind)

    def _append(self, record: bytes, kind: RecordKind) -> "TrustedSave":
        ledger = step(resume(self), record)
        found = ledger.history[-1].kind
        if found != kind:
            raise wrong_shape("the record", f"is not of the kind {kind}").at(
                len(self.entries), found
            )
        if kind == TURN_END:
            ledger = _packed(ledger)
        return replace(freeze(ledger), known_scenario=self.known_scenario, played=self.played)


def _with_attached(kind: RecordKind, signed: bytes, attached: Attached) -> bytes:
    """The record of a signed body and what others add to it."""
    most = MAX_CLOSING_BODY if kind == TURN_END else MAX_REQUEST
    envelope = parse_envelope(signed, most)
    key, signature = envelope.signatures[0]
    return put_together(kind, envelope.body, key, signature, attached)


def _plain(value: object) -> Plain:
    """`value` as a reader will see it, sharing nothing with the caller; or NotASaveError."""
    return decode(encode(value))


def freeze(ledger: Ledger) -> TrustedSave:
    """What a ledger has verified so far; ChainError `wrong-stage` before the genesis."""
    return TrustedSave(
        genesis=ledger.genesis,
        entries=ledger.history.entries,
        state=PLAYING if ledger.start else INVITING,
        head=ledger.history.head,
        next_roll=ledger.next_roll,
        next_turn=ledger.next_turn,
        sources=ledger.sources,
        former=ledger.former,
        keyring=ledger.keyring,
        unconfirmed=unconfirmed_keys(ledger),
        holders=ledger.holders,
        takebacks=ledger.history.takebacks,
        quotas=ledger.quotas,
        packed=ledger.packed,
    )


def _packed(ledger: Ledger) -> Ledger:
    """After the end of a turn: it is packed with those before it, without what is not kept."""
    entries, takebacks = ledger.history.entries, ledger.history.takebacks
    start, record = next((e.index, e.record) for e in entries if isinstance(e.record, Start))
    first = next((e.index + 1 for e in reversed(entries[:-1]) if e.kind == TURN_END), start + 1)
    entries = (*entries[:first], *forgotten(entries[first:]))
    packed = pack(entries[start + 1 :], record.time, len(ledger.sources))
    return replace(ledger, history=LogHistory(entries, takebacks), packed=packed)


def resume(save: TrustedSave) -> Ledger:
    """A ledger at the end of `save`, which is not verified again."""
    start = save.start_index if save.state == PLAYING else 0
    return Ledger(
        keyring=save.keyring,
        verifier=Verifier(),
        history=LogHistory(save.entries, save.takebacks),
        start=start,
        holders=save.holders,
        next_roll=save.next_roll,
        next_turn=save.next_turn,
        sources=save.sources,
        former=save.former,
        quotas=save.quotas,
        packed=save.packed,
    )
