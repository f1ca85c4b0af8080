"""Find the saves in a message that came from anywhere and may have been changed on its way.

A save is found by content type, by file name or by its content, whatever the transfer encoding, in
forwarded messages and digests too, and as armoured text in a body. Nothing here is believed: the
signatures in the save decide who sent a turn, never the From line, and what looks like a save is
only a candidate until the save package has verified it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from email.message import Message
from enum import StrEnum
from itertools import chain

from engine.values import dataclass
from pbem.mail.compose import SAVE_SUFFIX, SAVE_TYPE
from pbem.mail.encodings import ascii_text, charset_by_mark, decode_base64
from pbem.mail.mime import Leaf, Leaves, MimeLimits, header_text, parse_headers
from pbem.mail.plain import plain_line
from pbem.mail.wrappers import Unwrapped, is_wrapper

IsSave = Callable[[bytes], bool]
Unarmour = Callable[[str], bytes | None]

_BREAK = re.compile(r"<(?:br|/p|/div|/pre|/li|/tr)\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,2000}>")
_BASE64_ONLY = re.compile(rb"[A-Za-z0-9+/=\s]{24,}")
_MESSAGE_ID = re.compile(r"<[\x21-\x3b=\x3f-\x7e]{1,250}>")
_HEX = re.compile(r"[0-9a-f]{8,64}")
_KNOWS = re.compile(r"(\d{1,6}) ([0-9a-f]{40})")
_PATH = re.compile(r"[/\\]")
_PIECE = 64 * 1024
_LONGEST_ENTITY = len("&nbsp;")


class FoundBy(StrEnum):
    """How a candidate was recognised; `CONTENT` and `ARMOUR` passed the caller's own test."""

    CONTENT = "content"
    ARMOUR = "armour"
    CONTENT_TYPE = "content-type"
    FILE_NAME = "file-name"


@dataclass(frozen=True, slots=True)
class CandidateSave:
    """A candidate save: its bytes, its file name for display only, and the part it was in.

    `part` counts like IMAP does (`2`, `1.3`). `found_by` says why it is a candidate: one found by
    name or type alone is probably a damaged save, worth an error message.
    """

    data: bytes
    file_name: str
    part: str
    found_by: FoundBy


