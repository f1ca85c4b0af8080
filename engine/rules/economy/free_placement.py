"""Placement without factories: a nation that a map allows to build in any of its own land.

Land and air units are placed in any own land area.  The map may set a number of own units: an area
with fewer takes any number, an area with that many takes none.  Without such a number an area takes
as many as a factory there would build.  Units placed at sea need a factory.

Source: the map dialect (placementAnyTerritory, placementCapturedTerritory, placementPerTerritory,
maxPlacePerTerritory).
Options: none.
"""

from engine.core.errors import Illegal
from engine.core.ids import NationName, TerritoryName
from engine.gamedef import State
from engine.gamedef.nation_rules import NationRule
from engine.rules.common.relations import is_sea, owner_of
from engine.rules.economy.production import NO_LIMIT, production_limit, production_sites


def places_anywhere(state: State, nation: NationName, place: TerritoryName) -> bool:
    """Whether a nation needs no factory to build for this area.

    It may be own land that nobody can enter or leave, as the recorded games show.
    """
    return state.definition.map_rules.of(nation).places_anywhere and not is_sea(state, place)


def may_place_in_captured(state: State, nation: NationName) -> bool:
    """Whether this nation may place units on land that it took in this turn."""
    return state.definition.map_rules.of(nation).places_in_captured


def room_anywhere(state: State, nation: NationName, place: TerritoryName) -> int:
    """How many more units a nation that needs no factory may place in an area now."""
    rule = state.definition.map_rules.of(nation)
    if owner_of(state, place) != nation or is_sea(state, place):
        return 0
    if place in state.turn.conquered and not rule.places_in_captured:
        return 0
    placed = _placed(state, place)
    if rule.full_at:
        own = sum(unit.owner == nation for unit in state.units_in(place))
        room = NO_LIMIT if own < rule.full_at else 0
    else:
        room = production_limit(state, place) - placed
    if rule.most_placed:
        room = min(room, rule.most_placed - placed)
    return max(0, room)


def check_room_anywhere(state: State, place: TerritoryName, wanted: int) -> tuple[Illegal, ...]:
    """The reason, if any, against placing this many units in own land without a factory."""
    room = room_anywhere(state, state.nation, place)
    if wanted <= room:
        return ()
    text = f"{wanted} units cannot be placed in {place}: {_why(state, place, room)}"
    return (Illegal("limit-reached", text, "", place),)


def placeable_total(state: State, nation: NationName) -> int:
    """How many units a nation can place in this turn, new factories not counted (B138)."""
    total = sum(production_sites(state, nation).values())
    if state.definition.map_rules.of(nation).places_anywhere:
        total += sum(room_anywhere(state, nation, place) for place in state.owners)
    return total


def _why(state: State, place: TerritoryName, room: int) -> str:
    rule: NationRule = state.definition.map_rules.of(state.nation)
    own = sum(unit.owner == state.nation for unit in state.units_in(place))
    if rule.full_at and own >= rule.full_at:
        return f"the {state.nation} have {own} units there and may place only where they have fewer"
    return f"there is room for {room} more in this turn"


def _placed(state: State, place: TerritoryName) -> int:
    """Units placed in an area in this turn."""
    new = {key for key, _ in state.turn.placed}
    return sum(unit.id in new for unit in state.units_in(place))
