"""Who may ask the board anything: the browser that was sent here, and nothing else (ADR 0042).

Other programs of this computer, other sites in the same browser, and names that are made to point
to 127.0.0.1 are kept out:

* every path begins with random digits, and the cookie counts below that path only, so that a
  browser shows it to no other server of this computer;
* the address that the program opens holds a ticket, which is good for one visit; the browser finds
  it in a file of the owner's, since arguments of programs can be read by everybody;
* a ticket that is shown a second time has been read by somebody, so that all are put out again;
* the Host of a request is this address, its Origin is none or this address, and a browser that says
  where a request came from says that it was this page;
* what changes anything is a POST of JSON with this Origin, which no form of another site can send.
"""

import hmac
import secrets
from collections.abc import Callable, Mapping
from html import escape
from http.cookies import CookieError, SimpleCookie
from types import MappingProxyType
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.values import dataclass

COOKIE = "pbem-board"
MOST_BYTES = 256 * 1024
"""No order and no message is longer than this."""

UPLOADS: Final[Mapping[str, int]] = MappingProxyType({"/api/take-in": 16 * 1024 * 1024})
"""Where a file may be sent as it is, and its most bytes.  No form of another site can send its type
of content, and a script there would have to ask first, which is answered by a refusal."""
_JSON, _FILE = "application/json", "application/octet-stream"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
ALONE = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""For a page that shows what others wrote: it has no origin, so that no cookie goes with what it
asks for, and it may ask for nothing.  Which script it runs, the page's own policy says."""
_CSP = b"content-security-policy"
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
_OWN = frozenset({"same-origin", "none"})
"""What a browser says of a request of the page itself, and of an address that a person opened."""


TWICE: Final = (
    "The address of the board was opened a second time. If that was not you, another user of this "
    "computer may have read it and been on the board. Everybody was put out; what was ordered is "
    "kept, so look at it. Press Enter where `pbem board` runs for a new address."
)
"""What is said on every page, and at the terminal, when a ticket is shown twice."""


class Guard:
    """An application behind the checks.

    base: the path below which everything is; ticket: good for one visit of `entrance`.
    """

    def __init__(
        self,
        inner: ASGIApp,
        host: str,
        shown_twice: Callable[[], None] = lambda: None,
        base: str = "",
    ) -> None:
        """host: the address and port that the server listens on, as a browser writes them.

        shown_twice: called when somebody opens an address that was used, once for each address.
        base: that of an earlier run, whose pages then go on; "" for a new one.
        """
        self._inner = inner
        self._host = host
        self._shown_twice = shown_twice
        self._ticket = secrets.token_urlsafe(32)
        self._used = ""
        self._is_closed = False
        self._place = ""
        self._secret = secrets.token_urlsafe(32)
        self.base = base or new_base()

    @property
    def entrance(self) -> str:
        """The address to open; it lets one browser in."""
        return f"http://{self._host}{self.base}/enter/{self._ticket}"

    def renew(self, place: str = "") -> str:
        """Another address to open, for a browser that has lost its cookie.

        place: what stands behind the # of the page that it leads to.
        """
        self._ticket, self._used = secrets.token_urlsafe(32), ""
        self._is_closed, self._place = False, place
        return self.entrance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._inner(scope, receive, send)
            return
        answer = self._answer(scope)
        if isinstance(answer, _Refusal):
            answer = answer.response("text/html" in Headers(scope=scope).get("accept", ""))
        if answer is not None:
            await answer(scope, receive, _with_headers(send))
            return
        path = str(scope["path"]).removeprefix(self.base)
        inner = {**scope, "path": path, "raw_path": path.encode(), "root_path": ""}
        most = UPLOADS.get(path, MOST_BYTES)
        await self._inner(inner, _limited(receive, most), _with_headers(send))

    def _answer(self, scope: Scope) -> "Response | _Refusal | None":
        """Why a request is refused, or the visit with the ticket; None lets it through."""
        headers = Headers(scope=scope)
        if headers.getlist("host") != [self._host]:
            return _Refusal(421, "wrong-host", "This address belongs to no page here.")
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{self._host}":
            return _Refusal(403, "wrong-origin", "Another site may not ask the board anything.")
        path = str(scope["path"])
        if not path.startswith(f"{self.base}/"):
            return _Refusal(404, "not-found", "There is nothing here.")
        if path.startswith(f"{self.base}/enter/"):
            return self._enter(scope, path.removeprefix(f"{self.base}/enter/"))
        if headers.get("sec-fetch-site", "same-origin") not in _OWN:
            return _Refusal(403, "wrong-origin", "Another site may not ask the board anything.")
        if not self._is_known(headers.getlist("cookie")):
            text = "This browser was not let in. Open the address that `pbem board` printed last."
            return _Refusal(403, "not-let-in", TWICE if self._is_closed else text)
        if scope["method"] in {"GET", "HEAD"}:
            return None
        if scope["method"] != "POST" or origin is None:
            return _Refusal(405, "wrong-method", "The board takes orders from its own page only.")
        return _body_refusal(headers, UPLOADS.get(path.removeprefix(self.base), 0))

    def _enter(self, scope: Scope, ticket: str) -> "Response | _Refusal":
        """Exchange the ticket for the cookie; the ticket is used up."""
        known = self._ticket
        if self._used and _same(ticket, self._used):
            if self._is_known(Headers(scope=scope).getlist("cookie")):
                return self._welcome()  # the browser that was let in goes back to it
            return self._close()
        if scope["method"] != "GET" or not known or not _same(ticket, known):
            text = (
                "This address was used already, or is an old one. "
                "Press Enter where `pbem board` runs for a new one."
            )
            return _Refusal(403, "ticket-used", text)
        self._ticket, self._used = "", known
        return self._welcome()

    def _welcome(self) -> Response:
        """The cookie, and a page that goes on to the board by itself.

        A redirection would not do: the browser comes from a file, so that it would ask for the
        board as for another site, without the cookie.
        """
        way = f'<meta http-equiv="refresh" content="0;url={self.base}/{escape(self._place)}">'
        answer = HTMLResponse(_page("The board", "The board opens ...", way))
        answer.set_cookie(
            COOKIE, self._secret, path=f"{self.base}/", httponly=True, samesite="strict"
        )
        return answer

    def _close(self) -> "_Refusal":
        """Put everybody out: one of the two who showed the ticket was not the player."""
        if not self._is_closed:
            self._is_closed = True
            self._secret = secrets.token_urlsafe(32)
            self._shown_twice()
        return _Refusal(403, "ticket-used", TWICE)

    def _is_known(self, lines: list[str]) -> bool:
        for line in lines:
            try:
                cookie = SimpleCookie(line).get(COOKIE)
            except CookieError:
                continue
            if cookie is not None and _same(cookie.value, self._secret):
                return True
        return False


