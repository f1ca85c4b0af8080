"""Facets of a unit type: how it moves and what it carries (see engine/gamedef/unit_types.py).

Rule: rule book, Movement, Transports and Carriers (B48 to B55, B74); what only maps have, from the
map dialect.
"""

from typing import Annotated

from engine.core.ids import ResourceName, UnitTypeName
from engine.gamedef.bounds import MAX_UNIT_TYPES
from engine.gamedef.schema import Ability, Bonus, Positive
from engine.marks import SORTED, Doc, Items
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Mobility:
    """Where and how it may move, and what that costs."""

    can_blitz: Annotated[bool, Doc("it may go through empty enemy land"), Ability("blitz")] = False
    blitzes_with: Annotated[
        tuple[UnitTypeName, ...],
        Doc("types of which each lets one such unit blitz that moves along with it"),
    ] = ()
    moves_in_combat: Annotated[
        bool, Doc("it may move in the combat move on its own (AA guns may not, B89)")
    ] = True
    moves_beside: Annotated[
        tuple[tuple[UnitTypeName, ...], ...],
        Items(MAX_UNIT_TYPES),
        Doc("groups of types; one whole group must stand wherever it moves"),
    ] = ()
    flies_one_way: Annotated[
        bool, Doc("it may fly where it cannot land"), Ability("needs no place to land")
    ] = False
    gives_movement: Annotated[
        tuple[tuple[UnitTypeName, Bonus], ...],
        SORTED,
        Doc(
            "movement points that it gives to units of some types, as a base, or takes from them: "
            "pairs (type, points)"
        ),
    ] = ()
    fuel: Annotated[
        tuple[tuple[ResourceName, Positive], ...],
        SORTED,
        Doc("what each area that it moves costs its owner: pairs (resource, amount)"),
        Ability("needs fuel"),
    ] = ()
    flat_fuel: Annotated[
        tuple[tuple[ResourceName, Positive], ...],
        SORTED,
        Doc("what its first move of a turn costs on top of that: pairs (resource, amount)"),
    ] = ()

    @property
    def needs_fuel(self) -> bool:
        """Whether its owner pays when it moves."""
        return bool(self.fuel or self.flat_fuel)


@dataclass(frozen=True, slots=True)
class Carriage:
    """Transports, and what rides in them."""

    transport_cost: Annotated[
        int, Doc("room it needs aboard a transport, 0 when it cannot be carried")
    ] = 0
    rides_free: Annotated[
        bool, Doc("it can be carried and needs no room"), Ability("needs no room aboard")
    ] = False
    transport_capacity: Annotated[int, Doc("its room for land units, 0 for none")] = 0
    is_combat_transport: Annotated[
        bool,
        Doc("it carries land units and fights like any other ship"),
        Ability("fights as a warship"),
    ] = False
    invades_from: Annotated[
        tuple[UnitTypeName, ...],
        Doc(
            "types of transports from which it may land in a combat move where land is not in "
            "friendly hands; any transport if none is named"
        ),
    ] = ()
    never_invades: Annotated[bool, Doc("it may land there from no transport")] = False
    is_infantry: Annotated[
        bool, Doc("foot soldiers, which land transports take along"), Ability("foot")
    ] = False
    is_paratrooper: Annotated[
        bool, Doc("air transports drop it into battles"), Ability("can be dropped")
    ] = False
    is_land_transport: Annotated[
        bool,
        Doc(
            "it takes along one foot soldier, or as many as its room for cargo holds, where its "
            "owner has the technology for it"
        ),
        Ability("takes foot along"),
    ] = False
    is_air_transport: Annotated[
        bool, Doc("the same with paratroopers"), Ability("drops paratroopers")
    ] = False

    @property
    def can_board(self) -> bool:
        """Whether transports can carry it (B74)."""
        return self.rides_free or self.transport_cost > 0


@dataclass(frozen=True, slots=True)
class Decks:
    """Carriers, and what lands on them."""

    carrier_cost: Annotated[int, Doc("room it needs on a carrier, 0 when it cannot land there")] = 0
    carrier_capacity: Annotated[int, Doc("its room for aircraft, 0 for none")] = 0
    shut_deck_hits: Annotated[
        int, Doc("hits with which no aircraft lands on it any more, 0 for never")
    ] = 0
    held_deck_hits: Annotated[
        int,
        Doc("hits with which aircraft of allies that are aboard cannot leave, 0 for never"),
    ] = 0


@dataclass(frozen=True, slots=True)
class Scrambling:
    """Help that takes off from bases for a battle beside them."""

    scramble_distance: Annotated[
        int,
        Doc("how far it may scramble from a base to help in a battle, 0 when it may not"),
        Ability("scrambles from bases"),
    ] = 0
    is_air_base: Annotated[
        bool, Doc("aircraft may scramble from its area"), Ability("aircraft scramble from it")
    ] = False
    scramble_limit: Annotated[
        int, Doc("how many may scramble from such a base in a turn, 0 for any number")
    ] = 0
