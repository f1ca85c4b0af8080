"""Tables of a scenario that hold what a definition keeps in several places."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from engine.core.ids import NOBODY, NationName, TerritoryName, UnitTypeName
from engine.gamedef.areas import Canal
from engine.gamedef.bounds import (
    MAX_CANALS,
    MAX_COUNT,
    MAX_RESOURCE,
    MAX_ROUND,
    MAX_STACKS,
    MAX_TRIGGERS,
    MAX_UNIT_TYPES,
)
from engine.gamedef.names import TechnologyName
from engine.gamedef.offers import Offer
from engine.gamedef.schema import GiftName, OwnerName, Rows, StepName, TriggerName
from engine.gamedef.setup import Placement, Unread
from engine.gamedef.under_way import NOTHING_YET, TurnSoFar
from engine.loading.tree.names import PricedName
from engine.marks import Bounds, Doc, Items
from engine.values import dataclass, field

Count: TypeAlias = Annotated[int, Bounds(1, MAX_COUNT)]
"""Units of one type and owner in one area."""

Times: TypeAlias = Annotated[int, Bounds(0, MAX_ROUND)]

Amount: TypeAlias = Annotated[int, Bounds(0, MAX_RESOURCE)]


@dataclass(frozen=True, slots=True)
class NationStart:
    """What a nation begins with and may buy, in its row."""

    resources: Annotated[Mapping[GiftName, Amount], Doc("amounts, such as PUs")] = field(
        default_factory=dict
    )
    buys: Annotated[
        tuple[PricedName, ...] | None,
        Doc("unit types and resources; when missing, every unit type that has a price"),
    ] = None
    offers: Annotated[
        Mapping[PricedName, Offer],
        Rows("unit"),
        Items(MAX_UNIT_TYPES),
        Doc(
            "where it pays something else than the price, at most one for a unit type, and one for "
            "each resource"
        ),
    ] = field(default_factory=dict)
    unplaced: Annotated[
        Mapping[UnitTypeName, Count],
        Items(MAX_UNIT_TYPES),
        Doc("units that are bought and not yet placed"),
    ] = field(default_factory=dict)
    technologies: Annotated[
        tuple[TechnologyName, ...], Doc("what it has found before the game begins")
    ] = ()


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose an area is when the game begins, in its row; land without an owner is neutral."""

    owner: NationName = NOBODY


@dataclass(frozen=True, slots=True)
class RewrittenTables:
    """What a scenario writes in another form than the definition holds it."""

    borders: Annotated[
        Mapping[TerritoryName, tuple[TerritoryName, ...]],
        Doc("each border once, in either direction"),
    ]
    setup: Annotated[
        Mapping[OwnerName, Mapping[TerritoryName, Mapping[UnitTypeName, Count]]],
        Doc("undamaged units"),
    ]
    canals: Annotated[
        tuple[Canal, ...],
        Items(MAX_CANALS, unique=("zones", "name", "side")),
        Doc("borders that land may close"),
    ] = ()
    stacks: Annotated[
        tuple[Placement, ...],
        Items(MAX_STACKS),
        Doc("units that begin with hits, damage or cargo"),
    ] = ()
    first_round: Annotated[int, Bounds(1, MAX_ROUND), Doc("the round in which the game begins")] = 1
    first_step: Annotated[
        StepName,
        Doc(
            "the step of that round with which it begins; when missing, the first one that is "
            "played in that round"
        ),
    ] = ""
    happened: Annotated[
        Mapping[TriggerName, tuple[Times, Times]],
        Items(MAX_TRIGGERS),
        Doc(
            "triggers that have happened before: how often, and in which round the last time, 0 "
            "for one of the rounds before; the rules that they change are changed from the start"
        ),
    ] = field(default_factory=dict)
    in_force: Annotated[
        tuple[TriggerName, ...],
        Items(MAX_TRIGGERS),
        Doc("triggers without a limit whose changes of the rules are in force from the start"),
    ] = ()
    unread: Annotated[
        tuple[Unread, ...],
        Items(MAX_TRIGGERS),
        Doc("what another program had before, and does not count here"),
    ] = ()
    under_way: Annotated[
        TurnSoFar,
        Doc(
            "what the turn under way has done before the game begins; units are numbered from 1, "
            "by nation, area and type in the order of this scenario, what is aboard a ship behind "
            "it"
        ),
    ] = NOTHING_YET
