"""Purchase: units for money, unplaced until the placement phase; in some games resources too.

Buying is a plan until the phase ends: a new order replaces the plan, and the bank is charged
once.  Any mix that the bank can pay for may be bought, even more than can be placed.  A nation
without its capital buys nothing.  A map may sell units in batches, charge other resources than
PUs, sell resources, and set different prices for single nations.

Rule: rule book, Purchase (B44, B122, B131, B134 to B138, B141), bids (B99), G8; Classic,
Capitals (C65, C68).  Vector: V17.
Options: industrial_technology, bid, captured_money_spendable.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar

from engine.core.errors import Illegal
from engine.core.events.economy import PurchasePlanned, UnitsBought
from engine.core.ids import PUS, NationName, ResourceName, SaleName, UnitTypeName
from engine.gamedef import State
from engine.gamedef.offers import Offer, plain_offer, sums
from engine.orders.buy import Buy
from engine.rules.common.advances import advances_of
from engine.rules.common.frame import Events
from engine.rules.common.relations import has_capital

N = TypeVar("N", bound=str)

Counts: TypeAlias = Mapping[SaleName, int]
Purse: TypeAlias = Mapping[ResourceName, int]
"""Amounts of resources that can be paid with."""


def offers_for(state: State, nation: NationName) -> Mapping[SaleName, Offer]:
    """What the nation may buy and for what, in the order of the buy list, resources last."""
    definition = state.definition
    advances = advances_of(state, nation)
    cheap = any(advance.lowers_prices for advance in advances)
    reduced = definition.economy.reduced_prices if cheap else {}
    prices = dict(reduced or definition.economy.prices)
    yards = any(advance.has_shipyards for advance in advances)
    if yards:
        for name, price in definition.economy.shipyard_prices.items():
            prices[name] = min(price, prices.get(name, price))
    economy = definition.economy
    allowed, own_list = economy.buyers.get(nation, ()), economy.buy_list_of.get(nation, "")
    buy_list = economy.reduced_lists.get(own_list, own_list) if cheap else own_list
    buy_list = economy.shipyard_lists.get(buy_list, buy_list) if yards else buy_list
    if buy_list != own_list:
        allowed = economy.buy_lists[buy_list]
    listed = economy.list_prices.get(buy_list, ())
    plain: dict[SaleName, Offer] = {
        name: plain_offer(price)
        for name, price in listed
        if not (yards and name in economy.shipyard_prices)
    }
    own = {**economy.offers.get(nation, {}), **economy.list_offers.get(buy_list, {}), **plain}
    return {
        name: own[name] if name in own else plain_offer(prices[UnitTypeName(name)])
        for name in economy.for_sale(definition.unit_types)
        if name in allowed
    }


def prices_for(state: State, nation: NationName) -> Mapping[SaleName, int]:
    """PUs for one of everything that the nation may buy, in the order of the buy list.

    For units sold in batches it is the share of one unit, rounded up.
    """
    return {name: offer.pus_each() for name, offer in offers_for(state, nation).items()}


def costs_of(state: State, nation: NationName, units: Counts) -> dict[ResourceName, int]:
    """What these units cost, by resource; types that the nation cannot buy cost nothing."""
    offers = offers_for(state, nation)
    return sums(
        (resource, amount * -(-count // offers[name].units))
        for name, count in units.items()
        if name in offers
        for resource, amount in offers[name].cost
    )


def cost_of(state: State, nation: NationName, units: Counts) -> int:
    """PUs for these units; types that the nation cannot buy cost nothing."""
    return costs_of(state, nation, units).get(PUS, 0)


def why_no_purchase(state: State) -> str:
    """Why the nation on turn can buy nothing in this phase; "" when it can (B44)."""
    nation = state.nation
    options = state.definition.options
    # A nation that lost its capital lost all its money: what it has now was captured (C68).
    if not has_capital(state, nation) and not options.captured_money_spendable:
        return f"the {nation} do not hold their capital"
    return why_too_poor(state, purse_of(state, state.amount(nation, PUS)))


def purse_of(state: State, treasury: int) -> Purse:
    """What the nation on turn can pay with in a purchase, with that many PUs."""
    return {**state.resources.get(state.nation, {}), PUS: treasury}


def why_too_poor(state: State, purse: Purse) -> str:
    """Why the nation on turn can buy nothing with a purse; "" when it can."""
    offers = offers_for(state, state.nation)
    if not offers:
        return f"nothing is for sale to the {state.nation}"
    if any(_can_pay(offer, purse) for offer in offers.values()):
        return ""
    treasury = purse.get(PUS, 0)
    cheapest = min(dict(offer.cost).get(PUS, 0) for offer in offers.values())
    if treasury < cheapest:
        return f"{treasury} PUs buy nothing; the cheapest unit costs {cheapest}"
    return f"what the {state.nation} have buys nothing"


def _can_pay(offer: Offer, purse: Purse) -> bool:
    return all(purse.get(resource, 0) >= amount for resource, amount in offer.cost)


def check_purchase(state: State, order: Buy, purse: Purse) -> tuple[Illegal, ...]:
    """All reasons against a purchase that is paid out of a purse (B134, B135, B141)."""
    nation, definition = state.nation, state.definition
    offers = offers_for(state, nation)
    reasons: list[Illegal] = []
    for name, count in order.units:
        if name not in definition.economy.for_sale(definition.unit_types):
            text = f"there is no unit {name!r}; for sale: {', '.join(offers)}"
            reasons.append(Illegal("unknown-unit", text, "B141"))
        elif name not in offers:
            reasons.append(Illegal("not-for-sale", f"the {nation} cannot buy {name}", "B141"))
        if count < 1:
            text = f"{count} {name} cannot be bought; the number must be at least 1"
            reasons.append(Illegal("wrong-count", text, "B135"))
    # A negative count must not pay for something else.
    wanted = added_up((name, max(0, count)) for name, count in order.units)
    reasons += [
        Illegal(
            "wrong-batch",
            f"{name} are bought in batches of {offers[name].units}, not {count}",
            "B135",
        )
        for name, count in wanted.items()
        if name in offers and count % offers[name].units
    ]
    reasons += _check_owned(state, wanted)
    return (*reasons, *_check_costs(nation, costs_of(state, nation, wanted), purse))


def _check_owned(state: State, wanted: Counts) -> Iterator[Illegal]:
    """Reasons against more units of a type than the nation may have (map dialect)."""
    nation = state.nation
    for name, count in wanted.items():
        kind = state.definition.unit_types.get(UnitTypeName(name))
        if kind is None or kind.building.most_owned < 0 or not count:
            continue
        has = sum(unit.type == name for unit in state.units_of(nation))
        has += state.unplaced.get(nation, {}).get(kind.name, 0)
        if has + count > kind.building.most_owned:
            text = (
                f"the {nation} may have {kind.building.most_owned} {name} by buying, and have {has}"
            )
            yield Illegal("too-many-owned", text)


def _check_costs(
    nation: NationName, costs: Mapping[ResourceName, int], purse: Purse
) -> Iterator[Illegal]:
    for resource, cost in costs.items():
        have = purse.get(resource, 0)
        if cost > have:
            text = f"this costs {cost} {resource}, the {nation} have {have}: {cost - have} too few"
            code = "not-enough-pus" if resource == PUS else "not-enough-goods"
            yield Illegal(code, text, "B135")


def resolve_purchase(state: State, order: Buy) -> Events:
    """This is the plan of the phase from now on (B137)."""
    units = _in_list_order(state, added_up(order.units))
    costs = costs_of(state, state.nation, dict(units))
    return (PurchasePlanned(state.nation, units, costs.get(PUS, 0), _goods(costs)),)


def resolve_bought(state: State) -> Events:
    """The plan is paid for and its units are unplaced; () when nothing was planned.

    Resources that are bought are there at once.
    """
    if not state.purchase:
        return ()
    nation = state.nation
    offers = offers_for(state, nation)
    costs = costs_of(state, nation, state.purchase)
    for name, count in state.purchase.items():
        for resource, amount in offers[name].gains:
            costs[resource] = costs.get(resource, 0) - amount * (count // offers[name].units)
    types = state.definition.unit_types
    units = tuple((name, state.purchase[name]) for name in types if state.purchase.get(name))
    cost = costs.get(PUS, 0)
    return (UnitsBought(nation, units, cost, state.amount(nation, PUS) - cost, _goods(costs)),)


def _goods(costs: Mapping[ResourceName, int]) -> tuple[tuple[ResourceName, int], ...]:
    """What is paid in resources other than PUs."""
    return tuple((name, amount) for name, amount in costs.items() if name != PUS and amount)


def legal_purchases(state: State, purse: Purse) -> Iterator[Buy]:
    """The plan with one more purchase, for every affordable unit, in buy-list order."""
    for name, offer in offers_for(state, state.nation).items():
        more = added_up([*state.purchase.items(), (name, offer.units)])
        costs = costs_of(state, state.nation, more)
        if not any((*_check_owned(state, more), *_check_costs(state.nation, costs, purse))):
            yield Buy(_in_list_order(state, more))


def added_up(pairs: Iterable[tuple[N, int]]) -> dict[N, int]:
    """One count per name, in order of first mention."""
    total: dict[N, int] = {}
    for name, count in pairs:
        total[name] = total.get(name, 0) + count
    return total


def _in_list_order(state: State, units: Counts) -> tuple[tuple[SaleName, int], ...]:
    order = state.definition.economy.for_sale(state.definition.unit_types)
    return tuple((name, units[name]) for name in order if units.get(name, 0) > 0)
