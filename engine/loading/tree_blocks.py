"""The table ``blocks`` of a plain tree, which only a block game has, and back.

Written down in docs/formats/scenario-v1.md, section "Block games".
"""

from collections.abc import Collection, Mapping
from dataclasses import fields

from engine.core.board import Board
from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.gamedef.blocks import (
    KINDS,
    BlockArea,
    BlockGame,
    BlockType,
    Country,
    Garrison,
    Season,
)
from engine.gamedef.sequence import SequenceStep
from engine.loading import limits
from engine.loading.fields import Node, names_of

_CITIES = ("main", "sub", "capital_city", "city", "town")
_NUMBERS = (
    "most_command",
    "most_strength",
    "ocean_cost",
    "convoy_speed",
    "invaders",
    "invaders_equipped",
)
_REQUIRED = (
    "units",
    "areas",
    "borders",
    "border_limits",
    "countries",
    "seasons",
    "turn_orders",
    "printed",
    "emergency",
    "deployments",
    "garrisons",
    *_NUMBERS,
)
_MOST_COUNTRIES = 200
_MOST_KINDS = 50


def read_blocks(
    node: Node,
    board: Board,
    types: Collection[UnitTypeName],
    nations: tuple[NationName, ...],
    sequence: tuple[SequenceStep, ...],
) -> BlockGame:
    """What a block game says of itself; DefinitionError for the first fault."""
    entry = node.table(_REQUIRED)
    limit = {
        name: item.whole(0, limits.MAX_COUNT)
        for name, item in entry["border_limits"].named(_MOST_KINDS).items()
    }
    steps = tuple(step.name for step in sequence)
    number = {key: entry[key].whole(1, limits.MAX_NUMBER) for key in _NUMBERS}
    countries = _countries(entry["countries"], board, nations)
    return BlockGame(
        types=_types(entry["units"], types),
        areas=_areas(entry["areas"], board, countries),
        border_kinds=_borders(entry["borders"], board),
        border_limits=limit,
        countries=countries,
        seasons=tuple(_season(item, steps) for item in entry["seasons"].items(limits.MAX_STEPS)),
        turn_orders=tuple(
            _order(item, nations) for item in entry["turn_orders"].items(limits.MAX_NUMBER)
        ),
        printed=_order(entry["printed"], nations),
        emergency={
            name: item.whole(0, limits.MAX_NUMBER)
            for name, item in entry["emergency"].table(nations).items()
        },
        deployments=_deployments(entry["deployments"], board, nations),
        garrisons=tuple(
            _garrison(item, board, types, nations)
            for item in entry["garrisons"].items(limits.MAX_UNITS)
        ),
        **number,
    )


def _types(node: Node, types: Collection[UnitTypeName]) -> dict[UnitTypeName, BlockType]:
    found: dict[UnitTypeName, BlockType] = {}
    for item in node.items(limits.MAX_UNIT_TYPES):
        entry = item.table(
            ("name", "kind"), ("firepower", "strike", "is_double_hit", "is_garrison")
        )
        name = entry["name"].choice(types, "a unit type")
        found[name] = BlockType(
            kind=entry["kind"].choice(KINDS, "a kind of block"),
            firepower=_firepower(entry.get("firepower")),
            strike=_firepower(entry.get("strike")),
            is_double_hit="is_double_hit" in entry and entry["is_double_hit"].flag(),
            is_garrison="is_garrison" in entry and entry["is_garrison"].flag(),
        )
    missing = [name for name in types if name not in found]
    if missing:
        raise node.error(f"nothing is said of {', '.join(missing)}")
    return found


def _firepower(node: Node | None) -> dict[str, int]:
    if node is None:
        return {}
    shots = node.table((), KINDS)
    # A save has its tables sorted by key: the order is always the same one.
    return {kind: shots[kind].whole(1, limits.MAX_NUMBER) for kind in KINDS if kind in shots}


def _areas(
    node: Node, board: Board, countries: Mapping[str, Country]
) -> dict[TerritoryName, BlockArea]:
    optional = tuple(entry.name for entry in fields(BlockArea))
    found: dict[TerritoryName, BlockArea] = {}
    for name, item in node.named(limits.MAX_AREAS).items():
        if name not in board.is_sea:
            raise item.error("there is no area of this name")
        entry = item.table((), optional)

        def flag(key: str, entry: Mapping[str, Node] = entry) -> bool:
            return key in entry and entry[key].flag()

        def whole(key: str, entry: Mapping[str, Node] = entry) -> int:
            return entry[key].whole(0, limits.MAX_NUMBER) if key in entry else 0

        found[name] = BlockArea(
            country=entry["country"].choice(countries, "a country") if "country" in entry else "",
            is_strait=flag("is_strait"),
            is_ocean=flag("is_ocean"),
            city=entry["city"].choice(_CITIES, "a city") if "city" in entry else "",
            population=whole("population"),
            muster=whole("muster"),
            resources=whole("resources"),
            overseas=whole("overseas"),
        )
        at_sea = board.is_sea[name]
        if (at_sea and (found[name].country or found[name].is_strait)) or (
            not at_sea and (found[name].is_ocean or not found[name].country)
        ):
            raise item.error("land has a country, oceans are sea and straits are land")
    return {name: found.get(name, BlockArea()) for name in board.is_sea}


