"""Closed turns as columns: what cannot be derived from the rest, and nothing else.

`pack` writes the entries of closed turns.  `pbem.save.unpacking` reads them.

Source: docs/formats/save-v1.md, section "Packed turns".
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from engine.values import replace
from pbem.dice.closing import MAX_CLOSED_BODY, time_of_closed
from pbem.dice.protocol import RollSpec
from pbem.save.consent_records import Absence, Agreement, Note, RollAgain
from pbem.save.entries import LogEntry
from pbem.save.record_parts import Attached
from pbem.save.records import ROLL, TURN_END, VOID, Orders, Roll, TurnEnd, VoidRoll
from pbem.save.seed_chains import SeedChains
from pbem.wire.canonical import Plain, encode
from pbem.wire.signing import parse_envelope
from pbem.wire.tags import tagged, tags_of

LETTERS: Final[Mapping[str, str]] = {
    "orders": "o",
    ROLL: "r",
    "agreement": "a",
    "roll_again": "g",
    "note": "n",
    "absence": "b",
    VOID: "v",
    TURN_END: "e",
}
"""The letter in `kinds` of each kind of record."""

SPEC: Final = tags_of(RollSpec)
"""The columns of `rolls`, in their order."""

COLUMNS: Final = (
    "asked",
    "closings",
    "digests",
    "keys",
    "kind",
    "kinds",
    "messages",
    "nations",
    "orders",
    "others",
    "randoms",
    "rolls",
    "seeds",
    "signatures",
    "signed",
    "signers",
    "statements",
    "times",
)
"""The fields of the frame."""


def pack(entries: Sequence[LogEntry], since: int, authorities: int) -> bytes:
    """The frame of packed turns.

    entries: everything from after the start to a turn_end; since: the time of the start record;
    authorities: how many the game has.  Raises NotASaveError `too-large`.
    """
    packer = _Packer(since, authorities)
    first = 0
    for place, entry in enumerate(entries):
        if isinstance(entry.record, TurnEnd):
            packer.add(entries[first : place + 1], entry, entry.record)
            first = place + 1
    return encode(packer.columns())


def forgotten(turn: Sequence[LogEntry]) -> tuple[LogEntry, ...]:
    """The entries of a closed turn, as they are when they have been packed and unpacked again."""
    last = turn[-1]
    kept: list[LogEntry] = []
    for entry in turn[:-1]:
        keeps = entry.signer != last.signer or entry.kind == "agreement"
        signature = entry.signature if keeps else b""
        attached = Attached(statements=entry.attached.statements)
        kept.append(replace(entry, signature=signature, attached=attached))
    return (*kept, last)


class _Packer:
    """Columns that grow turn by turn; mutable, used inside this module only."""

    def __init__(self, since: int, authorities: int) -> None:
        self.since = since
        self.kinds: list[str] = []
        self.orders: list[Sequence[Plain]] = []
        self.rolls: list[list[Plain]] = [[] for _ in SPEC]
        self.others: list[Mapping[str, object]] = []
        self.asked: list[tuple[int, str]] = []
        self.ends: list[TurnEnd] = []
        self.signers: list[bytes] = []
        self.signatures: list[bytes] = []
        self.signed: list[tuple[int, bytes, bytes]] = []
        self.closings: list[tuple[list[int], list[bytes]]] = []
        self.statements: list[tuple[int, bytes]] = []
        self.chains = SeedChains(authorities)
        self.seeds: dict[int, bytes] = {}

    def add(self, turn: Sequence[LogEntry], last: LogEntry, end: TurnEnd) -> None:
        """One turn; `last` is its end."""
        for entry in turn:
            at = len(self.kinds)
            self.statements += [(at, statement) for statement in entry.attached.statements]
            is_other = entry is not last and entry.signer != last.signer
            if is_other or entry.kind == "agreement":
                self.signed.append((at, entry.signer, entry.signature))
            self._add(entry, end.nation)
            self.kinds.append(LETTERS[entry.kind])
        self.ends.append(end)
        self.signers.append(last.signer)
        self.signatures.append(last.signature)
        if not self.closings:
            self.closings = [([], []) for _ in last.attached.answers]
        for (times, signatures), raw in zip(self.closings, last.attached.answers, strict=True):
            times.append(time_of_closed(raw) - end.end.time)
            signatures.append(parse_envelope(raw, MAX_CLOSED_BODY).signatures[0][1])

    def _add(self, entry: LogEntry, nation: str) -> None:
        record = entry.record
        match record:
            case Orders():
                self.orders.append(record.actions)
                self._ask(record.nation, nation)
            case Roll():
                spec = tagged(record.request.spec)
                for column, name in zip(self.rolls, SPEC, strict=True):
                    column.append(spec[name])  # type: ignore[arg-type]
                self._ask(record.request.nation, nation)
                self._open(record.seeds)
            case VoidRoll():
                fields = tagged(record.void)
                del fields["prev"]
                self.others.append(fields)
                self._open(record.seeds)
            case Agreement() | RollAgain() | Note() | Absence():
                fields = tagged(record)
                del fields["prev"]
                self.others.append(fields)
                if isinstance(record, Agreement):
                    self.chains.replace(record.proposal)

    def _ask(self, nation: str, mover: str) -> None:
        if nation != mover:
            self.asked.append((len(self.kinds), nation))

    def _open(self, seeds: Sequence[bytes]) -> None:
        self.seeds.update(zip(self.chains.present, seeds, strict=True))

    def columns(self) -> dict[str, object]:
        """The map of the frame."""
        times = [self.since, *(end.end.time for end in self.ends)]
        names = [*self.signers, *(key for _, key, _ in self.signed)]
        keys = {key: place for place, key in enumerate(dict.fromkeys(names))}
        return {
            "asked": [list(pair) for pair in self.asked],
            "closings": [[times, b"".join(signed)] for times, signed in self.closings],
            "digests": b"".join(end.end.digest for end in self.ends),
            "keys": list(keys),
            "kind": "turns",
            "kinds": "".join(self.kinds),
            "messages": [end.end.message for end in self.ends],
            "nations": [end.nation for end in self.ends],
            "orders": self.orders,
            "others": self.others,
            "randoms": b"".join(end.end.random for end in self.ends),
            "rolls": self.rolls,
            "seeds": [self.seeds[chain] for chain in sorted(self.seeds)],
            "signatures": b"".join(self.signatures),
            "signed": [[place, keys[key], signature] for place, key, signature in self.signed],
            "signers": [keys[key] for key in self.signers],
            "statements": [list(pair) for pair in self.statements],
            "times": [time - before for before, time in pairwise(times)],
        }
