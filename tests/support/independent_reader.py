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
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from tests.support.independent_consent import (
    CONTENT,
    Agreed,
    Line,
    Table,
    check_consents,
    open_agreement,
)
from tests.support.independent_envelope import (
    RECORDS,
    Refused,
    Signed,
    demand,
    is_sound,
    open_closing,
    open_envelope,
    open_request,
    roll_dice,
)

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


def sha(label: str, *parts: bytes) -> bytes:
    return hashlib.sha256(b"".join((f"pbem/v1/{label}\0".encode(), *parts))).digest()


def unpack(data: bytes, want: int) -> list[bytes]:
    """Section "Container": the records of a file of the wanted kind."""
    demand(data[:8] == MAGIC, "not-a-save")
    demand(len(data) >= 42, "file-damaged")
    demand(data[8] == 1 and data[9] in (SAVE, JOIN, CARD, PROPOSAL), "unknown-version")
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
        demand(size <= body_limit(here, want) + 2048, "too-large", here)
        demand(at + 4 + size <= len(log), "malformed", here)
        records.append(log[at + 4 : at + 4 + size])
        at += 4 + size
    demand(bool(records), "malformed")
    return records


def body_limit(index: int, want: int) -> int:
    return 4 * MIB if want == SAVE and index == 0 else MIB


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
    authority: bytes = b""
    length: int = 0
    seed: bytes = b""
    rolls: int = 0
    dice: int = 0
    turns: int = 0
    joins: list[bytes] = field(default_factory=list)
    seats: dict[str, str | None] = field(default_factory=dict)
    keys: dict[str, bytes] = field(default_factory=dict)
    heads: list[bytes] = field(default_factory=list)
    started: int = 0
    agreements: int = 0
    host: bytes = b""
    used: set[object] = field(default_factory=set)
    line: Line = field(default_factory=Line)

    def add(self, index: int, record: bytes) -> None:
        """Section "Verification" for one record."""
        opened = open_envelope(record, body_limit(index, SAVE), *RECORDS)
        signer = opened.signer()
        kind = opened.get("kind", str)
        request = open_request(opened.get("request", bytes)) if kind == "roll" else opened
        closed = open_closing(opened.get("closing", bytes)) if kind == "turn_end" else None
        agreed = open_agreement(opened) if kind == "agreement" else None
        demand(self.stage == STAGES.get(kind, 2), "wrong-stage")
        if kind == "genesis":
            self.add_genesis(opened, signer)
            self.genesis_head = self.head = sha("genesis", record)
            self.heads.append(self.head)
            return
        demand(opened.fields.get("prev", self.head) == self.head, "broken-link")
        if kind == "join":
            self.add_join(opened, signer)
            self.joins.append(sha("join", record))
        elif kind == "start":
            self.add_start(opened, signer)
            self.started = index
        elif kind == "roll":
            self.add_roll(opened, signer, request, index)
        elif agreed is not None:
            everybody = (*self.keys.values(), self.host)
            demand(signer in everybody, "unknown-key")
            self.add_agreement(agreed, index)
        else:
            seat_key = self.seat_key(opened)
            other = "wrong-seat" if signer in self.keys.values() else "unknown-key"
            demand(signer == seat_key, other)
            if closed is not None:
                self.add_closing(opened, *closed)
            if kind == "roll_again":
                self.add_again(opened, index)
        self.head = sha("head", self.head, record)
        self.heads.append(self.head)

    def seat_key(self, opened: Signed) -> bytes | None:
        return self.keys.get(self.seats.get(opened.get("nation", str)) or "")

    def pinned(self, pins: Mapping[str, bytes], name: str, key: bytes) -> None:
        demand(pins.get(name, key) == key, "key-contradicts-keyring")

    def add_genesis(self, opened: Signed, signer: bytes) -> None:
        host, host_key = opened.get("host", str), opened.get("host_key", bytes)
        mode, address = opened.get("mode", str), opened.get("dice_address", str)
        players: dict[str, bytes | None] = opened.get("players", dict)
        self.seats = dict(opened.get("seats", dict))
        demand(signer == host_key, "unknown-key")
        demand({p for p in self.seats.values() if p is not None} == set(players), "wrong-seats")
        self.keys = {name: key for name, key in players.items() if key is not None}
        demand(all(map(is_sound, self.keys.values())), "bad-key")
        demand(players.get(host, host_key) == host_key, "wrong-seats")
        is_full = None not in self.seats.values() and None not in players.values()
        demand(mode == "mail" or is_full, "wrong-seats")
        commitment = open_envelope(opened.get("commitment", bytes), 1024, "commitment")
        try:
            self.authority = commitment.signer()
        except Refused as refused:
            raise Refused("commitment-bad-signature") from refused
        same = commitment.fields["game"] == opened.fields["game"]
        demand(same and commitment.fields["host"] == host_key, "commitment-wrong-game")
        signs = (mode, commitment.fields["proof"], address.partition(":")[0])
        demand([word == "rehearsal" for word in signs] in ALL_OR_NONE, "commitment-wrong-mode")
        self.pinned(self.names, host, host_key)
        if address.startswith(("https://", "http://")):
            known = self.servers.get(plain_url(address), (self.authority,))
            demand(self.authority in known, "key-contradicts-keyring")
        for name in sorted(self.keys) if mode == "mail" else ():
            self.pinned(self.names, name, self.keys[name])
        self.length, self.seed = commitment.get("length", int), commitment.get("anchor", bytes)
        self.genesis, self.stage = opened, 1

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
        self.stage, self.host = 2, signer

    def add_agreement(self, agreed: Agreed, index: int) -> None:
        """consent-v1.md, A3 to A11."""
        fields, what = agreed.proposal.fields, agreed.what
        game = self.genesis.fields["game"]
        self.agreements += 1
        demand(self.agreements <= 1_000, "too-large")
        demand(fields["game"] == game, "proposal-wrong-game")
        demand(fields["head"] in self.heads, "proposal-other-history")
        fixed = what["kind"] in ("edit", "take_back")
        demand(not fixed or fields["head"] == self.head, "proposal-old-head")
        demand(agreed.proposal.get("until", int) >= self.turns, "proposal-lapsed")
        demand(agreed.digest not in self.used, "agreement-twice")
        table = Table(self.seats, self.keys, self.host)
        demand(table.fits(what), "agreement-unfit")
        goal = what.get("record")
        if isinstance(goal, int):
            there = self.started <= goal < index and goal not in self.line.gone
            demand(there and self.heads[goal] == what["to"], "agreement-unfit")
        check_consents(agreed, table.wanted(what), game)
        if what["kind"] == "substitution" and self.genesis.fields["mode"] == "mail":
            key = what["key"]
            assert isinstance(key, bytes)
            self.pinned(self.names, str(what["player"]), key)
        self.used.add(agreed.digest)
        table.change(what)
        self.host = table.host
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

    def add_roll(self, receipt: Signed, signer: bytes, request: Signed, at: int) -> None:
        """dice-v1.md, section "Verification of a roll", R3 to R10."""
        seed, index = receipt.get("seed", bytes), request.get("index", int)
        demand(signer == self.authority, "receipt-wrong-authority")
        demand(request.fields["game"] == self.genesis.fields["game"], "roll-wrong-game")
        demand(index == self.rolls + 1, "roll-wrong-index")
        demand(index <= self.length, "chain-exhausted")
        demand(request.fields["head"] == self.head, "roll-wrong-head")
        demand(request.signer() == self.seat_key(request), "request-wrong-signer")
        demand(sha("seed", seed) == self.seed, "seed-not-in-chain")
        count, sides = request.get("count", int), request.get("sides", int)
        dice = roll_dice(seed, request.body, count, sides)
        demand(receipt.fields["dice"] == dice, "wrong-dice")
        content = tuple(request.fields[name] for name in CONTENT)
        demand(self.line.first_like(content) is None, "roll-drawn-before")
        self.line.rolls[at] = content
        self.seed, self.rolls, self.dice = seed, index, self.dice + count

    def add_closing(self, end: Signed, receipt: Signed, request: Signed) -> None:
        """dice-v1.md, section "Verification of a closing", C3 to C9."""
        asked = request.fields
        demand(receipt.signer() == self.authority, "closing-wrong-authority")
        demand(asked["game"] == self.genesis.fields["game"], "closing-wrong-game")
        demand(asked["turn"] == self.turns + 1, "closing-wrong-turn")
        demand(asked["nation"] == end.fields["nation"], "closing-wrong-nation")
        demand(asked["index"] == self.rolls + 1, "closing-wrong-index")
        demand(asked["head"] == end.fields["prev"], "closing-wrong-head")
        demand(request.signer() == self.seat_key(request), "closing-wrong-signer")
        self.turns += 1


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
        fields: dict[str, object] = {"proposal": records[0], "consents": records[1:]}
        agreed = open_agreement(Signed(fields, b"", []))
        for consent, _ in agreed.consents:
            same = consent.fields["game"] == agreed.proposal.fields["game"]
            demand(same, "consent-wrong-game")
            demand(consent.fields["proposal"] == agreed.digest, "consent-other-proposal")
        return Report(len(records), 0, 0, (), b"", "proposal")
    if want != SAVE:
        kind = "join" if want == JOIN else "card"
        opened = open_envelope(records[0], MIB if want == JOIN else 4096, kind)
        demand(opened.signer() == opened.fields["key"], "unknown-key")
        return Report(1, 0, 0, (opened.get("player" if want == JOIN else "name", str),), b"", kind)
    game = Game(names, servers)
    for index, record in enumerate(records):
        try:
            game.add(index, record)
        except Refused as refused:
            raise Refused(refused.code, index) from refused
    state = "playing" if game.stage == 2 else "inviting"
    return Report(len(records), game.rolls, game.dice, tuple(game.keys), game.head, state)


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
