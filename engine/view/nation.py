"""How one nation stands: money, income, forces, land (B30, B231, B258)."""

from engine.core.ids import PUS, NationName, ResourceName, SaleName, TerritoryName, UnitTypeName
from engine.gamedef import State
from engine.rules.common.relations import has_capital, is_at_peace
from engine.rules.economy.income import income_of
from engine.rules.economy.purchase import prices_for
from engine.rules.economy.treasuries import money_in, treasuries_of, unallocated
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class NationView:
    """One nation.

    pus: what it holds; income: what its land yields at the end of its turn, 0 while its capital
      is in other hands.
    goods: what it holds of each resource besides PUs, and how its PUs lie in its treasuries.
    at_peace_with: nations with which it is neither allied nor at war (L26).
    units: unit types with counts, in the order of the buy list; unplaced: those not yet placed.
    territories: its land, in the order of the scenario.
    victory_cities: how many it holds.
    technologies: in force; found: not in force yet.
    capitals: () when it has none; has_capital: whether it holds enough of them to be paid.
    """

    name: NationName
    alliances: tuple[str, ...]
    pus: int
    income: int
    units: tuple[tuple[UnitTypeName, int], ...]
    unplaced: tuple[tuple[UnitTypeName, int], ...]
    territories: tuple[TerritoryName, ...]
    victory_cities: int
    technologies: tuple[str, ...]
    found: tuple[str, ...]
    capitals: tuple[TerritoryName, ...]
    has_capital: bool
    goods: tuple[tuple[ResourceName, int], ...] = ()
    at_peace_with: tuple[NationName, ...] = ()

    @property
    def unit_count(self) -> int:
        """All its units on the board."""
        return sum(count for _, count in self.units)


def nation_view(state: State, nation: NationName) -> NationView:
    """How a nation stands; raises KeyError when there is no such nation."""
    definition = state.definition
    if nation not in definition.politics.nation_names:
        raise KeyError(nation)
    lands = [
        territory
        for territory in definition.board.territories.values()
        if state.owners.get(territory.name) == nation
    ]
    counts: dict[UnitTypeName, int] = dict.fromkeys(definition.unit_types, 0)
    for unit in state.units_of(nation):
        counts[unit.type] += 1
    unplaced = state.unplaced.get(nation, {})
    is_paid = has_capital(state, nation)
    return NationView(
        name=nation,
        alliances=definition.politics.alliances_of(nation),
        pus=state.amount(nation, PUS),
        income=income_of(state, nation) if is_paid else 0,
        units=tuple((name, count) for name, count in counts.items() if count),
        unplaced=tuple(
            (name, unplaced[name]) for name in definition.unit_types if unplaced.get(name)
        ),
        territories=tuple(land.name for land in lands),
        victory_cities=sum(land.victory_cities for land in lands),
        technologies=state.technologies.get(nation, ()),
        found=state.found.get(nation, ()),
        capitals=definition.board.capitals_of(nation),
        has_capital=is_paid,
        goods=_goods_of(state, nation),
        at_peace_with=tuple(
            other for other in definition.politics.nation_names if is_at_peace(state, nation, other)
        ),
    )


def cheapest_offer(state: State, nation: NationName) -> tuple[SaleName, int] | None:
    """The cheapest unit that a nation may buy, with its price in PUs; None for none."""
    prices = prices_for(state, nation)
    return min(prices.items(), key=lambda entry: entry[1], default=None)


def _goods_of(state: State, nation: NationName) -> tuple[tuple[ResourceName, int], ...]:
    """What a nation holds besides its PUs, and which part of them lies in which treasury (L9)."""
    held = [(name, state.amount(nation, name)) for name in state.definition.economy.resource_names]
    treasuries = treasuries_of(state, nation)
    if treasuries:
        held += [(treasury.resource, money_in(state, treasury)) for treasury in treasuries]
        held.append((ResourceName("PUs to be allocated"), max(0, unallocated(state, nation))))
    return tuple(held)
