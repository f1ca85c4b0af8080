"""A second reader of saves, written from docs/formats/save-v1.md and dice-v1.md alone.

It shares no code with the program and was written without looking at it, so that a mistake in one
of the two shows as a difference. It checks all that a save proves by itself: the container, the
canonical encoding, the chain of heads, every signature, the seats, and every die. It does not
replay the game. `python -m tests.support.independent_reader FILE...` prints one line per file.
"""

import hashlib
import re
import sys
import zlib
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from tests.support.independent_consent import (
    CONTENT,
    REPLACING,
    Agreed,
    Line,
    Table,
    check_consents,
    check_word,
    open_agreement,
)
from tests.support.independent_dice import (
    Authority,
    apply,
    authority_of,
    open_commitment,
    open_statements,
    sha,
)
from tests.support.independent_envelope import (
    Refused,
    Signed,
    check_shape,
    decode,
    demand,
    encode,
    fits,
    is_sound,
    open_envelope,
    open_inside,
    open_record,
    roll_dice,
)
from tests.support.independent_packing import Packed, Unpacked, is_packed

SAVE, JOIN, CARD, PROPOSAL = 1, 2, 3, 4
MIB = 1 << 20
MAGIC = bytes.fromhex("89 50 42 45 4D 0D 0A 1A")
NOTHING: Mapping[str, bytes] = MappingProxyType({})
NO_SERVERS: Mapping[str, Collection[bytes]] = MappingProxyType({})
ALL_OR_NONE = ([True] * 3, [False] * 3)
STAGES = {"genesis": 0, "join": 1, "start": 1}


@dataclass(frozen=True, slots=True)
class Report:
    """What a file that verifies holds. `state` is inviting or playing, or else join or card."""

    records: int
    rolls: int
    dice: int
    players: tuple[str, ...]
    head: bytes
    state: str


def unpack(data: bytes, want: int) -> list[bytes]:
    """Section "Container": the records of a file of the wanted kind."""
    demand(data[:8] == MAGIC, "not-a-save")
    demand(len(data) >= 42, "file-damaged")
    demand(data[8] == 1 and 1 <= data[9] <= 5, "unknown-version")
    demand(len(data) <= 16 * MIB, "too-large")
    demand(data[9] == want, "wrong-kind")
    demand(data[10:42] == hashlib.sha256(data[:10] + data[42:]).digest(), "file-damaged")
    limit = {SAVE: 64 * MIB, PROPOSAL: MIB}.get(want, 64 << 10)
    stream = zlib.decompressobj()
    try:
        log = stream.decompress(data[42:], limit + 1)
    except zlib.error as error:
        raise Refused("malformed") from error
    demand(len(log) <= limit, "too-large")
    demand(stream.eof and not stream.unused_data, "malformed")
    records: list[bytes] = []
    at = 0
    while at < len(log):
        here = len(records)
        demand(here < {SAVE: 100_000, PROPOSAL: 65}.get(want, 1), "too-large", here)
        demand(at + 4 <= len(log), "malformed", here)
        size = int.from_bytes(log[at : at + 4], "big")
        demand(want == SAVE or size <= body_limit(want) + 65_536, "too-large", here)
        demand(at + 4 + size <= len(log), "malformed", here)
        records.append(log[at + 4 : at + 4 + size])
        at += 4 + size
    demand(bool(records), "malformed")
    return records


def body_limit(want: int) -> int:
    return 4096 if want == CARD else MIB


def plain_url(address: str) -> str:
    """The form in which addresses of dice servers are compared (section The keyring)."""
    match = re.fullmatch(
        r"(?i)(https?)://(\[[0-9a-f:.]+\]|[^\[\]:/@?#]+)(?::([0-9]*))?(/[^?#]*)?", address
    )
    if match is None:
        return address
    scheme, host, port, path = match.groups()
    usual = {"https": 443, "http": 80}[scheme.lower()]
    kept = "" if not port or int(port) == usual else f":{int(port)}"
    return f"{scheme.lower()}://{host.lower()}{kept}{(path or '').rstrip('/')}"


