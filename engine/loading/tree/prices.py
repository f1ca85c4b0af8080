"""What a unit costs, in the row of its type."""

from typing import Annotated

from engine.gamedef.schema import Positive
from engine.marks import Doc
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class UnitPrices:
    """Prices of one unit type, in PUs."""

    price: Annotated[Positive | None, Doc("without one it cannot be bought")] = None
    reduced_price: Annotated[Positive | None, Doc("with Industrial Technology")] = None
    shipyard_price: Annotated[Positive | None, Doc("with Improved Shipyards")] = None
