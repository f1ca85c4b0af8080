"""A computer player for block games that does anything legal, yet gets into battles.

It takes a card of middling value, declares something now and then, moves as far as its command
goes, and fights.  All its chances come from the caller, so the same chances give the same game.
"""

from collections.abc import Iterator
from typing import Final

from engine import Command, Declare, Done, Move, Order, PhaseOpen, State, legal
from engine.ai.chance import Chance, one_of

_OF_CARDS: Final = ("production", "government")
"""Phases in which there is more to do than what must be done."""


def choose_block_order(state: State, waiting: object, chance: Chance) -> Order:
    """A legal order for a decision or an open phase of a block game.

    Raises LookupError when nothing is legal, which would be a fault in the rules.
    """
    choices = list(legal(state))
    if not choices:
        raise LookupError(f"no legal order in round {state.round}, {state.nation}")
    if not isinstance(waiting, PhaseOpen):
        return one_of(chance, choices)
    if waiting.phase == "movement":
        return _move(choices, chance)
    if waiting.phase in _OF_CARDS and chance.randrange(4):
        return one_of(chance, choices)
    if Done() in choices:
        return Done()
    commands = [order for order in choices if isinstance(order, Command)]
    cards = [order for order in commands if order.kind == "card" and order.value > 3]
    return one_of(chance, cards or choices)


def _move(choices: list[Order], chance: Chance) -> Order:
    declarations = [order for order in choices if isinstance(order, Declare)]
    if declarations and chance.randrange(6) == 0:
        return one_of(chance, declarations)
    moves = list(_moves(choices))
    # While an attack is due the phase cannot end (T230); there is a move for it then.
    may_end = Done() in choices
    return one_of(chance, moves) if moves and (chance.randrange(15) or not may_end) else Done()


def _moves(choices: list[Order]) -> Iterator[Order]:
    yield from (order for order in choices if isinstance(order, Move))
