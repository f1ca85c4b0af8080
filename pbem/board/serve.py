"""Serving the board to the browser of this computer, until the player has had enough."""

import contextlib
import threading
from collections.abc import Callable, Iterator

from engine.values import dataclass
from pbem.board.app import BoardApp
from pbem.board.guard import Guard
from pbem.board.phone import Phone
from pbem.board.place import open_place
from pbem.board.servers import Servers
from pbem.home import Home
from pbem.save.keys import NamedKey
from pbem.save.shelf import GameRef

HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Serving:
    """A board that is served: the door of this computer, and that for a phone."""

    guard: Guard
    phone: Phone


@contextlib.contextmanager
def serving(
    home: Home,
    key: NamedKey | None,
    clock: Callable[[], int],
    port: int = 0,
    first: GameRef | None = None,
    shown_twice: Callable[[str], None] = lambda _: None,
    address: Callable[[], str] | None = None,
) -> Iterator[Serving]:
    """The board on 127.0.0.1 for the block; the Guard knows the address to open.

    key: None when the page has to make or unlock it.
    port: 0 for that of the last time, or any that is free.  first: the game that will be opened
    first, if that is known.  shown_twice: told the sentence when a ticket is shown twice.
    address: of this computer in its network, for a phone; None asks the system for it.
    Raises UsageError as `listen`.
    """
    listening, base = open_place(home, HOST, port)
    board = BoardApp(home, key, clock)
    app = board.app()
    origin = f"http://{HOST}:{listening.getsockname()[1]}"
    guard = Guard(app, origin, shown_twice, base)
    servers = Servers()
    phone = Phone(home, app, servers, shown_twice, board.phone_changed, address)
    board.phone = phone
    running = servers.start(guard, listening)
    if first is not None:
        threading.Thread(target=board.read_ahead, args=(first,), daemon=True).start()
    try:
        yield Serving(guard, phone)
    finally:
        board.news.close()
        phone.close()
        running.stop()
        servers.close()
