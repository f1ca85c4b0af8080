"""A forger of logs who owns every key, those of the dice authorities as well.

Each log is made from chance alone: one or two authorities, joins, records of every kind, agreements
on every motion, new keys, turns that are packed and one that is not.  With a small share of chance
a thing is bent BEFORE it is signed: signatures and hashes are right, and only the meaning is wrong.
What readers make of such files must be the same for all of them, down to the code and the record.

Written from docs/formats alone, like the independent reader; the program only encodes and signs.
"""

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pbem.wire.canonical import encode
from pbem.wire.signing import SigningKey
from tests.support.forged_file import CONTENT, Forged, file_of
from tests.support.independent_dice import sha

LENGTH = 64
TIME = 1_700_000_000
LAST = 253_402_300_799
GAME = bytes(range(16))
SCENARIO = encode({"a": 1})
Fields = dict[str, object]
# Names that a map, an object of JavaScript, or an order of UTF-16 could stumble over.
NAMES = ("Reds", "Blues", "\U0001f600", "\uff5e", "__proto__", "constructor", "é", "a\0b", "\ufeff")
KEYS = {
    name: SigningKey.from_secret(hashlib.sha256(name.encode()).digest())
    for name in ("host", "Ann", "Bob", "Cy", "Dan", "Eve", "Fay", "D1", "D2", "D3", "D4", "N1")
}
OWNERS = {key.public: key for key in KEYS.values()}
NUMBERS = (0, 1, -1, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), LAST, LAST + 1, 100_000, 1_048_577)
TEXTS = ("", "x" * 64, "x" * 65, "é" * 33, "\U0001f600" * 17, "toString", "\ufeff", "\0", *NAMES)
ORDERS: tuple[list[object], ...] = (
    [["a", 1]],
    [["m", {"\U0001f600": 1, "\uff5e": 2}], None, True, b"x"],
    [["n", 2**63 - 1, -(2**60), 65_536, 255, -33, -129], []],
)


def envelope(key: SigningKey, fields: Fields) -> bytes:
    """Signed with the kind that it names."""
    return key.seal(str(fields["kind"]), encode(fields))


def seed_chain(label: str) -> list[bytes]:
    """s[0] to s[LENGTH]."""
    chain = [hashlib.sha256(label.encode()).digest()]
    for _ in range(LENGTH):
        chain.append(sha("seed", chain[-1]))
    return chain[::-1]


def in_order(names: set[str]) -> list[str]:
    """By the bytes of UTF-8, as lists of names are."""
    return sorted(names, key=lambda name: name.encode())


class Hand:
    """The hand of the forger: it bends something now and then, and remembers what."""

    def __init__(self, chance: random.Random, share: float) -> None:
        self.chance = chance
        self.share = share
        self.bent: list[str] = []
        self.heads: list[bytes] = []

    def slips(self, what: str) -> bool:
        if self.chance.random() >= self.share:
            return False
        self.bent.append(f"{len(self.heads)} {what}")
        return True

    def fields(self, fields: Fields, *fixed: str) -> Fields:
        """The same, or with one field that is something else."""
        names = [one for one in fields if one not in ("kind", *fixed)]
        if not names or not self.slips(str(fields.get("kind", "columns"))):
            return fields
        name = self.chance.choice(names)
        self.bent[-1] += f" {name}"
        return {**fields, name: self.other(fields[name])}

    def key(self, key: SigningKey) -> SigningKey:
        return KEYS[self.chance.choice(list(KEYS))] if self.slips("signer") else key

    def other(self, value: object) -> object:
        """Something else of the same type, mostly just outside of what is allowed."""
        choice = self.chance.choice
        match value:
            case bool():
                return not value
            case int():
                return choice((*NUMBERS, value + 1, value - 1))
            case str():
                return choice((*TEXTS, value + "\u200b"))
            case bytes():
                keys = [key.public for key in KEYS.values()]
                changed = (value[:-1], value + b"\0", b"", bytes(len(value)))
                return choice((*changed, *keys, *self.heads[-6:]))
            case list():
                extra = choice((None, 1, "x", b"", [], {}, NAMES[0], *value))
                return choice((value[:-1], value[1:], value[::-1], [*value, extra], []))
            case dict():
                some = {name: one for name, one in value.items() if self.chance.random() < 0.7}
                return choice((some, {**value, "__proto__": 1}, {}))
        return choice((1, "x", bytes(32), []))


@dataclass
class Mint:
    """A dice authority: `key` now, `committed` at first; `number` of its chain in the game."""

    key: SigningKey
    committed: SigningKey
    chain: list[bytes]
    first: int
    number: int
    is_rehearsal: bool = False
    answered: bytes = bytes(32)
    stated: list[bytes] = field(default_factory=list)

    def seed(self, index: int) -> bytes:
        return self.chain[max(0, min(LENGTH, index - self.first + 1))]