@dataclass(slots=True)
class Game:
    """The log so far; `names` and `servers` are the keyring of the reader."""

    names: Mapping[str, bytes]
    servers: Mapping[str, Collection[bytes]]
    head: bytes = b""
    stage: int = 0
    genesis: Signed = field(init=False)
    genesis_head: bytes = b""
    authorities: list[Authority] = field(default_factory=list)
    rolls: int = 0
    dice: int = 0
    turns: int = 0
    time: int = 0
    is_packed: bool = False
    spent: Counter[object] = field(default_factory=Counter)
    ever: dict[str, set[bytes]] = field(default_factory=dict)
    joins: list[bytes] = field(default_factory=list)
    seats: dict[str, str | None] = field(default_factory=dict)
    keys: dict[str, bytes] = field(default_factory=dict)
    heads: list[bytes] = field(default_factory=list)
    started: int = 0
    agreements: int = 0
    size: int = 0
    host: bytes = b""
    used: set[object] = field(default_factory=set)
    withdrawn: set[object] = field(default_factory=set)
    line: Line = field(default_factory=Line)

    def add(self, index: int, raw: bytes) -> None:
        """Section "Verification" for one single record."""
        demand(len(raw) <= (5 if index == 0 else 1) * MIB + 65_536, "too-large")
        opened = open_record(raw, MIB)
        signer = opened.signer()
        kind = opened.get("kind", str)
        request = inside = opened
        if kind == "void":
            inside = open_inside(opened.get("request", bytes), 4096, "request", "request")
        receipts: list[Signed] = []
        if kind in ("request", "void", "turn_end"):
            name, body, word = "receipts", "roll", "receipt"
            if kind == "turn_end":
                name, body, word = "closings", "closed", "closing"
            receipts = [open_inside(one, 256, body, word) for one in _bins(opened.attached[name])]
        statements = open_statements(_bins(opened.attached.get("statements", [])))
        agreed = open_agreement(opened) if kind == "agreement" else None
        for one in _bins(opened.attached.get("seated", [])):
            receipts.append(open_inside(one, 256, "seated", "seated"))
        demand(self.stage == STAGES.get(kind, 2), "wrong-stage")
        # A single end of a turn has its place before it is packed only: in no file.
        demand(kind != "turn_end", "wrong-stage")
        self.count_record(kind, opened.body, index)
        if kind in ("request", "void"):
            request = inside
            if kind == "void":
                self.follow(opened, signer)
            apply(statements, self.authorities)
            seeds = self.check_receipts(receipts)
            self.add_roll(opened, request, seeds, signer, index, receipts)
            self.close_record(opened, seeds)
            return
        self.add_plain(opened, signer, agreed, index)
        if kind == "start":
            self.check_seated(receipts)

    def check_seated(self, seated: list[Signed]) -> None:
        """Since when each authority knows the seats, in a game with a pace."""
        if self.genesis.fields["pace"] is None:
            demand(not seated, "wrong-shape")
            return
        demand(len(seated) == len(self.authorities), "seated-missing")
        seats = sha("seats", encode(dict(Table(self.seats, self.keys, self.host).holders())))
        for one, authority in zip(seated, self.authorities, strict=True):
            demand(one.signatures[0][0] == authority.key, "seated-wrong-authority")
            fit = one.fields["game"] == self.genesis.fields["game"] and one.fields["seats"] == seats
            demand(fit, "seated-unfit")

    def add_plain(self, opened: Signed, signer: bytes, agreed: Agreed | None, index: int) -> None:
        """Every record but rolls, void records and ends of turns."""
        kind = opened.get("kind", str)
        if kind == "genesis":
            self.add_genesis(opened, signer)
            self.genesis_head = self.head = sha("genesis", opened.body)
            self.heads.append(self.head)
            return
        if kind == "join":
            self.add_join(opened, signer)
            self.joins.append(sha("join", opened.body))
        elif kind == "start":
            demand(opened.fields["prev"] == self.head, "broken-link")
            self.add_start(opened, signer)
            self.started = index
        elif agreed is not None:
            demand(opened.fields["prev"] == self.head, "broken-link")
            demand(signer in (*self.keys.values(), self.host), "unknown-key")
            self.add_agreement(agreed, opened.body, index)
        else:
            self.follow(opened, signer)
            if kind == "orders":
                self.spend("actions", 5_000, len(opened.get("actions", list)))
            if kind in ("note", "absence"):
                self.spend("notes", 100, of=signer)
            if kind == "roll_again":
                self.add_again(opened, index)
        self.close_record(opened, [])

    def spend(self, what: str, most: int, count: int = 1, of: object = None) -> None:
        """Section "Quotas"; of: the key of the player for whom it is counted."""
        self.spent[what, of] += count
        demand(self.spent[what, of] <= most, f"too-many-{what}")

    def count_record(self, kind: str, body: bytes, index: int) -> None:
        """Section "Quotas": what a turn may hold, and the share of the end of the game."""
        if kind in ("genesis", "join", "start", "agreement", "turn_end"):
            return
        self.count_bytes(body, index)
        if kind == "void":
            return
        self.spend("records", 2_000)
        self.spend("bytes", 262_144, len(body))
        if kind == "request":
            self.spend("rolls", 1_000)

    def count_bytes(self, body: bytes, index: int) -> None:
        """The share of the log that is left when one player may add no more."""
        demand(index < 98_000, "too-many-records")
        self.size += len(body)
        demand(self.size <= 12_582_912, "too-many-bytes")

    def count_agreement(self, agreed: Agreed, body: bytes, index: int) -> None:
        """The same for agreements: of one player, or of all."""
        what = agreed.what
        if what["kind"] in ("surrender", "withdrawal") or what.get("lost") is False:
            self.spend("agreements", 4, of=what.get("old", what.get("by", agreed.proposer)))
            self.count_bytes(body, index)
            self.spend("bytes", 262_144, len(body))
            return
        self.agreements += 1
        demand(self.agreements <= 1_000, "too-many-agreements")

    def follow(self, opened: Signed, signer: bytes) -> None:
        """The link, and the seat of whoever signed."""
        demand(opened.fields.get("prev", self.head) == self.head, "broken-link")
        other = "wrong-seat" if signer in self.keys.values() else "unknown-key"
        demand(signer == self.seat_key(opened), other)

    def close_record(self, opened: Signed, seeds: list[bytes]) -> None:
        """The head after a record, and who has held which seat by then."""
        self.head = sha("head", self.head, opened.body, *seeds)
        self.heads.append(self.head)
        for nation, key in Table(self.seats, self.keys, self.host).holders().items():
            self.ever.setdefault(nation, set()).add(key)

    def add_packed(self, frame: bytes, index: int) -> int:
        """Section "Packed turns": all of them, one after the other; the number after the last."""
        try:
            demand(self.stage == 2 and index == self.started + 1, "wrong-stage")
            demand(not self.is_packed, "wrong-stage")
            self.is_packed = True
            packed = Packed(frame, len(self.authorities), self.time)
            demand(index + len(packed.kinds) <= 100_000, "too-large")
        except Refused as refused:
            raise Refused(refused.code, index) from refused
        for unpacked in packed.records(self.here):
            try:
                self.add_unpacked(unpacked, packed, index)
            except Refused as refused:
                raise Refused(refused.code, index) from refused
            index += 1
        return index

    def here(self) -> Mapping[str, object]:
        """What a record says about the log before it."""
        holders = Table(self.seats, self.keys, self.host).holders()
        return {
            "head": self.head,
            "game": self.genesis.fields["game"],
            "index": self.rolls + 1,
            "turn": self.turns + 1,
            "seats": sha("seats", encode(dict(holders))),
        }

    def add_unpacked(self, unpacked: Unpacked, packed: Packed, index: int) -> None:
        opened, signer = unpacked.record, unpacked.key
        kind = opened.get("kind", str)
        demand(len(opened.body) <= MIB, "too-large")
        check_shape(opened)
        if opened.signatures:
            opened.signer()
        request, agreed = opened, None
        if kind == "void":
            request = open_inside(opened.get("request", bytes), 4096, "request", "request")
        if kind == "agreement":
            agreed = open_agreement(opened)
        statements = open_statements(packed.statements(index - self.started - 1))
        self.count_record(kind, opened.body, index)
        if kind == "turn_end":
            self.follow(opened, signer)
            apply(statements, self.authorities)
            self.close_packed(opened, packed)
            self.close_record(opened, [])
        elif kind in ("request", "void"):
            if kind == "void":
                self.follow(opened, signer)
            apply(statements, self.authorities)
            self.add_roll(opened, request, unpacked.seeds, signer, index, [])
            self.close_record(opened, unpacked.seeds)
        else:
            self.add_plain(opened, signer, agreed, index)

    def close_packed(self, opened: Signed, packed: Packed) -> None:
        """The closings of an end, made again: what each authority must have signed."""
        turn = packed.turn_of[len(self.heads) - self.started - 1]
        for number, authority in enumerate(self.authorities):
            time, signature = packed.closing(turn, number)
            fields: dict[str, object] = {
                "answered": authority.answered,
                "kind": "closed",
                "request": sha("request", opened.body),
                "time": time,
            }
            demand(fits(time, "i0-253402300799"), "closing-malformed")
            closing = Signed(fields, encode(fields), [(authority.key, signature)])
            closing.signer_or("closing-bad-signature")
        self.turns += 1
        self.spent.clear()

    def seat_key(self, opened: Signed) -> bytes | None:
        return self.keys.get(self.seats.get(opened.get("nation", str)) or "")

    def pinned(self, pins: Mapping[str, bytes], name: str, key: bytes) -> None:
        demand(pins.get(name, key) == key, "key-contradicts-keyring")

    def add_genesis(self, opened: Signed, signer: bytes) -> None:
        host, host_key = opened.get("host", str), opened.get("host_key", bytes)
        mode = opened.get("mode", str)
        players: dict[str, bytes | None] = opened.get("players", dict)
        self.seats = dict(opened.get("seats", dict))
        demand(signer == host_key, "unknown-key")
        demand({p for p in self.seats.values() if p is not None} == set(players), "wrong-seats")
        self.keys = {name: key for name, key in players.items() if key is not None}
        demand(all(map(is_sound, self.keys.values())), "bad-key")
        demand(players.get(host, host_key) == host_key, "wrong-seats")
        guests = [key for name, key in players.items() if name != host and key is not None]
        timed = mode == "mail" and opened.fields["pace"] is not None
        demand(not (timed and guests), "wrong-seats")
        is_full = None not in self.seats.values() and None not in players.values()
        demand(mode == "mail" or is_full, "wrong-seats")
        signs = [mode == "rehearsal"]
        for number, named in enumerate(opened.get("dice", list)):
            commitment = open_commitment(named["commitment"])
            asked = commitment.fields
            same = asked["game"] == opened.fields["game"] and asked["host"] == host_key
            demand(same and asked["first"] == 1, "commitment-wrong-game")
            authority = authority_of(commitment)
            before = self.authorities[0].key if number else None
            demand(authority.key != before, "commitment-twice")
            demand(asked["before"] == before, "commitment-wrong-order")
            self.authorities.append(authority)
            signs.append(asked["proof"] == "rehearsal")
            signs.append(str(named["address"]).startswith("rehearsal:"))
        is_rehearsal = all(signs)
        demand(is_rehearsal or not any(signs), "commitment-wrong-mode")
        demand(not is_rehearsal or len(self.authorities) == 1, "commitment-wrong-mode")
        self.check_scenario(opened)
        self.pinned(self.names, host, host_key)
        for named, authority in zip(opened.get("dice", list), self.authorities, strict=True):
            address = str(named["address"])
            if address.startswith(("https://", "http://")):
                known = self.servers.get(plain_url(address), (authority.key,))
                demand(authority.key in known, "key-contradicts-keyring")
        for name in sorted(self.keys) if mode == "mail" else ():
            self.pinned(self.names, name, self.keys[name])
        self.genesis, self.stage = opened, 1

    def check_scenario(self, opened: Signed) -> None:
        """The attached scenario, if there is one, is the one that the body names."""
        raw = opened.attached["scenario"]
        if isinstance(raw, bytes):
            demand(fits(decode(raw), "m0-10000=*") and len(raw) <= 4 * MIB, "wrong-shape")
            demand(sha("scenario", raw) == opened.fields["scenario"], "scenario-differs")

    def add_join(self, opened: Signed, signer: bytes) -> None:
        player, seats = opened.get("player", str), opened.get("seats", list)
        demand(opened.fields["genesis"] == self.genesis_head, "broken-link")
        demand(signer == opened.fields["key"], "unknown-key")
        demand(player not in self.keys, "join-twice")
        kept = {seat for seat, holder in self.seats.items() if holder == player}
        free = {seat for seat, holder in self.seats.items() if holder is None}
        demand(set(seats) <= kept | free, "seat-taken")
        demand(kept <= set(seats), "wrong-seats")
        if self.genesis.fields["mode"] == "mail":
            self.pinned(self.names, player, signer)
        self.seats.update(dict.fromkeys(seats, player))
        self.keys[player] = signer

    def add_start(self, opened: Signed, signer: bytes) -> None:
        other = "not-the-host" if signer in self.keys.values() else "unknown-key"
        demand(signer == self.genesis.fields["host_key"], other)
        demand(opened.fields["joins"] == self.joins, "wrong-joins")
        demand(all(holder in self.keys for holder in self.seats.values()), "seat-open")
        self.stage, self.host, self.time = 2, signer, opened.get("time", int)

    def add_agreement(self, agreed: Agreed, body: bytes, index: int) -> None:
        """consent-v1.md, A3 to A12."""
        fields, what = agreed.proposal.fields, agreed.what
        game = self.genesis.fields["game"]
        self.count_agreement(agreed, body, index)
        demand(fields["game"] == game, "proposal-wrong-game")
        demand(fields["head"] in self.heads, "proposal-other-history")
        fixed = what["kind"] in ("edit", "take_back")
        demand(not fixed or fields["head"] == self.head, "proposal-old-head")
        demand(agreed.proposal.get("until", int) >= self.turns, "proposal-lapsed")
        demand(agreed.digest not in self.used, "agreement-twice")
        mark = (agreed.digest, agreed.proposer)
        demand(mark not in self.withdrawn, "proposal-withdrawn")
        table = Table(self.seats, self.keys, self.host)
        demand(table.fits(what, self.genesis.fields["pace"]), "agreement-unfit")
        demand(what["kind"] != "withdrawal" or what["proposal"] not in self.used, "agreement-unfit")
        renewed = self.renewed(what)
        goal = what.get("record")
        if isinstance(goal, int):
            there = self.started <= goal < index and goal not in self.line.gone
            demand(there and self.heads[goal] == what["to"], "agreement-unfit")
        check_consents(agreed, table.wanted(what), game)
        taking = what["kind"] in ("substitution", "player_and_dice")
        if taking and self.genesis.fields["mode"] == "mail":
            key = what["key"]
            assert isinstance(key, bytes)
            self.pinned(self.names, str(what["player"]), key)
        following = list(self.authorities)
        if renewed is not None:
            following[int(str(what["which"]))] = renewed
        last = check_word(
            agreed, table, self.genesis.fields["pace"], following, (game, self.turns + 1)
        )
        self.turns = max(self.turns, last)
        self.used.add(agreed.digest)
        if what["kind"] == "withdrawal":
            self.withdrawn.add((what["proposal"], what["by"]))
        table.change(what)
        if what["kind"] == "key_change":
            for name in ("notes", "agreements"):
                self.spent[name, what["key"]] = self.spent.pop((name, what["old"]), 0)
        self.host = table.host
        self.authorities = following
        if what["kind"] == "void_turn":
            self.turns = int(str(what["turn"]))
        if isinstance(goal, int):
            self.line.gone |= set(range(goal + 1, index))

    def add_again(self, opened: Signed, index: int) -> None:
        """A roll that was taken back comes again."""
        roll = opened.get("record", int)
        content = self.line.rolls.get(roll, ())
        fit = roll in self.line.free() and content[0] == opened.fields["nation"]
        demand(fit, "roll-again-unfit")
        demand(self.line.first_like(content) == roll, "roll-again-order")
        self.line.again[index] = roll

    def renewed(self, what: Mapping[str, object]) -> Authority | None:
        """A7 for what is about dice; the new authority, if there is to be one."""
        last = int(str(what.get("index") or what.get("given_up") or 0))
        if last:
            demand(self.rolls + 1 <= last <= self.rolls + 1_000, "agreement-unfit")
        if what["kind"] == "void_turn":
            demand(what["turn"] == self.turns + 1, "agreement-unfit")
        if what["kind"] not in REPLACING:
            return None
        demand(what["kind"] == "new_dice" or len(self.authorities) == 2, "agreement-unfit")
        raw, which = what["commitment"], what["which"]
        try:
            commitment = open_commitment(raw if isinstance(raw, bytes) else b"")
        except Refused as refused:
            raise Refused("agreement-unfit") from refused
        fields, authority = commitment.fields, authority_of(commitment)
        holders = Table(self.seats, self.keys, self.host).players()
        hosts = (self.host, self.genesis.fields["host_key"], *holders)
        fit = fields["proof"] == "committed" and fields["host"] in hosts
        fit = fit and fields["game"] == self.genesis.fields["game"]
        fit = fit and not str(what["address"]).startswith("rehearsal:")
        fit = fit and isinstance(which, int) and which < len(self.authorities)
        fit = fit and fields["before"] == (self.authorities[0].committed if which else None)
        fit = fit and self.genesis.fields["mode"] != "rehearsal"
        fit = fit and authority.first == self.rolls + 1
        fit = fit and authority.key not in [each.key for each in self.authorities]
        demand(fit, "agreement-unfit")
        return authority

    def check_receipts(self, receipts: list[Signed]) -> list[bytes]:
        """R3: one receipt of each authority; the seeds that they open."""
        demand(len(receipts) == len(self.authorities), "receipt-missing")
        for receipt, authority in zip(receipts, self.authorities, strict=True):
            demand(receipt.signatures[0][0] == authority.key, "receipt-wrong-authority")
        return [receipt.get("seed", bytes) for receipt in receipts]

    def add_roll(
        self,
        opened: Signed,
        request: Signed,
        seeds: list[bytes],
        signer: bytes,
        at: int,
        receipts: list[Signed],
    ) -> None:
        """dice-v1.md, R4 to R10, or V2 to V4 of a void record."""
        index, is_void = self.rolls + 1, request is not opened
        demand(request.fields["game"] == self.genesis.fields["game"], "roll-wrong-game")
        demand(request.fields["index"] == index, "roll-wrong-index")
        for authority in self.authorities:
            demand(index < authority.first + authority.length, "chain-exhausted")
        if is_void:
            holders = self.ever.get(request.get("nation", str), set())
            demand(request.signatures[0][0] in holders, "request-wrong-signer")
        else:
            demand(request.fields["head"] == self.head, "roll-wrong-head")
            demand(signer == self.seat_key(request), "request-wrong-signer")
        digest = sha("request", request.body)
        demand(all(one.fields["request"] == digest for one in receipts), "receipt-other-request")
        for authority, seed in zip(self.authorities, seeds, strict=True):
            demand(sha("seed", seed) == authority.seed, "seed-not-in-chain")
            authority.seed = seed
            authority.answer(request.body)
        self.rolls = index
        if is_void:
            return
        content = tuple(request.fields[name] for name in CONTENT)
        demand(self.line.first_like(content) is None, "roll-drawn-before")
        count = request.get("count", int)
        self.spend("dice", 50_000, count)
        self.line.rolls[at] = content
        self.dice += len(roll_dice(seeds, request.body, count, request.get("sides", int)))