def _borders(node: Node, board: Board) -> dict[tuple[TerritoryName, TerritoryName], str]:
    kinds: dict[tuple[TerritoryName, TerritoryName], str] = {}
    for kind, table in node.named(_MOST_KINDS).items():
        for one, beyond in table.named(limits.MAX_AREAS).items():
            for item in beyond.items(limits.MAX_AREAS):
                other = item.choice(board.is_sea, "an area of this scenario")
                pair = (min(one, other), max(one, other))
                if pair in kinds or one not in board.is_sea or not board.is_border(one, other):
                    raise item.error(f"{one} and {other} do not touch, or stand here twice")
                kinds[pair] = kind
    missing = [pair for pair in board.borders if pair not in kinds]
    if missing:
        raise node.error(f"of what kind is the border between {missing[0][0]} and {missing[0][1]}?")
    return {pair: kinds[pair] for pair in board.borders}


def _countries(node: Node, board: Board, nations: tuple[NationName, ...]) -> dict[str, Country]:
    found: dict[str, Country] = {}
    for item in node.items(_MOST_COUNTRIES):
        entry = item.table(("name",), ("capital", "home_of"))
        name = entry["name"].name()
        if name in found:
            raise item.error("there is already a country of this name")
        found[name] = Country(
            name,
            entry["capital"].choice(board.is_sea, "an area") if "capital" in entry else "",
            entry["home_of"].choice(nations, "a nation") if "home_of" in entry else "",
        )
    return found


def _season(item: Node, steps: tuple[str, ...]) -> Season:
    entry = item.table(("name", "steps"), ("is_homebound",))
    return Season(
        entry["name"].name(),
        names_of(entry["steps"], len(steps), steps, "a step of the sequence"),
        "is_homebound" in entry and entry["is_homebound"].flag(),
    )


def _order(item: Node, nations: tuple[NationName, ...]) -> tuple[NationName, ...]:
    order = names_of(item, len(nations), nations, "a nation")
    if len(order) != len(nations):
        raise item.error("every nation has its place in the order")
    return order


def _deployments(
    node: Node, board: Board, nations: tuple[NationName, ...]
) -> dict[NationName, dict[TerritoryName, int]]:
    found: dict[NationName, dict[TerritoryName, int]] = {}
    for nation, table in node.table((), nations).items():
        areas = table.named(limits.MAX_AREAS)
        for name, item in areas.items():
            if board.is_sea.get(name, True):
                raise item.error("there is no land area of this name")
        counts = {name: areas[name].whole(1, limits.MAX_COUNT) for name in sorted(areas)}
        found[nation] = counts
    return {nation: found[nation] for nation in nations if nation in found}


def _garrison(
    item: Node, board: Board, types: Collection[UnitTypeName], nations: tuple[NationName, ...]
) -> Garrison:
    entry = item.table(("nation", "area", "unit", "strength"))
    return Garrison(
        entry["nation"].choice(nations, "a nation"),
        entry["area"].choice(board.is_sea, "an area of this scenario"),
        entry["unit"].choice(types, "a unit type"),
        entry["strength"].whole(1, limits.MAX_NUMBER),
    )


def blocks_to_plain(game: BlockGame) -> dict[str, object]:
    """The table that read_blocks reads back as an equal value."""
    borders: dict[str, dict[str, list[str]]] = {}
    for (one, other), kind in game.border_kinds.items():
        borders.setdefault(kind, {}).setdefault(one, []).append(other)
    return {
        **{key: getattr(game, key) for key in _NUMBERS},
        "printed": list(game.printed),
        "turn_orders": [list(order) for order in game.turn_orders],
        "emergency": dict(game.emergency),
        "border_limits": dict(game.border_limits),
        "units": [{"name": name} | _changed(kind) for name, kind in game.types.items()],
        "countries": [_changed(country) for country in game.countries.values()],
        "seasons": [_changed(season) for season in game.seasons],
        "garrisons": [
            {
                "nation": entry.nation,
                "area": entry.territory,
                "unit": entry.type,
                "strength": entry.strength,
            }
            for entry in game.garrisons
        ],
        "areas": {name: facts for name, area in game.areas.items() if (facts := _changed(area))},
        "borders": borders,
        "deployments": {nation: dict(areas) for nation, areas in game.deployments.items()},
    }


def _changed(entry: BlockType | BlockArea | Country | Season) -> dict[str, object]:
    """The fields that say something, as plain values."""
    found: dict[str, object] = {}
    for item in fields(entry):
        value: object = getattr(entry, item.name)
        if value:
            found[item.name] = (
                list(value)
                if isinstance(value, tuple)
                else dict(value)
                if isinstance(value, Mapping)
                else value
            )
    return found
