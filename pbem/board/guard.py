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

import secrets
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pbem.board.entrance import HERE, Entrance, EntryTerms, Refusal

MOST_BYTES = 256 * 1024
"""No order and no message is longer than this."""

UPLOADS: Final[Mapping[str, int]] = MappingProxyType(
    {"/api/take-in": 16 * 1024 * 1024, "/api/maps": 128 * 1024 * 1024}
)
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
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
_OWN = frozenset({"same-origin", "none"})
"""What a browser says of a request of the page itself, and of an address that a person opened."""


class Guard:
    """An application behind the checks.

    base: the path below which everything is; entrance: lets browsers in, with a ticket that is good
    for one visit.
    """

    def __init__(
        self,
        inner: ASGIApp,
        origin: str,
        shown_twice: Callable[[str], None] = lambda _: None,
        base: str = "",
        *,
        terms: EntryTerms = HERE,
        changed: Callable[[], None] = lambda: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """origin: scheme, address and port that the server listens on, as a browser writes them.

        base: that of an earlier run, whose pages then go on; "" for a new one.  The others: as
        `Entrance` has them.
        """
        self._inner = inner
        self._origin = origin
        self._host = origin.partition("://")[2]
        self.base = base or new_base()
        self.door = Entrance(terms, self.base, shown_twice, changed, now)

    @property
    def entrance(self) -> str:
        """The address to open; it lets one browser in.  "" when its ticket is used or too old."""
        ticket = self.door.ticket
        return f"{self._origin}{self.base}/enter/{ticket}" if ticket else ""

    def renew(self, place: str = "") -> str:
        """Another address to open; see `Entrance.renew`."""
        self.door.renew(place)
        return self.entrance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._inner(scope, receive, send)
            return
        answer = self._answer(scope)
        if isinstance(answer, Refusal):
            answer = answer.response("text/html" in Headers(scope=scope).get("accept", ""))
        if answer is not None:
            await answer(scope, receive, _with_headers(send))
            return
        path = str(scope["path"]).removeprefix(self.base)
        inner = {**scope, "path": path, "raw_path": path.encode(), "root_path": ""}
        most = UPLOADS.get(path, MOST_BYTES)
        await self._inner(inner, _limited(receive, most), _with_headers(send))

    def _answer(self, scope: Scope) -> "Response | Refusal | None":
        """Why a request is refused, or the visit with the ticket; None lets it through."""
        headers = Headers(scope=scope)
        if headers.getlist("host") != [self._host]:
            return Refusal(421, "wrong-host", "This address belongs to no page here.")
        origin = headers.get("origin")
        if origin is not None and origin != self._origin:
            return Refusal(403, "wrong-origin", "Another site may not ask the board anything.")
        path = str(scope["path"])
        if not path.startswith(f"{self.base}/"):
            return Refusal(404, "not-found", "There is nothing here.")
        if path.startswith(f"{self.base}/enter/"):
            return self.door.enter(scope, path.removeprefix(f"{self.base}/enter/"))
        if headers.get("sec-fetch-site", "same-origin") not in _OWN:
            return Refusal(403, "wrong-origin", "Another site may not ask the board anything.")
        if not self.door.knows(headers.getlist("cookie")):
            return self.door.stranger()
        if path.removeprefix(self.base).startswith(self.door.terms.closed):
            return Refusal(403, "at-the-computer", "That is done at the computer itself.")
        if scope["method"] in {"GET", "HEAD"}:
            return None
        if scope["method"] != "POST" or origin is None:
            return Refusal(405, "wrong-method", "The board takes orders from its own page only.")
        return _body_refusal(headers, UPLOADS.get(path.removeprefix(self.base), 0))


def new_base() -> str:
    """A path that nobody can guess."""
    return f"/{secrets.token_urlsafe(16)}"


def _body_refusal(headers: Headers, most_of_file: int) -> "Refusal | None":
    """Why a body is refused; most_of_file: bytes of a file that is sent as it is, 0 for JSON."""
    kind = headers.get("content-type", "").partition(";")[0].strip()
    if kind != (_FILE if most_of_file else _JSON):
        return Refusal(415, "not-json", "The board takes orders as JSON only.")
    if not headers.get("content-length", "").isdecimal():
        return Refusal(411, "no-length", "The length of the request is missing.")
    most = most_of_file or MOST_BYTES
    if int(headers["content-length"]) > most:
        return Refusal(413, "too-long", f"At most {most} bytes can be sent at once.")
    return None


def _with_headers(send: Send) -> Send:
    """Every answer carries the headers that keep a page harmless."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = message.get("headers", ())
            named = {name for name, _ in own}
            message["headers"] = [*own, *(one for one in _HEADERS if one[0] not in named)]
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