def new_base() -> str:
    """A path that nobody can guess."""
    return f"/{secrets.token_urlsafe(16)}"


def _body_refusal(headers: Headers, most_of_file: int) -> "_Refusal | None":
    """Why a body is refused; most_of_file: bytes of a file that is sent as it is, 0 for JSON."""
    kind = headers.get("content-type", "").partition(";")[0].strip()
    if kind != (_FILE if most_of_file else _JSON):
        return _Refusal(415, "not-json", "The board takes orders as JSON only.")
    if not headers.get("content-length", "").isdecimal():
        return _Refusal(411, "no-length", "The length of the request is missing.")
    most = most_of_file or MOST_BYTES
    if int(headers["content-length"]) > most:
        return _Refusal(413, "too-long", f"At most {most} bytes can be sent at once.")
    return None


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Why a request is refused, for a script or for a person."""

    status: int
    code: str
    text: str

    def response(self, is_page: bool) -> Response:
        """What is sent: a page where a person looks, else JSON."""
        if is_page:
            return HTMLResponse(
                _page("The board: not here", self.text, code=self.code), status_code=self.status
            )
        error = {"code": self.code, "text": self.text}
        return JSONResponse({"error": error}, status_code=self.status)


def _page(title: str, text: str, head: str = "", code: str = "") -> str:
    """A page of one sentence; code: of the error, for whoever asks about it."""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{head}<title>{escape(title)}</title></head>"
        f'<body><main data-code="{code}"><h1>{escape(title)}</h1>'
        f"<p>{escape(text)}</p></main></body>"
        "</html>"
    )


def _with_headers(send: Send) -> Send:
    """Every answer carries the headers that keep a page harmless."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = message.get("headers", ())
            has_policy = any(name == _CSP for name, _ in own)
            policy = () if has_policy else ((_CSP, POLICY.encode()),)
            message["headers"] = [*own, *policy, *_HEADERS]
        await send(message)

    return sending


def _limited(receive: Receive, most: int) -> Receive:
    """A body is never longer than it may be, whatever the connection sends."""
    left = most

    async def receiving() -> Message:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                return {"type": "http.disconnect"}
        return message

    return receiving
