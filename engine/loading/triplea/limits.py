"""Third layer: limits of units, where they are built, and units to place at the start."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Records, attribute, whole
from engine.loading.triplea.rows import FactOption, MapFacts, Said, part, taken
from engine.loading.triplea.words import is_whole

_WHOSE: Final[Mapping[str, str]] = {"owned": "own", "allied": "side", "total": "all"}

_ORIGINALS: Final = "canOnlyPlaceInOriginalTerritories"

_Limits = list[MapFacts]


def _limit(option: str, action: str) -> FactOption:
    """A number, whose units count, and which."""

    def read(said: Said) -> MapFacts:
        limits: _Limits = []
        for value in said.each():
            count, _, rest = value.partition(":")
            side, *units = rest.split(":")
            if side not in _WHOSE:
                said.refuse(f"limits on {side[:60]}", everywhere=True)
                continue
            if not is_whole(count, 4):
                raise said.error(f"{option} needs a number")
            limit: MapFacts = {"action": action, "whose": _WHOSE[side], "count": int(count)}
            limits.append(limit | {"units": [] if "all" in units else units})
        return {f"limits.{action}": limits}

    return reads.special(option, "limits", read)


LIMIT_OPTIONS: Final = (
    _limit("placementLimit", "placement"),
    _limit("attackingLimit", "attack"),
    _limit("movementLimit", "movement"),
)
"""Options of units, and of nations."""


def limits_in(facts: MapFacts) -> Iterator[MapFacts]:
    """The limits that a unit or a nation says; they are taken out of its facts."""
    limits = part(facts, "limits.")
    for action in [*limits]:
        yield from taken(limits, action, _Limits())


def read_limits(
    records: Records, players: Mapping[str, MapFacts], units: Mapping[str, MapFacts]
) -> list[MapFacts]:
    """How many units may stand together: limits of nations first, then those of unit types.

    players, units: what options say; the limits are taken out of that.
    """
    every = [attribute(entry, "name") for entry in records.every("unitList", "unit")]
    return [
        {**limit, "nation": nation, "units": limit["units"] or every}
        for nation, facts in players.items()
        for limit in limits_in(facts)
    ] + [{**limit, "units": [unit]} for unit, facts in units.items() for limit in limits_in(facts)]


def _needs(said: Said) -> MapFacts:
    groups = [value.split(":") for value in said.each()]
    return {"building.needs": groups} if groups else {}


def _special(said: Said) -> MapFacts:
    return {"building.originals_only": True} if _ORIGINALS in said.names() else {}


BUILDING_OPTIONS: Final = (
    reads.special("requiresUnits", "building: needs", _needs),
    reads.names("unitPlacementRestrictions", "building.not_in"),
    reads.names("unitPlacementOnlyAllowedIn", "only_in", "building: not_in, all other areas"),
    reads.number("canOnlyBePlacedInTerritoryValuedAtX", "building.least_value"),
    reads.special("special", "building: originals_only", _special),
)


def read_building(units: Mapping[str, MapFacts], areas: Mapping[str, MapFacts]) -> list[MapFacts]:
    """What units need to be built; every requiresUnits of a unit is one more alternative.

    units: what options say, out of which it is taken; areas: all of the map with what it says of
    them.  Where units are not placed is said by the names of areas or of kinds of terrain.
    """
    found: list[MapFacts] = []
    meant: dict[str, list[str]] = {}
    for area, said in areas.items():
        for kind in taken(dict(said), "terrain", list[str]()):
            meant.setdefault(kind, []).append(area)
    # A name that is both is that of the area; one that is neither is refused elsewhere.
    meant |= {area: [area] for area in areas}
    for unit, facts in units.items():
        own = part(facts, "building.")
        only_in = taken(facts, "only_in", list[str]())
        if only_in:
            shut = [area for area in areas if area not in only_in]
            own["not_in"] = [*taken(own, "not_in", list[str]()), *shut]
        if "not_in" in own:
            named = taken(own, "not_in", list[str]())
            places = chain.from_iterable(meant.get(name, [name]) for name in named)
            own["not_in"] = list(dict.fromkeys(places))
        if any(own.values()):
            found.append({"unit": unit, **own})
    return found


def read_unplaced(records: Records) -> dict[str, dict[str, int]]:
    """Units that wait off the board at the start, by nation."""
    found: dict[str, dict[str, int]] = {}
    for element in records.every("initialize", "unitInitialize", "heldUnits"):
        unplaced = found.setdefault(attribute(element, "player"), {})
        unit, count = attribute(element, "unitType"), whole(element, "quantity")
        if count:
            unplaced[unit] = unplaced.get(unit, 0) + count
    return found
