"""Make text from players and strangers harmless before it enters a header, a body or a screen.

A name or a subject may hold line breaks (header injection), terminal escapes, or Unicode controls
that change the reading direction (so that `gpj.exe` looks like `exe.jpg`). All are removed here.
"""

from __future__ import annotations

import re
import unicodedata

# Cc controls, Cf format characters (bidi overrides and isolates, zero-width, tags), Cs surrogates,
# Co private use, Cn unassigned, Zl and Zp line and paragraph separators.
_UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# These two Cf characters are needed to write Persian, Indic scripts and joined emoji.
_JOINERS = frozenset({"\u200c", "\u200d"})
_SPACES = re.compile(r"\s+")
_MAX_MARKS = 4


def _is_safe(char: str) -> bool:
    return unicodedata.category(char) not in _UNSAFE_CATEGORIES or char in _JOINERS


def _limit_marks(text: str) -> str:
    """Drop combining marks beyond four in a row: stacks of them paint over other lines."""
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks <= _MAX_MARKS:
            kept.append(char)
    return "".join(kept)


def plain_line(text: str, limit: int = 200) -> str:
    """Return `text` as one harmless line of at most `limit` characters.

    Every run of white space, line breaks included, becomes one space.
    """
    line = _SPACES.sub(" ", text[: limit * 8])
    line = "".join(char for char in line if _is_safe(char))
    line = _limit_marks(line).strip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def plain_body(text: str) -> str:
    """Return `text` with line breaks as LF, tabs kept and all other unsafe characters removed."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(char for char in text if char in "\n\t" or _is_safe(char))
    return _limit_marks(text)
