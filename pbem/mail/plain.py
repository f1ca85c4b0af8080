"""Text from players and strangers on its way into a header or a body: what hides is left out.

On a screen `pbem.text.plain` makes such characters visible instead; which ones they are is decided
there.  A line break would begin another header, and a change of the reading direction
makes `gpj.exe` look like `exe.jpg`.
"""

from __future__ import annotations

import re

from pbem.text import is_hidden, limit_marks

# Hidden, but needed to write Persian, Indic scripts and joined emoji.
_JOINERS = frozenset({"\u200c", "\u200d"})
_SPACES = re.compile(r"\s+")


def plain_line(text: str, limit: int = 200) -> str:
    """Return `text` as one harmless line of at most `limit` characters.

    Every run of white space, line breaks included, becomes one space.
    """
    line = limit_marks(_without_hidden(_SPACES.sub(" ", text[: limit * 8]))).strip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def plain_body(text: str) -> str:
    """Return `text` with line breaks as LF, tabs kept and all other unsafe characters removed."""
    return limit_marks(_without_hidden(text.replace("\r\n", "\n").replace("\r", "\n"), "\n\t"))


def _without_hidden(text: str, kept: str = "") -> str:
    return "".join(char for char in text if char in kept or char in _JOINERS or not is_hidden(char))
