"""How a browser is let in: a ticket that is good once, and a cookie that takes its place.

Two kinds of it differ in their `EntryTerms`.  At this computer the address itself opens the board,
and several browsers may have been sent here one after another.  A phone is asked to press a button,
since what looks at a code, or at a link, often fetches it first; one phone is let in at a time, and
for so many hours.
"""

import hmac
import secrets
import time
from collections.abc import Callable
from html import escape
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Scope

from engine.values import dataclass
from pbem.webpages import source_of

COOKIE: Final = "pbem-board"

TWICE: Final = (
    "The address of the board was opened a second time. If that was not you, another user of this "
    "computer may have read it and been on the board. Everybody was put out; what was ordered is "
    "kept, so look at it. Press Enter where `pbem board` runs for a new address."
)
"""What is said on every page, and at the terminal, when a ticket is shown twice."""

PHONE_TWICE: Final = (
    "The code for the phone was used a second time. If that was not you, somebody near may have "
    "seen it and been on the board. The phone was put out; what was ordered is kept, so look at "
    "it, and show a new code at the computer."
)


@dataclass(frozen=True, slots=True)
class EntryTerms:
    """On what terms a browser is let in.

    cookie: its name.  ticket_seconds, device_seconds: how long a ticket is good, and whoever was
    let in; None for as long as the program runs.  alone: one device at a time, which is let in by
    a button, and whose cookie goes over TLS only.  closed: the beginnings of paths that lead
    nowhere.  stranger, used, twice: what is said to who was not let in, of a ticket that is not
    good, and when one is shown twice.
    """

    cookie: str
    ticket_seconds: float | None
    device_seconds: float | None
    alone: bool
    closed: tuple[str, ...]
    stranger: str
    used: str
    twice: str


HERE: Final = EntryTerms(
    cookie=COOKIE,
    ticket_seconds=None,
    device_seconds=None,
    alone=False,
    closed=(),
    stranger="This browser was not let in. Open the address that `pbem board` printed last.",
    used=(
        "This address was used already, or is an old one. "
        "Press Enter where `pbem board` runs for a new one."
    ),
    twice=TWICE,
)
PHONE: Final = EntryTerms(
    cookie="pbem-phone",
    ticket_seconds=600,
    device_seconds=12 * 3600,
    alone=True,
    closed=("/api/door/", "/api/mail", "/api/phone"),
    stranger="This device was not let in, or its time is over. Show a new code at the computer.",
    used="This code was used already, or is an old one. Show a new code at the computer.",
    twice=PHONE_TWICE,
)
"""Secrets are typed at the computer only, and the phone lets no other device in."""


