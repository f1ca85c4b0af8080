"""The start position."""

from collections.abc import Mapping
from typing import Annotated

from engine.core.ids import NationName, ResourceName, TerritoryName, UnitTypeName
from engine.gamedef.bounds import MAX_COUNT
from engine.gamedef.schema import Key, OwnerName
from engine.marks import Bounds, Doc
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
    """Who owns what when the game begins."""

    owners: Annotated[Mapping[TerritoryName, NationName], Doc("of the areas that have one")] = (
        field(default_factory=dict)
    )
    placements: Annotated[tuple[Placement, ...], Doc("the units on the board")] = ()
    resources: Annotated[
        Mapping[NationName, Mapping[ResourceName, int]], Doc("amounts, by nation")
    ] = field(default_factory=dict)
    unplaced: Annotated[
        Mapping[NationName, Mapping[UnitTypeName, int]],
        Doc("units that are bought and not yet placed, by nation"),
    ] = field(default_factory=dict)
    technologies: Annotated[
        Mapping[NationName, tuple[str, ...]], Doc("what nations have found before the game begins")
    ] = field(default_factory=dict)
