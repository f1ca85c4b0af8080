"""Layers of the map: words that stand in areas while the player wants to see them."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from engine import (
    NO_LIMIT,
    Move,
    NationName,
    State,
    UnitTypeName,
    block_supply,
    blockade_views,
    blockade_zones,
    is_enemy,
    legal_starts,
    placement_room,
    reach_by_area,
    territory_view,
)
from pbem.board.odds import KeptOdds, odds_now
from pbem.text import counted
from pbem.usage import UsageError

Words: TypeAlias = dict[str, str]

IDLE: Final = "to move"
PRODUCTION: Final = "production"
ODDS: Final = "odds"
BLOCKADES: Final = "blockades"
SUPPLY: Final = "supply"
REACH: Final = "reach of "


def layer_names(state: State, nation: NationName) -> list[str]:
    """The layers that say something in a position, for the player of a nation."""
    moves = {(step.nation, step.phase) for step in state.definition.sequence}
    return [
        *([IDLE] if nation == state.nation and nation else []),
        PRODUCTION,
        *([ODDS] if state.battles and state.blocks is None else []),
        *([BLOCKADES] if blockade_zones(state) else []),
        *([SUPPLY] if state.blocks is not None and nation else []),
        *(
            f"{REACH}{enemy}"
            for enemy in state.definition.politics.nation_names
            if (enemy, "combat_move") in moves and nation and is_enemy(state, nation, enemy)
        ),
    ]


def layer(state: State, nation: NationName, name: str, known: KeptOdds) -> Words:
    """What a layer says, by area; UsageError for none of `layer_names`."""
    if name not in layer_names(state, nation):
        raise UsageError("no-such-layer", "There is no such layer of the map now.")
    if name == IDLE:
        return dict(_idle(state))
    if name == PRODUCTION:
        return dict(_production(state))
    if name == ODDS:
        return {str(one["place"]): str(one["chance"]) for one in odds_now(state, known)}
    if name == BLOCKADES:
        return _blockades(state)
    if name == SUPPLY:
        return _supply(state, nation)
    reach = reach_by_area(state, NationName(name.removeprefix(REACH)))
    return {place: counted(count, "unit") for place, count in reach.items()}


def _blockades(state: State) -> Words:
    """The zones that can be blockaded, and what those that are cost whom."""
    found: dict[str, list[str]] = {zone: [] for zone in blockade_zones(state)}
    for one in blockade_views(state):
        cost = counted(one.cost, "die", "dice") if one.is_rolled else counted(one.cost, "PU")
        found[one.zone].append(f"costs {one.nation} {cost}")
    return {zone: ", ".join(words) or "open" for zone, words in found.items()}


def _supply(state: State, nation: NationName) -> Words:
    """Land that supply lines reach, and blocks of the nation that none reaches (T215, T216)."""
    supply = block_supply(state, nation)
    lines = {place for place in supply.lines if not state.definition.board.is_sea[place]}
    cut_off = supply.cut_off.items()
    found: Words = dict.fromkeys(sorted(lines), "✓")
    return found | {place: f"✕ {counted(count, 'block')} cut off" for place, count in cut_off}


def _idle(state: State) -> Iterator[tuple[str, str]]:
    """Where units have not moved that can."""
    for order in legal_starts(state):
        if isinstance(order, Move):
            start = order.path[0]
            there = [unit for unit in state.units_in(start) if unit.owner == state.nation]
            fresh = sum(not unit.moved and _can_go(state, unit.type) for unit in there)
            if fresh:
                yield start, counted(fresh, "unit")


def _can_go(state: State, kind: UnitTypeName) -> bool:
    return state.definition.unit_types[kind].movement > 0


def _production(state: State) -> Iterator[tuple[str, str]]:
    """What areas are worth, and what can still be built there."""
    rooms: Mapping[str, int] = {
        place: room
        for nation in state.definition.politics.nation_names
        for place, room in placement_room(state, nation)
    }
    for name in state.definition.board.territories:
        worth = territory_view(state, name).production
        words = [f"worth {worth}"] if worth else []
        if name in rooms:
            room = rooms[name]
            words.append("builds any number" if room >= NO_LIMIT else f"builds {room}")
        if words:
            yield name, ", ".join(words)
