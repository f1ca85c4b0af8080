"""A TripleA map file becomes a Definition.

Bytes become elements (xml_text), macros are written out (macros), elements become records
(records), and the records become the tree of a scenario (properties, units, areas, turns), which
the strict reader of scenarios checks like any other.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from engine.gamedef.definition import Definition
from engine.gamedef.option_values import Profile, with_profile
from engine.loading.tree.reading import FORMAT, definition_from_tree
from engine.loading.triplea.abilities import read_gains
from engine.loading.triplea.advances import read_advances
from engine.loading.triplea.anti_air import check_guns
from engine.loading.triplea.areas import (
    read_areas,
    read_borders,
    read_islands,
    read_seas,
    read_setup,
)
from engine.loading.triplea.attachments import Records, whole
from engine.loading.triplea.canals import read_canals
from engine.loading.triplea.capitals import capital_rules, capitals_by_nation
from engine.loading.triplea.conditions import Conditions
from engine.loading.triplea.damage import check_damage
from engine.loading.triplea.effects import Effects
from engine.loading.triplea.gifts import check_gifts
from engine.loading.triplea.limits import read_building, read_limits, read_unplaced
from engine.loading.triplea.lines import lines_of, map_fault
from engine.loading.triplea.macros import expand_macros
from engine.loading.triplea.missing_rules import MissingRules, UnsupportedMapError
from engine.loading.triplea.nations import read_nation_rules, read_restrictions, with_research
from engine.loading.triplea.notes import read_notes
from engine.loading.triplea.players import read_players
from engine.loading.triplea.politics import read_politics
from engine.loading.triplea.prices import BuyLists, read_prices
from engine.loading.triplea.properties import (
    read_capital_victory,
    read_income_victory,
    read_option_values,
    read_point_victory,
    read_switches,
    read_victory,
)
from engine.loading.triplea.records import read_records
from engine.loading.triplea.relations import read_relations
from engine.loading.triplea.rows import MapFacts, facts_by_target
from engine.loading.triplea.support import read_support
from engine.loading.triplea.technologies import (
    TECH_OPTIONS,
    USUAL_COST,
    read_costs,
    read_known,
    read_research,
)
from engine.loading.triplea.terrain import Terrain
from engine.loading.triplea.triggers import Triggers
from engine.loading.triplea.turns import (
    read_alliances,
    read_nations,
    read_resource_names,
    read_resources,
    read_sequence,
)
from engine.loading.triplea.units import UNIT_OPTIONS, read_unit_types
from engine.loading.triplea.xml_text import parse_xml
from engine.values import dataclass, replace

_RULESET = "axis_and_allies"


@dataclass(frozen=True, slots=True)
class MapParts:
    """As much of a map as can be read: the game without the rules that are missing, and those.

    missing: as in UnsupportedMapError; () for a map that can be played.
    targets: for all that is missing, which unit types, nations or areas ask for it; () for the
    whole map.
    lines: for what is missing, where the file first asks for it, as far as that is one line.
    """

    definition: Definition
    missing: tuple[str, ...]
    targets: Mapping[str, tuple[str, ...]]
    lines: Mapping[str, int]


def read_triplea_map(
    data: bytes, profile: Profile = "triplea", properties: Mapping[str, str] = MappingProxyType({})
) -> Definition:
    """The game of a TripleA map file.

    properties: values in place of those of the file, by name.
    profile: "triplea" plays as that engine does, "rulebook" as the rule book says, where the two
    differ (G3, G10, G23); everything else comes from the file.
    Raises UnsupportedMapError with the complete list when the map needs rules that are not there,
    DefinitionError for a file that is not a map or contradicts itself.
    """
    parts = read_triplea_parts(data, profile, properties)
    if parts.missing:
        raise UnsupportedMapError(parts.missing)
    return parts.definition


def read_triplea_parts(
    data: bytes, profile: Profile = "triplea", properties: Mapping[str, str] = MappingProxyType({})
) -> MapParts:
    """A map without the rules that are not there: for looking and testing, never for playing.

    Raises as `read_triplea_map` does when what is left is not a game at all.
    """
    missing = MissingRules()
    root = parse_xml(data)
    expand_macros(root)
    records = read_records(root, missing, properties)
    tree = missing.attempt(lambda: _tree(records, missing))
    definition = tree and missing.attempt(lambda: definition_from_tree(tree, missing.faults))
    if not definition or missing.faults:
        lines = lines_of(root)
        faults = (map_fault(str(fault), tree or {}, lines) for fault in missing.faults)
        raise missing.refusal(faults)
    options = with_profile(definition.options, profile)
    return MapParts(
        replace(definition, options=options), missing.found(), missing.targets(), missing.lines()
    )


def _tree(records: Records, missing: MissingRules) -> MapFacts:
    attempt = missing.attempt
    nations = read_nations(records)
    members = read_alliances(records)
    alliances = sorted({name for nation in nations for name in members.get(nation, ())})
    switches = read_switches(records, missing)
    prices = read_prices(records, nations, switches, missing)
    said_of_units = facts_by_target(records, "UnitAttachment", UNIT_OPTIONS, missing)
    players = attempt(lambda: read_players(records, missing)) or {}
    known = facts_by_target(records, "TechAttachment", TECH_OPTIONS, missing)
    seas = read_seas(records)
    limits = read_limits(records, players, said_of_units)
    areas = read_areas(records, seas, missing)
    building = read_building(said_of_units, areas)
    units = read_unit_types(records, said_of_units, prices, switches, missing)
    attempt(lambda: check_damage(records, switches, missing))
    resources = attempt(lambda: read_resources(records, missing)) or {}
    steps = read_sequence(records, missing)
    borders = read_borders(records)
    setup, stacks = read_setup(records)
    options = attempt(lambda: read_option_values(records, switches, nations)) or {}
    costs = read_costs(known)
    options["tech_cost"] = next(iter(costs.values()), USUAL_COST)
    research = read_research(records, steps, switches, missing)
    options["industrial_technology"] = "industrial_technology" in research.technologies
    attempt(lambda: read_gains(records, units, missing))
    check_guns(units, missing)
    name, version = _title(records)
    unplaced = attempt(lambda: read_unplaced(records)) or {}
    capitals = capitals_by_nation(areas)
    technologies = read_known(records, known, switches)
    terrain = Terrain(records, areas, read_islands(seas, borders), units, missing)
    check_gifts(areas, players, switches, missing)
    support = attempt(lambda: read_support(records, units, nations, missing)) or []
    point_victory = read_point_victory(players, switches, missing)
    rules = attempt(lambda: read_nation_rules(records, players, switches, steps, seas, missing))
    named = frozenset(str(rule["name"]) for rule in support if "name" in rule)
    return _happenings(records, nations, prices, steps, terrain, named, missing) | {
        "format": FORMAT,
        "name": name,
        "version": version,
        "notes": read_notes(records),
        "ruleset": _RULESET,
        "dice_sides": next((whole(item, "value", 6) for item in records.every("diceSides")), 6),
        **(attempt(lambda: read_relations(records, nations, members, missing)) or {}),
        "nations": [
            {
                "name": nation,
                "alliances": members.get(nation, []),
                "resources": resources.get(nation, {}),
                "buys": list(prices.buyers[nation]),
                "offers": prices.offers[nation],
                "unplaced": unplaced.get(nation, {}),
                "technologies": technologies.get(nation, []),
                **capital_rules(nation, players, capitals),
                **players.get(nation, {}),
            }
            for nation in nations
        ],
        "units": units,
        "support": support,
        "technologies": research.technologies,
        "technology_categories": research.charts,
        "nation_charts": research.nation_charts,
        "advances": read_advances(records, missing),
        "sequence": steps,
        "victory": attempt(lambda: read_victory(records, alliances)) or [],
        "capital_victory": read_capital_victory(switches, members, capitals),
        "income_victory": attempt(lambda: read_income_victory(records, alliances)) or [],
        "options": options,
        "canals": attempt(lambda: read_canals(records, seas, borders, _flying(units), missing))
        or [],
        "land": {name: area for name, area in areas.items() if not seas[name]},
        "sea": {name: area for name, area in areas.items() if seas[name]},
        "borders": borders,
        "setup": setup,
        "stacks": stacks,
        "limits": limits,
        "resources": read_resource_names(records),
        "point_victory": point_victory,
        "restrictions": read_restrictions(records, missing),
        "building": building,
        "nation_rules": with_research(rules or [], research.closed, costs, options["tech_cost"]),
    }


def _flying(units: Sequence[MapFacts]) -> dict[str, bool]:
    """All unit types, True for an aircraft."""
    return {str(unit["name"]): bool(unit.get("is_air")) for unit in units}


def _happenings(
    records: Records,
    nations: Sequence[str],
    prices: BuyLists,
    steps: Sequence[MapFacts],
    terrain: Terrain,
    supports: Collection[str],
    missing: MissingRules,
) -> MapFacts:
    """Triggers and objectives, and the conditions that they name."""
    conditions = Conditions(records, nations, missing)
    effects = Effects(records, conditions, prices, nations, terrain, supports, missing)
    triggers = Triggers(records, conditions, effects, steps, nations, missing).found()
    politics = missing.attempt(
        lambda: read_politics(records, conditions, nations, effects.call, missing)
    )
    objectives = missing.attempt(lambda: list(conditions.objectives())) or []
    found: MapFacts = {
        "triggers": triggers,
        "politics": politics or [],
        "objectives": objectives,
        "conditions": conditions.found(),
        "switches": conditions.switches,
    }
    if effects.changes_buy_lists or prices.reduced_lists or prices.shipyard_lists:
        found["buy_lists"] = {name: list(units) for name, units in prices.lists.items()}
        found["buy_list_of"] = dict(prices.list_of)
        found["list_prices"] = {name: dict(listed) for name, listed in prices.list_prices.items()}
        found["list_offers"] = prices.list_offers
        found["reduced_lists"] = dict(prices.reduced_lists)
        found["shipyard_lists"] = dict(prices.shipyard_lists)
    return found


def _title(records: Records) -> tuple[str, str]:
    for info in records.every("info"):
        return info.attributes.get("name", "map"), info.attributes.get("version", "1")
    return "map", "1"
