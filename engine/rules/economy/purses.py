"""Purses: money of a nation that is bound to a part of the board.

A nation may have several purses.  What an area pays goes into the purse that has the area, and a
unit is paid out of the purse of the place where it is placed: money does not go from one part of
the board to another.  What areas pay that are in no purse (convoys) is a fund, which the player
splits among the purses in the phase `allot`, all of it.

The PUs of the nation are all its money together, the fund included: what they are more than the
purses hold.  The bank is charged when units are bought and the purses when they are placed.  What
is paid in any other way, such as units that are not placed and the damage of raids, comes out of
the fullest purse at the next end of placement or purchase.

Rule: linked game, Money (L9 to L15).
Options: none; only scenarios with purses have them.
"""

from collections.abc import Iterator, Mapping

from engine.core.errors import Illegal
from engine.core.events.economy import PurseChanged
from engine.core.ids import PUS, NationName, TerritoryName, UnitTypeName
from engine.core.unfold import Unfolding
from engine.gamedef import State
from engine.gamedef.purses import Purse
from engine.orders import Allocate
from engine.rules.economy.income import area_income
from engine.rules.economy.purchase import prices_for
from engine.rules.frame import Events
from engine.rules.relations import has_capital, owner_of

Counts = Mapping[UnitTypeName, int]


def purses_of(state: State, nation: NationName) -> tuple[Purse, ...]:
    """The purses of a nation in the order of the scenario; () for most nations."""
    return tuple(purse for purse in state.definition.economy.purses if purse.nation == nation)


def money_in(state: State, purse: Purse) -> int:
    """PUs in a purse."""
    return state.amount(purse.nation, purse.resource)


def fund_of(state: State, nation: NationName) -> int:
    """PUs that are in no purse; negative when more was paid than the purses know."""
    held = sum(money_in(state, purse) for purse in purses_of(state, nation))
    return state.amount(nation, PUS) - held


def purse_at(state: State, nation: NationName, place: TerritoryName) -> Purse | None:
    """The purse that pays for units in a place; None when the fund does."""
    return next((purse for purse in purses_of(state, nation) if place in purse.areas), None)


def resolve_purse_income(state: State) -> Events:
    """What the areas of the nation on turn pay goes into their purses (L9 to L12).

    To be asked beside `resolve_income`, which pays the nation; convoys stay in the fund (L13).
    """
    nation = state.nation
    if not has_capital(state, nation):
        return ()
    paid = (
        (purse, sum(area_income(state, a) for a in purse.areas if _pays_into(state, purse, a)))
        for purse in purses_of(state, nation)
    )
    return tuple(PurseChanged(nation, p.name, p.resource, pus) for p, pus in paid if pus)


def _pays_into(state: State, purse: Purse, area: TerritoryName) -> bool:
    return area not in purse.convoys and owner_of(state, area) == purse.nation


def check_payable(
    state: State, nation: NationName, wanted: Counts, prices: Mapping[UnitTypeName, int]
) -> tuple[Illegal, ...]:
    """The reason why no way to share units among the purses pays for all of them (L9)."""
    purses = purses_of(state, nation)
    if not purses:
        return ()
    amounts = [money_in(state, purse) for purse in purses]
    rest = max(0, fund_of(state, nation))
    costs = [prices[name] for name, count in wanted.items() for _ in range(count) if name in prices]
    if _can_share((*amounts, rest), tuple(sorted(costs, reverse=True))):
        return ()
    held = ", ".join(f"{pus} for {purse.name}" for purse, pus in zip(purses, amounts, strict=True))
    text = f"no purse can pay for all of this: the {nation} have {held}, each for its own areas"
    return (Illegal("purse-too-small", text, "L9"),)


def _can_share(purses: tuple[int, ...], costs: tuple[int, ...]) -> bool:
    """Whether every cost finds a purse; the largest ones are given out first."""
    left = {tuple(sorted(purses))}
    for cost in costs:
        left = {
            tuple(sorted((*spot[:place], spot[place] - cost, *spot[place + 1 :])))
            for spot in left
            for place in range(len(spot))
            if spot[place] >= cost and (place == 0 or spot[place] != spot[place - 1])
        }
        if not left:
            return False
    return True


