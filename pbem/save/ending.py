"""The end of a turn as its player has signed it, before any dice authority has closed it.

It is kept durably until then: a turn is closed for one end only, so after a crash the same bytes
have to be asked for again.

Source: docs/formats/save-v1.md, section "turn_end".
"""

from pathlib import Path

from engine.values import dataclass
from pbem.dice.closing import open_closing
from pbem.files import write_atomic
from pbem.wire.canonical import encode
from pbem.wire.errors import SaveError
from pbem.wire.fields import byte_strings
from pbem.wire.signing import Verifier


@dataclass(frozen=True, slots=True)
class Ending:
    """The signed `request` to close a turn, and the `content` whose hash it names."""

    request: bytes
    content: bytes

    def ends(self, head: bytes) -> bool:
        """Whether it ends the turn of a log with this head."""
        try:
            return open_closing(self.request, Verifier())[0].head == head
        except SaveError:
            return False


class EndingFile:
    """Where the end of a turn is kept until it is closed.

    path: None keeps it in memory, for games that are gone with the program.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._kept: Ending | None = None

    def keep(self, ending: Ending) -> None:
        """Keep an end, durably, in place of an earlier one."""
        self._kept = ending
        if self._path is not None:
            data = encode([ending.request, ending.content])
            write_atomic(self._path, data, mode=0o600)

    def of(self, head: bytes) -> Ending | None:
        """The end that was kept for the turn of a log with this head, if any."""
        if self._kept is None and self._path is not None and self._path.is_file():
            try:
                parts = byte_strings(self._path.read_bytes(), 2, "the end of the turn")
                self._kept = Ending(*parts)
            except SaveError:
                return None
        return self._kept if self._kept is not None and self._kept.ends(head) else None
