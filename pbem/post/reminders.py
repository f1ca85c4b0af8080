"""Reminders to a player whose turn is late, each mailed once, with the save in case it was lost."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

from engine.values import dataclass
from pbem.dice.turn_state import TurnState
from pbem.home import Home
from pbem.lobby.authority import heard_of_turn
from pbem.lobby.pace import clock_lines, state_lines
from pbem.post.delivery_words import mail_lines
from pbem.post.had import had_since
from pbem.post.letter import Letter, PostResult, is_handed_on, post_letter, recipients
from pbem.post.outgoing import how_to_play
from pbem.post.seen_mail import is_known_letter
from pbem.replay import Position
from pbem.replay.clock import TurnClock, clock_of
from pbem.save.keys import NamedKey
from pbem.text import here_text, plain

_WAIT: Final = 3 * 60 * 60
"""Seconds that each home waits longer than the one before it until it reminds."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """A turn that is due, and what the dice authorities say of it."""

    clock: TurnClock
    states: tuple[TurnState, ...]

    @property
    def is_closed(self) -> bool:
        """Whether its player has ended it, and only nobody here has it."""
        return any(one.closed for one in self.states)

    def identity(self, position: Position, now: int) -> str:
        """By which the outbox knows it: one for each number of them on the same position."""
        number = "lost" if self.is_closed else str(self.clock.bumped(now))
        text = f"reminder {number} {position.save.head.hex()}"
        return hashlib.sha256(text.encode()).hexdigest()


def due_reminder(home: Home, position: Position, now: int) -> Reminder | None:
    """What somebody else has to be reminded of and was not yet, if their turn is late here.

    now: Unix seconds.  There is one reminder when the time is over, and one for each agreed after.
    Nobody is called late who has ended the turn, could not have it, or could not end it: the dice
    authority is asked first, and while it is out of reach nobody is reminded.
    """
    had = had_since(home, position.save, now)
    clock = clock_of(position.save, position.mover, (), had)
    if clock is None or not clock.is_late(now):
        return None
    if _is_told(home, position, Reminder(clock, ()), now):
        return None
    states = heard_of_turn(home, position.save, position.mover, now)
    clock = clock_of(position.save, position.mover, states, had) or clock
    due = Reminder(clock, states)
    if not states or (not due.is_closed and not clock.is_late(now)):
        return None
    return None if _is_told(home, position, due, now) else due


def remind(
    home: Home, positions: Iterable[Position], key: NamedKey, when: int
) -> tuple[list[str], list[str]]:
    """Mail each reminder that is due in some games; lines for whoever reminds, and the ids of the
    games in hex.

    when: now, Unix seconds.
    """
    lines: list[str] = []
    reminded: list[str] = []
    for position in positions:
        due = due_reminder(home, position, when)
        if due is None or position.save.players.get(due.clock.player) == key.key.public:
            continue
        first, since = first_to_remind(position, due, key.key.public, when)
        game = position.save.genesis
        if when < since:
            at = here_text(since, due.clock.offset)
            lines.append(f"{plain(game.name)}: {plain(first)} reminds first; from {at} on you do.")
            continue
        posted = post_reminder(home, position, key, due, when)
        who = f"{due.clock.nation} ({plain(due.clock.player)})"
        state = "have ended their turn, and its mail is lost" if due.is_closed else "are late"
        lines.append(f"{plain(game.name)}: {who} {state}.")
        lines += mail_lines(posted)
        reminded.append(game.game.hex())
    return lines, reminded


def _is_told(home: Home, position: Position, due: Reminder, now: int) -> bool:
    """Whether this home has mailed a reminder, or the mail of another player has brought it."""
    identity = due.identity(position, now)
    return is_handed_on(home, identity) or is_known_letter(home, position.save, identity)


def first_to_remind(position: Position, due: Reminder, mine: bytes, now: int) -> tuple[str, int]:
    """Who reminds before this player, and from when on this player does, Unix seconds; ("", 0) for
    whoever is first.

    One reminder is enough, and several homes may look for what is due in the same minute: each
    waits for the mail of those before it, and an observer for that of all players. mine: the
    player's key.
    """
    save, clock = position.save, due.clock
    others = [name for name in dict.fromkeys(save.seats.values()) if name and name != clock.player]
    places = (at for at, name in enumerate(others) if save.players.get(name) == mine)
    place = next(places, len(others))
    since = (clock.until, *clock.bumps)[clock.bumped(now)]
    return (others[0], since + place * _WAIT) if place else ("", 0)


def post_reminder(
    home: Home, position: Position, key: NamedKey, due: Reminder, when: int
) -> PostResult:
    """Mail the reminder that is due, and the save once more, to the late player and all others.

    To observers too: one of them may be about to remind.
    """
    save, clock, bumped = position.save, due.clock, due.clock.bumped(when)
    if due.is_closed:
        name = f"{clock.nation} ended turn {clock.number}, and its mail is lost."
    else:
        number = f"reminder {bumped} of {len(clock.bumps)}" if bumped else "time is over"
        name = f"{clock.nation} late: {number}."
    letter = Letter(
        text="\n".join([name, "", *_lines(position, due, when)]),
        identity=due.identity(position, when),
    )
    to = recipients(home, save, key, first=clock.player, observers=True)
    return post_letter(home, save, key, when, letter, to)


def _lines(position: Position, due: Reminder, when: int) -> Iterator[str]:
    clock = due.clock
    yield f"{position.save.genesis.name}, turn {clock.number}:"
    if due.is_closed:
        yield from state_lines(clock, due.states)
        return
    yield from clock_lines(clock, when)
    yield ""
    yield "The save is attached once more, in case the mail with it was lost."
    yield ""
    yield from how_to_play(position, clock)
