"""What the turn has done in which a game begins, where another program left it in the middle.

Units are named by the numbers that they have when the game begins: from 1, by nation, area and type
in the order of the scenario, what is aboard a ship behind it (`engine.loading.normal`).
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from engine.core.ids import (
    NO_TYPE,
    NOWHERE,
    NationName,
    TerritoryName,
    TheatreName,
    UnitTypeName,
)
from engine.gamedef.bounds import MAX_AREAS, MAX_UNITS
from engine.gamedef.names import TechnologyName
from engine.gamedef.schema import ActionName, Key, RelationName
from engine.marks import Bounds, Doc, Items
from engine.values import dataclass, field

UnitNumber: TypeAlias = Annotated[int, Bounds(1, MAX_UNITS)]
MaybeUnit: TypeAlias = Annotated[int, Bounds(0, MAX_UNITS)]
"""The number of a unit, 0 for none."""


@dataclass(frozen=True, slots=True)
class UnitSoFar:
    """A unit that has done something in the turn: the facts of `engine.core.unit.Unit`, and more.

    What stands below `aboard` is kept of the turn, not of the unit (`engine.core.state`).
    """

    unit: Annotated[UnitNumber, Doc("its number")]
    moved: Annotated[int, Doc("movement points that it has used")] = 0
    in_combat: Annotated[bool, Doc("it took part in a combat, or moved into one")] = False
    loaded: Annotated[bool, Doc("it went aboard its transport in this turn")] = False
    unloaded_to: Annotated[
        TerritoryName, Doc("where it was put ashore, or where as a ship it unloaded")
    ] = NOWHERE
    unloaded_in_combat: Annotated[bool, Doc("that was in the combat move")] = False
    amphibious: Annotated[bool, Doc("it attacks from a transport")] = False
    submerged: Annotated[bool, Doc("it left a battle by submerging")] = False
    bombarded: Annotated[bool, Doc("it has fired at the shore")] = False
    launched: Annotated[bool, Doc("it has fired a rocket")] = False
    bonus: Annotated[int, Doc("movement points that a base has given it")] = 0
    base: Annotated[TerritoryName, Doc("where it scrambled from")] = NOWHERE
    theatre: Annotated[TheatreName, Doc("part of the board that an aircraft must stay in")] = ""
    jumped_from: Annotated[TerritoryName, Doc("where it took off as airborne troops")] = NOWHERE
    fuelled: Annotated[bool, Doc("what its first move costs is paid")] = False
    aboard: Annotated[MaybeUnit, Doc("the carrier that carries this aircraft, 0 for none")] = 0
    placed: Annotated[bool, Doc("a factory has built it in this turn")] = False
    builder: Annotated[TerritoryName, Doc("where that factory is, if only one could")] = NOWHERE
    boarded: Annotated[bool, Doc("an aircraft that went to a new carrier")] = False
    constructed: Annotated[bool, Doc("it was placed in this turn without a factory")] = False
    intercepted: Annotated[bool, Doc("a defender that took off against a raid")] = False
    taker: Annotated[bool, Doc("it came to a sea zone that was taken without a fight")] = False


@dataclass(frozen=True, slots=True)
class AttackerSoFar:
    """A unit in a battle that has yet to be fought."""

    unit: Annotated[UnitNumber, Doc("its number")]
    origin: Annotated[
        TerritoryName, Key("from"), Doc("the last area before the battle, if it has moved in")
    ] = NOWHERE
    ship: Annotated[MaybeUnit, Doc("the transport that it attacks from, 0 for none")] = 0
    zone: Annotated[TerritoryName, Doc("where that transport was")] = NOWHERE
    aim: Annotated[UnitTypeName, Doc("what it bombs, where it was told")] = NO_TYPE


@dataclass(frozen=True, slots=True)
class BattleSoFar:
    """A battle that has yet to be fought."""

    territory: Annotated[TerritoryName, Key("area"), Doc("where it is")]
    attackers: Annotated[
        tuple[AttackerSoFar, ...], Items(MAX_UNITS, unique=("unit",)), Doc("who attacks")
    ]
    kind: Annotated[Literal["battle", "raid"], Doc("what it is")] = "battle"


@dataclass(frozen=True, slots=True)
class ChangedRelation:
    """Two nations whose relation has changed in the turn."""

    one: Annotated[NationName, Doc("the first of them by name")]
    other: Annotated[NationName, Doc("the second")]
    before: Annotated[RelationName, Doc("their relation before")]
    after: Annotated[RelationName, Doc("their relation then")]


@dataclass(frozen=True, slots=True)
class TurnSoFar:
    """What the turn has done before the game begins (`engine.core.state.TurnRecord`)."""

    begun: Annotated[
        bool, Doc("the first step has begun: what it does by itself at its beginning is done")
    ] = False
    units: Annotated[
        tuple[UnitSoFar, ...],
        Items(MAX_UNITS, unique=("unit",)),
        Doc("units that have done something"),
    ] = ()
    battles: Annotated[
        tuple[BattleSoFar, ...],
        Items(MAX_AREAS, unique=("territory", "kind")),
        Doc("battles that have yet to be fought, in the order in which they were begun"),
    ] = ()
    conquered: Annotated[tuple[TerritoryName, ...], Doc("areas that were taken")] = ()
    fought: Annotated[tuple[TerritoryName, ...], Doc("areas that were fought or raided")] = ()
    retaken: Annotated[tuple[TerritoryName, ...], Doc("areas that were freed for others")] = ()
    built: Annotated[tuple[TerritoryName, ...], Doc("areas with a new factory")] = ()
    struck: Annotated[tuple[TerritoryName, ...], Doc("zones of kamikaze attacks")] = ()
    bombed: Annotated[Mapping[TerritoryName, int], Doc("damage by raids, by area")] = field(
        default_factory=dict
    )
    produced: Annotated[Mapping[TerritoryName, int], Doc("units built, by area")] = field(
        default_factory=dict
    )
    researched: Annotated[bool, Doc("research has been rolled for")] = False
    found: Annotated[
        Mapping[NationName, tuple[TechnologyName, ...]],
        Doc("technologies that were found and are not active yet, by nation"),
    ] = field(default_factory=dict)
    attempted: Annotated[
        Mapping[ActionName, int], Doc("how often political actions were tried")
    ] = field(default_factory=dict)
    related: Annotated[tuple[ChangedRelation, ...], Doc("relations that have changed")] = ()


NOTHING_YET: Final = TurnSoFar()
