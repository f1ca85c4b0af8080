"""The start position."""

from collections.abc import Mapping
from typing import Annotated

from engine.core.ids import NationName, ResourceName, TerritoryName, UnitTypeName
from engine.gamedef.bounds import MAX_COUNT
from engine.gamedef.schema import Bounds, Key, OwnerName
from engine.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Placement:
    """Units at the start of the game; hits and damage are those of each unit."""

    territory: Annotated[TerritoryName, Key("area")]
    owner: OwnerName
    type: Annotated[UnitTypeName, Key("unit")]
    count: Annotated[int, Bounds(1, MAX_COUNT)]
    hits: int = 0
    damage: int = 0


@dataclass(frozen=True, slots=True)
class Setup:
    """Who owns what when the game begins.

    owners: of the areas that have one; placements: the units on the board.
    resources: amounts by nation; unplaced: units that are bought and not yet placed, by nation.
    technologies: what nations have found before the game begins, by nation.
    """

    owners: Mapping[TerritoryName, NationName] = field(default_factory=dict)
    placements: tuple[Placement, ...] = ()
    resources: Mapping[NationName, Mapping[ResourceName, int]] = field(default_factory=dict)
    unplaced: Mapping[NationName, Mapping[UnitTypeName, int]] = field(default_factory=dict)
    technologies: Mapping[NationName, tuple[str, ...]] = field(default_factory=dict)
