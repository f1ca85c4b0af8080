"""Deadlines as a calendar file (RFC 5545), for a mail or a calendar program.

Events with one alarm each: a library for it would be the third largest that pbem installs.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from pbem.text import plain

_WIDTH = 75
"""Bytes of a line (RFC 5545, 3.1); what is longer goes on after a line break and a space."""


class Deadline(NamedTuple):
    """When a turn runs out of time.

    game: its id in hexadecimal; name: for people; until, made: Unix seconds.
    """

    game: str
    name: str
    turn: int
    nation: str
    until: int
    made: int


def deadlines_file(deadlines: Iterable[Deadline]) -> bytes:
    """An event for each deadline, at its moment, with an alarm a day before.

    The same turn has the same event, so that a calendar replaces it.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbem//deadlines//EN"]
    for one in deadlines:
        name, nation = plain(one.name), plain(one.nation)
        lines += [
            "BEGIN:VEVENT",
            f"UID:turn-{one.turn}@{one.game}.pbem",
            f"DTSTAMP:{_moment(one.made)}",
            f"DTSTART:{_moment(one.until)}",
            f"SUMMARY:{_text(f'{name}: turn of {nation} is due')}",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            f"DESCRIPTION:{_text(f'{name}: the turn is due in a day')}",
            f"TRIGGER;VALUE=DATE-TIME:{_moment(max(0, one.until - 86_400))}",
            "END:VALARM",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return b"".join(_folded(line.encode()) + b"\r\n" for line in lines)


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(words: str) -> str:
    """A value of type TEXT (RFC 5545, 3.3.11); `plain` has left no line break in it."""
    for special in "\\;,":
        words = words.replace(special, f"\\{special}")
    return words


def _folded(line: bytes) -> bytes:
    """A line of at most 75 bytes, and the rest below it; no letter is cut in two."""
    pieces = []
    room = _WIDTH
    while len(line) > room:
        end = room
        while line[end] & 0xC0 == 0x80:  # in the middle of a letter
            end -= 1
        pieces.append(line[:end])
        line, room = line[end:], _WIDTH - 1
    return b"\r\n ".join((*pieces, line))
