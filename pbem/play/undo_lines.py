"""Lines `undo` in a file of orders: they take back an order of the file before it is given (B159).

Notation: docs/formats/orders-v1.md, section "Files of orders".
"""

import re
from typing import Final

_UNDO: Final = re.compile(
    r"^[>\s]*undo(?:\s+(?:line\s+)?(\d{1,6}))?\s*(?:#(?!\d).*)?$", re.IGNORECASE
)
_NOTHING: Final = re.compile(r"^[>\s]*(?:#(?!\d).*)?$")


def strike_out(lines: list[str]) -> tuple[dict[int, int], list[tuple[int, int, str]]]:
    """Which lines take back which; the lines `undo` are emptied in place.

    Returns, with lines counted from 1, a table of line taken back to line that does it, and faults
    as triples of line meant (0 for the last order), line of the `undo`, and reason.
    """
    struck: dict[int, int] = {}
    faults: list[tuple[int, int, str]] = []
    open_lines: list[int] = []
    for number, line in enumerate(lines, start=1):
        match = _UNDO.match(line)
        if match is None:
            if not _NOTHING.match(line):
                open_lines.append(number)
            continue
        lines[number - 1] = ""
        wanted = int(match[1]) if match[1] else open_lines[-1] if open_lines else 0
        if wanted in open_lines:
            open_lines.remove(wanted)
            struck[wanted] = number
        else:
            reason = "that line holds no order before this one, or the order was taken back already"
            faults.append((wanted, number, reason))
    return struck, faults
