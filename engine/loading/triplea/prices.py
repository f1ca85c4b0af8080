"""Third layer: production rules and frontiers become prices, buy lists and offers.

The prices that all nations share are those of single units in PUs, as the first nation that buys a
type pays them.  Whatever else a nation pays is an offer of its own: other resources, several units
at once, resources that come with them, or simply another price.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.core.errors import DefinitionError
from engine.core.ids import PUS
from engine.gamedef.offers import Offer, sums
from engine.loading.fields import shown
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import USE_TRIGGERS, Records, attribute, whole
from engine.loading.triplea.xml_text import Element
from engine.values import dataclass

_REDUCED: Final = "IndustrialTechnology"
"""A buy list with this ending holds the prices with Industrial Technology."""

_SHIPYARDS: Final = "Shipyards"
"""A buy list with this ending holds the prices with Improved Shipyards (B131)."""

_ADDED: Final = ("buyArtillery", "buyDestroyer")
"""The engine itself looks for these two production rules, once, when a game begins."""

_TOKENS: Final = "techTokens"
_RULE: Final = "productionRule"
"""The option of a trigger that edits a buy list."""

_Listed = dict[str, Offer]
_Rules = Mapping[str, tuple[str, Offer] | str]
"""The unit type and its offer of each production rule, or why the rule is refused."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Buy lists: unit types in order, what they cost, and what each nation may buy.

    offers: by nation and unit type, as the tree of a scenario holds them.
    lists, list_of: the unit types of every list, and the list of each nation; rules: the unit type
    of each production rule, "" for one that is refused; rule_prices: what each of them asks.
    list_prices: by list, PUs for all its units where lists that triggers exchange disagree.
    """

    order: tuple[str, ...]
    prices: Mapping[str, int]
    reduced: Mapping[str, int]
    shipyards: Mapping[str, int]
    buyers: Mapping[str, tuple[str, ...]]
    offers: Mapping[str, list[dict[str, object]]]
    lists: Mapping[str, tuple[str, ...]]
    list_of: Mapping[str, str]
    rules: Mapping[str, str]
    rule_prices: Mapping[str, int]
    list_prices: Mapping[str, Mapping[str, int]]


def read_prices(
    records: Records, nations: Sequence[str], switches: Mapping[str, bool], missing: Missing
) -> Prices:
    """The buy lists of all nations.

    Raises DefinitionError for lists and rules that do not exist.
    """
    rules = _rules(records)
    lists = _lists(records, rules, switches, missing)
    used = {
        attribute(entry, "player"): attribute(entry, "frontier")
        for entry in records.every("production", "playerProduction")
    }
    for name in (*used.values(), *given_lists(records)):
        if name not in lists:
            raise DefinitionError(f"production: there is no list {shown(name)}")
    own = {nation: lists.get(used.get(nation, ""), {}) for nation in nations}
    given = _given(records, lists, rules)
    edited = [rules[name] for name in edited_rules(records) if name in rules]
    by_triggers = [entry[1] for entry in edited if not isinstance(entry, str)]
    list_prices = _list_prices(records, own.values(), given, lists, used, by_triggers, missing)
    prices = _common({**own, "": given})
    reduced: dict[str, int] = {}
    shipyards: dict[str, int] = {}
    for nation in nations:
        name = used.get(nation, "")
        _agree(reduced, lists.get(name + _REDUCED, {}), missing)
        _agree(shipyards, lists.get(name + _SHIPYARDS, {}), missing)
        if name + _REDUCED in lists or name + _SHIPYARDS in lists:
            _agree(prices, own[nation], missing)
    return Prices(
        order=tuple(prices),
        prices=prices,
        reduced=reduced,
        shipyards=shipyards,
        buyers={nation: tuple(listed) for nation, listed in own.items()},
        offers={nation: _offers({**given, **listed}, prices) for nation, listed in own.items()},
        lists={name: tuple(listed) for name, listed in lists.items()},
        list_of={nation: used[nation] for nation in nations if used.get(nation)},
        rules={name: "" if isinstance(rule, str) else rule[0] for name, rule in rules.items()},
        rule_prices={
            name: max(1, rule[1].pus_each())
            for name, rule in rules.items()
            if not isinstance(rule, str)
        },
        list_prices=list_prices,
    )


def _list_prices(
    records: Records,
    own: Iterable[_Listed],
    together: _Listed,
    lists: Mapping[str, _Listed],
    used: Mapping[str, str],
    edited: Sequence[Offer],
    missing: Missing,
) -> dict[str, dict[str, int]]:
    """The prices of all lists that nations have at some time, where they are not the same.

    own: what nations may buy at the start; together: what triggers give; used: the list of each
    nation; edited: what triggers add to lists.  Prices of more than PUs are added to `missing`.
    """
    given = given_lists(records)
    if not _disagree([lists[name] for name in given], together, own):
        return {}
    names = dict.fromkeys((*used.values(), *given))
    offers = [*edited, *(offer for name in names for offer in lists[name].values())]
    if not all(_is_plain(offer) for offer in offers):
        missing.add("production: prices of nations that triggers change")
    return {
        name: {unit: max(1, offer.pus_each()) for unit, offer in lists[name].items()}
        for name in names
    }


def given_lists(records: Records) -> tuple[str, ...]:
    """The buy lists that triggers give to nations or change, each once."""
    found: dict[str, None] = {}
    for name, value in _trigger_options(records):
        if name == "frontier":
            found[value] = None
        elif name == _RULE:
            found[value.partition(":")[0]] = None
    return tuple(found)


def edited_rules(records: Records) -> tuple[str, ...]:
    """The production rules that triggers add to lists or take out of them."""
    return tuple(
        value.partition(":")[2].removeprefix("-")
        for name, value in _trigger_options(records)
        if name == _RULE
    )


def _trigger_options(records: Records) -> Iterator[tuple[str, str]]:
    if records.is_on(USE_TRIGGERS):
        for entry in records.of_kind("TriggerAttachment"):
            yield from entry.options


def _disagree(exchanged: Iterable[_Listed], together: _Listed, own: Iterable[_Listed]) -> bool:
    """Whether lists that triggers give have other prices than each other, or than those before."""
    known: _Listed = {}
    for listed in (*exchanged, together):
        if any(known.get(unit, offer) != offer for unit, offer in listed.items()):
            return True
        known |= listed
    return any(known.get(unit, offer) != offer for listed in own for unit, offer in listed.items())


def _given(records: Records, lists: Mapping[str, _Listed], rules: _Rules) -> _Listed:
    """What nations may buy at some time by triggers."""
    given: _Listed = {}
    for name in given_lists(records):
        given |= lists[name]
    edited = [rules[name] for name in edited_rules(records) if name in rules]
    return given | {entry[0]: entry[1] for entry in edited if not isinstance(entry, str)}


def _common(own: Mapping[str, _Listed]) -> dict[str, int]:
    """PUs for one unit of each type that anybody buys, at least 1; plain prices come first."""
    prices: dict[str, int] = {}
    for listed in own.values():
        for unit, offer in listed.items():
            if _is_plain(offer):
                prices.setdefault(unit, offer.pus_each())
    value = {unit: offer.pus_each() for listed in own.values() for unit, offer in listed.items()}
    order = dict.fromkeys(unit for listed in own.values() for unit in listed)
    return {unit: prices.get(unit, max(1, value[unit])) for unit in order}


def _is_plain(offer: Offer) -> bool:
    """Whether it is one unit for PUs."""
    costs = dict(offer.cost)
    return offer.units == 1 and not offer.gains and list(costs) == [PUS] and costs[PUS] > 0


def _offers(listed: _Listed, prices: Mapping[str, int]) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for unit, offer in listed.items():
        if _is_plain(offer) and offer.pus_each() == prices[unit]:
            continue
        entry: dict[str, object] = {"unit": unit, "cost": dict(offer.cost)}
        if offer.units != 1:
            entry["units"] = offer.units
        if offer.gains:
            entry["gains"] = dict(offer.gains)
        found.append(entry)
    return found


def _agree(prices: dict[str, int], listed: _Listed, missing: Missing) -> None:
    """Lists that technologies change must be plain, and the same for every nation."""
    for unit, offer in listed.items():
        price = offer.pus_each()
        if not _is_plain(offer) or prices.setdefault(unit, price) != price:
            missing.add("production: prices of nations that technologies change")


def _rules(records: Records) -> _Rules:
    goods = [attribute(entry, "name") for entry in records.every("resourceList", "resource")]
    return {
        attribute(rule, "name"): _rule(rule, goods)
        for rule in records.every("production", "productionRule")
    }


def _lists(
    records: Records, rules: _Rules, switches: Mapping[str, bool], missing: Missing
) -> Mapping[str, _Listed]:
    lists: dict[str, _Listed] = {}
    for frontier in records.every("production", "productionFrontier"):
        name = attribute(frontier, "name")
        names = [attribute(child, "name") for child in frontier.children]
        for child, wanted in zip(frontier.children, names, strict=True):
            if wanted not in rules:
                raise child.error(f"there is no production rule {shown(wanted)}")
        if switches.get("Use Destroyers and Artillery"):
            ending = _REDUCED if name.endswith(_REDUCED) else ""
            names += [entry + ending for entry in _ADDED if entry + ending in rules]
        lists[name] = _listed([rules[wanted] for wanted in names], missing)
    return lists


def _listed(entries: Sequence[tuple[str, Offer] | str], missing: Missing) -> _Listed:
    """A buy list; of several rules for the same unit the last one counts with a technology."""
    listed: _Listed = {}
    for entry in entries:
        if isinstance(entry, str):
            missing.add(f"production: {entry}")
        else:
            listed[entry[0]] = entry[1]
    return listed


def _rule(rule: Element, goods: Sequence[str]) -> tuple[str, Offer] | str:
    costs = sums(_amounts(rule, "cost", "resource"))
    results = sums(_amounts(rule, "result", "resourceOrUnit"))
    bought = [name for name in results if name not in goods]
    gains = tuple((name, amount) for name, amount in results.items() if name in goods)
    if _TOKENS in costs or _TOKENS in dict(gains):
        return "prices in research dice"
    if not bought:
        return "resources that are bought"
    if len(bought) > 1:
        return "different units for one price"
    if not results[bought[0]]:
        return "a price for no unit"
    cost = tuple((name, amount) for name, amount in costs.items() if amount)
    return bought[0], Offer(cost, results[bought[0]], gains)


def _amounts(rule: Element, tag: str, key: str) -> list[tuple[str, int]]:
    found = [child for child in rule.children if child.tag == tag]
    return [(attribute(child, key), whole(child, "quantity")) for child in found]
