"""How much of a game each player has, as the headers of their mails say.

Whoever writes a mail says how many turns of the game were closed for them, and with which head. It
is no proof of anything, and nothing is put into a game for it: it decides only whether somebody is
told that a mail was lost, is sent a save that they can have anyway, or is reminded twice.

The line below every command asks: what reads saves is not loaded for it.
"""

import json
from pathlib import Path
from typing import Final, NamedTuple

from engine.values import dataclass
from pbem.files import write_atomic

HEAD_DIGITS: Final = 40
_FILE: Final = "who-has.json"
_MOST_LETTERS: Final = 40
_MOST_CAME: Final = 8
_MOST_BYTES: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Has:
    """What a player had when they wrote: turns that were closed, the head after the last of them in
    hex, and when, Unix seconds."""

    turns: int
    head: str
    written: int


class WhoHas:
    """What is known of one game; by player or observer, and of letters that all get once.

    came: by the head after a closed turn, when the first mail brought it or took it along, in Unix
    seconds.

    folder: of the game.  A file that is damaged counts as empty: the next mails fill it again.
    """

    def __init__(self, folder: Path) -> None:
        """Reads what is there."""
        self._path = folder / _FILE
        self.players: dict[str, Has] = {}
        self.letters: list[str] = []
        self.came: dict[str, int] = {}
        try:
            data = self._path.read_bytes()[:_MOST_BYTES]
            found = json.loads(data)
            players = {str(name): _has(*row) for name, row in found["players"].items()}
            came = {str(head): int(when) for head, when in found["came"].items()}
            self.players, self.letters = players, list(map(str, found["letters"]))
            self.came = came
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return

    def note(self, player: str, has: Has, letter: str) -> None:
        """Keep what a mail of a player says, if it is their newest; letter: by which that is known
        which several might write, "" for any other.

        player: of the game, or the address of an observer whom its host named, so that no stranger
        fills it.
        """
        before = self.players.get(player)
        is_newer = before is None or has.written >= before.written
        is_known = not letter or letter in self.letters
        if not is_newer and is_known:
            return
        if is_newer:
            self.players[player] = has
        if not is_known:
            self.letters = [*self.letters, letter][-_MOST_LETTERS:]
        self._write()

    def note_came(self, head: str, when: int) -> None:
        """Keep when a mail first brought, or took along, the game up to a head in hex."""
        known = self.came.get(head, 0)
        if not when or 0 < known <= when:
            return
        self.came.pop(head, None)
        self.came = dict([*self.came.items(), (head, when)][-_MOST_CAME:])
        self._write()

    def _write(self) -> None:
        rows = {name: [one.turns, one.head, one.written] for name, one in self.players.items()}
        table = {"players": rows, "letters": self.letters, "came": self.came}
        write_atomic(self._path, json.dumps(table).encode(), mode=0o600)


class Lacking(NamedTuple):
    """What others have of a game and this home has not; newest_turn: how many turns are closed by
    their mails, 0 where none is said; words: a clause, "" where nothing is lacking."""

    newest_turn: int
    words: str


def lacking(folder: Path, turns: int) -> Lacking:
    """Which turns of a game this home lacks, and who has them.

    turns: how many are closed here.
    """
    players = WhoHas(folder).players
    newest = max((one.turns for one in players.values()), default=0)
    if newest <= turns:
        return Lacking(newest, "")
    ahead = sorted(name for name, one in players.items() if one.turns > turns)
    number = f"turn {newest}" if newest == turns + 1 else f"turns {turns + 1} to {newest}"
    return Lacking(newest, f"you lack {number}, by the mail of {' and '.join(ahead)}")


def _has(turns: object, head: object, written: object) -> Has:
    if isinstance(turns, int) and isinstance(head, str) and isinstance(written, int):
        return Has(turns, head, written)
    raise TypeError
