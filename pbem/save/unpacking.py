"""Reading packed turns: the columns of closed turns back into what each record holds.

Gives, turn by turn, what the ledger cannot derive; the ledger makes the bodies again, since only
it knows heads, numbers and seats.  Nothing is verified here but the shape.

Source: docs/formats/save-v1.md, section "Packed turns".
"""

from collections.abc import Mapping
from typing import TypeVar

from engine.values import dataclass
from pbem.dice.protocol import previous_seed
from pbem.dice.statements import MAX_STATEMENTS
from pbem.save.kinds import RecordKind
from pbem.save.packing import LETTERS, SPEC, Frame
from pbem.save.records import ROLL, TURN_END, End
from pbem.save.seed_chains import SeedChains
from pbem.wire.canonical import Plain, decode
from pbem.wire.fields import MAX_TIME, wrong_shape
from pbem.wire.shapes import read_as
from pbem.wire.signing import SIGNATURE_SIZE

T = TypeVar("T")

MAX_VALUES = 8_000_000
_KINDS = {letter: kind for kind, letter in LETTERS.items()}
_OTHERS = "abgnv"
"""The letters of the kinds whose bodies are kept whole, in `others`."""
_DIGEST = 32
_RANDOM = 16


@dataclass(frozen=True, slots=True)
class Packed:
    """A record of a closed turn, as far as it is written down.

    `fields` of its body that cannot be derived; `signer` its key, and `signature` b"" where the
    turn's end stands for it; `seeds` that it opens; `statements` attached to it; of an end its
    `content` and `closings`, time and signature of each authority.
    """

    kind: RecordKind
    fields: Mapping[str, Plain]
    signer: bytes
    signature: bytes = b""
    seeds: tuple[bytes, ...] = ()
    content: bytes = b""
    closings: tuple[tuple[int, bytes], ...] = ()
    statements: tuple[bytes, ...] = ()


def unpack(frame: bytes, since: int, authorities: int) -> tuple[tuple[Packed, ...], ...]:
    """The closed turns of a log, each with its records.

    since: the time of the start record; authorities: how many the game has.
    Raises NotASaveError.
    """
    return _Columns(frame, since, authorities).turns()


def packed_end(frame: bytes) -> tuple[int, bytes]:
    """How many records packed turns hold, and the player's signature of the last end.

    Raises NotASaveError.
    """
    columns = _frame(frame)
    kinds = _kinds(columns.kinds)
    return len(kinds), _cut(columns.signatures, SIGNATURE_SIZE, kinds.count("e"))[-1]


def _frame(frame: bytes) -> Frame:
    return read_as(Frame, decode(frame, MAX_VALUES))


