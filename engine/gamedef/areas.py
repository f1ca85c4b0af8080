"""What a scenario says about its areas and the canals between them (B13 to B36)."""

from typing import Annotated, TypeAlias

from engine.core.ids import NOBODY, NOWHERE, NationName, TerritoryName, TheatreName, UnitTypeName
from engine.gamedef.bounds import MAX_PLACE
from engine.gamedef.schema import ELSEWHERE, Bonus, LandName, OwnerName, Positive, YieldName
from engine.marks import SORTED, Bounds, Doc
from engine.values import dataclass

Coordinate: TypeAlias = Annotated[int, Bounds(0, MAX_PLACE)]
"""Points to the right or down in a picture of the board."""


@dataclass(frozen=True, slots=True)
class Territory:
    """What the scenario says about one area."""

    name: Annotated[TerritoryName, ELSEWHERE, Doc("what it is called")]
    is_sea: Annotated[bool, ELSEWHERE, Doc("it is a sea zone")] = False
    production: Annotated[
        Bonus, Doc("its income in PUs, and how many units a factory builds there")
    ] = 0
    capital_of: Annotated[NationName, Doc('the nation whose capital it is, "" for none')] = NOBODY
    victory_cities: Annotated[int, Doc("how many victory cities it counts as")] = 0
    is_impassable: Annotated[bool, Doc("nobody may enter")] = False
    unlimited_production: Annotated[
        bool, Doc("its first owner builds as much there as they like")
    ] = False
    first_owner: Annotated[
        OwnerName, Doc('its original owner where that is not its owner at the start, "" otherwise')
    ] = NOBODY
    no_units: Annotated[
        tuple[UnitTypeName, ...], Doc("types that may neither be placed there nor enter")
    ] = ()
    no_blitz: Annotated[tuple[UnitTypeName, ...], Doc("types that must stop there")] = ()
    attack_terrain: Annotated[
        tuple[tuple[UnitTypeName, Bonus], ...],
        Doc(
            "what the terrain adds to the strength of units that attack there, below 0 where "
            "it weakens them: pairs (type, number)"
        ),
    ] = ()
    defence_terrain: Annotated[
        tuple[tuple[UnitTypeName, Bonus], ...], Doc("the same for units that defend there")
    ] = ()
    entry_cost: Annotated[
        tuple[tuple[UnitTypeName, Bonus], ...],
        Doc(
            "what the terrain adds to the one movement point that the step into it costs units of "
            "a type, below 0 where it makes that step cheaper: pairs (type, number)"
        ),
    ] = ()
    given_to: Annotated[
        tuple[NationName, ...],
        Doc("nations that receive the units of their givers there, at the end of the giver's turn"),
    ] = ()
    theatre: Annotated[
        TheatreName,
        Doc(
            'the part of the board that it belongs to, where a board has several; "" for an '
            "area between them"
        ),
    ] = ""
    convoys: Annotated[
        tuple[TerritoryName, ...],
        Doc(
            "it pays only while one of these areas is in friendly hands: a sea zone on the "
            "way of its goods, or the land that they come from"
        ),
    ] = ()
    is_prize: Annotated[
        bool, Doc("a sea zone without an owner that still goes to the winner of a battle there")
    ] = False
    kamikaze_zone: Annotated[
        bool, Doc("its first owner may make kamikaze attacks on ships there")
    ] = False
    air_base: Annotated[
        bool,
        Doc(
            "while it is friendly, the first step out of it costs aircraft no movement, nor does "
            "the last step to it"
        ),
    ] = False
    naval_base: Annotated[
        bool,
        Doc(
            "ships move one zone further in the non-combat move from a zone beside such an "
            "area to another one, while both are friendly"
        ),
    ] = False
    place: Annotated[
        tuple[Coordinate, Coordinate] | None,
        Doc(
            "where a picture of the board shows it, in points to the right and down; no rule "
            "reads it"
        ),
    ] = None
    blockade_zone: Annotated[
        bool, Doc("enemy ships there cost the owners of the land beside it a part of its value")
    ] = False
    taken_for: Annotated[
        tuple[tuple[NationName, OwnerName], ...],
        Doc(
            "when one nation would take it, another one gets it, or nobody: pairs (captor, "
            "new owner)"
        ),
    ] = ()
    entry_captors: Annotated[
        tuple[NationName, ...], Doc("nations that may capture units there when they enter it")
    ] = ()
    output: Annotated[
        int | None, Doc("units that a factory builds there, where that is not its production")
    ] = None
    yields: Annotated[
        tuple[tuple[YieldName, Positive], ...],
        Doc("amounts of other resources than PUs that it pays its owner every turn"),
    ] = ()

    @property
    def built(self) -> int:
        """Units that a factory without a number of its own builds there."""
        return max(0, self.production if self.output is None else self.output)


@dataclass(frozen=True, slots=True)
class Canal:
    """A border between two areas that is open to whoever holds the land beside it."""

    name: Annotated[
        str, Doc("what it is called; several canals may lie between the same two areas")
    ]
    zones: Annotated[
        tuple[TerritoryName, TerritoryName],
        SORTED,
        Doc(
            "two areas that touch; between land and sea it stops troops that go aboard, not "
            "those that go ashore"
        ),
    ]
    lands: Annotated[
        tuple[LandName, ...], SORTED, Doc("every one must belong to the mover's side (B19, B20)")
    ]
    free_types: Annotated[
        tuple[UnitTypeName, ...],
        Doc("units that need no canal besides aircraft, such as submarines in a strait"),
    ] = ()
    closed_in_combat: Annotated[bool, Doc("nobody goes through in the combat move")] = False
    bound_aircraft: Annotated[
        tuple[UnitTypeName, ...], Doc("aircraft that need it as ships do; others need none")
    ] = ()
    side: Annotated[
        TerritoryName,
        Doc(
            'the one of its zones that asks for this, "" for both; of several canals each zone '
            "needs one that is open"
        ),
    ] = NOWHERE