def check_purse(
    state: State, place: TerritoryName, counts: Counts, prices: Mapping[UnitTypeName, int]
) -> tuple[Illegal, ...]:
    """The reason why the purse of a place cannot pay for units that are placed there (L9)."""
    purse = purse_at(state, state.nation, place)
    if purse is None:
        return ()
    cost = sum(prices.get(name, 0) * count for name, count in counts.items())
    left = money_in(state, purse)
    if cost <= left:
        return ()
    text = f"this costs {cost} PUs, and {left} are left for {purse.name}, where {place} belongs"
    return (Illegal("purse-too-small", text, "L9", place),)


def resolve_paid(
    state: State, place: TerritoryName, counts: Counts, prices: Mapping[UnitTypeName, int]
) -> Events:
    """The purse of a place pays for units that are placed there."""
    purse = purse_at(state, state.nation, place)
    cost = sum(prices.get(name, 0) * count for name, count in counts.items())
    if purse is None or not cost:
        return ()
    return (PurseChanged(state.nation, purse.name, purse.resource, -cost),)


def resolve_overdraft(state: State, nation: NationName) -> Events:
    """What was paid past the purses comes out of the fullest ones, the first of equals first.

    Unplaced units are not yet paid: the purse of the place where they go will do it.
    """
    story = Unfolding(state)
    prices = prices_for(state, nation)
    in_hand = state.unplaced.get(nation, {})
    waiting = sum(prices.get(name, 0) * count for name, count in in_hand.items())
    owed = -fund_of(state, nation) - waiting
    for purse in sorted(purses_of(state, nation), key=lambda p: -money_in(state, p)):
        taken = min(owed, money_in(state, purse))
        if taken > 0:
            story.add(PurseChanged(nation, purse.name, purse.resource, -taken))
            owed -= taken
    return story.events


def check_allot(state: State, order: Allocate) -> tuple[Illegal, ...]:
    """All reasons against putting money of the fund into a purse (L14, L15)."""
    nation = state.nation
    names = [purse.name for purse in purses_of(state, nation)]
    reasons: list[Illegal] = []
    if order.treasury not in names:
        text = f"the {nation} have no purse {order.treasury!r}; they have: {', '.join(names)}"
        reasons.append(Illegal("unknown-purse", text, "L14"))
    if order.pus < 1:
        text = f"{order.pus} PUs cannot be allotted; the number must be at least 1"
        reasons.append(Illegal("wrong-count", text, "L14"))
    fund = fund_of(state, nation)
    if order.pus > fund:
        text = f"there are {fund} PUs to allot, not {order.pus}; base money stays where it is"
        reasons.append(Illegal("fund-too-small", text, "L9"))
    return tuple(reasons)


def check_all_allotted(state: State) -> tuple[Illegal, ...]:
    """The reason why the phase cannot end: the split must come to the whole fund (L14, L15)."""
    fund = fund_of(state, state.nation)
    if fund <= 0:
        return ()
    names = ", ".join(purse.name for purse in purses_of(state, state.nation))
    text = f"{fund} PUs have still to be allotted to: {names}"
    return (Illegal("fund-left", text, "L14"),)


def resolve_allot(state: State, order: Allocate) -> Events:
    """Money of the fund is in a purse from now on."""
    for purse in purses_of(state, state.nation):
        if purse.name == order.treasury:
            return (PurseChanged(state.nation, purse.name, purse.resource, order.pus),)
    return ()


def legal_allots(state: State) -> Iterator[Allocate]:
    """One PU or the whole fund for each purse."""
    fund = fund_of(state, state.nation)
    for purse in purses_of(state, state.nation):
        for pus in sorted({1, fund}):
            if 1 <= pus <= fund:
                yield Allocate(purse.name, pus)
