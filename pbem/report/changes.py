"""What is different between two positions: owners, units, money, technologies (B254)."""

from collections.abc import Iterator

from engine import NEUTRAL, NOBODY, PUS, NationName, State, TerritoryName, UnitTypeName
from engine.values import dataclass
from pbem.report.words import technology_word


@dataclass(frozen=True, slots=True)
class OwnerChange:
    """An area that changed hands; before, after: NOBODY for nobody."""

    territory: TerritoryName
    before: NationName
    after: NationName


@dataclass(frozen=True, slots=True)
class UnitsChange:
    """How many units of a type a nation had in an area, and has."""

    territory: str
    nation: str
    type: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class MoneyChange:
    """How many PUs a nation had, and has."""

    nation: NationName
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class TechnologyChange:
    """A technology that a nation has got, or has lost."""

    nation: NationName
    technology: str
    has: bool


@dataclass(frozen=True, slots=True)
class Changes:
    """All differences between two positions of a game."""

    owners: tuple[OwnerChange, ...]
    units: tuple[UnitsChange, ...]
    money: tuple[MoneyChange, ...]
    technologies: tuple[TechnologyChange, ...]

    def lines(self) -> tuple[str, ...]:
        """All of it for people, a line each; the texts are raw."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        for area in self.owners:
            yield f"{area.territory}: {_nobody(area.before)} > {_nobody(area.after)}"
        for one in self.units:
            yield (
                f"{one.territory}: {one.nation} {one.type} {one.before} > {one.after} "
                f"({one.after - one.before:+d})"
            )
        for sum_of in self.money:
            yield (
                f"{sum_of.nation}: {sum_of.before} > {sum_of.after} PUs "
                f"({sum_of.after - sum_of.before:+d})"
            )
        for found in self.technologies:
            lost = "" if found.has else "no "
            yield f"{found.nation}: {lost}{technology_word(found.technology)}"


def changes_between(before: State, after: State) -> Changes:
    """What has to be done to the first position to get the second, of the same game."""
    nations = after.definition.politics.nation_names
    money = (
        MoneyChange(name, before.amount(name, PUS), after.amount(name, PUS)) for name in nations
    )
    return Changes(
        owners=owner_changes(before, after),
        units=tuple(_units(before, after)),
        money=tuple(one for one in money if one.before != one.after),
        technologies=tuple(_technologies(before, after)),
    )


def owner_changes(before: State, after: State) -> tuple[OwnerChange, ...]:
    """The areas that changed hands, in the order of the board."""
    found = (
        OwnerChange(name, before.owners.get(name, NOBODY), after.owners.get(name, NOBODY))
        for name in after.definition.board.territories
    )
    return tuple(one for one in found if one.before != one.after)


def _nobody(owner: NationName) -> str:
    return "nobody" if owner in {"", NEUTRAL} else owner


def _units(before: State, after: State) -> Iterator[UnitsChange]:
    one, other = _counts(before), _counts(after)
    order = {name: place for place, name in enumerate(after.definition.unit_types)}
    for key in sorted({*one, *other}, key=lambda key: (key[0], key[1], order.get(key[2], 0))):
        if one.get(key, 0) != other.get(key, 0):
            yield UnitsChange(*key, one.get(key, 0), other.get(key, 0))


def _counts(state: State) -> dict[tuple[TerritoryName, NationName, UnitTypeName], int]:
    counts: dict[tuple[TerritoryName, NationName, UnitTypeName], int] = {}
    for unit in state.units.values():
        key = (unit.territory, unit.owner, unit.type)
        counts[key] = counts.get(key, 0) + 1
    return counts


def _technologies(before: State, after: State) -> Iterator[TechnologyChange]:
    for nation in after.definition.politics.nation_names:
        had = before.technologies.get(nation, ())
        has = after.technologies.get(nation, ())
        yield from (TechnologyChange(nation, name, has=True) for name in has if name not in had)
        yield from (TechnologyChange(nation, name, has=False) for name in had if name not in has)
