"""Regional treasuries: money of a nation that is bound to a part of the board.

A nation may have several.  What an area pays goes into the treasury that has the area, and a unit
is paid out of the treasury of the place where it is placed: money does not go from one part of the
board to another.  What areas pay that are in no treasury (convoys) is unallocated; the player
allocates it to the treasuries in the phase `allocate`, all of it.

The PUs of the nation are all its money together: what they are more than the treasuries hold is
unallocated.  The nation is charged when units are bought, and the treasuries when they are placed.
What is paid in any other way, such as units that are not placed and the damage of raids, comes out
of the fullest treasury at the next end of placement or purchase.

Rule: linked game, Money (L9 to L15).
Options: none; only scenarios with treasuries have them.
"""

from collections.abc import Iterator, Mapping

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.economy import TreasuryChanged
from engine.core.ids import PUS, NationName, SaleName, TerritoryName, UnitTypeName
from engine.gamedef import State
from engine.gamedef.treasuries import RegionalTreasury
from engine.orders.allocate import Allocate
from engine.rules.common.frame import Events
from engine.rules.common.relations import has_capital, owner_of
from engine.rules.economy.income import area_income
from engine.rules.economy.purchase import prices_for

Counts = Mapping[UnitTypeName, int]


def treasuries_of(state: State, nation: NationName) -> tuple[RegionalTreasury, ...]:
    """The treasuries of a nation in the order of the scenario; () for most nations."""
    return tuple(
        treasury for treasury in state.definition.economy.treasuries if treasury.nation == nation
    )


def money_in(state: State, treasury: RegionalTreasury) -> int:
    """PUs in a treasury."""
    return state.amount(treasury.nation, treasury.resource)


def unallocated(state: State, nation: NationName) -> int:
    """PUs that are in no treasury; negative when more was paid than the treasuries know."""
    held = sum(money_in(state, treasury) for treasury in treasuries_of(state, nation))
    return state.amount(nation, PUS) - held


def treasury_at(state: State, nation: NationName, place: TerritoryName) -> RegionalTreasury | None:
    """The treasury that pays for units in a place; None when unallocated money does."""
    return next(
        (treasury for treasury in treasuries_of(state, nation) if place in treasury.areas), None
    )


def resolve_treasury_income(state: State) -> Events:
    """What the areas of the nation on turn pay goes into their treasuries (L9 to L12).

    To be asked beside `resolve_income`, which pays the nation; convoys pay no treasury (L13).
    """
    nation = state.nation
    if not has_capital(state, nation):
        return ()
    paid = (
        (
            treasury,
            sum(area_income(state, a) for a in treasury.areas if _pays_into(state, treasury, a)),
        )
        for treasury in treasuries_of(state, nation)
    )
    return tuple(TreasuryChanged(nation, p.name, p.resource, pus) for p, pus in paid if pus)


def _pays_into(state: State, treasury: RegionalTreasury, area: TerritoryName) -> bool:
    return area not in treasury.convoys and owner_of(state, area) == treasury.nation


def check_payable(
    state: State, nation: NationName, wanted: Mapping[SaleName, int], prices: Mapping[SaleName, int]
) -> tuple[Illegal, ...]:
    """The reason why no way to share units among the treasuries pays for all of them (L9)."""
    treasuries = treasuries_of(state, nation)
    if not treasuries:
        return ()
    amounts = [money_in(state, treasury) for treasury in treasuries]
    rest = max(0, unallocated(state, nation))
    costs = [prices[name] for name, count in wanted.items() for _ in range(count) if name in prices]
    if _can_share((*amounts, rest), tuple(sorted(costs, reverse=True))):
        return ()
    held = ", ".join(
        f"{pus} for {treasury.name}" for treasury, pus in zip(treasuries, amounts, strict=True)
    )
    text = f"no treasury can pay for all of this: the {nation} have {held}, each for its own areas"
    return (Illegal("treasury-too-small", text, "L9"),)


