"""Send through an SMTP server (RFC 5321), with TLS (RFC 8314), STARTTLS, or bare on loopback.

The point of no return is the DATA command: before it the mail is certainly not sent; after it,
only the server's answer tells. When that answer is lost the outcome is UNSURE, never a guess.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

import aiosmtplib

from pbem.mail.errors import MailError, NetworkError
from pbem.mail.oauth import OAuthToken
from pbem.mail.plain import plain_line
from pbem.mail.refusal_words import refusal, words_only
from pbem.mail.sasl import (
    TokenRefusedError,
    choose,
    explained,
    first_message,
    last_message,
    token_error,
)
from pbem.mail.settings import Login, Security, Server
from pbem.mail.tls import is_tls_failure, tls_context
from pbem.mail.transport import Commit, Delivery, DeliveryOutcome, Parcel

T = TypeVar("T")
# An address literal as most mail programs send it: the machine's own name is private.
_HELO = "[127.0.0.1]"
_PERMANENT = 500
_TOO_LARGE = 552
_CHALLENGE = 334
_LET_IN = 235
_AUTH_CODES = frozenset({530, 534, 535, 538})
# How often, and after how many seconds each, we look whether the event loop has closed a socket.
_LOOKS = 500
_LOOK = 0.002
_LOST = (aiosmtplib.SMTPServerDisconnected, aiosmtplib.SMTPTimeoutError, OSError)


@dataclass(frozen=True, slots=True)
class _Line:
    """A connection on which nothing was said yet: how to encrypt it and how to log in."""

    sock: socket.socket
    context: ssl.SSLContext | None
    secret: str = field(repr=False)


class SmtpTransport:
    """Hands mail to one SMTP server; a connection per mail."""

    def __init__(self, server: Server) -> None:
        self._server = server

    @property
    def name(self) -> str:
        return f"smtp:{self._server.host}"

    def deliver(self, parcel: Parcel, commit: Commit) -> tuple[DeliveryOutcome, ...]:
        """Send the parcel to the recipients that the server takes.

        Raises NetworkError `smtp-unreachable`, `smtp-tls`, `smtp-login`, `smtp-dropped` or
        `smtp-refused` while nothing was sent, and what a log-in with a token may raise
        (`OAuthToken.read`, `sasl.token_error`); SettingsError `password-source`.
        """
        return self._with_fresh_token(
            lambda line: asyncio.run(self._deliver_and_close(parcel, commit, line))
        )

    def check(self, address: str) -> None:
        """Log in and ask whether mail from this address to itself is taken; sends nothing.

        Raises as `deliver` does, and NetworkError `smtp-refused` when it is not.
        """
        self._with_fresh_token(lambda line: asyncio.run(self._check(address, line)))

    def _with_fresh_token(self, work: Callable[[_Line], T]) -> T:
        """Work over a connection; once more over another one with a new token if it was refused:
        a provider may take a token back before it expires."""
        try:
            return self._over_a_line(work)
        except TokenRefusedError as refused:
            secret = self._server.secret
            if secret is None or not secret.renew():
                raise refused.error from None
        try:
            return self._over_a_line(work)
        except TokenRefusedError as refused:
            raise refused.error from None

    def _over_a_line(self, work: Callable[[_Line], T]) -> T:
        # Read before connecting: a command may ask the user, and servers do not wait long.
        secret = self._server.secret.read() if self._server.secret else ""
        context = tls_context(self._server)
        with self._connect() as sock:
            return work(_Line(sock, context, secret))

    async def _check(self, address: str, line: _Line) -> None:
        try:
            async with self._session(line) as client:
                with self._before_data():
                    await client.mail(address)
                    await client.rcpt(address)
                    await client.rset()
        finally:
            await _hang_up(line.sock)

    def settle(self, parcel: Parcel, since: datetime, now: datetime) -> tuple[DeliveryOutcome, ...]:
        """Never certain: the server may have taken the mail before we were cut off."""
        return tuple(self._unsure(name) for name in parcel.recipients)

    async def _deliver_and_close(
        self, parcel: Parcel, commit: Commit, line: _Line
    ) -> tuple[DeliveryOutcome, ...]:
        try:
            return await self._deliver(parcel, commit, line)
        finally:
            await _hang_up(line.sock)

    async def _deliver(
        self, parcel: Parcel, commit: Commit, line: _Line
    ) -> tuple[DeliveryOutcome, ...]:
        async with self._session(line) as client:
            with self._before_data():
                too_large = await self._mail_from(client, parcel)
                if too_large:
                    return tuple(
                        DeliveryOutcome(name, Delivery.REFUSED, too_large, "too-large")
                        for name in parcel.recipients
                    )
                refused = [
                    outcome
                    for name in parcel.recipients
                    if (outcome := await self._rcpt_to(client, name)) is not None
                ]
            turned_down = {outcome.recipient for outcome in refused}
            accepted = tuple(name for name in parcel.recipients if name not in turned_down)
            if not accepted:
                return tuple(refused)
            commit(accepted)
            return (*refused, *await self._data(client, parcel.raw, accepted))

    def _connect(self) -> socket.socket:
        """The socket is ours, and not aiosmtplib's, so that we can see to its end."""
        server = self._server
        try:
            return socket.create_connection((server.host, server.port), server.timeout)
        except OSError as error:
            raise self._unreachable(error) from error

    @contextlib.asynccontextmanager
    async def _session(self, line: _Line) -> AsyncIterator[aiosmtplib.SMTP]:
        server = self._server
        client = aiosmtplib.SMTP(
            hostname=server.host,
            sock=line.sock,
            local_hostname=_HELO,
            timeout=server.timeout,
            use_tls=server.security is Security.TLS,
            start_tls=server.security is Security.STARTTLS,
            tls_context=line.context,
        )
        with self._before_data():
            await client.connect()
        try:
            with self._before_data():
                await self._log_in(client, line.secret)
            yield client
            with contextlib.suppress(aiosmtplib.SMTPException, OSError):
                await client.quit()
        finally:
            client.close()

    async def _log_in(self, client: aiosmtplib.SMTP, secret: str) -> None:
        server = self._server
        if server.user is None or server.login is Login.NONE:
            return
        try:
            if server.login is Login.PASSWORD:
                await client.login(server.user, secret)
            else:
                await self._log_in_by_token(client, secret)
        except _LOST:
            raise
        except aiosmtplib.SMTPException as error:
            raise self._login_error(error) from None

    async def _log_in_by_token(self, client: aiosmtplib.SMTP, token: str) -> None:
        server = self._server
        # RFC 4954 section 4: what is offered counts only as it stands after TLS has begun.
        await client.ehlo()
        offered = {name.upper() for name in client.server_auth_methods}
        mechanism = choose(server.login, offered)
        if mechanism not in offered:
            raise _no_tokens(server)
        answer = await client.execute_command(
            b"AUTH", mechanism.encode(), _b64(first_message(mechanism, server, token))
        )
        said = self._said(aiosmtplib.SMTPAuthenticationError(answer.code, answer.message))
        if answer.code == _CHALLENGE:
            said = explained(answer.message) or said
            answer = await client.execute_command(_b64(last_message(mechanism)))
        if answer.code != _LET_IN:
            secret = server.secret
            scopes = secret.settings.place.scopes if isinstance(secret, OAuthToken) else ()
            raise TokenRefusedError(token_error("smtp-login", server, token, said, scopes))

    async def _mail_from(self, client: aiosmtplib.SMTP, parcel: Parcel) -> str:
        """Announce the sender; return why the mail is too large, or an empty text."""
        await client.ehlo()
        options = [f"SIZE={len(parcel.raw)}"] if client.supports_extension("size") else []
        try:
            await client.mail(parcel.sender, options=options)
        except aiosmtplib.SMTPResponseException as error:
            if error.code == _TOO_LARGE:
                return self._said(error)
            if error.code in _AUTH_CODES:
                raise self._login_error(error) from error
            raise
        return ""

    async def _rcpt_to(self, client: aiosmtplib.SMTP, name: str) -> DeliveryOutcome | None:
        try:
            await client.rcpt(name)
        except aiosmtplib.SMTPResponseException as error:
            if error.code in _AUTH_CODES:
                raise self._login_error(error) from error
            return self._turned_down(name, error)
        return None

    async def _data(
        self, client: aiosmtplib.SMTP, raw: bytes, accepted: tuple[str, ...]
    ) -> tuple[DeliveryOutcome, ...]:
        try:
            await client.data(raw)
        except aiosmtplib.SMTPResponseException as error:
            return tuple(self._turned_down(name, error) for name in accepted)
        except _LOST:
            return tuple(self._unsure(name) for name in accepted)
        return tuple(DeliveryOutcome(name, Delivery.SENT) for name in accepted)

    def _turned_down(self, name: str, error: aiosmtplib.SMTPResponseException) -> DeliveryOutcome:
        permanent = error.code >= _PERMANENT
        delivery = Delivery.REFUSED if permanent else Delivery.PENDING
        return DeliveryOutcome(name, delivery, self._said(error), refusal(error.message).code)

    def _unsure(self, name: str) -> DeliveryOutcome:
        reason = (
            f"The connection to {self._server.host} broke before it confirmed the mail, "
            "so it may or may not have arrived. Ask the receiver, or send it again: "
            "their program recognises a second copy."
        )
        return DeliveryOutcome(name, Delivery.UNSURE, reason, "cut-off")

    def _said(self, error: aiosmtplib.SMTPResponseException) -> str:
        """What the server says about a copy, or about a mail: the reason where it is known."""
        return f"{self._server.host} says: {refusal(error.message).words or 'no'}"

    def _login_error(self, error: aiosmtplib.SMTPException) -> MailError:
        detail = (
            words_only(error.message)
            if isinstance(error, aiosmtplib.SMTPResponseException)
            else plain_line(str(error), 200)
        )
        detail = f": {detail}" if detail else ""
        return NetworkError(
            "smtp-login",
            f"{self._server.host} does not accept the user name or the password{detail}.",
            "Check both. Many providers want an app password, or a sign-in "
            "(`pbem mail setup`); without any password use kind = 'eml' or 'sendmail'.",
        )

    def _unreachable(self, error: Exception) -> MailError:
        where = f"{self._server.host} port {self._server.port}"
        return NetworkError(
            "smtp-unreachable",
            f"{where} cannot be reached: {plain_line(str(error), 200)}.",
            "Check host, port and security, or try later.",
        )

    @contextlib.contextmanager
    def _before_data(self) -> Iterator[None]:
        """Turn what goes wrong while nothing was sent yet into one clear error."""
        where = f"{self._server.host} port {self._server.port}"
        try:
            yield
        except (aiosmtplib.SMTPConnectError, aiosmtplib.SMTPConnectTimeoutError) as error:
            if is_tls_failure(error):
                raise _tls_error(where, error) from error
            raise self._unreachable(error) from error
        except ssl.SSLError as error:
            raise _tls_error(where, error) from error
        except aiosmtplib.SMTPNotSupported as error:
            raise NetworkError(
                "smtp-tls",
                f"{where} does not offer STARTTLS.",
                "Try security = 'tls' with port 465.",
            ) from error
        except aiosmtplib.SMTPResponseException as error:
            raise NetworkError("smtp-refused", f"{self._said(error)}.") from error
        except (aiosmtplib.SMTPException, OSError) as error:
            raise NetworkError(
                "smtp-dropped",
                f"The connection to {where} broke: {plain_line(str(error), 200)}.",
                "Nothing was sent. Try again later.",
            ) from error


def _b64(data: bytes) -> bytes:
    return base64.b64encode(data)


def _no_tokens(server: Server) -> MailError:
    return NetworkError(
        "smtp-login",
        f"{server.host} offers no log-in with a token.",
        "Use login = 'password' with an app password.",
    )


async def _hang_up(sock: socket.socket) -> None:
    """Break the connection and wait until the event loop has closed the socket.

    Closing a TLS connection politely takes a round trip, and closing one with unsent bytes takes
    forever, when the other side does not answer; the loop does not live that long.
    """
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
    for _ in range(_LOOKS):
        if sock.fileno() < 0:
            return
        await asyncio.sleep(_LOOK)


def _tls_error(where: str, error: BaseException) -> MailError:
    return NetworkError(
        "smtp-tls",
        f"No safe connection to {where}: {plain_line(str(error), 200)}.",
        "For a server with a private certificate set ca_file; check security and port.",
    )
