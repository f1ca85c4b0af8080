"""Text that other people wrote, made harmless to show.

Names, messages and subjects come from strangers. Before they reach a terminal, a file name or a
mail header, control characters, bidirectional overrides and invisible characters are made visible.
HTML and BBCode are the renderer's business: this module knows plain text only.
"""

import re
import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone

_MAX_COMBINING = 4
_MOST_OF_PATH = 80
_UNSAFE_NAME = re.compile(r"[^A-Za-z0-9]+")
# Cc control, Cf format (bidirectional marks, zero width), Cs surrogate, Co private use,
# Cn unassigned, Zl and Zp line and paragraph separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters that draw nothing (Hangul fillers and the like) and have no category of their own;
# variation selectors are in `is_hidden`.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def plain(text: str, *, lines: bool = False, limit: int = 20_000) -> str:
    """`text` with everything that could steer a terminal written as `<U+XXXX>`.

    With `lines` the line feed is kept (CRLF becomes LF, a tab becomes a space); otherwise line
    feeds and tabs become a space. Longer runs of combining marks than four are cut. At most
    `limit` characters of the input are looked at; a cut is shown by an ellipsis.
    """
    ending = "…" if len(text) > limit else ""
    text = text[:limit]
    if text.isascii() and text.isprintable():
        return text + ending  # nearly every text, and there are thousands on a page
    kept = limit_marks(text.replace("\r\n", "\n"))
    return "".join(_shown(char, lines) for char in kept) + ending


def counted(number: int, one: str, many: str = "") -> str:
    """`1 battle`, `2 battles`; many: the plural where it does not just add an s."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def _shown(char: str, lines: bool) -> str:
    if char == "\n":
        return "\n" if lines else " "
    if char == "\t":
        return " "
    if is_hidden(char):
        return f"<U+{ord(char):04X}>"
    if unicodedata.category(char) == "Zs":
        return " "
    return char


def is_hidden(char: str) -> bool:
    """Whether a character controls its display or shows nothing; so do line feed and tab."""
    return (
        unicodedata.category(char) in _HIDDEN
        or char in _BLANK
        or 0xFE00 <= ord(char) <= 0xFE0F
        or 0xE0100 <= ord(char) <= 0xE01EF
    )


def limit_marks(text: str) -> str:
    """`text` with at most four combining marks in a row: stacks of them paint over other lines."""
    kept: list[str] = []
    marks = 0
    for char in text:
        is_mark = unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me"}
        marks = marks + 1 if is_mark else 0
        if marks <= _MAX_COMBINING:
            kept.append(char)
    return "".join(kept)


def quoted(text: str) -> str:
    """A name from outside, harmless and in quotes, for use inside a sentence."""
    return f"'{plain(text, limit=80)}'"


def quoted_path(path: str) -> str:
    """A file from outside in the same way; of a long path the end, which says which file it is."""
    shown = path if len(path) <= _MOST_OF_PATH else f"…{path[1 - _MOST_OF_PATH :]}"
    return f"'{plain(shown)}'"


def file_stem(text: str, *, limit: int = 40) -> str:
    """A safe piece of a file name: ASCII letters, digits and single dashes, never empty.

    Never a path part, a hidden file, an option or a name that an operating system reserves: the
    result is meant to be joined with a game id by the caller.
    """
    folded = unicodedata.normalize("NFKD", text[: limit * 4]).encode("ascii", "ignore").decode()
    stem = _UNSAFE_NAME.sub("-", folded).strip("-")[:limit].strip("-").lower()
    return stem or "game"


def under(headings: Iterable[str], cells: Iterable[object]) -> str:
    """Cells of a table aligned to the right below headings three spaces apart."""
    return "".join(
        f"{cell:>{len(heading) + 3}}" for heading, cell in zip(headings, cells, strict=True)
    )


def column_width(names: Iterable[str], least: int = 12) -> int:
    """How wide a column of a table must be so that a space follows each of the names."""
    return max([least, *(len(name) + 1 for name in names)])


def date_text(seconds: int, offset: int = 0) -> str:
    """A time for people, ``"Tue 24 Nov 2026 19:00 UTC+01:00"``, the same for everybody.

    seconds: Unix, 0 to year 9999; offset: minutes east of UTC.
    """
    return _told(_local(seconds, offset), "%a %d %b %Y %H:%M")


def here_text(seconds: int, offset: int | None = None) -> str:
    """The same in the zone of whoever reads it here, and where a game has another one, in that too:
    ``"Tue 24 Nov 2026 18:00 UTC (19:00 UTC+01:00 in the game)"``.

    offset: of the game in minutes, None where it has no zone.
    """
    try:
        distance = datetime.fromtimestamp(seconds).astimezone().utcoffset()
    except (OverflowError, OSError, ValueError):
        distance = None
    own = int(distance.total_seconds()) // 60 if distance is not None else 0
    text = date_text(seconds, own)
    if offset in (None, own):
        return text
    there = _local(seconds, offset or 0)
    is_same_day = there.date() == _local(seconds, own).date()
    return f"{text} ({_told(there, '%H:%M' if is_same_day else '%a %H:%M')} in the game)"


def _local(seconds: int, offset: int) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, timezone(timedelta(minutes=offset)))
    except (OverflowError, ValueError):
        return datetime.fromtimestamp(seconds, UTC)  # the last day of the year 9999


def _told(moment: datetime, form: str) -> str:
    distance = moment.utcoffset() or timedelta()
    hours, minutes = divmod(abs(int(distance.total_seconds())) // 60, 60)
    zone = f"{'-' if distance < timedelta() else '+'}{hours:02}:{minutes:02}" if distance else ""
    return f"{moment:{form}} UTC{zone}"
