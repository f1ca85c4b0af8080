"""Undo the encodings of a mail's content and headers, in time and memory that grow with its size.

Content is taken in pieces: Python's regular expressions and `split` make an object of every line
or gap, fifty times the size of a text that consists of nothing else. RFC 2045, 2047.
"""

from __future__ import annotations

import binascii
import codecs
import email.errors
import email.header
import io
import re
from collections.abc import Iterator

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = bytes(byte for byte in range(256) if byte not in _BASE64)
# White space at the end of a line is padding from the way (RFC 2045 section 6.7 rule 3). The search
# begins at the first character of a run only, or a long run would take quadratic time.
_PADDING = re.compile(rb"(?<![ \t\r])(?!\r\n)[ \t\r]+?(\r?\n)")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_USUAL_CHARSET = re.compile(
    r"ascii|utf-(?:8|16|16-le|16-be|7)|iso8859-\d+|cp(?:125\d|932|949)|koi8-[ru]|tis-620"
    r"|gb2312|gbk|gb18030|big5|euc_(?:jp|kr)|shift_jis|iso2022_(?:jp|kr)"
)
_PIECE = 64 * 1024
_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}

ENCODINGS = frozenset({"base64", "quoted-printable"})
"""The values of Content-Transfer-Encoding that `decode_transfer` undoes."""


def usual_charset(name: str) -> str:
    """Return Python's name of a charset when it is a usual one, else `latin-1`, which decodes any
    bytes; never raises.

    Python has codecs that take quadratic time (punycode, idna), so a name is not used unseen.
    """
    try:
        # Every name of a charset is in ASCII (RFC 2978, 2.3), and Python 3.15 warns of others.
        known = codecs.lookup(name).name if name.isascii() else ""
    except (LookupError, ValueError):
        return "latin-1"
    return known if _USUAL_CHARSET.fullmatch(known) else "latin-1"


def charset_by_mark(data: bytes) -> str | None:
    """Return the charset that the byte order mark of a text names, as Notepad and PowerShell write
    it; None without one."""
    for mark, charset in _MARKS.items():
        if data.startswith(mark):
            return charset
    return None


def decode_words(text: str) -> str:
    """Decode the encoded words of a header (RFC 2047); never raises.

    Not with the standard library's `make_header`: it believes the charset that the sender names
    and raises whatever comes of that.
    """
    try:
        words = email.header.decode_header(text)
    except (email.errors.MessageError, ValueError):
        return text
    # What is between encoded words comes back as bytes too, in an encoding of its own.
    return "".join(
        word
        if isinstance(word, str)
        else word.decode(usual_charset(charset) if charset else "raw_unicode_escape", "replace")
        for word, charset in words
    )


def decode_transfer(encoding: str, body: memoryview) -> bytes:
    """Undo a Content-Transfer-Encoding; a body with an unknown one is returned as it is."""
    if encoding == "base64":
        return decode_base64(body)
    if encoding == "quoted-printable":
        decoded = io.BytesIO()
        for lines in _whole_lines(body):
            decoded.write(binascii.a2b_qp(_PADDING.sub(rb"\1", lines)))
        return decoded.getvalue()
    return bytes(body)


def decode_base64(body: bytes | memoryview) -> bytes:
    """Decode base64 that was re-wrapped, quoted or padded wrongly; what follows `=` is ignored."""
    decoded = io.BytesIO()
    rest = b""
    for start in range(0, len(body), _PIECE):
        piece, padding, _ = bytes(body[start : start + _PIECE]).partition(b"=")
        rest += piece.translate(None, _NOT_BASE64)
        whole = len(rest) & ~3
        decoded.write(binascii.a2b_base64(rest[:whole]))
        rest = rest[whole:]
        if padding:
            break
    if len(rest) > 1:
        decoded.write(binascii.a2b_base64(rest + b"=" * (4 - len(rest))))
    return decoded.getvalue()


def ascii_text(data: bytes, charset: str) -> str:
    """Decode a text with a blank in place of everything that is not ASCII; never raises.

    That keeps what armour can hold, in one byte for each character.
    """
    decoder = codecs.getincrementaldecoder(charset)("replace")
    pieces = (
        decoder.decode(data[start : start + _PIECE], start + _PIECE >= len(data))
        for start in range(0, len(data), _PIECE)
    )
    return "".join(piece if piece.isascii() else _NOT_ASCII.sub(" ", piece) for piece in pieces)


def _whole_lines(body: memoryview) -> Iterator[bytes]:
    """Yield a body in pieces that end with a line, and never within `=XX`."""
    start = 0
    while start < len(body):
        piece = bytes(body[start : start + _PIECE])
        if start + len(piece) < len(body):
            cut = piece.rfind(b"\n") + 1 or piece.rfind(b"=", len(piece) - 2)
            piece = piece[:cut] if cut > 0 else piece
        yield piece
        start += len(piece)
