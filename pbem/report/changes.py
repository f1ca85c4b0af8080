"""What differs between two positions of a game: owners, units, money, technologies (B254)."""

from engine import NEUTRAL, NOBODY, NationName, State
from engine.values import dataclass
from pbem.report.words import technology_word


@dataclass(frozen=True, slots=True)
class Changes:
    """Differences, one sentence each; all texts are raw.

    owners: land that changed hands; units: (territory, nation, unit type, before, after);
    money: (nation, before, after) in PUs; technologies: what came into force or was lost.
    """

    owners: tuple[str, ...]
    units: tuple[tuple[str, str, str, int, int], ...]
    money: tuple[tuple[str, int, int], ...]
    technologies: tuple[str, ...]

    def lines(self) -> tuple[str, ...]:
        """All of it for people."""
        units = (
            f"{place}: {nation} {kind} {before} > {after} ({after - before:+d})"
            for place, nation, kind, before, after in self.units
        )
        money = (
            f"{nation}: {before} > {after} PUs ({after - before:+d})"
            for nation, before, after in self.money
        )
        return (*self.owners, *units, *money, *self.technologies)


def changes_between(before: State, after: State) -> Changes:
    """What has to be done to the first position to get the second, of the same game."""
    nations = after.definition.politics.nation_names
    return Changes(
        owners=tuple(_owners(before, after)),
        units=tuple(_units(before, after)),
        money=tuple(
            (name, before.amount(name, "PUs"), after.amount(name, "PUs"))
            for name in nations
            if before.amount(name, "PUs") != after.amount(name, "PUs")
        ),
        technologies=tuple(_technologies(before, after)),
    )


def _owners(before: State, after: State) -> list[str]:
    found: list[str] = []
    for name in after.definition.board.territories:
        one, other = before.owners.get(name, NOBODY), after.owners.get(name, NOBODY)
        if one != other:
            found.append(f"{name}: {_nobody(one)} > {_nobody(other)}")
    return found


def _nobody(owner: NationName) -> str:
    return "nobody" if owner in {"", NEUTRAL} else owner


def _units(before: State, after: State) -> list[tuple[str, str, str, int, int]]:
    one, other = _counts(before), _counts(after)
    order = {name: place for place, name in enumerate(after.definition.unit_types)}
    keys = sorted({*one, *other}, key=lambda key: (key[0], key[1], order.get(key[2], 0)))
    return [
        (*key, one.get(key, 0), other.get(key, 0))
        for key in keys
        if one.get(key, 0) != other.get(key, 0)
    ]


def _counts(state: State) -> dict[tuple[str, str, str], int]:
    counts: dict[tuple[str, str, str], int] = {}
    for unit in state.units.values():
        key = (unit.territory, unit.owner, unit.type)
        counts[key] = counts.get(key, 0) + 1
    return counts


def _technologies(before: State, after: State) -> list[str]:
    found: list[str] = []
    for nation in after.definition.politics.nation_names:
        had = before.technologies.get(nation, ())
        has = after.technologies.get(nation, ())
        found += [f"{nation}: {technology_word(name)}" for name in has if name not in had]
        found += [f"{nation}: no {technology_word(name)}" for name in had if name not in has]
    return found