def _bins(value: object) -> list[bytes]:
    assert isinstance(value, list)
    return [one for one in value if isinstance(one, bytes)]


def read(
    data: bytes,
    want: int = SAVE,
    names: Mapping[str, bytes] = NOTHING,
    servers: Mapping[str, Collection[bytes]] = NO_SERVERS,
) -> Report:
    """Verify a save (or a join answer or address card) against the pins of a keyring.

    Raises Refused with the code of the specification and, in a save, the number of the record.
    """
    records = unpack(data, want)
    if want == PROPOSAL:
        fields: dict[str, object] = {
            "proposal": records[0],
            "consents": records[1:],
            "states": [],
            "statements": [],
        }
        agreed = open_agreement(Signed(fields, b"", []))
        for consent, _ in agreed.consents:
            same = consent.fields["game"] == agreed.proposal.fields["game"]
            demand(same, "consent-wrong-game")
            demand(consent.fields["proposal"] == agreed.digest, "consent-other-proposal")
        return Report(len(records), 0, 0, (), b"", "proposal")
    if want != SAVE:
        kind = "join" if want == JOIN else "card"
        opened = open_envelope(records[0], body_limit(want), kind)
        demand(opened.signer() == opened.fields["key"], "unknown-key")
        return Report(1, 0, 0, (opened.get("player" if want == JOIN else "name", str),), b"", kind)
    game = Game(names, servers)
    index = 0
    for frame in records:
        if is_packed(frame):
            index = game.add_packed(frame, index)
            continue
        try:
            demand(index < 100_000, "too-large")
            game.add(index, frame)
        except Refused as refused:
            raise Refused(refused.code, index) from refused
        index += 1
    state = "playing" if game.stage == 2 else "inviting"
    return Report(index, game.rolls, game.dice, tuple(game.keys), game.head, state)


def main(paths: list[str]) -> int:
    """Print a line for each file; 1 if one of them is refused or cannot be read."""
    code = 0
    for path in paths:
        try:
            report = read(Path(path).read_bytes())
        except (Refused, OSError) as error:
            print(f"{path}: refused: {error}")
            code = 1
        else:
            print(
                f"{path}: ok, {report.state}, {report.records} records, {report.rolls} rolls, "
                f"{report.dice} dice, players {', '.join(map(ascii, report.players))}"
            )
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
