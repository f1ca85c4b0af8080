"""Trade routes: what of a nation's population and resources finds a way to its main capital.

Rule: Triumph & Tragedy 2nd edition, rule book 14.2 (T218 to T228).  A route has one part by land
and one by sea at most, in either order.  Resources that are not printed for the way round Africa
may not take it.
"""

from collections.abc import Callable, Iterable
from typing import Final

from engine.core.ids import NOWHERE, NationName, TerritoryName
from engine.gamedef import State
from engine.rules.blocks.areas import (
    ENEMY,
    FRIENDLY,
    NEITHER,
    game_of,
    has_escaped_enemy,
    is_sea,
    is_strait,
    position_of,
    status_of,
)

ALL: Final = "all"
"""An area that is shut in altogether."""

HOME: Final = "home"
"""An area whose only way leads round Africa: black resources do not count (T225)."""

Areas = frozenset[TerritoryName]


def main_capital_of(state: State, nation: NationName) -> TerritoryName:
    """The main capital of a nation, whoever holds it; "" for a nation without one."""
    game = game_of(state)
    for place, area in game.areas.items():
        if area.city == "main" and game.countries[area.country].faction == nation:
            return place
    return NOWHERE


def holdings_of(state: State, nation: NationName) -> tuple[TerritoryName, ...]:
    """Areas whose yield counts for a nation: its own land and countries it has influence on.

    T107, T147, T148, T162, T163; of the USA only the nation that it belongs with has a use.
    """
    game, position = game_of(state), position_of(state)
    found = []
    for place, area in game.areas.items():
        owner = state.owners.get(place, "")
        held = position.influence.get(area.country) if area.country and not owner else None
        faction = game.countries[area.country].faction if area.country else ""
        influenced = held is not None and held.nation == nation and faction in {"", nation}
        if owner == nation or influenced:
            found.append(place)
    return tuple(found)


def losses_of(state: State, nation: NationName) -> dict[TerritoryName, str]:
    """Areas with a yield of a nation that find no way now, ALL or HOME by area (T218 to T226)."""
    game = game_of(state)
    worth = [
        place
        for place in holdings_of(state, nation)
        if game.areas[place].population or game.areas[place].resources or game.areas[place].overseas
    ]
    near, far = reachable(state, nation, round_africa=False), None
    lost: dict[TerritoryName, str] = {}
    for place in worth:
        if place in near:
            continue
        far = reachable(state, nation, round_africa=True) if far is None else far
        lost[place] = HOME if place in far else ALL
    return lost


def reachable(state: State, nation: NationName, *, round_africa: bool) -> Areas:
    """Land from which a route leads to the main capital of a nation, itself included."""
    capital = main_capital_of(state, nation)
    if not capital or state.owners.get(capital) != nation:
        return frozenset()

    def goes(one: TerritoryName, other: TerritoryName) -> bool:
        return _land_leg(state, nation, other)

    by_land = spread(state, [capital], goes)
    # By land to a coast and on by sea, or by sea from the capital and on by land.
    to_land = _afloat(state, nation, by_land, round_africa=round_africa)
    from_sea = _afloat(state, nation, {capital}, round_africa=round_africa)
    inland = spread(state, _landings(state, nation, from_sea), goes)
    return frozenset({*by_land, *_ashore(state, nation, to_land), *inland})


def spread(
    state: State,
    starts: Iterable[TerritoryName],
    goes: Callable[[TerritoryName, TerritoryName], bool],
) -> set[TerritoryName]:
    """Everything that can be reached from some areas, border by border."""
    board = state.definition.board
    found = {*starts}
    waiting = [*found]
    while waiting:
        here = waiting.pop()
        for beyond in board.neighbours(here):
            if beyond not in found and goes(here, beyond):
                found.add(beyond)
                waiting.append(beyond)
    return found


def _land_leg(state: State, nation: NationName, place: TerritoryName) -> bool:
    """Whether a route goes on into an area by land: a friendly or neutral one (T218)."""
    return not is_sea(state, place) and status_of(state, nation, place) in {FRIENDLY, NEITHER}


def _afloat(
    state: State, nation: NationName, coasts: Iterable[TerritoryName], *, round_africa: bool
) -> set[TerritoryName]:
    """Seas and straits that a route can cross from some coasts (T220 to T222)."""

    def goes(one: TerritoryName, other: TerritoryName) -> bool:
        if not (is_sea(state, one) or is_sea(state, other)):
            return False
        if not round_africa and frozenset({one, other}) == _cape(state):
            return False
        if is_sea(state, other):
            return is_open_sea(state, nation, other)
        return is_strait(state, other) and status_of(state, nation, other) != ENEMY

    board = state.definition.board
    capital = main_capital_of(state, nation)
    shores = {place for place in coasts if not is_strait(state, place) or place == capital}
    first = {
        sea
        for place in shores
        for sea in board.neighbours(place)
        if is_sea(state, sea) and is_open_sea(state, nation, sea)
    }
    return spread(state, first, goes)


def is_open_sea(state: State, nation: NationName, place: TerritoryName) -> bool:
    """Whether trade crosses a sea: no enemies, not even escaped submarines (T222)."""
    return status_of(state, nation, place) == FRIENDLY and not has_escaped_enemy(
        state, nation, place
    )


def _cape(state: State) -> Areas:
    """The two oceans that meet round Africa; none on a board without them."""
    return frozenset(game_of(state).cape)


def _ashore(state: State, nation: NationName, seas: Iterable[TerritoryName]) -> set[TerritoryName]:
    """Land that lies at some seas, and straits among them: routes may begin there."""
    seas = {*seas}
    board = state.definition.board
    beside = {land for sea in seas for land in board.neighbours(sea)}
    return {place for place in beside | seas if _land_leg(state, nation, place)}


def _landings(
    state: State, nation: NationName, seas: Iterable[TerritoryName]
) -> set[TerritoryName]:
    """Coasts at which goods go from land to sea: no straits (T220)."""
    return {place for place in _ashore(state, nation, seas) if not is_strait(state, place)}
