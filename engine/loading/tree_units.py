"""Unit types, prices and support rules out of a plain tree (end matter 1 of the checklist)."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Final, NamedTuple

from engine.core.ids import NEUTRAL, NationName, UnitTypeName
from engine.gamedef.names import TECHNOLOGIES
from engine.gamedef.unit_types import AntiAir, Gain, SupportRule, UnitType
from engine.loading import limits
from engine.loading.fields import Node, names_of, shown

UNIT_FIELDS: Final = tuple(entry.name for entry in fields(UnitType) if entry.name != "name")
"""What a unit may say of itself besides its name and prices."""

_PRICES: Final = ("price", "reduced_price", "shipyard_price")


class Units(NamedTuple):
    """The unit types in the order of the buy list, and what they cost."""

    types: Mapping[UnitTypeName, UnitType]
    prices: Mapping[UnitTypeName, int]
    reduced_prices: Mapping[UnitTypeName, int]
    shipyard_prices: Mapping[UnitTypeName, int]


def read_units(node: Node, nations: tuple[NationName, ...]) -> Units:
    """The unit types and the price lists."""
    types: dict[UnitTypeName, UnitType] = {}
    prices: dict[UnitTypeName, int] = {}
    reduced: dict[UnitTypeName, int] = {}
    shipyards: dict[UnitTypeName, int] = {}
    entries = [
        (item, item.table(("name",), (*_PRICES, *UNIT_FIELDS)))
        for item in node.items(limits.MAX_UNIT_TYPES)
    ]
    known = tuple(entry["name"].name() for _, entry in entries)
    for item, entry in entries:
        name = entry["name"].name()
        if name in types:
            raise item.error(f"there is already a unit type {shown(name)}")
        types[name] = _unit_type(item, entry, nations, known)
        if "price" in entry:
            prices[name] = entry["price"].whole(1, limits.MAX_NUMBER)
        for key, cheaper in (("reduced_price", reduced), ("shipyard_price", shipyards)):
            if key in entry:
                cheaper[name] = entry[key].whole(1, limits.MAX_NUMBER)
                if name not in prices:
                    raise item.error("a reduced price needs a price")
    if not types:
        raise node.error("there is no unit type")
    return Units(types, prices, reduced, shipyards)


def _unit_type(
    item: Node,
    entry: Mapping[str, Node],
    nations: tuple[NationName, ...],
    types: tuple[UnitTypeName, ...],
) -> UnitType:
    def number(key: str) -> int:
        return entry[key].whole(0, limits.MAX_NUMBER) if key in entry else 0

    def flag(key: str) -> bool:
        return key in entry and entry[key].flag()

    def owners(key: str) -> tuple[NationName, ...]:
        if key not in entry:
            return ()
        return names_of(entry[key], limits.MAX_NATIONS, (*nations, NEUTRAL), "a nation")

    unit_type = UnitType(
        name=entry["name"].name(),
        attack=number("attack"),
        defence=number("defence"),
        movement=number("movement"),
        hit_points=entry["hit_points"].whole(1, 100) if "hit_points" in entry else 1,
        is_air=flag("is_air"),
        is_sea=flag("is_sea"),
        transport_cost=number("transport_cost"),
        transport_capacity=number("transport_capacity"),
        carrier_cost=number("carrier_cost"),
        carrier_capacity=number("carrier_capacity"),
        can_blitz=flag("can_blitz"),
        is_submarine=flag("is_submarine"),
        is_destroyer=flag("is_destroyer"),
        is_strategic_bomber=flag("is_strategic_bomber"),
        can_bombard=flag("can_bombard"),
        bombard=number("bombard"),
        is_aa_gun=flag("is_aa_gun"),
        aa_strength=number("aa_strength"),
        is_factory=flag("is_factory"),
        is_infrastructure=flag("is_infrastructure"),
        moves_in_combat="moves_in_combat" not in entry or entry["moves_in_combat"].flag(),
        is_infantry=flag("is_infantry"),
        factory_output=number("factory_output"),
        marine_bonus=number("marine_bonus"),
        can_intercept=flag("can_intercept"),
        can_escort=flag("can_escort"),
        air_attack=number("air_attack"),
        air_defence=number("air_defence"),
        lost_when_taken_from=owners("lost_when_taken_from"),
        lost_when_taken_by=owners("lost_when_taken_by"),
        given_to=owners("given_to"),
        scramble_distance=number("scramble_distance"),
        is_air_base=flag("is_air_base"),
        scramble_limit=number("scramble_limit"),
        gives_movement=_gifts(entry["gives_movement"], types) if "gives_movement" in entry else (),
        anti_air=_anti_air(entry["anti_air"], types) if "anti_air" in entry else None,
        launches_rockets=flag("launches_rockets"),
        attack_dice=number("attack_dice") if "attack_dice" in entry else 1,
        defence_dice=number("defence_dice") if "defence_dice" in entry else 1,
        best_die=flag("best_die"),
        produces=flag("produces"),
        construction=entry["construction"].name() if "construction" in entry else "",
        construction_per_turn=number("construction_per_turn"),
        construction_most=entry["construction_most"].whole(0, limits.MAX_CONSTRUCTIONS)
        if "construction_most" in entry
        else 0,
        construction_is_fixed=flag("construction_is_fixed"),
        gains=_gains(entry["gains"]) if "gains" in entry else (),
    )
    if unit_type.is_air and unit_type.is_sea:
        raise item.error("a unit cannot be a ship and an aircraft")
    return unit_type


def _gifts(node: Node, types: tuple[UnitTypeName, ...]) -> tuple[tuple[UnitTypeName, int], ...]:
    """Movement points by unit type, sorted."""
    gifts = node.table((), types)
    return tuple((name, gifts[name].whole(1, limits.MAX_NUMBER)) for name in sorted(gifts))


_GAIN_FIELDS: Final = tuple(entry.name for entry in fields(Gain) if entry.name != "technology")


def _gains(node: Node) -> tuple[Gain, ...]:
    """What technologies give a unit type, in the order in which they are told."""
    found: dict[str, Gain] = {}
    for item in node.items(len(TECHNOLOGIES)):
        entry = item.table(("technology",), _GAIN_FIELDS)
        technology = entry["technology"].choice(TECHNOLOGIES, "a technology")
        if technology in found:
            raise item.error(f"the technology {shown(technology)} is told twice")
        found[technology] = Gain(
            technology,
            attack=_bonus(entry, "attack"),
            defence=_bonus(entry, "defence"),
            movement=_bonus(entry, "movement"),
            attack_dice=_bonus(entry, "attack_dice"),
            defence_dice=_bonus(entry, "defence_dice"),
            anti_air=_bonus(entry, "anti_air"),
            air_attack=_bonus(entry, "air_attack"),
            air_defence=_bonus(entry, "air_defence"),
            can_blitz=_flag(entry, "can_blitz"),
            can_bombard=_flag(entry, "can_bombard"),
        )
    return tuple(found.values())


def _bonus(entry: Mapping[str, Node], key: str) -> int:
    """What is added to a number, below 0 where it is taken away; 0 where nothing is said."""
    return entry[key].whole(-limits.MAX_NUMBER, limits.MAX_NUMBER) if key in entry else 0


_ANTI_AIR_FIELDS: Final = tuple(entry.name for entry in fields(AntiAir))


def _anti_air(node: Node, types: tuple[UnitTypeName, ...]) -> AntiAir:
    entry = node.table((), _ANTI_AIR_FIELDS)

    def number(key: str, default: int = 0) -> int:
        return entry[key].whole(0, limits.MAX_NUMBER) if key in entry else default

    def listed(key: str) -> tuple[UnitTypeName, ...]:
        if key not in entry:
            return ()
        return names_of(entry[key], limits.MAX_UNIT_TYPES, types, "a unit type")

    return AntiAir(
        strength=number("strength"),
        attack_strength=number("attack_strength"),
        faces=number("faces"),
        attack_faces=number("attack_faces"),
        in_battle=_flag(entry, "in_battle"),
        in_raids=_flag(entry, "in_raids"),
        on_the_way=_flag(entry, "on_the_way"),
        shots=number("shots"),
        rounds=number("rounds", 1),
        kind=entry["kind"].name() if "kind" in entry else "AA",
        targets=listed("targets"),
        adds=_flag(entry, "adds"),
        damages=_flag(entry, "damages"),
        silenced_by=listed("silenced_by"),
    )


def read_buyers(node: Node | None, units: Units) -> tuple[UnitTypeName, ...]:
    """What a nation may buy, in the order of the buy list; everything when nothing is said."""
    if node is None:
        return tuple(units.prices)
    listed = names_of(node, limits.MAX_UNIT_TYPES, units.prices.keys(), "a unit type with a price")
    return tuple(name for name in units.prices if name in listed)


_SUPPORT_FIELDS: Final = tuple(
    entry.name for entry in fields(SupportRule) if entry.name not in {"givers", "receivers"}
)


def read_support(
    node: Node, types: tuple[UnitTypeName, ...], nations: tuple[NationName, ...]
) -> tuple[SupportRule, ...]:
    """Which units help or hinder which (B57 to B60)."""
    found: list[SupportRule] = []
    for item in node.items(limits.MAX_SUPPORT):
        entry = item.table(("givers", "receivers"), _SUPPORT_FIELDS)
        rule = SupportRule(
            givers=names_of(entry["givers"], limits.MAX_UNIT_TYPES, types, "a unit type"),
            receivers=names_of(entry["receivers"], limits.MAX_UNIT_TYPES, types, "a unit type"),
            bonus=_whole(entry, "bonus", -limits.MAX_NUMBER),
            count=_whole(entry, "count", 1),
            attack=_flag(entry, "attack", default=True),
            defence=_flag(entry, "defence"),
            on_enemies=_flag(entry, "on_enemies"),
            strength=_flag(entry, "strength", default=True),
            dice=_flag(entry, "dice"),
            kind=entry["kind"].name() if "kind" in entry else "",
            stack=_whole(entry, "stack", 0),
            nations=names_of(entry["nations"], limits.MAX_NATIONS, (*nations, NEUTRAL), "a nation")
            if "nations" in entry
            else (),
            improvable=_flag(entry, "improvable", default=True),
        )
        if not (rule.givers and rule.receivers and (rule.attack or rule.defence)):
            raise item.error("support needs givers, receivers, and attack or defence")
        if not rule.bonus or not (rule.strength or rule.dice):
            raise item.error("support needs a bonus, and strength or dice that it changes")
        found.append(rule)
    return tuple(found)


def _flag(entry: Mapping[str, Node], key: str, *, default: bool = False) -> bool:
    return entry[key].flag() if key in entry else default


def _whole(entry: Mapping[str, Node], key: str, low: int) -> int:
    """A number of a support rule; 1 where nothing is said."""
    return entry[key].whole(low, limits.MAX_NUMBER) if key in entry else 1
