"""What servers say, in words for people."""

import imaplib

import imapclient.exceptions
import pytest

from pbem.mail.imap_client import said


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
