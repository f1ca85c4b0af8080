"""Why a mail server refuses a mail, in words for people.

Servers write codes for programs in front of their words (RFC 3463), lines of their log, and in
brackets what they do not want to say.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pbem.mail.plain import plain_line


class RefusalReason(NamedTuple):
    """Why a copy was refused: a code for programs, kebab-case, and a clause for people."""

    code: str
    words: str


_REFUSALS: Final = {
    r"\b[45]\.2\.2\b|quota|mailbox (?:is )?full": RefusalReason(
        "mailbox-full", "their mailbox is full"
    ),
    r"\b5\.1\.[1236]\b|user unknown|no such (?:user|mailbox)": RefusalReason(
        "no-such-address", "there is no such address"
    ),
    r"\b5\.1\.2\b|\b5\.4\.4\b|host or domain name not found": RefusalReason(
        "no-such-domain", "their mail domain is unknown"
    ),
    r"\b5\.(?:2\.3|3\.4)\b|too (?:large|big)|size exceeds": RefusalReason(
        "too-large", "the mail is too large"
    ),
    r"\b5\.7\.\d+\b|spam|blocked|policy": RefusalReason("unwanted", "mails like this are refused"),
    r"\b[45]\.4\.(?:1|7)\b|timed out|expired": RefusalReason(
        "no-answer", "their mail server did not answer for days"
    ),
}
"""What servers say, in the order in which they are asked."""

_CODE: Final = re.compile(r"^(?:[245]\d\d[ -])?(?:[245]\.\d{1,3}\.\d{1,3}[ -])?(?:Error: )?", re.I)
_LOG: Final = re.compile(
    r"^\w{3} [ \d]?\d \d\d:\d\d:\d\d \w+\([^)]*\)(?:<[^>]*>)*: (?:\w+: )?(?:msgid=<[^>]*>: )?"
)
_SECRET: Final = re.compile(r": ?\([^)]*unavailable[^)]*\)|\[[A-Z]+\] ?", re.I)


def refusal(said: str, status: str = "") -> RefusalReason:
    """Why a server refuses; the code "refused" for a reason that is not known, in its own words.

    said: the server's words; status: its code by RFC 3463, where it stands by itself.
    """
    for known, found in _REFUSALS.items():
        if re.search(known, f"{status} {said}", re.IGNORECASE):
            return found
    return RefusalReason("refused", words_only(said))


def words_only(said: str) -> str:
    """The server's words on one line, without what only programs and their keepers read."""
    text = _SECRET.sub("", _CODE.sub("", _LOG.sub("", plain_line(said, 400))))
    return plain_line(text, 200).rstrip(" .")
