"""A server that keeps what is posted to it, over TLS with a certificate of its own."""

import contextlib
import json
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.support.certificates import make_certificate


@dataclass(frozen=True, slots=True)
class Posted:
    """One request; body: the JSON in it."""

    method: str
    path: str
    authorization: str
    body: dict[str, object]


@dataclass(slots=True)
class WebhookServer:
    """status: of its answers; pause: none comes before this is set."""

    url: str
    ca_file: Path
    posted: list[Posted] = field(default_factory=list)
    status: int = 200
    pause: threading.Event = field(default_factory=threading.Event)


@contextlib.contextmanager
def webhook_server(folder: Path) -> Iterator[WebhookServer]:
    """Answer on a free port of loopback; folder: for the certificate."""
    folder.mkdir(exist_ok=True)
    make_certificate(folder)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers["Content-Length"])
            assert self.headers["Content-Type"] == "application/json"
            body = json.loads(self.rfile.read(size))
            told = self.headers.get("Authorization", "")
            found.posted.append(Posted(self.command, self.path, told, body))
            found.pause.wait(20)
            self.send_response(found.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_PUT = do_POST  # noqa: N815 - the library asks for this name

        def log_message(self, *_: object) -> None:
            """Nothing on standard error."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    found = WebhookServer(f"https://127.0.0.1:{server.server_port}", folder / "cert.pem")
    found.pause.set()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield found
    finally:
        found.pause.set()
        server.shutdown()
        server.server_close()
        thread.join()
