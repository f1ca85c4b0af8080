"""What a map file can say in options of attachments: one row for each option that is read.

A row is the option, what reads it, and what the support page says about that, in one: there is no
other way to say that an option is read.  What a row makes of an option, its facts, goes into the
tree of a scenario, whose reader refuses every key that it does not know.  So a row that nobody uses
cannot be forgotten: the first map with its option does not load.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from engine.core.errors import DefinitionError
from engine.loading.fields import shown
from engine.loading.triplea.attachments import Attachment, Records
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.words import ON_OFF, integer, is_whole, names_in

R = TypeVar("R")
T = TypeVar("T")

MapFacts: TypeAlias = dict[str, object]
"""What options say, by the names that the tree of a scenario has for it."""

LEGACY_OPTIONS: Final[Mapping[str, str]] = {
    "isParatroop": "isAirTransportable",
    "isInfantry": "isLandTransportable",
    "isMechanized": "isLandTransportable",
    "occupiedTerrOf": "originalOwner",
    "isImpassible": "isImpassable",
    "turns": "rounds",
}
"""Old names of options and what they are called today."""

_NONE: Final = "-1"


@dataclass(frozen=True, slots=True)
class Said:
    """What an attachment says with one option.

    values: all of them, in the order of the file; where only one counts, it is the last one.
    """

    entry: Attachment
    option: str
    values: tuple[str, ...]
    missing: MissingRules

    @property
    def last(self) -> str:
        """The value that counts."""
        return self.values[-1]

    def each(self) -> Iterable[str]:
        """The values of an option that may be repeated, the empty ones left out."""
        return filter(None, self.values)

    def names(self) -> list[str]:
        """The names in all values, which colons separate; each once."""
        return names_in(":".join(self.values))

    def flag(self) -> bool:
        """A truth value; raises DefinitionError."""
        if self.last.lower() not in ON_OFF:
            raise self.error(f"option {self.option}: expected true or false")
        return self.last.lower() == "true"

    def number(self, none: int = 0) -> int:
        """A number from 0 up; -1 means none, which is given; raises DefinitionError."""
        if self.last == _NONE:
            return none
        if not is_whole(self.last):
            raise self.error(f"option {self.option}: expected a whole number")
        return int(self.last)

    def integer(self) -> int:
        """A number, perhaps below 0; raises DefinitionError."""
        return integer(self.entry.name, self.last)

    def error(self, reason: str) -> DefinitionError:
        """The error to raise: of what, and the reason."""
        return DefinitionError(f"{shown(self.entry.target)}: {reason}")

    def refuse(self, what: str, *, everywhere: bool = False) -> None:
        """Note a value without a rule for it; everywhere: it is not up to this thing alone."""
        target = "" if everywhere else self.entry.target
        self.missing.add(f"option of {self.entry.kind} {self.option}: {what}", target)


@dataclass(frozen=True, slots=True)
class MapOption(Generic[R]):
    """An option that is read.

    note: what it becomes, for the support page.
    read: what reads it.
    switch: the property without which it has no meaning, "" for none.
    fact, shape: the one fact that it becomes, and how, where it is no more than that.
    is_changing: whether triggers may give it another value.
    """

    option: str
    note: str
    read: R
    switch: str = ""
    fact: str = ""
    shape: Literal["flag", "number", "names", "amounts", "name", ""] = ""
    is_changing: bool = False


FactReader: TypeAlias = Callable[[Said], MapFacts]
FactOption: TypeAlias = MapOption[FactReader]
Rows: TypeAlias = Mapping[str, MapOption[R]]
"""The options of a class, or some of them."""


def rows(*options: MapOption[R]) -> Rows[R]:
    """Rows by option; raises ValueError for an option with two rows, or two with the same fact.

    Of two options for one fact a map would say the one and lose it to the other: each has a name
    for what it says, and the code that joins them decides.
    """
    found = {row.option: row for row in options}
    if len(found) < len(options):
        raise ValueError("an option has two rows")
    facts = [row.fact for row in options if row.fact]
    if len(set(facts)) < len(facts):
        raise ValueError("two options are the same fact")
    return found


def facts_of(
    table: Rows[FactReader], entry: Attachment, missing: MissingRules, usual: MapFacts | None = None
) -> MapFacts:
    """What an attachment says with the options of a table; usual: what holds otherwise."""
    facts: MapFacts = dict(usual or {})
    for option in dict.fromkeys(name for name, _ in entry.options):
        if option in table:
            values = tuple(value for name, value in entry.options if name == option)
            facts |= table[option].read(Said(entry, option, values, missing))
    return facts


def facts_by_target(
    records: Records, kind: str, table: Rows[FactReader], missing: MissingRules
) -> dict[str, MapFacts]:
    """What attachments of a class say, by what they are attached to; the last one counts."""
    return {
        entry.target: missing.attempt(partial(facts_of, table, entry, missing)) or {}
        for entry in records.of_kind(kind)
    }


def taken(facts: MapFacts, name: str, usual: T) -> T:
    """Take a fact out, which goes into the tree in another form; usual: where it is not said.

    Raises TypeError for a fact of another type: then the row that made it is wrong.
    """
    value = facts.pop(name, usual)
    if not isinstance(value, type(usual)):
        raise TypeError(name)
    return value


def part(facts: MapFacts, prefix: str) -> MapFacts:
    """Take out the facts whose names begin in a way, and leave that out of their names."""
    own = [fact for fact in facts if fact.startswith(prefix)]
    return {fact.removeprefix(prefix): facts.pop(fact) for fact in own}


def check_all_taken(facts: MapFacts) -> None:
    """Raises TypeError for facts that are left where they do not go into the tree as they are."""
    if facts:
        raise TypeError(f"nothing reads {', '.join(facts)}")
