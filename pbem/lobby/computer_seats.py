"""The nations that the computer plays at this computer, for the player who holds their seats.

It is nobody's secret and nothing of the log: a turn of theirs is signed by the holder of the seat
like any other, with committed dice, and its message says who played it.  Kept beside the game.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from engine.ai import PLAYERS
from pbem.files import write_atomic
from pbem.home import Home
from pbem.plugins import PluginGroup, plugin, plugins_in
from pbem.save.shelf import GameRef
from pbem.text import quoted
from pbem.usage import UsageError

SEAT: Final = "computer"
"""Written in place of a person's name or address, alone or as ``computer:hard``."""

USUAL: Final = "hard"
"""The player that is meant where none is named."""

_FILE: Final = "computer.json"
_MOST_BYTES: Final = 64 * 1024


def computer_seats(home: Home, ref: GameRef) -> Mapping[str, str]:
    """The nations of a game that the computer plays here, each with the name of its player."""
    with suppress(OSError, ValueError, RecursionError):
        data = (home.game_store.folder(ref) / _FILE).read_bytes()[:_MOST_BYTES]
        seats: object = json.loads(data)
        if isinstance(seats, dict):
            return {nation: kind for nation, kind in seats.items() if is_computer(kind)}
    return {}


def is_computer(kind: object) -> bool:
    """Whether a computer player has this name: one of ours, or one that a plugin brings."""
    if not isinstance(kind, str):
        return False
    return kind in PLAYERS or plugin(PluginGroup.COMPUTERS, kind) is not None


def computer_names() -> tuple[str, ...]:
    """All of them, ours first."""
    return (*PLAYERS, *(name for name in plugins_in(PluginGroup.COMPUTERS) if name not in PLAYERS))


def keep_computer_seats(home: Home, ref: GameRef, seats: Mapping[str, str]) -> None:
    """Let the computer play these nations of a game from now on, and no others."""
    data = json.dumps(dict(sorted(seats.items()))).encode()
    write_atomic(home.game_store.folder(ref) / _FILE, data, mode=0o600)


def computer_named(who: str) -> str | None:
    """The player that ``computer`` or ``computer:NAME`` means; None for words that mean a person.

    Raises UsageError `no-such-player` for a name that no player has.
    """
    seat, colon, kind = who.strip().lower().partition(":")
    if seat != SEAT:
        return None
    if colon and not is_computer(kind):
        raise UsageError(
            "no-such-player",
            f"There is no computer player called {quoted(kind)}.",
            f"Write {SEAT}, or {SEAT}: with one of {', '.join(computer_names())}.",
        )
    return kind or USUAL
