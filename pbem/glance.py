"""Answering `pbem status` at once for a save that has been verified before.

Verifying and replaying a save takes part of a second, and importing what that needs another part.
What `status` said is therefore kept in the player's home, under a name made from the bytes of the
save, the pinned keys and the version of the program: when one of them changes, the save is verified
again.  This module imports nothing that is slow.
"""

import hashlib
import json
import os
import sys
from pathlib import Path

_SHORTEST_ID = 4
_MOST_KEPT = 200
_DRAFT = "draft.orders"
"""Beside a save: what `status` says then depends on it."""


def recall(arguments: list[str], version: str) -> str | None:
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
        kept = json.loads(_file(root, path.read_bytes(), version).read_bytes())
        text = kept["json" if as_json else "text"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return text if isinstance(text, str) else None


def remember(root: Path, save: bytes, version: str, text: str, as_json: str) -> None:
    """Keep what `status` said about a save; never an error, at worst it is forgotten."""
    try:
        file = _file(root, save, version)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        old = sorted(file.parent.iterdir(), key=lambda entry: entry.stat().st_mtime_ns)
        for entry in old[: max(0, len(old) - _MOST_KEPT)]:
            entry.unlink(missing_ok=True)
        temporary = file.with_suffix(f".{os.getpid()}")
        temporary.write_text(json.dumps({"text": text, "json": as_json}), encoding="utf-8")
        temporary.replace(file)
    except OSError:
        return


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


def _file(root: Path, save: bytes, version: str) -> Path:
    keyring = root / "keyring.json"
    pinned = keyring.read_bytes() if keyring.is_file() else b""
    hashed = hashlib.sha256()
    for part in (version.encode(), pinned, save):
        hashed.update(hashlib.sha256(part).digest())
    return root / "cache" / f"status-{hashed.hexdigest()[:40]}.json"
