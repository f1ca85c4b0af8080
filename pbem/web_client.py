"""One HTTP request and its whole answer, bounded in time and bytes.

Nothing is followed or repeated here: whoever asks decides about redirects, cookies and second
tries.  A request that fails says whether the server may have acted on it all the same.
"""

import contextlib
import http.client
import time
import weakref
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from engine.values import dataclass
from pbem.log import LOG
from pbem.web_line import AGENT, ServerPlace, WebError, WebLine, is_loopback, line_to, said

MOST_BYTES = 4 * 1024 * 1024
_SILENCE = 30.0
_WHOLE = 90.0
_PIECE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """status: of HTTP. headers: names in small letters. cookies: each `Set-Cookie` as it came."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    cookies: tuple[str, ...] = ()

    def text(self) -> str:
        """The body as UTF-8; what is not becomes U+FFFD."""
        return self.body.decode("utf-8", "replace")


class WebClient:
    """Asks servers by HTTPS; by plain HTTP only this machine.

    ca_file: a private authority to trust in place of the system's. silence: seconds without a byte;
    whole: seconds that a request may take altogether, however slowly bytes come. plain: other
    machines are asked by plain HTTP too. keeps: the connection is used for the next request; one
    that the server closes meanwhile loses that request, so whoever asks must be able to repeat it.
    """

    def __init__(
        self,
        ca_file: Path | None = None,
        *,
        silence: float = _SILENCE,
        whole: float = _WHOLE,
        plain: bool = False,
        keeps: bool = False,
    ) -> None:
        """Reads nothing yet."""
        self._ca_file = ca_file
        self._silence = silence
        self._whole = whole
        self._plain = plain
        self._keeps = keeps
        self._kept: dict[ServerPlace, WebLine] = {}
        weakref.finalize(self, _hang_up, self._kept)

    def ask(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        most: int = MOST_BYTES,
        is_secret: bool = False,
    ) -> Answer:
        """Send one request; most: bytes of the body of the answer.

        is_secret: the whole address is one, such as that of a webhook, and is not logged. Raises
        WebError.
        """
        begun = time.monotonic()
        place, target = _split(url, plain=self._plain)
        # Without what stands behind the question mark, which can be a secret.
        shown = "/..." if is_secret else target.partition("?")[0]
        what = f"{method} {place.name}{shown}"
        try:
            answer = self._ask(place, method, target, headers or {}, body, most)
        except WebError as error:
            LOG.info("%s: %s", what, error)
            raise
        spent = 1000 * (time.monotonic() - begun)
        LOG.info("%s: %d, %d bytes, %.0f ms", what, answer.status, len(answer.body), spent)
        return answer

    def _ask(
        self,
        place: ServerPlace,
        method: str,
        target: str,
        headers: Mapping[str, str],
        body: bytes | None,
        most: int,
    ) -> Answer:
        sent = {"User-Agent": AGENT, "Accept-Encoding": "identity", **headers}
        # Taken out meanwhile: two threads never write into one connection.
        line = self._kept.pop(place, None)
        is_new = line is None or not line.is_silent()
        if line is None or is_new:
            if line is not None:
                line.close()
            line = line_to(place, self._silence)
        is_kept = False
        try:
            with line.time_limit(self._whole) as is_over:
                if is_new:
                    line.secure(self._ca_file)
                try:
                    answer = _exchange(line, method, target, body, sent, most)
                    if is_over.is_set():  # the end of an answer may be where it was broken off
                        raise TimeoutError
                except (OSError, http.client.HTTPException, ValueError) as error:
                    if is_over.is_set():
                        text = f"its answer did not end within {self._whole:g} seconds"
                    elif isinstance(error, TimeoutError):
                        text = "it did not answer in time"
                    else:
                        text = f"the connection broke ({said(error)})"
                    raise WebError(text, may_have_arrived=True) from None
            # There is no socket when the server has said that it closes.
            if self._keeps and line.connection.sock is not None:
                is_kept = self._kept.setdefault(place, line) is line
            return answer
        finally:
            if not is_kept:
                line.close()


def joined(page: str, link: str) -> str:
    """The address that a link on a page means; "" for one that means none.

    The standard library raises for some: what strangers write must not end anybody's reading.
    """
    try:
        return urljoin(page, link)
    except ValueError:
        return ""


def _split(url: str, *, plain: bool) -> tuple[ServerPlace, str]:
    """Where to ask, and what for; WebError when it is not to be asked."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    if not host or parts.scheme not in ("http", "https") or not url.isascii() or " " in url:
        raise WebError("that is not a web address", is_lasting=True)
    if parts.scheme == "http" and not plain and not is_loopback(host):
        raise WebError("it is not an https:// address", is_lasting=True)
    is_safe = parts.scheme == "https"
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return ServerPlace(host, port or (443 if is_safe else 80), is_safe), target


def _exchange(
    line: WebLine, method: str, target: str, body: bytes | None, sent: Mapping[str, str], most: int
) -> Answer:
    line.connection.request(method, line.before + target, body, {**sent, **line.headers})
    with contextlib.closing(line.connection.getresponse()) as response:
        return _whole_answer(response, most)


def _whole_answer(response: http.client.HTTPResponse, most: int) -> Answer:
    read = bytearray()
    while piece := response.read(min(_PIECE, most + 1 - len(read))):
        read += piece
        if len(read) > most:
            raise ValueError(f"its answer is larger than {most} bytes")
    if response.length:
        raise http.client.IncompleteRead(bytes(read), response.length)
    headers = {name.lower(): value for name, value in response.getheaders()}
    cookies = tuple(response.headers.get_all("Set-Cookie") or ())
    return Answer(response.status, headers, bytes(read), cookies)


def _hang_up(kept: dict[ServerPlace, WebLine]) -> None:
    while kept:
        kept.popitem()[1].close()
