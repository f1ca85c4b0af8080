"""Which saves of a game were fetched from a relay, whatever became of them, and which are there.

Every command may ask: what talks to servers is not loaded for it.
"""

from pathlib import Path
from typing import Final

from pbem.files import write_atomic

_SEEN: Final = "relay-seen"
_MOST_SEEN: Final = 64


class SeenHeads:
    """The heads that were fetched or put, in the folder of their game."""

    def __init__(self, folder: Path) -> None:
        """Reads what is there; a file that is damaged counts as empty."""
        self._path = folder / _SEEN
        try:
            data = self._path.read_bytes()[: 32 * _MOST_SEEN]
        except OSError:
            data = b""
        self._heads = [data[place : place + 32] for place in range(0, len(data), 32)]

    def __contains__(self, head: bytes) -> bool:
        return head in self._heads

    def add(self, head: bytes) -> None:
        """Keep one more, durably."""
        if head in self._heads:
            return
        self._heads = [*self._heads, head][-_MOST_SEEN:]
        write_atomic(self._path, b"".join(self._heads), mode=0o600)
