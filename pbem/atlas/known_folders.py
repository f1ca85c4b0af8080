"""Which map folder a player uses for which map, remembered in the home."""

import json
from pathlib import Path
from typing import Final

from pbem.files import write_atomic

_MOST: Final = 200
_LARGEST: Final = 200_000


def known_folder(path: Path, scenario: str) -> Path | None:
    """The folder remembered for a scenario of this name; None without one, or if it has gone.

    path: the file in the home that remembers them.
    """
    named = _known(path).get(scenario)
    folder = Path(named) if named else None
    return folder if folder is not None and folder.exists() else None


def remember_folder(path: Path, scenario: str, folder: Path) -> None:
    """Remember a folder for a scenario of this name, in place of another one."""
    known = _known(path)
    known.pop(scenario, None)
    known[scenario] = str(folder.resolve())
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    kept = dict(list(known.items())[-_MOST:])
    write_atomic(path, json.dumps(kept, indent=1).encode(), mode=0o600)


def _known(path: Path) -> dict[str, str]:
    """A picture is never worth an error: a damaged file remembers nothing."""
    try:
        if path.stat().st_size > _LARGEST:
            return {}
        found: object = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {name: value for name, value in found.items() if isinstance(value, str)}
