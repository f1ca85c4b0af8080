"""What a computer does with the production and the cards of a block game.

It raises industry, finds technologies, courts countries that it can win, and builds up blocks that
can move.  The same position always gets the same order.
"""

from collections.abc import Iterable
from typing import Final, TypeVar

from engine import (
    SATELLITE,
    Activate,
    Discard,
    DrawCards,
    NationName,
    Order,
    Place,
    Play,
    State,
    Strengthen,
    block_nation,
    check,
    legal,
    markers_of,
    production_left,
)

_FEW: Final = 3
"""Cards of a deck that are drawn together."""

OrderT = TypeVar("OrderT", bound=Order)


def card_order(state: State, phase: str) -> Order | None:
    """The next order of a phase with cards; None when there is nothing more to do."""
    offers = list(legal(state))
    match phase:
        case "production" | "reinforce":
            return _spending(state, offers)
        case "government":
            plays = [order for order in _of(offers, Play) if not order.is_secret]
            good = [order for order in plays if not _is_won(state, order.target)]
            return min(good, key=lambda order: _rank(state, order), default=None)
        case "overtures":
            return min(_of(offers, Play), key=lambda order: _rank(state, order), default=None)
        case "alliance":
            # The ally with more production uses all of it.
            allies = _of(offers, Activate)
            return max(allies, key=lambda order: _level(state, order.nation), default=None)
        case "muster":
            return _first_that_moves(state, _of(offers, Place))
        case "discard":
            discards = _of(offers, Discard)
            return min(discards, key=lambda order: _worth(state, order.cards[0]), default=None)
    return None


def _of(orders: Iterable[Order], kind: type[OrderT]) -> list[OrderT]:
    return [order for order in orders if isinstance(order, kind)]


def _spending(state: State, offers: list[Order]) -> Order | None:
    """Some cards of each deck, then steps for the weakest blocks, then new ones."""
    drawn = {} if state.blocks is None else state.blocks.turn.drawing
    draws = _of(offers, DrawCards)
    for draw in draws:
        if draw.deck not in drawn:
            most = min(_FEW, production_left(state))
            several = (DrawCards(count, draw.deck) for count in range(most, 0, -1))
            return next(order for order in several if not check(state, order))
    steps = [order for order in _of(offers, Strengthen) if _moves(state, order)]
    if steps:
        return min(steps, key=lambda order: (_strength(state, order), order.territory))
    return _first_that_moves(state, _of(offers, Place)) or next(iter(draws), None)


def _level(state: State, nation: NationName) -> int:
    return block_nation(state, nation).standing.level


def _strength(state: State, order: Strengthen) -> int:
    return state.units[order.picks[0].units[0]].strength


def _moves(state: State, order: Place | Strengthen) -> bool:
    return state.definition.unit_types[order.picks[0].type].movement > 0


def _first_that_moves(state: State, places: list[Place]) -> Place | None:
    """A block of the kind that there are fewest of, and that can leave where it is raised."""
    own = [unit.type for unit in state.units_of(state.nation)]

    def rank(order: Place) -> tuple[bool, int, str]:
        return (not _moves(state, order), own.count(order.picks[0].type), order.territory)

    return min(places, key=rank, default=None)


def _rank(state: State, order: Play) -> tuple[int, int, tuple[int, ...]]:
    """Industry comes first, then technology, then the country where most is won."""
    if order.cards[0] > _actions(state):
        return (int(bool(order.target)), len(order.cards), order.cards)
    return (2, -_gain(state, order.target), order.cards)


def _actions(state: State) -> int:
    """The number of the last Action card."""
    game = state.definition.blocks
    return len(game.cards.action) if game is not None and game.cards is not None else 0


def _gain(state: State, country: str) -> int:
    """What a marker would bring: the yield of a country, more where the third one is near."""
    game = state.definition.blocks
    areas = () if game is None else game.areas.values()
    own = (area for area in areas if area.country == country)
    worth = sum(area.population + area.resources + area.overseas for area in own)
    return 4 * worth + markers_of(state, state.nation, country)


def _is_won(state: State, country: str) -> bool:
    """Whether cards that lie on a country win it without one more."""
    cards = None if state.blocks is None else state.blocks.cards
    there = None if cards is None else cards.played.get(country)
    lying = len(there.cards) if there is not None and there.nation == state.nation else 0
    return markers_of(state, state.nation, country) + lying >= SATELLITE


def _worth(state: State, number: int) -> tuple[int, int]:
    """What a card is good for: its moves, or twice its factories."""
    game = state.definition.blocks
    rules = None if game is None else game.cards
    action = None if rules is None else rules.action_card(number)
    investment = None if rules is None else rules.investment_card(number)
    if action is not None:
        return (action.value, number)
    return (2 * investment.factories if investment is not None else 0, number)
