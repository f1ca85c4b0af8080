"""The imitation of NodeBB answers as the real one did when it was recorded.

Each exchange of the recording is sent to the imitation in the order of time; status, words and what
the client reads of the answer have to be the same. What is not imitated is named with its reason.
"""

import html
import json
import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest

from pbem.web_client import Answer, WebClient
from pbem.web_line import WebError
from tests.support.nodebb import NodeBB, Session, nodebb

RECORDING = Path(__file__).parents[2].parent / "shared" / "nodebb" / "nodebb-4.10.0.jsonl"
Step = dict[str, Any]

NOT_IMITATED = {
    "the client never does it": "ping- user-by- users-list token-own utilities- register"
    " body-as-form body-not-json edit delete-own post-v3 post-redirect post-index"
    " topic-pagination topic-teaser user-posts recent-posts uploads- raw-other"
    " busy-page logout csrf-stale",
    "it belongs to the administrator": "admin-creates admin-token admin-privileges queue-reject"
    " queue-look-admin queue-after queue-accept-reply verify-by-admin config-admin",
    "another way to read, which the client does not use": "rss-category rss-topic rss-unknown"
    " topic-index-plain topic-index-over topic-newest private- etag- download-head download-range"
    " download-not-modified accept-",
    "routes of a plugin that is gone": "v2-",
    "rights and settings that the client cannot tell from others": "email-required verified-only"
    " links-reputation user-agent restart-first restart-cookie login-email sessions-"
    " flood-newbie-german ban-post config-bearer busy-api session-ended",
    "the forum writes pictures anew": "download-png",
    "files that the client never sends": "upload-none upload-empty upload-two upload-odd"
    " upload-path upload-svg upload-png-wide upload-png-resize upload-txt-as-image upload-noext"
    " upload-upper upload-gz upload-zip upload-wrong-field",
    "it needs a proxy, or a broken line": "lost-half timeout-look"
    " proxy-413 down-refused down-502-get lost-upload queue-lost relogin title-empty title-missing",
}
STORED = ("lost-drop", "lost-drop-delay", "lost-topic", "timeout-post")
COMPARED = {
    *("uid", "loggedIn", "maximumPostLength", "minimumPostLength", "queued", "tid", "pid", "cid"),
    *("title", "postcount", "index", "type", "teaserPid", "pageCount", "currentPage", "next"),
}


@pytest.fixture(scope="module")
def steps() -> list[Step]:
    if not RECORDING.is_file():
        pytest.skip(f"{RECORDING.name} is not there")
    return [json.loads(line) for line in RECORDING.read_text().splitlines()][1:]


@pytest.fixture
def forum() -> Iterator[NodeBB]:
    with nodebb() as running:
        names = ("admin", "axis_player", "allies_player", "locked_out", "newcomer")
        for uid, name in enumerate(names, start=1):
            user = running.add_user(uid, name, password=f"<password:{name}>", is_admin=uid == 1)
            running.tokens[f"<token:{name}>"] = user.uid
            running.tokens[f"<token:{name}#2>"] = user.uid
        yield running


def why_not(name: str) -> str:
    for reason, words in NOT_IMITATED.items():
        if any(name.startswith(word) for word in words.split()):
            return reason
    return ""


