"""The only door from bytes to a `TrustedSave`, and the way to append to one.

What is trusted: every record is signed by whoever had to sign it, in this order, in this game,
every die follows from the committed seeds, and the authority vouches that no roll was left out when
a turn ended. What is not: that the orders are legal and that the nation was to move, which the
engine's replay decides.

Source: docs/formats/save-v1.md.

A host founds a game, and whoever gets its bytes can check them:

>>> from pbem.dice.rehearsal import RehearsalClient
>>> from pbem.save.invite import new_game
>>> from pbem.save.keyring import Keyring
>>> from pbem.save.trust import open_save
>>> from pbem.wire.signing import SigningKey
>>> key, game = SigningKey.generate(), bytes(16)
>>> save = new_game(
...     host="Ann", key=key, game=game, name="Our game", mode="rehearsal", rules="1",
...     scenario={}, options={}, seats={"Reds": "Ann"},
...     players={"Ann": key.public}, dice_address="rehearsal:example",
...     commitment=RehearsalClient("example").register(game, key.public), time=0,
... )
>>> data = save.to_bytes()
>>> opened = open_save(data)
>>> opened == save, opened.state
(True, 'inviting')

A key that is not pinned is named; where another key is pinned, the save is not opened:

>>> [(one.role, one.name) for one in opened.unconfirmed]
[('host', 'Ann')]
>>> open_save(data, Keyring({"Ann": SigningKey.generate().public}))
Traceback (most recent call last):
pbem.save.errors.KeyMismatchError: ...

Nor is a save of which a byte was changed:

>>> open_save(data[:-1] + bytes([data[-1] ^ 1]))
Traceback (most recent call last):
pbem.wire.errors.ChainError: ...
"""

import secrets
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.values import dataclass
from pbem.dice.closing import Closing
from pbem.dice.protocol import REHEARSAL, Commitment, Request, RollSpec
from pbem.save import format as container
from pbem.save.agreement_checks import Holders, SignedProposal, check_proposal, missing_keys
from pbem.save.chain import join_hash
from pbem.save.consent_records import Agreement, Note, RollAgain
from pbem.save.keyring import Keyring
from pbem.save.ledger import Entry, Ledger
from pbem.save.records import Genesis, Orders, Record, Start, TurnEnd, Written, body_of
from pbem.save.takebacks import Takebacks
from pbem.text import quoted
from pbem.wire.address import is_server
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.consent import KeyChange
from pbem.wire.errors import ChainError, SaveError
from pbem.wire.fields import wrong_shape
from pbem.wire.signing import SigningKey, Verifier

