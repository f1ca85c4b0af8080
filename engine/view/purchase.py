"""What a nation may buy and what its plan leaves of its money, for whoever draws a price list.

Rule: rule book, Purchase (B44, B134 to B138).
"""

from engine.core.ids import PUS, ResourceName, SaleName
from engine.gamedef import State
from engine.gamedef.offers import Amounts
from engine.rules.economy.bids import bid_of
from engine.rules.economy.purchase import costs_of, offers_for
from engine.rules.economy.technology import die_price, research_money
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class OfferRow:
    """One line of the price list: so many units of a type together, for these resources.

    planned: how many the plan of the phase has.
    """

    type: SaleName
    units: int
    cost: Amounts
    planned: int


@dataclass(frozen=True, slots=True)
class PriceList:
    """What the nation on turn may buy.

    left: of each resource that something costs, what is left of it after the plan.
    """

    rows: tuple[OfferRow, ...]
    left: tuple[tuple[ResourceName, int], ...]


def spendable(state: State) -> int:
    """The PUs that the nation on turn may spend in this phase: of a bid, no more than the bid."""
    if state.phase.phase == "bid":
        return bid_of(state)
    return state.amount(state.nation, PUS)


def price_list(state: State) -> PriceList:
    """The offers to the nation on turn in the order of the buy list, and what its plan leaves."""
    nation = state.nation
    offers = offers_for(state, nation)
    rows = tuple(
        OfferRow(name, offer.units, offer.cost, state.purchase.get(name, 0))
        for name, offer in offers.items()
    )
    spent = costs_of(state, nation, state.purchase)
    names = dict.fromkeys([PUS, *(name for row in rows for name, _ in row.cost)])
    in_bank = {} if state.phase.phase == "bid" else state.resources.get(nation, {})
    have = {name: in_bank.get(name, 0) for name in names} | {PUS: spendable(state)}
    left = tuple((name, have[name] - spent.get(name, 0)) for name in names)
    return PriceList(rows, left)


def research_words(state: State) -> str:
    """What a research die costs and the money for dice (B102); "" outside of research."""
    if state.phase.phase != "tech":
        return ""
    return f"{die_price(state, state.nation)} PUs a die. Left: {research_money(state)} PUs"
