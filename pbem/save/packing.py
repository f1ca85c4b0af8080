"""Closed turns as columns: what cannot be derived from the rest, and nothing else.

`pack` writes the entries of closed turns.  `pbem.save.unpacking` reads them.

Source: docs/formats/save-v1.md, section "Packed turns".
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Final, TypeAlias, cast

from engine.marks import Bounds, Items, Size, Tag, tags_of, wire
from engine.values import dataclass, replace
from pbem.dice.agreement import Agreement
from pbem.dice.closing import MAX_CLOSED_BODY, time_of_closed
from pbem.dice.protocol import RollSpec
from pbem.save.consent_records import Absence, Note, RollAgain
from pbem.save.entries import LogEntry
from pbem.save.format import MAX_BODY, MAX_RECORDS
from pbem.save.kinds import RecordKind
from pbem.save.record_parts import Attached
from pbem.save.records import (
    MAX_MESSAGE,
    ROLL,
    TURN_END,
    VOID,
    Orders,
    Roll,
    TurnEnd,
    Void,
    VoidRoll,
    Written,
)
from pbem.save.seed_chains import SeedChains
from pbem.wire.canonical import Plain
from pbem.wire.fields import MAX_TIME, Hash, Name
from pbem.wire.shapes import bytes_of, plain_of
from pbem.wire.signing import SIGNATURE_SIZE, parse_envelope

LETTERS: Final[Mapping[RecordKind, str]] = {
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

_Place: TypeAlias = Annotated[int, Bounds(0, MAX_RECORDS)]
_Later: TypeAlias = Annotated[int, Bounds(-MAX_TIME, MAX_TIME)]
_Many: TypeAlias = Annotated[bytes, Size(64 * MAX_RECORDS)]
_Message: TypeAlias = Annotated[str, Size(MAX_MESSAGE)]
_Signature: TypeAlias = Annotated[bytes, Size(SIGNATURE_SIZE, SIGNATURE_SIZE)]
_Statement: TypeAlias = Annotated[bytes, Size(MAX_BODY)]
_ALL: Final = Items(MAX_RECORDS)
_Times: TypeAlias = Annotated[tuple[_Later, ...], _ALL]
_Closings: TypeAlias = tuple[_Times, _Many]
"""Of one authority: seconds from the end of each turn to its closing, and the signatures."""

_Column: TypeAlias = Annotated[tuple[Plain, ...], _ALL]


@wire("turns")
@dataclass(frozen=True, slots=True)
class Frame:
    """The columns, as docs/formats/save-v1.md has them in the section "Packed turns"."""

    asked: Annotated[tuple[tuple[_Place, Name], ...], Tag("asked"), _ALL]
    closings: Annotated[tuple[_Closings, ...], Tag("closings"), Items(2)]
    digests: Annotated[_Many, Tag("digests")]
    keys: Annotated[tuple[Hash, ...], Tag("keys"), _ALL]
    kinds: Annotated[str, Tag("kinds"), Size(MAX_RECORDS, 1)]
    messages: Annotated[tuple[_Message, ...], Tag("messages"), _ALL]
    nations: Annotated[tuple[Name, ...], Tag("nations"), _ALL]
    orders: Annotated[tuple[Plain, ...], Tag("orders"), _ALL]
    others: Annotated[tuple[Plain, ...], Tag("others"), _ALL]
    randoms: Annotated[_Many, Tag("randoms")]
    rolls: Annotated[tuple[_Column, ...], Tag("rolls"), Items(len(SPEC), len(SPEC))]
    seeds: Annotated[tuple[Hash, ...], Tag("seeds"), _ALL]
    signatures: Annotated[_Many, Tag("signatures")]
    signed: Annotated[tuple[tuple[_Place, _Place, _Signature], ...], Tag("signed"), _ALL]
    signers: Annotated[tuple[_Place, ...], Tag("signers"), _ALL]
    statements: Annotated[tuple[tuple[_Place, _Statement], ...], Tag("statements"), _ALL]
    times: Annotated[tuple[_Later, ...], Tag("times"), _ALL]


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
    return bytes_of(packer.frame())


def forgotten(turn: Sequence[LogEntry]) -> tuple[LogEntry, ...]:
    """The entries of a closed turn, as they are when they have been packed and unpacked again."""
    # The signature of the end covers the head, and with it every record of the turn, so those of
    # the same player before it prove nothing more. Others' are kept, because nothing else shows
    # that they asked or consented.
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
        self.others: list[Plain] = []
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
                spec = plain_of(record.request.spec)
                for column, name in zip(self.rolls, SPEC, strict=True):
                    column.append(spec[name])  # type: ignore[arg-type]
                self._ask(record.request.nation, nation)
                self._open(record.seeds)
            case VoidRoll():
                self.others.append(_rest(record.void))
                self._open(record.seeds)
            case Agreement() | RollAgain() | Note() | Absence():
                self.others.append(_rest(record))
                if isinstance(record, Agreement):
                    self.chains.replace(record.proposal)

    def _ask(self, nation: str, mover: str) -> None:
        if nation != mover:
            self.asked.append((len(self.kinds), nation))

    def _open(self, seeds: Sequence[bytes]) -> None:
        # Only the last seed of each chain stays: every earlier one is the hash of the one after it.
        self.seeds.update(zip(self.chains.present, seeds, strict=True))

    def frame(self) -> Frame:
        """The columns of all turns."""
        times = [self.since, *(end.end.time for end in self.ends)]
        # In the order of first use, which readers demand: one log has one packing, so that two
        # saves of the same turns are equal byte by byte.
        names = [*self.signers, *(key for _, key, _ in self.signed)]
        keys = {key: place for place, key in enumerate(dict.fromkeys(names))}
        return Frame(
            asked=tuple(self.asked),
            closings=tuple((tuple(times), b"".join(signed)) for times, signed in self.closings),
            digests=b"".join(end.end.digest for end in self.ends),
            keys=tuple(keys),
            kinds="".join(self.kinds),
            messages=tuple(end.end.message for end in self.ends),
            nations=tuple(end.nation for end in self.ends),
            orders=tuple(self.orders),
            others=tuple(self.others),
            randoms=b"".join(end.end.random for end in self.ends),
            rolls=tuple(map(tuple, self.rolls)),
            seeds=tuple(self.seeds[chain] for chain in sorted(self.seeds)),
            signatures=b"".join(self.signatures),
            signed=tuple((place, keys[key], signature) for place, key, signature in self.signed),
            signers=tuple(keys[key] for key in self.signers),
            statements=tuple(self.statements),
            times=tuple(time - before for before, time in pairwise(times)),
        )


def _rest(record: Written | Void) -> Plain:
    """A body without what its place in the log says."""
    body = {name: value for name, value in plain_of(record).items() if name not in {"kind", "prev"}}
    return cast("Plain", body)
