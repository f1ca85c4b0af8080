"""Production: steps, cadres and cards for the points of a nation.

Rule: Triumph & Tragedy 2nd edition, rule book 7.2 (T95 to T97, T102, T117 to T126,
T212, T247, T255, T256).
Options: short_game, two_players.
"""

from collections.abc import Iterator
from typing import get_args

from engine.core.agenda import CardDraw
from engine.core.errors import Illegal
from engine.core.events.block_cards import BlocksStrengthened, CadresBuilt, CardsBought
from engine.core.ids import TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.core.words import DeckName
from engine.gamedef import State
from engine.gamedef.blocks import GROUND
from engine.orders.draw import DrawCards
from engine.orders.place import Place
from engine.orders.strengthen import Strengthen
from engine.rules.blocks.alliance import check_share
from engine.rules.blocks.areas import (
    block_of,
    can_stand,
    country_of,
    game_of,
    is_sea,
    is_undisputed,
    own_in,
    position_of,
)
from engine.rules.blocks.cadres import check_box, check_new_blocks, new_cadres
from engine.rules.blocks.cards import deck_of
from engine.rules.blocks.draw import resolve_draws
from engine.rules.blocks.economy import standing_of
from engine.rules.blocks.picks import pick_blocks, pick_of
from engine.rules.blocks.supply import unsupplied
from engine.rules.blocks.variants import is_passive, short_game_of
from engine.rules.common.frame import Events


def points_left(state: State) -> int:
    """Points that the nation on turn has not used: of production, or of what it adds before a game
    that begins in a later year (T114, T117, T247)."""
    return _points(state) - position_of(state).turn.spent


def _points(state: State) -> int:
    short = short_game_of(state.definition)
    if is_setting_up(state) and short is not None:
        return short.reinforcements.get(state.nation, 0)
    return standing_of(state, state.nation).level


def is_setting_up(state: State) -> bool:
    """Whether blocks are added before the first year: at home, and as many steps to each as there
    is room for (T247)."""
    return state.phase.phase == "reinforce"


def check_cadres(state: State, order: Place) -> tuple[Illegal, ...]:
    """Every reason against new blocks of strength 1."""
    count = sum(pick.count for pick in order.picks)
    return (*_unpaid(state, "units", count), *_check_site(state, order))


def _check_site(state: State, order: Place) -> tuple[Illegal, ...]:
    """Every reason against new blocks that are paid for."""
    place = order.territory
    if place not in game_of(state).areas:
        return (Illegal("unknown-territory", f"there is no area {place!r}"),)
    if is_sea(state, place) or not is_undisputed(state, state.nation, place):
        text = f"{place} is not land that you alone control"
        return (Illegal("not-friendly", text, "T121", place),)
    builder = game_of(state).power_at(state.nation, place)
    reasons = list(
        check_new_blocks(state, order, lambda name, count: _not_there(state, name, count, place))
    )
    if builder in position_of(state).defeated:
        text = f"{builder} is defeated and builds no blocks any more"
        reasons.append(Illegal("power-defeated", text, "T102", place))
    return (*reasons, *check_box(state, builder, order))


def _not_there(
    state: State, name: UnitTypeName, count: int, place: TerritoryName
) -> Iterator[Illegal]:
    """Ships without a coast, a second fortress, blocks away from home (T97, T122, T123, T125)."""
    if not can_stand(state, name, place):
        text = f"{name} cannot stand in {place}, which has no coast"
        yield Illegal("no-coast", text, "T125", place)
    is_garrison = game_of(state).types[name].is_garrison
    if is_garrison:
        there = own_in(state, state.nation, place)
        if count > 1 or any(block_of(state, unit).is_garrison for unit in there):
            yield Illegal("one-fortress", f"{place} can hold one {name}", "T123", place)
    if not _is_home(state, place) and (is_setting_up(state) or not is_garrison):
        text = f"blocks are built at home, and {place} is not"
        if not is_setting_up(state):
            text = f"{text}: only a fortress can be built there"
        yield Illegal("not-at-home", text, "T97", place)


def _is_home(state: State, place: TerritoryName) -> bool:
    """Whether it is inside the borders of a power of the nation on turn (T97, T122)."""
    country = game_of(state).countries[country_of(state, place)]
    return bool(country.rank) and country.faction == state.nation


def _unpaid(state: State, what: str, points: int) -> list[Illegal]:
    left = points_left(state)
    if points <= left:
        return [] if is_setting_up(state) else check_share(state, what, points)
    text = f"that costs {points}, and your production has {left} more"
    return [Illegal("no-production", text, "T117")]


