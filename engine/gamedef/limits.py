"""Limits on units that a map sets: how many may stand together, and where some may be built.

The rule book's own game has none of them.  Source: the map dialect (placementLimit, movementLimit,
attackingLimit, requiresUnits, unitPlacementRestrictions, movementRestrictionTerritories).
"""

from typing import Annotated, Final, TypeAlias

from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.gamedef.bounds import MAX_LIMITS, MAX_UNIT_TYPES
from engine.gamedef.schema import Items, Key, Missing, OneOf
from engine.values import dataclass

ACTIONS: Final = ("placement", "movement", "attack")
LimitedAction: TypeAlias = Annotated[str, OneOf(ACTIONS, "a kind of limit")]

LimitedUnits: TypeAlias = Annotated[str, OneOf(("own", "side", "all"), "a group of units")]


@dataclass(frozen=True, slots=True)
class UnitLimit:
    """No more than `count` of these units together in one area.

    action: when it holds: ``"placement"``, ``"movement"`` (without a fight) or ``"attack"``.
    nation: for whom; "" for everybody.
    whose: which units count: ``"own"`` ones of the nation, those of its ``"side"``, or ``"all"``.
    types: the types that are counted together.
    """

    action: LimitedAction
    nation: Annotated[NationName, Missing("")]
    whose: Annotated[LimitedUnits, Missing("own")]
    count: int
    types: Annotated[tuple[UnitTypeName, ...], Key("units"), Items(MAX_UNIT_TYPES, least=1)]


@dataclass(frozen=True, slots=True)
class BuildingRule:
    """Where units of a type may be built.

      needs: alternatives; the units of one of them must stand where the unit is built; () when
      nothing is needed.  not_in: areas where it may never be placed.  least_value: it is
      placed only in areas of this production or more.  originals_only: it is placed only
    where the nation is the original owner.
    """

    type: Annotated[UnitTypeName, Key("unit")]
    needs: Annotated[tuple[tuple[UnitTypeName, ...], ...], Items(MAX_LIMITS)] = ()
    not_in: tuple[TerritoryName, ...] = ()
    least_value: int = 0
    originals_only: bool = False


@dataclass(frozen=True, slots=True)
class Restriction:
    """Where the units of a nation may not go.

    inside: True when they may enter nothing but `territories`, False when they may not enter these.
    A trigger may change both; without territories it is no restriction.
    """

    nation: NationName
    territories: tuple[TerritoryName, ...]
    inside: bool = True
