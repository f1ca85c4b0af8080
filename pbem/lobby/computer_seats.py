"""The nations that the computer plays at this computer, for the player who holds their seats.

It is nobody's secret and nothing of the log: a turn of theirs is signed by the holder of the seat
like any other.  Kept beside the game, by its name.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from pbem.files import write_atomic
from pbem.home import Home
from pbem.save.shelf import GameRef

SEAT: Final = "computer"
"""Written in place of a person's name or address."""

_FILE: Final = "computer.json"
_MOST_BYTES: Final = 64 * 1024


def computer_seats(home: Home, ref: GameRef) -> frozenset[str]:
    """The nations of a game that the computer plays here."""
    with suppress(OSError, ValueError, RecursionError):
        data = (home.game_store.folder(ref) / _FILE).read_bytes()[:_MOST_BYTES]
        names: object = json.loads(data)
        if isinstance(names, list):
            return frozenset(name for name in names if isinstance(name, str))
    return frozenset()


def keep_computer_seats(home: Home, ref: GameRef, nations: Iterable[str]) -> None:
    """Let the computer play these nations of a game from now on, and no others."""
    data = json.dumps(sorted(nations)).encode()
    write_atomic(home.game_store.folder(ref) / _FILE, data, mode=0o600)
