"""Receive from an IMAP server (RFC 3501, RFC 6851 MOVE, RFC 4315 UIDPLUS).

Fetching changes nothing on the server (BODY.PEEK); only `ack` does, so a crash in between loses
nothing: the mail is simply fetched again, and the save in it is recognised as seen.
"""

from __future__ import annotations

import contextlib
import imaplib
import ssl
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from types import TracebackType

import imapclient
import imapclient.exceptions

from pbem.log import LOG
from pbem.mail.errors import MailError, NetworkError
from pbem.mail.imap_client import ANSWERS, BoundedIMAPClient, EndlessError, said
from pbem.mail.imap_state import ImapState
from pbem.mail.oauth import OAuthToken
from pbem.mail.plain import plain_line
from pbem.mail.sasl import (
    TokenRefusedError,
    choose,
    explained,
    first_message,
    last_message,
    token_error,
)
from pbem.mail.settings import ImapSettings, Login, Security
from pbem.mail.source import Incoming, Oversized
from pbem.mail.tls import is_tls_failure, tls_context

_FAILURES = (imaplib.IMAP4.error, imapclient.exceptions.IMAPClientError, OSError)
_STEP = 10
"""A step may take this many times the seconds within which a byte must come."""
_IDLE = 20 * 60.0
"""Seconds of one IDLE: servers end a silent session after 29 minutes (RFC 2177)."""
_STIR = 5.0
_POLL = 60.0
"""Seconds between two looks where the server has no IDLE."""
_SESSION = 3600
"""Seconds after which fetching stops; what is left comes next time."""


