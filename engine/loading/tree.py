"""A plain tree becomes a Definition: the strict reader of what a save or a scenario file says.

The tree holds tables (dict), lists, text, whole numbers and true or false, nothing else.  It is
written down in docs/formats/scenario-v1.md.  It is hostile: it may come from an opponent's save.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.core.board import sorted_borders
from engine.core.ids import NationName, ResourceName, TerritoryName, UnitTypeName
from engine.gamedef.areas import Territory
from engine.gamedef.board import GameBoard
from engine.gamedef.definition import Definition
from engine.gamedef.economy import Economy
from engine.gamedef.map_rules import MapRules
from engine.gamedef.names import (
    PHASES,
    SHARED_PHASES,
    TECHNOLOGIES,
)
from engine.gamedef.options import option_names
from engine.gamedef.politics import Politics
from engine.gamedef.relations import USUAL
from engine.gamedef.script import Script
from engine.gamedef.sequence import SequenceStep
from engine.gamedef.setup import Setup
from engine.gamedef.technology import Technology
from engine.gamedef.victory import Victory
from engine.loading import limits
from engine.loading.fields import Node, names_of, shown
from engine.loading.normal import normal_definition
from engine.loading.tree_blocks import read_blocks
from engine.loading.tree_conditions import (
    Words,
    condition_names,
    read_conditions,
    read_objectives,
    read_switches,
)
from engine.loading.tree_extras import read_categories
from engine.loading.tree_limits import (
    read_building,
    read_limits,
    read_restrictions,
)
from engine.loading.tree_nations import read_nation_rules
from engine.loading.tree_options import read_options
from engine.loading.tree_purses import read_purses
from engine.loading.tree_relations import (
    read_politics,
    read_relation_types,
    read_relations,
    read_truces,
)
from engine.loading.tree_setup import read_canals, read_placements
from engine.loading.tree_start import read_amounts, read_nations, read_resource_names, read_start
from engine.loading.tree_triggers import read_buy_list_of, read_buy_lists, read_triggers
from engine.loading.tree_units import read_support, read_units
from engine.loading.tree_victory import (
    read_capital_victories,
    read_income_victories,
    read_point_victories,
    read_recalls,
    read_theatre_victories,
    read_victory,
)

FORMAT: Final = "scenario-v1"

_REQUIRED: Final = (
    "format",
    "name",
    "version",
    "ruleset",
    "dice_sides",
    "nations",
    "units",
    "technologies",
    "sequence",
    "land",
    "sea",
    "borders",
    "setup",
)
_OPTIONAL: Final = (
    "notes",
    "support",
    "canals",
    "victory",
    "damaged",
    "options",
    "limits",
    "building",
    "restrictions",
    "technology_categories",
    "objectives",
    "capital_victory",
    "income_victory",
    "free_options",
    "nation_rules",
    "point_victory",
    "truces",
    "relations",
    "relation_types",
    "politics",
    "extra_rounds",
    "purses",
    "theatre_victory",
    "recalls",
    "resources",
    "conditions",
    "triggers",
    "switches",
    "buy_lists",
    "buy_list_of",
    "blocks",
)
_AREA_FIELDS: Final = (
    "owner",
    "production",
    "capital_of",
    "victory_cities",
    "is_impassable",
    "unlimited_production",
    "first_owner",
    "no_units",
    "no_blitz",
    "attack_terrain",
    "defence_terrain",
    "given_to",
    "theatre",
    "convoys",
    "is_prize",
    "suicide_zone",
    "air_base",
    "naval_base",
    "yields",
    "place",
)


def definition_from_tree(tree: object) -> Definition:
    """The game that a plain tree describes, in normal order (see normal_definition).

    Raises DefinitionError, and nothing else, with the place and the reason of the first fault.
    """
    top = Node(tree, "").table(_REQUIRED, _OPTIONAL)
    top["format"].choice((FORMAT,), "a format that this version reads")
    nations = read_nations(top["nations"])
    names = tuple(nation.name for nation in nations)
    relation_types = read_relation_types(_optional(top, "relation_types"))
    relations = read_relations(_optional(top, "relations"), nations, relation_types)
    units = read_units(top["units"], names)
    types = tuple(units.types)
    resource_names = read_resource_names(_optional(top, "resources"))
    start = read_start(top["nations"], units, resource_names)
    territories, owners = _areas(top, names, types, resource_names)
    theatres = tuple(sorted({area.theatre for area in territories.values()} - {""}))
    sequence = _sequence(top["sequence"], names)
    board = _board(territories, top["borders"], _optional(top, "canals"), types)
    switches = read_switches(_table(top, "switches"))
    words = Words(
        nations=names,
        areas=tuple(territories),
        types=types,
        conditions=condition_names(_optional(top, "conditions")),
        switches=tuple(switches),
        steps=tuple(step.name for step in sequence),
        resources=resource_names,
        theatres=theatres,
        alliances=tuple({side: None for nation in nations for side in nation.alliances}),
        relations=(*USUAL, *(entry.name for entry in relation_types)),
    )
    buy_lists = read_buy_lists(_table(top, "buy_lists"), words)
    words = replace(words, buy_lists=tuple(buy_lists))
    return normal_definition(
        Definition(
            name=top["name"].name(),
            version=top["version"].name(),
            ruleset=top["ruleset"].name(),
            board=board,
            politics=Politics(
                nations=nations,
                relation_types=relation_types,
                relations=relations,
                truces=read_truces(_optional(top, "truces"), nations, relation_types, relations),
                actions=read_politics(_optional(top, "politics"), words),
                extra_rounds=top["extra_rounds"].whole(-limits.MAX_NUMBER, limits.MAX_NUMBER)
                if "extra_rounds" in top
                else 0,
            ),
            unit_types=units.types,
            support=read_support(_optional(top, "support"), types, names),
            sequence=sequence,
            economy=Economy(
                prices=units.prices,
                reduced_prices=units.reduced_prices,
                shipyard_prices=units.shipyard_prices,
                buyers=start.buyers,
                offers=start.offers,
                resource_names=resource_names,
                purses=read_purses(
                    _optional(top, "purses"), names, tuple(territories), resource_names
                ),
                buy_lists=buy_lists,
                buy_list_of=read_buy_list_of(_table(top, "buy_list_of"), words),
            ),
            technology=Technology(
                names=names_of(
                    top["technologies"], len(TECHNOLOGIES), TECHNOLOGIES, "a technology"
                ),
                categories=read_categories(_optional(top, "technology_categories")),
            ),
            setup=Setup(
                owners=owners,
                placements=read_placements(
                    top["setup"], _optional(top, "damaged"), board, units.types, names
                ),
                resources=start.resources,
                hands=start.hands,
                technologies=start.technologies,
            ),
            victory=Victory(
                levels=read_victory(_optional(top, "victory"), nations),
                by_capitals=read_capital_victories(
                    _optional(top, "capital_victory"), territories, nations
                ),
                by_income=read_income_victories(_optional(top, "income_victory"), nations),
                by_points=read_point_victories(_optional(top, "point_victory"), names),
                by_theatres=read_theatre_victories(
                    _optional(top, "theatre_victory"), nations, theatres
                ),
                recalls=read_recalls(
                    _optional(top, "recalls"), nations, theatres, tuple(territories)
                ),
            ),
            map_rules=MapRules(
                limits=read_limits(_optional(top, "limits"), names, types),
                building=read_building(_optional(top, "building"), types, tuple(territories)),
                restrictions=read_restrictions(
                    _optional(top, "restrictions"), names, tuple(territories)
                ),
                nations=read_nation_rules(
                    _optional(top, "nation_rules"), names, types, resource_names, territories
                ),
            ),
            script=Script(
                conditions=read_conditions(_optional(top, "conditions"), words),
                triggers=read_triggers(_optional(top, "triggers"), words),
                objectives=read_objectives(_optional(top, "objectives"), words),
                switches=switches,
            ),
            blocks=read_blocks(top["blocks"], board, types, names, sequence)
            if "blocks" in top
            else None,
            options=read_options(top.get("options"), names),
            free_options=names_of(
                _optional(top, "free_options"), len(option_names()), option_names(), "an option"
            ),
            dice_sides=top["dice_sides"].whole(2, 1000),
            notes=top["notes"].notes() if "notes" in top else "",
        )
    )


def _optional(top: Mapping[str, Node], key: str) -> Node:
    """The list under a key that may be missing."""
    return top.get(key, Node([], key))


def _table(top: Mapping[str, Node], key: str) -> Node:
    """The table under a key that may be missing."""
    return top.get(key, Node({}, key))


def _areas(
    top: Mapping[str, Node],
    nations: tuple[NationName, ...],
    types: tuple[UnitTypeName, ...],
    goods: tuple[ResourceName, ...],
) -> tuple[dict[TerritoryName, Territory], dict[TerritoryName, NationName]]:
    territories: dict[TerritoryName, Territory] = {}
    owners: dict[TerritoryName, NationName] = {}
    known = {name: True for key in ("land", "sea") for name in top[key].named(limits.MAX_AREAS)}
    for key in ("land", "sea"):
        for name, node in top[key].named(limits.MAX_AREAS).items():
            if name in territories:
                raise node.error("there is already an area of this name")
            entry = node.table((), _AREA_FIELDS)
            area = _territory(name, entry, key == "sea", nations, types)
            if "convoys" in entry:
                way = names_of(entry["convoys"], limits.MAX_AREAS, known, "an area")
                area = replace(area, convoys=way)
            if "yields" in entry:
                area = replace(area, yields=read_amounts(entry["yields"], goods))
            territories[name] = area
            if "owner" in entry:
                owners[name] = entry["owner"].choice(nations, "a nation")
    return territories, owners


def _territory(
    name: TerritoryName,
    entry: Mapping[str, Node],
    is_sea: bool,
    nations: tuple[NationName, ...],
    types: tuple[UnitTypeName, ...],
) -> Territory:
    if is_sea and "capital_of" in entry:
        raise entry["capital_of"].error("a capital must be on land")
    return Territory(
        name=name,
        is_sea=is_sea,
        production=_whole(entry, "production"),
        capital_of=entry["capital_of"].choice(nations, "a nation") if "capital_of" in entry else "",
        victory_cities=_whole(entry, "victory_cities"),
        is_impassable=_flag(entry, "is_impassable"),
        unlimited_production=_flag(entry, "unlimited_production"),
        first_owner=entry["first_owner"].choice(nations, "a nation")
        if "first_owner" in entry
        else "",
        no_units=_unit_names(entry, "no_units", types),
        no_blitz=_unit_names(entry, "no_blitz", types),
        attack_terrain=_terrain(entry, "attack_terrain", types),
        defence_terrain=_terrain(entry, "defence_terrain", types),
        theatre=entry["theatre"].name() if "theatre" in entry else "",
        given_to=names_of(entry["given_to"], limits.MAX_NATIONS, nations, "a nation")
        if "given_to" in entry
        else (),
        is_prize=_flag(entry, "is_prize"),
        suicide_zone=_flag(entry, "suicide_zone"),
        air_base=_flag(entry, "air_base"),
        naval_base=_flag(entry, "naval_base"),
        place=_place(entry["place"]) if "place" in entry else None,
    )


def _place(node: Node) -> tuple[int, int]:
    numbers = [item.whole(0, limits.MAX_PLACE) for item in node.items(2)]
    if len(numbers) != 2:
        raise node.error("two numbers are wanted")
    return numbers[0], numbers[1]


def _flag(entry: Mapping[str, Node], key: str) -> bool:
    return key in entry and entry[key].flag()


def _unit_names(
    entry: Mapping[str, Node], key: str, types: tuple[UnitTypeName, ...]
) -> tuple[UnitTypeName, ...]:
    if key not in entry:
        return ()
    return names_of(entry[key], limits.MAX_UNIT_TYPES, types, "a unit type")


def _terrain(
    entry: Mapping[str, Node], key: str, types: tuple[UnitTypeName, ...]
) -> tuple[tuple[UnitTypeName, int], ...]:
    """Pairs of a unit type and a number, in the order of the unit types."""
    if key not in entry:
        return ()
    table = entry[key].table((), types)
    low, high = -limits.MAX_NUMBER, limits.MAX_NUMBER
    return tuple((name, table[name].whole(low, high)) for name in types if name in table)


def _whole(entry: Mapping[str, Node], key: str) -> int:
    return entry[key].whole(0, limits.MAX_NUMBER) if key in entry else 0


def _board(
    territories: Mapping[TerritoryName, Territory],
    node: Node,
    canals: Node,
    types: tuple[UnitTypeName, ...],
) -> GameBoard:
    pairs: dict[tuple[TerritoryName, TerritoryName], None] = {}
    for one, beyond in node.named(limits.MAX_AREAS).items():
        if one not in territories:
            raise beyond.error("there is no area of this name")
        for item in beyond.items(limits.MAX_AREAS):
            other = item.choice(territories.keys(), "an area of this scenario")
            pair = (min(one, other), max(one, other))
            if one == other or pair in pairs:
                raise item.error(f"the border between {one} and {other} stands here once too often")
            pairs[pair] = None
        if len(pairs) > limits.MAX_BORDERS:
            raise node.error(f"no more than {limits.MAX_BORDERS} borders are allowed")
    is_sea = {area.name: area.is_sea for area in territories.values()}
    board = GameBoard(is_sea, sorted_borders(pairs), territories)
    return replace(board, canals=read_canals(canals, board, types))


def _sequence(node: Node, nations: tuple[NationName, ...]) -> tuple[SequenceStep, ...]:
    steps: dict[str, SequenceStep] = {}
    for item in node.items(limits.MAX_STEPS):
        entry = item.table(("name", "phase"), ("nation", "last_round"))
        name = entry["name"].name()
        if name in steps:
            raise item.error(f"there is already a step {shown(name)}")
        phase = entry["phase"].choice(PHASES, "a phase")
        if (phase in SHARED_PHASES) == ("nation" in entry):
            raise item.error("every phase needs a nation, except " + ", ".join(SHARED_PHASES))
        steps[name] = SequenceStep(
            name,
            phase,
            entry["nation"].choice(nations, "a nation") if "nation" in entry else "",
            _whole(entry, "last_round"),
        )
    if all(step.last_round for step in steps.values()):
        raise node.error("no step is played in every round")
    return tuple(steps.values())
