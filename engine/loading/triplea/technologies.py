"""Third layer: what can be researched, by the map's own list or the rule family (B104, B125).

A map's list names advances of the engine, perhaps under another name, and advances that the map
makes up itself, which keep their names.  In the third edition's way of research a nation aims at a
chart.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Records, attribute
from engine.loading.triplea.catalogue_properties import Switches
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import FactOption, MapFacts, Said, rows, taken
from engine.loading.triplea.words import is_whole
from engine.values import dataclass

ADVANCE_NAMES: Final[Mapping[str, str]] = {
    "jetPower": "jet_power",
    "superSub": "super_subs",
    "longRangeAir": "long_range_aircraft",
    "rocket": "rockets",
    "destroyerBombard": "destroyer_bombard",
    "heavyBomber": "heavy_bomber",
    "industrialTechnology": "industrial_technology",
    "improvedArtillerySupport": "improved_artillery",
    "paratroopers": "paratroopers",
    "increasedFactoryProduction": "increased_factory_production",
    "warBonds": "war_bonds",
    "mechanizedInfantry": "mechanized_infantry",
    "shipyards": "improved_shipyards",
    "aARadar": "radar",
}
"""The map's word for each advance, and ours."""

_DRIVEN: Final = "mechanizedInfantry"

USUAL_COST: Final = 5
"""PUs for a research die of a nation of which the map says nothing."""


def _cost(said: Said) -> MapFacts:
    if not is_whole(said.last, 4):
        raise said.error("the price of a research die must be a whole number")
    return {"cost": int(said.last)}


def _known(word: str) -> FactOption:
    note = "known at the start, where the map's list of advances has it"
    return reads.special(word, note, lambda said: {word: said.last == "true"})


TECH_OPTIONS: Final = rows(
    reads.special("techCost", "option tech_cost; nation_rules: research_price", _cost),
    *map(_known, ADVANCE_NAMES),
)

Charts = Mapping[str, tuple[str, ...]]

FIRST_EDITION: Final[Charts] = {
    "": (
        "jet_power",
        "super_subs",
        "long_range_aircraft",
        "rockets",
        "industrial_technology",
        "heavy_bomber",
    )
}
SECOND_EDITION: Final[Charts] = {
    "": (
        "jet_power",
        "super_subs",
        "long_range_aircraft",
        "rockets",
        "destroyer_bombard",
        "heavy_bomber",
    )
}
THIRD_EDITION: Final[Charts] = {
    "Air and Naval Advances": (
        "super_subs",
        "jet_power",
        "improved_shipyards",
        "radar",
        "long_range_aircraft",
        "heavy_bomber",
    ),
    "Land and Production Advances": (
        "improved_artillery",
        "rockets",
        "paratroopers",
        "increased_factory_production",
        "war_bonds",
        "mechanized_infantry",
    ),
}


@dataclass(frozen=True, slots=True)
class ResearchLists:
    """What can be researched: all technologies, and the charts to aim at, if any.

    closed: by nation, the technologies that it cannot research at the start.
    nation_charts: those of single nations that differ from the charts of all.
    """

    technologies: list[str]
    charts: list[dict[str, object]]
    closed: dict[str, list[str]]
    nation_charts: list[dict[str, object]]


def read_research(
    records: Records,
    steps: Sequence[Mapping[str, object]],
    switches: Switches,
    missing: MissingRules,
) -> ResearchLists:
    """The technologies of a map: nothing without a technology step."""
    if not any(step["phase"] == "tech" for step in steps):
        return ResearchLists([], [], {}, [])
    third = switches.is_on("WW2V3 Tech Model")
    directed = not third or switches.is_on("Selectable Tech Roll")
    own = _own_lists(records, missing)
    charts = _joined(records, own) or _usual(switches)
    names = dict.fromkeys(name for chart in charts.values() for name in chart)
    closed = {
        nation: [name for name in names if all(name not in chart for chart in lists.values())]
        for nation, lists in own.items()
    }
    closed = {nation: left for nation, left in closed.items() if left}
    if directed:
        return ResearchLists(list(names), [], closed, [])
    rows: list[dict[str, object]] = [
        {"name": _aim(name, names), "technologies": list(chart)} for name, chart in charts.items()
    ]
    versions = _nation_charts(own, charts, _opened(records))
    for row in versions:
        row["chart"] = _aim(str(row["chart"]), names)
    return ResearchLists(list(names), rows, closed, versions)


def _aim(chart: str, technologies: Collection[str]) -> str:
    """What a chart is called here: maps may call it as a technology on it, orders may not."""
    return f"{chart} chart" if chart in technologies else chart


