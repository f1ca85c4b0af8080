"""The games and rehearsals that are open at the page."""

import secrets
from collections.abc import Callable
from typing import Final, TypeVar

from engine import Order, Step
from pbem.board.board_turn import BoardTurn
from pbem.board.door import Door
from pbem.board.news import NewsFeed
from pbem.board.rehearsal import Rehearsal
from pbem.board.table import Table
from pbem.home import Home
from pbem.save.keys import NamedKey
from pbem.save.shelf import GameRef, ref_named
from pbem.usage import UsageError

T = TypeVar("T")

_MOST_REHEARSALS: Final = 8


class Tables:
    """Each game that was asked for, read once, and the latest rehearsals.

    door: has the key, once it is open.  clock: Unix seconds.
    """

    def __init__(self, home: Home, door: Door, clock: Callable[[], int], news: NewsFeed) -> None:
        """Nothing is open yet."""
        self.home = home
        self.door = door
        self.clock = clock
        self.news = news
        self._games: dict[GameRef, Table] = {}
        self._rehearsals: dict[str, Rehearsal] = {}

    @property
    def key(self) -> NamedKey:
        """The player's key; UsageError `no-key` until the door is open."""
        return self.door.key

    def game(self, ref: GameRef) -> Table:
        """A game."""

        def progress(text: str) -> None:
            self.news.tell({"game": ref.folder_name, "progress": text})

        if ref not in self._games:
            self._games[ref] = Table(self.home, ref, self.key, self.clock, progress)
        return self._games[ref]

    def playing(self, name: str) -> BoardTurn:
        """The game or the rehearsal of a name.

        Raises UsageError when nothing can be named so.
        """
        if name in self._rehearsals:
            return self._rehearsals[name]
        ref = ref_named(name)
        if ref is None:
            raise UsageError("save-not-found", "There is no such game.")
        return self.game(ref)

    def rehearse(self, ref: GameRef, step: int | None) -> str:
        """Begin a rehearsal, from now or from a step of the history; its name."""
        given: tuple[Order, ...] = ()
        if step is None:
            with self.game(ref).looking() as table:
                given = table.turn.pending if table.turn is not None else ()
        name = f"try-{secrets.token_hex(4)}"
        self._rehearsals[name] = Rehearsal(self.home, ref, name, step, given)
        for oldest in [*self._rehearsals][:-_MOST_REHEARSALS]:
            del self._rehearsals[oldest]
        return name

    def rehearsal(self, name: str) -> Rehearsal:
        """A rehearsal.

        Raises UsageError when there is none of that name, or not any more.
        """
        found = self._rehearsals.get(name)
        if found is None:
            raise UsageError("no-rehearsal", "There is no such rehearsal any more.")
        return found

    def moved_on(self) -> list[str]:
        """The games that a terminal, a mail or another program has changed."""
        return [one.ref.folder_name for one in [*self._games.values()] if one.has_moved_on()]


def looked(playing: BoardTurn, look: Callable[[BoardTurn], T]) -> T:
    """What is to be seen of a game, which is held still for so long."""
    with playing.looking():
        return look(playing)


def step_of(playing: BoardTurn) -> Step:
    """Where a game stands.

    Raises UsageError before it has started.
    """
    if playing.step is None:
        raise UsageError("not-started", "The game has not started.")
    return playing.step