INVITING = "inviting"
PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A key that was taken on trust: `role` is "player", "host" or "dice authority"."""

    role: str
    name: str
    key: bytes


@dataclass(frozen=True, slots=True)
class TrustedSave:
    """A verified log. Made by `open_save`, `new_game` and the append methods only.

    `players`: name -> public key of everyone whose key is known; `seats`: nation -> player name,
    None while open; `head`: 32 bytes; `next_roll`: index of the next roll, from 1; `next_turn`:
    number of the next turn end, from 1; `last_seed`: s[next_roll - 1]; `state`: "inviting" or
    "playing"; `unconfirmed`: keys that the keyring does not hold; `holders`: who holds which seat,
    and who did before (empty until the start); `takebacks`: what was taken back.
    """

    genesis: Genesis
    commitment: Commitment
    entries: tuple[Entry, ...]
    players: Mapping[str, bytes]
    seats: Mapping[str, str | None]
    state: str
    head: bytes
    next_roll: int
    next_turn: int
    last_seed: bytes
    keyring: Keyring
    unconfirmed: tuple[Unconfirmed, ...]
    holders: Holders
    takebacks: Takebacks

    @property
    def records(self) -> tuple[Record, ...]:
        """The typed records in log order."""
        return tuple(entry.record for entry in self.entries)

    @property
    def genesis_head(self) -> bytes:
        """The identity of the game's set-up, which joins answer."""
        return self.entries[0].head

    @property
    def dice_kind(self) -> str:
        """ "rehearsal", "embedded" or "server"."""
        if self.commitment.proof == REHEARSAL:
            return REHEARSAL
        return "server" if is_server(self.genesis.dice_address) else "embedded"

    @property
    def dice_words(self) -> str:
        """In plain words, what the dice of this game prove."""
        if self.dice_kind == REHEARSAL:
            return "Rehearsal: the dice come from a known seed and prove nothing."
        if self.dice_kind == "embedded":
            return (
                "Embedded dice, committed before the game: no player can choose, foresee, repeat "
                "or discard them, but whoever runs the computer they live on could look ahead."
            )
        return (
            "Dice from the authority at the address in the save, committed before the game: "
            "nobody can choose, foresee, repeat or discard them unless the authority helps."
        )

    def player_of(self, nation: str) -> str:
        """Who holds the seat; ChainError `seat-open` or `wrong-seats` if nobody does."""
        if nation not in self.seats:
            raise ChainError("wrong-seats", f"there is no seat {quoted(nation)} in this game")
        player = self.seats[nation]
        if player is None:
            raise ChainError("seat-open", f"the seat {quoted(nation)} is still open")
        return player

    def seat_keys(self) -> Mapping[str, bytes]:
        """Nation -> public key, for the seats whose player is known."""
        return _resume(self).expected_roll().seats

    def to_bytes(self) -> bytes:
        """The save file."""
        return container.build(container.SAVE, tuple(entry.raw for entry in self.entries))

    def append_join(self, record: bytes) -> "TrustedSave":
        """With one more join record, as `make_join` or `read_join_answer` gives it."""
        return self._append(record, "join")

    def append_start(
        self, key: SigningKey, *, time: int, random: bytes | None = None
    ) -> "TrustedSave":
        """Started by the host, whose `key` this is; refused while a seat is open."""
        joins = tuple(join_hash(entry.raw) for entry in self.entries[1:])
        return self._sign(Start(self.head, joins, random or secrets.token_bytes(32), time), key)

    def append_orders(
        self, nation: str, actions: Sequence[object], key: SigningKey
    ) -> "TrustedSave":
        """With a stretch of play; `actions` are plain values, one per action."""
        return self._sign(Orders(self.head, nation, tuple(_plain(item) for item in actions)), key)

    def append_roll(self, receipt: bytes) -> "TrustedSave":
        """With the receipt that the dice authority gave to a request for this head."""
        return self._append(receipt, "roll")

    def append_turn_end(
        self,
        nation: str,
        digest: bytes,
        closing: bytes,
        key: SigningKey,
        *,
        time: int,
        message: str = "",
        standing: object = None,
        random: bytes | None = None,
    ) -> "TrustedSave":
        """Handed over: `digest` is the engine's 32-byte digest of the state after the turn.

        `closing` is what the dice authority answered to `closing_request` at this head.
        """
        fresh = random or secrets.token_bytes(32)
        end = TurnEnd(self.head, nation, digest, closing, message, _plain(standing), fresh, time)
        return self._sign(end, key)

    def append_consent_record(
        self, record: Agreement | RollAgain | Note, key: SigningKey
    ) -> "TrustedSave":
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
        check_proposal(signed.proposal, _resume(self).log())
        return missing_keys(signed, self.holders)

    def drawn_before(self, nation: str, spec: RollSpec) -> int | None:
        """The number of the roll record that must come again; None when fresh dice are due."""
        return next(iter(self.takebacks.free_rolls(self.entries).get((nation, spec), ())), None)

    def request(self, nation: str, spec: RollSpec) -> Request:
        """The next dice request at this head; sign it with `.sign(key)`.

        The caller must store this save durably before it sends the request: once it is answered,
        the game can go on from this head only.
        """
        return Request(self.genesis.game, self.next_roll, self.head, nation, spec)

    def closing_request(self, nation: str) -> Closing:
        """What closes the turn of `nation` at this head; sign it with `.sign(key)`.

        The caller must store this save durably before sending it: a turn is closed only once.
        """
        return Closing(self.genesis.game, self.head, self.next_roll, nation, self.next_turn)

    def seat_registration(self, key: SigningKey) -> bytes:
        """The host's signed list of seats and keys, for the dice authority, after the start."""
        body = encode(
            {
                "game": self.genesis.game,
                "head": self.head,
                "kind": "seats",
                "seats": self.seat_keys(),
            }
        )
        return key.seal("seats", body)

    def _sign(self, record: Written, key: SigningKey) -> "TrustedSave":
        kind, body = body_of(record)
        return self._append(key.seal(kind, body), kind)

    def _append(self, record: bytes, kind: str) -> "TrustedSave":
        ledger = _resume(self)
        ledger.add(record)
        if ledger.entries[-1].kind != kind:
            raise wrong_shape("the record", f"is not of the kind {kind}").at(
                len(self.entries), ledger.entries[-1].kind
            )
        return _freeze(ledger)


@dataclass(frozen=True, slots=True)
class Inspection:
    """What could be verified, and what was wrong after it: for looking at the last good state."""

    save: TrustedSave | None
    error: SaveError | None