class ImapSource:
    """One folder on an IMAP server; use as a context manager. `today` bounds the search.

    Raises NetworkError: `imap-unreachable`, `imap-tls`, `imap-login`, `imap-folder`,
    `imap-dropped`, `imap-endless`, `imap-answer`, and what a log-in with a token may raise
    (`OAuthToken.read`, `sasl.token_error`); SettingsError `password-source`; SpoolError for the
    state file.
    """

    def __init__(self, settings: ImapSettings, today: date) -> None:
        self._settings = settings
        self._server = settings.server
        self._today = today
        self._client: BoundedIMAPClient | None = None
        self._validity = 0
        self._end = 0.0
        self._state: ImapState | None = None

    def __enter__(self) -> ImapSource:
        try:
            self._open()
        except TokenRefusedError as refused:
            # A provider may take a token back before it expires.
            if self._server.secret is None or not self._server.secret.renew():
                raise refused.error from None
            try:
                self._open()
            except TokenRefusedError as again:
                raise again.error from None
        return self

    def _open(self) -> None:
        secret = self._server.secret.read() if self._server.secret else ""
        self._end = time.monotonic() + _SESSION
        self._client = self._connect()
        try:
            with self._errors():
                self._log_in(self._client, secret)
            with self._errors():
                self._select(self._client)
        except BaseException:
            self._close()
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def receive(self) -> Iterator[Incoming | Oversized]:
        """Yield the mails not confirmed yet, the oldest first; too large ones as Oversized."""
        client = self._open_client()
        with self._errors():
            uids = self._candidates(client)
        for uid in uids:
            if time.monotonic() > self._end:
                raise self._endless(f"it has been sending mails for {_SESSION} seconds")
            with self._errors(self._settings.max_bytes + ANSWERS):
                found = self._fetch(client, uid)
            if found is not None:
                yield found

    def wait(self, seconds: float, known: frozenset[str]) -> frozenset[str]:
        """See `Source.wait`; with IDLE (RFC 2177) where the server has it, else by looking."""
        client = self._open_client()
        with self._errors():
            found = self._names(client)
            can_idle = client.has_capability("IDLE")
        if found - known or seconds <= 0:
            return found
        if not can_idle:
            time.sleep(min(seconds, _POLL))
        else:
            self._idle(client, seconds)
        with self._errors():
            client.noop()
            return self._names(client)

    def _names(self, client: imapclient.IMAPClient) -> frozenset[str]:
        return frozenset(f"{self._validity}:{uid}" for uid in self._candidates(client))

    def _idle(self, client: BoundedIMAPClient, seconds: float) -> None:
        """Wait for a word about new mail; many short steps, because each has an end of its own."""
        with self._errors():
            client.idle()
        deadline = time.monotonic() + min(seconds, _IDLE)
        is_new = False
        while not is_new and (left := deadline - time.monotonic()) > 0:
            with self._errors():
                said_now = client.idle_check(timeout=min(left, _STIR))
                if client.has_ended():
                    raise imaplib.IMAP4.abort("the server has ended it")
            is_new = any(b"EXISTS" in line for line in said_now)
        with self._errors():
            client.idle_done()

    def ack(self, uid: str) -> None:
        """Mark the mail as seen, or move it, or note it in the state file."""
        validity, _colon, number = uid.partition(":")
        if validity != str(self._validity):
            return  # The server has renumbered its mails: this one will come again.
        client = self._open_client()
        with self._errors():
            if self._settings.move_to is not None:
                self._move(client, int(number), self._settings.move_to)
            elif self._state is None:
                client.add_flags([int(number)], [imapclient.SEEN], silent=True)
        if self._state is not None:
            self._state.add(int(number))

    def _connect(self) -> BoundedIMAPClient:
        server = self._server
        where = f"{server.host} port {server.port}"
        context = tls_context(server)
        try:
            client = BoundedIMAPClient(
                server.host,
                server.port,
                context=context if server.security is Security.TLS else None,
                timeout=server.timeout,
                limit=server.timeout * _STEP,
            )
            if server.security is Security.STARTTLS:
                self._start_tls(client, context)
        except EndlessError as error:
            raise self._endless(said(error)) from error
        except _FAILURES as error:
            if is_tls_failure(error):
                raise NetworkError(
                    "imap-tls",
                    f"No safe connection to {where}: {plain_line(str(error), 200)}.",
                    "For a server with a private certificate set ca_file; check security and port.",
                ) from error
            raise NetworkError(
                "imap-unreachable",
                f"{where} cannot be reached: {plain_line(str(error), 200)}.",
                "Check host, port and security, or try later.",
            ) from error
        except Exception as error:
            raise self._nonsense(error) from error
        return client

    def _start_tls(self, client: BoundedIMAPClient, context: ssl.SSLContext | None) -> None:
        try:
            with client.step():
                client.starttls(context)
        except BaseException:
            client.shutdown()
            raise

    def _log_in(self, client: imapclient.IMAPClient, secret: str) -> None:
        user = self._server.user or ""
        try:
            if self._server.login is Login.PASSWORD:
                client.login(user, secret)
            else:
                self._log_in_by_token(client, secret)
        except (imaplib.IMAP4.abort, OSError) as error:
            raise self._dropped(error) from None
        except _FAILURES as error:
            raise NetworkError(
                "imap-login",
                f"{self._server.host} does not accept the user name {user} or the password: "
                f"{said(error)}.",
                "Check both. Many providers want an app password, or a sign-in "
                "(`pbem mail setup`).",
            ) from None

    def _log_in_by_token(self, client: imapclient.IMAPClient, token: str) -> None:
        server = self._server
        names = [name.decode("ascii", "replace").upper() for name in client.capabilities()]
        mechanism = choose(server.login, [name.removeprefix("AUTH=") for name in names])
        reason = ""

        def answer(challenge: bytes) -> bytes:
            nonlocal reason
            if not challenge:
                return first_message(mechanism, server, token)
            reason = explained(challenge)
            return last_message(mechanism)

        try:
            client.sasl_login(mechanism.value, answer)
        except imapclient.exceptions.LoginError as error:
            if isinstance(error.__context__, imaplib.IMAP4.abort):
                raise self._dropped(error.__context__) from None
            secret = server.secret
            scopes = secret.settings.place.scopes if isinstance(secret, OAuthToken) else ()
            words = reason or said(error)
            found = token_error("imap-login", server, token, words, scopes)
            raise TokenRefusedError(found) from None

    def _select(self, client: imapclient.IMAPClient) -> None:
        folder = self._settings.folder
        try:
            answer = client.select_folder(folder)
        except (imaplib.IMAP4.abort, OSError) as error:
            raise self._dropped(error) from error
        except _FAILURES as error:
            raise NetworkError(
                "imap-folder",
                f"{self._server.host} does not open {folder}: {said(error)}.",
                "Check the folder's name in the configuration.",
            ) from error
        self._validity = int(answer[b"UIDVALIDITY"])
        LOG.debug("%s: signed in, %s is open", self._server.host, folder)
        if self._settings.state_file is not None:
            self._state = ImapState(self._settings.state_file, folder, self._validity)

    def _candidates(self, client: imapclient.IMAPClient) -> list[int]:
        if self._state is None:
            return sorted(client.search(["UNSEEN"]))
        since = self._latest_day(client) - timedelta(days=self._settings.since_days)
        uids = {*client.search(["SINCE", since])}
        newest = self._state.newest
        if newest:
            # What came since, however long ago; a range that ends with * always holds one mail.
            more = client.search(["UID", f"{newest + 1}:*"])
            uids |= {uid for uid in more if uid > newest}
        self._state.keep_only(uids)
        return sorted(uid for uid in uids if uid not in self._state)

    def _latest_day(self, client: imapclient.IMAPClient) -> date:
        """Today, or the day of the newest mail where the clock of this machine is ahead of it."""
        last = client.search(["UID", "*"])
        found = client.fetch(last[-1:], ["INTERNALDATE"]) if last else {}
        moments = [one.get(b"INTERNALDATE") for one in found.values()]
        days = [moment.date() for moment in moments if isinstance(moment, datetime)]
        return min([self._today, *days])

    def _fetch(self, client: imapclient.IMAPClient, uid: int) -> Incoming | Oversized | None:
        """Return one mail; None when it has vanished. Never asks for more than the limit."""
        name = f"{self._validity}:{uid}"
        limit = self._settings.max_bytes
        sizes = client.fetch([uid], ["RFC822.SIZE"]).get(uid)
        if sizes is None:
            return None
        size = int(sizes[b"RFC822.SIZE"])
        if size > limit:
            return Oversized(name, size)
        answer = client.fetch([uid], [f"BODY.PEEK[]<0.{limit + 1}>"]).get(uid, {})
        raw = answer.get(b"BODY[]<0>")
        if not isinstance(raw, bytes):
            return None
        return Oversized(name, len(raw)) if len(raw) > limit else Incoming(name, raw)

    def _move(self, client: imapclient.IMAPClient, uid: int, folder: str) -> None:
        if not client.folder_exists(folder):
            client.create_folder(folder)
        if client.has_capability("MOVE"):
            client.move([uid], folder)
            return
        client.copy([uid], folder)
        if client.has_capability("UIDPLUS"):
            client.delete_messages([uid], silent=True)
            client.uid_expunge([uid])
        else:
            # A plain EXPUNGE would remove other mails that the user has marked as deleted.
            client.add_flags([uid], [imapclient.SEEN], silent=True)

    def _open_client(self) -> BoundedIMAPClient:
        if self._client is None:
            raise RuntimeError("the source is used outside its with statement")
        return self._client

    def _close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            try:
                with client.step():
                    client.logout()
            except Exception:
                with contextlib.suppress(*_FAILURES):
                    client.shutdown()

    @contextlib.contextmanager
    def _errors(self, most: int = ANSWERS) -> Iterator[None]:
        """A step of the conversation, with all that can go wrong in it as one clear error."""
        try:
            with self._open_client().step(most):
                yield
        except (MailError, TokenRefusedError):
            raise
        except EndlessError as error:
            raise self._endless(said(error)) from error
        except _FAILURES as error:
            raise self._dropped(error) from error
        except Exception as error:  # whatever the libraries raise for an answer that is not IMAP
            raise self._nonsense(error) from error

    def _dropped(self, error: BaseException) -> MailError:
        return NetworkError(
            "imap-dropped",
            f"The connection to {self._server.host} broke: {said(error)}.",
            "Nothing is lost: mails that are not filed yet are fetched again next time.",
        )

    def _endless(self, reason: str) -> MailError:
        return NetworkError(
            "imap-endless",
            f"{self._server.host} does not come to an end: {reason}.",
            "Nothing is lost: mails that are not filed yet are fetched again next time.",
        )

    def _nonsense(self, error: Exception) -> MailError:
        return NetworkError(
            "imap-answer",
            f"{self._server.host} gave an answer that is not IMAP: {said(error)}.",
            "Check host and port. Nothing is lost.",
        )
