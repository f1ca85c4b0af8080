"""Nobody but the browser that was let in gets anything from the board, and no other site does."""

from urllib.parse import urlsplit

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from pbem.board.entrance import COOKIE, TWICE
from pbem.board.files import page_files
from pbem.board.guard import ALONE, MOST_BYTES, UPLOADS, Guard
from tests.support.asgi import Answer, ask

HOST = "127.0.0.1:4711"
ORIGIN = f"http://{HOST}"


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Say what path was asked for, and how long the body was."""
    body = await Request(scope, receive).body()
    answer = JSONResponse({"path": scope["path"], "bytes": len(body)})
    await answer(scope, receive, send)


class Visitor:
    """A browser that was let in."""

    def __init__(self) -> None:
        self.guard = Guard(echo, ORIGIN)
        entered = ask(self.guard, urlsplit(self.guard.entrance).path, {"Host": HOST})
        assert entered.status == 200
        assert f'url={self.guard.base}/">' in entered.body.decode()
        self.set_cookie = entered.headers["set-cookie"]
        self.cookie = self.set_cookie.partition(";")[0]

    def get(self, path: str = "/api/games", **headers: str) -> Answer:
        """Look at something; headers in place of those of the page, "" for none."""
        return self._ask(path, "GET", b"", headers)

    def post(self, path: str = "/api/fetch", body: bytes = b"{}", **headers: str) -> Answer:
        """Do something as the page does it."""
        own = {"Origin": ORIGIN, "Content_Type": "application/json"}
        own["Content_Length"] = str(len(body))
        return self._ask(path, "POST", body, own | headers)

    def _ask(self, path: str, method: str, body: bytes, headers: dict[str, str]) -> Answer:
        sent = {"Host": HOST, "Cookie": self.cookie}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in sent.items() if value}
        return ask(self.guard, self.guard.base + path, sent, method=method, body=body)


@pytest.fixture
def visitor() -> Visitor:
    return Visitor()


def test_the_page_looks_and_acts(visitor: Visitor) -> None:
    assert visitor.get().data == {"path": "/api/games", "bytes": 0}
    assert visitor.post(body=b'{"a": 1}').data == {"path": "/api/fetch", "bytes": 8}


def test_the_ticket_is_good_once() -> None:
    guard = Guard(echo, ORIGIN)
    path = urlsplit(guard.entrance).path
    assert ask(guard, path, {"Host": HOST}).status == 200
    again = ask(guard, path, {"Host": HOST})
    assert (again.status, again.code) == (403, "ticket-used")
    assert ask(guard, urlsplit(guard.renew()).path, {"Host": HOST}).status == 200
    assert ask(guard, f"{guard.base}/enter/", {"Host": HOST}).code == "ticket-used"


def test_a_ticket_that_is_shown_twice_puts_everybody_out_and_is_said_loudly() -> None:
    """One of the two was not the player, and it may have been the first."""
    told: list[str] = []
    guard = Guard(echo, ORIGIN, told.append)
    path = urlsplit(guard.renew("#game")).path
    entered = ask(guard, path, {"Host": HOST})
    assert f'url={guard.base}/#game">' in entered.body.decode()
    cookie = entered.headers["set-cookie"].partition(";")[0]
    ask(guard, f"{guard.base}/enter/guessed", {"Host": HOST})
    assert ask(guard, f"{guard.base}/api/games", {"Host": HOST, "Cookie": cookie}).status == 200
    for _ in range(2):
        page = ask(guard, path, {"Host": HOST, "Accept": "text/html"})
        assert page.status == 403
        assert page.headers["content-type"].startswith("text/html")
        assert "opened a second time" in page.body.decode()
    assert told == [TWICE]
    put_out = ask(guard, f"{guard.base}/api/games", {"Host": HOST, "Cookie": cookie})
    assert (put_out.status, put_out.code) == (403, "not-let-in")
    assert "another user of this computer" in str(put_out.data)
    anew = ask(guard, urlsplit(guard.renew()).path, {"Host": HOST})
    assert anew.status == 200
    assert cookie not in anew.headers["set-cookie"]


def test_the_browser_that_was_let_in_may_go_back_to_its_ticket() -> None:
    told: list[str] = []
    guard = Guard(echo, ORIGIN, told.append)
    path = urlsplit(guard.entrance).path
    cookie = ask(guard, path, {"Host": HOST}).headers["set-cookie"].partition(";")[0]
    assert ask(guard, path, {"Host": HOST, "Cookie": cookie}).status == 200
    assert told == []


@pytest.mark.parametrize("path", ["/", "/old/", "/old/enter/ticket"])
def test_a_person_at_an_old_address_reads_a_sentence_and_no_json(path: str) -> None:
    page = ask(Guard(echo, ORIGIN), path, {"Host": HOST, "Accept": "text/html,*/*;q=0.8"})
    assert page.headers["content-type"].startswith("text/html")
    assert b"{" not in page.body


def test_the_cookie_is_for_this_page_only(visitor: Visitor) -> None:
    """Cookies know no ports: another server of this computer is shown none below its own paths."""
    words = [word.strip().lower() for word in visitor.set_cookie.split(";")]
    assert f"path={visitor.guard.base}/".lower() in words
    assert {"httponly", "samesite=strict"} <= set(words)
    assert len(visitor.guard.base) > 20


@pytest.mark.parametrize("cookie", ["", f"{COOKIE}=x", "other=1", f"{COOKIE}=", "\x00;="])
def test_nobody_without_the_cookie(visitor: Visitor, cookie: str) -> None:
    assert visitor.get(Cookie=cookie).code == "not-let-in"
    assert visitor.post(Cookie=cookie).code == "not-let-in"


@pytest.mark.parametrize("host", ["evil.example:4711", "localhost:4711", "127.0.0.1", "[::1]:4711"])
def test_a_name_made_to_point_here_is_refused(visitor: Visitor, host: str) -> None:
    """DNS rebinding: the browser believes that it talks to the other site's server."""
    assert visitor.get(Host=host).code == "wrong-host"
    assert visitor.post(Host=host, Origin=f"http://{host}").code == "wrong-host"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:4712"])
