"""Letting the computer play a turn: it gives orders like a player, through the same session."""

import random
from typing import Final

from engine.ai import choose_randomly, choose_sensibly
from pbem.play.playable import Playable

PLAYERS: Final = ("sensible", "random")
_MOST_ACTIONS = 20_000


def play_by_computer(session: Playable, kind: str) -> None:
    """Play the rest of the turn; the session is over afterwards, or another player has to go on.

    kind: one of PLAYERS.  The sensible player draws nothing at random: in the same position it
    does the same.  What the random one draws has nothing to do with the dice.
    """
    chance = random.SystemRandom()
    for _ in range(_MOST_ACTIONS):
        if session.is_over or session.waits_for:
            return
        if session.needs_dice:
            session.roll()
        elif kind == "sensible":
            session.give(choose_sensibly(session.state, session.step.waiting))
        else:
            session.give(choose_randomly(session.state, session.step.waiting, chance))
    raise RuntimeError("the computer player does not finish")