class Replay:
    def __init__(self, forum: NodeBB) -> None:
        self.forum = forum
        self.cookies: dict[str, str] = {}
        self.web = WebClient(silence=10)

    def cookie(self, name: str, step: Step) -> str:
        """The cookie that stands for one of the recording; a new session of its owner otherwise."""
        if name not in self.cookies:
            self.cookies[name] = f"made-{len(self.cookies)}"
            user = self.forum.users.get(step["as"] or "")
            is_out = user is None or step["request"]["path"] == "/login"
            if name != "<cookie:unknown>":
                uid = 0 if is_out or user is None else user.uid
                self.forum.sessions[self.cookies[name]] = Session("csrf", uid)
        return self.cookies[name]

    def headers(self, step: Step) -> dict[str, str]:
        given = dict(step["request"].get("headers", {}))
        given.pop("Content-Length", None)
        if "Cookie" in given:
            name = given["Cookie"].partition("=")[2]
            given["Cookie"] = f"express.sid={self.cookie(name, step)}"
        if "x-csrf-token" in given and given["x-csrf-token"] != "<bad csrf>":
            given["x-csrf-token"] = self.csrf(given)
        return given

    def csrf(self, headers: dict[str, str]) -> str:
        session = self.forum.sessions.get(headers.get("Cookie", "").partition("=")[2])
        return session.csrf if session is not None else "none"

    def send(self, step: Step) -> Answer | None:
        request = step["request"]
        headers = self.headers(step)
        if "multipart" in request:
            body: bytes | None = multipart(request["multipart"], self.csrf(headers))
        else:
            text = request.get("body")
            body = None if text is None else written(text, step["step"])
        url = self.forum.address + request["path"]
        try:
            answer = self.web.ask(request["method"], url, headers=headers, body=body)
        except WebError:
            return None
        self.keep_cookie(step, answer)
        return answer

    def keep_cookie(self, step: Step, answer: Answer) -> None:
        recorded = (step.get("response") or {}).get("headers", {}).get("Set-Cookie", "")
        name = recorded.partition("=")[2].partition(";")[0]
        for text in answer.cookies:
            self.cookies[name] = text.partition("=")[2].partition(";")[0]


