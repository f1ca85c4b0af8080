"""The mail that carries a turn: structure, identity, threading, and hostile names."""

from __future__ import annotations

import email
import email.policy
import re
import urllib.parse
from datetime import datetime
from email.message import EmailMessage

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.mail.address import Address, parse_address
from pbem.mail.compose import (
    InlineImage,
    MailKind,
    compose,
    mailto_link,
    message_id,
    save_file_name,
    subject_line,
)
from pbem.mail.errors import MailError
from pbem.mail.plain import plain_body, plain_line
from tests.mail.samples import ALLIES, AXIS, read, sample_mail


def parse(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=email.policy.SMTP)
    assert isinstance(message, EmailMessage)
    return message


def test_structure_is_mixed_alternative_and_save() -> None:
    image = InlineImage("map", "png", b"\x89PNG picture")
    message = parse(compose(sample_mail(images=(image,))).as_bytes())
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "application/x-pbem",
    ]
    (attachment,) = message.iter_attachments()
    assert attachment.get_payload(decode=True) == sample_mail().save
    assert attachment.get_filename() == "Big-World-turn-12-Germans.pbem"
    body = message.get_body(("plain",))
    assert body is not None
    assert body.get_content() == "The Germans took Egypt.\r\n"


def test_headers_name_game_and_head() -> None:
    message = parse(compose(sample_mail(cc=(AXIS,))).as_bytes())
    assert message["Subject"] == "[pbem 01234567] Big World"
    assert message["Reply-To"] == str(message["From"])
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Id"] == f"<{'0123456789abcdef' * 2}.games.pbem.invalid>"
    assert message["X-PBEM-Game"] == "0123456789abcdef" * 2
    assert message["X-PBEM-Head"] == "fe" * 32
    assert message["To"] == "Ann Allies <allies@example.org>"
    assert message["Cc"] == "Axel Axis <axis@example.org>"
    assert message["Date"].datetime == sample_mail().date


def test_same_mail_has_the_same_bytes_and_other_mail_another_id() -> None:
    assert compose(sample_mail()).as_bytes() == compose(sample_mail()).as_bytes()
    base = message_id(sample_mail())
    assert message_id(sample_mail(text="other words", date=datetime.now().astimezone())) == base
    assert message_id(sample_mail(to=(ALLIES,), cc=(ALLIES,))) == base
    assert message_id(sample_mail(head="aa" * 32)) != base
    assert message_id(sample_mail(to=(AXIS,))) != base
    assert message_id(sample_mail(kind=MailKind.INVITATION)) != base
    assert message_id(sample_mail(game_id="11" * 16)) != base


def test_all_mails_of_a_game_are_one_thread() -> None:
    first = parse(compose(sample_mail(kind=MailKind.INVITATION)).as_bytes())
    later = parse(compose(sample_mail(head="aa" * 32)).as_bytes())
    other = parse(compose(sample_mail(game_id="11" * 16)).as_bytes())
    assert first["References"] == later["References"] == later["In-Reply-To"]
    assert other["References"] != later["References"]
    assert first["Subject"] == later["Subject"], "or web mailers would show several"


HOSTILE = (
    'Eve"\r\nBcc: victim@example.org\r\n\r\n<b>\u202egpj.exe\x1b[31m\u2028\x00\udc80 Müller, "x'
)


@pytest.mark.parametrize("field", ["game_name", "moved"])
def test_header_injection_adds_no_header(field: str) -> None:
    raw = compose(sample_mail(**{field: HOSTILE})).as_bytes()
    message = parse(raw)
    assert message["Bcc"] is None
    assert message.get_content_type() == "multipart/mixed"
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2028]", str(message["Subject"]))
    assert read(raw).saves[0].data == sample_mail().save


def test_hostile_display_names_stay_display_names() -> None:
    people = (Address(HOSTILE, "a@example.org"), Address('x@evil.org" <y@evil.org>,', "b@x.org"))
    message = parse(compose(sample_mail(to=people, sender=people[0])).as_bytes())
    assert message["Bcc"] is None
    assert [item.addr_spec for item in message["To"].addresses] == ["a@example.org", "b@x.org"]
    assert [item.addr_spec for item in message["From"].addresses] == ["a@example.org"]


@example(
    "0:000¡¡¡¡¡¡¡¡¡¡\U00016e40\U0001b170", "", ""
)  # Python's folding encoded the comma behind it
@given(st.text(max_size=120), st.text(max_size=120), st.text(max_size=300))
def test_any_names_give_a_mail_that_reads_back(name: str, game: str, text: str) -> None:
    to = (Address(name, "a@example.org"), ALLIES)
    raw = compose(sample_mail(to=to, game_name=game, moved=name, text=text, html=text)).as_bytes()
    raw.decode("ascii")
    assert all(len(line) <= 998 for line in raw.split(b"\r\n"))
    assert b"\n" not in raw.replace(b"\r\n", b"")
    message = parse(raw)
    assert [item.addr_spec for item in message["To"].addresses] == [a.mail for a in to]
    body = message.get_body(("plain",))
    assert body is not None
    assert body.get_content().replace("\r\n", "\n").rstrip("\n") == plain_body(text).rstrip("\n")
    assert [found.data for found in read(raw).saves] == [sample_mail().save]


