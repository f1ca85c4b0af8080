"""Where a player's home is; imports nothing that is slow."""

import os
import sys
from pathlib import Path


def home_folder() -> Path:
    """The folder that $PBEM_HOME names, else the system's for user data; it need not exist."""
    named = os.environ.get("PBEM_HOME")
    if named:
        return Path(named).expanduser()
    if sys.platform == "linux":
        # As platformdirs has it, which takes a moment to load.
        base = os.environ.get("XDG_DATA_HOME", "").strip()
        return (Path(base) if base else Path.home() / ".local" / "share") / "pbem"
    from platformdirs import user_data_path  # noqa: PLC0415 - see above

    return user_data_path("pbem", appauthor=False)
