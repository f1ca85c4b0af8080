"""A client of NodeBB 4: posts by token or session, files by session alone.

Each sentence of the forum was seen in a recording of a real one (tests/support/nodebb.py says how
it was used). A token never goes out together with a cookie: the cookie would win, and the request
be refused. A name of this client with "bot" or the name of a library in it would not be logged in.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from html import unescape

from engine.values import dataclass
from pbem.forum.json_values import number, rows, table, texts
from pbem.forum.model import (
    ForumAccount,
    ForumError,
    ForumKind,
    Posted,
    Thread,
    ThreadPost,
    TooSoonError,
)
from pbem.forum.site import AGAIN_LATER, LINK, ForumSite, form_with_file, json_body, json_in
from pbem.mail.plain import plain_line
from pbem.web_client import Answer, WebClient

_JSON = "application/json"
_MOST_REQUEST = 102_400
_PAGE = 20
_PAGES = 2
_SECONDS = re.compile(r"(\d{1,4}) second")
_FILE = re.compile(r"/assets/uploads/[^?#]{1,300}\.(?:txt|pbem)", re.IGNORECASE)
_AT_ONCE = "already posting"
_UNSURE = (500, 502, 504)

_LOGIN_ERRORS = {
    "[[error:invalid-login-credentials]]": "it does not know this user name with this password",
    "[[error:account-locked]]": "the account is locked for an hour after five wrong passwords",
    "[[error:invalid-email]]": "it wants the user name, not the mail address",
}


@dataclass(frozen=True, slots=True)
class _Session:
    """A log-in by cookie."""

    cookies: Mapping[str, str]
    csrf: str


class NodeBB:
    """A forum at `base`; account: None to read as a guest."""

    def __init__(
        self, base: str, account: ForumAccount | None, web: WebClient | None = None
    ) -> None:
        """Asks for nothing yet."""
        self._base = base
        self._account = account
        self._site = ForumSite(base, web)
        self._session: _Session | None = None
        self._uid: int | None = None
        self._token: str | None = None
        self._most: int | None = None

    @property
    def may_upload(self) -> bool:
        """With a session alone."""
        return self._has_password()

    def fits(self, text: str) -> bool:
        """The length counts in UTF-16 units, the request in bytes."""
        if self._most is None:
            found = self._object(self._get("/api/config")).get("maximumPostLength")
            self._most = found if isinstance(found, int) else 32_767
        units = len(text.encode("utf-16-le")) // 2
        return units <= self._most and len(json_body({"content": text})) <= _MOST_REQUEST

    def find(self, thread: Thread, mark: str) -> Posted | None:
        """See `Forum.find`."""
        mine = self._my_uid()
        for post in self._posts(thread, 1):
            if number(post.get("uid")) == mine and mark in str(post.get("content", "")):
                return Posted(self._post_url(post.get("pid")), thread)
        return self._in_queue(mark, thread)

    def find_thread(self, category: int, title: str) -> Posted | None:
        """See `Forum.find_thread`."""
        mine = self._my_uid()
        found = self._object(self._get(f"/api/category/{category}"))
        for topic in rows(found.get("topics")):
            is_same = title in (unescape(str(topic.get("title", ""))), topic.get("titleRaw"))
            if is_same and number(topic.get("uid")) == mine:
                thread = Thread(ForumKind.NODEBB, self._base, number(topic.get("tid")))
                return Posted(thread.url, thread)
        return self._in_queue(title, None)

    def reply(self, thread: Thread, text: str) -> Posted:
        """See `Forum.reply`."""
        made = self._post(f"/api/v3/topics/{thread.number}?lang=en-GB", {"content": text})
        if made.get("queued") is True:
            return Posted(thread.url, thread, is_queued=True)
        return Posted(self._post_url(made.get("pid")), thread)

    def open_thread(self, category: int, title: str, text: str) -> Posted:
        """See `Forum.open_thread`."""
        fields = {"cid": category, "title": title, "content": text}
        made = self._post("/api/v3/topics?lang=en-GB", fields)
        if made.get("queued") is True:
            return Posted(self._base, None, is_queued=True)
        thread = Thread(ForumKind.NODEBB, self._base, number(made.get("tid")))
        return Posted(thread.url, thread)

    def upload(self, name: str, kind: str, data: bytes) -> str | None:
        """See `Forum.upload`; None too for a kind of file that this forum does not take."""
        if not self.may_upload:
            return None
        content, body = form_with_file("files[]", name, kind, data, {})
        answer = self._write_by_session("/api/post/upload", content, body)
        try:
            images = self._object(answer, "response").get("images")
        except ForumError:
            return None
        stored = rows(images)
        url = stored[0].get("url") if stored else None
        return url if isinstance(url, str) and url.isprintable() else None

    def latest(self, thread: Thread) -> Iterator[ThreadPost]:
        """See `Forum.latest`."""
        for post in self._posts(thread, _PAGES):
            content = str(post.get("content", ""))
            links = [unescape(link) for link in LINK.findall(content)]
            links += [f"/assets/uploads{name}" for name in texts(post.get("uploads"))]
            files = (self._site.resolved(link) for link in links if _FILE.search(link))
            pid = number(post.get("pid"))
            yield ThreadPost(
                number=pid,
                author=plain_line(str(table(post.get("user")).get("username", "")), 60),
                text=self._raw(pid) if "PBEM" in content else "",
                files=tuple(dict.fromkeys(url for url in files if self._site.has(url))),
            )

    def download(self, url: str, most: int) -> bytes | None:
        """See `Forum.download`; with the session where files are private."""
        if not self._site.has(url):
            return None
        try:
            answer = self._site.ask("GET", url, {}, most=most)
            if answer.status == 403 and self._has_password():
                answer = self._site.ask("GET", url, _cookie(self._logged_in()), most=most)
        except ForumError:
            return None
        return answer.body if answer.status == 200 else None

    def _raw(self, pid: int) -> str:
        found = self._object(self._get(f"/api/v3/posts/{pid}/raw"), "response").get("content")
        return found if isinstance(found, str) else ""

    def _posts(self, thread: Thread, pages: int) -> Iterator[Mapping[str, object]]:
        """The last posts of a thread, the newest first; of the last page and `pages` before it."""
        about = self._object(self._get(f"/api/v3/topics/{thread.number}"), "response")
        last = max(1, math.ceil(number(about.get("postcount")) / _PAGE))
        for page in range(last, max(0, last - pages - 1), -1):
            found = self._object(self._get(f"/api/topic/{thread.number}?page={page}"))
            yield from sorted(rows(found.get("posts")), key=lambda post: -number(post.get("pid")))

    def _in_queue(self, text: str, thread: Thread | None) -> Posted | None:
        """The player's entry in the queue for approval that holds a text."""
        mine = self._my_uid()
        try:
            queue = self._object(self._get("/api/post-queue")).get("posts")
        except ForumError:
            return None  # there is none, or it is not shown to this player
        for entry in rows(queue):
            data = table(entry.get("data"))
            texts = (str(data.get("rawContent", "")), str(data.get("title", "")))
            if number(data.get("uid")) == mine and any(text in one for one in texts):
                return Posted(thread.url if thread else self._base, thread, is_queued=True)
        return None

    def _post_url(self, pid: object) -> str:
        return f"{self._base}/post/{number(pid)}"

    def _my_uid(self) -> int:
        if self._uid is None:
            answer = self._get("/api/self")
            if answer.status in (401, 403):
                raise ForumError(
                    "forum-token",
                    f"{self._base} does not know the token, or it was taken back.",
                    "Ask its administrator for a new one, or give a password under [forum].",
                )
            self._uid = number(self._object(answer).get("uid"))
        return self._uid

    def _post(self, path: str, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Post by token, else by session; what the forum made of it."""
        body = json_body(fields)
        if token := self._bearer():
            headers = {**token, "Content-Type": _JSON}
            answer = self._site.ask("POST", f"{self._base}{path}", headers, body)
        else:
            answer = self._write_by_session(path, _JSON, body)
        return self._object(answer, "response", is_write=True)

    def _write_by_session(self, path: str, content: str, body: bytes) -> Answer:
        """Send with the session, once more with a new one when the old one has ended."""
        for is_last in (False, True):
            session = self._logged_in()
            headers = {"Content-Type": content, "x-csrf-token": session.csrf, **_cookie(session)}
            answer = self._site.ask("POST", f"{self._base}{path}", headers, body)
            if is_last or answer.status != 403 or answer.text() != "Forbidden":
                return answer
            self._session = None
        raise AssertionError("the loop returns")

    def _bearer(self) -> dict[str, str]:
        if self._account is None or self._account.token is None:
            return {}
        if self._token is None:
            self._token = self._account.token.read()
        return {"Authorization": f"Bearer {self._token}"}

    def _has_password(self) -> bool:
        return self._account is not None and self._account.password is not None

    def _get(self, path: str) -> Answer:
        headers = self._bearer()
        if not headers and self._has_password():
            headers = _cookie(self._logged_in())
        return self._site.ask("GET", f"{self._base}{path}", headers)

    def _logged_in(self) -> _Session:
        """The session; a log-in that failed is never repeated, five of them lock the account."""
        if self._session is not None:
            return self._session
        account = self._account
        if account is None or account.password is None:
            raise ForumError("forum-login", f"{self._base} wants a log-in.", "See [forum].")
        config = self._site.ask("GET", f"{self._base}/api/config", {})
        csrf = self._object(config).get("csrf_token")
        first = _Session(_cookies(config), str(csrf or ""))
        body = json_body({"username": account.user, "password": account.password.read()})
        headers = {"Content-Type": _JSON, "x-csrf-token": first.csrf, **_cookie(first)}
        answer = self._site.ask("POST", f"{self._base}/login", headers, body)
        if answer.status != 200:
            said = answer.text()
            reason = _LOGIN_ERRORS.get(said.strip(), f"it says {plain_line(said, 200)}")
            raise ForumError(
                "forum-login",
                f"{self._base} does not let {account.user} in: {reason}.",
                "Check user and password under [forum]; it is not tried again by itself.",
            )
        self._session = _Session({**first.cookies, **_cookies(answer)}, first.csrf)
        return self._session

    def _object(
        self, answer: Answer, inner: str = "", *, is_write: bool = False
    ) -> Mapping[str, object]:
        """The JSON object of an answer, or the one in it; ForumError for anything else."""
        value = json_in(answer)
        if answer.status in (200, 202):
            found = value.get(inner) if inner and isinstance(value, dict) else value
            if isinstance(found, dict):
                return found
            raise ForumError(
                "forum-answer",
                f"{self._base} wants something else first, such as a confirmed mail address.",
                "Log in with a browser once.",
            )
        raise self._refusal(answer, value, is_write=is_write)

    def _refusal(self, answer: Answer, value: object, *, is_write: bool) -> ForumError:
        said = str(table(table(value).get("status")).get("message") or "")
        seconds = _SECONDS.search(said)
        if seconds and "post" in said:
            return TooSoonError(f"{self._base} says: {plain_line(said, 200)}.", int(seconds[1]))
        if _AT_ONCE in said:
            return TooSoonError(f"{self._base} is taking another post of yours.", 5)
        words = plain_line(said, 200) or f"HTTP status {answer.status}"
        is_unsure = is_write and answer.status in _UNSURE and not said
        return ForumError(
            "forum-refused" if said else "forum-away",
            f"{self._base} says: {words}.",
            "" if said else AGAIN_LATER,
            may_have_arrived=is_unsure,
        )


def _cookies(answer: Answer) -> dict[str, str]:
    pairs = (text.partition(";")[0].partition("=") for text in answer.cookies)
    return {name.strip(): value.strip() for name, _, value in pairs if value.isprintable()}


def _cookie(session: _Session) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in session.cookies.items())}
