"""Third layer: rules for single nations: where they place, and what they get for nothing.

The engine finds these rules by the name of the attachment.  Options that a property switches off
are not among the records any more.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Records
from engine.loading.triplea.catalogue_properties import Switches
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.players import rules_in, strikes_in
from engine.loading.triplea.rows import (
    FactOption,
    MapFacts,
    Said,
    facts_of,
    part,
    rows,
    taken,
)
from engine.loading.triplea.words import is_whole

LEVY: Final = "productionPerXTerritories"
OWN_RULES: Final = "rulesAttachment"
"""The name of the attachment in which the engine looks for rules of nations."""

ANYWHERE: Final = "Place in Any Territory"
VALUED: Final = "Production Per Valued Territory Restricted"
LEVIES: Final = "Production Per X Territories Restricted"
MOST: Final = 20_000
"""Most areas or units of a rule: more units are on no board, and maps write any number so."""

_ROAD: Final = frozenset(("India", "Burma", "Yunnan", "Szechwan"))
"""The engine itself knows the areas of one road by their names."""

_USUAL_LEVY: Final = "infantry"


def _count(option: str, fact: str) -> FactOption:
    """A number of units, for nations that place anywhere."""

    def read(said: Said) -> MapFacts:
        if said.last == "-1":
            return {}
        if not is_whole(said.last) or not int(said.last):
            said.refuse("for nations that need factories", everywhere=True)
            return {}
        return {f"nation_rules.{fact}": min(int(said.last), MOST)}

    note = f"nation_rules: {fact}, with placementAnyTerritory"
    return reads.special(option, note, read)


def levy_in(text: str) -> tuple[str, str]:
    """The number of areas and the unit type of a levy."""
    per, _, unit = text.partition(":")
    return per, unit or _USUAL_LEVY


def _levies(said: Said) -> MapFacts:
    found: list[MapFacts] = []
    for per, unit in map(levy_in, said.each()):
        if not is_whole(per) or not 1 <= int(per) <= MOST:
            said.refuse("without a number of territories", everywhere=True)
            continue
        found.append({"unit": unit, "per": int(per)})
    return {"nation_rules.levies": found} if found else {}


NATION_OPTIONS: Final = rows(
    *reads.with_property(
        ANYWHERE,
        reads.flag("placementAnyTerritory", "nation_rules.places_anywhere"),
        reads.flag(
            "placementAnySeaZone",
            "nation_rules.places_in_any_zone",
            "nation_rules: places_in_any_zone, with full_at",
        ),
    ),
    reads.flag("placementCapturedTerritory", "nation_rules.places_in_captured"),
    reads.flag("placementInCapitalRestricted", "nation_rules.places_at_home"),
    reads.flag("dominatingFirstRoundAttack", "nation_rules.surprises"),
    reads.flag("negateDominatingFirstRoundAttack", "nation_rules.is_prepared"),
    *reads.with_property(
        "Unit Placement Per Territory Restricted", _count("placementPerTerritory", "full_at")
    ),
    _count("maxPlacePerTerritory", "most_placed"),
    *reads.with_property(LEVIES, reads.special(LEVY, "nation_rules: levies", _levies)),
)

RESTRICTION_OPTIONS: Final = rows(
    *reads.with_property(
        "Movement By Territory Restricted",
        reads.last_names("movementRestrictionTerritories", "territories", "restrictions"),
        reads.special(
            "movementRestrictionType",
            "restrictions: inside or outside",
            lambda said: {"inside": said.last == "allowed"},
        ),
    )
)


def read_restrictions(records: Records, missing: MissingRules) -> list[MapFacts]:
    """Where nations may not go at the start; triggers may change it later."""
    said = (
        {"nation": entry.target} | facts_of(RESTRICTION_OPTIONS, entry, missing)
        for entry in records.of_kind("RulesAttachment")
    )
    return [facts for facts in said if facts.get("territories")]


def read_nation_rules(
    records: Records,
    players: Mapping[str, MapFacts],
    switches: Switches,
    steps: Sequence[Mapping[str, object]],
    seas: Mapping[str, bool],
    missing: MissingRules,
) -> list[MapFacts]:
    """The rules of all nations that have any, in the order of the file.

    players: what their attachments say, out of which the rules are taken.
    """
    found: dict[str, MapFacts] = {}
    levied = {str(step["nation"]) for step in steps if step["phase"] == "levy"}
    for entry in records.of_kind("RulesAttachment"):
        facts = part(facts_of(NATION_OPTIONS, entry, missing), "nation_rules.")
        if not facts:
            continue
        if entry.name != OWN_RULES:
            missing.add(f"attachment {entry.name[:40]!r}: rules of nations in it")
            continue
        is_valued = switches.is_on(VALUED)
        if "levies" not in facts and entry.target in levied and is_valued:
            # One for each valued area and one more by a road, as the recorded games show.
            road = sorted(_ROAD) if _ROAD.issubset(seas) else []
            facts["levies"] = [{"unit": _USUAL_LEVY, "per": 1, "road": road}]
        found[entry.target] = _rule(facts, missing, is_valued=is_valued)
    for rules_of in (strikes_in, rules_in):
        for nation, said in players.items():
            if own := rules_of(said):
                found[nation] = found.get(nation, {}) | own
    rules = [{"nation": nation, **rule} for nation, rule in found.items() if any(rule.values())]
    _check_levied(rules, switches, steps, missing)
    return rules


def _rule(facts: MapFacts, missing: MissingRules, *, is_valued: bool) -> MapFacts:
    """Put what options say of a nation into the form of its rules."""
    for option, fact in (
        ("placementPerTerritory", "full_at"),
        ("maxPlacePerTerritory", "most_placed"),
    ):
        if fact in facts and not facts.get("places_anywhere"):
            del facts[fact]
            missing.add(f"option of RulesAttachment {option}: for nations that need factories")
    if facts.get("places_in_any_zone") and "full_at" not in facts:
        missing.add("option of RulesAttachment placementAnySeaZone: without placementPerTerritory")
    if is_valued and "levies" in facts:
        levies = taken(facts, "levies", list[MapFacts]())
        facts["levies"] = [{**levy, "valued": True} for levy in levies]
    return facts


def with_research(
    found: Sequence[Mapping[str, object]],
    closed: Mapping[str, Sequence[str]],
    costs: Mapping[str, int],
    usual: object,
) -> list[MapFacts]:
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


def _check_levied(
    found: Sequence[Mapping[str, object]],
    switches: Switches,
    steps: Sequence[Mapping[str, object]],
    missing: MissingRules,
) -> None:
    """A nation with a levy phase must have levies that the map names."""
    told = {rule["nation"] for rule in found if "levies" in rule}
    for step in steps:
        if step["phase"] == "levy" and step["nation"] not in told and switches.is_on(VALUED):
            what = f"property {VALUED}: a levy whose units the map does not name"
            missing.add(what, str(step["nation"]))
