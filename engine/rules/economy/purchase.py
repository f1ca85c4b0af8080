"""Purchase: units for money, in hand until they are placed.

Buying is a plan until the phase ends: a new order replaces the plan, and the bank is charged
once.  Any mix may be bought that the bank can pay; more than can be placed is allowed.  Without
the own capital nothing is bought.

Rule: rule book, Purchase (B44, B122, B131, B134 to B138, B141), bids (B99), G8; Classic,
Capitals (C65, C68).  Vector: V17.
Options: industrial_technology, bid, captured_money_spendable.
"""

from collections.abc import Iterable, Iterator, Mapping

from engine.core.errors import Illegal
from engine.core.events.economy import PurchasePlanned, UnitsBought
from engine.core.ids import PUS, NationName, UnitTypeName
from engine.gamedef import State
from engine.orders import Buy
from engine.rules.frame import Events
from engine.rules.relations import has_capital
from engine.rules.values import IMPROVED_SHIPYARDS, INDUSTRIAL_TECHNOLOGY, has_technology

Counts = Mapping[UnitTypeName, int]


def prices_for(state: State, nation: NationName) -> Mapping[UnitTypeName, int]:
    """PUs for one unit of each type that the nation may buy, in the order of the buy list."""
    definition = state.definition
    cheap = has_technology(state, nation, INDUSTRIAL_TECHNOLOGY)
    prices = dict(definition.reduced_prices if cheap else definition.prices)
    if has_technology(state, nation, IMPROVED_SHIPYARDS):
        for name, price in definition.shipyard_prices.items():
            prices[name] = min(price, prices.get(name, price))
    allowed = definition.buyers.get(nation, ())
    return {name: prices[name] for name in definition.unit_types if name in allowed}


def cost_of(state: State, nation: NationName, units: Counts) -> int:
    """PUs for these units; types that the nation cannot buy cost nothing."""
    prices = prices_for(state, nation)
    return sum(prices.get(name, 0) * count for name, count in units.items())


def why_no_purchase(state: State) -> str:
    """Why the nation on turn can buy nothing in this phase; "" when it can (B44)."""
    nation = state.nation
    options = state.definition.options
    # A nation that lost its capital lost all it had: what it holds now it has captured (C68).
    if not has_capital(state, nation) and not options.captured_money_spendable:
        return f"the {nation} do not hold their capital"
    return why_too_poor(state, state.amount(nation, PUS))


def why_too_poor(state: State, purse: int) -> str:
    """Why the nation on turn can buy nothing with so many PUs; "" when it can."""
    prices = prices_for(state, state.nation).values()
    if not prices:
        return f"nothing is for sale to the {state.nation}"
    if purse < min(prices):
        return f"{purse} PUs buy nothing; the cheapest unit costs {min(prices)}"
    return ""


def check_purchase(state: State, order: Buy, purse: int) -> tuple[Illegal, ...]:
    """All reasons against a purchase that may cost up to `purse` PUs (B134, B135, B141)."""
    nation, definition = state.nation, state.definition
    prices = prices_for(state, nation)
    reasons: list[Illegal] = []
    for name, count in order.units:
        if name not in definition.unit_types:
            text = f"there is no unit {name!r}; for sale are: {', '.join(prices)}"
            reasons.append(Illegal("unknown-unit", text, "B141"))
        elif name not in prices:
            reasons.append(Illegal("not-for-sale", f"the {nation} cannot buy {name}", "B141"))
        if count < 1:
            text = f"{count} {name} cannot be bought; the number must be at least 1"
            reasons.append(Illegal("wrong-count", text, "B135"))
    # A negative count must not pay for something else.
    wanted = added_up((name, max(0, count)) for name, count in order.units)
    cost = cost_of(state, nation, wanted)
    if cost > purse:
        text = f"this costs {cost} PUs, the {nation} have {purse}: {cost - purse} too few"
        reasons.append(Illegal("not-enough-pus", text, "B135"))
    return tuple(reasons)


def resolve_purchase(state: State, order: Buy) -> Events:
    """The plan of the phase is this from now on (B137)."""
    units = _in_list_order(state, added_up(order.units))
    return (PurchasePlanned(state.nation, units, cost_of(state, state.nation, dict(units))),)


def resolve_bought(state: State) -> Events:
    """The plan is carried out: paid for, and in hand; nothing when nothing was planned."""
    if not state.purchase:
        return ()
    nation = state.nation
    cost = cost_of(state, nation, state.purchase)
    units = _in_list_order(state, state.purchase)
    return (UnitsBought(nation, units, cost, state.amount(nation, PUS) - cost),)


def legal_purchases(state: State, purse: int) -> Iterator[Buy]:
    """The plan with one unit more, for every unit that can be paid, in buy-list order."""
    prices = prices_for(state, state.nation)
    left = purse - cost_of(state, state.nation, state.purchase)
    for name, price in prices.items():
        if price <= left:
            more = added_up([*state.purchase.items(), (name, 1)])
            yield Buy(_in_list_order(state, more))


def added_up(pairs: Iterable[tuple[UnitTypeName, int]]) -> dict[UnitTypeName, int]:
    """One count per type, in order of first mention."""
    total: dict[UnitTypeName, int] = {}
    for name, count in pairs:
        total[name] = total.get(name, 0) + count
    return total


def _in_list_order(state: State, units: Counts) -> tuple[tuple[UnitTypeName, int], ...]:
    types = state.definition.unit_types
    return tuple((name, units[name]) for name in types if units.get(name, 0) > 0)
