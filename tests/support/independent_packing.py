"""Packed turns, for the independent reader: written from docs/formats/save-v1.md alone.

`Packed` takes the one frame apart; `records` makes the records again, one after the other, because
what a record says about the log (heads, numbers, seats) follows from the records before it.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tests.support.independent_consent import read_proposal
from tests.support.independent_dice import sha
from tests.support.independent_envelope import (
    Refused,
    Signed,
    decode,
    demand,
    encode,
    fits,
    has_shape,
)

KINDS: Mapping[str, str] = {
    "o": "orders",
    "r": "request",
    "a": "agreement",
    "g": "roll_again",
    "n": "note",
    "b": "absence",
    "v": "void",
    "e": "turn_end",
}
FACTS = ("phase", "where", "round", "step", "side", "count", "sides")
Log = Mapping[str, object]
"""What the log says before a record: head, game, index, turn, seats."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A record made again; `key` is who counts as its signer, `seeds` what it opened."""

    record: Signed
    key: bytes
    seeds: list[bytes]


def is_packed(frame: bytes) -> bool:
    return bool(frame) and (0x80 <= frame[0] <= 0x8F or frame[0] in (0xDE, 0xDF))


class Packed:
    """The columns of the packed turns, each of the right shape."""

    def __init__(self, frame: bytes, authorities: int, started: int) -> None:
        demand(len(frame) <= 64 << 20, "too-large")
        value = decode(frame, 8_000_000)
        if not isinstance(value, dict) or value.pop("kind", None) != "turns":
            raise Refused("wrong-shape")
        demand(has_shape("turns", value), "wrong-shape")
        self.columns = value
        self.kinds: str = value["kinds"]
        self.authorities = authorities
        self.started = started
        self.turns = self.kinds.count("e")
        demand(set(self.kinds) <= set(KINDS) and self.kinds.endswith("e"), "wrong-shape")
        self.asked: dict[int, str] = dict(value["asked"])
        self.signed: dict[int, tuple[int, bytes]] = {
            place: (number, raw) for place, number, raw in value["signed"]
        }
        self.turn_of = [self.kinds[:place].count("e") for place in range(len(self.kinds))]
        self.check_lengths()
        self.check_places()
        self.check_keys()
        self.contents = self.ends()
        self.seeds = self.chains()

    def check_lengths(self) -> None:
        many, turns = self.columns, self.turns
        sizes = {"digests": 32, "randoms": 16, "signatures": 64}
        demand(all(len(many[name]) == size * turns for name, size in sizes.items()), "wrong-shape")
        lists = ("nations", "messages", "times", "signers")
        demand(all(len(many[name]) == turns for name in lists), "wrong-shape")
        demand(len(many["orders"]) == self.kinds.count("o"), "wrong-shape")
        demand(all(len(each) == self.kinds.count("r") for each in many["rolls"]), "wrong-shape")
        demand(len(many["others"]) == sum(map(self.kinds.count, "abgnv")), "wrong-shape")
        demand(len(many["closings"]) == self.authorities, "wrong-shape")
        for times, signatures in many["closings"]:
            right = isinstance(times, list) and isinstance(signatures, bytes)
            demand(right and len(times) == turns and len(signatures) == 64 * turns, "wrong-shape")
            demand(all(type(time) is int for time in times), "wrong-shape")

    def check_places(self) -> None:
        many = self.columns
        for name, letters in (("asked", "or"), ("signed", "orabgnv")):
            places = [entry[0] for entry in many[name]]
            demand(all(type(place) is int for place in places), "wrong-shape")
            demand(places == sorted(set(places)), "wrong-shape")
            in_range = all(0 <= place < len(self.kinds) for place in places)
            demand(in_range and all(self.kinds[one] in letters for one in places), "wrong-shape")
        for place, nation in many["asked"]:
            right = fits(nation, "s1-64") and nation != many["nations"][self.turn_of[place]]
            demand(right, "wrong-shape")
        places = [place for place, _ in many["statements"]]
        right = all(type(one) is int and 0 <= one < len(self.kinds) for one in places)
        demand(right and places == sorted(places), "wrong-shape")
        demand(all(self.kinds[one] in "rve" for one in places), "wrong-shape")
        demand(all(isinstance(raw, bytes) for _, raw in many["statements"]), "wrong-shape")
        demand(all(places.count(one) <= 16 for one in set(places)), "wrong-shape")

    def check_keys(self) -> None:
        many = self.columns
        for _, number, raw in many["signed"]:
            demand(type(number) is int and isinstance(raw, bytes) and len(raw) == 64, "wrong-shape")
        named = [*many["signers"], *(number for _, number, _ in many["signed"])]
        demand(list(dict.fromkeys(named)) == list(range(len(many["keys"]))), "wrong-shape")
        demand(len(set(many["keys"])) == len(many["keys"]), "wrong-shape")
        for place, letter in enumerate(self.kinds):
            kept = self.signed.get(place)
            mover = many["signers"][self.turn_of[place]]
            demand(letter != "a" or kept is not None, "wrong-shape")
            demand(kept is None or letter == "a" or kept[0] != mover, "wrong-shape")

    def chains(self) -> dict[int, list[bytes]]:
        """The seeds of each roll and void record, by place: from the last one backwards."""
        active = list(range(self.authorities))
        count = self.authorities
        opened: dict[int, tuple[int, ...]] = {}
        others = iter(self.columns["others"])
        for place, letter in enumerate(self.kinds):
            if letter in "rv":
                opened[place] = tuple(active)
            body = next(others) if letter in "abgnv" else {}
            which = _replaced(body) if letter == "a" else None
            if which is not None and which < len(active):
                active[which], count = count, count + 1
        used = sorted({chain for chains in opened.values() for chain in chains})
        demand(len(self.columns["seeds"]) == len(used), "wrong-shape")
        seeds: dict[tuple[int, int], bytes] = {}
        for chain, last in zip(used, self.columns["seeds"], strict=True):
            seed = last
            for place in reversed([at for at, chains in opened.items() if chain in chains]):
                seeds[place, chain] = seed
                seed = sha("seed", seed)
        return {
            place: [seeds[place, chain] for chain in chains] for place, chains in opened.items()
        }

    def records(self, log: Callable[[], Log]) -> Iterator[Unpacked]:
        """The records in order; `log` says where the log stands before each of them."""
        many = self.columns
        orders, others = iter(many["orders"]), iter(many["others"])
        rolls = iter(zip(*many["rolls"], strict=True))
        for place, letter in enumerate(self.kinds):
            turn = self.turn_of[place]
            here = log()
            nation = self.asked.get(place, many["nations"][turn])
            fields: dict[str, object] = {"kind": KINDS[letter]}
            attached: dict[str, object] = {}
            if letter == "o":
                fields |= {"prev": here["head"], "nation": nation, "actions": next(orders)}
            elif letter == "r":
                facts = dict(zip(FACTS, next(rolls), strict=True))
                place_in_log = {name: here[name] for name in ("head", "game", "index")}
                fields |= facts | {"nation": nation} | place_in_log
            elif letter == "e":
                content = encode(self.contents[turn])
                attached["content"] = content
                names = ("head", "game", "index", "turn", "seats")
                fields |= {"nation": nation, "end": sha("end", content)}
                fields |= {name: here[name] for name in names}
            else:
                body = next(others)
                demand(not {"kind", "prev"} & set(body), "wrong-shape")
                fields |= {**body, "prev": here["head"]}
            yield self.signed_by(place, turn, Signed(fields, encode(fields), [], attached))

    def signed_by(self, place: int, turn: int, record: Signed) -> Unpacked:
        """The record with its own signature, or with the key that stands for it."""
        many, seeds = self.columns, self.seeds.get(place, [])
        mover = many["keys"][many["signers"][turn]]
        kept = self.signed.get(place)
        if self.kinds[place] == "e":
            raw = many["signatures"][64 * turn : 64 * turn + 64]
            own = [(mover, raw)]
        elif kept is not None:
            own = [(many["keys"][kept[0]], kept[1])]
        else:
            return Unpacked(record, mover, seeds)
        signed = Signed(record.fields, record.body, own, record.attached)
        return Unpacked(signed, own[0][0], seeds)

    def ends(self) -> list[dict[str, object]]:
        """What each end of a turn holds."""
        many, time = self.columns, self.started
        contents: list[dict[str, object]] = []
        for turn, later in enumerate(many["times"]):
            time += later
            contents.append(
                {
                    "digest": many["digests"][32 * turn : 32 * turn + 32],
                    "message": many["messages"][turn],
                    "random": many["randoms"][16 * turn : 16 * turn + 16],
                    "time": time,
                }
            )
        demand(all(has_shape("content", one) for one in contents), "wrong-shape")
        for times, _ in many["closings"]:
            ends = zip(itertools.accumulate(many["times"]), times, strict=True)
            right = (self.started + end + later for end, later in ends)
            demand(all(fits(one, "i0-253402300799") for one in right), "wrong-shape")
        return contents

    def closing(self, turn: int, authority: int) -> tuple[object, bytes]:
        """When an authority closed a turn, and its signature."""
        times, signatures = self.columns["closings"][authority]
        time = self.contents[turn]["time"]
        assert isinstance(time, int)
        return time + times[turn], signatures[64 * turn : 64 * turn + 64]

    def statements(self, place: int) -> list[bytes]:
        return [raw for at, raw in self.columns["statements"] if at == place]


def _replaced(body: Mapping[str, object]) -> int | None:
    """Which authority an agreement replaces; None if it is about something else, or broken."""
    try:
        proposal = read_proposal(bytes(_data(body.get("proposal"))))
    except Refused:
        return None
    what = proposal.get("what", dict)
    return what["which"] if what["kind"] in ("new_dice", "player_and_dice") else None


def _data(value: object) -> bytes:
    return value if isinstance(value, bytes) else b""
