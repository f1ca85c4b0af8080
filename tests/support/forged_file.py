"""The file of a forged log: its records as frames, those of closed turns packed (save-v1.md)."""

import hashlib
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pbem.wire.canonical import encode

LETTERS = {
    "orders": "o",
    "request": "r",
    "agreement": "a",
    "absence": "b",
    "roll_again": "g",
    "note": "n",
    "void": "v",
    "turn_end": "e",
}
FACTS = ("phase", "where", "round", "step", "side", "count", "sides")
CONTENT = ("nation", "phase", "where", "round", "side", "step", "count", "sides")
Fields = dict[str, object]


@dataclass
class Forged:
    """A record; of the end of a turn `attached` has (time, signature) of each closing."""

    kind: str
    fields: Fields
    body: bytes
    key: bytes
    signature: bytes
    attached: list[object]
    seeds: list[tuple[int, bytes]]
    content: Fields | None = None

    def frame(self) -> bytes:
        return encode([self.body, [[self.key, self.signature]], *self.attached])


def file_of(
    records: Sequence[Forged],
    started: int,
    ended: int,
    authorities: int,
    bend: Callable[..., Fields],
) -> bytes:
    """started, ended: the numbers of the first record after the start and after the last end."""
    frames = [one.frame() for one in records[:started]]
    if ended > started:
        since = records[started - 1].fields["time"]
        assert isinstance(since, int)
        columns = _columns(records[started:ended], since, authorities)
        frames.append(encode({**bend(columns), "kind": "turns"}))
    frames += [one.frame() for one in records[ended:]]
    log = b"".join(len(frame).to_bytes(4, "big") + frame for frame in frames)
    head, packed = b"\x89PBEM\r\n\x1a\x01\x01", zlib.compress(log, 1)
    return head + hashlib.sha256(head + packed).digest() + packed


def _columns(records: Sequence[Forged], since: int, authorities: int) -> Fields:
    ends = [one for one in records if one.kind == "turn_end"]
    turn_of = [sum(one.kind == "turn_end" for one in records[:at]) for at in range(len(records))]
    kept = [
        (at, one)
        for at, one in enumerate(records)
        if one.kind == "agreement" or (one.key != ends[turn_of[at]].key and one.kind != "turn_end")
    ]
    keys = list(dict.fromkeys([*(end.key for end in ends), *(one.key for _, one in kept)]))
    contents = [end.content or {} for end in ends]
    times = [int(str(content["time"])) for content in contents]
    letters = "".join(LETTERS[one.kind] for one in records)
    of = {kind: [one.fields for one in records if one.kind == kind] for kind in LETTERS}
    return {
        "kinds": letters,
        "orders": [fields["actions"] for fields in of["orders"]],
        "rolls": [[fields[fact] for fields in of["request"]] for fact in FACTS],
        "others": [
            {name: value for name, value in one.fields.items() if name not in ("kind", "prev")}
            for one in records
            if LETTERS[one.kind] in "abgnv"
        ],
        "asked": [
            [at, one.fields["nation"]]
            for at, one in enumerate(records)
            if LETTERS[one.kind] in "or"
            and one.fields["nation"] != ends[turn_of[at]].fields["nation"]
        ],
        "nations": [end.fields["nation"] for end in ends],
        "digests": b"".join(_bytes(content["digest"]) for content in contents),
        "randoms": b"".join(_bytes(content["random"]) for content in contents),
        "messages": [content["message"] for content in contents],
        "times": [_step(*pair) for pair in zip([since, *times], times, strict=False)],
        "keys": keys,
        "signers": [keys.index(end.key) for end in ends],
        "signatures": b"".join(end.signature for end in ends),
        "signed": [[at, keys.index(one.key), one.signature] for at, one in kept],
        "closings": [list(_closings(ends, times, place)) for place in range(authorities)],
        "statements": list(_statements(records)),
        "seeds": _seeds(records),
    }


def _closings(ends: Sequence[Forged], times: Sequence[int], place: int) -> Iterator[object]:
    closings = [_closing(end, place) for end in ends]
    yield [_step(time, later) for (later, _), time in zip(closings, times, strict=True)]
    yield b"".join(signature for _, signature in closings)


def _closing(end: Forged, place: int) -> tuple[int, bytes]:
    closings = end.attached[1]
    assert isinstance(closings, list)
    time, signature = closings[place]
    return time, signature


def _statements(records: Sequence[Forged]) -> Iterator[list[object]]:
    """Each with the place of its record."""
    for at, one in enumerate(records):
        if LETTERS[one.kind] in "rve":
            stated = one.attached[-1]
            assert isinstance(stated, list)
            for raw in stated:
                yield [at, raw]


def _seeds(records: Sequence[Forged]) -> list[bytes]:
    last = {number: seed for one in records for number, seed in one.seeds}
    return [last[number] for number in sorted(last)]


def _step(before: int, after: int) -> int:
    """Bent times may be so far apart that no number of the format can say it."""
    return max(-(2**63), min(2**63 - 1, after - before))


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else b""
