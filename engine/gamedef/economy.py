"""What there is to buy, who may buy it and what it costs."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from engine.core.ids import PUS, NationName, SaleName, UnitTypeName
from engine.gamedef.bounds import MAX_LIMITS, MAX_LISTS, MAX_RESOURCES
from engine.gamedef.offers import Offer, Offers, plain_offer
from engine.gamedef.schema import ELSEWHERE, BuyListName, GoodsName, Key, Positive, Rows
from engine.gamedef.treasuries import RegionalTreasury
from engine.marks import Doc, Items
from engine.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Economy:
    """Resources, prices and who buys what (B56)."""

    prices: Annotated[
        Mapping[UnitTypeName, int], ELSEWHERE, Doc("PUs for each unit type that can be bought")
    ] = field(default_factory=dict)
    reduced_prices: Annotated[
        Mapping[UnitTypeName, int], ELSEWHERE, Doc("the same with Industrial Technology")
    ] = field(default_factory=dict)
    shipyard_prices: Annotated[
        Mapping[UnitTypeName, int],
        ELSEWHERE,
        Doc("the same with Improved Shipyards, for the unit types that are cheaper then"),
    ] = field(default_factory=dict)
    buyers: Annotated[
        Mapping[NationName, tuple[SaleName, ...]],
        ELSEWHERE,
        Doc("unit types and resources that a nation may buy, by nation"),
    ] = field(default_factory=dict)
    offers: Annotated[
        Offers,
        ELSEWHERE,
        Doc(
            "where a nation's price differs from `prices`, by nation and unit type, and that "
            "of every resource; it may buy these when they are among its `buyers`"
        ),
    ] = field(default_factory=dict)
    resource_names: Annotated[
        tuple[GoodsName, ...],
        Key("resources"),
        Items(MAX_RESOURCES),
        Doc("what nations may hold besides PUs"),
    ] = ()
    treasuries: Annotated[
        tuple[RegionalTreasury, ...],
        Items(MAX_LIMITS),
        Doc("money of nations that is bound to a part of the board"),
    ] = ()
    buy_lists: Annotated[
        Mapping[BuyListName, tuple[SaleName, ...]],
        Items(MAX_LISTS),
        Doc("what is in each named list, only where triggers or technologies exchange them"),
    ] = field(default_factory=dict)
    buy_list_of: Annotated[
        Mapping[NationName, BuyListName], Doc("which of these lists a nation has")
    ] = field(default_factory=dict)
    list_prices: Annotated[
        Mapping[BuyListName, tuple[tuple[UnitTypeName, Positive], ...]],
        Items(MAX_LISTS),
        Doc("PUs for units in a buy list that has other prices than the common ones, by list"),
    ] = field(default_factory=dict)
    list_offers: Annotated[
        Mapping[BuyListName, Annotated[Mapping[SaleName, Offer], Rows("unit")]],
        Items(MAX_LISTS),
        Doc("what else is paid in such a list, by list"),
    ] = field(default_factory=dict)
    reduced_lists: Annotated[
        Mapping[BuyListName, BuyListName],
        Items(MAX_LISTS),
        Doc("which list takes the place of a named one with Industrial Technology"),
    ] = field(default_factory=dict)
    shipyard_lists: Annotated[
        Mapping[BuyListName, BuyListName],
        Items(MAX_LISTS),
        Doc("the same with Improved Shipyards"),
    ] = field(default_factory=dict)

    def for_sale(self, types: Iterable[UnitTypeName]) -> tuple[SaleName, ...]:
        """All that could be bought, in the order of a buy list; types: all unit types in order."""
        return (*types, *self.resource_names)

    def own_price(self, nation: NationName, unit: UnitTypeName) -> int:
        """PUs that the nation pays for one unit, without technologies; else what others pay.

        0 for a unit that is paid in other resources alone, or that nobody buys.
        """
        offer = self.listed_offer(self.buy_list_of.get(nation, ""), unit)
        if offer is None and unit in self.buyers.get(nation, ()):
            offer = self.offers.get(nation, {}).get(unit)
        return self.prices.get(unit, 0) if offer is None else offer.pus_each()

    def with_list_of(
        self, nation: NationName, name: str, types: Iterable[UnitTypeName]
    ) -> "Economy":
        """The same with another buy list for a nation; types: all unit types in order."""
        return replace(self, buy_list_of={**self.buy_list_of, nation: name})._with_buyers(types)

    def with_list(
        self, name: str, units: tuple[SaleName, ...], types: Iterable[UnitTypeName]
    ) -> "Economy":
        """The same with other names in a buy list; types: all unit types in order."""
        return replace(self, buy_lists={**self.buy_lists, name: units})._with_buyers(types)

    def listed_offer(self, name: str, unit: SaleName) -> Offer | None:
        """What a buy list says that a unit costs; None where it says nothing of its own."""
        price = dict(self.list_prices.get(name, ())).get(UnitTypeName(unit))
        return self.list_offers.get(name, {}).get(unit) if price is None else plain_offer(price)

    def with_price(self, name: str, unit: UnitTypeName, price: int) -> "Economy":
        """The same with another price of a single unit of a type in a buy list."""
        listed = dict(self.list_prices.get(name, ())) | {unit: price}
        return replace(
            self,
            list_prices={**self.list_prices, name: tuple(listed.items())},
            list_offers=self._without_offer(name, unit),
        )

    def with_batch(self, name: str, unit: UnitTypeName, units: int) -> "Economy":
        """The same with so many units for the price that one has in a buy list."""
        listed = dict(self.list_prices.get(name, ()))
        offer = Offer(((PUS, listed.pop(unit)),), units)
        offers = self._without_offer(name, unit)
        return replace(
            self,
            list_prices={**self.list_prices, name: tuple(listed.items())},
            list_offers={**offers, name: {**offers.get(name, {}), unit: offer}},
        )

    def _without_offer(
        self, name: str, unit: UnitTypeName
    ) -> Mapping[BuyListName, Mapping[SaleName, Offer]]:
        left = {one: offer for one, offer in self.list_offers.get(name, {}).items() if one != unit}
        return {**self.list_offers, name: left} if name in self.list_offers else self.list_offers

    def _with_buyers(self, types: Iterable[UnitTypeName]) -> "Economy":
        """What each nation may buy, by the list that it has now, in order."""
        order = self.for_sale(types)
        lists = {nation: self.buy_lists[name] for nation, name in self.buy_list_of.items()}
        buyers = {
            nation: tuple(name for name in order if name in lists.get(nation, before))
            for nation, before in self.buyers.items()
        }
        return replace(self, buyers=buyers)
