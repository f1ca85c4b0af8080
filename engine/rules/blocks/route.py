"""Paths over the board: by land, by sea or by air, what they cost and how far a unit goes.

Rule: Triumph & Tragedy 2nd edition, General Movement (T9, T10, T14 to T22, T24, T26 to T29, T32,
T34, T35, T79, T239, T251).
Options: two_players.
"""

from collections import deque
from collections.abc import Iterator
from itertools import pairwise

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.core.words import TravelMode
from engine.gamedef import State
from engine.gamedef.blocks import AIR, GROUND, UNDERSEA
from engine.rules.blocks.areas import (
    ENEMY,
    FRIENDLY,
    NEITHER,
    RIVAL,
    block_of,
    enemies_in,
    game_of,
    has_escaped_enemy,
    is_coastal,
    is_sea,
    is_strait,
    is_undisputed,
    rivals_in,
    share_a_sea,
    status_of,
)
from engine.rules.blocks.minors import is_open_to
from engine.rules.blocks.travel import (
    BY_AIR,
    LAND,
    SEA,
    Path,
    Traveller,
    cost_of,
    mode_of,
)
from engine.rules.blocks.variants import ally_is_there, ally_of


def check_legs(state: State, unit: Unit, path: Path) -> Iterator[Illegal]:
    """Whether the path is one movement of one sort (T16 to T19, T29)."""
    mode = mode_of(state, unit, path)
    if mode == BY_AIR:
        return
    if mode == LAND:
        if block_of(state, unit).kind != GROUND:
            yield from _check_ship_on_land(state, path)
        return
    for one, other in pairwise(path):
        if not is_sea(state, one) and not is_sea(state, other):
            text = f"{one} to {other} is land movement, which is never combined with sea movement"
            yield Illegal("mixed-movement", text, "T19", other)
    for place in path[1:-1]:
        if not is_sea(state, place) and not is_strait(state, place):
            text = f"sea movement ends in {place}, which is land"
            yield Illegal("stops-at-land", text, "T21", place)


def _check_ship_on_land(state: State, path: Path) -> Iterator[Illegal]:
    if len(path) > 2:
        text = f"a ship goes one area by land, to {path[1]}, and stops"
        yield Illegal("one-area-by-land", text, "T29", path[1])
    one, other = path[0], path[1]
    if not (is_coastal(state, one) and is_coastal(state, other)):
        inland = other if is_coastal(state, one) else one
        text = f"a ship cannot go from {one} to {other}: {inland} has no coast"
        yield Illegal("no-coast", text, "T17", inland)
    elif not share_a_sea(state, one, other):
        text = f"a ship cannot go from {one} to {other}: no sea touches both"
        yield Illegal("no-common-sea", text, "T29", other)


def check_passage(state: State, who: Traveller, place: TerritoryName) -> Illegal | None:
    """Why a unit cannot pass through an area that is not the end of its path; None if it can."""
    if who.is_strategic:
        return check_strategic(state, who, place)
    status = status_of(state, who.nation, place)
    if is_sea(state, place):
        return _check_occupied(state, who, place)
    if status in {RIVAL, NEITHER}:
        if is_strait(state, place) and who.mode != LAND:
            return None
        if status == RIVAL or not is_open_to(state, who, place):
            return needs_declaration(state, who, place)
    if who.mode != LAND and is_strait(state, place):
        if who.mode == SEA and status == ENEMY:
            text = f"{place} is an enemy strait and stops ships"
            return Illegal("enemy-strait", text, "T26", place)
    elif rivals_in(state, who.nation, place):
        return needs_declaration(state, who, place)
    return _check_occupied(state, who, place)


def _check_occupied(state: State, who: Traveller, place: TerritoryName) -> Illegal | None:
    """Submarines and aircraft pass through enemies, others stop (T13, T14); nobody enters an area
    with units of an ally (T251)."""
    reason = check_ally(state, who, place)
    if reason is not None:
        return reason
    if who.kind in {AIR, UNDERSEA} or not enemies_in(state, who.nation, place):
        return None
    return Illegal("enemy-stops", f"enemy units in {place} stop the move there", "T13", place)


