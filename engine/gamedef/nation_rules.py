"""Rules that a map gives to single nations: where they place, and units they get for nothing.

The rule book's own game has none of them.  Source: the map dialect (placementAnyTerritory,
placementAnySeaZone, placementCapturedTerritory, placementPerTerritory, maxPlacePerTerritory,
productionPerXTerritories, placementInCapitalRestricted, dominatingFirstRoundAttack,
negateDominatingFirstRoundAttack, playerTech, availableTech, shareTechnology, helpPayTechCost).
"""

from typing import Annotated

from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.gamedef.bounds import MAX_TECHNOLOGIES, MAX_UNIT_TYPES, MAX_UNITS
from engine.gamedef.names import TechnologyName
from engine.gamedef.schema import Bounds, GoodsName, Items, Key
from engine.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Levy:
    """One unit of a type for a number of areas that a nation owns, in its levy phase.

    per: how many areas, from 1 on; a remainder gives nothing.
    valued: whether only areas with a production value count.
    road: areas of which each must be in friendly hands for one unit more; () for none.
    """

    type: Annotated[UnitTypeName, Key("unit")]
    per: Annotated[int, Bounds(1, MAX_UNITS)]
    valued: bool = False
    road: tuple[TerritoryName, ...] = ()


@dataclass(frozen=True, slots=True)
class NationRule:
    """What is different for one nation.

    places_anywhere: its land and air units need no factory, only own land.
    places_in_any_zone: own land without a factory builds ships as well; only with `full_at`.
    places_in_captured: it may place where it took the land in the same turn.
    full_at: when it places anywhere: nothing in an area with this many units of its own or more,
      any number in another; 0: as many in an area as a factory there would build.
    most_placed: when it places anywhere: the most units that it places in an area in a turn; 0 for
      no such limit.
    levies: what it gets without money.
    places_at_home: it places nowhere but in its own capital.
    surprises: in the first round whoever defends against it hits with a 1 at most.
    is_prepared: no nation surprises it.
    kamikaze_goods: the goods that it pays with for a kamikaze attack, "" when it makes none.
    kamikaze_strength: each attack hits at this number or less.
    entry_captors: nations that may capture its units when they enter their area.
    is_unblockaded: it loses nothing in blockade zones.
    kamikaze_targets: types that it may attack; () for ships that are neither submarines nor carry
      troops.
    shares_technologies_with: nations for which what it finds is in force as well, where they
      could research it.
    research_helpers: nations whose money pays for its research where its own is not enough.
    not_researched: technologies of this game that it cannot research; triggers change them.
    research_price: PUs for one of its research dice, 0 for the price of the options.
    """

    nation: NationName
    places_anywhere: bool = False
    places_in_captured: bool = False
    full_at: Annotated[int, Bounds(0, MAX_UNITS)] = 0
    most_placed: Annotated[int, Bounds(0, MAX_UNITS)] = 0
    levies: Annotated[tuple[Levy, ...], Items(MAX_UNIT_TYPES, unique=("type",))] = ()
    places_at_home: bool = False
    surprises: bool = False
    is_prepared: bool = False
    kamikaze_goods: GoodsName = ""
    kamikaze_strength: Annotated[int, Bounds(0, MAX_UNITS)] = 0
    kamikaze_targets: tuple[UnitTypeName, ...] = ()
    entry_captors: tuple[NationName, ...] = ()
    is_unblockaded: bool = False
    shares_technologies_with: tuple[NationName, ...] = ()
    research_helpers: tuple[NationName, ...] = ()
    not_researched: Annotated[tuple[TechnologyName, ...], Items(MAX_TECHNOLOGIES)] = ()
    research_price: int = 0
    places_in_any_zone: bool = False

    def with_levy(self, unit: UnitTypeName, per: int) -> "NationRule":
        """The same with one unit of a type for another number of areas; 0 for none of it.

        Which areas count is the same for all that it gets.
        """
        before = next((levy for levy in self.levies if levy.type == unit), None)
        valued = any(levy.valued for levy in self.levies)
        new = replace(before, per=per) if before and per else Levy(unit, per, valued)
        others = tuple(levy for levy in self.levies if levy.type != unit)
        return replace(self, levies=(*others, new) if per else others)
