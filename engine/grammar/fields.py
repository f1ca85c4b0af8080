"""The plain form of a dataclass, derived from its fields.

Each field says in its type what stands for it in the plain form, and within which bounds:

    raid: Annotated[bool, Flag("the mark of a raid")] = False

`PlainForm` reads and writes the list of these entries with a tag in front.  Reading is strict: a
wrong type, one entry too many, an absurd number or an unprintable name is refused.
Format: docs/formats/orders-v1.md, section "Plain form".
"""

import dataclasses
from collections.abc import Iterable, Mapping
from itertools import islice, starmap
from typing import Annotated, ClassVar, Final, Generic, TypeAlias, TypeVar, get_args

from engine.core.errors import InvalidActionError
from engine.core.ids import NationName, SaleName, TerritoryName, UnitId, UnitTypeName
from engine.core.pick import Pick
from engine.grammar.plain import (
    MAX_COUNT,
    MAX_NUMBER,
    plain_picks,
    read_flag,
    read_list,
    read_number,
    read_picks,
    read_text,
)
from engine.values import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """What stands for one field; what: its name in messages, with an article."""

    width: ClassVar[int] = 1
    """How many entries of the list it takes; if several, they are read and written as a list."""

    what: str

    def read(self, value: object, kind: str) -> object:
        """The value of the field; kind: the tag, for messages.  Raises InvalidActionError."""
        raise NotImplementedError

    def plain(self, value: object) -> object:
        """The plain value of the field."""
        return value

    def described(self) -> str:
        """What it is, for the table in the format's page."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class TextEntry(FieldEntry):
    """A text that can be shown."""

    empty: bool = False

    def read(self, value: object, kind: str) -> object:
        return read_text(value, f"{kind}: {self.what}", empty=self.empty)

    def described(self) -> str:
        return f'{self.what} (may be "")' if self.empty else self.what


@dataclass(frozen=True, slots=True)
class WordEntry(FieldEntry):
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, value: object, kind: str) -> object:
        found = read_text(value, f"{kind}: {self.what}")
        if found not in self.words:
            raise InvalidActionError(f"{kind}: {found} is not {self.described()}")
        return found

    def described(self) -> str:
        *first, last = (f'"{word}"' for word in self.words)
        return f"{self.what}: {', '.join(first)} or {last}"


@dataclass(frozen=True, slots=True)
class NumberEntry(FieldEntry):
    """A whole number from least to most."""

    most: int = MAX_COUNT
    least: int = 1

    def read(self, value: object, kind: str) -> object:
        return read_number(value, f"{kind}: {self.what}", self.most, least=self.least)

    def described(self) -> str:
        most = "2^53 - 1" if self.most == MAX_NUMBER else f"{self.most:,}"
        return f"{self.what} ({self.least} to {most})"


@dataclass(frozen=True, slots=True)
class FlagEntry(FieldEntry):
    """True or false."""

    def read(self, value: object, kind: str) -> object:
        return read_flag(value, f"{kind}: {self.what}")

    def described(self) -> str:
        return f"{self.what} (true or false)"


@dataclass(frozen=True, slots=True)
class ListEntry(FieldEntry):
    """A list of entries of one sort; too_few: the fault of a list with fewer than `least`."""

    of: FieldEntry
    least: int = 0
    too_few: str = ""

    def read(self, value: object, kind: str) -> object:
        entries = read_list(value, f"{kind}: {self.what}")
        if len(entries) < self.least:
            raise InvalidActionError(f"{kind}: {self.too_few}")
        return tuple(self.of.read(entry, kind) for entry in entries)

    def plain(self, value: object) -> object:
        return [self.of.plain(entry) for entry in value] if isinstance(value, tuple) else value

    def described(self) -> str:
        return f"{self.what}: a list of {_bare(self.of)}"


@dataclass(frozen=True, slots=True)
class TupleEntry(FieldEntry):
    """A list with exactly these entries."""

    parts: tuple[FieldEntry, ...]

    def read(self, value: object, kind: str) -> object:
        entries = read_list(value, f"{kind}: {self.what}", len(self.parts))
        return tuple(
            part.read(entry, kind) for part, entry in zip(self.parts, entries, strict=True)
        )

    def plain(self, value: object) -> object:
        if not isinstance(value, tuple):
            return value
        return [part.plain(entry) for part, entry in zip(self.parts, value, strict=True)]

    def described(self) -> str:
        return f"[{', '.join(_bare(part) for part in self.parts)}]"


@dataclass(frozen=True, slots=True)
class RecordEntry(FieldEntry):
    """A list with an entry for each field of a dataclass; make: the dataclass."""

    make: type[object]
    parts: tuple[tuple[str, FieldEntry], ...]

    def read(self, value: object, kind: str) -> object:
        entries = read_list(value, f"{kind}: {self.what}", len(self.parts))
        pairs = zip(self.parts, entries, strict=True)
        return made(self.make, (part.read(entry, kind) for (_, part), entry in pairs))

    def plain(self, value: object) -> object:
        return [part.plain(getattr(value, name)) for name, part in self.parts]

    def described(self) -> str:
        return f"[{', '.join(_bare(part) for _, part in self.parts)}]"


@dataclass(frozen=True, slots=True)
class UnitsEntry(FieldEntry):
    """Choices of units, not empty unless that is allowed; owned: the owner is always named."""

    empty: bool = False
    owned: bool = False

    def read(self, value: object, kind: str) -> object:
        picks = read_picks(value, kind, empty=self.empty)
        if self.owned and any(not pick.owner for pick in picks):
            raise InvalidActionError(f"{kind}: the owner of the units is missing")
        return picks

    def plain(self, value: object) -> object:
        picks = value if isinstance(value, tuple) else ()
        return plain_picks(picks)

    def described(self) -> str:
        return f"{self.what} (may be empty)" if self.empty else self.what


def _bare(entry: FieldEntry) -> str:
    return entry.described().removeprefix("the ").removeprefix("an ").removeprefix("a ")


Area: TypeAlias = Annotated[TerritoryName, TextEntry("a territory")]
Destination: TypeAlias = Annotated[TerritoryName, TextEntry("the destination", empty=True)]
Nation: TypeAlias = Annotated[NationName, TextEntry("a nation")]
SomeUnits: TypeAlias = Annotated[tuple[Pick, ...], UnitsEntry("the units")]
AnyUnits: TypeAlias = Annotated[tuple[Pick, ...], UnitsEntry("the units", empty=True)]
OwnedUnits: TypeAlias = Annotated[tuple[Pick, ...], UnitsEntry("the units", owned=True)]
UNIT_NUMBER: Final = NumberEntry("a unit number", MAX_NUMBER)
UnitNumbers: TypeAlias = Annotated[tuple[UnitId, ...], ListEntry("the unit numbers", UNIT_NUMBER)]
_COUNTED: Final = ListEntry(
    "the units",
    TupleEntry("a unit with its count", (TextEntry("a unit type"), NumberEntry("a count"))),
)
CountedUnits: TypeAlias = Annotated[tuple[tuple[UnitTypeName, int], ...], _COUNTED]
CountedSales: TypeAlias = Annotated[tuple[tuple[SaleName, int], ...], _COUNTED]


@dataclasses.dataclass(frozen=True, slots=True)
class PlainForm(Generic[T]):
    """The plain form of one dataclass: its tag, then an entry for each of its fields."""

    tag: str
    make: type[T]
    entries: tuple[tuple[str, FieldEntry], ...] = dataclasses.field(init=False)
    width: int = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        """Raises TypeError for a field that says nothing about its plain form."""
        object.__setattr__(self, "entries", entries_of(self.make, self.tag))
        object.__setattr__(self, "width", sum(entry.width for _, entry in self.entries))

    def read(self, values: list[object]) -> T:
        """What a list of entries, without the tag, stands for; raises InvalidActionError."""
        if len(values) != self.width:
            text = f"{self.tag}: expected {self.width} entries after the kind, not {len(values)}"
            raise InvalidActionError(text)
        rest = iter(values)
        read = (
            entry.read(next(rest) if entry.width == 1 else [*islice(rest, entry.width)], self.tag)
            for _, entry in self.entries
        )
        return made(self.make, read)

    def write(self, value: T) -> list[object]:
        """The tag and the entries of a value."""
        found: list[object] = [self.tag]
        for name, entry in self.entries:
            plain = entry.plain(getattr(value, name))
            found += plain if entry.width > 1 and isinstance(plain, list) else [plain]
        return found

    def described(self) -> str:
        """The tag and the entries, for the table in the format's page."""
        return ", ".join([f'`"{self.tag}"`', *(entry.described() for _, entry in self.entries)])


def made(make: type[T], values: Iterable[object]) -> T:
    """A dataclass with these values, which were read for its fields one by one."""
    # A type checker cannot know that they fit, and does not check here.
    return next(starmap(make, [values]))


def entries_of(
    make: type[object], tag: str, *, after: int = 0
) -> tuple[tuple[str, FieldEntry], ...]:
    """The fields of a dataclass with what stands for each of them in the plain form.

    after: how many of the first ones are left out, because other code reads and writes them.

    Raises TypeError for a field that says nothing about it.
    """
    # A type checker does not see a dataclass in a bare type, so its table of fields is asked.
    known: Mapping[str, dataclasses.Field[object]] = getattr(make, "__dataclass_fields__", {})
    return tuple(
        (name, _entry_of(one.type, f"{tag}: {name}")) for name, one in [*known.items()][after:]
    )


def _entry_of(annotation: object, where: str) -> FieldEntry:
    """The entry that the type of a field names; TypeError when it names none."""
    for said in get_args(annotation)[1:]:
        if isinstance(said, FieldEntry):
            return said
    raise TypeError(f"{where} does not say what stands for it in the plain form")
