"""Computer players: something without arguments that gives one, most simply a class."""

from engine import Done, Order, Resign, State, legal, parse_order
from engine.ai import choose_sensibly


class Idler:
    """Ends every phase that may be ended, and decides what must be decided."""

    def choose(self, state: State, waiting: object) -> Order:
        """A legal order for what the game waits for."""
        done = Done()
        return done if done in tuple(legal(state)) else choose_sensibly(state, waiting)


class Cheat:
    """Orders what the rules do not allow."""

    def choose(self, state: State, waiting: object) -> Order:
        """Refused by the rules."""
        return parse_order("buy 99 fighter", state.definition)


class Loser:
    """Gives up at once."""

    def choose(self, state: State, waiting: object) -> Order:
        """Legal, and nothing that a program may decide."""
        return Resign()
