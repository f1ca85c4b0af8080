"""A player's home, and their turn under way."""

import time
from pathlib import Path

from engine import parse_order
from pbem.api.games import Game
from pbem.api.positions import GamePosition
from pbem.home import Home
from pbem.mail.transport import Delivery
from pbem.play.computer import play_by_computer
from pbem.play.drafts import open_session
from pbem.play.game_view import view_game
from pbem.play.session import Session
from pbem.post import post_position


class OwnTurn:
    """Your turn under way; it is kept as a draft after every order, as `pbem play` keeps it.

    A program that ends in the middle of it loses nothing: the next one goes on from there, and dice
    that were asked for are the same.
    """

    def __init__(self, home: Home, session: Session, passphrase: str) -> None:
        self._home = home
        self._session = session
        self._passphrase = passphrase

    @property
    def position(self) -> GamePosition:
        """Where the game stands, with all orders so far."""
        return GamePosition(self._session.step)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do but to sign it."""
        return self._session.is_over

    @property
    def waits_for(self) -> str:
        """The nation of somebody else that has to decide first, or ""."""
        return self._session.waits_for

    def give(self, *lines: str) -> None:
        """Give orders.

        Raises SaveError with every reason against the first that is not legal; those before it
        stay given.
        """
        for line in lines:
            self._session.give(parse_order(line, self._session.state.definition))

    def undo_all(self) -> None:
        """Take back all orders since the last dice."""
        self._session.undo_all()

    def roll(self) -> tuple[int, ...]:
        """Get the dice that the game waits for from the dice authority; orders become final.

        Raises SaveError when the authority refuses or cannot be reached; ask again later.
        """
        _, rolled, _ = self._session.roll()
        return rolled.dice

    def play_by_computer(self, kind: str = "") -> None:
        """Let the computer play the rest; kind: as `pbem play --computer` has them."""
        play_by_computer(self._session, kind)

    def sign(self, message: str = "") -> Game:
        """Sign the end of the turn and have it closed; message: to the others.

        When somebody else has to go on in the middle of it, what there is is signed for them.
        """
        is_for_others = self.waits_for != ""
        save = self._session.hand_over() if is_for_others else self._session.finish(message)
        return Game(view_game(self._home, save.genesis.game.hex()))

    def send(self) -> tuple[str, ...]:
        """Mail what was signed to the players who wait for it; the addresses it was sent to.

        A mail that cannot go out now waits in the outbox, as that of `pbem send` does.
        """
        key = self._home.key(self._passphrase)
        position = self._home.position(self._session.save)
        posted = post_position(self._home, position, key, int(time.time()))
        sent = (one for entry in posted.entries for one in entry.outcomes)
        return tuple(one.recipient for one in sent if one.delivery is Delivery.SENT)


class PlayerHome:
    """A player's home folder: their key, their games and their mail."""

    def __init__(self, folder: str | Path | None = None) -> None:
        """folder: None for the one that the environment names, as for every command."""
        self._home = Home.standard() if folder is None else Home(Path(folder))

    def games(self) -> list[str]:
        """The ids of the games in it."""
        return [ref.game.hex() for ref in self._home.game_store.games()]

    def game(self, name: str) -> Game:
        """A game by its name, its id or the path of a file; UsageError when there is none."""
        return Game(view_game(self._home, name))

    def turn(self, name: str, passphrase: str = "") -> OwnTurn:
        """Your turn in a game.

        Raises SaveError when it is not your turn or your key cannot be read, and UsageError when
        there is no such game.
        """
        key = self._home.key(passphrase)
        session, _ = open_session(
            self._home, self._home.choose(name), key, lambda: int(time.time())
        )
        return OwnTurn(self._home, session, passphrase)