class Entrance:
    """The ticket and the cookie of one address.

    is_closed: whether everybody was put out since a ticket was shown twice.
    shown_twice: told a sentence when somebody shows a ticket that was used, once for each ticket.
    changed: called when somebody was let in or put out.  now: seconds of a clock that only grows.
    """

    def __init__(
        self,
        terms: EntryTerms,
        base: str,
        shown_twice: Callable[[str], None],
        changed: Callable[[], None] = lambda: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """A first ticket is there."""
        self.terms = terms
        self._base = base
        self._shown_twice = shown_twice
        self._changed = changed
        self._now = now
        self._secret = ""
        self._let_in: float | None = None
        self.renew()
        self._new_secret()

    def renew(self, place: str = "") -> str:
        """Another ticket; where only one device is let in, that of before is put out.

        place: what stands behind the # of the page that it leads to.
        """
        self._ticket, self._used = secrets.token_urlsafe(32), ""
        self._made = self._now()
        self.is_closed, self._place = False, place
        if self.terms.alone:
            self._new_secret()
        return self._ticket

    @property
    def ticket(self) -> str:
        """The ticket; "" when it was used or is too old."""
        lasts = self.terms.ticket_seconds
        is_old = lasts is not None and self._now() - self._made > lasts
        return "" if is_old else self._ticket

    @property
    def seconds_left(self) -> int | None:
        """How long the device that was let in stays so; None when there is none."""
        if self._let_in is None or self.terms.device_seconds is None:
            return None
        left = self.terms.device_seconds - (self._now() - self._let_in)
        return int(left) if left > 0 else None

    def put_out(self) -> None:
        """Nobody is let in any more, and no ticket is good."""
        self._ticket = ""
        self._new_secret()
        self._changed()

    def enter(self, scope: Scope, ticket: str) -> "Response | Refusal":
        """Exchange the ticket for the cookie; the ticket is used up."""
        known, method = self.ticket, scope["method"]
        if self._used and _same(ticket, self._used):
            if self.knows(Headers(scope=scope).getlist("cookie")):
                return self._welcome()  # the browser that was let in goes back to it
            return self._refused() if self._asks(method) else self._close()
        if method not in self._methods or not known or not _same(ticket, known):
            return self._refused()
        if method == "POST" and "origin" not in Headers(scope=scope):
            return self._refused()
        if self._asks(method):
            return _question()
        self._ticket, self._used = "", known
        self._let_in = self._now()
        self._changed()
        return self._welcome()

    def knows(self, lines: list[str]) -> bool:
        """Whether one of these cookies is that of a browser that was let in."""
        if self.terms.device_seconds is not None and self.seconds_left is None:
            return False
        for line in lines:
            try:
                cookie = SimpleCookie(line).get(self.terms.cookie)
            except CookieError:
                continue
            if cookie is not None and _same(cookie.value, self._secret):
                return True
        return False

    def stranger(self) -> "Refusal":
        """What is said to a browser that was not let in."""
        terms = self.terms
        return Refusal(403, "not-let-in", terms.twice if self.is_closed else terms.stranger)

    @property
    def _methods(self) -> tuple[str, ...]:
        return ("GET", "POST") if self.terms.alone else ("GET",)

    def _asks(self, method: str) -> bool:
        """Whether this visit only looks: a button has still to be pressed."""
        return self.terms.alone and method != "POST"

    def _refused(self) -> "Refusal":
        return Refusal(403, "ticket-used", self.terms.used)

    def _welcome(self) -> Response:
        """The cookie, and a page that goes on to the board by itself.

        A redirection would not do: the browser comes from a file, so that it would ask for the
        board as for another site, without the cookie.
        """
        way = f'<meta http-equiv="refresh" content="0;url={self._base}/{escape(self._place)}">'
        answer = HTMLResponse(page_of("The board", "The board opens ...", way))
        answer.set_cookie(
            self.terms.cookie,
            self._secret,
            max_age=self.seconds_left,
            path=f"{self._base}/",
            secure=self.terms.alone,
            httponly=True,
            samesite="strict",
        )
        return answer

    def _close(self) -> "Refusal":
        """Put everybody out: one of the two who showed the ticket was not the player."""
        if not self.is_closed:
            self.is_closed = True
            self._new_secret()
            self._shown_twice(self.terms.twice)
            self._changed()
        return Refusal(403, "ticket-used", self.terms.twice)

    def _new_secret(self) -> None:
        self._secret, self._let_in = secrets.token_urlsafe(32), None


_LARGE: Final = "body{font:1.1em system-ui;margin:1.5em}button{font:inherit;padding:.8em 1.2em}"
"""Large enough for a finger."""


def _question() -> Response:
    """Asks for the button that lets a device in."""
    form = '<form method="post"><p><button>Play on this device</button></p></form>'
    text = "The board of the computer that shows this code. No other device can use the code then."
    answer = HTMLResponse(page_of("The board", text, f"<style>{_LARGE}</style>", more=form))
    # A form of this page may be sent to where it came from, and says so.
    answer.headers["content-security-policy"] = (
        f"default-src 'none'; style-src {source_of(_LARGE)}; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    )
    answer.headers["referrer-policy"] = "same-origin"
    return answer


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is refused, for a script or for a person."""

    status: int
    code: str
    text: str

    def response(self, is_page: bool) -> Response:
        """What is sent: a page where a person looks, else JSON."""
        if is_page:
            return HTMLResponse(
                page_of("The board: not here", self.text, code=self.code), status_code=self.status
            )
        error = {"code": self.code, "text": self.text}
        return JSONResponse({"error": error}, status_code=self.status)


def page_of(title: str, text: str, head: str = "", code: str = "", more: str = "") -> str:
    """A page of one sentence; code: of the error, for whoever asks about it.

    head, more: elements that stand in its head, and below the sentence.
    """
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{head}<title>{escape(title)}</title></head>"
        f'<body><main data-code="{code}"><h1>{escape(title)}</h1>'
        f"<p>{escape(text)}</p>{more}</main></body>"
        "</html>"
    )
