"""The computer players by name, from the weakest to the strongest.

``easy`` gives each order as it seems best at the moment; ``fast`` and ``hard`` plan a phase before
they give its first order, ``hard`` with exact odds throughout.  None of them needs chances: in the
same position they do the same.
"""

import math
from typing import Final, Protocol

from engine import Done, Order, PhaseOpen, State, check
from engine.ai.planning.effort import FAST, HARD, PLANNED, Purse
from engine.ai.planning_player import PlanningPlayer
from engine.ai.sensible_player import choose_sensibly

PLAYERS: Final = ("easy", "fast", "hard")
"""The names that `computer_player` knows."""

USUAL_SECONDS: Final = {"easy": math.inf, "fast": 1.0, "hard": 5.0}
"""What a turn of each of them may take where nobody says more or less; `easy` comes to its end."""

_LOOKS_PER_SECOND: Final = 40_000
"""Units that are looked at in a second of the computer on which it was measured: 25 us each."""


class Player(Protocol):
    """Somebody who plays one game."""

    def choose(self, state: State, waiting: object) -> Order:
        """A legal order for what the game waits for, a PhaseOpen or a Decision.

        Raises ValueError when the game waits for dice or is over.
        """
        ...


class EasyPlayer:
    """The player that thinks of one order at a time, and stops moving when it has thought enough.

    For each order it looks at the whole board anew, so units that were looked at are counted.  What
    was bought is placed and what was attacked is fought to the end, however little time is left.
    """

    def __init__(self, seconds: float) -> None:
        """seconds: what a turn may take."""
        self._work = seconds * _LOOKS_PER_SECOND
        self._phase: tuple[object, ...] = ()
        self._purse = Purse("", 0)

    def choose(self, state: State, waiting: object) -> Order:
        """As `Player.choose`."""
        if isinstance(waiting, PhaseOpen) and waiting.phase in PLANNED:
            phase = (state.round, waiting.nation, waiting.phase)
            if phase != self._phase:
                self._phase, self._purse = phase, Purse(waiting.phase, self._work)
            if not self._purse.pays(len(state.units)) and not check(state, Done()):
                return Done()
        return choose_sensibly(state, waiting)


def computer_player(name: str, seconds: float | None = None) -> Player:
    """A player for one game; KeyError for a name that is not one of PLAYERS.

    seconds: what a turn may take, None for as long as is usual for it.  They are turned into work
    that is counted, so the same position gets the same orders however fast the computer is.
    """
    bound = USUAL_SECONDS[name] if seconds is None else seconds
    if name == "easy":
        return EasyPlayer(bound)
    return PlanningPlayer({"fast": FAST, "hard": HARD}[name], bound)
