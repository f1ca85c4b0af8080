"""The blocks of new satellites, of types that their nation chooses.

They are raised when Government is over, before anything can be done with them.

Rule: Triumph & Tragedy 2nd edition, rule book 8.2 (T125, T151, T152).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.block_cards import BlocksMustered
from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import GROUND
from engine.orders.place import Place
from engine.rules.blocks.alignment import types_for
from engine.rules.blocks.areas import game_of
from engine.rules.blocks.box import box_left
from engine.rules.blocks.cards import cards_of
from engine.rules.common.frame import Events

_STRENGTHS: Final[Mapping[str, int]] = {
    "main": 3,
    "sub": 3,
    "capital_city": 3,
    "city": 2,
    "town": 1,
}
"""By size of the city, the strength of what is raised there (T151)."""


def mustered_at(state: State, place: TerritoryName) -> int:
    """The strength of the block that a satellite raises in an area, 0 for none."""
    return _STRENGTHS.get(game_of(state).areas[place].city, 0)


def places_due(state: State, nation: NationName) -> tuple[TerritoryName, ...]:
    """Areas where a nation has a block to raise, sorted; none once its box is empty (T96)."""
    due = cards_of(state).musters
    return tuple(
        place for place in sorted(due) if due[place] == nation and _kinds(state, nation, place)
    )


def _kinds(state: State, nation: NationName, place: TerritoryName) -> tuple[UnitTypeName, ...]:
    return types_for(state, game_of(state).great_power_of(nation), place)


def raised(state: State, nation: NationName, places: tuple[TerritoryName, ...]) -> tuple[Unit, ...]:
    """The blocks that a nation raises where nobody can be asked: ground units, as the box has them.

    For a country that goes over because somebody else attacks it (T234).
    """
    game = game_of(state)
    country = game.great_power_of(nation)
    ground = [name for name, block in game.types.items() if block.kind == GROUND]
    left = {name: box_left(state, country, name) for name in ground}
    units: list[Unit] = []
    for place in places:
        strength = mustered_at(state, place)
        # The last in the order of fire are the infantry, which fight best against ground units.
        kind = next((name for name in reversed(ground) if left[name] != 0), None)
        if not strength or kind is None:
            continue
        have = left[kind]
        left[kind] = None if have is None else have - 1
        number = state.next_unit + len(units)
        units.append(Unit(number, kind, nation, place, strength=strength, country=country))
    return tuple(units)


def check_muster(state: State, order: Place) -> tuple[Illegal, ...]:
    """Every reason against the block of a satellite."""
    place = order.territory
    if place not in places_due(state, state.nation):
        text = f"no block of a satellite is due in {place}"
        return (Illegal("no-muster", text, "T151", place),)
    wanted = sum(pick.count for pick in order.picks)
    if wanted != 1 or order.producer or order.picks[0].units:
        return (Illegal("one-block", f"one block is raised in {place}", "T151", place),)
    kind = order.picks[0].type
    if kind not in _kinds(state, state.nation, place):
        text = f"no {kind} can be raised in {place}"
        return (Illegal("cannot-stand", text, "T151", place),)
    if order.picks[0].owner not in {"", state.nation}:
        return (Illegal("not-yours", "the blocks are your own", "T152", place),)
    return ()


def resolve_muster(state: State, order: Place) -> Events:
    """The block stands there, with the strength of the city (T151)."""
    place, nation = order.territory, state.nation
    unit = Unit(
        state.next_unit,
        order.picks[0].type,
        nation,
        place,
        strength=mustered_at(state, place),
        country=game_of(state).great_power_of(nation),
    )
    return (BlocksMustered(nation, place, (unit,)),)


def check_mustered(state: State) -> tuple[Illegal, ...]:
    """All blocks are raised before the game goes on."""
    return tuple(
        Illegal("muster-left", f"choose the block that {place} raises", "T151", place)
        for place in places_due(state, state.nation)
    )


def legal_muster(state: State, territory: TerritoryName | None) -> Iterator[Place]:
    """One block of every type in every area."""
    for place in places_due(state, state.nation):
        if territory in {None, place}:
            yield from (
                Place((Pick(1, name),), place) for name in _kinds(state, state.nation, place)
            )