def check_ally(state: State, who: Traveller, place: TerritoryName) -> Illegal | None:
    """Why a unit keeps out of an area with units of the other nation of its player (T251)."""
    if not ally_is_there(state, who.nation, place):
        return None
    ally = ally_of(state, who.nation)
    text = f"units of the {ally}, your ally, are in {place}: the two never enter the same area"
    return Illegal("ally-there", text, "T251", place)


def check_strategic(state: State, who: Traveller, place: TerritoryName) -> Illegal | None:
    """Why strategic movement cannot go through an area (T13, T14, T37 to T39)."""
    if status_of(state, who.nation, place) != FRIENDLY:
        rule = "T38" if is_strait(state, place) else "T37"
        text = f"strategic movement goes through friendly areas only, and {place} is not one"
        return Illegal("not-friendly", text, rule, place)
    if has_escaped_enemy(state, who.nation, place):
        text = f"an enemy submarine in {place} blocks strategic movement"
        return Illegal("submarine-blocks", text, "T39", place)
    return _check_occupied(state, who, place)


def check_strategic_end(state: State, who: Traveller, place: TerritoryName) -> Iterator[Illegal]:
    """Why strategic movement cannot end in an area (T37, T213)."""
    if not is_undisputed(state, who.nation, place):
        text = f"strategic movement ends in an undisputed friendly area, and {place} is not one"
        yield Illegal("not-friendly", text, "T37", place)
    if who.kind == AIR and is_sea(state, place):
        text = f"aircraft do not end strategic movement at sea, in {place}"
        yield Illegal("air-to-sea", text, "T213", place)


def needs_declaration(state: State, who: Traveller, place: TerritoryName) -> Illegal:
    """The reason why neutral or rival land cannot be entered (T25, T32 to T35)."""
    rule = {AIR: "T34", GROUND: "T32"}.get(who.kind, "T33")
    status = status_of(state, who.nation, place)
    if status == NEITHER:
        country = game_of(state).areas[place].country
        text = f"{place} is neutral: violate {country} before the first move"
        return Illegal("neutral-land", text, rule, place)
    if status == RIVAL:
        owner = state.owners[place]
        text = f"{place} is land of a rival: declare war on the {owner} before the first move"
        return Illegal("rival-land", text, rule, place)
    third = ", ".join(rivals_in(state, who.nation, place))
    text = f"units of a rival are in {place}: declare war on the {third} before the first move"
    return Illegal("rival-there", text, "T35", place)


def ways(
    state: State, unit: Unit, mode: TravelMode, speed: int, *, is_strategic: bool = False
) -> dict[TerritoryName, Path]:
    """A cheapest path to every area within reach; whether it may end there is not checked.

    Of several cheapest paths the one whose names sort first is taken.
    """
    who = Traveller(unit.owner, block_of(state, unit).kind, mode, is_strategic)
    best: dict[TerritoryName, tuple[int, Path]] = {unit.territory: (0, (unit.territory,))}
    queue = deque([unit.territory])
    while queue:
        here = queue.popleft()
        spent, path = best[here]
        is_start = here == unit.territory
        if not is_start and not _goes_on(state, who, here):
            continue
        for beyond in state.definition.board.neighbours(here):
            if not _is_leg(state, mode, here, beyond) or beyond in path:
                continue
            cost = spent + cost_of(state, (here, beyond))
            longer = (cost, (*path, beyond))
            if cost <= speed and (beyond not in best or longer < best[beyond]):
                best[beyond] = longer
                queue.append(beyond)
    return {place: path for place, (_, path) in sorted(best.items()) if place != unit.territory}


def _goes_on(state: State, who: Traveller, place: TerritoryName) -> bool:
    if who.mode == LAND and who.kind != GROUND:
        return False
    if who.mode == SEA and not is_sea(state, place) and not is_strait(state, place):
        return False
    return check_passage(state, who, place) is None


def _is_leg(state: State, mode: TravelMode, one: TerritoryName, other: TerritoryName) -> bool:
    if mode == BY_AIR:
        return True
    at_sea = is_sea(state, one) or is_sea(state, other)
    return at_sea == (mode == SEA)