@dataclass(frozen=True, slots=True)
class MailAttachment:
    """An attachment, for display: a harmless name and its size in bytes."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class ReadMail:
    """What a message holds. All texts are made harmless, none of them is proof of anything.

    `problems` are plain sentences about what was not looked at. `message_id` is `` when malformed;
    the same id twice means the same mail twice. `game` is the hex id of the game that the headers
    name, `` for none. `files` are the attachments, for a sentence about one that is missing;
    `is_whole` says whether the end of the mail has arrived. `version` is that of the program that
    sent it, `` for none. `kind` and `head` are what the mail is known by; `knows` how
    many turns were closed for its sender and the head after them, (0, ``) where it does not say.
    """

    sender: str
    subject: str
    date: str
    message_id: str
    saves: tuple[CandidateSave, ...]
    problems: tuple[str, ...]
    game: str = ""
    files: tuple[MailAttachment, ...] = ()
    is_whole: bool = True
    version: str = ""
    kind: str = ""
    head: str = ""
    knows: tuple[int, str] = (0, "")


def extract(
    raw: bytes, *, is_save: IsSave, unarmour: Unarmour, limits: MimeLimits | None = None
) -> ReadMail:
    """Return the candidate saves of the message `raw` and its headers for display; never raises
    on bad input (what `is_save` and `unarmour` raise is passed on). The memory it takes, `raw`
    included, is at most six times the size of `raw` and 16 MB.

    `is_save` looks at the first bytes of a part; `unarmour` gets the text of a body and returns
    the save in it, or None. Recognised saves come first, and the same bytes come once.
    """
    leaves = Leaves(raw, limits or MimeLimits())
    headers, _body = parse_headers(raw)
    recognised: dict[bytes, CandidateSave] = {}
    suspected: dict[bytes, CandidateSave] = {}
    files: list[MailAttachment] = []
    packed: dict[str, None] = {}
    for leaf in leaves:
        if leaf.file_name:
            files.append(MailAttachment(shown_name(leaf.file_name), len(leaf.data)))
        opened = Unwrapped(leaf.data)
        for found in _candidates(leaf, tuple(opened), is_save, unarmour):
            sure = found.found_by in (FoundBy.CONTENT, FoundBy.ARMOUR)
            (recognised if sure else suspected).setdefault(found.data, found)
        packed |= opened.problems
    for data in recognised:
        suspected.pop(data, None)
    message_id = header_text(headers, "message-id").strip()
    return ReadMail(
        sender=plain_line(header_text(headers, "from"), 120),
        subject=plain_line(header_text(headers, "subject"), 200),
        date=plain_line(header_text(headers, "date"), 60),
        message_id=message_id if _MESSAGE_ID.fullmatch(message_id) else "",
        saves=(*recognised.values(), *suspected.values()),
        problems=tuple(leaves.problems | packed),
        game=_hex(headers, "x-pbem-game"),
        files=tuple(files),
        is_whole=leaves.is_whole,
        version=plain_line(header_text(headers, "x-pbem-version"), 20).strip(),
        kind=plain_line(header_text(headers, "x-pbem-kind"), 20).strip(),
        head=_hex(headers, "x-pbem-head"),
        knows=_knows(headers),
    )


def _hex(headers: Message, name: str) -> str:
    """A game or a head that a mail of pbem names; what people answer does not have this header."""
    named = header_text(headers, name).strip().lower()
    return named if _HEX.fullmatch(named) else ""


def _knows(headers: Message) -> tuple[int, str]:
    found = _KNOWS.fullmatch(header_text(headers, "x-pbem-knows").strip().lower())
    return (int(found[1]), found[2]) if found else (0, "")


def shown_name(file_name: str) -> str:
    """Return a hostile file name for display: the part after the last slash, one harmless line."""
    return plain_line(_PATH.split(file_name)[-1], 80) or "(no name)"


def _candidates(
    leaf: Leaf, inside: tuple[bytes, ...], is_save: IsSave, unarmour: Unarmour
) -> Iterator[CandidateSave]:
    """Yield the save in one part (at most one), in the order of certainty.

    inside: the files in it, if it is a wrapper.
    """
    name = shown_name(leaf.file_name)
    for data in chain(_readings(leaf), inside):
        if is_save(data):
            yield CandidateSave(data, name, leaf.number, FoundBy.CONTENT)
            return
    for text in chain(_texts(leaf), map(_as_text, inside)):
        armoured = unarmour(text)
        if armoured is not None:
            yield CandidateSave(armoured, name, leaf.number, FoundBy.ARMOUR)
            return
    if not leaf.data:
        return
    if leaf.content_type == SAVE_TYPE:
        yield CandidateSave(leaf.data, name, leaf.number, FoundBy.CONTENT_TYPE)
    elif leaf.file_name.lower().endswith(SAVE_SUFFIX):
        yield CandidateSave(leaf.data, name, leaf.number, FoundBy.FILE_NAME)


def _readings(leaf: Leaf) -> Iterator[bytes]:
    """Yield the ways to read a part's bytes: as declared, and as base64 whose header was lost."""
    yield leaf.data
    if _BASE64_ONLY.fullmatch(leaf.data):
        yield decode_base64(leaf.data)


def _texts(leaf: Leaf) -> Iterator[str]:
    """Yield the texts of a part that may hold armour: text parts, and files that are text.

    Everything in them that is not ASCII is a blank.
    """
    is_text = leaf.content_type.startswith("text/")
    if (charset := charset_by_mark(leaf.data)) is not None:
        yield ascii_text(leaf.data, charset)
        return
    if is_wrapper(leaf.data):
        return
    if not is_text and (b"\0" in leaf.data[:4096] or not leaf.data[:4096].isascii()):
        return
    if leaf.content_type == "text/html":
        yield "".join(without_tags(ascii_text(leaf.data, leaf.charset)))
    yield ascii_text(leaf.data, leaf.charset)


def _as_text(data: bytes) -> str:
    """A file out of a wrapper as text, empty where it cannot be one."""
    charset = charset_by_mark(data)
    if charset is None and b"\0" in data[:4096]:
        return ""
    return ascii_text(data, charset or "utf-8")


def without_tags(text: str) -> Iterator[str]:
    """Yield the text of a page in pieces, none of which ends within a tag or an entity."""
    start = 0
    while start < len(text):
        stop = start + _PIECE
        if stop < len(text):
            cut = text.rfind("<", start + 1, stop)
            cut = cut if cut > 0 else text.rfind("&", stop - _LONGEST_ENTITY, stop)
            stop = cut if cut > 0 else stop
        bare = _TAG.sub("", _BREAK.sub("\n", text[start:stop]))
        # Only the entities that armour can hold: html.unescape raises on absurd numbers.
        yield bare.replace("&nbsp;", " ").replace("&gt;", ">").replace("&#43;", "+")
        start = stop
