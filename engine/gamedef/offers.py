"""Offers other than one unit for a price in PUs, also of resources.

The rule book's own game has nothing of this.  Source: the map dialect (productionRule with several
costs, another quantity than one, or resources among its results or alone; productionFrontier of a
nation).
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, TypeAlias

from engine.core.ids import PUS, NationName, ResourceName, SaleName
from engine.gamedef.schema import Positive
from engine.marks import Doc
from engine.values import dataclass

Amounts: TypeAlias = tuple[tuple[ResourceName, Positive], ...]
"""Amounts of resources: pairs (resource, number)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a nation pays for units of a type, or for an amount of a resource."""

    cost: Annotated[
        Amounts,
        Doc(
            "amounts of resources for these units, PUs among them; nothing for units that "
            "cost nothing"
        ),
    ]
    units: Annotated[
        Positive, Doc("how many come together; they are bought in multiples of this number")
    ] = 1
    gains: Annotated[
        Amounts,
        Doc(
            "amounts of resources that come with these; what is bought under the name of a "
            "resource is nothing else"
        ),
    ] = ()

    def pus_each(self) -> int:
        """PUs for one unit, rounded up."""
        return -(-dict(self.cost).get(PUS, 0) // self.units)


Offers = Mapping[NationName, Mapping[SaleName, Offer]]


def plain_offer(price: int) -> Offer:
    """One unit for a price in PUs."""
    return Offer(((PUS, price),))


def sums(pairs: Iterable[tuple[ResourceName, int]]) -> dict[ResourceName, int]:
    """The amounts of each resource added up, in order of first mention."""
    total: dict[ResourceName, int] = {}
    for name, amount in pairs:
        total[name] = total.get(name, 0) + amount
    return total
