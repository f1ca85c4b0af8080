"""An imitation of NodeBB 4.10 for tests: its answers, its limits, its ways to fail.

What it does was seen in a recording of a real one; tests/forum/test_recording.py replays the
recording through it and compares. Only what a client of pbem can meet is here. Time stands still
until a test moves `now`.
"""

import asyncio
import html
import json
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tests.support.webserver import served

WORDS = {"ok": "OK", "accepted": "Accepted"}
DENIED = "You do not have enough privileges for this action."
NO_LOGIN = "A valid login session was not found. Please log in and try again."
AWAY = "The route you are trying to call is not currently available due to a server configuration"
SPIDERS = ("python-requests", "apache-httpclient", "bot", "spider", "crawler", "monit")
CODES = {
    400: "bad-request",
    401: "not-authorised",
    403: "forbidden",
    404: "not-found",
    500: "internal-server-error",
    503: "service-unavailable",
}


@dataclass
class User:
    uid: int
    name: str
    password: str = "secret"
    is_admin: bool = False
    reputation: int = 0
    posts: int = 0
    posted_at: float = -1e9
    queued_at: float = -1e9
    joined_at: float = -1e9
    wrong: int = 0
    is_banned: bool = False


@dataclass
class Post:
    pid: int
    tid: int
    uid: int
    text: str
    is_deleted: bool = False


@dataclass
class Topic:
    tid: int
    cid: int
    uid: int
    title: str
    is_locked: bool = False


@dataclass
class Session:
    csrf: str
    uid: int = 0


class Refused(Exception):  # noqa: N818 - an answer, not an error of the program
    def __init__(self, status: int, message: str, response: object = None) -> None:
        super().__init__(message)
        body = {"status": {"code": CODES[status], "message": message}, "response": response or {}}
        self.answer: Response = JSONResponse(body, status)


class Plain(Refused):
    def __init__(self, status: int, text: str) -> None:
        Exception.__init__(self, text)
        self.answer = PlainTextResponse(text, status)


