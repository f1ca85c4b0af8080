"""What a unit costs, in the row of its type."""

from engine.gamedef.schema import Positive
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of one unit type, in PUs.

    price: without one it cannot be bought.  reduced_price: with Industrial Technology;
    shipyard_price: with Improved Shipyards.
    """

    price: Positive | None = None
    reduced_price: Positive | None = None
    shipyard_price: Positive | None = None
