"""Answering `pbem status` and `pbem games` at once for saves that have been verified before.

To import what verifies and plays a save takes part of a second.  What was said is therefore kept in
the player's home (pbem.cache_files), with everything that it depends on, the save and the pinned
keys first of all: when one of them changes, the save is opened again.  This module imports nothing
that is slow.
"""

import hashlib
import json
import os
from pathlib import Path

from pbem.cache_files import KeptFiles
from pbem.place import home_folder

_SHORTEST_ID = 4
_FOLDER = "cache"
_MOST_KEPT = 200
_LARGEST = 1024 * 1024
_ROWS = "rows"
_LARGEST_ROWS = 64 * _LARGEST
_CURRENT = "current.pbem"
_DRAFT = "draft.orders"
_SO_FAR = "so-far.pbem"
"""Both beside a save: what `status` says then depends on them."""
_WHO_HAS = "who-has.json"
"""Since when a turn could be had."""


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


class KnownRows:
    """What was said about the games of a home, each while nothing in its folder changes.

    All are one file, so that a thousand games are read at once. A row is known by the size, the
    time and the number of each file that it depends on, as git knows what has changed: every one
    of them is written anew and then renamed.
    """

    def __init__(self, root: Path, kind: str = "games") -> None:
        """root: the home; kind: which rows, those of `pbem games` or others."""
        self._kept = KeptFiles(root / _FOLDER / kind, 1, _LARGEST_ROWS)
        self._games = root / "games"
        self._keys = [_stamp(root / "key.json"), _stamp(root / "keyring.json")]
        kept = self._kept.read(_ROWS)
        rows: object = json.loads(kept) if kept is not None else None
        self._rows: dict[str, object] = rows if isinstance(rows, dict) else {}
        self._begun: dict[str, list[object]] = {}
        self._is_changed = False

    def recall(self, folder_name: str) -> dict[str, object] | None:
        """The row of a game; None when it has to be worked out."""
        self._begun[folder_name] = begun = self._stamps(folder_name)
        match self._rows.get(folder_name):
            case [known, dict(row)] if known == begun:
                return row
        return None

    def remember(self, folder_name: str, row: dict[str, object]) -> None:
        """Keep a row that was worked out since; not if the game has changed meanwhile."""
        begun = self._begun.get(folder_name)
        if begun is not None and self._stamps(folder_name) == begun:
            self._rows[folder_name] = [begun, row]
            self._is_changed = True

    def close(self) -> None:
        """Keep them for the next time; those of games that were not asked for are forgotten."""
        rows = {name: row for name, row in self._rows.items() if name in self._begun}
        if self._is_changed or len(rows) < len(self._rows):
            self._kept.write(_ROWS, json.dumps(rows).encode())

    def _stamps(self, folder_name: str) -> list[object]:
        # As texts: to make a path of each takes longer than to look.
        folder = f"{self._games}{os.sep}{folder_name}{os.sep}"
        stamps = [_stamp(folder + name) for name in (_CURRENT, "origin", _SO_FAR, _WHO_HAS)]
        try:
            with os.scandir(f"{folder}proposals") as found:
                proposals = sorted(
                    [entry.name, *_numbers(entry.stat())]
                    for entry in found
                    if entry.name.endswith(".pbem")
                )
        except OSError:
            proposals = []
        return [*self._keys, *stamps, proposals]


def _stamp(path: Path | str) -> list[int]:
    try:
        return _numbers(os.stat(path))  # noqa: PTH116
    except OSError:
        return []


def _numbers(found: os.stat_result) -> list[int]:
    return [found.st_size, found.st_mtime_ns, found.st_ino]


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
