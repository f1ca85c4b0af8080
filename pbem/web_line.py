"""A connection to a web server: directly or through a proxy, by TLS or plainly, and its end.

The proxy of the environment (`HTTPS_PROXY`, `NO_PROXY`) or of the system is used; a connection by
TLS goes through it (RFC 9110, CONNECT), so that it sees the name of the server only.
"""

import base64
import contextlib
import http.client
import ipaddress
import selectors
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from engine.values import dataclass
from pbem import VERSION

AGENT = f"pbem/{VERSION}"
"""Names with `bot`, `spider` or the name of a library in them are not let in everywhere."""
_CONNECT_SECONDS = 8.0
_MOST_OF_A_PROXY = 64 * 1024
# OpenSSL: X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED
CLOCK_CODES = (9, 10)


class WebError(Exception):
    """No whole answer came; the text is one clause without a full stop.

    may_have_arrived: whether the server may have acted on the request. is_lasting: whether the
    same request would fail in the same way. certificate: what OpenSSL found wrong with the
    server's (X509_V_ERR_...), 0 for nothing.
    """

    def __init__(
        self,
        reason: str,
        *,
        may_have_arrived: bool = False,
        is_lasting: bool = False,
        certificate: int = 0,
    ) -> None:
        """reason: names no address; the caller does."""
        super().__init__(reason)
        self.may_have_arrived = may_have_arrived
        self.is_lasting = is_lasting or certificate != 0
        self.certificate = certificate


@dataclass(frozen=True, slots=True)
class ServerPlace:
    """Where a server listens, and whether by TLS."""

    host: str
    port: int
    is_safe: bool

    @property
    def name(self) -> str:
        """HOST:PORT, an IPv6 address in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Proxy:
    """An HTTP proxy; login: name and password with a colon between them, "" for none."""

    host: str
    port: int
    login: str = ""

    def headers(self) -> dict[str, str]:
        """What it is told of who asks."""
        if not self.login:
            return {}
        told = base64.b64encode(self.login.encode()).decode("ascii")
        return {"Proxy-Authorization": f"Basic {told}"}


class WebLine:
    """An open connection; before, headers: what a proxy must be told in every request."""

    def __init__(self, sock: socket.socket, place: ServerPlace) -> None:
        """Not yet by TLS."""
        self.connection = http.client.HTTPConnection(place.host, place.port)
        self.connection.sock = sock
        # It would open another one by itself: without the proxy, and without TLS.
        self.connection.auto_open = 0
        self.before = ""
        self.headers: Mapping[str, str] = {}
        self._place = place
        self._handle = sock.dup()  # TLS takes the socket over, and its own object is another one.

    def secure(self, ca_file: Path | None) -> None:
        """Begin TLS where the place asks for it; WebError."""
        if not self._place.is_safe:
            return
        try:
            context = ssl.create_default_context(cafile=ca_file)
            self.connection.sock = context.wrap_socket(
                self.connection.sock, server_hostname=self._place.host
            )
        except ssl.SSLCertVerificationError as error:
            if error.verify_code in CLOCK_CODES:
                text = "its certificate is not valid at this time"
            else:
                text = f"its certificate does not prove who it is ({error.verify_message})"
            raise WebError(text, certificate=error.verify_code) from None
        except (OSError, ValueError) as error:
            raise WebError(f"no safe connection ({said(error)})") from None

    def is_silent(self) -> bool:
        """Whether nothing came since the last answer: what comes then is the server's farewell."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._handle, selectors.EVENT_READ)
            return not selector.select(0)

    @contextlib.contextmanager
    def time_limit(self, seconds: float) -> Iterator[threading.Event]:
        """Break the connection when time is up; the event says that it was so."""
        is_over = threading.Event()

        def hang_up() -> None:
            is_over.set()
            with contextlib.suppress(OSError):
                self._handle.shutdown(socket.SHUT_RDWR)

        timer = threading.Timer(seconds, hang_up)
        timer.daemon = True
        timer.start()
        try:
            yield is_over
        finally:
            timer.cancel()

    def close(self) -> None:
        """Hang up."""
        self.connection.close()
        self._handle.close()


def line_to(place: ServerPlace, silence: float) -> WebLine:
    """A new connection, through the proxy if there is one; TLS is not begun.  WebError.

    silence: seconds without a byte after which it breaks.
    """
    proxy = proxy_for("https" if place.is_safe else "http", place.host)
    if proxy is None:
        return WebLine(_reach(place.host, place.port, silence), place)
    sock = _reach(proxy.host, proxy.port, silence)
    line = WebLine(sock, place)
    if not place.is_safe:
        # RFC 9112, 3.2.2: a proxy is asked for the whole address.
        line.before, line.headers = f"http://{place.name}", proxy.headers()
        return line
    try:
        with line.time_limit(silence):
            _tunnel(sock, proxy, place.name)
    except (OSError, WebError) as error:
        line.close()
        text = f"the proxy {proxy.host}:{proxy.port} does not let it through ({said(error)})"
        raise WebError(text) from None
    return line


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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
    raise WebError(text, is_lasting=True)


def said(error: BaseException) -> str:
    """What is behind an error of a connection, in a few words."""
    if isinstance(error, http.client.IncompleteRead):
        return "its answer was cut off"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)[:200] or type(error).__name__


def _reach(host: str, port: int, silence: float) -> socket.socket:
    try:
        sock = socket.create_connection((host, port), _CONNECT_SECONDS)
    except TimeoutError:
        raise WebError("it did not answer in time") from None
    except socket.gaierror:
        raise WebError("there is no such name, or no network", is_lasting=True) from None
    except (OSError, UnicodeError) as error:
        raise WebError(f"nobody answers there ({said(error)})") from None
    sock.settimeout(silence)
    # Headers and body go out by themselves: else the body waits 40 ms for a word on the headers.
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def _tunnel(sock: socket.socket, proxy: Proxy, where: str) -> None:
    """Let a proxy connect to `where`; raises WebError with its answer, and OSError."""
    told = {"Host": where, "User-Agent": AGENT, **proxy.headers()}
    lines = [f"CONNECT {where} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
    sock.sendall("\r\n".join([*lines, "", ""]).encode("ascii"))
    # What follows is the server's, so not a byte more is read than the headers.
    read = bytearray()
    while not read.endswith(b"\r\n\r\n"):
        piece = sock.recv(1)
        if not piece or len(read) > _MOST_OF_A_PROXY:
            raise WebError("it hung up")
        read += piece
    _, _, status = read.partition(b"\r\n")[0].decode("latin-1").partition(" ")
    if not status.startswith("2"):
        raise WebError(f"it says {status[:80]!r}")
