"""The text form of a pbem file, of a dice receipt or of the head of a log, for posts and mails.

Base64 between a BEGIN and an END line. Reading forgives what mail and forum programs do to text:
other line breaks and line lengths, trailing spaces, `> ` quoting of any depth, the names that
chats put before lines, text around it.
Damage to the payload is found by the container's own checksum.

Source: docs/formats/save-v1.md, section "Armour"; docs/formats/dice-v1.md, section "Text form of a
receipt"; RFC 4648 section 4.
"""

import base64
import binascii
import re

from pbem.save.format import MAX_FILE
from pbem.wire.errors import NotASaveError

BEGIN = "-----BEGIN PBEM FILE-----"
END = "-----END PBEM FILE-----"
BEGIN_RECEIPT = "-----BEGIN PBEM RECEIPT-----"
END_RECEIPT = "-----END PBEM RECEIPT-----"
BEGIN_LOG = "-----BEGIN PBEM LOG-----"
END_LOG = "-----END PBEM LOG-----"
WIDTH = 64
MAX_TEXT = 4 * MAX_FILE

# Spaces, line breaks and quote marks may stand anywhere, also inside the marker words; the counts
# are bounded so that a hostile text cannot make the search slow.
_GAP = r"[\s>]{1,40}"
_BEGIN = re.compile(rf"BEGIN{_GAP}PBEM{_GAP}FILE")
_END = re.compile(rf"END{_GAP}PBEM{_GAP}FILE")
_BEGIN_PART = re.compile(rf"BEGIN{_GAP}PBEM{_GAP}PART")
_BEGIN_LOG = re.compile(rf"BEGIN{_GAP}PBEM{_GAP}LOG")
_END_LOG = re.compile(rf"END{_GAP}PBEM{_GAP}LOG")
# What re-wrapping and quoting leave between the characters, zero-width marks included.
# Not a regular expression: `sub` makes an object of every gap, twenty times the size of a text that
# is full of them.
_NOISE = dict.fromkeys(
    [
        *(code for code in range(0x3001) if chr(code).isspace()),
        *map(ord, ">\u200b\u200c\u200d\u2060\ufeff"),
    ]
)
# `[14:02] Ann: `, `<Ann> `, `14:02 <Ann> `, `| `: what chat programs put before each line.
_SPEAKER = re.compile(
    r"^[ \t]*(?:\[[^\]\n]{1,40}\][ \t]*)?(?:\d{1,2}:\d\d(?::\d\d)?[ \t]+)?"
    r"(?:<[^>\n]{1,40}>|[^\s:|][^:\n|]{0,40}:|\|{1,3}|(?<=\]))[ \t]*",
    re.MULTILINE,
)
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"


def armour(data: bytes) -> str:
    """The armoured text of a file, ending in a line feed."""
    return _between(BEGIN, data, END)


def armour_receipt(receipt: bytes) -> str:
    """The armoured text of a receipt of the dice authority, ending in a line feed."""
    return _between(BEGIN_RECEIPT, receipt, END_RECEIPT)


def armour_log(head: bytes) -> str:
    """The armoured text of the signed head of a log, ending in a line feed."""
    return _between(BEGIN_LOG, head, END_LOG)


def _between(begin: str, data: bytes, end: str) -> str:
    text = base64.b64encode(data).decode("ascii")
    lines = [text[start : start + WIDTH] for start in range(0, len(text), WIDTH)]
    return "\n".join([begin, *lines, end, ""])


def unarmour(text: str) -> bytes:
    """The one file in a text; the same file quoted twice counts as one.

    Raises NotASaveError `armour-missing`, `armour-ambiguous`, `armour-damaged`, `too-large`.
    """
    found = unarmour_all(text)
    if not found:
        is_part = _BEGIN_PART.search(text) is not None
        raise NotASaveError(
            "armour-missing",
            "this text is a part of a save that was posted in several posts"
            if is_part
            else "there is no pbem file in this text",
            "Copy all of these posts into files, or into one, and name them after `pbem fetch`."
            if is_part
            else f"Copy everything from {BEGIN} to {END}.",
        )
    if any(other != found[0] for other in found[1:]):
        raise NotASaveError(
            "armour-ambiguous",
            f"there are {len(found)} different pbem files in this text",
            "Copy only the one that you want.",
        )
    return found[0]


def unarmour_all(text: str) -> tuple[bytes, ...]:
    """Every file in a text, in order; raises NotASaveError `armour-damaged` and `too-large`."""
    return _every(text, _BEGIN, _END)


def unarmour_logs(text: str) -> tuple[bytes, ...]:
    """Every head of a log in a text, in order; raises as `unarmour_all`."""
    return _every(text, _BEGIN_LOG, _END_LOG)


def _every(text: str, begins: re.Pattern[str], ends: re.Pattern[str]) -> tuple[bytes, ...]:
    if len(text) > MAX_TEXT:
        raise NotASaveError("too-large", f"the text is longer than {MAX_TEXT} characters")
    found: list[bytes] = []
    position = 0
    while begin := begins.search(text, position):
        end = ends.search(text, begin.end())
        if end is None:
            raise _damaged("its END line is missing")
        found.append(_payload(text[begin.end() : end.start()]))
        position = end.end()
    return tuple(found)


def _payload(text: str) -> bytes:
    found = _decoded(text)
    if found is None:
        found = _decoded(_SPEAKER.sub("", text))
    if found is None:
        raise _damaged("it holds characters that are not base64")
    return found


def _decoded(text: str) -> bytes | None:
    # One name for all steps, so that only one copy is kept.
    text = text.translate(_NOISE)
    text = text.strip(_DASHES)
    try:
        return binascii.a2b_base64(text, strict_mode=True)
    except ValueError:
        return None


def _damaged(problem: str) -> NotASaveError:
    return NotASaveError(
        "armour-damaged",
        f"what stands between BEGIN and END in this text is damaged: {problem}",
        "Copy it again, or ask for the file as an attachment.",
    )
