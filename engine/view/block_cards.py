"""The cards of a block game for people: what one is, who holds which, what lies where.

Rule: Triumph & Tragedy 2nd edition (T127, T137, T178, T179, T256, T261); everything lies
open (ADR 0102).
"""

from collections.abc import Iterator
from typing import Final

from engine.core.ids import NationName
from engine.gamedef import Definition, State
from engine.gamedef.block_cards import CardRules
from engine.orders.discard import Discard
from engine.orders.form import Order
from engine.orders.play import Play
from engine.orders.unveil import Unveil
from engine.rules.blocks.areas import position_of
from engine.rules.blocks.cards import (
    card_words,
    cards_of,
    deck_of,
    hand_of,
    limit_of,
    plays_cards,
    reserve_of,
    vault_of,
)
from engine.rules.blocks.overtures import overtures_left
from engine.rules.blocks.production import points_left
from engine.values import dataclass

_SPENDING: Final = ("production", "reinforce")


@dataclass(frozen=True, slots=True)
class CardHand:
    """The cards of a nation.

    cards: pairs of a number and what the card is, sorted by number.
    reserved: the same of cards that it has not before the next year (T256).
    limit: how many it may keep after Government (T144).
    """

    nation: NationName
    cards: tuple[tuple[int, str], ...]
    limit: int
    reserved: tuple[tuple[int, str], ...]


def card_title(definition: Definition, number: int) -> str:
    """A card for people, such as ``31 (Summer Q9, USA or Austria)``; its number where none is."""
    rules = None if definition.blocks is None else definition.blocks.cards
    return str(number) if rules is None else card_words(rules, number)


def card_hands(state: State) -> tuple[CardHand, ...]:
    """The hands in the order of the year; () where no cards are dealt."""
    if not plays_cards(state):
        return ()
    return tuple(_hand(state, nation) for nation in position_of(state).order)


def _hand(state: State, nation: NationName) -> CardHand:
    def titles(numbers: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
        return tuple((number, card_title(state.definition, number)) for number in numbers)

    kept = titles(reserve_of(state, nation))
    return CardHand(nation, titles(hand_of(state, nation)), limit_of(state, nation), kept)


def production_left(state: State) -> int:
    """Points that the nation on turn may still spend; 0 where nothing is built (T117, T247)."""
    return points_left(state) if state.phase.phase in _SPENDING else 0


def card_facts(state: State) -> Iterator[str]:
    """Hands, vaults, cards on countries and decks, a sentence each; none without cards."""
    left = production_left(state)
    if state.phase.phase == "reinforce":
        yield f"{state.nation} may still add {left} cadres or steps at home."
    if not plays_cards(state):
        return
    if state.phase.phase == "production":
        yield f"{state.nation} may still spend {left} of its production."
    if state.phase.phase == "overtures":
        yield f"{state.nation} has still to play {overtures_left(state)} cards on countries."
    for hand in card_hands(state):
        cards = ", ".join(title for _, title in hand.cards) or "no cards"
        yield f"Hand of {hand.nation} ({len(hand.cards)}, limit {hand.limit}): {cards}."
        if hand.reserved:
            later = ", ".join(title for _, title in hand.reserved)
            yield f"Laid by until next year by {hand.nation}: {later}."
        vault = vault_of(state, hand.nation)
        if vault:
            names = ", ".join(name.replace("_", " ") for name in vault)
            yield f"In the vault of {hand.nation}: {names}."
    lying = sorted(cards_of(state).played.items())
    if lying:
        words = (f"{country} {len(there.cards)} of {there.nation}" for country, there in lying)
        yield f"Cards on countries: {', '.join(words)}."
    decks = (
        f"{len(deck_of(state, 'action'))} Action, {len(deck_of(state, 'investment'))} Investment"
    )
    yield f"Cards left in the decks: {decks}."


def card_order_title(definition: Definition, order: Order) -> str:
    """What an order with cards is in a few words; "" for any other order."""
    rules = None if definition.blocks is None else definition.blocks.cards
    if rules is None:
        return ""
    if isinstance(order, Discard):
        names = " and ".join(card_title(definition, number) for number in order.cards)
        return f"discard {names}"
    if isinstance(order, Unveil):
        return f"unveil {order.technology.replace('_', ' ')}"
    return _play_title(rules, order) if isinstance(order, Play) else ""


def _play_title(rules: CardRules, order: Play) -> str:
    action = rules.action_card(order.cards[0])
    numbers = ", ".join(map(str, order.cards))
    if action is not None:
        what = action.wildcard or f"{action.season} {action.letter}{action.value}"
        return f"{order.target}: {what} ({numbers})"
    cards = [card for one in order.cards if (card := rules.investment_card(one))]
    if not order.target:
        factories = " + ".join(str(card.factories) for card in cards)
        return f"industry: {factories} factories ({numbers})"
    target = order.target.replace("_", " ")
    if cards and cards[0].intelligence:
        return f"{target}: {cards[0].intelligence.replace('_', ' ')} ({numbers})"
    return f"{target}{', kept secret' if order.is_secret else ''} ({numbers})"
