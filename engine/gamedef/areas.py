"""What a scenario says about its areas and the canals between them (B13 to B36)."""

from typing import Annotated, TypeAlias

from engine.core.ids import NationName, TerritoryName, TheatreName, UnitTypeName
from engine.gamedef.bounds import MAX_PLACE
from engine.gamedef.schema import (
    ELSEWHERE,
    SORTED,
    Bonus,
    Bounds,
    GoodsName,
    LandName,
    OwnerName,
    Positive,
)
from engine.values import dataclass

Coordinate: TypeAlias = Annotated[int, Bounds(0, MAX_PLACE)]
"""Points to the right or down in a picture of the board."""


@dataclass(frozen=True, slots=True)
class Territory:
    """What the scenario says about one area.

    production: income and limit of a factory, in PUs and units.
    capital_of: the nation whose capital it is, "" for none.
    victory_cities: how many victory cities it counts as.
    is_impassable: nobody may enter.
    unlimited_production: its first owner builds as much there as they like.
    first_owner: its original owner, when that is not its owner at the start; "" otherwise.
    no_units: types that may neither be placed there nor enter; no_blitz: types that must stop
      there.
    attack_terrain, defence_terrain: what the terrain adds to the strength of units that attack or
      defend there, negative where it weakens them: pairs (type, number).
    theatre: the part of the board that it belongs to, where a board has several; "" for an area
      between them.
    given_to: nations that receive the units of their givers there, at the end of the giver's turn.
    convoys: it pays only while one of these areas is in friendly hands: a sea zone on the way of
      its goods, or the land that they come from.  () when it needs none.
    is_prize: a sea zone without an owner that still goes to the winner of a battle there.
    kamikaze_zone: its first owner may make kamikaze attacks on ships there.
    air_base: aircraft that begin their turn there while it is friendly move one area further,
      and so do those that fly to it.
    naval_base: ships move one zone further in the non-combat move from a zone beside such an area
      to another one, while both are friendly.
    yields: amounts of other resources than PUs that it pays its owner every turn.
    blockade_zone: enemy ships there cost the owners of the land beside it a part of its value.
    taken_for: when one nation would take it, another one gets it, or nobody: pairs (captor, new
      owner).
    entry_captors: nations that may capture units there when they enter it.
    output: units that a factory builds there, None for as many as it pays PUs.
    place: where a picture of the board shows it, in points to the right and down; None where that
      is not given.  No rule reads it.
    """

    name: Annotated[TerritoryName, ELSEWHERE]
    is_sea: Annotated[bool, ELSEWHERE] = False
    production: int = 0
    capital_of: NationName = ""
    victory_cities: int = 0
    is_impassable: bool = False
    unlimited_production: bool = False
    first_owner: OwnerName = ""
    no_units: tuple[UnitTypeName, ...] = ()
    no_blitz: tuple[UnitTypeName, ...] = ()
    attack_terrain: tuple[tuple[UnitTypeName, Bonus], ...] = ()
    defence_terrain: tuple[tuple[UnitTypeName, Bonus], ...] = ()
    given_to: tuple[NationName, ...] = ()
    theatre: TheatreName = ""
    convoys: tuple[TerritoryName, ...] = ()
    is_prize: bool = False
    kamikaze_zone: bool = False
    air_base: bool = False
    naval_base: bool = False
    place: tuple[Coordinate, Coordinate] | None = None
    blockade_zone: bool = False
    taken_for: tuple[tuple[NationName, OwnerName], ...] = ()
    entry_captors: tuple[NationName, ...] = ()
    output: int | None = None
    yields: tuple[tuple[GoodsName, Positive], ...] = ()

    @property
    def built(self) -> int:
        """Units that a factory without a number of its own builds there."""
        return self.production if self.output is None else self.output


@dataclass(frozen=True, slots=True)
class Canal:
    """A border between two areas that is open to whoever holds the land beside it.

    zones: two areas that touch; between land and sea it stops troops that go aboard, not those that
      go ashore.
    lands: every one must belong to the mover's side (B19, B20).
    free_types: units that need no canal besides aircraft, such as submarines in a strait.
    closed_in_combat: nobody goes through in the combat move.
    Several canals may lie between the same two areas.
    """

    name: str
    zones: Annotated[tuple[TerritoryName, TerritoryName], SORTED]
    lands: Annotated[tuple[LandName, ...], SORTED]
    free_types: tuple[UnitTypeName, ...] = ()
    closed_in_combat: bool = False
