"""Attacks of a mail server on the program that fetches from it."""

from __future__ import annotations

import contextlib
import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date

import pytest

from pbem.mail.errors import NetworkError
from pbem.mail.imap import ImapSource
from pbem.mail.secret import Secret
from pbem.mail.settings import ImapSettings, Login, Security, Server

HELLO = b"* OK [CAPABILITY IMAP4rev1] hello\r\n"
_WAIT = b"* OK " + b"wait " * 10_000 + b"\r\n"
SELECTED = b"* 1 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n"
Answer = Callable[[bytes], Iterator[bytes]]


@contextlib.contextmanager
def server(greeting: Iterator[bytes], answer: Answer) -> Iterator[int]:
    """Answers each command with what `answer` makes of it, and then with its tag and OK."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        talk = threading.Thread(target=_talk, args=(listener, greeting, answer), daemon=True)
        talk.start()
        yield listener.getsockname()[1]
    talk.join(20)
    assert not talk.is_alive()


def _talk(listener: socket.socket, greeting: Iterator[bytes], answer: Answer) -> None:
    with contextlib.suppress(OSError):
        there, _ = listener.accept()
        with there, there.makefile("rb") as lines:
            there.settimeout(20)
            # Else each answer in pieces waits for an acknowledgement (Nagle's algorithm).
            there.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for piece in greeting:
                there.sendall(piece)
            for line in lines:
                tag, _, command = line.partition(b" ")
                for piece in answer(command.upper()):
                    there.sendall(piece)
                there.sendall(tag + b" OK done\r\n")


def fetch(port: int, timeout: float = 5.0) -> str:
    """The code of the error with which fetching ends, "" for none."""
    place = Server(
        "127.0.0.1",
        port,
        Security.NONE,
        Login.PASSWORD,
        "ann",
        Secret(command=("echo", "x")),
        timeout,
        None,
    )
    settings = ImapSettings(place, "INBOX", None, None, 30, 100_000)
    try:
        with ImapSource(settings, date(2026, 3, 1)) as source:
            for mail in source.receive():
                source.ack(mail.uid)
    except NetworkError as error:
        assert len(str(error)) < 500
        return error.code
    return ""


def usual(special: bytes, answers: Callable[[], Iterator[bytes]]) -> Answer:
    """A server that answers as servers do, except to one command."""

    def answer(command: bytes) -> Iterator[bytes]:
        if special in command:
            yield from answers()
        elif command.startswith(b"CAPABILITY"):
            yield b"* CAPABILITY IMAP4rev1\r\n"
        elif command.startswith(b"SELECT"):
            yield SELECTED
        elif b"SEARCH" in command:
            yield b"* SEARCH 1\r\n"
        elif b"SIZE" in command:
            yield b"* 1 FETCH (UID 1 RFC822.SIZE 5)\r\n"
        elif b"BODY" in command:
            yield b"* 1 FETCH (UID 1 BODY[]<0> {5}\r\nhello)\r\n"

    return answer


def run(special: bytes, answers: Callable[[], Iterator[bytes]], timeout: float = 5.0) -> str:
    with server(iter((HELLO,)), usual(special, answers)) as port:
        return fetch(port, timeout)


def test_the_same_conversation_without_an_attack() -> None:
    assert run(b"NOTHING", lambda: iter(())) == ""


@pytest.mark.parametrize("special", [b"LOGIN", b"SELECT", b"SEARCH", b"SIZE", b"BODY"])
@pytest.mark.parametrize("size", [10**7, 10**11, 10**30])
def test_a_mail_larger_than_any_is_not_read(special: bytes, size: int) -> None:
    head = b"* 1 FETCH (UID 1 BODY[]<0> {%d}\r\n" % size
    assert run(special, lambda: iter((head, b"x" * 1000))) == "imap-endless"


@pytest.mark.parametrize("special", [b"LOGIN", b"SELECT", b"SEARCH", b"SIZE", b"BODY"])
def test_answers_without_end_end(special: bytes) -> None:
    assert run(special, lambda: itertools.repeat(_WAIT)) == "imap-endless"
    with server(itertools.repeat(_WAIT), usual(b"X", lambda: iter(()))) as port:
        assert fetch(port) != ""


def test_an_answer_that_comes_drop_by_drop_ends() -> None:
    def drops() -> Iterator[bytes]:
        for _ in range(1500):
            time.sleep(0.01)
            yield b"x"

    begun = time.monotonic()
    assert run(b"SEARCH", drops, timeout=0.1) == "imap-endless"
    with server(drops(), usual(b"X", lambda: iter(()))) as port:
        assert fetch(port, timeout=0.1) == "imap-endless"
    assert time.monotonic() - begun < 12


@pytest.mark.parametrize(
    "line",
    [
        b"* SEARCH " + b"(" * 100_000,
        b"* SEARCH one two",
        b"* SEARCH 99999999999999999999999999 (1",
        b'* SEARCH "',
        b"* 1 FETCH (UID 1 RFC822.SIZE many)",
        b"* 1 FETCH (UID",
        b"* 1 FETCH " + b"(" * 100_000,
        b"* \xff\xfe FETCH ()",
        b"* OK [UIDVALIDITY many] x",
        b"* OK [",
        b"+ go on",
        b"",
    ],
)
@pytest.mark.parametrize("special", [b"SELECT", b"SEARCH", b"SIZE", b"BODY"])
def test_nonsense_is_a_clear_error(special: bytes, line: bytes) -> None:
    """Or no error at all, when it can be passed over."""
    code = run(special, lambda: iter((line + b"\r\n",)), timeout=1.0)
    assert code in ("", "imap-answer", "imap-dropped", "imap-folder", "imap-endless")
