"""Tables of a scenario that hold what a definition keeps in several places."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from engine.core.ids import NationName, ResourceName, TerritoryName, UnitTypeName
from engine.gamedef.areas import Canal
from engine.gamedef.bounds import (
    MAX_CANALS,
    MAX_COUNT,
    MAX_DAMAGED,
    MAX_RESOURCE,
    MAX_UNIT_TYPES,
)
from engine.gamedef.names import TechnologyName
from engine.gamedef.offers import Offer
from engine.gamedef.schema import Bounds, Items, OwnerName, Rows
from engine.gamedef.setup import Placement
from engine.loading.tree.names import PricedName
from engine.values import dataclass, field

Count: TypeAlias = Annotated[int, Bounds(1, MAX_COUNT)]
"""Units of one type and owner in one area."""

Amount: TypeAlias = Annotated[int, Bounds(0, MAX_RESOURCE)]


@dataclass(frozen=True, slots=True)
class Start:
    """What a nation begins with and may buy, in its row.

    resources: amounts, such as PUs.  buys: unit types and resources; when missing, every unit type
    that has a price.  offers: where it pays something else than the price, at most one for a unit
    type, and one for each resource.
    unplaced: units that are bought and not yet placed.  technologies: what it has found before the
    game begins.
    """

    resources: Mapping[ResourceName, Amount] = field(default_factory=dict)
    buys: tuple[PricedName, ...] | None = None
    offers: Annotated[Mapping[PricedName, Offer], Rows("unit"), Items(MAX_UNIT_TYPES)] = field(
        default_factory=dict
    )
    unplaced: Annotated[Mapping[UnitTypeName, Count], Items(MAX_UNIT_TYPES)] = field(
        default_factory=dict
    )
    technologies: tuple[TechnologyName, ...] = ()


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose an area is when the game begins, in its row; land without an owner is neutral."""

    owner: NationName = ""


@dataclass(frozen=True, slots=True)
class Rest:
    """What a scenario writes in another form than the definition holds it.

    canals: borders that land may close.
    borders: each border once, in either direction.
    setup: undamaged units; damaged: units that begin with hits or damage.
    """

    borders: Mapping[TerritoryName, tuple[TerritoryName, ...]]
    setup: Mapping[OwnerName, Mapping[TerritoryName, Mapping[UnitTypeName, Count]]]
    canals: Annotated[tuple[Canal, ...], Items(MAX_CANALS, unique=("zones", "name"))] = ()
    damaged: Annotated[tuple[Placement, ...], Items(MAX_DAMAGED)] = ()
