"""Answering `pbem status` at once for a save that has been verified before.

To import what verifies and plays a save takes part of a second.  What `status` said is therefore
kept in the player's home (pbem.kept), under a name made from the bytes of the save and the pinned
keys: when one of them changes, the save is opened again.  This module imports nothing that is slow.
"""

import hashlib
import json
import os
import sys
from pathlib import Path

from pbem.kept import KeptFiles

_SHORTEST_ID = 4
_FOLDER = "cache"
_MOST_KEPT = 200
_LARGEST = 1024 * 1024
_DRAFT = "draft.orders"
"""Beside a save: what `status` says then depends on it."""


def recall(arguments: list[str]) -> str | None:
    """What `pbem status SAVE [--json]` printed for these very bytes; None when it is not known."""
    as_json = "--json" in arguments
    rest = [word for word in arguments if word != "--json"]
    if len(rest) != 2 or rest[0] != "status" or rest[1].startswith("-"):
        return None
    root = home_folder()
    path = _find(root, rest[1]) if root is not None else None
    if root is None or path is None:
        return None
    if (path.parent / _DRAFT).exists():
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


def home_folder() -> Path | None:
    """The home that the environment names; None when it has to be looked up the slow way."""
    named = os.environ.get("PBEM_HOME")
    if named:
        return Path(named).expanduser()
    if sys.platform == "linux":
        base = os.environ.get("XDG_DATA_HOME", "").strip()
        return (Path(base) if base else Path.home() / ".local" / "share") / "pbem"
    return None


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
        for path in (root / "games").glob("*/current.pbem")
        if any(part.startswith(wanted) for part in path.parent.name.split("-"))
    ]
    return found[0] if len(found) == 1 else None


def _name(root: Path, save: bytes) -> str:
    keyring = root / "keyring.json"
    pinned = keyring.read_bytes() if keyring.is_file() else b""
    hashed = hashlib.sha256()
    for part in (pinned, save):
        hashed.update(hashlib.sha256(part).digest())
    return f"status-{hashed.hexdigest()[:40]}"


def _kept(root: Path) -> KeptFiles:
    return KeptFiles(root / _FOLDER, _MOST_KEPT, _LARGEST)
