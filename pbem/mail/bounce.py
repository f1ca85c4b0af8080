"""Recognise a mail of ours that came back: a delivery report (RFC 3464) about one of our mails.

Anybody can write such a report. It counts only for a mail whose Message-ID is in the outbox and for
a recipient of that mail; all it does is to mark the mail, which can be sent again.
"""

from __future__ import annotations

import re

from engine.values import dataclass
from pbem.mail.mime import header_text, parse_headers
from pbem.mail.plain import plain_line
from pbem.mail.refusal_words import RefusalReason, refusal

_MOST_BYTES = 4 * 1024 * 1024
_MOST_GROUPS = 100
_OURS = re.compile(rb"<([0-9a-f]{40})@pbem\.invalid>")
_GROUP = re.compile(rb"(?:\r?\n){2}")
_FIELD = re.compile(
    r"^(final-recipient|original-recipient|action|diagnostic-code|status)[ \t]*:[ \t]*(.{1,500})",
    re.IGNORECASE | re.MULTILINE,
)
_KIND = re.compile(r"^[a-z0-9-]{1,20};[ \t]*")


@dataclass(frozen=True, slots=True)
class Bounce:
    """A copy that could not be delivered.

    key: of the mail; recipient: for whom; reason: the server's words; status: its code by RFC 3463.
    """

    key: str
    recipient: str
    reason: str
    status: str = ""

    def refusal(self) -> RefusalReason:
        """The reason as a clause, by the code of the report (RFC 3463) or the server's words."""
        code, words = refusal(self.reason, self.status)
        if code != "refused":
            return RefusalReason(code, words)
        unknown = f"their mail server refused it ({words})" if words else "nobody says why"
        return RefusalReason(code, unknown)


def read_bounces(raw: bytes) -> tuple[Bounce, ...]:
    """The copies that a report says have failed for good; () for any other mail.

    A report of a mere delay is none: the server goes on trying.
    """
    headers, _ = parse_headers(raw)
    kind = header_text(headers, "content-type").lower()
    if not kind.startswith("multipart/report") or len(raw) > _MOST_BYTES:
        return ()
    ours = _OURS.search(raw)
    if ours is None:
        return ()
    found: list[Bounce] = []
    for group in _GROUP.split(raw)[:_MOST_GROUPS]:
        if b"ecipient" not in group:
            continue
        text = re.sub(r"\r?\n[ \t]+", " ", group.decode("ascii", "replace"))
        fields = {name.lower(): value.strip() for name, value in _FIELD.findall(text)}
        name = fields.get("original-recipient") or fields.get("final-recipient") or ""
        if fields.get("action", "").lower() != "failed" or not name:
            continue
        status = fields.get("status", "")
        said = plain_line(_KIND.sub("", fields.get("diagnostic-code", "") or status), 200)
        address = _KIND.sub("", name).strip("<> ")
        found.append(Bounce(ours[1].decode("ascii"), address, said, plain_line(status, 20)))
    return tuple(found)
