"""A rehearsal at the page: playing on from a moment of a game with local dice.

It is in memory only and never touches the game, its log or its draft; what comes of it can be saved
as a game text, with which `pbem try` goes on.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine import GameOver, NationName, Order, Step
from pbem.board.board_turn import BoardTurn
from pbem.gametext import format_game_text
from pbem.home import Home
from pbem.lobby.computer_seats import own_computer_seats
from pbem.play.draft_file import MovedOnError
from pbem.play.game_view import as_text, moment_at, view_game
from pbem.play.pending import OpenTurn
from pbem.play.what_if import WhatIf, as_what_if
from pbem.replay.errors import NotYourTurnError
from pbem.save.shelf import GameRef, handle
from pbem.save.trusted_save import TrustedSave
from pbem.text import counted
from pbem.usage import UsageError


class Rehearsal(BoardTurn):
    """What if; all nations are the player's own.

    step: the number of the moment in the history after which it begins; None for now, with the
    orders that the player has given in the turn under way.
    """

    def __init__(
        self,
        home: Home,
        ref: GameRef,
        name: str,
        step: int | None,
        given: tuple[Order, ...] = (),
        progress: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Raises as `view_game` and `moment_at` do, and what is wrong with the game."""
        super().__init__(home, ref, name, progress)
        looked = view_game(home, handle(ref, home.game_store.games()))
        if looked.save is None or (looked.error is not None and step is None):
            raise looked.error or UsageError("save-not-found", "This game is not in your list.")
        self.computers = own_computer_seats(home, looked.save)
        moments = looked.history.moments
        moment = moments[-1] if step is None else moment_at(looked.history, step)
        self._save = looked.save
        self.at = moment.number
        text = as_what_if(as_text(looked, moment.number), moment.number)
        self._what_if = WhatIf(text, moment.step)
        self._changes = 0
        for order in given if step is None else ():
            self._what_if.give(order)
        if given and step is None:
            self._say(f"{counted(len(given), 'order')} of your turn taken over.")

    @property
    def turn(self) -> OpenTurn | None:
        """The turn under way; None when the game is over."""
        over = isinstance(self._what_if.step.waiting, GameOver) and not self._what_if.is_under_way
        return None if over else self._what_if

    @property
    def save(self) -> TrustedSave:
        """The game that is rehearsed."""
        return self._save

    @property
    def step(self) -> Step | None:
        """Where the rehearsal stands."""
        return self._what_if.step

    @property
    def own_nations(self) -> tuple[NationName, ...]:
        """Every nation."""
        return self._what_if.state.definition.politics.nation_names

    @property
    def version(self) -> str:
        """The number of changes."""
        return f"{self.name}-{self._changes}"

    @property
    def text(self) -> str:
        """The game text of the rehearsal as it stands, as `pbem try` writes it."""
        with self._lock:
            return format_game_text(self._what_if.text)

    @contextmanager
    def changing(self, version: str) -> Iterator[OpenTurn]:
        """The turn, for a change that was made for a version."""
        with self._lock:
            if version != self.version:
                raise MovedOnError
            turn = self.turn
            if turn is None:
                raise NotYourTurnError("game-over", "the game is over")
            try:
                yield turn
            finally:
                self._changes += 1

    def set_message(self, version: str, text: str) -> None:
        """Nobody is told anything."""
        del version, text
        raise UsageError("rehearsal", "A rehearsal is sent to nobody.")

    def finish(self, version: str) -> tuple[str, ...]:
        """Go on with the next turn."""
        with self.changing(version) as turn:
            if not turn.is_over:
                raise NotYourTurnError("turn-not-over", f"the turn of {turn.mover} is not over yet")
            self._groups.clear()
            self._groups.final()
            self._what_if.go_on()
        return ()

    def _catch_up(self) -> None:
        """Nobody else changes it."""
