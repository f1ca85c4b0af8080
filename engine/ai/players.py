"""The computer players by name, from the weakest to the strongest.

``easy`` gives each order as it seems best at the moment; ``fast`` and ``hard`` plan a phase before
they give its first order, ``hard`` with exact odds throughout.  None of them needs chances: in the
same position they do the same.
"""

from typing import Final, Protocol

from engine import Order, State
from engine.ai.planning.effort import FAST, HARD
from engine.ai.planning_player import PlanningPlayer
from engine.ai.sensible_player import choose_sensibly

PLAYERS: Final = ("easy", "fast", "hard")
"""The names that `computer_player` knows."""


class Player(Protocol):
    """Somebody who plays one game."""

    def choose(self, state: State, waiting: object) -> Order:
        """A legal order for what the game waits for, a PhaseOpen or a Decision.

        Raises ValueError when the game waits for dice or is over.
        """
        ...


class EasyPlayer:
    """The player that thinks of one order at a time."""

    def choose(self, state: State, waiting: object) -> Order:
        """As `Player.choose`."""
        return choose_sensibly(state, waiting)


def computer_player(name: str) -> Player:
    """A player for one game; KeyError for a name that is not one of PLAYERS."""
    if name == "easy":
        return EasyPlayer()
    return PlanningPlayer({"fast": FAST, "hard": HARD}[name])
