"""What a game is called in a player's home, and how it got there.

A game is its genesis record: whoever founds a game chooses its id, so anybody can found another
one with the same id. Games are therefore kept by the head of their genesis record (ADR 0031).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from engine.lazy import LazyFunction
from engine.values import dataclass
from pbem.text import counted, plain

if TYPE_CHECKING:
    from pbem.save.trusted_save import TrustedSave
    from pbem.wire.fingerprint import fingerprint
else:
    # Late: the tab key asks for names alone.
    fingerprint = LazyFunction("pbem.wire.fingerprint", "fingerprint")

CURRENT = "current.pbem"

SHORTEST = 4
_LENGTHS = (8, 16, 32, 64)
_FOLDER = re.compile(r"([0-9a-f]{32})-([0-9a-f]{64})\Z")
_MOST_WORDS = 300


@dataclass(frozen=True, slots=True)
class GameRef:
    """A game: `game` is its 16-byte id, `genesis` the 32-byte head of its genesis record."""

    game: bytes
    genesis: bytes

    @property
    def folder_name(self) -> str:
        """The name of its folder: no part of it is chosen by anybody's taste."""
        return f"{self.game.hex()}-{self.genesis.hex()}"

    def begins_with(self, text: str) -> bool:
        """Whether its id or its genesis head begins with these hex digits."""
        return self.game.hex().startswith(text) or self.genesis.hex().startswith(text)


def ref_of(save: TrustedSave) -> GameRef:
    """The game that a save is of."""
    return GameRef(save.genesis.game, save.genesis_head)


def ref_named(folder_name: str) -> GameRef | None:
    """The game whose folder has this name; None for any other name."""
    found = _FOLDER.match(folder_name)
    return GameRef(*map(bytes.fromhex, found.groups())) if found else None


def stored_games(root: Path) -> tuple[GameRef, ...]:
    """The games in a folder that have a current save, in order of id; it need not exist."""
    if not root.is_dir():
        return ()
    return tuple(
        ref
        for folder in sorted(root.iterdir())
        if (ref := ref_named(folder.name)) is not None and (folder / CURRENT).is_file()
    )


def refs_named(text: str, among: Sequence[GameRef]) -> tuple[GameRef, ...]:
    """The games that hex digits stand for: the start of an id or of a genesis head."""
    wanted = text.lower()
    if len(wanted) < SHORTEST:
        return ()
    return tuple(ref for ref in among if ref.begins_with(wanted))


def handle(ref: GameRef, among: Sequence[GameRef]) -> str:
    """The shortest name by which commands know a game: of its id, else of its genesis head."""
    return handles({ref, *among})[ref]


def handles(refs: Iterable[GameRef]) -> dict[GameRef, str]:
    """The same of each of some games, which are all that there are."""
    digits = {ref: (ref.game.hex(), ref.genesis.hex()) for ref in refs}
    # How many of the games begin with some digits: those of a game count once, however alike.
    games = Counter(
        text
        for names in digits.values()
        for text in {name[:length] for name in names for length in _LENGTHS}
    )
    return {
        ref: next((text for text in _names(game, genesis) if games[text] == 1), genesis)
        for ref, (game, genesis) in digits.items()
    }


def _names(game: str, genesis: str) -> tuple[str, ...]:
    return (game[: _LENGTHS[0]], *(genesis[:length] for length in _LENGTHS))


class Standing(StrEnum):
    """Whether this player has anything to do with a game.

    OWN: they play in it, host it, or took it in by hand. GUEST: it came by mail, from strangers.
    """

    OWN = "own"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class Origin:
    """How a game came into a home; words: in plain words, from whom it says it came."""

    standing: Standing = Standing.OWN
    words: str = ""

    def to_bytes(self) -> bytes:
        """As it is stored: two lines."""
        return f"{self.standing}\n{plain(self.words, limit=_MOST_WORDS)}\n".encode()


def read_origin(data: bytes) -> Origin:
    """What `Origin.to_bytes` wrote; anything else is a game of the player's own."""
    first, _, rest = data.decode("utf-8", errors="replace").partition("\n")
    standing = Standing.GUEST if first == Standing.GUEST else Standing.OWN
    return Origin(standing, plain(rest.partition("\n")[0], limit=_MOST_WORDS))


def host_of(save: TrustedSave) -> str:
    """Who founded a game, and the key that it was founded with."""
    return f"hosted by {plain(save.genesis.host)}, {fingerprint(save.genesis.host_key)}"


def describe_game(save: TrustedSave, origin: Origin) -> str:
    """A game in one line, told apart from another one of the same id."""
    genesis = save.genesis
    seats = ", ".join(f"{nation} {player or 'open'}" for nation, player in genesis.seats.items())
    parts = [
        f"{plain(genesis.name)}, {host_of(save)}",
        f"seats {plain(seats)}",
        counted(len(save.entries), "record"),
    ]
    return "; ".join([*parts, *([origin.words] if origin.words else [])])
