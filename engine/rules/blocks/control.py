"""Who controls an area; determined when a phase begins and at no other time.

Rule: Triumph & Tragedy 2nd edition, Area Control (T1); rule book 1.14 (T98, T99, T106, T204,
T211).  A nation alone in an area
with ground units controls it; disputed areas stay as they are; empty home areas of a great power
are its own; other empty areas go with the capital of their country.
"""

from engine.core.events.blocks import ControlChanged
from engine.core.ids import NEUTRAL, NOBODY, NationName, TerritoryName
from engine.gamedef import State
from engine.rules.blocks.areas import game_of, is_ground, is_sea


def resolve_control(state: State) -> tuple[ControlChanged, ...]:
    """The areas whose control changes now, by name."""
    lands = [place for place in sorted(state.definition.board.is_sea) if not is_sea(state, place)]
    held = {place: _occupier(state, place) for place in lands}
    changes: dict[TerritoryName, NationName] = {}
    for place in lands:
        owner = state.owners.get(place, NOBODY)
        occupier = held[place]
        if occupier is not None:
            changes[place] = occupier or owner
    for place in lands:
        if held[place] is None:
            changes[place] = _owner_of_empty(state, place, changes)
    return tuple(
        ControlChanged(place, state.owners.get(place, NOBODY), owner)
        for place, owner in changes.items()
        if owner != state.owners.get(place, NOBODY)
    )


def _occupier(state: State, place: TerritoryName) -> NationName | None:
    """The only nation there; "" for several or no ground units; None for nobody at all."""
    there = state.units_in(place)
    if not there:
        return None
    owners = {unit.owner for unit in there}
    if len(owners) > 1 or not any(is_ground(state, unit) for unit in there):
        return NOBODY
    (owner,) = owners
    return NOBODY if owner == NEUTRAL else owner


def _owner_of_empty(
    state: State, place: TerritoryName, held: dict[TerritoryName, NationName]
) -> NationName:
    game = game_of(state)
    before = state.owners.get(place, NOBODY)
    country = game.countries[game.areas[place].country]
    if country.home_of:
        return country.home_of
    if not country.capital or country.capital == place:
        return before
    return held.get(country.capital, state.owners.get(country.capital, NOBODY))
