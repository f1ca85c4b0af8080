"""Every address of the board, the newest too: nothing of it answers another site, or a stranger."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.routing import Route

from pbem.board.actions import ACTIONS
from pbem.board.app import BoardApp
from pbem.board.desk import DESK_ACTIONS
from pbem.board.guard import Guard
from pbem.home import Home
from pbem.save.keys import NamedKey
from tests.support.asgi import ask
from tests.support.table import CLOCK, key_of

HOST = "127.0.0.1:4711"
GAME = "0" * 32 + "-" + "0" * 64
EVIL = "http://evil.example"


def board(home: Path) -> BoardApp:
    return BoardApp(Home(home), NamedKey("Ann", key_of("Ann")), lambda: CLOCK)


def routes() -> list[tuple[str, str]]:
    """Method and path of each address; the actions of the last one are listed each."""
    found: list[tuple[str, str]] = []
    for route in board(Path("nowhere")).app().routes:
        assert isinstance(route, Route)
        (method,) = {*(route.methods or ())} - {"HEAD"}
        names = [*ACTIONS, *DESK_ACTIONS] if "{action}" in route.path else [""]
        for name in names:
            path = route.path.replace("{action}", name).replace("{game}", GAME)
            found.append((method, path.replace("{name}", "main.js").replace("{act}", "make")))
    return found


def let_in(home: Path) -> tuple[Guard, str]:
    """The guard of a board, and the cookie of a browser that it let in."""
    guard = Guard(board(home).app(), f"http://{HOST}")
    entered = ask(guard, urlsplit(guard.entrance).path, {"host": HOST})
    return guard, entered.headers["set-cookie"].partition(";")[0]


ROUTES = routes()


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"cookie": ""}, "not-let-in"),
        ({"cookie": "pbem-board=guessed"}, "not-let-in"),
        ({"host": "evil.example"}, "wrong-host"),
        ({"host": "localhost:4711"}, "wrong-host"),
        ({"origin": EVIL}, "wrong-origin"),
        ({"origin": "null"}, "wrong-origin"),
        ({"sec-fetch-site": "cross-site"}, "wrong-origin"),
        ({"sec-fetch-site": "same-site"}, "wrong-origin"),
    ],
)
def test_no_address_answers_others(tmp_path: Path, headers: dict[str, str], code: str) -> None:
    guard, cookie = let_in(tmp_path / "home")
    for method, path in ROUTES:
        sent = {
            "host": HOST,
            "cookie": cookie,
            "content-type": "application/json",
            "content-length": "2",
        }
        if method == "POST":
            sent["origin"] = f"http://{HOST}"
        answer = ask(guard, guard.base + path, sent | headers, method=method, body=b"{}")
        assert (answer.code, answer.status >= 400) == (code, True), path
    assert not (tmp_path / "home").exists()


def test_what_changes_anything_takes_no_look_and_no_form(tmp_path: Path) -> None:
    """A picture or a link of another site is a GET, its form is not JSON."""
    guard, cookie = let_in(tmp_path / "home")
    own = {"host": HOST, "cookie": cookie}
    form = own | {"origin": f"http://{HOST}", "content-length": "2"}
    for path in [path for method, path in ROUTES if method == "POST"]:
        assert ask(guard, guard.base + path, own).status in {404, 405, 422}, path
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            sent = form | {"content-type": kind}
            answer = ask(guard, guard.base + path, sent, method="POST", body=b"{}")
            assert answer.code == "not-json", path
    assert not (tmp_path / "home").exists()
