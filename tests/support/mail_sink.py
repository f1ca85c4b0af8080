"""A mail server that takes everything and keeps it: one file for each mail that it has accepted."""

import socket
from pathlib import Path


def serve_mail(port: int, folder: Path) -> None:
    """Take mail on a port of loopback for ever, one connection after the other."""
    folder.mkdir(exist_ok=True)
    with socket.create_server(("127.0.0.1", port)) as listener:
        while True:
            connection, _ = listener.accept()
            with connection:
                _converse(connection, folder)


def _converse(connection: socket.socket, folder: Path) -> None:
    """RFC 5321 as far as a client that only delivers needs it."""
    with connection.makefile("rwb") as stream:
        try:
            _say(stream, b"220 sink")
            for line in stream:
                verb = line[:4].upper().strip()
                if verb == b"DATA":
                    _say(stream, b"354 go on")
                    mail = _read_mail(stream)
                    if mail is None:
                        return
                    (folder / f"{len(list(folder.iterdir()))}.eml").write_bytes(mail)
                _say(stream, b"221 bye" if verb == b"QUIT" else b"250 ok")
        except OSError:
            return


def _read_mail(stream: "socket.SocketIO | object") -> bytes | None:
    """The lines up to the one with a dot alone, or None if the client went away before it."""
    lines: list[bytes] = []
    for line in stream:  # type: ignore[union-attr]
        if line == b".\r\n":
            return b"".join(lines)
        lines.append(line)
    return None


def _say(stream: object, line: bytes) -> None:
    stream.write(line + b"\r\n")  # type: ignore[attr-defined]
    stream.flush()  # type: ignore[attr-defined]
