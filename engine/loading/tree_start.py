"""Nations out of a plain tree: alliances, capitals, what they have and buy at the start."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.ids import (
    NEUTRAL,
    PUS,
    RESEARCH_DICE,
    VICTORY_POINTS,
    NationName,
    ResourceName,
    UnitTypeName,
)
from engine.gamedef.names import RESOURCES, TECHNOLOGIES
from engine.gamedef.offers import Offer, Offers
from engine.gamedef.sides import Nation
from engine.loading import limits
from engine.loading.fields import Node, names_of, shown
from engine.loading.tree_limits import read_hand
from engine.loading.tree_units import Units, read_buyers

_OPTIONAL = (
    "resources",
    "buys",
    "offers",
    "hand",
    "gives_to",
    "technologies",
    "capitals_for_income",
    "capitals_for_money",
    "treasury_is_lost",
)


@dataclass(frozen=True, slots=True)
class Start:
    """What nations have when the game begins, and what they may buy: all by nation."""

    resources: Mapping[NationName, Mapping[ResourceName, int]]
    buyers: Mapping[NationName, tuple[UnitTypeName, ...]]
    hands: Mapping[NationName, Mapping[UnitTypeName, int]]
    technologies: Mapping[NationName, tuple[str, ...]]
    offers: Offers


def read_nations(node: Node) -> tuple[Nation, ...]:
    """The nations in turn order."""
    entries = _entries(node)
    if not entries:
        raise node.error("there is no nation")
    return tuple(_nation(name, entry, tuple(entries)) for name, entry in entries.items())


def read_resource_names(node: Node) -> tuple[ResourceName, ...]:
    """What nations may hold besides what every game has."""
    found: dict[ResourceName, None] = {}
    for item in node.items(limits.MAX_RESOURCES):
        name = item.name()
        if name in found or name in (*RESOURCES, RESEARCH_DICE, VICTORY_POINTS):
            raise item.error("this name is taken")
        found[name] = None
    return tuple(found)


def read_start(node: Node, units: Units, goods: tuple[ResourceName, ...]) -> Start:
    """What the nations have at the start; goods: what they may hold besides PUs."""
    entries = _entries(node)
    types = tuple(units.types)
    hands = {
        name: read_hand(entry["hand"], types) for name, entry in entries.items() if "hand" in entry
    }
    bought = {name: _offers(entry, units, goods) for name, entry in entries.items()}
    known = {name: _technologies(entry) for name, entry in entries.items()}
    return Start(
        resources={name: _resources(entry, goods) for name, entry in entries.items()},
        buyers={name: read_buyers(entry.get("buys"), units) for name, entry in entries.items()},
        hands={name: hand for name, hand in hands.items() if hand},
        technologies={name: words for name, words in known.items() if words},
        offers={name: offers for name, offers in bought.items() if offers},
    )


def _entries(node: Node) -> dict[NationName, dict[str, Node]]:
    found: dict[NationName, dict[str, Node]] = {}
    for item in node.items(limits.MAX_NATIONS):
        entry = item.table(("name", "alliances"), _OPTIONAL)
        name = entry["name"].name()
        if name in found or name == NEUTRAL:
            raise item.error(f"a nation cannot be called {shown(name)}: the name is taken")
        found[name] = entry
    return found


def _nation(name: NationName, entry: Mapping[str, Node], nations: tuple[NationName, ...]) -> Nation:
    alliances = [part.name() for part in entry["alliances"].items(limits.MAX_ALLIANCES)]
    if len(set(alliances)) != len(alliances):
        raise entry["alliances"].error("an alliance stands in the list twice")

    def number(key: str) -> int:
        return entry[key].whole(0, limits.MAX_AREAS) if key in entry else 1

    given = entry.get("gives_to", Node([], ""))
    return Nation(
        name=name,
        alliances=tuple(alliances),
        gives_to=names_of(given, limits.MAX_NATIONS, nations, "a nation"),
        capitals_for_income=number("capitals_for_income"),
        capitals_for_money=number("capitals_for_money"),
        treasury_is_lost="treasury_is_lost" in entry and entry["treasury_is_lost"].flag(),
    )


def read_amounts(
    node: Node, resources: tuple[ResourceName, ...]
) -> tuple[tuple[ResourceName, int], ...]:
    """Amounts of resources, in the order of `resources`."""
    listed = node.table((), resources)
    found = {name: amount.whole(1, limits.MAX_NUMBER) for name, amount in listed.items()}
    return tuple((name, found[name]) for name in resources if name in found)


def _offers(
    entry: Mapping[str, Node], units: Units, goods: tuple[ResourceName, ...]
) -> dict[UnitTypeName, Offer]:
    found: dict[UnitTypeName, Offer] = {}
    for item in entry.get("offers", Node([], "")).items(limits.MAX_UNIT_TYPES):
        offer = item.table(("unit", "cost"), ("units", "gains"))
        unit = offer["unit"].choice(units.prices.keys(), "a unit type with a price")
        if unit in found:
            raise item.error(f"there is already an offer of {unit}")
        found[unit] = Offer(
            cost=read_amounts(offer["cost"], (PUS, *goods)),
            units=offer["units"].whole(1, limits.MAX_NUMBER) if "units" in offer else 1,
            gains=read_amounts(offer["gains"], (PUS, *goods)) if "gains" in offer else (),
        )
    return {unit: found[unit] for unit in units.types if unit in found}


def _resources(
    entry: Mapping[str, Node], goods: tuple[ResourceName, ...]
) -> dict[ResourceName, int]:
    if "resources" not in entry:
        return {}
    listed = entry["resources"].table((), (*RESOURCES, *goods))
    return {key: amount.whole(0, limits.MAX_RESOURCE) for key, amount in listed.items()}


def _technologies(entry: Mapping[str, Node]) -> tuple[str, ...]:
    listed = entry.get("technologies", Node([], ""))
    return names_of(listed, len(TECHNOLOGIES), TECHNOLOGIES, "a technology")
