"""Diplomacy before a game that begins in a later year.

A nation plays some of its Action cards on countries, without an answer, and each acts at once.

Rule: Triumph & Tragedy 2nd edition, rule book 17.0 (T249).
Options: short_game.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.block_cards import CardsSpent
from engine.gamedef import State
from engine.orders.play import Play
from engine.rules.blocks.cards import cards_of, check_held, rules_of
from engine.rules.blocks.diplomacy import resolve_action_card
from engine.rules.blocks.government import check_use, legal_uses
from engine.rules.blocks.influence import resolve_marker
from engine.rules.blocks.variants import short_game_of
from engine.rules.common.frame import Events


def overtures_left(state: State) -> int:
    """Cards that the nation on turn has still to play on countries."""
    short = short_game_of(state.definition)
    # Nothing else has been discarded before the first year.
    played = len(cards_of(state).discarded)
    return 0 if short is None else max(0, short.overtures.get(state.nation, 0) - played)


def check_overture(state: State, order: Play) -> tuple[Illegal, ...]:
    """Every reason against a card on a country before the first year."""
    if rules_of(state).action_card(order.cards[0]) is None:
        text = "before the first year Action cards are played on countries, and no others"
        return (Illegal("no-overture", text, "T249"),)
    if not overtures_left(state):
        text = "all cards that are played before the first year have been"
        return (Illegal("overtures-over", text, "T249"),)
    return tuple(check_held(state, order.cards)) or tuple(check_use(state, order))


def check_overtures(state: State) -> tuple[Illegal, ...]:
    """All of them are played, as long as there is one that can be."""
    left = overtures_left(state)
    if not left or next(legal_overtures(state), None) is None:
        return ()
    cards = "1 more Action card" if left == 1 else f"{left} more Action cards"
    return (Illegal("overtures-left", f"play {cards} on countries: play CARD: COUNTRY", "T249"),)


def resolve_overture(state: State, order: Play) -> Events:
    """A card of a country adds its marker at once; a wildcard acts as always (T249)."""
    number, country = order.cards[0], order.target
    card = rules_of(state).action_card(number)
    if card is not None and card.wildcard:
        return resolve_action_card(state, number, card, country)
    log = EventLog(state)
    log.add(CardsSpent(state.nation, (number,), "diplomacy", country))
    log.extend(resolve_marker(log.state, state.nation, country))
    return log.events


def legal_overtures(state: State) -> Iterator[Play]:
    """Every Action card on every country that it can be played on."""
    yield from (order for order in legal_uses(state) if not check_overture(state, order))
