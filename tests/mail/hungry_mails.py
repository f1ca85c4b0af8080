"""Mails made to use up a reader's memory, and how much of it they may use."""

from __future__ import annotations

from functools import partial

from pbem.mail.extract import extract
from pbem.save.armour import BEGIN, END, unarmour
from pbem.save.errors import SaveError
from tests.mail.samples import is_save

_SIZE = 12_000_000
_ROOM = 5 * _SIZE + 16_000_000
"""Six times the size and 16 MB, as `extract` promises, without the mail itself."""

_QP = "Content-Transfer-Encoding: quoted-printable\n"
_TEXT, _HTML = "Content-Type: text/plain\n", "Content-Type: text/html\n"
_FORWARD = "Content-Type: message/rfc822\n"
_NESTED = "".join(f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(7))
_SMILE = "\U0001f600"
_KINDS = {
    "short lines in quoted-printable": (_QP, "ab\n", ""),
    "blank lines in quoted-printable": (_QP, "\n", ""),
    "base64 full of holes": ("Content-Transfer-Encoding: base64\n", "ab!", ""),
    "tags in wide characters": (_HTML, "xy<b>", _SMILE),
    "entities in wide characters": (_HTML, "xy&nbsp;", _SMILE),
    "words that could be base64": (_TEXT, "xy ", ""),
    "wide characters": (_TEXT, "y\xe9 ", _SMILE),
    "characters of two bytes": ("Content-Type: text/plain; charset=utf-16-le\n", "xyz ", ""),
    "armour full of gaps": (f"{_TEXT}\n{BEGIN}", "AA ", _SMILE + END),
    "armour without gaps": (f"{_TEXT}\n{BEGIN}", "AAAA", END),
    "forwarded seven times": ((_FORWARD + "\n") * 7, "xy ", ""),
    "forwarded and encoded seven times": ((_FORWARD + _QP + "\n") * 7, "xyz\n", ""),
    "parts in parts": (_NESTED, "xyz\n", ""),
    "a damaged save in short lines": (f"Content-Type: application/x-pbem\n{_QP}", "xy\n", ""),
}


def _unarmour(text: str) -> bytes | None:
    try:
        return unarmour(text)
    except SaveError:
        return None


def mail(kind: str) -> bytes:
    """A mail of 12 MB."""
    head, unit, tail = (text.encode() for text in _KINDS[kind])
    return head + b"\n" + unit * ((_SIZE - len(head) - len(tail)) // len(unit)) + tail


def _read(kind: str) -> None:
    extract(mail(kind), is_save=is_save, unarmour=_unarmour)


# Making a mail takes twice its size for a moment; that is free again when it is read.
WORK = {kind: (_ROOM + _SIZE, partial(_read, kind)) for kind in _KINDS}