def open_save(data: bytes, keyring: Keyring | None = None) -> TrustedSave:
    """Verify a save file completely; the error of the first bad record otherwise.

    Raises any SaveError, by exit code: NotASaveError 3, ChainError 4, KeyMismatchError 5,
    DiceError 7, OutOfTurnError 8.
    """
    inspection = inspect_save(data, keyring)
    if inspection.error is not None:
        raise inspection.error
    if inspection.save is None:
        raise ChainError("wrong-stage", "there is no genesis record")
    return inspection.save


def inspect_save(data: bytes, keyring: Keyring | None = None) -> Inspection:
    """Like `open_save`, but keeps the verified part before the first bad record."""
    ledger = Ledger(keyring or Keyring(), Verifier())
    error: SaveError | None = None
    try:
        for record in container.parse(data, container.SAVE).records:
            ledger.add(record)
    except SaveError as caught:
        error = caught
    return Inspection(_freeze(ledger) if ledger.entries else None, error)


def found_game(genesis: Genesis, key: SigningKey, keyring: Keyring | None = None) -> TrustedSave:
    """A save that holds nothing but this genesis, signed by the host and checked like any other."""
    kind, body = body_of(genesis)
    ledger = Ledger(keyring or Keyring(), Verifier())
    ledger.add(key.seal(kind, body))
    return _freeze(ledger)


def _plain(value: object) -> Plain:
    """`value` as a reader will see it, sharing nothing with the caller; or NotASaveError."""
    return decode(encode(value))


def _freeze(ledger: Ledger) -> TrustedSave:
    genesis, commitment = ledger.genesis, ledger.commitment
    if genesis is None or commitment is None:
        raise ChainError("wrong-stage", "there is no genesis record")
    return TrustedSave(
        genesis=genesis,
        commitment=commitment,
        entries=tuple(ledger.entries),
        players=MappingProxyType(dict(ledger.players)),
        seats=MappingProxyType(dict(ledger.seats)),
        state=PLAYING if ledger.started else INVITING,
        head=ledger.head,
        next_roll=ledger.next_roll,
        next_turn=ledger.next_turn,
        last_seed=ledger.last_seed,
        keyring=ledger.keyring,
        unconfirmed=_unconfirmed(genesis, commitment, ledger),
        holders=ledger.holders,
        takebacks=ledger.takebacks,
    )


def _resume(save: TrustedSave) -> Ledger:
    """A ledger at the end of `save`, without verifying it again."""
    ledger = Ledger(save.keyring, Verifier())
    ledger.entries = list(save.entries)
    ledger.genesis = save.genesis
    ledger.commitment = save.commitment
    ledger.genesis_head = save.genesis_head
    ledger.head = save.head
    ledger.started = save.state == PLAYING
    ledger.players = dict(save.players)
    ledger.seats = dict(save.seats)
    ledger.next_roll = save.next_roll
    ledger.next_turn = save.next_turn
    ledger.last_seed = save.last_seed
    ledger.holders = save.holders
    ledger.takebacks = save.takebacks
    return ledger


def _unconfirmed(
    genesis: Genesis, commitment: Commitment, ledger: Ledger
) -> tuple[Unconfirmed, ...]:
    """Keys to compare by phone; only the host's matters in a game on one computer.

    A pinned key vouches for the one that it was changed to by its owner.
    """
    keyring = ledger.keyring
    followers: dict[bytes, bytes] = {}
    for entry in ledger.entries:
        motion = entry.agreement.proposal.motion if entry.agreement is not None else None
        if isinstance(motion, KeyChange) and not motion.lost:
            followers[motion.old] = motion.key
    host = ledger.holders.host or genesis.host_key
    found: list[Unconfirmed] = []
    if not _vouches(keyring.players.get(genesis.host), host, followers):
        found.append(Unconfirmed("host", genesis.host, host))
    if genesis.mode == "mail":
        for name, key in sorted(ledger.players.items()):
            if name == genesis.host and key == host:
                continue
            if not _vouches(keyring.players.get(name), key, followers):
                found.append(Unconfirmed("player", name, key))
    address = genesis.dice_address
    if is_server(address) and not keyring.keys_at(address):
        found.append(Unconfirmed("dice authority", address, commitment.authority))
    return tuple(found)


def _vouches(pinned: bytes | None, key: bytes, followers: Mapping[bytes, bytes]) -> bool:
    """Whether a pinned key is this one, or was changed to it by its owner, step by step."""
    # Bounded: a player may change back to a key that they had before.
    for _ in followers:
        if pinned is not None and pinned != key:
            pinned = followers.get(pinned)
    return pinned == key
