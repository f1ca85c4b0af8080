"""Third layer: production rules and frontiers become prices, buy lists and offers.

The prices that all nations share are those of single units in PUs, as the first nation that buys a
type pays them.  Whatever else a nation pays is an offer of its own: other resources, several units
at once, resources that come with them or are bought alone, or simply another price.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.core.errors import DefinitionError
from engine.core.ids import PUS, ResourceName
from engine.gamedef.offers import Amounts, Offer, sums
from engine.loading.fields import shown
from engine.loading.triplea.attachments import USE_TRIGGERS, Records, attribute, whole
from engine.loading.triplea.catalogue_properties import Switches
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.xml_text import Element
from engine.values import dataclass

_REDUCED: Final = "IndustrialTechnology"
"""A buy list with this ending holds the prices with Industrial Technology."""

_SHIPYARDS: Final = "Shipyards"
"""A buy list with this ending holds the prices with Improved Shipyards (B131)."""

_ADDED: Final = ("buyArtillery", "buyDestroyer")
"""The engine itself looks for these two production rules, once, when a game begins."""

_TOKENS: Final = "techTokens"
_NOTHING: Final = "a price for no unit"
_RULE: Final = "productionRule"
"""The option of a trigger that edits a buy list."""

_Listed = dict[str, Offer]
_Rules = Mapping[str, tuple[str, Offer] | str]
"""The unit type or resource of each production rule and its offer, or why the rule is refused."""


@dataclass(frozen=True, slots=True)
class BuyLists:
    """Buy lists: unit types in order, what they cost, and what each nation may buy.

    offers: by nation, as the tree of a scenario holds them.
    lists, list_of: what is in every list, and the list of each nation; rules: what each production
    rule sells, "" for one that is refused; rule_prices: of those that ask PUs alone, with the
    number of units that come for them.
    list_prices: by list, PUs for its units where lists that triggers exchange disagree.
    list_offers: what else is paid in such a list, as in `offers`.
    reduced_lists, shipyard_lists: the list that takes the place of another one with Industrial
    Technology and with Improved Shipyards, where these say more than a price for everybody.
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
    rule_prices: Mapping[str, tuple[int, int]]
    list_prices: Mapping[str, Mapping[str, int]]
    list_offers: Mapping[str, list[dict[str, object]]]
    reduced_lists: Mapping[str, str]
    shipyard_lists: Mapping[str, str]


def read_prices(
    records: Records, nations: Sequence[str], switches: Switches, missing: MissingRules
) -> BuyLists:
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
    goods = _goods(records)
    given = _given(records, lists, rules)
    prices = _common({**own, "": given}, goods)
    reduced = _agreed(prices, own, used, lists, _REDUCED)
    shipyards = _agreed(prices, own, used, lists, _SHIPYARDS)
    exchanged: dict[str, dict[str, str]] = {_REDUCED: {}, _SHIPYARDS: {}}
    if reduced is None or shipyards is None:
        exchanged = {ending: _exchanged(lists, ending) for ending in exchanged}
        new = (name for by_name in exchanged.values() for name in by_name.values())
        given |= {unit: offer for name in new for unit, offer in lists[name].items()} | given
        prices = _common({**own, "": given}, goods)
    has_exchange = any(exchanged.values())
    edits = [{rule[0]: rule[1]} for rule in _edits(records, rules)]
    changing = lists if has_exchange else _changing_lists(records, own.values(), edits, lists, used)
    _check_edits(records, changing, rules, missing)
    return BuyLists(
        order=tuple(prices),
        prices=prices,
        reduced={} if has_exchange else reduced or {},
        shipyards={} if has_exchange else shipyards or {},
        buyers={nation: tuple(listed) for nation, listed in own.items()},
        offers={nation: list(_rows({**given, **listed}, prices)) for nation, listed in own.items()},
        lists={name: tuple(listed) for name, listed in lists.items()},
        list_of={nation: used[nation] for nation in nations if used.get(nation)},
        rules={name: "" if isinstance(rule, str) else rule[0] for name, rule in rules.items()},
        rule_prices={
            name: (dict(rule[1].cost)[PUS], rule[1].units)
            for name, rule in rules.items()
            if not isinstance(rule, str) and _is_in_pus(rule[1])
        },
        list_prices={
            name: {unit: offer.pus_each() for unit, offer in listed.items() if _is_plain(offer)}
            for name, listed in changing.items()
        },
        list_offers={name: list(_rows(listed, {})) for name, listed in changing.items()},
        reduced_lists=exchanged[_REDUCED],
        shipyard_lists=exchanged[_SHIPYARDS],
    )


