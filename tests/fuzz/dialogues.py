"""Fuzzing of everything that talks over a connection: mail servers against us, clients at ours."""

import contextlib
import random
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.dice.http import ServerClient
from pbem.mail.connect import open_transport
from pbem.mail.errors import MailError
from pbem.mail.settings import parse_settings
from pbem.mail.transport import Parcel
from tests.fuzz.damage import damaged
from tests.fuzz.readers import Try
from tests.mail.test_attacks_imap import HELLO, SELECTED, fetch, server, usual
from tests.support.diceserver import HOST, dice_server
from tests.support.paper_game import ANN, GAME, attack, started
from tests.support.paper_game import HOST as PLAYER

_SECONDS = 0.3
"""How long we wait for an IMAP server that says nothing more."""

_IMAP = (
    HELLO,
    SELECTED,
    b"* CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN\r\n",
    b"* SEARCH 1 2 3\r\n",
    b"* 1 FETCH (UID 1 RFC822.SIZE 5)\r\n",
    b"* 1 FETCH (UID 1 BODY[]<0> {5}\r\nhello)\r\n",
    b"* BYE enough\r\n",
    b"+ go on\r\n",
)
_COMMANDS = (b"CAPABILITY", b"LOGIN", b"SELECT", b"SEARCH", b"SIZE", b"BODY", b"LOGOUT")
_SMTP = (
    b"220 hello\r\n",
    b"250-hello\r\n250-SIZE 100\r\n250 PIPELINING\r\n",
    b"250 ok\r\n",
    b"354 go on\r\n",
    b"451 later\r\n",
    b"550 no such user\r\n",
    b"221 bye\r\n",
    b"",
)


@contextmanager
def imap() -> Iterator[Try]:
    """An IMAP server that says other things than it should: a clear error, and an end."""

    def one(chance: random.Random) -> None:
        special = chance.choice(_COMMANDS)
        said = [damaged(chance.choice(_IMAP), _IMAP, chance) for _ in range(chance.randint(1, 4))]
        greeting = said[:1] if chance.random() < 0.2 else [HELLO]
        with server(iter(greeting), usual(special, lambda: iter(said))) as port:
            fetch(port, _SECONDS)

    yield one


@contextmanager
def smtp() -> Iterator[Try]:
    """An SMTP server that answers at random: an outcome for every recipient, or an error."""

    def one(chance: random.Random) -> None:
        answers = [chance.choice(_SMTP) for _ in range(8)]
        if chance.random() < 0.5:
            answers[chance.randrange(8)] = damaged(chance.choice(_SMTP), _SMTP, chance)
        answers[0] = answers[0] if chance.random() < 0.2 else _SMTP[0]
        with _answering(answers) as port:
            table = {"kind": "smtp", "host": HOST, "port": port, "security": "none"}
            settings = parse_settings(
                {"address": "a@example.org", "outgoing": {**table, "timeout": 1}}
            ).outgoing
            assert settings is not None
            to = ("b@example.org", "c@example.org")
            try:
                outcomes = open_transport(settings).deliver(
                    Parcel("k", "a@example.org", to, b"x: y\r\n\r\nz\r\n"), lambda _: None
                )
            except MailError as error:
                assert error.code
            else:
                assert sorted(outcome.recipient for outcome in outcomes) == sorted(to)

    yield one


@contextmanager
def _answering(answers: Sequence[bytes]) -> Iterator[int]:
    """A server that says the first answer, and one more whenever it is sent something."""
    with socket.create_server((HOST, 0)) as listener:

        def talk() -> None:
            with contextlib.suppress(OSError):
                line, _ = listener.accept()
                with line:
                    line.settimeout(10)
                    for answer in answers:
                        line.sendall(answer)
                        if not line.recv(65536):
                            return

        thread = threading.Thread(target=talk, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        listener.close()
    thread.join(20)


@contextmanager
def http() -> Iterator[Try]:
    """Requests of any bytes at a real dice server: never a fault of its own, and it goes on."""
    body = attack(started()).sign(ANN)
    head = b"POST /v1/rolls HTTP/1.1\r\nHost: x\r\nContent-Type: application/msgpack\r\n"
    good = (
        head + b"Content-Length: %d\r\n\r\n" % len(body) + body,
        head + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        b"GET /v1/games/%b/journal?from=0 HTTP/1.1\r\nHost: x\r\n\r\n" % GAME.hex().encode(),
        b"GET /verify.html HTTP/1.1\r\nHost: x\r\n\r\n",
    )
    words = (b"\r\n", b": ", b"Content-Length: ", b"chunked", b"/", b"%2e%2e/", b"?", b"HTTP/9.9")
    with (
        TemporaryDirectory() as folder,
        dice_server(Path(folder), "--chain", "50", "--no-limits", "--log-level", "warning") as at,
    ):
        ServerClient(at.address).register(GAME, PLAYER.public)

        def one(chance: random.Random) -> None:
            line = socket.create_connection((HOST, at.port), timeout=5)
            with line, contextlib.suppress(ConnectionError):
                line.sendall(damaged(chance.choice(good), words, chance))
                line.shutdown(socket.SHUT_WR)
                said = line.recv(65536)
                assert not said.startswith(b"HTTP/1.1 5"), said
            if chance.random() < 0.05:
                assert ServerClient(at.address).keys(), at.log
            assert at.process is not None and at.process.poll() is None, at.log
            assert "Traceback" not in at.log, at.log

        yield one
