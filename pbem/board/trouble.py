"""What can go wrong, as a status and a sentence that says what is safe."""

import re
from typing import Final

from engine import DefinitionError, EngineError, NotationError
from engine.values import dataclass
from pbem.mail.errors import MailError
from pbem.play.draft_file import BusyTurnError, MovedOnError
from pbem.replay.errors import IllegalOrderError
from pbem.save.errors import SaveError
from pbem.text import plain
from pbem.usage import UsageError
from pbem.wire.errors import DiceUnavailableError

SAFE_TURN: Final = (
    "What you ordered is kept. Try again later, on this page or at the terminal: "
    "the turn goes on at the same point, and the same dice are asked for."
)


_SAFE_FILES: Final = (
    "What the page shows now is kept; what you did last may be missing. "
    "Nothing that was signed and no dice are lost. Go on when the disk can be written again."
)
SAFE_LIST: Final = (
    "Nothing is lost: what was signed is kept, what came by mail stays in the mailbox, and what "
    "was to be sent waits. Try again later."
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """status: of HTTP; code: stable; text: one sentence; place: an area, or "".

    safe: what is not lost; "" where nothing was at stake.
    """

    status: int
    code: str
    text: str
    place: str = ""
    safe: str = ""

    def plain(self) -> dict[str, object]:
        """For JSON."""
        return {"code": self.code, "text": self.text, "place": self.place, "safe": self.safe}


_TYPED: Final = re.compile(r"`pbem\b|(?<!\S)\(?--[a-z]")
"""What only somebody at a terminal can do: a page has buttons for it, or says nothing."""


def _words(error: Exception) -> str:
    """What went wrong, without a way out that has to be typed at a terminal."""
    text = str(error)
    way_out = str(getattr(error, "way_out", ""))
    if way_out and _TYPED.search(way_out):
        text = text.removesuffix(way_out).rstrip()
    return text


def trouble_of(error: Exception, safe: str = SAFE_TURN) -> Trouble:
    """The trouble that an exception means; one that is not known is a bug in this program.

    safe: what is said of what is not lost.
    """
    code = str(getattr(error, "code", ""))
    text = plain(_words(error), lines=True)
    match error:
        case MovedOnError():
            return Trouble(409, code, text)
        case BusyTurnError():
            return Trouble(503, code, text)
        case IllegalOrderError():
            where = next((reason.where for reason in error.reasons if reason.where), "")
            return Trouble(422, code, text, where)
        case NotationError():
            faults = "; ".join(plain(fault.text) for fault in error.faults)
            return Trouble(422, error.faults[0].code if error.faults else "no-order", faults)
        case MailError() if code == "mail-address":
            return Trouble(422, code, text)
        case DiceUnavailableError() | MailError():
            return Trouble(503, code, text, safe=safe)
        case SaveError() | UsageError():
            return Trouble(422, code, text)
        case DefinitionError():
            return Trouble(422, "bad-definition", text)
        case EngineError():
            return Trouble(422, code or "bad-order", text)
        case OSError():
            what = error.strerror or type(error).__name__
            return Trouble(503, "file-error", f"{what}.", safe=_SAFE_FILES)
    bug = f"This is a bug in pbem ({type(error).__name__}: {text}). Please report it."
    return Trouble(500, "internal-error", bug, safe=safe)