def read_known(
    records: Records, said: Mapping[str, MapFacts], switches: Switches
) -> dict[str, list[str]]:
    """The technologies that nations have at the start, by nation.

    said: what options say of nations, out of which it is taken.  Only advances of the map's list
    count, or of the usual list of its rule family; with another value the engine passes over them.
    Infantry that is driven is asked for by its own word and needs no list.
    """
    listed = set(_listed(records).values())
    if not listed:
        usual = {name for chart in _usual(switches).values() for name in chart}
        listed = {word for word, name in ADVANCE_NAMES.items() if name in usual}
    listed.add(_DRIVEN)
    return {
        nation: [
            ADVANCE_NAMES[word] for word, is_known in facts.items() if is_known and word in listed
        ]
        for nation, facts in said.items()
    }


def read_costs(said: Mapping[str, MapFacts]) -> dict[str, int]:
    """What a research die costs (B102), by nation; said: as in `read_known`."""
    return {nation: taken(facts, "cost", USUAL_COST) for nation, facts in said.items()}


def technology_called(records: Records, word: str) -> str:
    """Our name for a technology of the map; "" for one that it does not have.

    What the map makes up is called as in the map.
    """
    listed = _listed(records)
    if word in listed:
        return ADVANCE_NAMES.get(listed[word], word)
    return ADVANCE_NAMES.get(word, "")


def made_up(records: Records) -> tuple[str, ...]:
    """The advances of a map that the engine does not know, in the order of the file."""
    return tuple(word for word, meant in _listed(records).items() if meant not in ADVANCE_NAMES)


def _listed(records: Records) -> dict[str, str]:
    """The technologies that a map lists, each with the word of the engine that it stands for."""
    return {
        attribute(entry, "name"): entry.attributes.get("tech") or attribute(entry, "name")
        for entry in records.every("technology", "technologies", "techname")
    }


def _usual(switches: Switches) -> Charts:
    if switches.is_on("WW2V3 Tech Model") or switches.is_on("WW2V3"):
        return THIRD_EDITION
    return SECOND_EDITION if switches.is_on("WW2V2") else FIRST_EDITION


def _own_lists(records: Records, missing: MissingRules) -> dict[str, Charts]:
    """What nations can research at the start, chart by chart, where a map has its own lists.

    A chart is in the order of the list of all technologies, whatever its own order in the file.
    """
    found: dict[str, Charts] = {}
    place = _place_in_list(records)
    for player in records.every("technology", "playerTech"):
        charts: dict[str, tuple[str, ...]] = {}
        for category in player.children:
            words = [attribute(entry, "name") for entry in category.children]
            known = tuple(filter(None, (technology_called(records, word) for word in words)))
            if len(known) < len(words):
                missing.add("element technology: advances that are not in its own list")
            if known:
                charts[attribute(category, "name")] = tuple(sorted(known, key=place))
        found[attribute(player, "player")] = charts
    return found


def _joined(records: Records, own: Mapping[str, Charts]) -> Charts:
    """The charts of all nations as one, with what triggers add; {} without lists of the map."""
    joined: dict[str, dict[str, None]] = {}
    for charts in own.values():
        for name, technologies in charts.items():
            joined.setdefault(name, {}).update(dict.fromkeys(technologies))
    opened = _opened(records) if own else {}
    for name, technologies in opened.items():
        joined.setdefault(name, {}).update(dict.fromkeys(technologies))
    place = _place_in_list(records)
    return {name: tuple(sorted(listed, key=place)) for name, listed in joined.items()}


def _place_in_list(records: Records) -> Callable[[str], int]:
    """Where a technology stands in the list of all; those that it leaves out come last."""
    names = dict.fromkeys(technology_called(records, word) for word in _listed(records))
    places = {name: place for place, name in enumerate(names)}
    return lambda name: places.get(name, len(places))


def _nation_charts(
    own: Mapping[str, Charts], joined: Charts, opened: Charts
) -> list[dict[str, object]]:
    """The charts on which a die finds something else than on those of all.

    opened: charts to which triggers add, which have the same order for all.
    """
    rows: list[dict[str, object]] = []
    for nation, charts in own.items():
        for name, places in charts.items():
            if name in opened or places == tuple(one for one in joined[name] if one in places):
                continue
            faces = [{"technology": one} for one in places]
            rows.append({"nation": nation, "chart": name, "faces": faces})
    return rows


def _opened(records: Records) -> Charts:
    """The technologies that triggers make available or take away, by chart."""
    found: dict[str, dict[str, None]] = {}
    for entry in records.of_kind("TriggerAttachment"):
        for value in entry.each("availableTech"):
            chart, *words = value.split(":")
            known = (technology_called(records, word.removeprefix("-")) for word in words)
            found.setdefault(chart, {}).update(dict.fromkeys(filter(None, known)))
    return {chart: tuple(names) for chart, names in found.items() if names}
