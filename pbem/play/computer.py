"""Letting the computer play a turn: it gives orders like a player, through the same session."""

import random
from collections.abc import Callable
from typing import Final

from engine import NationName
from engine.ai import choose_randomly, choose_sensibly
from pbem.play.playable import Playable
from pbem.replay import waiting_nation
from pbem.save.errors import SaveError

PLAYERS: Final = ("sensible", "random")
_MOST_ACTIONS = 20_000
_MOST_IDLE = 20
"""Orders in a row that leave the position as it was: then the player is going in circles."""


class StuckError(SaveError):
    """A computer player that does not get on; its orders since the last dice were taken back."""

    def __init__(self, nation: NationName) -> None:
        """nation: the one that it played for."""
        super().__init__(
            "computer-stuck",
            f"the computer player of the {nation} goes in circles and was stopped",
            "Its orders since the last dice were taken back; play on by hand.",
        )


def play_by_computer(
    session: Playable, kind: str, plays: Callable[[str], bool] = lambda _: True
) -> None:
    """Play the rest of the turn; the session is over afterwards, or another player has to go on.

    kind: one of PLAYERS.  plays: whether the computer decides for a nation; it stops before the
    first decision of another one.
    The sensible player draws nothing at random: in the same position it does the same.  What the
    random one draws has nothing to do with the dice.
    Raises StuckError when it gives orders that change nothing; those since the last dice are then
    taken back.
    """
    chance = random.SystemRandom()
    idle = 0
    for _ in range(_MOST_ACTIONS):
        if session.is_over or session.waits_for or not plays(waiting_nation(session.step)):
            return
        before = session.state
        if session.needs_dice:
            session.roll()
        elif kind == "sensible":
            session.give(choose_sensibly(session.state, session.step.waiting))
        else:
            session.give(choose_randomly(session.state, session.step.waiting, chance))
        idle = idle + 1 if session.state == before else 0
        if idle == _MOST_IDLE:
            break
    if session.pending:
        session.undo_all()
    raise StuckError(session.nation)
