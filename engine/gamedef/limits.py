"""Limits on units that a map sets: how many may stand together, and where some may be built.

The rule book's own game has none of them.  Source: the map dialect (placementLimit, movementLimit,
attackingLimit, requiresUnits, unitPlacementRestrictions, movementRestrictionTerritories).
"""

from typing import Annotated, Final, TypeAlias

from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.gamedef.bounds import MAX_LIMITS, MAX_UNIT_TYPES
from engine.gamedef.schema import Key, Missing
from engine.marks import Doc, Items, OneOf
from engine.values import dataclass, replace

ACTIONS: Final = ("placement", "movement", "attack")
LimitedAction: TypeAlias = Annotated[str, OneOf(ACTIONS, "a kind of limit")]

LimitedUnits: TypeAlias = Annotated[str, OneOf(("own", "side", "all"), "a group of units")]


@dataclass(frozen=True, slots=True)
class UnitLimit:
    """No more than `count` of these units together in one area."""

    action: Annotated[
        LimitedAction,
        Doc(
            "when it holds: when units are placed, when they move without a fight, or when "
            "they attack"
        ),
    ]
    nation: Annotated[NationName, Missing(""), Doc('for whom, "" for everybody')]
    whose: Annotated[
        LimitedUnits,
        Missing("own"),
        Doc("which units count: own ones of the nation, those of its side, or all"),
    ]
    count: Annotated[int, Doc("the most that may be together in one area")]
    types: Annotated[
        tuple[UnitTypeName, ...],
        Key("units"),
        Items(MAX_UNIT_TYPES, least=1),
        Doc("types that are counted together"),
    ]


@dataclass(frozen=True, slots=True)
class BuildingRule:
    """Where units of a type may be built."""

    type: Annotated[UnitTypeName, Key("unit"), Doc("what is built")]
    needs: Annotated[
        tuple[tuple[UnitTypeName, ...], ...],
        Items(MAX_LIMITS),
        Doc("alternatives: all units of one of them must stand where the unit is built"),
    ] = ()
    not_in: Annotated[tuple[TerritoryName, ...], Doc("areas where it may never be placed")] = ()
    least_value: Annotated[int, Doc("it is placed only in areas of this production or more")] = 0
    originals_only: Annotated[
        bool, Doc("it is placed only where the nation is the original owner")
    ] = False

    def with_need(self, units: tuple[UnitTypeName, ...], *, is_so: bool) -> "BuildingRule":
        """The same with one more alternative, or without it."""
        others = tuple(need for need in self.needs if need != units)
        return replace(self, needs=(*others, units) if is_so else others)

    def shut(self, place: TerritoryName, *, is_so: bool) -> "BuildingRule":
        """The same with one more area where it may not be placed, or without it."""
        others = tuple(name for name in self.not_in if name != place)
        return replace(self, not_in=(*others, place) if is_so else others)


@dataclass(frozen=True, slots=True)
class Restriction:
    """Where the units of a nation may not go."""

    nation: Annotated[NationName, Doc("whose units")]
    territories: Annotated[
        tuple[TerritoryName, ...],
        Doc("the areas; a restriction without any is none, until a trigger names some"),
    ]
    inside: Annotated[
        bool, Doc("they may enter nothing but these areas; else they may not enter these")
    ] = True
