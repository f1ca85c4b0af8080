"""A save in several posts, for forums whose posts are short: split, and put together again."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator

_MOST_PARTS = 99
_LINE = 64
_BEGIN, _END = "-----BEGIN PBEM PART-----", "-----END PBEM PART-----"
_HEAD = "{mark} part {number} of {count}"
_PART = re.compile(
    r"(pbem-[0-9a-f-]{8,80}) part (\d{1,2}) of (\d{1,2})[\s>]{1,20}-----BEGIN PBEM PART-----"
    r"([A-Za-z0-9+/=\s>]{1,400000})-----END PBEM PART-----"
)
_BLANK = re.compile(r"[\s>]+")


def split(data: bytes, mark: str, most: int) -> tuple[str, ...]:
    """The texts of a file, each of at most `most` characters (at least 400).

    mark: what the parts of one file have in common, `pbem-` and hex digits. Raises ValueError when
    it would take more than 99 of them.
    """
    room = (most - len(_frame(mark, _MOST_PARTS, _MOST_PARTS, ""))) // (_LINE + 1) * _LINE
    text = base64.b64encode(data).decode("ascii")
    pieces = [text[start : start + room] for start in range(0, len(text), room)]
    if len(pieces) > _MOST_PARTS:
        raise ValueError(f"{len(pieces)} parts")
    return tuple(
        _frame(mark, number, len(pieces), piece) for number, piece in enumerate(pieces, start=1)
    )


def _frame(mark: str, number: int, count: int, piece: str) -> str:
    lines = [piece[start : start + _LINE] for start in range(0, len(piece), _LINE)]
    head = _HEAD.format(mark=mark, number=number, count=count)
    return "\n".join([head, _BEGIN, *lines, _END, ""])


class Joiner:
    """Puts parts together that come in any order, quoted or not, with any text around them."""

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._parts: dict[tuple[str, int], dict[int, str]] = {}

    def add(self, text: str) -> Iterator[bytes]:
        """Read a text; yield the files that are whole with it. Damaged ones are left out."""
        for mark, number, count, piece in _PART.findall(text):
            if not 1 <= int(number) <= int(count):
                continue
            found = self._parts.setdefault((mark, int(count)), {})
            found[int(number)] = _BLANK.sub("", piece)
            if len(found) == int(count):
                data = _decoded(found[place] for place in sorted(found))
                if data:
                    yield data

    def missing(self) -> Iterator[tuple[int, list[int]]]:
        """Of each file that is not whole: of how many parts it is, and which are not here."""
        for (_mark, count), found in self._parts.items():
            if len(found) < count:
                yield count, [number for number in range(1, count + 1) if number not in found]


def _decoded(pieces: Iterable[str]) -> bytes:
    try:
        return base64.b64decode("".join(pieces), validate=True)
    except (binascii.Error, ValueError):
        return b""
