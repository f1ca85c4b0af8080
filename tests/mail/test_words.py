"""What servers say, in words for people."""

import imaplib

import imapclient.exceptions
import pytest

from pbem.mail.imap_client import said
from pbem.mail.refusal_words import RefusalReason, refusal, words_only


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            imapclient.exceptions.LoginError("b'[AUTHENTICATIONFAILED] Authentication failed.'"),
            "Authentication failed",
        ),
        (imaplib.IMAP4.error(b"[ALERT] Too many connections."), "Too many connections"),
        (OSError(), "OSError"),
    ],
)
def test_words_of_an_imap_server(error: Exception, words: str) -> None:
    assert said(error) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "5.7.8 Error: authentication failed: (reason unavailable)",
            "authentication failed",
        ),
        ("535 5.7.8 Username and Password not accepted.", "Username and Password not accepted"),
        ("Greylisted, please try again", "Greylisted, please try again"),
        ("", ""),
    ],
)
def test_words_of_an_smtp_server(text: str, words: str) -> None:
    assert words_only(text) == words


def test_what_servers_say_for_one_of_the_known_reasons() -> None:
    unknown = refusal("5.1.1 <x@example.org>: User unknown")
    assert unknown == RefusalReason("no-such-address", "there is no such address")
    own_words = RefusalReason("refused", "Greylisted, please try again")
    assert refusal("Greylisted, please try again") == own_words