def _agreed(
    prices: Mapping[str, int],
    own: Mapping[str, _Listed],
    used: Mapping[str, str],
    lists: Mapping[str, _Listed],
    ending: str,
) -> dict[str, int] | None:
    """PUs for units with a technology; None where these are not the same for every nation.

    own: the list of each nation, used: its name.
    """
    found: dict[str, int] = {}
    for nation, listed in own.items():
        other = lists.get(used.get(nation, "") + ending)
        if other is None:
            continue
        before = all(_is_plain(o) and prices[unit] == o.pus_each() for unit, o in listed.items())
        for unit, offer in other.items():
            price = found.setdefault(unit, offer.pus_each())
            if not before or not _is_plain(offer) or price != offer.pus_each():
                return None
    return found if found.keys() <= prices.keys() else None


def _exchanged(lists: Mapping[str, _Listed], ending: str) -> dict[str, str]:
    """Which list takes the place of which one with a technology."""
    return {name: name + ending for name in lists if name + ending in lists}


def _changing_lists(
    records: Records,
    own: Iterable[_Listed],
    edits: Iterable[_Listed],
    lists: Mapping[str, _Listed],
    used: Mapping[str, str],
) -> Mapping[str, _Listed]:
    """All lists that nations have at some time, where their prices are not the same.

    own: what nations may buy at the start; edits: what triggers add to lists or take out, one by
    one; used: the list of each nation.
    """
    given = given_lists(records)
    if not _disagree([*(lists[name] for name in given), *edits], own):
        return {}
    return {name: lists[name] for name in dict.fromkeys((*used.values(), *given))}


def _check_edits(
    records: Records, changing: Mapping[str, _Listed], rules: _Rules, missing: MissingRules
) -> None:
    """What triggers add to lists whose prices are not the same has a price in PUs, or the same."""
    for name, value in _trigger_options(records):
        listed, _, rule = value.partition(":")
        entry = rules.get(rule, "") if name == _RULE and listed in changing else ""
        if isinstance(entry, str):
            continue
        if not _is_in_pus(entry[1]) and changing[listed].get(entry[0]) != entry[1]:
            missing.add("production: prices of nations that triggers change")


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


def _disagree(exchanged: Iterable[_Listed], own: Iterable[_Listed]) -> bool:
    """Whether lists that triggers give have other prices than each other, or than those before."""
    known: _Listed = {}
    for listed in exchanged:
        if any(known.get(unit, offer) != offer for unit, offer in listed.items()):
            return True
        known |= listed
    return any(known.get(unit, offer) != offer for listed in own for unit, offer in listed.items())


def _given(records: Records, lists: Mapping[str, _Listed], rules: _Rules) -> _Listed:
    """What nations may buy at some time by triggers."""
    given: _Listed = {}
    for name in given_lists(records):
        given |= lists[name]
    return given | dict(_edits(records, rules))


def _edits(records: Records, rules: _Rules) -> list[tuple[str, Offer]]:
    """What each production rule sells that triggers add to lists or take out of them."""
    edited = [rules[name] for name in edited_rules(records) if name in rules]
    return [entry for entry in edited if not isinstance(entry, str)]


def _common(own: Mapping[str, _Listed], goods: Collection[str]) -> dict[str, int]:
    """PUs for one unit of each type that anybody buys, at least 1; plain prices come first.

    goods: resources, which have no price in common.
    """
    prices: dict[str, int] = {}
    for listed in own.values():
        for unit, offer in listed.items():
            if _is_plain(offer):
                prices.setdefault(unit, offer.pus_each())
    value = {unit: offer.pus_each() for listed in own.values() for unit, offer in listed.items()}
    order = dict.fromkeys(unit for listed in own.values() for unit in listed if unit not in goods)
    return {unit: prices.get(unit, max(1, value[unit])) for unit in order}


