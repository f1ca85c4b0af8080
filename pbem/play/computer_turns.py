"""Turns of seats that the computer plays: played one after another until a person is asked."""

from collections.abc import Callable

from pbem.home import Home, SelectedSave
from pbem.lobby.computer_seats import computer_seats
from pbem.play.computer import play_by_computer, played_words
from pbem.play.drafts import open_session
from pbem.replay import Position
from pbem.save.keys import NamedKey
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import PLAYING


def waits_for_computer(home: Home, ref: GameRef, position: Position, public: bytes) -> bool:
    """Whether the game waits for a nation that the computer plays here, for the holder of a key."""
    save = position.save
    if save.state != PLAYING or position.nation not in computer_seats(home, ref):
        return False
    return save.holder_key(position.nation) == public


def play_computer_seats(
    home: Home, ref: GameRef, position: Position, key: NamedKey, clock: Callable[[], int]
) -> Position | None:
    """Play the seats that the computer holds here for as long as they are asked.

    position: where the game stands.  Returns where it stands then, signed and kept; None when it
    was no seat's turn.  Raises StuckError, and as `open_session`, `Session.roll` and
    `Session.finish` do; what was signed before is kept.
    """
    played: Position | None = None
    while waits_for_computer(home, ref, position, key.key.public):
        seats = computer_seats(home, ref)
        session, _ = open_session(home, SelectedSave(position.save, None), key, clock)
        with session.changing():
            play_by_computer(session, seats=seats)
            # A person whose turn it is ends it, also when a seat had the last word in it.
            if session.is_over and session.mover in seats:
                session.finish(played_words(seats[session.mover]))
            elif session.waits_for:
                session.hand_over()
            else:
                return played
        played = position = home.position(session.save)
    return played
