"""One HTTP request and its whole answer, bounded in time and bytes.

Nothing is followed, kept or repeated here: whoever asks decides about redirects, cookies and second
tries.  A request that fails says whether the server may have acted on it all the same.

The proxy of the environment (`HTTPS_PROXY`, `NO_PROXY`) or of the system is used; a connection by
TLS goes through it (RFC 9110, CONNECT), so that it sees the name of the server only.
"""

import base64
import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from engine.values import dataclass
from pbem import VERSION

AGENT = f"pbem/{VERSION}"
"""Names with `bot`, `spider` or the name of a library in them are not let in everywhere."""
MOST_BYTES = 4 * 1024 * 1024
_SILENCE = 30.0
_WHOLE = 90.0
_PIECE = 64 * 1024


class WebError(Exception):
    """No whole answer came; the text is one clause without a full stop.

    may_have_arrived: whether the server may have acted on the request.
    """

    def __init__(self, reason: str, *, may_have_arrived: bool) -> None:
        """reason: names no address; the caller does."""
        super().__init__(reason)
        self.may_have_arrived = may_have_arrived


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


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class WebClient:
    """Asks servers by HTTPS; by plain HTTP only this machine.

    ca_file: a private authority to trust in place of the system's. silence: seconds without a byte;
    whole: seconds that a request may take altogether, however slowly bytes come.
    """

    def __init__(
        self, ca_file: Path | None = None, *, silence: float = _SILENCE, whole: float = _WHOLE
    ) -> None:
        """Reads nothing yet."""
        self._ca_file = ca_file
        self._silence = silence
        self._whole = whole

    def ask(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        most: int = MOST_BYTES,
    ) -> Answer:
        """Send one request; most: bytes of the body of the answer.

        Raises WebError.
        """
        host, port, is_safe, target = _split(url)
        sock = self._way_to(host, port, is_safe=is_safe)
        with contextlib.closing(sock), _time_limit(sock, self._whole) as is_over:
            connection = self._connection(sock, host, port, is_safe=is_safe)
            sent = {"User-Agent": AGENT, "Accept-Encoding": "identity", **(headers or {})}
            try:
                with contextlib.closing(connection):
                    connection.request(method, target, body, sent)
                    with contextlib.closing(connection.getresponse()) as response:
                        answer = _whole_answer(response, most)
                    if is_over.is_set():  # the end of an answer may be where it was broken off
                        raise TimeoutError
                    return answer
            except (OSError, http.client.HTTPException, ValueError) as error:
                if is_over.is_set():
                    text = f"its answer did not end within {self._whole:g} seconds"
                elif isinstance(error, TimeoutError):
                    text = "it did not answer in time"
                else:
                    text = f"the connection broke ({_said(error)})"
                raise WebError(text, may_have_arrived=True) from None

    def _way_to(self, host: str, port: int, *, is_safe: bool) -> socket.socket:
        """A connection to a server, through the proxy if there is one."""
        proxy = proxy_for("https" if is_safe else "http", host)
        if proxy is None:
            return self._reach(host, port)
        sock = self._reach(proxy.host, proxy.port)
        try:
            with _time_limit(sock, self._silence):
                _tunnel(sock, proxy, f"{host}:{port}")
        except (OSError, http.client.HTTPException, WebError) as error:
            sock.close()
            text = f"the proxy {proxy.host}:{proxy.port} does not let it through ({_said(error)})"
            raise WebError(text, may_have_arrived=False) from None
        return sock

    def _reach(self, host: str, port: int) -> socket.socket:
        try:
            return socket.create_connection((host, port), self._silence)
        except TimeoutError:
            raise WebError("it did not answer in time", may_have_arrived=False) from None
        except socket.gaierror:
            raise WebError("there is no such name, or no network", may_have_arrived=False) from None
        except (OSError, UnicodeError) as error:
            text = f"nobody answers there ({_said(error)})"
            raise WebError(text, may_have_arrived=False) from None

    def _connection(
        self, sock: socket.socket, host: str, port: int, *, is_safe: bool
    ) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection(host, port, timeout=self._silence)
        connection.sock = sock
        if not is_safe:
            return connection
        try:
            context = ssl.create_default_context(cafile=self._ca_file)
            connection.sock = context.wrap_socket(sock, server_hostname=host)
        except (OSError, ValueError) as error:
            text = f"no safe connection ({_said(error)})"
            raise WebError(text, may_have_arrived=False) from None
        return connection