def multipart(parts: list[Step], csrf: str) -> bytes:
    boundary = "----record-boundary-0001"
    body = b""
    for part in parts:
        name = f'--{boundary}\r\nContent-Disposition: form-data; name="{part["name"]}"'
        if "value" in part:
            body += f"{name}\r\n\r\n{csrf}\r\n".encode()
            continue
        data = part.get("text", "").encode() or bytes.fromhex(part.get("hex", ""))
        data = data or (b"0123456789abcdef" * (part["length"] // 16 + 1))[: part["length"]]
        head = f'; filename="{part["filename"]}"\r\nContent-Type: {part["content_type"]}\r\n\r\n'
        body += (name + head).encode() + data + b"\r\n"
    return body + f"--{boundary}--\r\n".encode()


def written(text: str, name: str) -> bytes:
    """A body of the recording, in which long ones are written as products."""
    if found := re.fullmatch(r'\{"content":"xxx\.\.\."\} of (\d+) bytes', text):
        return b'{"content":"' + b"x" * (int(found[1]) - 14) + b'"}'
    if " * " in text:
        product = text.partition(": ")[2].partition("}")[0]
        content = eval(product, {"__builtins__": {}})
        return json.dumps({"content": content}, ensure_ascii="utf8" not in name).encode()
    return text.encode()


def prepare(forum: NodeBB, step: Step) -> None:
    """What the recording says has happened before a step, and the numbers that come next."""
    response = step.get("response") or {}
    if "Date" in response.get("headers", {}):
        when = parsedate_to_datetime(response["headers"]["Date"])
        forum.now = max(forum.now, when.timestamp())
    made = inner(response.get("body", ""))
    path = step["request"]["path"]
    if step["request"]["method"] == "POST" and path.startswith("/api/v3/topics"):
        forum.next_tid = made.get("tid", forum.next_tid) if "mainPid" in made else forum.next_tid
        forum.next_pid = made.get("mainPid") or made.get("pid") or forum.next_pid
        if "mainPid" not in made and "pid" in made and made["tid"] not in forum.topics:
            add_unrecorded(forum, made["tid"], made["pid"])
    forum.is_maintained = step["step"].startswith("maintenance")
    if step["step"] == "lost-drop-delay":
        forum.post_delay, forum.now = 10, forum.now + 30
    elif step["step"] != "lost-resend-delay" and step["n"] > 200:
        forum.post_delay = 0
    if step["step"] == "upload-ratelimit":
        forum.uploaded_at = [forum.now] * 10
    if "number 5" in step["shows"]:
        forum.users["locked_out"].wrong = 4  # those in between were left out
    if step["step"].startswith("topic-page"):
        inject(forum, json.loads(response["body"]))
    if step["step"] == "download-pbem":
        forum.files[step["request"]["path"]] = bytes.fromhex(response["body_hex"])


def add_unrecorded(forum: NodeBB, tid: int, pid: int) -> None:
    """A thread that was opened without being recorded."""
    forum.next_tid, forum.next_pid = tid, pid - 1
    forum.add_topic(5, forum.users["axis_player"], "A thread", "It was opened unrecorded.")


def inner(body: str) -> Step:
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    found = value.get("response") if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def inject(forum: NodeBB, page: Step) -> None:
    """A thread that was filled without being recorded."""
    user = forum.user(page["uid"])
    assert user is not None
    if page["tid"] not in forum.topics:
        forum.next_tid, forum.next_pid = page["tid"], page["mainPid"]
        forum.add_topic(5, user, page["titleRaw"], "")
        for pid in range(page["mainPid"], page["mainPid"] + page["postcount"]):
            forum.next_pid = pid
            forum.add_post(page["tid"], 2, "A post that is filled in.")
    for post in page["posts"]:
        text = re.sub(r'<a href="([^"]+)"[^>]*>([^<]*)</a>', r"[\2](\1)", post["content"])
        forum.posts[post["pid"]].text = html.unescape(re.sub("<[^>]*>", "", text)).strip()
        forum.posts[post["pid"]].uid = post["uid"]


def administer(forum: NodeBB, step: Step) -> None:
    """What the administrator, or a step that is not replayed, did to the state."""
    name, request = step["step"], step["request"]
    if name == "admin-setting":
        key = request["path"].rpartition("/")[2]
        value = json.loads(request["body"])["value"]
        names = {
            "postQueue": "post_queue",
            "newbiePostDelay": "newbie_delay",
            "postDelay": "post_delay",
            "uploadRateLimitThreshold": "rate_limit",
            "allowedFileExtensions": "extensions",
            "privateUploads": "is_private",
            "privateUploadsExtensions": "private_extensions",
            "maintenanceMode": "is_maintained",
        }
        if key in names:
            setattr(forum, names[key], value)
    elif name in ("lock", "unlock"):
        forum.topics[3].is_locked = name == "lock"
    elif name == "admin-gives-privilege":
        forum.may_upload = True
    elif name == "queue-accept":
        entry = next(iter(forum.queue.values()))["data"]
        assert isinstance(entry, dict)
        forum.next_tid = forum.next_pid = 2
        user = forum.users["axis_player"]
        forum.add_topic(5, user, entry["title"], entry["rawContent"])
        forum.queue.clear()
        user.posts += 1
    elif name == "register-complete":
        forum.users["newcomer"].joined_at = forum.now
    elif name == "edit":
        forum.posts[5].text = json.loads(request["body"])["content"]
    elif name == "delete-own":
        forum.posts.setdefault(8, forum.add_post(4, 2, "deleted")).is_deleted = True
    elif name == "token-revoke":
        del forum.tokens["<token:axis_player>"]
    elif name == "ban":
        forum.users["newcomer"].is_banned = True


ADMINISTERED = {
    *("admin-setting", "lock", "unlock", "admin-gives-privilege", "queue-accept", "edit", "ban"),
    *("register-complete", "delete-own", "token-revoke"),
}


def same_shape(got: object, recorded: object, place: str) -> Iterator[str]:
    """Where an answer of the imitation holds what the recorded one does not."""
    if isinstance(got, dict):
        if not isinstance(recorded, dict):
            yield f"{place}: no object"
            return
        for key, value in got.items():
            if key not in recorded:
                if "posts" not in place:  # of which only some fields are kept
                    yield f"{place}.{key}: not there"
                continue
            yield from same_shape(value, recorded[key], f"{place}.{key}")
            if key in COMPARED and str(value) != str(recorded[key]):
                yield f"{place}.{key}: {value} for {recorded[key]}"
    elif isinstance(got, list) and isinstance(recorded, list) and got and recorded:
        # Of long lists the recording holds the end.
        yield from same_shape(got[-1], recorded[-1], f"{place}[-1]")
    elif type(got) is not type(recorded) and "teaserPid" not in place:
        yield f"{place}: {type(got).__name__} for {type(recorded).__name__}"


def message(value: object) -> str:
    """The words of an answer, "" when it has none."""
    status = value.get("status") if isinstance(value, dict) else None
    return str(status.get("message")) if isinstance(status, dict) else ""


def differences(step: Step, got: Answer | None) -> list[str]:
    recorded = step.get("response")
    if recorded is None or got is None:
        return [] if recorded is got is None else [f"{got and got.status} for no answer"]
    if got.status != recorded["status"]:
        return [f"status {got.status} for {recorded['status']}: {got.text()[:150]}"]
    if recorded["headers"].get("Content-Type", "").startswith("text/html"):
        return [] if got.status >= 500 or got.text() == recorded["body"] else [got.text()]
    if "body_note" in recorded and "x/" not in step["request"]["path"]:
        return []
    try:
        mine, theirs = json.loads(got.body), json.loads(recorded["body"])
    except (ValueError, KeyError):
        theirs = recorded.get("body", recorded.get("body_hex"))
        return [] if theirs in (got.text(), got.body[:200].hex()) else [got.text()[:100]]
    if got.status >= 400 or message(mine) != message(theirs):
        is_same = mine == theirs or message(mine) == message(theirs) != ""
        if is_same or not isinstance(mine, dict) or message(mine):
            return [] if is_same else [f"{mine} for {theirs}"[:200]]
    if "raw" in step["step"]:
        return [] if mine == theirs else [f"{mine} for {theirs}"[:300]]
    return list(same_shape(mine, theirs, ""))


def keep_name(forum: NodeBB, step: Step, got: Answer | None) -> None:
    """A stored file under the name that it had when it was recorded."""
    if got is None or got.status != 200 or not step["step"].startswith("upload"):
        return
    theirs_all = inner(step["response"]["body"]).get("images", [])
    for mine, theirs in zip(inner(got.text())["images"], theirs_all, strict=False):
        forum.files[theirs["url"]] = forum.files[mine["url"]]


def test_the_imitation_answers_as_the_recording_does(steps: list[Step], forum: NodeBB) -> None:
    replay = Replay(forum)
    wrong: list[str] = []
    count = 0
    for step in steps:
        name = step["step"]
        prepare(forum, step)
        if name in ADMINISTERED:
            administer(forum, step)
            continue
        if why_not(name):
            continue
        count += 1
        if name in STORED:
            forum.faults = ["lost"] if name != "lost-topic" else []
        if name == "killed-in-flight":
            forum.faults = ["cut"]
        if name == "two-at-once" and step["response"]["status"] == 400:
            forum.faults = ["busy"]
        if name in ("down-502", "proxy-504"):
            forum.faults = [name[-3:]]
        got = replay.send(step)
        keep_name(forum, step, got)
        forum.let_late_posts_in()
        if name != "lost-topic":
            wrong += [f"{step['n']} {name}: {one}" for one in differences(step, got)]
    assert wrong == [], "\n".join(wrong)
    assert count > 120


def test_every_step_is_replayed_or_has_its_reason(steps: list[Step]) -> None:
    names = {step["step"] for step in steps}
    for reason, words in NOT_IMITATED.items():
        unknown = [w for w in words.split() if not any(name.startswith(w) for name in names)]
        assert unknown == [], reason
