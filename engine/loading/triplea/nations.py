"""Third layer: rules for single nations: where they place, and what they get for nothing.

The engine finds these rules by the name of the attachment.  Options that a property switches off
are not among the records any more.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.core.errors import DefinitionError
from engine.core.ids import PUS
from engine.gamedef.changes import number_fact
from engine.loading.fields import shown
from engine.loading.triplea.changed_units import set_fact
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.words import RESET, is_whole

_LEVY: Final = "productionPerXTerritories"

NATION_OPTIONS: Final = frozenset(
    (
        "placementAnyTerritory",
        "placementAnySeaZone",
        "placementCapturedTerritory",
        "placementPerTerritory",
        "maxPlacePerTerritory",
        _LEVY,
        "placementInCapitalRestricted",
        "dominatingFirstRoundAttack",
        "negateDominatingFirstRoundAttack",
    )
)
"""Options of a nation that are read here."""

_NAME: Final = "rulesAttachment"
_ROAD: Final = frozenset(("India", "Burma", "Yunnan", "Szechwan"))
"""The engine itself knows the areas of one road by their names."""

_STRIKES: Final = "suicideAttackResources"
_USUAL_LEVY: Final = "infantry"
_MOST: Final = 20_000
_VALUED: Final = "Production Per Valued Territory Restricted"


_NAMED: Final = (
    ("shareTechnology", "shares_technologies_with"),
    ("helpPayTechCost", "research_helpers"),
)
"""Options of a nation that name others, and the fields that they become."""


def read_nation_rules(
    records: Records,
    switches: Mapping[str, bool],
    steps: Sequence[Mapping[str, object]],
    seas: Mapping[str, bool],
    missing: Missing,
) -> list[dict[str, object]]:
    """The rules of all nations that have any, in the order of the file."""
    found: list[dict[str, object]] = []
    levied = {str(step["nation"]) for step in steps if step["phase"] == "levy"}
    for attachment in records.of_kind("RulesAttachment"):
        if not NATION_OPTIONS.intersection(attachment.values()):
            continue
        if attachment.name != _NAME:
            missing.add(f"attachment {attachment.name[:40]!r}: rules of nations in it")
            continue
        entry = _rule(attachment, missing)
        levies = _levies(attachment, bool(switches.get(_VALUED)), missing)
        if not levies and attachment.target in levied and switches.get(_VALUED):
            # One for each valued area and one more by a road, as the recorded games show.
            road = list(_ROAD) if _ROAD.issubset(seas) else []
            levies = [{"unit": _USUAL_LEVY, "per": 1, "valued": True, "road": sorted(road)}]
        if levies:
            entry["levies"] = levies
        if entry:
            found.append({"nation": attachment.target, **entry})
    found = with_strikes(found, records, missing)
    found = _with_facts(found, records)
    _check_levied(found, switches, steps, missing)
    return found


def with_strikes(
    found: Sequence[Mapping[str, object]], records: Records, missing: Missing
) -> list[dict[str, object]]:
    """The rules with the kamikaze attacks that attachments of nations allow."""
    rules = {str(entry["nation"]): dict(entry) for entry in found}
    for attachment in records.of_kind("PlayerAttachment"):
        values = [value for name, value in attachment.options if name == _STRIKES and value]
        targets = attachment.values().get("suicideAttackTargets", "")
        if not values:
            continue
        strength, _, goods = values[0].partition(":")
        if len(values) > 1 or not is_whole(strength) or not goods or goods == PUS:
            missing.add(f"option of PlayerAttachment {_STRIKES}: several kinds of goods, or PUs")
            continue
        entry = rules.setdefault(attachment.target, {"nation": attachment.target})
        entry |= {"kamikaze_goods": goods, "kamikaze_strength": int(strength)}
        if targets:
            entry["kamikaze_targets"] = list(dict.fromkeys(targets.split(":")))
    return list(rules.values())


def with_research(
    found: Sequence[Mapping[str, object]],
    closed: Mapping[str, Sequence[str]],
    costs: Mapping[str, int],
    usual: object,
) -> list[dict[str, object]]:
    """The rules with what nations cannot research at the start, and what their dice cost.

    costs: of a die, by nation; usual: its price by the options.
    """
    rules = {str(entry["nation"]): dict(entry) for entry in found}
    for nation, names in closed.items():
        rules.setdefault(nation, {"nation": nation})["not_researched"] = list(names)
    for nation, cost in costs.items():
        if cost != usual and cost:
            rules.setdefault(nation, {"nation": nation})["research_price"] = cost
    return list(rules.values())


def _with_facts(found: Sequence[Mapping[str, object]], records: Records) -> list[dict[str, object]]:
    """The rules with what attachments of nations say besides."""
    rules = {str(entry["nation"]): dict(entry) for entry in found}
    for attachment in records.of_kind("PlayerAttachment"):
        facts: dict[str, object] = {}
        captors = attachment.names("captureUnitOnEnteringBy")
        if captors:
            facts["entry_captors"] = captors
        if attachment.values().get("immuneToBlockade") == "true":
            facts["is_unblockaded"] = True
        for option, field in _NAMED:
            names = attachment.names(option)
            if names:
                facts[field] = names
        if facts:
            entry = rules.setdefault(attachment.target, {"nation": attachment.target})
            entry |= facts
    return list(rules.values())


def _rule(attachment: Attachment, missing: Missing) -> dict[str, object]:
    options = attachment.values()
    entry: dict[str, object] = {}
    for name, field in (
        ("placementAnyTerritory", "places_anywhere"),
        ("placementAnySeaZone", "places_in_any_zone"),
        ("placementCapturedTerritory", "places_in_captured"),
        ("placementInCapitalRestricted", "places_at_home"),
        ("dominatingFirstRoundAttack", "surprises"),
        ("negateDominatingFirstRoundAttack", "is_prepared"),
    ):
        if options.get(name) == "true":
            entry[field] = True
    for name, field in (
        ("placementPerTerritory", "full_at"),
        ("maxPlacePerTerritory", "most_placed"),
    ):
        value = options.get(name, "-1")
        if value == "-1":
            continue
        if not is_whole(value) or not int(value) or "places_anywhere" not in entry:
            missing.add(f"option of RulesAttachment {name}: for nations that need factories")
        else:
            # More units than this are on no board, and it is how maps write "any number".
            entry[field] = min(int(value), _MOST)
    if "places_in_any_zone" in entry and "full_at" not in entry:
        missing.add("option of RulesAttachment placementAnySeaZone: without placementPerTerritory")
    return entry


class ChangedNations:
    """What triggers make of the levies of nations, and where they build."""

    def __init__(self, records: Records, missing: Missing) -> None:
        """Nothing is read yet."""
        self._missing = missing
        self._places_freely = records.properties.get("Place in Any Territory") == "true"
        self._levies = records.properties.get("Production Per X Territories Restricted") == "true"
        self._is_valued = records.properties.get(_VALUED) == "true"
        self._own = {
            entry.target: entry
            for entry in records.of_kind("RulesAttachment")
            if entry.name == _NAME
        }
        self._given = [
            value.removeprefix(RESET).removesuffix(f":{_LEVY}")
            for entry in records.of_kind("TriggerAttachment")
            for value in entry.each("playerProperty")
            if value.endswith(f":{_LEVY}")
        ]

    def levies(self, nations: Sequence[str], said: str) -> Iterator[dict[str, object]]:
        """A number of areas and a unit type; a reset takes all other levies away before."""
        new = said.removeprefix(RESET)
        for nation in nations if self._levies or self._is_valued else ():
            own = list(self._own[nation].each(_LEVY)) if nation in self._own else []
            if self._is_valued and (not own or not new):
                self._missing.add(f"option of TriggerAttachment playerProperty: {_LEVY}", nation)
            if new != said:
                known = dict.fromkeys(_levy(text)[1] for text in (*own, *self._given) if text)
                for unit in known:
                    yield _set_levy(nation, unit, 0)
            if new:
                per, unit = _levy(new)
                if not is_whole(per) or not 1 <= int(per) <= _MOST:
                    raise DefinitionError(f"{shown(nation)}: {_LEVY} needs a number of territories")
                yield _set_levy(nation, unit, int(per))

    def any_zone(self, nations: Sequence[str], *, is_on: bool) -> Iterator[dict[str, object]]:
        """Whether own land without a factory builds ships from now on."""
        for nation in nations if self._places_freely else ():
            own = self._own[nation].values() if nation in self._own else {}
            if own.get("placementPerTerritory", "-1") == "-1":
                what = "placementAnySeaZone: without placementPerTerritory"
                self._missing.add(f"option of TriggerAttachment playerProperty: {what}", nation)
            yield set_fact("nation", [nation], "places_in_any_zone", is_on)


def _levy(text: str) -> tuple[str, str]:
    """The number of areas and the unit type of a levy."""
    per, _, unit = text.partition(":")
    return per, unit or _USUAL_LEVY


def _set_levy(nation: str, unit: str, per: int) -> dict[str, object]:
    return set_fact("nation", [nation], number_fact("levies", unit), per)


def _levies(attachment: Attachment, valued: bool, missing: Missing) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for text in attachment.each(_LEVY):
        per, unit = _levy(text)
        if not is_whole(per) or not 1 <= int(per) <= _MOST:
            missing.add(f"option of RulesAttachment {_LEVY}: without a number of territories")
            continue
        levy: dict[str, object] = {"unit": unit, "per": int(per)}
        found.append(levy | {"valued": True} if valued else levy)
    return found


def _check_levied(
    found: Sequence[Mapping[str, object]],
    switches: Mapping[str, bool],
    steps: Sequence[Mapping[str, object]],
    missing: Missing,
) -> None:
    """A nation with a levy phase must have levies that the map names."""
    told = {rule["nation"] for rule in found if "levies" in rule}
    for step in steps:
        if step["phase"] == "levy" and step["nation"] not in told and switches.get(_VALUED):
            what = f"property {_VALUED}: a levy whose units the map does not name"
            missing.add(what, str(step["nation"]))
