"""Answering `pbem status` and `pbem games` at once for saves that have been verified before.

To import what verifies and plays a save takes part of a second.  What was said is therefore kept in
the player's home (pbem.cache_files), under a name made from everything that it depends on, the
bytes of the save and the pinned keys first of all: when one of them changes, the save is opened
again.  This module imports nothing that is slow.
"""

import hashlib
import json
from pathlib import Path

from pbem.cache_files import KeptFiles
from pbem.place import home_folder

_SHORTEST_ID = 4
_FOLDER = "cache"
_MOST_KEPT = 200
_LARGEST = 1024 * 1024
_CURRENT = "current.pbem"
_DRAFT = "draft.orders"
_SO_FAR = "so-far.pbem"
"""Both beside a save: what `status` says then depends on them."""


def recall(arguments: list[str]) -> str | None:
    """What `pbem status SAVE [--json]` printed for these very bytes; None when it is not known."""
    as_json = "--json" in arguments
    rest = [word for word in arguments if word != "--json"]
    if len(rest) != 2 or rest[0] != "status" or rest[1].startswith("-"):
        return None
    root = home_folder()
    path = _find(root, rest[1])
    if path is None:
        return None
    if any((path.parent / name).exists() for name in (_DRAFT, _SO_FAR)):
        return None
    try:
        kept = _kept(root).read(_name(root, path.read_bytes()))
    except OSError:
        return None
    if kept is None:
        return None
    text: object = json.loads(kept)["json" if as_json else "text"]
    return text if isinstance(text, str) else None


def remember(root: Path, save: bytes, text: str, as_json: str) -> None:
    """Keep what `status` said about a save; never an error, at worst it is forgotten."""
    content = json.dumps({"text": text, "json": as_json}).encode()
    _kept(root).write(_name(root, save), content)


class KnownRow:
    """What `pbem games` said about the game in a folder, if nothing there has changed since."""

    def __init__(self, root: Path, folder: Path) -> None:
        """root: the home; folder: that of a game in it."""
        self._kept = _kept(root)
        self._root = root
        self._folder = folder
        self._begun = self._name()

    def recall(self) -> dict[str, object] | None:
        """The row; None when it has to be worked out."""
        kept = self._kept.read(self._begun) if self._begun else None
        row: object = json.loads(kept) if kept is not None else None
        return row if isinstance(row, dict) else None

    def remember(self, row: dict[str, object]) -> None:
        """Keep a row that was worked out since; not if the game has changed meanwhile."""
        if self._begun and self._name() == self._begun:
            self._kept.write(self._begun, json.dumps(row).encode())

    def _name(self) -> str:
        """For all files that a row depends on; "" when they cannot be read."""
        files = [self._root / "key.json", self._root / "keyring.json"]
        files += [self._folder / "origin", self._folder / _SO_FAR]
        files += sorted((self._folder / "proposals").glob("*.pbem"))
        try:
            save = (self._folder / _CURRENT).read_bytes()
            others = [path.read_bytes() if path.is_file() else b"" for path in files]
        except OSError:
            return ""
        return f"row-{_digest([*others, save])}"


def _find(root: Path, text: str) -> Path | None:
    """The file that a save argument means: a file, or the only game that begins so."""
    path = Path(text)
    if path.is_file():
        return path
    wanted = text.lower()
    if len(wanted) < _SHORTEST_ID or not wanted.isalnum():
        return None
    found = [
        path
        for path in (root / "games").glob(f"*/{_CURRENT}")
        if any(part.startswith(wanted) for part in path.parent.name.split("-"))
    ]
    return found[0] if len(found) == 1 else None


def _name(root: Path, save: bytes) -> str:
    keyring = root / "keyring.json"
    pinned = keyring.read_bytes() if keyring.is_file() else b""
    return f"status-{_digest([pinned, save])}"


def _digest(parts: list[bytes]) -> str:
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(hashlib.sha256(part).digest())
    return hashed.hexdigest()[:40]


def _kept(root: Path) -> KeptFiles:
    return KeptFiles(root / _FOLDER, _MOST_KEPT, _LARGEST)