def _is_plain(offer: Offer) -> bool:
    """Whether it is one unit for PUs."""
    return offer.units == 1 and _is_in_pus(offer)


def _is_in_pus(offer: Offer) -> bool:
    """Whether it is paid in PUs alone and gives nothing besides."""
    costs = dict(offer.cost)
    return not offer.gains and list(costs) == [PUS] and costs[PUS] > 0


def _rows(listed: _Listed, prices: Mapping[str, int]) -> Iterator[dict[str, object]]:
    """The offers of a list as the tree of a scenario holds them; prices: without these plain ones.

    Where there are no prices at all, without any plain one.
    """
    for unit, offer in listed.items():
        if _is_plain(offer) and prices.get(unit, offer.pus_each()) == offer.pus_each():
            continue
        entry: dict[str, object] = {"unit": unit, "cost": dict(offer.cost)}
        if offer.units != 1:
            entry["units"] = offer.units
        if offer.gains:
            entry["gains"] = dict(offer.gains)
        yield entry


def _goods(records: Records) -> tuple[str, ...]:
    return tuple(attribute(entry, "name") for entry in records.every("resourceList", "resource"))


def _rules(records: Records) -> _Rules:
    goods = _goods(records)
    return {
        attribute(rule, "name"): _rule(rule, goods)
        for rule in records.every("production", "productionRule")
    }


def _lists(
    records: Records, rules: _Rules, switches: Switches, missing: MissingRules
) -> Mapping[str, _Listed]:
    lists: dict[str, _Listed] = {}
    for frontier in records.every("production", "productionFrontier"):
        name = attribute(frontier, "name")
        names = [attribute(child, "name") for child in frontier.children]
        for child, wanted in zip(frontier.children, names, strict=True):
            if wanted not in rules:
                raise child.error(f"there is no production rule {shown(wanted)}")
        if switches.is_on("Use Destroyers and Artillery"):
            ending = _REDUCED if name.endswith(_REDUCED) else ""
            names += [entry + ending for entry in _ADDED if entry + ending in rules]
        lists[name] = _listed([rules[wanted] for wanted in names], missing)
    return lists


def _listed(entries: Sequence[tuple[str, Offer] | str], missing: MissingRules) -> _Listed:
    """A buy list; of several rules for the same unit the last one counts with a technology.

    Batches at the same price as single units say nothing more: the smallest of them counts.
    """
    listed: _Listed = {}
    for entry in entries:
        if isinstance(entry, str):
            # Anybody who pays for nothing gets nothing; maps fill empty lists with such a rule.
            if entry != _NOTHING:
                missing.add(f"production: {entry}")
        elif not _is_larger_batch(entry[1], listed.get(entry[0])):
            listed[entry[0]] = entry[1]
    return listed


def _is_larger_batch(offer: Offer, other: Offer | None) -> bool:
    """Whether an offer is another one so many times over."""
    if other is None or offer.units <= other.units or offer.units % other.units:
        return False
    times = offer.units // other.units

    def multiplied(amounts: Amounts) -> Amounts:
        return tuple((name, amount * times) for name, amount in amounts)

    return (offer.cost, offer.gains) == (multiplied(other.cost), multiplied(other.gains))


def _rule(rule: Element, goods: Sequence[str]) -> tuple[str, Offer] | str:
    costs = sums(_amounts(rule, "cost", "resource"))
    results = sums(_amounts(rule, "result", "resourceOrUnit"))
    bought = [name for name in results if name not in goods]
    gains = tuple((name, amount) for name, amount in results.items() if name in goods)
    if _TOKENS in costs or _TOKENS in dict(gains):
        return "prices in research dice"
    if len(bought or gains) != 1:
        return "different units for one price"
    what = bought[0] if bought else gains[0][0]
    if not results[what]:
        return _NOTHING
    if what == PUS:
        return "PUs that are bought"
    cost = tuple((name, amount) for name, amount in costs.items() if amount)
    return what, Offer(cost, results[what], gains)


def _amounts(rule: Element, tag: str, key: str) -> list[tuple[ResourceName, int]]:
    found = [child for child in rule.children if child.tag == tag]
    return [(ResourceName(attribute(child, key)), whole(child, "quantity")) for child in found]
