"""Take a hostile message apart in bounded time and memory.

The standard library's parser recurses once per nesting level and tests every line against every
open boundary, so a crafted mail of a few megabytes keeps it busy for minutes. This splitter walks
with limits: each byte is looked at once per level, and there are at most `max_depth` levels. Only
the headers that matter are kept, each cut to 4096 characters, and the standard library (its lenient
compat32 policy) interprets those. RFC 2045, 2046, 2047 and 2231.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import email.errors
import email.header
import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message

_HEADER_END = re.compile(rb"\r?\n\r?\n")
_UNFOLD = re.compile(rb"\r?\n(?=[ \t])")
_LINE = re.compile(rb"\r?\n")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")
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
        "x-pbem-head",
    }
)
_USUAL_CHARSET = re.compile(r"ascii|utf-(?:8|16|16-le|16-be|7)|iso8859-\d+|cp125\d|koi8-[ru]")
_MAX_HEADER_BLOCK = 256 * 1024
_MAX_HEADER = 4096


@dataclass(frozen=True, slots=True)
class Limits:
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


@dataclass(slots=True)
class _Walk:
    limits: Limits
    parts_seen: int = 0
    problems: dict[str, None] = field(default_factory=dict)


def parse_headers(raw: bytes) -> tuple[Message, bytes]:
    """Return the known headers of an entity and its body; never raises."""
    if raw.startswith((b"\n", b"\r\n")):
        return Message(), raw.lstrip(b"\r\n")
    match = _HEADER_END.search(raw, 0, _MAX_HEADER_BLOCK)
    block = raw[: match.start()] if match else raw[:_MAX_HEADER_BLOCK]
    body = raw[match.end() :] if match else b""
    headers = Message()
    for line in _LINE.split(_UNFOLD.sub(b"", block)):
        name_bytes, colon, value = line[: _MAX_HEADER + 80].partition(b":")
        name = name_bytes.strip().lower().decode("latin-1")
        if colon and name in _WANTED and name not in headers:
            headers[name] = value[:_MAX_HEADER].decode("utf-8", "replace").strip()
    return headers, body


def header_text(headers: Message, name: str) -> str:
    """Return a header with its encoded words decoded, `` when absent; never raises."""
    value = headers.get(name, "")
    return _decode_words(value) if isinstance(value, str) else ""


def _decode_words(text: str) -> str:
    try:
        return str(email.header.make_header(email.header.decode_header(text)))
    except (ValueError, LookupError, email.errors.HeaderParseError):
        return text


def _file_name(headers: Message) -> str:
    try:
        name = headers.get_filename()
    except (ValueError, LookupError, TypeError):
        return ""
    return _decode_words(name) if isinstance(name, str) else ""


def _boundary(headers: Message) -> bytes:
    try:
        boundary = headers.get_boundary()
    except (ValueError, LookupError, TypeError):
        return b""
    return boundary.encode("utf-8", "replace") if isinstance(boundary, str) else b""


def _charset(headers: Message) -> str:
    """Return the part's charset when it is a usual one, else `latin-1`, which decodes any bytes.

    Python has codecs that take quadratic time (punycode, idna), so the name is not used unseen.
    """
    try:
        name = codecs.lookup(str(headers.get_content_charset("utf-8"))).name
    except (ValueError, LookupError, TypeError):
        return "latin-1"
    return name if _USUAL_CHARSET.fullmatch(name) else "latin-1"


def decode_base64(data: bytes) -> bytes:
    """Decode base64 that was re-wrapped, quoted or padded wrongly; what follows `=` is ignored."""
    text = _NOT_BASE64.sub(b"", data.partition(b"=")[0])
    text = text[: len(text) - 1] if len(text) % 4 == 1 else text
    try:
        return base64.b64decode(text + b"=" * (-len(text) % 4))
    except binascii.Error:
        return b""


def _decode_transfer(headers: Message, body: bytes) -> bytes:
    encoding = str(headers.get("content-transfer-encoding", "")).partition(";")[0].strip().lower()
    if encoding == "base64":
        return decode_base64(body)
    if encoding == "quoted-printable":
        # White space at the end of a line is padding from the way (RFC 2045 section 6.7 rule 3).
        lines = (
            line.rstrip(b" \t\r") + (b"\r" if line.endswith(b"\r") else b"")
            for line in body.split(b"\n")
        )
        return quopri.decodestring(b"\n".join(lines))
    return body


def _split(body: bytes, boundary: bytes) -> Iterator[bytes]:
    """Yield the parts between boundary lines; the line break before a boundary belongs to it."""
    line = re.compile(rb"(?:^|\r?\n)--" + re.escape(boundary) + rb"(--)?[ \t]*(?=\r?\n|\Z)")
    start: int | None = None
    for match in line.finditer(body):
        if start is not None:
            yield body[start : match.start()]
        if match.group(1):
            return
        start = match.end() + (2 if body[match.end() : match.end() + 2] == b"\r\n" else 1)
    if start is not None:
        yield body[start:]


def iter_leaves(raw: bytes, limits: Limits) -> tuple[tuple[Leaf, ...], tuple[str, ...]]:
    """Return all leaf parts of a message, forwarded messages included, and what was left out.

    The second value holds plain sentences, for instance that the message has too many parts.
    """
    walk = _Walk(limits)
    if len(raw) > limits.max_bytes:
        walk.problems["The message is too large: its end was not looked at."] = None
    if raw.startswith(b"From "):
        raw = raw.partition(b"\n")[2]
    leaves = tuple(_entity(raw[: limits.max_bytes], "", "text/plain", 0, walk))
    return leaves, tuple(walk.problems)


def _entity(raw: bytes, number: str, default: str, depth: int, walk: _Walk) -> Iterator[Leaf]:
    walk.parts_seen += 1
    if walk.parts_seen > walk.limits.max_parts:
        walk.problems["The message has too many parts: some were not looked at."] = None
        return
    if depth > walk.limits.max_depth:
        walk.problems["The message is nested too deeply: some of it was not looked at."] = None
        return
    headers, body = parse_headers(raw)
    kind = headers.get_content_type() if "content-type" in headers else default
    boundary = _boundary(headers) if kind.startswith("multipart/") else b""
    if boundary:
        inner = "message/rfc822" if kind == "multipart/digest" else "text/plain"
        for index, part in enumerate(_split(body, boundary), start=1):
            if walk.parts_seen > walk.limits.max_parts:
                return
            yield from _entity(part, f"{number}.{index}".lstrip("."), inner, depth + 1, walk)
        return
    data = _decode_transfer(headers, body)
    name = _file_name(headers)
    if kind == "message/rfc822" or name.lower().endswith(".eml"):
        yield from _entity(data, f"{number}.1".lstrip("."), "text/plain", depth + 1, walk)
        return
    yield Leaf(number or "1", kind, name, _charset(headers), data)
