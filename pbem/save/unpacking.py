"""Reading packed turns: the columns of closed turns back into what each record holds.

Gives, turn by turn, what the ledger cannot derive; the ledger makes the bodies again, since only
it knows heads, numbers and seats.  Nothing is verified here but the shape.

Source: docs/formats/save-v1.md, section "Packed turns".
"""

from collections.abc import Mapping, Sequence

from engine.values import dataclass
from pbem.dice.protocol import previous_seed
from pbem.dice.statements import MAX_STATEMENTS
from pbem.save.format import MAX_RECORDS
from pbem.save.packing import COLUMNS, LETTERS, SPEC
from pbem.save.records import MAX_MESSAGE, MAX_NAME, ROLL, TURN_END, End
from pbem.save.seed_chains import SeedChains
from pbem.wire.canonical import Plain, decode
from pbem.wire.fields import MAX_TIME, Fields, as_text, wrong_shape
from pbem.wire.signing import KEY_SIZE, SIGNATURE_SIZE

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

    kind: str
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
    fields = Fields(decode(frame, MAX_VALUES), "turns", COLUMNS)
    kinds = _kinds(fields.get("kinds"))
    return len(kinds), _cut(fields.get("signatures"), SIGNATURE_SIZE, kinds.count("e"))[-1]


class _Columns:
    """The columns, checked against one another."""

    def __init__(self, frame: bytes, since: int, authorities: int) -> None:
        self.fields = Fields(decode(frame, MAX_VALUES), "turns", COLUMNS)
        self.fields.choice("kind", ("turns",))
        self.kinds = _kinds(self.fields.get("kinds"))
        self.count = self.kinds.count("e")
        self.ends = self._ends(since)
        self.keys = [_bytes(key, KEY_SIZE) for key in self._list("keys")]
        self.signers = [_number(one, len(self.keys)) for one in self._list("signers", self.count)]
        self.signatures = _cut(self.fields.get("signatures"), SIGNATURE_SIZE, self.count)
        self.signed = self._signed()
        self.asked = self._asked()
        self.closings = self._closings(authorities)
        self.statements = self._statements()
        self.opened = self._opened(authorities)

    def turns(self) -> tuple[tuple[Packed, ...], ...]:
        """All records, by turn."""
        orders = iter(self._list("orders", self.kinds.count("o")))
        rolls = iter(self._rolls())
        others = iter(self._list("others", sum(letter in _OTHERS for letter in self.kinds)))
        nations = [as_text(name, "turns.nations", 1, MAX_NAME) for name in self._nations()]
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

    def _list(self, name: str, count: int | None = None) -> Sequence[Plain]:
        value = self.fields.get(name)
        if not isinstance(value, list) or (count is not None and len(value) != count):
            raise wrong_shape(f"turns.{name}", "is not a list of the right length")
        return value

    def _nations(self) -> Sequence[Plain]:
        return self._list("nations", self.count)

    def _ends(self, since: int) -> tuple[End, ...]:
        digests = _cut(self.fields.get("digests"), _DIGEST, self.count)
        randoms = _cut(self.fields.get("randoms"), _RANDOM, self.count)
        messages = self._list("messages", self.count)
        ends: list[End] = []
        time = since
        for number, later in enumerate(self._list("times", self.count)):
            time = _time(time, later)
            message = as_text(messages[number], "turns.messages", 0, MAX_MESSAGE)
            ends.append(End(digests[number], message, randoms[number], time))
        return tuple(ends)

    def _rolls(self) -> tuple[dict[str, Plain], ...]:
        columns = self._list("rolls", len(SPEC))
        count = self.kinds.count("r")
        if any(not isinstance(column, list) or len(column) != count for column in columns):
            raise wrong_shape("turns.rolls", "has a column of the wrong length")
        rows = zip(*columns, strict=True)
        return tuple(dict(zip(SPEC, row, strict=True)) for row in rows)

    def _signed(self) -> dict[int, tuple[bytes, bytes]]:
        found: dict[int, tuple[bytes, bytes]] = {}
        used = list(self.signers)
        last = -1
        for item in self._list("signed"):
            place, key, signature = self._row(item, "signed", 3)
            last, before = _number(place, len(self.kinds)), last
            if last <= before or self.kinds[last] == "e":
                raise wrong_shape("turns.signed", "is out of order, or names the end of a turn")
            used.append(_number(key, len(self.keys)))
            found[last] = (self.keys[used[-1]], _bytes(signature, SIGNATURE_SIZE))
        if list(dict.fromkeys(used)) != list(range(len(self.keys))):
            raise wrong_shape("turns.keys", "is not in the order in which keys are used")
        if len(set(self.keys)) != len(self.keys):
            raise wrong_shape("turns.keys", "names a key twice")
        return found

    def _asked(self) -> dict[int, str]:
        found: dict[int, str] = {}
        last = -1
        for item in self._list("asked"):
            place, nation = self._row(item, "asked", 2)
            last, before = _number(place, len(self.kinds)), last
            if last <= before or self.kinds[last] not in "or":
                raise wrong_shape("turns.asked", "is out of order, or names no orders and no roll")
            found[last] = as_text(nation, "turns.asked", 1, MAX_NAME)
        return found

    def _closings(self, authorities: int) -> list[tuple[list[int], tuple[bytes, ...]]]:
        found: list[tuple[list[int], tuple[bytes, ...]]] = []
        for item in self._list("closings", authorities):
            times, signatures = self._row(item, "closings", 2)
            if not isinstance(times, list) or len(times) != self.count:
                raise wrong_shape("turns.closings", "does not have one for each turn")
            later = [
                _time(end.time, time) - end.time for end, time in zip(self.ends, times, strict=True)
            ]
            found.append((later, _cut(signatures, SIGNATURE_SIZE, self.count)))
        return found

    def _statements(self) -> dict[int, tuple[bytes, ...]]:
        found: dict[int, tuple[bytes, ...]] = {}
        last = 0
        for item in self._list("statements"):
            place, statement = self._row(item, "statements", 2)
            last, before = _number(place, len(self.kinds)), last
            known = found.get(last, ())
            if last < before or self.kinds[last] not in "rve" or not isinstance(statement, bytes):
                raise wrong_shape("turns.statements", "is out of order, or where none can be")
            if len(known) >= MAX_STATEMENTS:
                raise wrong_shape("turns.statements", "has too many for one record")
            found[last] = (*known, statement)
        return found

    def _opened(self, authorities: int) -> dict[int, tuple[bytes, ...]]:
        """The seeds that each roll and void record opens, by place.

        Each is the hash of the one after it.
        """
        opening: list[tuple[int, tuple[int, ...]]] = []
        chains = SeedChains(authorities)
        others = iter(self.fields.items("others", 0, MAX_RECORDS))
        for place, letter in enumerate(self.kinds):
            if letter in "rv":
                opening.append((place, tuple(chains.present)))
            if letter in _OTHERS:
                other = next(others, None)
                if letter == LETTERS["agreement"] and isinstance(other, Mapping):
                    chains.replace(other.get("proposal"))
        used = sorted({chain for _, opened in opening for chain in opened})
        given = [_bytes(seed, 32) for seed in self._list("seeds", len(used))]
        seeds = dict(zip(used, given, strict=True))
        found: dict[int, tuple[bytes, ...]] = {}
        for place, opened in reversed(opening):
            found[place] = tuple(seeds[chain] for chain in opened)
            for chain in opened:
                seeds[chain] = previous_seed(seeds[chain])
        return found

    @staticmethod
    def _row(item: Plain, name: str, size: int) -> Sequence[Plain]:
        if not isinstance(item, list) or len(item) != size:
            raise wrong_shape(f"turns.{name}", f"has an item that is not a list of {size}")
        return item


