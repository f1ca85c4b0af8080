"""The address of the board from one run to the next, so that a page that is open goes on.

Kept are the port and the path, for the owner's eyes.  The cookie is another one each time: whoever
has listened at the port while the program did not run has learnt the path, and gets in by nothing
that they have heard (ADR 0076).
"""

import json
import re
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from pbem.board.guard import new_base
from pbem.files import write_atomic
from pbem.home import Home
from pbem.listening import listen
from pbem.usage import UsageError

_FILE: Final = "board.json"
_BASE: Final = re.compile(r"/[A-Za-z0-9_-]{22}\Z")


def open_place(home: Home, host: str, port: int, file: str = _FILE) -> tuple[socket.socket, str]:
    """A socket that listens, and the path below which the board is.

    port: 0 for that of the last run, or any other if somebody else has it now.
    file: where port and path are kept, in the home.
    Raises UsageError as `listen`.
    """
    path = home.root / file
    kept, base = _kept(path)
    listening = None
    if port in {0, kept} and kept:
        with suppress(UsageError):
            listening = listen(host, kept)
    if listening is None:
        # Anybody who has the port may have heard the path, which is worth nothing elsewhere then.
        listening, base = listen(host, port), new_base()
    now = {"port": listening.getsockname()[1], "base": base}
    with suppress(OSError):
        home.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomic(path, json.dumps(now).encode(), mode=0o600)
    return listening, base


def _kept(path: Path) -> tuple[int, str]:
    """The port and the path of the last run; 0 and a new path when there was none."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads(path.read_bytes())
        port, base = found["port"], found["base"]
        if isinstance(port, int) and 1024 <= port <= 65535 and _BASE.match(base):
            return port, base
    return 0, new_base()