def test_another_site_may_not_ask(visitor: Visitor, origin: str) -> None:
    assert visitor.post(Origin=origin).code == "wrong-origin"
    assert visitor.get(Origin=origin).code == "wrong-origin"


def test_a_request_from_elsewhere_that_hides_its_origin(visitor: Visitor) -> None:
    for site in ("cross-site", "same-site"):
        assert visitor.get(Sec_Fetch_Site=site).code == "wrong-origin"
    assert visitor.post(Origin="").code == "wrong-method"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_what_a_form_can_send_is_no_order(visitor: Visitor, kind: str) -> None:
    assert visitor.post(Content_Type=kind).code == "not-json"


def test_other_methods_and_endless_bodies(visitor: Visitor) -> None:
    assert visitor._ask("/api/games", "PUT", b"", {"Origin": ORIGIN}).code == "wrong-method"
    assert visitor.post(body=b" " * (MOST_BYTES + 1)).code == "too-long"
    assert visitor.post(Content_Length="").code == "no-length"
    assert visitor.post(Content_Length="-1").code == "no-length"


def test_paths_without_the_secret_lead_nowhere(visitor: Visitor) -> None:
    headers = {"Host": HOST, "Cookie": visitor.cookie}
    for path in ("/", "/api/games", f"{visitor.guard.base}x/api/games"):
        assert ask(visitor.guard, path, headers).code == "not-found"


def test_the_policy_lets_nothing_in(visitor: Visitor) -> None:
    for answer in (visitor.get(), visitor.get(Cookie=""), visitor.get(Host="evil.example")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in answer.headers


def test_a_page_with_a_policy_of_its_own_keeps_the_other_headers() -> None:
    async def alone(scope: Scope, receive: Receive, send: Send) -> None:
        own = {"content-security-policy": ALONE}
        await JSONResponse({}, headers=own)(scope, receive, send)

    guard = Guard(alone, ORIGIN)
    entered = ask(guard, urlsplit(guard.entrance).path, {"Host": HOST})
    cookie = entered.headers["set-cookie"].partition(";")[0]
    answer = ask(guard, f"{guard.base}/", {"Host": HOST, "Cookie": cookie})
    assert answer.headers["content-security-policy"] == ALONE
    assert "allow-same-origin" not in ALONE
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["cache-control"] == "no-store"


def test_only_the_files_of_the_page_are_served() -> None:
    names = set(page_files())
    assert {"page.html", "main.js", "map.js", "board.css"} <= names
    assert not any("/" in name or name.startswith(".") for name in names)
    html = page_files()["page.html"][0].decode()
    assert "<script>" not in html
    assert "style=" not in html
    for name, (content, _) in page_files().items():
        text = content.decode()
        assert "innerHTML" not in text, name
        # What a script loads, loads from here; the namespace of drawings is only a name.
        assert "http" not in text.replace("http://www.w3.org/2000/svg", ""), name


def test_files_are_taken_at_their_own_address_only_and_are_bounded(visitor: Visitor) -> None:
    """No form of another site sends this type of content, and a script would have to ask first."""
    file = {"Content_Type": "application/octet-stream"}
    most = UPLOADS["/api/take-in"]
    large = b"x" * (MOST_BYTES + 1)
    assert visitor.post("/api/take-in", large, **file).status == 200
    assert visitor.post("/api/take-in", b"{}").code == "not-json"
    assert visitor.post("/api/take-in", b"x", Content_Type="text/plain").code == "not-json"
    assert visitor.post("/api/fetch", b"x", **file).code == "not-json"
    longer = visitor.post("/api/take-in", b"x", Content_Length=str(most + 1), **file)
    assert longer.code == "too-long"
    assert visitor.post("/api/take-in", b"x", Content_Length="", **file).code == "no-length"
    assert visitor.post("/api/take-in", b"x", Origin="http://evil.example", **file).status == 403