def _kinds(value: Plain) -> str:
    if not isinstance(value, str) or len(value) > MAX_RECORDS or value[-1:] != "e":
        raise wrong_shape("turns.kinds", "does not end with the end of a turn")
    if not set(value) <= set(_KINDS):
        raise wrong_shape("turns.kinds", "has a letter that names no kind")
    return value


def _other(value: Plain) -> Mapping[str, Plain]:
    if not isinstance(value, Mapping) or "kind" in value or "prev" in value:
        raise wrong_shape("turns.others", "has an item that is not the rest of a body")
    return value


def _number(value: Plain, stop: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < stop:
        raise wrong_shape("turns", "names a place that is not there")
    return value


def _bytes(value: Plain, size: int) -> bytes:
    if not isinstance(value, bytes) or len(value) != size:
        raise wrong_shape("turns", f"has something other than {size} bytes")
    return value


def _cut(value: Plain, size: int, count: int) -> tuple[bytes, ...]:
    data = _bytes(value, size * count)
    return tuple(data[place : place + size] for place in range(0, len(data), size))


def _time(before: int, later: Plain) -> int:
    if not isinstance(later, int) or isinstance(later, bool):
        raise wrong_shape("turns", "has a time that is not a number")
    if not 0 <= before + later <= MAX_TIME:
        raise wrong_shape("turns", "has a time that is out of range")
    return before + later
