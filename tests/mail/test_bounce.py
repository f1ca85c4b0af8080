"""A mail that came back is recognised, and only one of our own."""

import pytest

from pbem.mail.bounce import Bounce, read_bounces
from pbem.mail.compose import compose, message_id
from tests.mail.samples import sample_mail

KEY = message_id(sample_mail())[1:41]


def report(*, action: str = "failed", recipient: str = "rfc822; Allies@example.org") -> bytes:
    """A report as Postfix writes it (RFC 3464)."""
    fields = f"Final-Recipient: {recipient}\r\nAction: {action}\r\nStatus: 5.1.1\r\n"
    return (
        b"From: MAILER-DAEMON@example.org\r\nAuto-Submitted: auto-replied\r\n"
        b"Content-Type: multipart/report; report-type=delivery-status;\r\n boundary=B\r\n\r\n"
        b"--B\r\nContent-Type: text/plain\r\n\r\nIt could not be delivered.\r\n\r\n"
        b"--B\r\nContent-Type: message/delivery-status\r\n\r\n"
        b"Reporting-MTA: dns; example.org\r\n\r\n"
        + fields.encode()
        + b"Diagnostic-Code: smtp; 550 5.1.1 <allies@example.org>:\r\n    no such user\r\n\r\n"
        b"--B\r\nContent-Type: message/rfc822\r\n\r\n"
        + compose(sample_mail()).as_bytes()
        + b"\r\n--B--\r\n"
    )


def test_report_names_the_mail_the_recipient_and_the_reason() -> None:
    (found,) = read_bounces(report())
    reason = "550 5.1.1 <allies@example.org>: no such user"
    assert found == Bounce(KEY, "Allies@example.org", reason, "5.1.1")
    assert read_bounces(report().replace(b"\r\n", b"\n")) == (found,)


@pytest.mark.parametrize(
    ("status", "reason", "code", "words"),
    [
        ("5.1.1", "550 5.1.1 no such user", "no-such-address", "there is no such address"),
        (
            "5.2.2",
            "Nov 24 14:19:26 lda(a@example.org)<1><2>: save failed to INBOX: Quota exceeded",
            "mailbox-full",
            "their mailbox is full",
        ),
        ("5.0.0", "save failed to INBOX: Quota exceeded", "mailbox-full", "their mailbox is full"),
        ("5.7.1", "554 5.7.1 blocked by policy", "unwanted", "mails like this are refused"),
        (
            "5.0.0",
            "Nov 24 14:19:26 lda(a@example.org)<1><2>: Info: msgid=<x@y>: save failed to INBOX: no",
            "refused",
            "their mail server refused it (save failed to INBOX: no)",
        ),
        ("", "", "refused", "nobody says why"),
        ("5.0.0", "it fell down", "refused", "their mail server refused it (it fell down)"),
    ],
)
def test_the_reason_for_programs_and_in_words(
    status: str, reason: str, code: str, words: str
) -> None:
    assert Bounce(KEY, "a@example.org", reason, status).refusal() == (code, words)


def test_delay_is_no_bounce() -> None:
    assert read_bounces(report(action="delayed")) == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"multipart/report", b"multipart/mixed"),
        (b"pbem.invalid", b"other.invalid"),
        (b"Final-Recipient", b"Final"),
    ],
)
def test_other_mail_is_no_bounce(old: bytes, new: bytes) -> None:
    assert read_bounces(report().replace(old, new)) == ()


def test_a_turn_is_no_bounce_and_a_large_report_is_not_read() -> None:
    assert read_bounces(compose(sample_mail()).as_bytes()) == ()
    assert read_bounces(report() + b"x" * 5_000_000) == ()
