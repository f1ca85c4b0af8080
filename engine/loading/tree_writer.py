"""A Definition becomes a plain tree, the form in which a save holds its game."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from engine.core.errors import DefinitionError
from engine.gamedef.areas import Territory
from engine.gamedef.definition import Definition
from engine.gamedef.offers import Offer
from engine.gamedef.unit_types import AntiAir, Gain, SupportRule, UnitType
from engine.loading.tree import FORMAT, definition_from_tree
from engine.loading.tree_blocks import blocks_to_plain
from engine.loading.tree_conditions import conditions_to_plain
from engine.loading.tree_limits import limits_to_plain
from engine.loading.tree_nations import nation_rules_to_plain
from engine.loading.tree_purses import purses_to_plain
from engine.loading.tree_relations import relations_to_plain
from engine.loading.tree_triggers import trigger_to_plain
from engine.loading.tree_victory import victories_to_plain

_AREA_FACTS: Final = (
    "production",
    "capital_of",
    "victory_cities",
    "is_impassable",
    "unlimited_production",
    "first_owner",
    "no_units",
    "no_blitz",
    "given_to",
    "theatre",
    "convoys",
    "is_prize",
    "suicide_zone",
    "air_base",
    "naval_base",
    "place",
)


def tree_from_definition(definition: Definition) -> dict[str, object]:
    """The tree that definition_from_tree reads back as an equal definition.

    Only dict with text keys, list, text, whole numbers and true or false; the same definition
    always gives the same tree.
    Raises DefinitionError when the definition breaks a rule of the format or is not in normal
    order (normal_definition brings it there), because units would get other numbers then.
    """
    tree = _tree(definition)
    read = definition_from_tree(tree)
    if read != definition or list(read.board.is_sea) != list(definition.board.is_sea):
        raise DefinitionError("the definition is not in normal order; use normal_definition")
    return tree


def _tree(definition: Definition) -> dict[str, object]:
    areas = definition.board.territories.values()
    return _extras(definition) | {
        "format": FORMAT,
        "name": definition.name,
        "version": definition.version,
        "ruleset": definition.ruleset,
        "dice_sides": definition.dice_sides,
        "notes": definition.notes,
        "nations": _nations(definition),
        "units": [_unit(definition, unit) for unit in definition.unit_types.values()],
        "support": [_support(rule) for rule in definition.support],
        "technologies": list(definition.technology.names),
        "sequence": [
            _step(step.name, step.phase, step.nation, step.last_round)
            for step in definition.sequence
        ],
        "victory": [
            {"level": level.level, "alliance": level.alliance, "cities": level.cities}
            for level in definition.victory.levels
        ],
        "options": _options(definition),
        "canals": [
            {"name": canal.name, "zones": list(canal.zones), "lands": list(canal.lands)}
            | ({"free_types": list(canal.free_types)} if canal.free_types else {})
            | ({"closed_in_combat": True} if canal.closed_in_combat else {})
            for canal in definition.board.canals
        ],
        "land": {area.name: _area(definition, area) for area in areas if not area.is_sea},
        "sea": {area.name: _area(definition, area) for area in areas if area.is_sea},
        "borders": _borders(definition),
        "setup": _setup(definition),
        "damaged": [
            {
                "area": entry.territory,
                "owner": entry.owner,
                "unit": entry.type,
                "count": entry.count,
                "hits": entry.hits,
                "damage": entry.damage,
            }
            for entry in definition.setup.placements
            if entry.hits or entry.damage
        ],
    }


def _extras(definition: Definition) -> dict[str, object]:
    """What only some games have; nothing of it is written for the others."""
    extras: dict[str, object] = limits_to_plain(definition)
    if definition.technology.categories:
        extras["technology_categories"] = [
            {"name": chart.name, "technologies": list(chart.technologies)}
            for chart in definition.technology.categories
        ]
    extras |= victories_to_plain(definition) | nation_rules_to_plain(definition)
    extras |= relations_to_plain(definition) | purses_to_plain(definition)
    if definition.economy.resource_names:
        extras["resources"] = list(definition.economy.resource_names)
    if definition.blocks is not None:
        extras["blocks"] = blocks_to_plain(definition.blocks)
    if definition.free_options:
        extras["free_options"] = list(definition.free_options)
    extras |= conditions_to_plain(definition.script.conditions, definition.script.objectives)
    if definition.script.triggers:
        extras["triggers"] = [trigger_to_plain(entry) for entry in definition.script.triggers]
    if definition.script.switches:
        extras["switches"] = dict(definition.script.switches)
    if definition.economy.buy_lists:
        extras["buy_lists"] = {
            name: list(units) for name, units in definition.economy.buy_lists.items()
        }
        extras["buy_list_of"] = dict(definition.economy.buy_list_of)
    return extras


def _nations(definition: Definition) -> list[dict[str, object]]:
    everything = tuple(definition.economy.prices)
    found: list[dict[str, object]] = []
    for nation in definition.politics.nations:
        entry: dict[str, object] = {
            "name": nation.name,
            "alliances": list(nation.alliances),
            "resources": dict(definition.setup.resources.get(nation.name, {})),
        }
        buys = definition.economy.buyers.get(nation.name, ())
        if buys != everything:
            entry["buys"] = list(buys)
        if definition.economy.offers.get(nation.name):
            entry["offers"] = [
                _offer(unit, offer)
                for unit, offer in definition.economy.offers[nation.name].items()
            ]
        if definition.setup.hands.get(nation.name):
            entry["hand"] = dict(definition.setup.hands[nation.name])
        if nation.gives_to:
            entry["gives_to"] = list(nation.gives_to)
        if nation.capitals_for_income != 1:
            entry["capitals_for_income"] = nation.capitals_for_income
        if nation.capitals_for_money != 1:
            entry["capitals_for_money"] = nation.capitals_for_money
        if nation.treasury_is_lost:
            entry["treasury_is_lost"] = True
        if definition.setup.technologies.get(nation.name):
            entry["technologies"] = list(definition.setup.technologies[nation.name])
        found.append(entry)
    return found


def _offer(unit: str, offer: Offer) -> dict[str, object]:
    entry: dict[str, object] = {"unit": unit, "cost": dict(offer.cost)}
    if offer.units != 1:
        entry["units"] = offer.units
    if offer.gains:
        entry["gains"] = dict(offer.gains)
    return entry


def _unit(definition: Definition, unit: UnitType) -> dict[str, object]:
    entry: dict[str, object] = {"name": unit.name}
    if unit.name in definition.economy.prices:
        entry["price"] = definition.economy.prices[unit.name]
    if unit.name in definition.economy.reduced_prices:
        entry["reduced_price"] = definition.economy.reduced_prices[unit.name]
    if unit.name in definition.economy.shipyard_prices:
        entry["shipyard_price"] = definition.economy.shipyard_prices[unit.name]
    return entry | _changed(unit)


def _support(rule: SupportRule) -> dict[str, object]:
    entry: dict[str, object] = {"givers": list(rule.givers), "receivers": list(rule.receivers)}
    return entry | {
        key: value for key, value in _changed(rule).items() if key not in {"givers", "receivers"}
    }


def _changed(entry: UnitType | SupportRule | AntiAir | Gain) -> dict[str, object]:
    """The fields that have a default and another value than it."""
    return {
        item.name: _plain(value)
        for item in fields(entry)
        if (value := getattr(entry, item.name)) != item.default and item.name != "name"
    }


def _plain(value: object) -> object:
    """A list of names as a list, pairs of name and number as a table."""
    if isinstance(value, AntiAir):
        return _changed(value)
    if not isinstance(value, tuple):
        return value
    gains = [entry for entry in value if isinstance(entry, Gain)]
    if gains:
        return [_changed(entry) for entry in gains]
    pairs = [entry for entry in value if isinstance(entry, tuple)]
    return dict(pairs) if pairs else list(value)


def _step(name: str, phase: str, nation: str, last_round: int) -> dict[str, object]:
    entry: dict[str, object] = {"name": name, "phase": phase}
    if nation:
        entry["nation"] = nation
    if last_round:
        entry["last_round"] = last_round
    return entry


def _options(definition: Definition) -> dict[str, object]:
    options = definition.options
    values: dict[str, object] = {item.name: getattr(options, item.name) for item in fields(options)}
    return {
        name: dict(sorted(value.items())) if isinstance(value, Mapping) else value
        for name, value in values.items()
    }


def _area(definition: Definition, area: Territory) -> dict[str, object]:
    entry: dict[str, object] = {}
    if area.name in definition.setup.owners:
        entry["owner"] = definition.setup.owners[area.name]
    for key in _AREA_FACTS:
        value: object = getattr(area, key)
        if value:
            entry[key] = list(value) if isinstance(value, tuple) else value
    for key in ("attack_terrain", "defence_terrain"):
        pairs: tuple[tuple[str, int], ...] = getattr(area, key)
        if pairs:
            entry[key] = dict(pairs)
    if area.yields:
        entry["yields"] = dict(area.yields)
    return entry


def _borders(definition: Definition) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one, other in definition.board.borders:
        found.setdefault(one, []).append(other)
    return found


def _setup(definition: Definition) -> dict[str, dict[str, dict[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = {}
    for entry in definition.setup.placements:
        if not entry.hits and not entry.damage:
            areas = found.setdefault(entry.owner, {})
            areas.setdefault(entry.territory, {})[entry.type] = entry.count
    return found
