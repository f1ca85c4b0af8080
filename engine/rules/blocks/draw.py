"""Cards, dividends and stolen cards are drawn with dice that anybody can check.

A die has as many faces as there are cards to draw from, and takes the card in that place of their
list; one that is gone already is rolled for again, so every hand is equally likely.

Rule: Triumph & Tragedy 2nd edition, rule book 4, 7.1, 9.5 (T112, T117, T126 to T128, T132, T133,
T183d, T233).
"""

from collections.abc import Iterable

from engine.core.agenda import CardDraw, DrawFrame
from engine.core.chance import RollResult
from engine.core.events.block_cards import CardsDrawn, DividendDrawn
from engine.core.events.turn import FramePopped, FramePushed, FrameReplaced
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rules.blocks.cards import cards_of, deck_of, hand_of
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    dice_outside_battle,
    legal_nothing,
    resolve_no_order,
    top_frame,
)
from engine.values import replace


def resolve_draws(draws: Iterable[CardDraw]) -> Events:
    """The game waits for the dice of some draws; () where nothing is drawn."""
    wanted = tuple(one for one in draws if one.count)
    return (FramePushed(DrawFrame(wanted)),) if wanted else ()


def _pool(state: State, draw: CardDraw) -> tuple[int, ...]:
    """What is drawn from: a rival's hand, a deck, or the points of the dividends that are left."""
    if draw.victim:
        return hand_of(state, draw.victim)
    if draw.deck:
        return deck_of(state, draw.deck)
    chits = enumerate(cards_of(state).chits)
    return tuple(points for points, count in chits for _ in range(count))


def _advance(state: State) -> Events | Waiting:
    frame = top_frame(state, DrawFrame)
    if not frame.draws:
        return (FramePopped(),)
    draw = frame.draws[0]
    pool = _pool(state, draw)
    # An exhausted deck gives what it has (T128), and what is certain needs no die.
    if len(pool) <= max(draw.count, 1):
        return (*_drawn(draw, pool[: draw.count]), FrameReplaced(DrawFrame(frame.draws[1:])))
    return dice_outside_battle(state, "cards", draw.count, len(pool), _purpose(draw))


def _purpose(draw: CardDraw) -> str:
    if draw.victim:
        return f"which card the {draw.nation} take out of the hand of the {draw.victim}"
    if not draw.deck:
        return f"a dividend of peace for the {draw.nation}"
    cards = "card" if draw.count == 1 else "cards"
    return f"{draw.count} {draw.deck.capitalize()} {cards} for the {draw.nation}"


def _roll(state: State, roll: RollResult) -> Events:
    frame = top_frame(state, DrawFrame)
    draw = frame.draws[0]
    pool = _pool(state, draw)
    cards = tuple(dict.fromkeys(pool[die - 1] for die in roll.dice))
    left = draw.count - len(cards)
    rest = (replace(draw, count=left),) if left else ()
    return (*_drawn(draw, cards), FrameReplaced(DrawFrame((*rest, *frame.draws[1:]))))


def _drawn(draw: CardDraw, cards: tuple[int, ...]) -> Events:
    if not cards:
        return ()
    if draw.deck or draw.victim:
        return (CardsDrawn(draw.nation, cards, draw.victim, draw.is_reserved),)
    return tuple(DividendDrawn(draw.nation, points) for points in cards)


def dividend(nation: NationName) -> CardDraw:
    """The draw of one dividend of peace."""
    return CardDraw(nation, "", 1)


DRAW_FRAME = FrameRules(_advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing)
