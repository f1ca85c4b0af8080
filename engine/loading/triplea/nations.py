"""Third layer: rules for single nations: where they place, and what they get for nothing.

The engine finds these rules by the name of the attachment.  Options that a property switches off
are not among the records any more.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.ids import PUS
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.words import is_whole

NATION_OPTIONS: Final = frozenset(
    (
        "placementAnyTerritory",
        "placementCapturedTerritory",
        "placementPerTerritory",
        "maxPlacePerTerritory",
        "productionPerXTerritories",
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
    _check_unpaid(records, steps, missing)
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
            entry[field] = min(int(value), 20_000)
    return entry


def _levies(attachment: Attachment, valued: bool, missing: Missing) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for name, text in attachment.options:
        if name != "productionPerXTerritories":
            continue
        per, _, unit = text.partition(":")
        if not is_whole(per) or not 1 <= int(per) <= 20_000:
            missing.add(f"option of RulesAttachment {name}: without a number of territories")
            continue
        levy: dict[str, object] = {"unit": unit or _USUAL_LEVY, "per": int(per)}
        found.append(levy | {"valued": True} if valued else levy)
    return found


def _check_unpaid(
    records: Records, steps: Sequence[Mapping[str, object]], missing: Missing
) -> None:
    """A nation without income has no objectives: what they would do for it is not known."""
    unpaid = {str(step["nation"]) for step in steps if step["phase"] == "end_turn_unpaid"}
    for attachment in records.of_kind("RulesAttachment"):
        if attachment.name.startswith("objectiveAttachment") and attachment.target in unpaid:
            missing.add("objectives of a nation without income", attachment.target)


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
