"""The nations that the computer plays at this computer, for the player who holds their seats.

It is nobody's secret and nothing of the log: a turn of theirs is signed by the holder of the seat
like any other, with committed dice, and its message says who played it.  Kept beside the game.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from engine.ai import PLAYERS
from pbem.files import write_atomic
from pbem.home import Home
from pbem.plugins import PluginGroup, plugin, plugins_in
from pbem.save.shelf import GameRef, ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError

SEAT: Final = "computer"
"""Written in place of a person's name or address, alone or as ``computer:hard``."""

USUAL: Final = "hard"
"""The player that is meant where none is named."""

LEAST_SECONDS: Final = 0.1
MOST_SECONDS: Final = 300.0
"""What a turn of one of our players may be bounded to."""

_FILE: Final = "computer.json"
_SECONDS: Final = re.compile(r"[0-9]{1,4}(\.[0-9]{1,3})?")
_MOST_BYTES: Final = 64 * 1024


def computer_seats(home: Home, ref: GameRef) -> Mapping[str, str]:
    """The nations of a game that the computer plays here, each with the name of its player."""
    with suppress(OSError, ValueError, RecursionError):
        data = (home.game_store.folder(ref) / _FILE).read_bytes()[:_MOST_BYTES]
        seats: object = json.loads(data)
        if isinstance(seats, dict):
            return {nation: kind for nation, kind in seats.items() if is_computer(kind)}
    return {}


def own_computer_seats(home: Home, save: TrustedSave) -> Mapping[str, str]:
    """Those of `computer_seats` whose seats the player still holds.

    One that was given to somebody else by agreement is theirs to play.
    """
    seats = computer_seats(home, ref_of(save))
    identity = home.identity() if seats else None
    if identity is None:
        return {}
    return {
        nation: kind for nation, kind in seats.items() if save.holder_key(nation) == identity[1]
    }


def computer_words(kind: str) -> str:
    """A player in words, such as `the computer (hard, 2 s)`."""
    name, seconds = name_and_seconds(kind)
    return f"the computer ({name if seconds is None else f'{name}, {seconds:g} s'})"


def is_computer(kind: object) -> bool:
    """Whether a computer player has this name: one of ours, or one that a plugin brings.

    One of ours may have a bound, as `bounded` writes it.
    """
    if not isinstance(kind, str):
        return False
    name, colon, _ = kind.partition(":")
    if colon:
        return name in PLAYERS and name_and_seconds(kind)[1] is not None
    return name in PLAYERS or plugin(PluginGroup.COMPUTERS, name) is not None


def bounded(name: str, seconds: float | None) -> str:
    """A player with the seconds that a turn of it may take, such as ``hard:2``; None for the usual.

    Raises UsageError `no-bound` for a player that is not one of ours.
    """
    if seconds is None:
        return name
    if name not in PLAYERS:
        raise UsageError(
            "no-bound",
            f"The computer player {quoted(name)} knows no bound of time.",
            f"Leave --seconds out, or take one of {', '.join(PLAYERS)}.",
        )
    return f"{name}:{round(seconds, 3):g}"


def name_and_seconds(kind: str) -> tuple[str, float | None]:
    """The two parts of what `bounded` gives; None for no bound, and for what is none."""
    name, _, text = kind.partition(":")
    return name, seconds_in(text)


def seconds_in(text: str) -> float | None:
    """A bound as somebody writes it; None for what is none."""
    seconds = float(text) if _SECONDS.fullmatch(text) else 0.0
    return seconds if LEAST_SECONDS <= seconds <= MOST_SECONDS else None


def computer_names() -> tuple[str, ...]:
    """All of them, ours first."""
    return (*PLAYERS, *(name for name in plugins_in(PluginGroup.COMPUTERS) if name not in PLAYERS))


def keep_computer_seats(home: Home, ref: GameRef, seats: Mapping[str, str]) -> None:
    """Let the computer play these nations of a game from now on, and no others."""
    data = json.dumps(dict(sorted(seats.items()))).encode()
    write_atomic(home.game_store.folder(ref) / _FILE, data, mode=0o600)


def computer_named(who: str) -> str | None:
    """The player that ``computer``, ``computer:NAME`` or ``computer:NAME:SECONDS`` means.

    None for words that mean a person.  Raises UsageError `no-such-player` for a name that no player
    has, and for a bound that cannot be.
    """
    seat, colon, kind = who.strip().lower().partition(":")
    if seat != SEAT:
        return None
    if kind.partition(":")[0] in PLAYERS and not is_computer(kind):
        raise UsageError(
            "no-such-player",
            f"{quoted(who.strip())} does not say how long the computer may think.",
            f"Write seconds from {LEAST_SECONDS:g} to {MOST_SECONDS:g}, such as computer:hard:2.",
        )
    if colon and not is_computer(kind):
        raise UsageError(
            "no-such-player",
            f"There is no computer player called {quoted(kind)}.",
            f"Write {SEAT}, or {SEAT}: with one of {', '.join(computer_names())}.",
        )
    return kind or USUAL