class _Columns:
    """The columns, checked against one another."""

    def __init__(self, frame: bytes, since: int, authorities: int) -> None:
        self.frame = _frame(frame)
        self.kinds = _kinds(self.frame.kinds)
        self.count = self.kinds.count("e")
        self.ends = self._ends(since)
        self.keys = self.frame.keys
        self.signers = _of(self.frame.signers, "signers", self.count)
        for one in self.signers:
            _check_place(one, len(self.keys))
        self.signatures = _cut(self.frame.signatures, SIGNATURE_SIZE, self.count)
        self.signed = self._signed()
        self.asked = self._asked()
        self.closings = self._closings(authorities)
        self.statements = self._statements()
        self.opened = self._opened(authorities)

    def turns(self) -> tuple[tuple[Packed, ...], ...]:
        """All records, by turn."""
        orders = iter(_of(self.frame.orders, "orders", self.kinds.count("o")))
        rolls = iter(self._rolls())
        count = sum(letter in _OTHERS for letter in self.kinds)
        others = iter(_of(self.frame.others, "others", count))
        nations = _of(self.frame.nations, "nations", self.count)
        turns: list[tuple[Packed, ...]] = []
        turn: list[Packed] = []
        for place, letter in enumerate(self.kinds):
            number = len(turns)
            nation = self.asked.get(place, nations[number])
            if nation == nations[number] and place in self.asked:
                raise wrong_shape("turns.asked", "names the nation whose turn it is")
            key = self.keys[self.signers[number]]
            signer, signature = self.signed.get(place, (key, b""))
            if bool(signature) != (letter == "a" or signer != key):
                raise wrong_shape("turns.signed", "keeps other signatures than those that it must")
            if letter == "o":
                fields: Mapping[str, Plain] = {"actions": next(orders), "nation": nation}
                turn.append(Packed("orders", fields, signer, signature))
            elif letter == "r":
                seeds = self.opened[place]
                fields = {**next(rolls), "nation": nation}
                stated = self.statements.get(place, ())
                turn.append(Packed(ROLL, fields, signer, signature, seeds, statements=stated))
            elif letter == "e":
                turn.append(self._end(place, number, nations[number], key))
                turns.append(tuple(turn))
                turn = []
            else:
                fields, seeds = _other(next(others)), self.opened.get(place, ())
                stated = self.statements.get(place, ())
                kind = _KINDS[letter]
                turn.append(Packed(kind, fields, signer, signature, seeds, statements=stated))
        return tuple(turns)

    def _end(self, place: int, number: int, nation: str, key: bytes) -> Packed:
        end = self.ends[number]
        return Packed(
            TURN_END,
            {"nation": nation},
            key,
            self.signatures[number],
            content=end.content(),
            closings=tuple(
                (end.time + times[number], signatures[number])
                for times, signatures in self.closings
            ),
            statements=self.statements.get(place, ()),
        )

    def _ends(self, since: int) -> tuple[End, ...]:
        digests = _cut(self.frame.digests, _DIGEST, self.count)
        randoms = _cut(self.frame.randoms, _RANDOM, self.count)
        messages = _of(self.frame.messages, "messages", self.count)
        ends: list[End] = []
        time = since
        for number, later in enumerate(_of(self.frame.times, "times", self.count)):
            time = _time(time, later)
            ends.append(End(digests[number], messages[number], randoms[number], time))
        return tuple(ends)

    def _rolls(self) -> tuple[dict[str, Plain], ...]:
        count = self.kinds.count("r")
        columns = [_of(column, "rolls", count) for column in self.frame.rolls]
        return tuple(dict(zip(SPEC, row, strict=True)) for row in zip(*columns, strict=True))

    def _signed(self) -> dict[int, tuple[bytes, bytes]]:
        found: dict[int, tuple[bytes, bytes]] = {}
        used = list(self.signers)
        last = -1
        for place, key, signature in self.frame.signed:
            _check_place(place, len(self.kinds))
            _check_place(key, len(self.keys))
            if place <= last or self.kinds[place] == "e":
                raise wrong_shape("turns.signed", "is out of order, or names the end of a turn")
            last = place
            used.append(key)
            found[place] = (self.keys[key], signature)
        if list(dict.fromkeys(used)) != list(range(len(self.keys))):
            raise wrong_shape("turns.keys", "is not in the order in which keys are used")
        if len(set(self.keys)) != len(self.keys):
            raise wrong_shape("turns.keys", "names a key twice")
        return found

    def _asked(self) -> dict[int, str]:
        last = -1
        for place, _ in self.frame.asked:
            _check_place(place, len(self.kinds))
            if place <= last or self.kinds[place] not in "or":
                raise wrong_shape("turns.asked", "is out of order, or names no orders and no roll")
            last = place
        return dict(self.frame.asked)

    def _closings(self, authorities: int) -> list[tuple[list[int], tuple[bytes, ...]]]:
        found: list[tuple[list[int], tuple[bytes, ...]]] = []
        for times, signatures in _of(self.frame.closings, "closings", authorities):
            later = [
                _time(end.time, time) - end.time
                for end, time in zip(self.ends, _of(times, "closings", self.count), strict=True)
            ]
            found.append((later, _cut(signatures, SIGNATURE_SIZE, self.count)))
        return found

    def _statements(self) -> dict[int, tuple[bytes, ...]]:
        found: dict[int, tuple[bytes, ...]] = {}
        last = 0
        for place, statement in self.frame.statements:
            _check_place(place, len(self.kinds))
            if place < last or self.kinds[place] not in "rve":
                raise wrong_shape("turns.statements", "is out of order, or where none can be")
            last = place
            found[place] = (*found.get(place, ()), statement)
            if len(found[place]) > MAX_STATEMENTS:
                raise wrong_shape("turns.statements", "has too many for one record")
        return found

    def _opened(self, authorities: int) -> dict[int, tuple[bytes, ...]]:
        """The seeds that each roll and void record opens, by place.

        Each is the hash of the one after it.
        """
        opening: list[tuple[int, tuple[int, ...]]] = []
        chains = SeedChains(authorities)
        others = iter(self.frame.others)
        for place, letter in enumerate(self.kinds):
            if letter in "rv":
                opening.append((place, tuple(chains.present)))
            if letter in _OTHERS:
                other = next(others, None)
                if letter == LETTERS["agreement"] and isinstance(other, Mapping):
                    chains.replace(other.get("proposal"))
        used = sorted({chain for _, opened in opening for chain in opened})
        seeds = dict(zip(used, _of(self.frame.seeds, "seeds", len(used)), strict=True))
        found: dict[int, tuple[bytes, ...]] = {}
        # Backwards, from the newest seed to the oldest: a hash cannot be undone, so each one is
        # found from the one that was opened after it.
        for place, opened in reversed(opening):
            found[place] = tuple(seeds[chain] for chain in opened)
            for chain in opened:
                seeds[chain] = previous_seed(seeds[chain])
        return found


def _kinds(value: str) -> str:
    if not value.endswith("e"):
        raise wrong_shape("turns.kinds", "does not end with the end of a turn")
    if not set(value) <= set(_KINDS):
        raise wrong_shape("turns.kinds", "has a letter that names no kind")
    return value


def _of(column: tuple[T, ...], name: str, count: int) -> tuple[T, ...]:
    if len(column) != count:
        raise wrong_shape(f"turns.{name}", "is not a list of the right length")
    return column


def _other(value: Plain) -> Mapping[str, Plain]:
    if not isinstance(value, Mapping) or "kind" in value or "prev" in value:
        raise wrong_shape("turns.others", "has an item that is not the rest of a body")
    return value


def _check_place(place: int, stop: int) -> None:
    if place >= stop:
        raise wrong_shape("turns", "names a place that is not there")


def _cut(data: bytes, size: int, count: int) -> tuple[bytes, ...]:
    if len(data) != size * count:
        raise wrong_shape("turns", f"has something other than {size * count} bytes")
    return tuple(data[place : place + size] for place in range(0, len(data), size))


def _time(before: int, later: int) -> int:
    if not 0 <= before + later <= MAX_TIME:
        raise wrong_shape("turns", "has a time that is out of range")
    return before + later