class Forger:
    """One log. The state is what honest records would have made of it."""

    def __init__(self, chance: random.Random, share: float) -> None:
        """share: of the things that may be bent."""
        self.chance = chance
        self.hand = Hand(chance, share)
        self.records: list[Forged] = []
        self.head = b""
        self.rolls = self.turn = self.started = self.ended = 0
        self.mints: list[Mint] = []
        self.chains = 0
        self.agreed: list[bytes] = []
        self.asked: dict[int, tuple[object, ...]] = {}
        self.gone: set[int] = set()
        self.again: dict[int, int] = {}
        self.found()

    @property
    def bent(self) -> list[str]:
        """What is wrong with it."""
        return self.hand.bent

    def play(self) -> bytes:
        """A few turns; the file."""
        deeds: list[Callable[[], None]] = [self.orders, self.roll, self.roll, self.void, self.note]
        deeds += [self.roll_again, *[self.agreement] * 4]
        for _ in range(self.chance.randint(0, 4)):
            self.mover = self.chance.choice(list(self.seats))
            for _ in range(self.chance.randint(0, 5)):
                comes_again = self.free() and self.chance.random() < 0.5
                (self.roll_again if comes_again else self.chance.choice(deeds))()
            if self.chance.random() < 0.85:
                self.end()
        mints = len({mint.number for mint in self.mints})
        return file_of(self.records, self.started, self.ended, mints, self.hand.fields)

    # The set-up.

    def found(self) -> None:
        """Genesis, joins and start."""
        chance, hand = self.chance, self.hand
        names = chance.sample(["Ann", "Bob", "Cy", "__proto__", "\U0001f600"], chance.randint(1, 3))
        owned = chance.choice((("Ann", "Bob", "Cy"), ("Ann", "Bob", "Cy"), ("Ann", "Ann", "Bob")))
        self.keys = {name: KEYS[own] for name, own in zip(names, owned, strict=False)}
        self.host = chance.choice((KEYS["host"], self.keys[names[0]]))
        host_name = "Host" if self.host is KEYS["host"] else names[0]
        nations = chance.sample(NAMES, chance.randint(2, 5))
        self.seats = {nation: chance.choice(names) for nation in nations}
        held = in_order(set(self.seats.values()))
        self.keys = {name: self.keys[name] for name in held}
        self.pace = chance.choice((None, self._pace()))
        # With a pace everybody but the host has to join a game by mail.
        seated = 0 if self.pace and not hand.slips("guests") and chance.random() < 0.7 else 0.6
        known = {
            name: key.public if name == host_name or chance.random() < seated else None
            for name, key in self.keys.items()
        }
        joiners = [name for name in held if known[name] is None]
        is_open = {nation: chance.random() < 0.4 for nation in self.seats}
        listed = {
            nation: None if known[name] is None and is_open[nation] else name
            for nation, name in self.seats.items()
        }
        known = {name: key for name, key in known.items() if name in listed.values()}
        mode = "mail" if joiners else chance.choice(("mail", "hotseat", "rehearsal"))
        guests = [name for name, key in known.items() if key is not None and name != host_name]
        if guests and mode == "mail" and not hand.slips("guests"):
            self.pace = None
        genesis: Fields = {
            "dice": [self._mint(mode, place) for place in range(self._authorities(mode))],
            "format": 1,
            "game": GAME,
            "host": host_name,
            "host_key": self.host.public,
            "kind": "genesis",
            "mode": mode,
            "name": "g",
            "options": {},
            "pace": self.pace and hand.fields(self.pace),
            "players": known,
            "rules": "1",
            "scenario": sha("scenario", SCENARIO),
            "scenario_name": "x",
            "seats": listed,
            "time": TIME,
        }
        scenario = chance.choice((None, SCENARIO))
        if scenario and hand.slips("scenario"):
            scenario = chance.choice((encode({"a": 2}), encode([1]), b"", b"\x81\x01\x02"))
        self.add(genesis, self.host, [scenario])
        joins = [self._join(name) for name in joiners]
        start = {"joins": joins, "kind": "start", "prev": self.head, "random": bytes(32)}
        attached = [self._seated()] if self.pace or hand.slips("seated") else []
        self.add({**start, "time": TIME + 5}, self.host, attached)
        self.started = self.ended = len(self.records)
        self.ever = {(nation, self.keys[name].public) for nation, name in self.seats.items()}
        self.mover = nations[0]

    def _seated(self) -> list[bytes]:
        """Since when each authority knows the seats."""
        said: Fields = {"game": GAME, "kind": "seated", "time": TIME + 4}
        said["seats"] = sha("seats", encode(self.seated()))
        return [
            envelope(self.hand.key(mint.committed), self.hand.fields(said)) for mint in self.mints
        ]

    def _authorities(self, mode: str) -> int:
        return 1 if mode == "rehearsal" else self.chance.choice((1, 2))

    def _pace(self) -> Fields:
        rule = self.chance.choice(("nothing", "forfeit", "computer"))
        numbers = {"absence": 10, "bumps": 1, "every": 1, "hours": 1}
        minutes = {"closes": 0, "offset": 0, "opens": 0}
        return {**numbers, **minutes, "afterwards": rule, "days": [0, 1, 2, 3, 4, 5, 6]}

    def _mint(self, mode: str, place: int) -> Fields:
        """An authority from the start, as the genesis record names it."""
        key, proof = KEYS["D1" if place == 0 else "D2"], "committed"
        address = self.chance.choice(("embedded", "https://d.example", "http://d.example/"))
        if mode == "rehearsal":
            address, proof = "rehearsal:x", "rehearsal"
        if self.hand.slips("address"):
            address = self.chance.choice(("rehearsal:", "https://", "http:/x", "HTTPS://x", "a\nb"))
        before = self.mints[0].committed.public if place else None
        mint, raw = self.committed(key, before, 1, proof)
        self.mints.append(mint)
        return {"address": address, "commitment": raw}

    def committed(
        self, key: SigningKey, before: bytes | None, first: int, proof: str
    ) -> tuple[Mint, bytes]:
        """Another authority, and its commitment."""
        chain = seed_chain(f"chain {self.chains}")
        body: Fields = {
            "anchor": chain[0],
            "before": before,
            "first": first,
            "game": GAME,
            "host": self.host.public,
            "kind": "commitment",
            "length": LENGTH,
            "proof": proof,
            "time": TIME,
        }
        mint = Mint(key, key, chain, first, self.chains, proof == "rehearsal")
        self.chains += 1
        return mint, envelope(self.hand.key(key), self.hand.fields(body))

    def _join(self, name: str) -> bytes:
        mine = {nation for nation, player in self.seats.items() if player == name}
        body: Fields = {
            "genesis": self.hand.heads[0],
            "key": self.keys[name].public,
            "kind": "join",
            "player": name,
            "random": bytes(32),
            "seats": in_order(mine),
            "time": TIME,
        }
        self.add(body, self.keys[name])
        return sha("join", self.records[-1].body)

    # Records.

    def add(
        self,
        fields: Fields,
        key: SigningKey,
        attached: Sequence[object] = (),
        seeds: Sequence[bytes] = (),
        content: Fields | None = None,
    ) -> None:
        """Sign a record, perhaps bent and perhaps by somebody else, and go on from it."""
        kind = str(fields["kind"])
        fields = fields if kind == "request" else self.hand.fields(fields)
        body, key = encode(fields), self.hand.key(key)
        self.head = sha("head", self.head, body, *seeds) if self.records else sha("genesis", body)
        self.hand.heads.append(self.head)
        opened = [(mint.number, seed) for mint, seed in zip(self.mints, seeds, strict=False)]
        signature = key.sign(kind, body)
        self.records.append(
            Forged(kind, fields, body, key.public, signature, list(attached), opened, content)
        )

    def holder(self, nation: str) -> SigningKey:
        return self.keys.get(self.seats.get(nation, ""), KEYS["Eve"])

    def seated(self) -> dict[str, bytes]:
        return {nation: self.holder(nation).public for nation in self.seats}

    def somebody(self, often: float = 0.85) -> str:
        """The nation whose turn it is, mostly."""
        is_mover = self.chance.random() < often and self.mover in self.seats
        return self.mover if is_mover else self.chance.choice(list(self.seats))

    def orders(self) -> None:
        nation = self.somebody()
        actions = list(self.chance.choice(ORDERS))
        body: Fields = {"actions": actions, "kind": "orders", "nation": nation, "prev": self.head}
        self.add(body, self.holder(nation))

    def note(self) -> None:
        """A note or an absence."""
        nation = self.somebody(0.7)
        body: Fields = {"nation": nation, "prev": self.head, "text": "", "time": TIME}
        if self.chance.random() < 0.5:
            body |= {"kind": "note", "territory": "t"}
        else:
            long = (3_600, 31_622_400)
            away = self.chance.choice((3_599, 31_622_401) if self.hand.slips("away") else long)
            body |= {"kind": "absence", "since": TIME, "until": TIME + away}
        self.add(body, self.holder(nation))

    def request(self, nation: str, head: bytes) -> Fields:
        return self.hand.fields(
            {
                "count": self.chance.randint(1, 4),
                "game": GAME,
                "head": head,
                "index": self.rolls + 1,
                "kind": "request",
                "nation": nation,
                "phase": self.chance.choice("pq"),
                "round": 0,
                "side": "",
                "sides": self.chance.choice((6, 6, 7, 1000)),
                "step": "",
                "where": self.chance.choice(("", "w")),
            }
        )

    def answers(self, body: bytes) -> tuple[list[bytes], list[bytes]]:
        """Seeds and receipts of all authorities for a request."""
        seeds: list[bytes] = []
        receipts: list[bytes] = []
        for mint in self.mints:
            index = self.rolls + 1 + (self.chance.choice((-1, 1)) if self.hand.slips("seed") else 0)
            seeds.append(mint.seed(index))
            receipt: Fields = {"kind": "roll", "request": sha("request", body), "time": TIME}
            receipt = self.hand.fields({**receipt, "seed": seeds[-1]}, "seed")
            receipts.append(envelope(self.hand.key(mint.key), receipt))
            if not mint.is_rehearsal:
                mint.answered = sha("answered", mint.answered, body)
        if self.hand.slips("receipts"):
            receipts = self.chance.choice((receipts[:-1], receipts * 2, receipts[::-1]))
        return seeds, receipts

    def statements(self) -> list[bytes]:
        """Now and then an authority has a new key."""
        old = [mint for mint in self.mints if mint.key is KEYS["D1"]]
        if not old or self.chance.random() > 0.06:
            return []
        body: Fields = {"key": KEYS["N1"].public, "kind": "successor", "old": old[0].key.public}
        body |= {"restored": self.chance.randint(0, 1), "time": TIME}
        raw = envelope(self.hand.key(old[0].key), self.hand.fields(body))
        old[0].key = KEYS["N1"]
        return [raw]

    def roll(self) -> None:
        nation = self.somebody()
        fields = self.request(nation, self.head)
        content = tuple(fields[name] for name in CONTENT)
        if any(self.asked[at] == content for at in self.free()):
            return self.roll_again()
        stated = self.statements()
        seeds, receipts = self.answers(encode(fields))
        self.add(fields, self.holder(nation), [receipts, stated], seeds)
        self.rolls += 1
        self.asked[len(self.records) - 1] = content
        return None

    def void(self) -> None:
        nation, asker = self.chance.choice(sorted(self.ever))
        fields = self.request(nation, self.chance.choice(self.hand.heads))
        request = envelope(self.hand.key(OWNERS[asker]), fields)
        stated = self.statements()
        seeds, receipts = self.answers(encode(fields))
        mover = self.somebody(1)
        body: Fields = {"kind": "void", "nation": mover, "prev": self.head, "request": request}
        self.add(body, self.holder(mover), [receipts, stated], seeds)
        self.rolls += 1

    def free(self) -> list[int]:
        used = {roll for at, roll in self.again.items() if at not in self.gone}
        return [at for at in self.asked if at in self.gone and at not in used]

    def roll_again(self) -> None:
        free = self.free()
        if not free and not self.hand.slips("again"):
            return
        at = self.chance.choice(free or range(len(self.records)))
        at = next((one for one in free if self.asked[one] == self.asked[at]), at)
        nation = str(self.asked.get(at, (self.mover,))[0])
        body: Fields = {"kind": "roll_again", "nation": nation, "prev": self.head, "record": at}
        self.add(body, self.holder(nation))
        self.again[len(self.records) - 1] = at

    def end(self) -> None:
        nation = self.somebody(1)
        message = self.chance.choice(("", "hi \U0001f600", "\ufeffx"))
        time = TIME + 10 * len(self.records)
        said: Fields = {"digest": bytes(32), "message": message, "random": bytes(16), "time": time}
        content = self.hand.fields(said)
        body: Fields = {
            "end": sha("end", encode(content)),
            "game": GAME,
            "head": self.head,
            "index": self.rolls + 1,
            "kind": "turn_end",
            "nation": nation,
            "seats": sha("seats", encode(self.seated())),
            "turn": self.turn + 1,
        }
        raw, stated = encode(body), self.statements()
        closings: list[object] = []
        for mint in self.mints:
            later = TIME + self.chance.randint(0, 1_000)
            closed = {"answered": mint.answered, "kind": "closed", "request": sha("request", raw)}
            key = self.hand.key(mint.key)
            closings.append((later, key.sign("closed", encode({**closed, "time": later}))))
        share, self.hand.share = self.hand.share, 0
        key = self.holder(nation)
        self.add(body, key, [encode(content), closings, stated], content=content)
        self.hand.share = share
        self.turn += 1
        self.ended = len(self.records)

    def agreement(self) -> None:
        from tests.support.forged_agreements import agreed  # noqa: PLC0415 - it knows the forger

        agreed(self)
