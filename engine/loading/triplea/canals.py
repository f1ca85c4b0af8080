"""Third layer: canals, the borders between areas that share the name of a canal (B19, B20)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Records
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import (
    MapFacts,
    check_all_taken,
    facts_of,
    rows,
    taken,
)

CANAL_OPTIONS: Final = rows(
    reads.word("canalName", "name", "name"),
    reads.last_names("landTerritories", "lands"),
    reads.last_names(
        "excludedUnits", "free_types", "free_types; every aircraft must be among them"
    ),
    reads.flag("canNotMoveThroughDuringCombatMove", "closed_in_combat"),
)

_NOBODY: Final = "NONE"
_EVERYBODY: Final = "ALL"
_EVERY_CANAL: Final = "Control All Canals Between Territories To Pass"


def read_canals(
    records: Records,
    seas: Mapping[str, bool],
    borders: Mapping[str, list[str]],
    units: Mapping[str, bool],
    missing: MissingRules,
) -> list[dict[str, object]]:
    """Each pair of touching areas that share a canal name.

    units: all unit types, True for an aircraft.
    """
    groups: dict[str, dict[str, _Side]] = {}
    for attachment in records.of_kind("CanalAttachment"):
        facts = facts_of(CANAL_OPTIONS, attachment, missing)
        group = groups.setdefault(taken(facts, "name", ""), {})
        group[attachment.target] = _side(attachment.target, facts, seas, units, missing)
    pairs = [
        (name, one, two, group[one].and_also(group[two]), group[one] != group[two])
        for name, group in groups.items()
        for one in sorted(group)
        for two in sorted(group)
        # An area that is not there is refused elsewhere.
        if two in borders.get(one, ()) and one in seas and two in seas
    ]
    every = records.is_on(_EVERY_CANAL)
    for _, one, two, _, differs in pairs:
        # Of several canals between two areas one is enough, and the sides may take different ones.
        if differs and not every and sum({one, two} == {*pair[1:3]} for pair in pairs) > 1:
            missing.add("several canals between two areas that differ on their two sides", one)
    return [
        {"name": name, "zones": [one, two], **side.facts()} for name, one, two, side, _ in pairs
    ]


class _Side(NamedTuple):
    """What one side of a canal asks of those who go through it."""

    lands: frozenset[str]
    free_types: tuple[str, ...]
    closed_in_combat: bool

    def and_also(self, other: "_Side") -> "_Side":
        """What both sides ask together: who goes through must satisfy either."""
        free = tuple(name for name in self.free_types if name in other.free_types)
        closed = self.closed_in_combat or other.closed_in_combat
        return _Side(self.lands | other.lands, free, closed)

    def facts(self) -> dict[str, object]:
        """As the tree of a scenario holds them."""
        facts: dict[str, object] = {"lands": sorted(self.lands)}
        if self.free_types:
            facts["free_types"] = list(self.free_types)
        if self.closed_in_combat:
            facts["closed_in_combat"] = True
        return facts


def _side(
    zone: str,
    facts: MapFacts,
    seas: Mapping[str, bool],
    units: Mapping[str, bool],
    missing: MissingRules,
) -> _Side:
    """What one side of a canal says about it."""
    lands, listed = taken(facts, "lands", list[str]()), taken(facts, "free_types", list[str]())
    if zone not in seas or any(seas.get(land, True) for land in lands):
        missing.add("canals beside sea zones", zone)
    if not lands:
        missing.add("canals that have no land beside them", zone)
    aircraft = {name for name, flies in units.items() if flies}
    if _EVERYBODY in listed:
        listed = list(units)
    if _NOBODY in listed or (listed and not aircraft.issubset(listed)):
        missing.add("canals that aircraft need", zone)
    free = tuple(name for name in listed if name in units and name not in aircraft)
    closed = taken(facts, "closed_in_combat", False)
    check_all_taken(facts)
    return _Side(frozenset(lands), free, closed)
