"""The start position."""

from collections.abc import Mapping
from typing import Annotated

from engine.core.ids import NationName, ResourceName, TerritoryName, UnitTypeName
from engine.gamedef.bounds import MAX_COUNT, MAX_PARTS
from engine.gamedef.schema import Key, OwnerName
from engine.marks import Bounds, Doc, Items
from engine.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Cargo:
    """Units aboard a ship at the start of the game."""

    owner: Annotated[OwnerName, Doc("whose they are")]
    type: Annotated[UnitTypeName, Key("unit"), Doc("their type")]
    count: Annotated[int, Bounds(1, MAX_COUNT), Doc("how many")] = 1


@dataclass(frozen=True, slots=True)
class Placement:
    """Units at the start of the game; hits, damage and cargo are those of each unit."""

    territory: Annotated[TerritoryName, Key("area"), Doc("where they are")]
    owner: Annotated[OwnerName, Doc("whose they are")]
    type: Annotated[UnitTypeName, Key("unit"), Doc("their type")]
    count: Annotated[int, Bounds(1, MAX_COUNT), Doc("how many")]
    hits: Annotated[int, Doc("hits that each of them has taken")] = 0
    damage: Annotated[int, Doc("damage of each by raids")] = 0
    cargo: Annotated[
        tuple[Cargo, ...],
        Items(MAX_PARTS),
        Doc("what is aboard each of them; it stands nowhere else"),
    ] = ()


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
    round: Annotated[int, Doc("the round in which the game begins")] = 1
    step: Annotated[
        str, Doc('the step of that round with which the game begins, "" for its first one')
    ] = ""
    happened: Annotated[
        Mapping[str, tuple[int, int]],
        Doc(
            "triggers that have happened before: how often, and in which round the last time, "
            "where that is known"
        ),
    ] = field(default_factory=dict)
