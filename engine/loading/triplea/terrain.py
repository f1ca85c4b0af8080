"""Third layer: terrain, which is a set of facts that areas share, and what triggers make of it.

An area has the facts of all its terrain.  A trigger that changes terrain changes its areas.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from engine.core.errors import DefinitionError
from engine.gamedef.changes import number_fact
from engine.loading.fields import shown
from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Attachment, Records
from engine.loading.triplea.changed_units import set_fact
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import (
    FactOption,
    MapFacts,
    Said,
    facts_by_target,
    rows,
    taken,
)
from engine.loading.triplea.words import RESET, is_whole, names_in


def _strengths(terrain: str, option: str, value: str) -> dict[str, int]:
    """A number and units: what the terrain adds to the strength of each."""
    number, _, units = value.partition(":")
    if not is_whole(number.removeprefix("-"), 3):
        raise DefinitionError(f"{shown(terrain)}: {option} needs a number")
    return dict.fromkeys(units.split(":"), int(number))


N = TypeVar("N", int, Fraction)


def _total(parts: Iterable[Mapping[str, N]]) -> dict[str, N]:
    """The sum of several numbers for each unit."""
    total: dict[str, N] = {}
    for part in parts:
        for unit, number in part.items():
            total[unit] = total[unit] + number if unit in total else number
    return total


def _sums(said: Said) -> dict[str, int]:
    target, option = said.entry.target, said.option
    return _total(_strengths(target, option, value) for value in said.each())


_COSTS: Final = "movement_costs"
_COST: Final = re.compile(r"-?\d{1,3}(\.\d{1,3})?")
_COSTLY: Final = "option of TerritoryEffectAttachment movementCostModifier"


def _costs(said: Said) -> MapFacts:
    """A number and units: what a step into the terrain costs them more or less; parts as well."""
    costs: list[dict[str, Fraction]] = []
    for value in said.each():
        number, *units = value.split(":")
        if not _COST.fullmatch(number):
            raise said.error(f"{said.option} needs a number")
        costs.append(dict.fromkeys(units, Fraction(number)))
    return {_COSTS: _total(costs)}


TERRAIN_OPTIONS: Final = rows(
    *reads.changing(
        reads.names("unitsNotAllowed", "no_units"),
        reads.names("noBlitz", "no_blitz"),
        reads.amounts("combatOffenseEffect", "attack_terrain", _sums),
        reads.amounts("combatDefenseEffect", "defence_terrain", _sums),
    ),
    reads.special("movementCostModifier", "entry_cost, in whole numbers, not of aircraft", _costs),
)
_LISTS: Final = [row.fact for row in TERRAIN_OPTIONS.values() if row.shape == "names"]
_NUMBERS: Final = [row.fact for row in TERRAIN_OPTIONS.values() if row.shape == "amounts"]


class Terrain:
    """What the kinds of terrain of a map say; areas with the same kinds are looked up once."""

    def __init__(
        self,
        records: Records,
        areas: Mapping[str, MapFacts],
        islands: Collection[str],
        units: Sequence[MapFacts],
        missing: MissingRules,
    ) -> None:
        """areas: what the map says of them; facts take the place of the names of their terrain.

        islands: land that touches no other land; units: the types as in a scenario.
        """
        # An area may have several attachments.
        said = dict.fromkeys(entry.target for entry in records.of_kind("TerritoryAttachment"))
        self.areas = {name: taken(areas[name], "terrain", list[str]()) for name in said}
        self._said = facts_by_target(records, "TerritoryEffectAttachment", TERRAIN_OPTIONS, missing)
        self._names = frozenset(areas)
        self._sums: dict[tuple[str, ...], Mapping[str, int]] = {}
        aircraft = {str(unit["name"]) for unit in units if unit.get("is_air")}
        ships = {str(unit["name"]) for unit in units if unit.get("is_sea")}
        for name, area in areas.items():
            area.update(self._facts(name))
            costs = self.costs(self.areas.get(name, []))
            if name in islands:
                # Who goes ashore stops there, so that the step costs nothing that is ever missed.
                costs = {unit: cost for unit, cost in costs.items() if unit in aircraft | ships}
            if aircraft.intersection(costs):
                missing.add(f"{_COSTLY}: of aircraft", name)
            elif any(cost.denominator > 1 for cost in costs.values()):
                missing.add(f"{_COSTLY}: parts of a movement point", name)
            elif costs:
                area["entry_cost"] = {unit: int(cost) for unit, cost in costs.items()}

    def _facts(self, area: str) -> MapFacts:
        """Which units the terrain of an area keeps out and which it stops, and how they fight."""
        kinds = self.areas.get(area, [])
        facts: MapFacts = {fact: self.units(kinds, fact) for fact in _LISTS}
        facts |= {fact: self.numbers(kinds, fact) for fact in _NUMBERS}
        return {fact: value for fact, value in facts.items() if value}

    def meant(self, name: str) -> Sequence[str]:
        """The areas that a name means: that of an area itself, or of a kind of terrain."""
        of_kind = [area for area, kinds in self.areas.items() if name in kinds]
        return [name] if name in self._names else of_kind

    def costs(self, kinds: Sequence[str]) -> Mapping[str, Fraction]:
        """What a step into land of all these kinds costs units more or less, by type."""
        said = (dict(self._said.get(kind, {})) for kind in kinds)
        total = _total(taken(facts, _COSTS, dict[str, Fraction]()) for facts in said)
        return {unit: cost for unit, cost in total.items() if cost}

    def units(self, kinds: Sequence[str], fact: str) -> list[str]:
        """The units that any of these kinds lists."""
        units: dict[str, None] = {}
        for kind in kinds:
            listed = self._said.get(kind, {}).get(fact)
            units.update(dict.fromkeys(listed if isinstance(listed, list) else ()))
        return list(units)

    def numbers(self, kinds: Sequence[str], fact: str) -> Mapping[str, int]:
        """What all these kinds together add to the strength of units, by type."""
        key = (fact, *kinds)
        if key not in self._sums:
            said = (dict(self._said.get(kind, {})) for kind in kinds)
            total = _total(taken(facts, fact, dict[str, int]()) for facts in said)
            self._sums[key] = {unit: number for unit, number in total.items() if number}
        return self._sums[key]


class ChangedTerrain:
    """What triggers make of terrain, as effects of a scenario."""

    def __init__(self, records: Records, terrain: Terrain, missing: MissingRules) -> None:
        """terrain: that of the map."""
        self._terrain = terrain
        self._missing = missing
        self._triggers = [
            entry
            for entry in records.of_kind("TriggerAttachment")
            if any(entry.each("territoryEffectProperty"))
        ]
        self._changed = {
            name for entry in self._triggers for name in entry.names("territoryEffects")
        }

    def changed(self, kinds: Sequence[str], value: str) -> Iterator[MapFacts]:
        """The effects of one territoryEffectProperty; raises DefinitionError for no number.

        A list of units is emptied or longer, or units fight better or worse on the terrain.
        kinds: of terrain.  What an area keeps when one of its kinds changes is known from the map
        only where no other trigger changes another of them; else it is added to `missing`.
        """
        said, _, option = value.rpartition(":")
        row = TERRAIN_OPTIONS.get(option)
        if row is None or not row.is_changing or not kinds:
            what = f"option of TriggerAttachment territoryEffectProperty: {option[:60]}"
            self._missing.add(what)
            return
        for area, own in self._terrain.areas.items():
            if not set(own) & set(kinds):
                continue
            others = [kind for kind in own if kind not in kinds]
            if any(self._meet(entry, others, value) for entry in self._triggers):
                what = "option of TriggerAttachment territoryEffectProperty: of one area twice"
                self._missing.add(what, area)
            if row.shape == "amounts":
                yield from self._fights(area, kinds, others, said, row)
            else:
                yield self._listed(area, others, said, row.fact)

    @staticmethod
    def _meet(entry: Attachment, others: Sequence[str], value: str) -> bool:
        """Whether a trigger changes other kinds of terrain in what this value is about.

        Numbers for different units, and names that are only added, never meet.
        """
        if not set(entry.names("territoryEffects")).intersection(others):
            return False
        said, _, option = value.rpartition(":")
        for other in entry.each("territoryEffectProperty"):
            theirs, _, name = other.rpartition(":")
            if name != option:
                continue
            if said.startswith(RESET) or theirs.startswith(RESET):
                return True
            if TERRAIN_OPTIONS[name].shape == "amounts":
                units = set(said.split(":")[1:])
                if units.intersection(theirs.split(":")[1:]):
                    return True
        return False

    def replaced(self, areas: Sequence[str], said: str) -> Iterator[MapFacts]:
        """The effects of other kinds of terrain in areas: added to those there, or in their place.

        What another trigger makes of a kind of terrain is not known for these areas; then it is
        added to `missing`.
        """
        kinds = [word for word in said.removeprefix(RESET).split(":") if word]
        for area in areas:
            before = self._terrain.areas.get(area, [])
            now = kinds if said.startswith(RESET) else list(dict.fromkeys([*before, *kinds]))
            is_dearer = self._terrain.costs(before) != self._terrain.costs(now)
            if is_dearer or self._changed.intersection((*before, *now)):
                self._missing.add("option of TriggerAttachment territoryProperty: territoryEffect")
            for fact in _LISTS:
                units = self._terrain.units(now, fact)
                if units != self._terrain.units(before, fact):
                    yield set_fact("territory", [area], fact, units)
            for fact in _NUMBERS:
                numbers = self._terrain.numbers(now, fact)
                for unit in self._terrain.numbers([*before, *now], fact):
                    number = numbers.get(unit, 0)
                    yield set_fact("territory", [area], number_fact(fact, unit), number)

    def _listed(self, area: str, others: Sequence[str], said: str, fact: str) -> MapFacts:
        """Units that the terrain of an area keeps out or stops from now on."""
        units = names_in(said.removeprefix(RESET))
        if not said.startswith(RESET):
            return set_fact("territory", [area], fact, units) | {"is_added": True}
        kept = self._terrain.units(others, fact)
        return set_fact("territory", [area], fact, list(dict.fromkeys([*kept, *units])))

    def _fights(
        self, area: str, kinds: Sequence[str], others: Sequence[str], said: str, row: FactOption
    ) -> Iterator[MapFacts]:
        """What the terrain of an area adds to the strength of units from now on."""
        kept = self._terrain.numbers(others, row.fact)
        new = said.removeprefix(RESET)
        changed = _strengths(kinds[0], row.option, new) if new else {}
        if new != said:
            before = self._terrain.numbers([*kinds, *others], row.fact)
            changed = dict.fromkeys([*before, *self._given(row.option)], 0) | changed
        for unit, number in changed.items():
            fact = number_fact(row.fact, unit)
            yield set_fact("territory", [area], fact, number + kept.get(unit, 0))

    def _given(self, option: str) -> Iterator[str]:
        """The units to which triggers give a number on any terrain."""
        for entry in self._triggers:
            for value in entry.each("territoryEffectProperty"):
                said, _, name = value.removeprefix(RESET).rpartition(":")
                if name == option and said:
                    yield from said.split(":")[1:]
