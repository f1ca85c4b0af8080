"""Third layer: what triggers make of unit types, as effects of a scenario.

A new value takes the place of the old one; in a list, and where units have a number for each of
other types, it is added to what is there, unless the map empties that first.  What triggers may
change at all is in the rows of the options.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from engine.gamedef.changes import number_fact
from engine.loading.triplea.attachments import Attachment, Records
from engine.loading.triplea.changes import CHANGED_ON_CAPTURE
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import LEGACY_OPTIONS, FactOption, MapFacts
from engine.loading.triplea.units import NO_LAST_SHOT, UNIT_OPTIONS, sort_of_construction
from engine.loading.triplea.words import (
    ON_OFF,
    RESET,
    RESOURCES,
    integer,
    is_number,
    is_whole,
    names_in,
)
from engine.marks import MAX_NUMBER
from engine.values import dataclass

_BLITZ: Final = "canBlitz"
_BELOW_ZERO: Final = ("most_owned", "works_until")
"""Facts for which -1 is a value of its own."""


@dataclass(frozen=True, slots=True)
class TypeChange:
    """What one unitProperty says: of which types, and the new value of which option.

    said: with a reset in front where there is one; new: without it.
    """

    entry: Attachment
    types: Sequence[str]
    option: str
    said: str
    new: str

    @property
    def is_reset(self) -> bool:
        """Whether a list is emptied first."""
        return self.new != self.said

    def to(self, fact: str, value: object) -> MapFacts:
        """A fact of these types with a new value."""
        return set_fact("unit", self.types, fact, value)

    def listed(self, fact: str, new: str) -> MapFacts:
        """A list of these types with more names, or with others."""
        return self.to(fact, names_in(new)) | ({} if self.is_reset else {"is_added": True})


UnitEffects: TypeAlias = Sequence[MapFacts] | None
"""What becomes of it; None for a value that is not played."""


class ChangedUnits:
    """What triggers make of unit types."""

    def __init__(
        self, records: Records, meant: Callable[[str], Sequence[str]], missing: MissingRules
    ) -> None:
        """meant: the areas that a name means, of its own or of a kind of terrain."""
        self._records = records
        self._missing = missing
        self._meant = meant

    def changed(self, entry: Attachment, types: Sequence[str], value: str) -> Iterator[MapFacts]:
        """The effects of one unitProperty; raises DefinitionError for what should be a number."""
        said, _, option = value.rpartition(":")
        option = LEGACY_OPTIONS.get(option, option)
        change = TypeChange(entry, types, option, said, said.removeprefix(RESET))
        row = UNIT_OPTIONS.get(option)
        effects: UnitEffects = None
        if types and row is not None and row.is_changing:
            effects = self._changed(row, change)
        elif types and option in CHANGED_UNIT_OPTIONS:
            effects = CHANGED_UNIT_OPTIONS[option](self, change)
        if effects is None:
            self._missing.add(f"option of TriggerAttachment unitProperty: {option[:60]}")
        yield from effects or ()

    def _changed(self, row: FactOption, change: TypeChange) -> UnitEffects:
        """A new value for an option that is one fact."""
        new = change.new
        match row.shape:
            case "number" if is_number(new):
                # Maps write "any number" of something as a number beyond all that is ever reached.
                least = -1 if row.fact in _BELOW_ZERO else 0
                count = min(max(least, integer(change.entry.name, new)), MAX_NUMBER)
                return [change.to(row.fact, count)]
            case "flag" if new in ON_OFF:
                return [change.to(row.fact, new == "true")]
            case "names":
                return [change.listed(row.fact, new)]
            case "amounts":
                is_on = not row.switch or self._records.is_on(row.switch)
                return [*self._numbered(row.fact, change)] if is_on else []
        return None

    def _numbered(self, fact: str, change: TypeChange) -> Iterator[MapFacts]:
        """Numbers for other types: behind a reset, all that the map itself says come to nothing."""
        numbers: dict[str, int] = {}
        if change.is_reset:
            known = (value for one in self._of_types(change) for value in one.each(change.option))
            numbers = {name: 0 for value in known for name in value.split(":")[1:] if name}
        count, *names = change.new.split(":")
        for name in filter(None, names):
            numbers[name] = integer(change.entry.name, count)
        for name, number in numbers.items():
            yield change.to(number_fact(fact, RESOURCES.get(name, name)), number)

    def _of_types(self, change: TypeChange) -> Iterator[Attachment]:
        every = self._records.of_kind("UnitAttachment")
        return (one for one in every if one.target in change.types)

    def _two_hits(self, change: TypeChange) -> UnitEffects:
        return (
            [change.to("hit_points", 1 + (change.new == "true"))] if change.new in ON_OFF else None
        )

    def _marine(self, change: TypeChange) -> UnitEffects:
        text = {"true": "1", "false": "0"}.get(change.new, change.new)
        return [change.to("marine_bonus", int(text))] if is_whole(text) else None

    def _stays(self, change: TypeChange) -> UnitEffects:
        is_read = change.new in ON_OFF
        return [change.to("moves_in_combat", change.new == "false")] if is_read else None

    def _kind_of_gun(self, change: TypeChange) -> UnitEffects:
        return [change.to("anti_air.kind", change.new)] if change.new else None

    def _sort(self, change: TypeChange) -> UnitEffects:
        if not change.new:
            return None
        return [change.to(fact, value) for fact, value in sort_of_construction(change.new).items()]

    def _built(self, change: TypeChange) -> UnitEffects:
        """Nothing by itself: the sort of construction, which the trigger must say, is enough."""
        said = change.entry.each("unitProperty")
        says_its_sort = any(value.endswith(":constructionType") for value in said)
        return [] if change.new == "true" and says_its_sort else None

    def _invading(self, change: TypeChange) -> UnitEffects:
        if not change.new:
            return None
        names = [] if change.new in {"all", "none"} else change.new.split(":")
        never = change.to("never_invades", change.new == "none")
        return [change.to("invades_from", names), never]

    def _led(self, change: TypeChange) -> UnitEffects:
        if change.said != RESET and not change.new.startswith(f"{_BLITZ}:"):
            return None
        return [change.listed("blitzes_with", change.new.removeprefix(f"{_BLITZ}:"))]

    def _bombarding(self, change: TypeChange) -> UnitEffects:
        """Ships fire at the shore at their attack where the map has no other number for it."""
        if change.new not in ON_OFF:
            return None
        effects: list[MapFacts] = []
        for one in self._of_types(change):
            effects.append(set_fact("unit", [one.target], "can_bombard", change.new == "true"))
            said = (*one.each("attack"), *one.each("bombard"))
            number = next((int(text) for text in reversed(said) if is_whole(text) and int(text)), 0)
            if change.new == "true" and number:
                effects.append(set_fact("unit", [one.target], "bombard", number))
        return effects

    def _suicide(self, change: TypeChange) -> UnitEffects:
        if change.new not in ON_OFF:
            return None
        facts = ["dies_attacking", "first_in_attack"]
        if not self._records.is_on(NO_LAST_SHOT):
            facts += ["dies_defending", "first_in_defence"]
        return [change.to(fact, change.new == "true") for fact in facts]

    def _needs(self, change: TypeChange) -> UnitEffects:
        """One more unit beside which a type may be built."""
        names = [] if ":" in change.new else [change.new]
        return self._building("needs", change, names)

    def _shut(self, change: TypeChange) -> UnitEffects:
        """More areas where a type may not be placed, named or by their terrain."""
        areas = [area for name in names_in(change.new) for area in self._meant(name)]
        return self._building("not_in", change, areas)

    def _building(self, fact: str, change: TypeChange, names: Sequence[str]) -> UnitEffects:
        if change.is_reset or not any(names):
            return None
        return [change.to(number_fact(fact, name), 1) for name in dict.fromkeys(names)]

    def _captured(self, change: TypeChange) -> UnitEffects:
        """Whether units turn into others: all that the map itself gives them, or nothing of it."""
        if not self._gives_all(change):
            return None
        is_said = change.new or change.is_reset
        return [change.to("changes_when_captured", bool(change.new))] if is_said else []

    def _gives_all(self, change: TypeChange) -> bool:
        if not self._records.is_on(CHANGED_ON_CAPTURE):
            return True
        suffix = f":{change.option}"
        said = (value for value in change.entry.each("unitProperty") if value.endswith(suffix))
        new = {value.removeprefix(RESET).removesuffix(suffix) for value in said} - {
            "",
            change.option,
        }
        return all(not new or new == set(one.each(change.option)) for one in self._of_types(change))


CHANGED_UNIT_OPTIONS: Final[Mapping[str, Callable[[ChangedUnits, TypeChange], UnitEffects]]] = {
    "isTwoHit": ChangedUnits._two_hits,
    "isMarine": ChangedUnits._marine,
    "canNotMoveDuringCombatMove": ChangedUnits._stays,
    "typeAA": ChangedUnits._kind_of_gun,
    "constructionType": ChangedUnits._sort,
    "isConstruction": ChangedUnits._built,
    "canInvadeOnlyFrom": ChangedUnits._invading,
    "receivesAbilityWhenWith": ChangedUnits._led,
    "canBombard": ChangedUnits._bombarding,
    "isSuicide": ChangedUnits._suicide,
    "whenCapturedChangesInto": ChangedUnits._captured,
    "requiresUnits": ChangedUnits._needs,
    "unitPlacementRestrictions": ChangedUnits._shut,
}
"""What triggers change of units in ways of their own; the rows of units say what else."""


def set_fact(subject: str, names: Sequence[str], fact: str, value: object) -> MapFacts:
    """An effect that gives facts a value."""
    return {
        "kind": "set",
        "subject": subject,
        "names": list(dict.fromkeys(names)),
        "fact": fact,
        "value": value,
    }
