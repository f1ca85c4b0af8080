"""Reminders to a player whose turn is late, each mailed once, with the save in case it was lost."""

import hashlib
from collections.abc import Iterator

from pbem.home import Home
from pbem.lobby.pace import clock_lines
from pbem.post.letter import Letter, PostResult, is_handed_on, post_letter, recipients
from pbem.post.outgoing import how_to_play
from pbem.replay import Position
from pbem.replay.clock import TurnClock, clock_of
from pbem.save.keys import NamedKey


def due_reminder(home: Home, position: Position, now: int) -> TurnClock | None:
    """The clock of the turn under way if somebody else is late and was not yet reminded of it.

    now: Unix seconds.  There is one reminder when the time is over, and one for each agreed after.
    """
    clock = clock_of(position.save, position.mover)
    if clock is None or not clock.is_late(now):
        return None
    return None if is_handed_on(home, _identity(position, clock.bumped(now))) else clock


def post_reminder(
    home: Home, position: Position, key: NamedKey, clock: TurnClock, when: int
) -> PostResult:
    """Mail the reminder that is due, and the save once more, to the late player and all others."""
    save, bumped = position.save, clock.bumped(when)
    name = f"reminder {bumped} of {len(clock.bumps)}" if bumped else "time is over"
    letter = Letter(
        text="\n".join([f"{clock.nation} late: {name}.", "", *_lines(position, clock, when)]),
        identity=_identity(position, bumped),
    )
    to = recipients(home, save, key, first=clock.player)
    return post_letter(home, save, key, when, letter, to)


def _lines(position: Position, clock: TurnClock, when: int) -> Iterator[str]:
    yield f"{position.save.genesis.name}, turn {clock.number}:"
    yield from clock_lines(clock, when)
    yield ""
    yield "The save is attached once more, in case the mail with it was lost."
    yield ""
    yield from how_to_play(position, clock)


def _identity(position: Position, bumped: int) -> str:
    """By which the outbox knows a reminder: one for each number of them on the same position."""
    text = f"reminder {bumped} {position.save.head.hex()}"
    return hashlib.sha256(text.encode()).hexdigest()
