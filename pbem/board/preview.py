"""What a move would mean that is chosen on the page and not given yet."""

from typing import Final, TypeAlias

from engine import (
    LandingPlace,
    Move,
    State,
    TerritoryName,
    check,
    landing_places,
    landing_places_from,
    with_route,
)
from engine.advice import landing_ways
from engine.values import replace
from pbem.play.landing import as_many_as_fit

Plain: TypeAlias = dict[str, object]

_MOST_WAYS: Final = 6


def preview(state: State, move: Move) -> dict[str, list[Plain]]:
    """Where its aircraft could land afterwards, or by which ships its troops could be brought.

    move: from its start to its end; areas on the way may be left out.  Each way says whom it
    brings: as many as there is room for.
    """
    start, goal = move.path[0], move.path[-1]
    if any(place not in state.definition.board.territories for place in move.path):
        return {"landing": [], "ways": []}
    routed = with_route(state, move)
    if len(move.path) > 1 and not check(state, routed):
        landing = landing_places(state, routed)
        return {"landing": [_spot(one) for one in landing], "ways": []}
    fitting = as_many_as_fit(state, replace(move, path=(start, goal))).picks
    found = landing_ways(state, fitting, start, goal)
    return {
        "landing": [],
        "ways": [
            {
                "zones": list(way.zones),
                "brings": [[pick.count, pick.type] for pick in fitting],
                "ships": [[pick.count, pick.type] for pick in way.ships],
                "battles": way.battles - len(state.battles),
            }
            for way in found[:_MOST_WAYS]
        ],
    }


def landing_now(state: State, name: TerritoryName) -> list[Plain]:
    """Where the aircraft of the nation on turn in an area could land from there."""
    return [_spot(one) for one in landing_places_from(state, name)]


def _spot(one: LandingPlace) -> Plain:
    return {"place": one.place, "count": one.count}
