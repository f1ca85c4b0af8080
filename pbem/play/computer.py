"""Letting the computer play a turn: it gives orders like a player, through the same session."""

import random
from collections.abc import Callable, Mapping
from typing import Final

from engine import NationName, Order, Resign, State, check
from engine.ai import PLAYERS as COMPUTER_PLAYERS
from engine.ai import Player, choose_randomly, computer_player
from pbem.lobby.computer_seats import computer_words, name_and_seconds
from pbem.play.playable import Playable
from pbem.plugins import Plugin, PluginError, PluginGroup, plugin
from pbem.replay import waiting_nation
from pbem.save.errors import SaveError

PLAYERS: Final = (*COMPUTER_PLAYERS, "random")
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


class BrokenPlayerError(SaveError):
    """A computer player of a plugin that failed; its orders since the last dice were taken back."""

    def __init__(self, error: PluginError) -> None:
        """error: what is wrong, and with which plugin."""
        super().__init__(error.code, error.reason.rstrip("."), error.way_out)


class _Guarded:
    """A player that a plugin brings: it sees what any player sees, and only proposes.

    What it answers is checked before it is given, and whatever it raises is a fault of the plugin.
    """

    def __init__(self, found: Plugin) -> None:
        """Makes a player; BrokenPlayerError when that fails."""
        self._plugin = found
        try:
            make = found.load()
            if not callable(make):
                raise found.fault("it cannot be called")
            self._player = self._made(make)
        except PluginError as error:
            raise BrokenPlayerError(error) from error

    def _made(self, make: Callable[[], Player]) -> Player:
        try:
            return make()
        except Exception as error:  # whatever a plugin does
            raise self._plugin.fault(error) from error

    def choose(self, state: State, waiting: object) -> Order:
        """A legal order; BrokenPlayerError where the plugin gives none."""
        try:
            order = self._player.choose(state, waiting)
            reasons = check(state, order)
        except Exception as error:  # whatever a plugin does, and whatever it answers
            raise BrokenPlayerError(self._plugin.fault(error)) from error
        if reasons:
            raise BrokenPlayerError(self._plugin.fault(f"its order is refused: {reasons[0].text}"))
        if isinstance(order, Resign):
            raise BrokenPlayerError(
                self._plugin.fault("it gives up, which is for people to decide")
            )
        return order


class _Random:
    """The player that does anything legal; what it draws has nothing to do with the dice."""

    def __init__(self) -> None:
        self._chance = random.SystemRandom()

    def choose(self, state: State, waiting: object) -> Order:
        return choose_randomly(state, waiting, self._chance)


def played_words(kind: str) -> str:
    """The message of a turn that the computer has played: in the log, the report and the mail."""
    return f"This turn was played by {computer_words(kind)}."


def player_called(kind: str) -> Player:
    """A player for one turn; kind: one of PLAYERS, or the name of one that a plugin brings.

    One of ours may come with a bound, as `bounded` writes it.  Raises BrokenPlayerError.
    """
    name, seconds = name_and_seconds(kind)
    if name not in PLAYERS and (found := plugin(PluginGroup.COMPUTERS, kind)) is not None:
        return _Guarded(found)
    return _Random() if kind == "random" else computer_player(name, seconds)


def play_by_computer(
    session: Playable, kind: str | Player = "", seats: Mapping[str, str] | None = None
) -> None:
    """Play the rest of the turn; the session is over afterwards, or another player has to go on.

    kind: as `player_called` takes it, or a player, for every nation.  seats: instead, the player of
    each nation that the computer decides for; it stops before the first decision of another one.
    All but the random player draw nothing at random: in the same position they do the same.
    Raises StuckError when it gives orders that change nothing, and BrokenPlayerError when a plugin
    or a bot fails; orders since the last dice are then taken back.
    """
    players: dict[str, Player] = {}
    idle = 0
    for _ in range(_MOST_ACTIONS):
        if session.is_over or session.waits_for:
            return
        asked = waiting_nation(session.step)
        name = kind if seats is None else seats.get(asked, "")
        if not name:
            return
        before = session.state
        if session.needs_dice:
            session.roll()
        else:
            try:
                if asked not in players:
                    players[asked] = player_called(name) if isinstance(name, str) else name
                order = players[asked].choose(session.state, session.step.waiting)
            except BrokenPlayerError:
                if session.pending:
                    session.undo_all()
                raise
            session.give(order)
        idle = idle + 1 if session.state == before else 0
        if idle == _MOST_IDLE:
            break
    if session.pending:
        session.undo_all()
    raise StuckError(session.nation)
