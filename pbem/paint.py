"""Colours of what is printed on a terminal, and nowhere else.

What a text means decides, not who wrote it: a few forms that all commands share are painted, by the
sixteen colours that every terminal shows in shades that its owner can read.
"""

import os
import re
import sys
from typing import Final, TextIO

_BOLD, _RED, _GREEN, _YELLOW, _CYAN = "1", "1;31", "32", "33", "36"
_FORMS: Final = (
    (re.compile(r"^WRONG\b|^NOT PROVEN:|\bNOT SENT\b|^pbem:(?= )"), _RED),
    (re.compile(r"^ok\b(?= )|^All is well\.$|^signed\b"), _GREEN),
    (re.compile(r"^note\b(?= )|^\* "), _YELLOW),
    # What can be typed, where a sentence names it and in a list of it.
    (re.compile(r"`pbem [^`]*`|(?<=^  )pbem \S.*?(?=  |$)|(?<=: )pbem \S[^.,;\n]*$"), _CYAN),
    (re.compile(r"^(?:[A-Z][A-Za-z ,']{2,40}:|[A-Z][A-Z ,]{3,40}|Round \d+, [^:]{1,40})$"), _BOLD),
)
"""Forms within one line, the first that fits."""
_ANY: Final = re.compile("|".join(f"({form.pattern})" for form, _ in _FORMS))


def takes_colours(stream: TextIO) -> bool:
    """Whether a stream is a terminal that shows colours, and its owner wants any.

    Source: https://no-color.org.
    """
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    # The older console of Windows shows the signs themselves.
    return sys.platform != "win32" or "WT_SESSION" in os.environ


def painted(text: str) -> str:
    """A text with its colours; without them it is the same."""
    return "".join(_ANY.sub(_in_colour, line) for line in text.splitlines(keepends=True))


def _in_colour(found: re.Match[str]) -> str:
    _, colour = _FORMS[(found.lastindex or 1) - 1]
    return f"\x1b[{colour}m{found[0]}\x1b[0m"
