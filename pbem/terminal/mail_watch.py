"""`pbem watch`: take in mail as it comes, and send what waits when its time has come."""

import time
from collections.abc import Callable

from pbem.home import Home
from pbem.mail.connect import open_source
from pbem.mail.errors import NetworkError, SpoolError
from pbem.mail.settings import IncomingSettings
from pbem.post.letter import moment_of, send_now

_WAIT = 15 * 60.0
_BETWEEN = 5 * 60.0
"""Seconds after which dice servers are asked again where no mailbox says that mail has come."""
_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 15 * 60.0
_GOOD = 60.0
"""Seconds after which a connection that broke has been a good one: servers end those every day."""


def watch(
    home: Home,
    incoming: IncomingSettings | None,
    fetch: Callable[[], None],
    say: Callable[[str], None],
    pause: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
    rounds: int | None = None,
) -> None:
    """Fetch, wait for mail, and so on until the player ends it; rounds: so many times, for tests.

    incoming: None for a player without a mailbox, whose turns come from dice servers alone.
    A server out of reach, or a folder that another pbem holds, is tried again, after a longer pause
    each time. It is said when that begins and when it is over; what came meanwhile is fetched.
    Raises SettingsError.
    """
    known: frozenset[str] = frozenset()
    wait = _FIRST_PAUSE
    is_away = False
    done = 0
    while rounds is None or done < rounds:
        done += 1
        began = clock()
        try:
            fetch()
            send_now(home, int(time.time()), due_only=True)
            if is_away:
                say("The mailbox can be read again.")
                is_away = False
            if incoming is None:
                pause(_BETWEEN)
                continue
            with open_source(incoming, moment_of(int(time.time())).date()) as source:
                # What was left where it is, because it is too large, is not waited for again.
                known = source.wait(_WAIT, known)
            wait = _FIRST_PAUSE
        except (NetworkError, SpoolError) as error:
            if clock() - began > _GOOD:
                wait = _FIRST_PAUSE
            if not is_away:
                say(f"{error} pbem goes on trying.")
                is_away = True
            pause(wait)
            wait = min(4 * wait, _LONGEST_PAUSE)