@dataclass(frozen=True, slots=True)
class Proxy:
    """An HTTP proxy; login: name and password with a colon between them, "" for none."""

    host: str
    port: int
    login: str = ""

    @property
    def url(self) -> str:
        """Its address, without the login."""
        return f"http://{self.host}:{self.port}"

    def headers(self) -> dict[str, str]:
        """What it is told of who asks."""
        if not self.login:
            return {}
        told = base64.b64encode(self.login.encode()).decode("ascii")
        return {"Proxy-Authorization": f"Basic {told}"}


def proxy_for(scheme: str, host: str) -> Proxy | None:
    """The proxy for a server, by the environment or the settings of the system; None for none.

    Never for this machine.  Raises WebError for one of a kind that is not known, such as SOCKS.
    """
    # Late: it takes a moment, and nothing else here needs it.
    from urllib.request import getproxies, proxy_bypass  # noqa: PLC0415

    known = getproxies()
    text = known.get(scheme) or known.get("all") or ""
    if not text or is_loopback(host) or proxy_bypass(host):
        return None
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        if parts.scheme == "http" and parts.hostname:
            login = unquote(parts.username or "")
            login += f":{unquote(parts.password or '')}" if login else ""
            return Proxy(parts.hostname, parts.port or 80, login)
    except ValueError:
        pass
    text = f"the proxy for {scheme} is none that pbem can use: it begins with http://"
    raise WebError(text, may_have_arrived=False)


def _tunnel(sock: socket.socket, proxy: Proxy, where: str) -> None:
    """Let a proxy connect to `where`; raises WebError with its answer, and OSError."""
    told = {"Host": where, "User-Agent": AGENT, **proxy.headers()}
    lines = [f"CONNECT {where} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
    sock.sendall("\r\n".join([*lines, "", ""]).encode("ascii"))
    # What follows is the server's, so not a byte more is read than the headers.
    read = bytearray()
    while not read.endswith(b"\r\n\r\n"):
        piece = sock.recv(1)
        if not piece or len(read) > _PIECE:
            raise WebError("it hung up", may_have_arrived=False)
        read += piece
    _, _, status = read.partition(b"\r\n")[0].decode("latin-1").partition(" ")
    if not status.startswith("2"):
        raise WebError(f"it says {status[:80]!r}", may_have_arrived=False)


def joined(page: str, link: str) -> str:
    """The address that a link on a page means; "" for one that means none.

    The standard library raises for some: what strangers write must not end anybody's reading.
    """
    try:
        return urljoin(page, link)
    except ValueError:
        return ""


def _split(url: str) -> tuple[str, int, bool, str]:
    """Host, port, whether by TLS, and what to ask for; WebError when it is not to be asked."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    if not host or parts.scheme not in ("http", "https") or not url.isascii() or " " in url:
        raise WebError("that is not a web address", may_have_arrived=False)
    if parts.scheme == "http" and not is_loopback(host):
        raise WebError("it is not an https:// address", may_have_arrived=False)
    is_safe = parts.scheme == "https"
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return host, port or (443 if is_safe else 80), is_safe, target


@contextlib.contextmanager
def _time_limit(sock: socket.socket, seconds: float) -> Iterator[threading.Event]:
    """Break the connection when time is up; the event says that it was so."""
    is_over = threading.Event()
    handle = sock.dup()  # TLS takes the socket over, and its own object is another one.

    def hang_up() -> None:
        is_over.set()
        with contextlib.suppress(OSError):
            handle.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield is_over
    finally:
        timer.cancel()
        handle.close()


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


def _said(error: BaseException) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return error.verify_message
    if isinstance(error, http.client.IncompleteRead):
        return "its answer was cut off"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)[:200] or type(error).__name__
