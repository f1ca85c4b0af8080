"""A port that this program opens: for the browser of this computer, or for callers of dice."""

import errno
import os
import socket

from pbem.usage import UsageError

_WAITING = 256
"""How many callers the system keeps waiting until they are answered."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; port: 0 for any that is free.

    Raises UsageError: `port-taken`, and `port-refused` for whatever else stands in the way.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Its protocol is named, or asyncio would not turn off Nagle's algorithm, and every answer would
    # wait 40 ms for the caller's acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            # The port is free at once after a program that had it. Elsewhere the same option would
            # let two programs have one port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(_WAITING)
    except OSError as error:
        listener.close()
        raise _refusal(host, port, error) from error
    return listener


def _refusal(host: str, port: int, error: OSError) -> UsageError:
    if error.errno == errno.EADDRINUSE:
        return UsageError(
            "port-taken",
            f"Another program has port {port} of {host}.",
            "End that program, or take another port: --port N, where 0 is any that is free.",
        )
    return UsageError(
        "port-refused",
        f"Port {port} of {host} cannot be opened: {error.strerror}.",
        "Take another port with --port N; those below 1024 may need rights that you lack.",
    )