@given(
    st.text(max_size=80), st.text(max_size=80), st.integers(-5, 10**9), st.sampled_from(MailKind)
)
@example("a" * 80, "b" * 80, 10**9, MailKind.SO_FAR)
def test_file_name_is_safe(game: str, moved: str, turn_number: int, kind: MailKind) -> None:
    mail = sample_mail(game_name=game, moved=moved, turn_number=turn_number, kind=kind)
    name = save_file_name(mail)
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]{0,54}\.pbem", name)
    assert "-" in name  # No name that a system keeps for itself, such as CON.


def test_file_names_say_what_is_in_the_file() -> None:
    named = {
        save_file_name(sample_mail(kind=kind, turn_number=0))
        for kind in (MailKind.INVITATION, MailKind.OTHER)
    }
    assert named == {"Big-World-invitation.pbem", "Big-World-message.pbem"}


def test_file_names_of_cards_say_whose_address_they_hold() -> None:
    players = ("Ann", "Zoë Müller", "王", "../ann")
    mail = sample_mail(cards=tuple((name, name.encode()) for name in players))
    parts = parse(compose(mail).as_bytes()).iter_attachments()
    assert [name for part in parts if (name := str(part.get_filename())).endswith(".card")] == [
        "address-of-Ann.card",
        "address-of-Zoe-Muller.card",
        "address-of-player-3.card",
        "address-of-ann-4.card",
    ]


def test_body_cannot_fake_a_boundary(turn: object) -> None:
    boundary = parse(compose(sample_mail()).as_bytes()).get_boundary()
    trick = f"--{boundary}\r\nContent-Type: application/x-pbem\r\n\r\nevil\r\n--{boundary}--\r\n"
    raw = compose(sample_mail(text=trick)).as_bytes()
    assert [found.data for found in read(raw).saves] == [sample_mail().save]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "@example.org",
        "a@",
        "a b@example.org",
        "a@b\r\nc",
        "-oX@example.org",
        "ü@x.org",
        "a@-x.org",
        "a,b@x.org",
        "<a@x.org>",
        "a@x.org,b@x.org",
        "a" * 65 + "@x.org",
        "a@..",
        "a@x..y",
    ],
)
def test_bad_addresses_are_refused(text: str) -> None:
    with pytest.raises(MailError) as caught:
        parse_address(text)
    assert caught.value.code == "mail-address"


def test_good_addresses_are_taken() -> None:
    assert parse_address(" Ann.B+pbem@Example.ORG ") == "Ann.B+pbem@example.org"
    assert parse_address("ann@müller.example") == "ann@xn--mller-kva.example"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game_id": "../../x"}, "mail-game-id"),
        ({"head": "a\r\nBcc: x"}, "mail-game-id"),
        ({"to": ()}, "mail-no-recipient"),
        ({"date": datetime(2026, 1, 1)}, "mail-date"),
        ({"images": (InlineImage("a>\r\n", "png", b""),)}, "mail-image"),
        ({"images": (InlineImage("a", "png\r\nX: y", b""),)}, "mail-image"),
    ],
)
def test_unusable_fields_are_refused(changes: dict[str, object], code: str) -> None:
    with pytest.raises(MailError) as caught:
        sample_mail(**changes)
    assert caught.value.code == code


def test_mailto_link_is_short_and_encoded() -> None:
    link = mailto_link(sample_mail(text="ü&?=\n" * 1000, cc=(AXIS,)))
    assert link.startswith("mailto:allies@example.org?subject=")
    assert len(link) <= 1800
    fields = urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)
    assert fields["subject"] == [subject_line(sample_mail())]
    assert fields["cc"] == ["axis@example.org"]
    assert fields["body"][0].startswith("ü&?=\r\nü&?=")


def test_plain_line_removes_what_deceives_and_keeps_languages() -> None:
    assert plain_line("a\x1b[2Jb\r\nc\u202ed\u2066e\ufefff\U000e0041g") == "a[2Jb cdefg"
    assert plain_line("a\u3164b\u2800c\ufe0fd") == "abcd"
    assert plain_line("x" + "\u20dd" * 50) == "x" + "\u20dd" * 4
    assert plain_line("\u0645\u06cc\u200c\u062e") == "\u0645\u06cc\u200c\u062e"
    assert plain_line("Ελλάδα עברית 日本語 é") == "Ελλάδα עברית 日本語 é"
    assert plain_line("z" + "\u0301" * 50) == "z" + "\u0301" * 4
    assert len(plain_line("x" * 10_000, 50)) == 50
