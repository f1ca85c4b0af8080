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
        "excludedUnits",
        "free_types",
        "free_types; aircraft that are not among them: bound_aircraft",
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
        (name, one, two)
        for name, group in groups.items()
        for one in sorted(group)
        for two in sorted(group)
        # An area that is not there is refused elsewhere.
        if two in borders.get(one, ()) and one in seas and two in seas
    ]
    every = records.is_on(_EVERY_CANAL)
    found: list[dict[str, object]] = []
    for name, one, two in pairs:
        canal = {"name": name, "zones": [one, two]}
        sides = groups[name]
        several = sum((one, two) == pair[1:] for pair in pairs) > 1
        # Of several canals between two areas one is enough, and the sides may take different ones.
        if several and not every and sides[one] != sides[two]:
            found += [canal | {"side": zone} | sides[zone].facts() for zone in (one, two)]
        else:
            found.append(canal | sides[one].and_also(sides[two]).facts())
    return found


class _Side(NamedTuple):
    """What one side of a canal asks of those who go through it."""

    lands: frozenset[str]
    free_types: tuple[str, ...]
    closed_in_combat: bool
    bound_aircraft: tuple[str, ...]

    def and_also(self, other: "_Side") -> "_Side":
        """What both sides ask together: who goes through must satisfy either."""
        free = tuple(name for name in self.free_types if name in other.free_types)
        closed = self.closed_in_combat or other.closed_in_combat
        bound = tuple(dict.fromkeys((*self.bound_aircraft, *other.bound_aircraft)))
        return _Side(self.lands | other.lands, free, closed, bound)

    def facts(self) -> dict[str, object]:
        """As the tree of a scenario holds them."""
        facts: dict[str, object] = {"lands": sorted(self.lands)}
        if self.free_types:
            facts["free_types"] = list(self.free_types)
        if self.closed_in_combat:
            facts["closed_in_combat"] = True
        if self.bound_aircraft:
            facts["bound_aircraft"] = list(self.bound_aircraft)
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
    aircraft = [name for name, flies in units.items() if flies]
    if not listed or _EVERYBODY in listed:
        # Where nothing is said, all aircraft are free.
        listed = list(units) if listed else aircraft
    free = tuple(name for name in listed if name in units and not units[name])
    bound = tuple(name for name in aircraft if name not in listed)
    closed = taken(facts, "closed_in_combat", False)
    check_all_taken(facts)
    return _Side(frozenset(lands), free, closed, bound)
