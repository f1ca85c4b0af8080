"""Rules that a map gives to single nations: where they place, and units they get for nothing.

The rule book's own game has none of them.  Source: the map dialect (placementAnyTerritory,
placementAnySeaZone, placementCapturedTerritory, placementPerTerritory, maxPlacePerTerritory,
productionPerXTerritories, placementInCapitalRestricted, dominatingFirstRoundAttack,
negateDominatingFirstRoundAttack, playerTech, availableTech, shareTechnology, helpPayTechCost).
"""

from typing import Annotated

from engine.core.ids import NO_RESOURCE, NationName, TerritoryName, UnitTypeName
from engine.gamedef.bounds import MAX_TECHNOLOGIES, MAX_UNIT_TYPES, MAX_UNITS
from engine.gamedef.names import TechnologyName
from engine.gamedef.schema import GoodsName, Key
from engine.gamedef.unit_types import UnitType
from engine.marks import Bounds, Doc, Items
from engine.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Levy:
    """One unit of a type for a number of areas that a nation owns, in its levy phase."""

    type: Annotated[UnitTypeName, Key("unit"), Doc("what it gets")]
    per: Annotated[int, Bounds(1, MAX_UNITS), Doc("areas for one unit; a remainder gives nothing")]
    valued: Annotated[bool, Doc("only areas with a production value count")] = False
    road: Annotated[
        tuple[TerritoryName, ...],
        Doc("areas of which each must be in friendly hands for one unit more"),
    ] = ()


@dataclass(frozen=True, slots=True)
class NationRule:
    """What is different for one nation."""

    nation: Annotated[NationName, Doc("the nation")]
    places_anywhere: Annotated[
        bool, Doc("its land and air units need no factory, only own land")
    ] = False
    places_in_captured: Annotated[
        bool, Doc("it may place where it took the land in the same turn")
    ] = False
    full_at: Annotated[
        int,
        Bounds(0, MAX_UNITS),
        Doc(
            "where it places anywhere: nothing in an area with this many units of its own or "
            "more, any number in another; 0: as many in an area as a factory there would "
            "build"
        ),
    ] = 0
    most_placed: Annotated[
        int,
        Bounds(0, MAX_UNITS),
        Doc(
            "where it places anywhere: the most units that it places in an area in a turn, 0 "
            "for no such limit"
        ),
    ] = 0
    levies: Annotated[
        tuple[Levy, ...],
        Items(MAX_UNIT_TYPES, unique=("type",)),
        Doc("units that it gets without money"),
    ] = ()
    places_at_home: Annotated[bool, Doc("it places nowhere but in its own capital")] = False
    surprises: Annotated[
        bool, Doc("units that it attacks in the first round of the game hit only with a 1")
    ] = False
    is_prepared: Annotated[bool, Doc("nobody surprises it")] = False
    kamikaze_goods: Annotated[
        GoodsName, Doc('the goods that it pays with for a kamikaze attack, "" when it makes none')
    ] = NO_RESOURCE
    kamikaze_strength: Annotated[
        int, Bounds(0, MAX_UNITS), Doc("each kamikaze attack hits at this number or less")
    ] = 0
    kamikaze_targets: Annotated[
        tuple[UnitTypeName, ...],
        Doc(
            "types that it may attack so; if none is named, ships that are neither "
            "submarines nor carry troops"
        ),
    ] = ()
    keeps_off: Annotated[
        tuple[NationName, ...],
        Doc(
            "by option, its ships may not end a move beside land of these nations while they are "
            "at peace"
        ),
    ] = ()
    entry_captors: Annotated[
        tuple[NationName, ...], Doc("nations that may capture its units when they enter their area")
    ] = ()
    is_unblockaded: Annotated[bool, Doc("it loses nothing in blockade zones")] = False
    shares_technologies_with: Annotated[
        tuple[NationName, ...],
        Doc("nations for which what it finds is in force as well, where they could research it"),
    ] = ()
    research_helpers: Annotated[
        tuple[NationName, ...],
        Doc("nations whose money pays for its research where its own is not enough"),
    ] = ()
    not_researched: Annotated[
        tuple[TechnologyName, ...],
        Items(MAX_TECHNOLOGIES),
        Doc("technologies of this game that it cannot research; triggers change them"),
    ] = ()
    research_price: Annotated[
        int, Doc("PUs for one of its research dice, 0 for the price of the options")
    ] = 0
    places_in_any_zone: Annotated[
        bool, Doc("own land without a factory builds ships as well; only with `full_at`")
    ] = False

    def may_strike(self, kind: UnitType) -> bool:
        """Whether its kamikaze attacks may be aimed at units of a type."""
        if self.kamikaze_targets:
            return kind.name in self.kamikaze_targets
        carriage = kind.carriage
        carries_only = carriage.transport_capacity > 0 and not carriage.is_combat_transport
        return kind.is_sea and not kind.undersea.is_submarine and not carries_only

    def with_levy(self, unit: UnitTypeName, per: int) -> "NationRule":
        """The same with one unit of a type for another number of areas; 0 for none of it.

        Which areas count is the same for all that it gets.
        """
        before = next((levy for levy in self.levies if levy.type == unit), None)
        valued = any(levy.valued for levy in self.levies)
        new = replace(before, per=per) if before and per else Levy(unit, per, valued)
        others = tuple(levy for levy in self.levies if levy.type != unit)
        return replace(self, levies=(*others, new) if per else others)
