"""Take a hostile message apart in bounded time and memory.

The standard library's parser recurses once per nesting level and tests every line against every
open boundary, so a crafted mail of a few megabytes keeps it busy for minutes. This splitter walks
with limits: each byte is looked at once per level, and there are at most `max_depth` levels.
Nothing is copied but content whose encoding is undone, in all at most twice the size of the mail.
Only the headers that matter are kept, each cut to 4096 characters, and the standard library (its
lenient compat32 policy) interprets those. RFC 2045, 2046 and 2231.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message

from engine.values import dataclass
from pbem.mail.encodings import ENCODINGS, decode_transfer, decode_words, usual_charset

_HEADER_END = re.compile(rb"\r?\n\r?\n")
_UNFOLD = re.compile(rb"\r?\n(?=[ \t])")
_LINE = re.compile(rb"\r?\n")
_BLANK_LINES = re.compile(rb"(?:\r?\n)[\r\n]*")
_MBOX_LINE = re.compile(rb"From [^\n]*\n?")
_WANTED = frozenset(
    {
        "content-type",
        "content-disposition",
        "content-transfer-encoding",
        "from",
        "subject",
        "date",
        "message-id",
        "x-pbem-game",
        "x-pbem-version",
        "x-pbem-head",
        "x-pbem-kind",
        "x-pbem-knows",
    }
)
_MAX_HEADER_BLOCK = 256 * 1024
_MAX_HEADER = 4096
_MAX_END = 64 * 1024
"""Bytes at the end of a mail in which its last boundary is looked for: mailing lists add lines."""


@dataclass(frozen=True, slots=True)
class MimeLimits:
    """How much of a message is looked at: bytes of the whole, nesting levels, and parts."""

    max_bytes: int = 32 * 1024 * 1024
    max_depth: int = 8
    max_parts: int = 200


@dataclass(frozen=True, slots=True)
class Leaf:
    """One part without parts of its own: `number` like `1.2`, lower-case `content_type`,
    `file_name` as the sender wrote it (hostile), `charset` (one that Python decodes quickly) and
    `data` with its transfer encoding undone."""

    number: str
    content_type: str
    file_name: str
    charset: str
    data: bytes


def parse_headers(raw: bytes | memoryview) -> tuple[Message, memoryview]:
    """Return the known headers of an entity and its body; never raises."""
    whole = memoryview(raw)
    if match := _BLANK_LINES.match(whole):
        return Message(), whole[match.end() :]
    match = _HEADER_END.search(whole, 0, _MAX_HEADER_BLOCK)
    block = bytes(whole[: match.start() if match else _MAX_HEADER_BLOCK])
    headers = Message()
    for line in _LINE.split(_UNFOLD.sub(b"", block)):
        name_bytes, colon, value = line[: _MAX_HEADER + 80].partition(b":")
        name = name_bytes.strip().lower().decode("latin-1")
        if colon and name in _WANTED and name not in headers:
            headers[name] = value[:_MAX_HEADER].decode("utf-8", "replace").strip()
    return headers, whole[match.end() :] if match else whole[:0]


def header_text(headers: Message, name: str) -> str:
    """Return a header with its encoded words decoded, `` when absent; never raises."""
    value = headers.get(name, "")
    return decode_words(value) if isinstance(value, str) else ""


def _file_name(headers: Message) -> str:
    try:
        name = headers.get_filename()
    except (ValueError, LookupError, TypeError):
        return ""
    return decode_words(name) if isinstance(name, str) else ""


def _boundary(headers: Message) -> bytes:
    try:
        boundary = headers.get_boundary()
    except (ValueError, LookupError, TypeError):
        return b""
    return boundary.encode("utf-8", "replace") if isinstance(boundary, str) else b""


def _charset(headers: Message) -> str:
    try:
        return usual_charset(str(headers.get_content_charset("utf-8")))
    except (ValueError, LookupError, TypeError):
        return "latin-1"


def _encoding(headers: Message) -> str:
    value = str(headers.get("content-transfer-encoding", ""))
    return value.partition(";")[0].strip().lower()


def _boundary_line(boundary: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"--" + re.escape(boundary) + rb"(--)?[ \t]*(?=\r?\n|\Z)")


def _split(body: memoryview, boundary: bytes) -> Iterator[memoryview]:
    """Yield the parts between boundary lines; the line break before a boundary belongs to it."""
    line = _boundary_line(boundary)
    start: int | None = None
    for match in line.finditer(body):
        # Not in the expression: it must begin with the text itself to be searched for quickly.
        before = bytes(body[max(0, match.start() - 2) : match.start()])
        if before and not before.endswith(b"\n"):
            continue
        if start is not None:
            yield body[start : match.start() - (2 if before == b"\r\n" else 1)]
        if match.group(1):
            return
        start = match.end() + 1 + (bytes(body[match.end() : match.end() + 1]) == b"\r")
    if start is not None:
        yield body[start:]


def _has_end(body: memoryview, boundary: bytes) -> bool:
    """Whether the line after the last part is there: a mail that was cut off has lost it."""
    tail = bytes(body[-_MAX_END:])
    return any(match.group(1) for match in _boundary_line(boundary).finditer(tail))


def _inside(number: str, index: int) -> str:
    """The number of a part within a part."""
    return f"{number}.{index}".lstrip(".")


class Leaves:
    """All leaf parts of a message, forwarded messages included, one after the other.

    `problems`: what was left out, in plain sentences such as that the message has too many parts;
    `is_whole`: whether the outermost parts have their end. Both are complete when the iteration has
    ended.
    """

    def __init__(self, raw: bytes, limits: MimeLimits) -> None:
        self.problems: dict[str, None] = {}
        self.is_whole = True
        self._limits = limits
        self._parts_seen = 0
        self._raw = memoryview(raw)[: limits.max_bytes]
        # Base64 within base64 within base64, as some programs forward, makes 1.7 times the size.
        self._room = 2 * len(self._raw)
        if len(raw) > limits.max_bytes:
            self._skip("The message is too large: its end was not looked at.")

    def __iter__(self) -> Iterator[Leaf]:
        """Yield each leaf once; never raises."""
        match = _MBOX_LINE.match(self._raw)
        return self._entity(self._raw[match.end() if match else 0 :], "", "text/plain", 0)

    def _skip(self, problem: str) -> None:
        self.problems[problem] = None

    def _entity(self, raw: memoryview, number: str, default: str, depth: int) -> Iterator[Leaf]:
        self._parts_seen += 1
        if self._parts_seen > self._limits.max_parts:
            self._skip("The message has too many parts: some were not looked at.")
            return
        if depth > self._limits.max_depth:
            self._skip("The message is nested too deeply: some of it was not looked at.")
            return
        headers, body = parse_headers(raw)
        kind = headers.get_content_type() if "content-type" in headers else default
        boundary = _boundary(headers) if kind.startswith("multipart/") else b""
        if boundary:
            self.is_whole = self.is_whole and (depth > 0 or _has_end(body, boundary))
            inner = "message/rfc822" if kind == "multipart/digest" else "text/plain"
            for index, part in enumerate(_split(body, boundary), start=1):
                if self._parts_seen > self._limits.max_parts:
                    return
                yield from self._entity(part, _inside(number, index), inner, depth + 1)
            return
        name = _file_name(headers)
        forwarded = kind == "message/rfc822" or name.lower().endswith(".eml")
        encoding = _encoding(headers)
        if forwarded and encoding not in ENCODINGS:
            yield from self._entity(body, _inside(number, 1), "text/plain", depth + 1)
            return
        if len(body) > self._room:
            self._skip("The message is packed too many times over: some of it was not looked at.")
            return
        data = decode_transfer(encoding, body)
        self._room -= len(data)
        if forwarded:
            inside = memoryview(data)
            yield from self._entity(inside, _inside(number, 1), "text/plain", depth + 1)
            return
        yield Leaf(number or "1", kind, name, _charset(headers), data)