def resolve_cadres(state: State, order: Place) -> Events:
    """New blocks of strength 1."""
    units = new_cadres(state, order.picks, order.territory)
    return (CadresBuilt(state.nation, order.territory, units),)


def check_strengthen(state: State, order: Strengthen) -> tuple[Illegal, ...]:
    """Every reason against a step more of some blocks."""
    place = order.territory
    if place not in game_of(state).areas:
        return (Illegal("unknown-territory", f"there is no area {place!r}"),)
    units, reasons = pick_blocks(state, order.picks, _growing(state).get(place, ()), place)
    if reasons:
        text = f"in {place} no other blocks of yours can gain a step now"
        reasons = [Illegal("cannot-grow", text, "T119", place)]
    return (*reasons, *_unpaid(state, "units", len(units)))


def _growing(state: State) -> dict[TerritoryName, tuple[Unit, ...]]:
    """Blocks that may gain a step, by area: not at sea, in a battle, cut off or built now.

    T119 to T121.
    """
    game, position = game_of(state), position_of(state)
    cut_off = {
        unit.id for unit in unsupplied(state, state.nation) if block_of(state, unit).kind == GROUND
    }
    found: dict[TerritoryName, tuple[Unit, ...]] = {}
    for place in sorted({unit.territory for unit in state.units_of(state.nation)}):
        if is_sea(state, place) or not is_undisputed(state, state.nation, place):
            continue
        if is_setting_up(state) and not _is_home(state, place):
            continue
        found[place] = tuple(
            unit
            for unit in own_in(state, state.nation, place)
            if unit.strength < game.most_strength_of(unit.country)
            and (unit.id not in position.turn.built or is_setting_up(state))
            and unit.country not in position.defeated
            and unit.id not in cut_off
        )
    return found


def resolve_strengthen(state: State, order: Strengthen) -> Events:
    """Blocks gain a step each (T119)."""
    pool = _growing(state).get(order.territory, ())
    units, _ = pick_blocks(state, order.picks, pool, order.territory)
    keys = tuple(unit.id for unit in units)
    return (BlocksStrengthened(state.nation, order.territory, keys),)


def check_draw(state: State, order: DrawCards) -> tuple[Illegal, ...]:
    """Every reason against paying for cards (T117, T128)."""
    reasons = _unpaid(state, order.deck, order.count)
    left = len(deck_of(state, order.deck)) - position_of(state).turn.drawing.get(order.deck, 0)
    if order.count > left:
        text = f"there are {left} more {order.deck.capitalize()} cards this year"
        reasons.append(Illegal("deck-empty", text, "T128"))
    return tuple(reasons)


def resolve_draw(state: State, order: DrawCards) -> Events:
    """The cards are paid for now and drawn when production is over (T126)."""
    return (CardsBought(state.nation, order.deck, order.count),)


def resolve_drawing(state: State) -> Events:
    """The cards that were paid for (T126); a passive ally lays them by (T256)."""
    nation = state.nation
    kept = is_passive(state, nation)
    drawing = sorted(position_of(state).turn.drawing.items())
    return resolve_draws(CardDraw(nation, deck, count, is_reserved=kept) for deck, count in drawing)


def legal_production(
    state: State, territory: TerritoryName | None
) -> Iterator[Place | Strengthen | DrawCards]:
    """One cadre or step at each place, and one card of each deck."""
    if not points_left(state):
        return
    if not _unpaid(state, "units", 1):
        yield from _legal_units(state, territory)
    if territory is None and not is_setting_up(state):
        for deck in get_args(DeckName):
            card = DrawCards(1, deck)
            if not check_draw(state, card):
                yield card


def _legal_units(state: State, territory: TerritoryName | None) -> Iterator[Place | Strengthen]:
    """One cadre or step at each place, for a point that may be spent on it."""
    held = sorted(place for place, owner in state.owners.items() if owner == state.nation)
    growing = _growing(state)
    for place in held if territory is None else (territory,):
        for name in game_of(state).types:
            order = Place((Pick(1, name),), place)
            if not _check_site(state, order):
                yield order
        for unit in growing.get(place, ()):
            yield Strengthen((pick_of(state, unit),), place)


def check_reinforced(state: State) -> tuple[Illegal, ...]:
    """All that a nation adds before the first year is on the board, if there is room (T247)."""
    left = points_left(state)
    if not left or next(legal_production(state, None), None) is None:
        return ()
    text = f"{left} more cadres or steps come to your blocks at home"
    return (Illegal("points-left", text, "T247"),)
