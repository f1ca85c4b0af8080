"""Compose the mail that carries a turn: text, HTML, pictures and the save as an attachment.

The Message-ID is a function of the save's head, the recipients and the kind of mail, so a mail that
is sent again can be recognised as the same one. All mails of a game refer to one synthetic root
Message-ID, so mail programs show them as one thread (RFC 5322 section 3.6.4, RFC 2606 `.invalid`).
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
import urllib.parse
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from enum import StrEnum
from typing import Final

from engine.values import dataclass
from pbem import VERSION
from pbem.mail.address import Address
from pbem.mail.errors import MailError
from pbem.mail.headers import POLICY
from pbem.mail.plain import plain_body, plain_line

SAVE_TYPE = "application/x-pbem"
SAVE_SUFFIX = ".pbem"
_ID_DOMAIN = "pbem.invalid"
_HEX = re.compile(r"[0-9a-f]{8,64}")
_SUBTYPE = re.compile(r"[a-z0-9][a-z0-9.+-]{0,30}")
_NOT_SLUG = re.compile(r"[^A-Za-z0-9]+")
_CONTENT_ID = re.compile(r"[A-Za-z0-9._-]{1,60}")
# Browsers and mail programs cut longer links.
_MAILTO_LIMIT = 1800


class MailKind(StrEnum):
    """What a mail is for; part of its Message-ID."""

    INVITATION = "invitation"
    TURN = "turn"
    SO_FAR = "so-far"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class InlineImage:
    """A picture that the HTML shows with `<img src="cid:CONTENT_ID">`.

    `subtype` is the part after `image/`, for instance `png` or `svg+xml`.
    """

    content_id: str
    subtype: str
    data: bytes


@dataclass(frozen=True, slots=True)
class TurnMail:
    """Everything that the mail of one turn says.

    `game_id` and `head` are lower-case hex (the game's id; the hash that the save ends with).
    `turn_number` counts the turns of
    all nations from 1, 0 for a mail that is not about a turn. `moved` names a nation and may be
    empty. `date` must know its time zone. `html` may be empty: then the mail is plain text.
    `cards` are signed address cards that travel beside the save, each with its player's name.
    `position` is a whole save beside another kind of file, such as the one a proposal is about.
    `calendar` is an iCalendar file with the deadline of the next turn, b"" for none. `knows` is how
    many turns of the game were closed for the sender, and 40 hex digits of the head after the last;
    the save that comes along may be an older one. `observers` is the list of those who observe the
    game, b"" for none.
    """

    kind: MailKind
    game_id: str
    head: str
    game_name: str
    moved: str
    sender: Address
    to: tuple[Address, ...]
    text: str
    date: datetime
    save: bytes = b""
    html: str = ""
    cc: tuple[Address, ...] = ()
    images: tuple[InlineImage, ...] = ()
    turn_number: int = 0
    cards: tuple[tuple[str, bytes], ...] = ()
    position: bytes = b""
    calendar: bytes = b""
    knows: tuple[int, str] = (0, "")
    observers: bytes = b""

    def __post_init__(self) -> None:
        if not _HEX.fullmatch(self.game_id) or not _HEX.fullmatch(self.head):
            raise MailError("mail-game-id", "A game id and a head must be 8 to 64 hex digits.")
        if not self.to:
            raise MailError("mail-no-recipient", "The mail has no recipient.")
        if self.date.tzinfo is None:
            raise MailError("mail-date", "The date of a mail needs a time zone.")
        for image in self.images:
            if not _CONTENT_ID.fullmatch(image.content_id):
                raise MailError("mail-image", "The content id of an image has unsafe characters.")
            if not _SUBTYPE.fullmatch(image.subtype):
                raise MailError("mail-image", "The type of an image has unsafe characters.")

    def recipients(self) -> tuple[str, ...]:
        """Return the addresses of `to` and `cc`, each once, sorted."""
        return tuple(sorted({address.mail for address in (*self.to, *self.cc)}))


def mail_key(mail: TurnMail) -> str:
    """Return the identity of a mail: 40 hex digits over game, head, kind and recipients.

    Two mails with one key are the same mail; the outbox sends only one of them.
    """
    parts = ("pbem-mail-v1", mail.game_id, mail.head, mail.kind.value, *mail.recipients())
    return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()[:40]


def message_id(mail: TurnMail) -> str:
    """Return the Message-ID of a mail, angle brackets included."""
    return f"<{mail_key(mail)}@{_ID_DOMAIN}>"


def thread_id(game_id: str) -> str:
    """Return the Message-ID, never sent itself, under which a game's mails form one thread."""
    return f"<game.{game_id[:32]}@{_ID_DOMAIN}>"


_LONGEST_FILE_NAME: Final = 60


def save_file_name(mail: TurnMail) -> str:
    """Return the attachment's file name, such as ``Big-World-turn-12-British.pbem``.

    It is ASCII without path parts, at most 60 characters long, and says what is in the file.
    """
    if mail.turn_number > 0:
        parts = ["turn", str(mail.turn_number)[:6], _slug(mail.moved, 16)]
        parts += ["so-far"] if mail.kind is MailKind.SO_FAR else []
    else:
        parts = [mail.kind.value if mail.kind is not MailKind.OTHER else "message"]
    told = "-".join(filter(None, parts))
    room = _LONGEST_FILE_NAME - len(f"-{told}{SAVE_SUFFIX}")
    return f"{_slug(mail.game_name, min(room, 24)) or 'Game'}-{told}{SAVE_SUFFIX}"


def _slug(text: str, limit: int) -> str:
    """A piece of a file name: letters, digits and single dashes."""
    folded = unicodedata.normalize("NFKD", text[: limit * 4]).encode("ascii", "ignore").decode()
    return _NOT_SLUG.sub("-", folded).strip("-")[:limit].strip("-")


def subject_line(mail: TurnMail) -> str:
    """Return the subject, for instance `[pbem 1f2e3d4c] Big World`.

    It is the same for all mails of a game: many programs show as one conversation only what has one
    subject. What a mail is about stands in its first line. Only a turn that is not over says so
    here: nobody shall take it for theirs to answer.
    """
    mark = " (turn so far, not over)" if mail.kind is MailKind.SO_FAR else ""
    return f"[pbem {mail.game_id[:8]}] {plain_line(mail.game_name, 60) or 'a game'}{mark}"


def compose(mail: TurnMail) -> EmailMessage[object, object]:
    """Return the message, ready for `as_bytes()`: CRLF lines, 7-bit, every line at most 998 long.

    The same TurnMail gives the same bytes: boundaries are derived from the mail's key.
    """
    message = EmailMessage(policy=POLICY)
    message["Date"] = mail.date
    message["From"] = mail.sender.header()
    message["To"] = [address.header() for address in mail.to]
    if mail.cc:
        message["Cc"] = [address.header() for address in mail.cc]
    # From may be rewritten on the way, by a list or a server of another domain.
    message["Reply-To"] = mail.sender.header()
    message["Subject"] = subject_line(mail)
    message["Message-ID"] = message_id(mail)
    message["In-Reply-To"] = thread_id(mail.game_id)
    message["References"] = thread_id(mail.game_id)
    # For filters; and no machine may answer, such as one that tells of holidays (RFC 3834).
    message["List-Id"] = f"<{mail.game_id[:32]}.games.{_ID_DOMAIN}>"
    message["Auto-Submitted"] = "auto-generated"
    message["X-PBEM-Game"] = mail.game_id
    message["X-PBEM-Head"] = mail.head
    message["X-PBEM-Kind"] = mail.kind.value
    message["X-PBEM-Version"] = VERSION
    if mail.knows[1]:
        message["X-PBEM-Knows"] = f"{mail.knows[0]} {mail.knows[1]}"
    _add_body(message, mail)
    for name, data in _files(mail):
        message.add_attachment(
            data, maintype="application", subtype="x-pbem", cte="base64", filename=name
        )
    if mail.calendar:
        message.add_attachment(
            mail.calendar, maintype="text", subtype="calendar", cte="base64", filename="due.ics"
        )
    _fix_boundaries(message, mail_key(mail))
    return message


def _files(mail: TurnMail) -> Iterator[tuple[str, bytes]]:
    if mail.save:
        yield save_file_name(mail), mail.save
    if mail.position:
        yield f"{_slug(mail.game_name, 24) or 'Game'}-position{SAVE_SUFFIX}", mail.position
    if mail.observers:
        yield f"observers{SAVE_SUFFIX}", mail.observers
    taken: set[str] = set()
    for number, (player, card) in enumerate(mail.cards, start=1):
        name = _slug(player, 24)
        # Names that look alike as ASCII, or have no letter of it, are told apart by a number.
        if not name or name.lower() in taken:
            name = f"{name or 'player'}-{number}"
        taken.add(name.lower())
        yield f"address-of-{name}.card", card


def _add_body(message: EmailMessage[object, object], mail: TurnMail) -> None:
    # Quoted-printable always: a body of plain ASCII could otherwise hold a boundary line, and long
    # lines would be cut by servers.
    message.set_content(plain_body(mail.text), cte="quoted-printable")
    if not mail.html:
        return
    message.add_alternative(plain_body(mail.html), subtype="html", cte="quoted-printable")
    html_part = list(message.iter_parts())[-1]
    for image in mail.images:
        html_part.add_related(
            image.data,
            maintype="image",
            subtype=image.subtype,
            cid=f"<{image.content_id}>",
            disposition="inline",
        )


def _fix_boundaries(message: EmailMessage[object, object], key: str) -> None:
    """Give each multipart a boundary that depends on the mail alone.

    `=_` can occur neither in quoted-printable nor in base64 text (RFC 2045 section 6.7).
    """
    multiparts = [part for part in message.walk() if part.is_multipart()]
    for number, part in enumerate(multiparts):
        part.set_boundary(f"=_pbem_{number}_{key[:24]}")


def mailto_link(mail: TurnMail) -> str:
    """Return a `mailto:` link (RFC 6068) with recipients, subject and text, without the save.

    For players whose mail program must do the sending: they attach the save by hand. The
    text is shortened so that the link stays below 1800 characters.
    """
    to = ",".join(urllib.parse.quote(address.mail, safe="@") for address in mail.to)
    fields = [("subject", subject_line(mail))]
    if mail.cc:
        fields.append(("cc", ",".join(address.mail for address in mail.cc)))
    body = plain_body(mail.text).replace("\n", "\r\n")
    while True:
        link = f"mailto:{to}?" + urllib.parse.urlencode(
            [*fields, ("body", body)], quote_via=urllib.parse.quote, safe="@"
        )
        if len(link) <= _MAILTO_LIMIT or not body:
            return link
        body = body[: len(body) * 3 // 4] if len(body) > 40 else ""
