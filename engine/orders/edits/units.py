"""Changes of units by hand; the owner of the units is always named."""

from typing import Annotated, Final

from engine.core.ids import NOWHERE, TerritoryName
from engine.core.pick import Pick
from engine.grammar.fields import Area, NumberEntry, OwnedUnits, PlainForm
from engine.grammar.lexer import written
from engine.grammar.reader import Reader, Tokens, split_at
from engine.grammar.writer import Name, picks_text
from engine.orders.edits.form import MAX_HITS, Change, ChangeForm, read_number
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class UnitChange(Change):
    """A change of these units."""

    picks: OwnedUnits


@dataclass(frozen=True, slots=True)
class AddUnits(UnitChange):
    """New units are put there."""

    territory: Area

    def text(self, name: Name) -> str:
        """The units, then where."""
        return f"add {picks_text(self.picks, name)}: {name(self.territory)}"


@dataclass(frozen=True, slots=True)
class TakeOffUnits(UnitChange):
    """Units are gone."""

    territory: Area

    def text(self, name: Name) -> str:
        """The units, then where."""
        return f"remove {picks_text(self.picks, name)}: {name(self.territory)}"


@dataclass(frozen=True, slots=True)
class ShiftUnits(UnitChange):
    """Units and their cargo are put elsewhere."""

    origin: Area
    to: Area

    def text(self, name: Name) -> str:
        """The units, then from where to where."""
        way = f"{name(self.origin)} > {name(self.to)}"
        return f"shift {picks_text(self.picks, name)}: {way}"


@dataclass(frozen=True, slots=True)
class SetHits(UnitChange):
    """Units now have taken `hits` hits."""

    territory: Area
    hits: Annotated[int, NumberEntry("the number", MAX_HITS, least=0)]

    def text(self, name: Name) -> str:
        """The units, where, and the number."""
        return f"hits {_counted_text(self.picks, self.territory, self.hits, name)}"


@dataclass(frozen=True, slots=True)
class SetDamage(UnitChange):
    """Factories now have `points` points of bombing damage."""

    territory: Area
    points: Annotated[int, NumberEntry("the number", MAX_HITS, least=0)]

    def text(self, name: Name) -> str:
        """The factories, where, and the number."""
        return f"damage {_counted_text(self.picks, self.territory, self.points, name)}"


@dataclass(frozen=True, slots=True)
class SetStrength(UnitChange):
    """Blocks now have this strength."""

    territory: Area
    strength: Annotated[int, NumberEntry("the number", MAX_HITS)]

    def text(self, name: Name) -> str:
        """The blocks, where, and the number."""
        return f"strength {_counted_text(self.picks, self.territory, self.strength, name)}"


def _add(reader: Reader, tokens: Tokens) -> Change:
    what, where = reader.halves(tokens)
    return AddUnits(_picks(reader, what), reader.territory(where))


def _remove(reader: Reader, tokens: Tokens) -> Change:
    what, where = reader.halves(tokens)
    return TakeOffUnits(_picks(reader, what), reader.territory(where))


def _shift(reader: Reader, tokens: Tokens) -> Change:
    what, where = reader.halves(tokens)
    path = reader.path(where)
    if len(path) != 2:
        reader.bad(where)
    return ShiftUnits(_picks(reader, what), path[0], path[-1])


def _hits(reader: Reader, tokens: Tokens) -> Change:
    return SetHits(*_counted(reader, tokens))


def _damage(reader: Reader, tokens: Tokens) -> Change:
    return SetDamage(*_counted(reader, tokens))


def _strength(reader: Reader, tokens: Tokens) -> Change:
    return SetStrength(*_counted(reader, tokens))


def _counted(reader: Reader, tokens: Tokens) -> tuple[tuple[Pick, ...], TerritoryName, int]:
    what, where = reader.halves(tokens)
    parts = split_at(where, (">",))
    if len(parts) != 2:
        text = f"how many? Write, for example: {reader.example}"
        reader.fault("count-missing", written(where), text)
        return (), NOWHERE, 0
    number = read_number(reader, parts[1], "number", MAX_HITS)
    return _picks(reader, what), reader.territory(parts[0]), number


def _counted_text(
    picks: tuple[Pick, ...], territory: TerritoryName, number: int, name: Name
) -> str:
    return f"{picks_text(picks, name)}: {name(territory)} > {number}"


def _picks(reader: Reader, tokens: Tokens) -> tuple[Pick, ...]:
    picks = reader.picks(tokens)
    for pick in picks:
        if not pick.owner and pick.type:
            text = f"whose? Write the nation: {pick.count} British {pick.type}"
            reader.fault("owner-missing", pick.type, text)
    if not picks and not reader.faults:
        reader.fault("units-missing", written(tokens), "this change needs at least one unit")
    return picks


FORMS: Final = (
    ChangeForm(PlainForm("add", AddUnits), _add, ("add 2 British infantry: Egypt",)),
    ChangeForm(PlainForm("remove", TakeOffUnits), _remove, ("remove 1 British infantry: Egypt",)),
    ChangeForm(
        PlainForm("shift", ShiftUnits), _shift, ("shift 2 British infantry: Egypt > Syria",)
    ),
    ChangeForm(
        PlainForm("hits", SetHits),
        _hits,
        ("hits 1 British battleship: SZ 10 North Sea > 1",),
    ),
    ChangeForm(
        PlainForm("damage", SetDamage), _damage, ("damage 1 Russians factory: Leningrad > 3",)
    ),
    ChangeForm(
        PlainForm("strength", SetStrength), _strength, ("strength 1 West fleet: London > 3",)
    ),
)