def _can_share(treasuries: tuple[int, ...], costs: tuple[int, ...]) -> bool:
    """Whether every cost finds a treasury; the largest ones are given out first."""
    left = {tuple(sorted(treasuries))}
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


def check_treasury(state: State, place: TerritoryName, counts: Counts) -> tuple[Illegal, ...]:
    """The reason why the treasury of a place cannot pay for units that are placed there (L9)."""
    treasury = treasury_at(state, state.nation, place)
    if treasury is None:
        return ()
    cost = _price_of(state, counts)
    left = money_in(state, treasury)
    if cost <= left:
        return ()
    text = f"this costs {cost} PUs, and {left} are left for {treasury.name}, where {place} belongs"
    return (Illegal("treasury-too-small", text, "L9", place),)


def resolve_paid(state: State, place: TerritoryName, counts: Counts) -> Events:
    """The treasury of a place pays for units that are placed there."""
    treasury = treasury_at(state, state.nation, place)
    if treasury is None or not (cost := _price_of(state, counts)):
        return ()
    return (TreasuryChanged(state.nation, treasury.name, treasury.resource, -cost),)


def _price_of(state: State, counts: Counts) -> int:
    """PUs for these units; types that the nation on turn cannot buy cost nothing."""
    prices = prices_for(state, state.nation)
    return sum(prices.get(name, 0) * count for name, count in counts.items())


def resolve_overdraft(state: State, nation: NationName) -> Events:
    """What was paid past the treasuries comes out of the fullest ones, the first of equals first.

    Unplaced units are not yet paid: the treasury of the place where they go will do it.
    """
    log = EventLog(state)
    prices = prices_for(state, nation)
    in_hand = state.unplaced.get(nation, {})
    waiting = sum(prices.get(name, 0) * count for name, count in in_hand.items())
    owed = -unallocated(state, nation) - waiting
    for treasury in sorted(treasuries_of(state, nation), key=lambda p: -money_in(state, p)):
        taken = min(owed, money_in(state, treasury))
        if taken > 0:
            log.add(TreasuryChanged(nation, treasury.name, treasury.resource, -taken))
            owed -= taken
    return log.events


def check_allocate(state: State, order: Allocate) -> tuple[Illegal, ...]:
    """All reasons against putting unallocated money into a treasury (L14, L15)."""
    nation = state.nation
    names = [treasury.name for treasury in treasuries_of(state, nation)]
    reasons: list[Illegal] = []
    if order.treasury not in names:
        text = f"the {nation} have no treasury {order.treasury!r}; they have: {', '.join(names)}"
        reasons.append(Illegal("unknown-treasury", text, "L14"))
    if order.pus < 1:
        text = f"{order.pus} PUs cannot be allocated; the number must be at least 1"
        reasons.append(Illegal("wrong-count", text, "L14"))
    free = unallocated(state, nation)
    if order.pus > free:
        text = f"there are {free} PUs to allocate, not {order.pus}; base money stays where it is"
        reasons.append(Illegal("too-little-money", text, "L9"))
    return tuple(reasons)


def check_all_allocated(state: State) -> tuple[Illegal, ...]:
    """The reason why the phase cannot end: all money must be allocated (L14, L15)."""
    free = unallocated(state, state.nation)
    if free <= 0:
        return ()
    names = ", ".join(treasury.name for treasury in treasuries_of(state, state.nation))
    text = f"{free} PUs still have to be allocated to: {names}"
    return (Illegal("money-left", text, "L14"),)


def resolve_allocate(state: State, order: Allocate) -> Events:
    """Unallocated money is in a treasury from now on."""
    for treasury in treasuries_of(state, state.nation):
        if treasury.name == order.treasury:
            return (TreasuryChanged(state.nation, treasury.name, treasury.resource, order.pus),)
    return ()


def legal_allocations(state: State) -> Iterator[Allocate]:
    """One PU or all unallocated money for each treasury."""
    free = unallocated(state, state.nation)
    for treasury in treasuries_of(state, state.nation):
        for pus in sorted({1, free}):
            if 1 <= pus <= free:
                yield Allocate(treasury.name, pus)