@dataclass
class NodeBB:
    """The state of a forum. faults: what happens to the next posts, one each: `lost` (stored, no
    answer), `cut` (no answer, not stored), `502`, `504` (stored later), `hang` (answered late),
    `busy` (another post of the same user is being taken)."""

    users: dict[str, User] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    posts: dict[int, Post] = field(default_factory=dict)
    queue: dict[str, dict[str, object]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    downloads: list[str] = field(default_factory=list)
    uploaded_at: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    late: list[Post] = field(default_factory=list)
    next_tid: int = 1
    next_pid: int = 1
    now: float = 1000.0
    post_queue: bool = True
    newbie_delay: int = 120
    post_delay: int = 10
    initial_delay: int = 10
    rate_limit: int = 10
    longest: int = 32767
    may_upload: bool = False
    extensions: str = "png,jpg,bmp,txt,webp,webm,mp4,gif"
    is_private: bool = False
    private_extensions: str = ""
    is_maintained: bool = False
    address: str = ""

    # --- what a test sets up

    def add_user(self, uid: int, name: str, **changes: object) -> User:
        user = self.users[name] = User(uid, name, **changes)
        return user

    def add_token(self, user: User) -> str:
        token = secrets.token_hex(16)
        self.tokens[token] = user.uid
        return token

    def add_topic(self, cid: int, user: User, title: str, text: str) -> Topic:
        topic = Topic(self.next_tid, cid, user.uid, title)
        self.next_tid += 1
        self.topics[topic.tid] = topic
        self.add_post(topic.tid, user.uid, text)
        return topic

    def add_post(self, tid: int, uid: int, text: str) -> Post:
        post = Post(self.next_pid, tid, uid, text.rstrip())
        self.next_pid += 1
        self.posts[post.pid] = post
        return post

    def texts(self, tid: int) -> list[str]:
        return [post.text for post in self.of(tid)]

    def of(self, tid: int) -> list[Post]:
        return [self.posts[pid] for pid in sorted(self.posts) if self.posts[pid].tid == tid]

    def let_late_posts_in(self) -> None:
        for post in self.late:
            self.add_post(post.tid, post.uid, post.text)
        self.late.clear()

    # --- who asks

    def user(self, uid: int) -> User | None:
        return next((one for one in self.users.values() if one.uid == uid), None)

    def session_of(self, request: Request) -> Session | None:
        return self.sessions.get(request.cookies.get("express.sid", ""))

    def asker(self, request: Request) -> User | None:
        """By cookie where there is one that is logged in, else by token."""
        session = self.session_of(request)
        if session is not None and session.uid:
            agent = request.headers.get("user-agent", "").lower()
            is_spider = any(word in agent for word in SPIDERS)
            return None if is_spider else self.user(session.uid)
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        return self.user(self.tokens.get(token, -1))

    def check_csrf(self, request: Request, given: str = "") -> None:
        """A token alone needs none; whatever brings a cookie does."""
        has_token = "authorization" in request.headers
        if has_token and "express.sid" not in request.cookies:
            return
        session = self.session_of(request)
        wanted = session.csrf if session is not None else None
        if wanted is None or (given or request.headers.get("x-csrf-token")) != wanted:
            raise Plain(403, "Forbidden")

    # --- answers

    async def config(self, request: Request) -> Response:
        cookie = request.cookies.get("express.sid", "")
        session = self.sessions.get(cookie)
        is_new = session is None
        if session is None:
            cookie = secrets.token_hex(12)
            session = self.sessions[cookie] = Session(secrets.token_hex(12))
        user = self.asker(request)
        agent = request.headers.get("user-agent", "").lower()
        is_spider = any(word in agent for word in SPIDERS)
        answer = JSONResponse(
            {
                "relative_path": "",
                "uid": -1 if is_spider else user.uid if user else 0,
                "loggedIn": user is not None,
                "csrf_token": False if is_spider else session.csrf,
                "maximumPostLength": self.longest,
                "minimumPostLength": 8,
            }
        )
        if is_new:
            answer.set_cookie("express.sid", cookie)
        return answer

    async def login(self, request: Request) -> Response:
        self.check_csrf(request)
        form = await _fields(request)
        user = self.check_password(str(form.get("username")), str(form.get("password")))
        if user.is_banned:
            return JSONResponse({"uid": user.uid, "banned_until": 0, "reason": "trial"}, 403)
        old = self.sessions.pop(request.cookies["express.sid"])
        cookie = secrets.token_hex(12)
        self.sessions[cookie] = Session(old.csrf, user.uid)
        answer = JSONResponse({"next": "/"})
        answer.set_cookie("express.sid", cookie)
        return answer

    def check_password(self, name: str, password: str) -> User:
        user = self.users.get(name)
        if "@" in name:
            raise Plain(400, "[[error:invalid-email]]")
        if user is not None and user.wrong >= 5:
            raise Plain(403, "[[error:account-locked]]")
        if user is None or password != user.password:
            if user is not None:
                user.wrong += 1
            raise Plain(403, "[[error:invalid-login-credentials]]")
        user.wrong = 0
        return user

    async def about_self(self, request: Request) -> Response:
        user = self.asker(request)
        if user is None:
            return JSONResponse("not-authorized", 401)
        return JSONResponse({"uid": user.uid, "username": user.name, "userslug": user.name})

    async def new_topic(self, request: Request) -> Response:
        user, fields = await self.writer(request)
        missing = [name for name in ("cid", "content") if name not in fields]
        if missing:
            text = f"Required parameters were missing from this API call: {' '.join(missing)}"
            raise Refused(400, text, {"params": missing})
        if fields["cid"] != 5:
            raise Refused(400, "Category does not exist")
        if user is None:
            raise Refused(403, DENIED)
        text = self.checked(user, fields)
        title = str(fields.get("title") or "") or re.split(r"(?<=[.!?]) ", text)[0]
        if len(title) > 255:
            raise Refused(
                400, "Please enter a shorter title. Titles can't be longer than 255 character(s)."
            )
        if self.is_queued(user):
            return self.enqueue("topic", user, {"cid": 5, "title": title, "rawContent": text}, 202)
        topic = self.add_topic(5, user, title, text)
        self.has_posted(user)
        return _ok({"tid": topic.tid, "uid": user.uid, "cid": 5, "title": title})

    async def new_post(self, request: Request) -> Response:
        user, fields = await self.writer(request)
        topic = self.topics.get(_int(request.path_params["tid"]))
        if "content" not in fields:
            text = "Required parameters were missing from this API call: content"
            raise Refused(400, text, {"params": ["content"]})
        if topic is None:
            raise Refused(404, "Topic does not exist")
        if user is None:
            raise Refused(403, DENIED)
        if topic.is_locked and not user.is_admin:
            raise Refused(400, "Topic locked")
        text = self.checked(user, fields)
        fault = self.faults.pop(0) if self.faults else ""
        if fault == "busy":
            raise Refused(400, "You are already posting")
        if fault in ("cut", "502"):
            return _page(502) if fault == "502" else _Cut()
        if fault == "504":
            self.late.append(Post(0, topic.tid, user.uid, text))
            self.has_posted(user)
            return _page(504)
        if self.is_queued(user):
            queued = self.enqueue("reply", user, {"tid": str(topic.tid), "rawContent": text}, 200)
            return _Cut() if fault == "lost" else queued
        post = self.add_post(topic.tid, user.uid, text)
        self.has_posted(user)
        if fault == "hang":
            await asyncio.sleep(3)
        if fault == "lost":
            return _Cut()
        url = f"{self.address}/post/{post.pid}"
        return _ok({"pid": post.pid, "tid": post.tid, "uid": user.uid, "url": url})

    async def writer(self, request: Request) -> tuple[User | None, dict[str, object]]:
        """Who posts, and what; in the order in which the real one looks."""
        body = await request.body()
        if len(body) > 102_400:
            raise Refused(500, "request entity too large")
        try:
            fields = await _fields(request)
        except ValueError:
            said = f"""Unexpected token 'c', "{body.decode()}" is not valid JSON"""
            raise Refused(500, said) from None
        if self.is_maintained:
            raise Refused(503, AWAY)
        self.check_csrf(request)
        return self.asker(request), fields

    def checked(self, user: User, fields: dict[str, object]) -> str:
        """The text, if it may be posted now."""
        text = str(fields["content"])
        if not text:
            raise Refused(400, "Invalid Data")
        bare = re.sub(r"<[^>]*>", "", text.rstrip()).strip()
        if len(bare) < 8:
            raise Refused(
                400,
                "Please enter a longer post. Posts should contain at least 8 character(s).",
            )
        if len(bare.encode("utf-16-le")) // 2 > self.longest:
            raise Refused(
                400,
                "Please enter a shorter post. Posts can't be longer than "
                f"{self.longest} character(s).",
            )
        if not user.is_admin:
            self.check_pace(user)
        return text

    def check_pace(self, user: User) -> None:
        wait = "please wait before posting again"
        # What waits for approval has a time of its own.
        since = self.now - (user.queued_at if self.is_queued(user) else user.posted_at)
        if self.now - user.joined_at < self.initial_delay:
            raise Refused(
                400,
                f"Sorry, you are required to wait {self.initial_delay} second(s) before making "
                "your first post",
            )
        if user.reputation < 3 and since < self.newbie_delay:
            raise Refused(
                400,
                f"As a new user, you can only post once every {self.newbie_delay} second(s) until "
                f"you have earned 3 reputation - {wait}",
            )
        if since < self.post_delay:
            raise Refused(400, f"You can only post once every {self.post_delay} second(s) - {wait}")

    def is_queued(self, user: User) -> bool:
        return self.post_queue and not user.is_admin and (user.reputation < 1 or not user.posts)

    def has_posted(self, user: User) -> None:
        user.posted_at = self.now
        user.posts += 1

    def enqueue(self, kind: str, user: User, data: dict[str, object], status: int) -> Response:
        name = f"{kind}-{int(self.now * 1000)}-{len(self.queue)}"
        self.queue[name] = {"id": name, "data": {**data, "uid": user.uid}}
        user.queued_at = self.now
        response = {"id": name, "type": kind, "queued": True, "message": "[[success:post-queued]]"}
        return _ok(response, status)

    async def show_queue(self, request: Request) -> Response:
        user = self.asker(request)
        if user is None:
            raise Refused(401, NO_LOGIN)
        mine = [one for one in self.queue.values() if user.is_admin or _uid(one) == user.uid]
        return JSONResponse({"title": "[[pages:post-queue]]", "posts": mine})

    async def topic_facts(self, request: Request) -> Response:
        if self.is_maintained:
            raise Refused(503, AWAY)
        return _ok(self.facts(self.topic(request)))

    def topic(self, request: Request) -> Topic:
        topic = self.topics.get(_int(request.path_params["tid"]))
        if topic is None:
            raise Plain(404, "Not found")
        return topic

    def facts(self, topic: Topic) -> dict[str, object]:
        posts = self.of(topic.tid)
        return {
            "tid": topic.tid,
            "uid": topic.uid,
            "cid": topic.cid,
            "title": topic.title,
            "postcount": len(posts),
            "teaserPid": str(posts[-1].pid) if len(posts) > 1 else None,
        }

    async def topic_page(self, request: Request) -> Response:
        if self.is_maintained:
            return JSONResponse({"site_title": "NodeBB"}, 503)
        topic = self.topic(request)
        posts = self.of(topic.tid)
        near = request.path_params.get("number")
        page = _int(request.query_params.get("page", "1")) or 1
        if near is not None:
            page = -(-_int(near) // 20)
        start = 20 * (page - 1) if near is None else max(0, min(_int(near) - 10, len(posts) - 10))
        shown = [
            {
                "pid": post.pid,
                "uid": post.uid,
                "tid": post.tid,
                "content": rendered(post.text),
                "uploads": re.findall(r"/assets/uploads(/files/[^\s)]+)", post.text),
                "attachments": [],
                "index": start + place,
                "user": {"uid": post.uid, "username": getattr(self.user(post.uid), "name", "")},
            }
            for place, post in enumerate(posts[start : start + 20])
        ]
        pages = max(1, -(-len(posts) // 20))
        pagination = {"currentPage": page, "pageCount": pages}
        return JSONResponse({**self.facts(topic), "posts": shown, "pagination": pagination})

    async def category(self, request: Request) -> Response:
        topics = sorted(self.topics.values(), key=lambda one: -one.tid)
        rows = [
            {"tid": one.tid, "uid": one.uid, "title": html.escape(one.title), "titleRaw": one.title}
            for one in topics
        ]
        return JSONResponse({"cid": 5, "topics": rows})

    async def raw(self, request: Request) -> Response:
        if self.is_maintained:
            raise Refused(503, AWAY)
        post = self.posts.get(_int(request.path_params["pid"]))
        if post is None or post.is_deleted:
            raise Refused(404, "Post does not exist")
        return _ok({"content": post.text})

    async def upload(self, request: Request) -> Response:
        if self.is_maintained:
            return JSONResponse({"site_title": "NodeBB"}, 503)
        body = await request.body()
        head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
        parts = message_from_bytes(head + body).get_payload()
        assert isinstance(parts, list)
        names = {_name(part): part for part in parts if isinstance(part, Message)}
        given = names.pop("csrf_token", None)
        csrf = given.get_payload(decode=True) if given is not None else b""
        self.uploaded_at = [when for when in self.uploaded_at if self.now - when < 60]
        count = sum(_name(part) == "files[]" for part in parts if isinstance(part, Message))
        self.uploaded_at += [self.now] * count
        if "authorization" in request.headers:
            raise Plain(403, "Forbidden")
        self.check_csrf(request, csrf.decode() if isinstance(csrf, bytes) else "")
        user = self.asker(request)
        if user is None:
            raise Refused(403, DENIED)
        if set(names) - {"files[]"}:
            raise Refused(500, "Unexpected file field")
        found = [part for part in parts if isinstance(part, Message) and _name(part) == "files[]"]
        if self.rate_limit and len(self.uploaded_at) > self.rate_limit:
            error = {"path": "/api/post/upload", "error": "[[error:upload-ratelimit-reached]]"}
            return JSONResponse({**error, "bodyClass": ""}, 500)
        return _ok({"images": [self.store(user, part) for part in found]})

    def store(self, user: User, part: Message) -> dict[str, str]:
        name = part.get_filename() or ""
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        ending = name.rpartition(".")[2].lower() if "." in name else ""
        is_picture = ending in ("png", "jpg", "jpeg", "gif", "webp")
        if not (is_picture or self.may_upload or user.is_admin):
            raise Refused(403, DENIED)
        allowed = [*self.extensions.split(","), "jpeg"]
        if ending not in allowed:
            listed = ", ".join(f".{one}" for one in allowed)
            raise Refused(500, f"Invalid file type. Allowed types are: {listed}")
        if len(data) > 2048 * 1024 and not user.is_admin:
            raise Refused(
                500, "Maximum allowed file size is 2048 kB - please upload a smaller file"
            )
        slug = re.sub(r"[^a-z0-9.]+", "-", name.rpartition("/")[2].lower()).strip("-")
        path = f"/assets/uploads/files/{int(self.now * 1000) + len(self.files)}-{slug}"
        self.files[path] = data
        return {"url": path, "name": name}

    async def download(self, request: Request) -> Response:
        path = request.url.path
        ending = path.rpartition(".")[2]
        is_closed = self.is_private and (
            not self.private_extensions or ending in self.private_extensions.split(",")
        )
        session = self.session_of(request)
        if is_closed and (session is None or not session.uid):
            return JSONResponse("not-allowed", 403)
        if path not in self.files:
            return PlainTextResponse("Not Found", 404)
        kind = "text/plain; charset=UTF-8" if ending == "txt" else "application/octet-stream"
        self.downloads.append(path)
        return Response(self.files[path], media_type=kind)


class _Cut(Response):
    """An answer that never comes whole: the connection ends in the middle of it."""

    def __init__(self) -> None:
        super().__init__(b"", 200, {"content-length": "1000"})


def rendered(text: str) -> str:
    """A text as the forum shows it, as far as links and escapes go."""
    shown = html.escape(text)
    shown = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)", r'<img src="\2" alt="\1" />', shown)
    shown = re.sub(r"\[([^\]]*)\]\(([^)\s]+)\)", r'<a href="\2">\1</a>', shown)
    return f'<p dir="auto">{shown}</p>\n'


def _ok(response: object, status: int = 200) -> Response:
    code = "accepted" if status == 202 else "ok"
    body = {"status": {"code": code, "message": WORDS[code]}, "response": response}
    return JSONResponse(body, status)


def _page(status: int) -> Response:
    words = {502: "Bad Gateway", 504: "Gateway Time-out"}[status]
    return HTMLResponse(f"<html>\r\n<head><title>{status} {words}</title></head></html>", status)


async def _fields(request: Request) -> dict[str, object]:
    body = (await request.body()).decode("utf-8", "replace")
    if "json" in request.headers.get("content-type", ""):
        value = json.loads(body)
        return value if isinstance(value, dict) else {}
    return dict(parse_qsl(body))


def _int(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _uid(entry: dict[str, object]) -> object:
    data = entry["data"]
    return data.get("uid") if isinstance(data, dict) else None


def _name(part: Message) -> str:
    return str(part.get_param("name", header="content-disposition"))


async def _refuse(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return error.answer


@contextmanager
def nodebb() -> Iterator[NodeBB]:
    """A forum on loopback."""
    forum = NodeBB()
    routes = [
        Route("/api/config", forum.config),
        Route("/login", forum.login, methods=["POST"]),
        Route("/api/self", forum.about_self),
        Route("/api/v3/topics", forum.new_topic, methods=["POST"]),
        Route("/api/v3/topics/{tid}", forum.new_post, methods=["POST"]),
        Route("/api/v3/topics/{tid}", forum.topic_facts),
        Route("/api/topic/{tid}", forum.topic_page),
        Route("/api/topic/{tid}/{slug}/{number}", forum.topic_page),
        Route("/api/category/5", forum.category),
        Route("/api/v3/posts/{pid}/raw", forum.raw),
        Route("/api/post-queue", forum.show_queue),
        Route("/api/post/upload", forum.upload, methods=["POST"]),
        Route("/assets/uploads/{path:path}", forum.download),
    ]
    app = Starlette(routes=routes, exception_handlers={Refused: _refuse, Plain: _refuse})
    with served(app) as address:
        forum.address = address
        yield forum
