"""A client of Discourse: https://docs.discourse.org, with a key and a user name in headers.

Checked against the schemas of requests and answers that Discourse tests itself with
(`spec/requests/api`) and its controllers of lists and uploads; never tried against a real forum.

Discourse knows repeated texts itself and refuses them for some minutes; looking first is needed all
the same, because a turn may be posted again a day later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import urlencode

from pbem.forum.json_values import number, rows, table
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
from pbem.web_client import MOST_BYTES, Answer, WebClient

_MOST_CHARACTERS = 32_000
_LAST = 20
_LONG_WAIT = 60.0
_FILE = re.compile(r"/uploads/[^?#]{1,300}\.(?:txt|pbem)", re.IGNORECASE)


class Discourse:
    """A forum at `base`; account: None to read as a guest. Its key never leaves `base`."""

    def __init__(
        self, base: str, account: ForumAccount | None, web: WebClient | None = None
    ) -> None:
        """Asks for nothing yet."""
        self._base = base
        self._account = account
        self._site = ForumSite(base, web)
        self._key: str | None = None

    @property
    def may_upload(self) -> bool:
        """With a key."""
        return self._account is not None

    def fits(self, text: str) -> bool:
        """The default of `max_post_length`; what an administrator has set is not published."""
        return len(text) <= _MOST_CHARACTERS

    def find(self, thread: Thread, mark: str) -> Posted | None:
        """See `Forum.find`."""
        for post in self._last(thread):
            if self._is_mine(post) and mark in str(post.get("raw") or post.get("cooked") or ""):
                return Posted(f"{thread.url}/{number(post.get('post_number'))}", thread)
        return None

    def find_thread(self, category: int, title: str) -> Posted | None:
        """See `Forum.find_thread`."""
        found = self._get(f"/c/{category}/l/latest.json")
        names = {
            number(user.get("id")): str(user.get("username", "")).lower()
            for user in rows(found.get("users"))
        }
        me = self._account.user.lower() if self._account is not None else ""
        for topic in rows(table(found.get("topic_list")).get("topics")):
            posters = rows(topic.get("posters"))  # the first is who opened it
            is_mine = bool(posters) and names.get(number(posters[0].get("user_id"))) == me
            if is_mine and unescape(str(topic.get("title", ""))) == title:
                thread = Thread(ForumKind.DISCOURSE, self._base, number(topic.get("id")))
                return Posted(thread.url, thread)
        return None

    def reply(self, thread: Thread, text: str) -> Posted:
        """See `Forum.reply`."""
        made = self._post({"topic_id": thread.number, "raw": text})
        if made.get("action") == "enqueued":
            return Posted(thread.url, thread, is_queued=True)
        return Posted(f"{thread.url}/{number(made.get('post_number'))}", thread)

    def open_thread(self, category: int, title: str, text: str) -> Posted:
        """See `Forum.open_thread`."""
        made = self._post({"category": category, "title": title, "raw": text})
        if made.get("action") == "enqueued":
            return Posted(self._base, None, is_queued=True)
        thread = Thread(ForumKind.DISCOURSE, self._base, number(made.get("topic_id")))
        return Posted(thread.url, thread)

    def upload(self, name: str, kind: str, data: bytes) -> str | None:
        """See `Forum.upload`."""
        if not self.may_upload:
            return None
        fields = {"upload_type": "composer", "synchronous": "true"}
        content, body = form_with_file("file", name, kind, data, fields)
        headers = {**self._mine(), "Content-Type": content}
        answer = self._site.ask("POST", f"{self._base}/uploads.json", headers, body)
        try:
            found = self._object(answer).get("short_url")
        except ForumError:
            return None  # this kind of file is not taken
        return found if isinstance(found, str) and found.isprintable() else None

    def latest(self, thread: Thread) -> Iterator[ThreadPost]:
        """See `Forum.latest`."""
        for post in self._last(thread):
            cooked = str(post.get("cooked", ""))
            links = [self._site.resolved(unescape(link)) for link in LINK.findall(cooked)]
            raw = post.get("raw")
            yield ThreadPost(
                number=number(post.get("post_number")),
                author=plain_line(str(post.get("username", "")), 60),
                text=raw if isinstance(raw, str) and "PBEM" in raw else "",
                files=tuple(dict.fromkeys(url for url in links if self._is_file(url))),
            )

    def download(self, url: str, most: int) -> bytes | None:
        """See `Forum.download`; follows one step, to where the file lies, on the same host."""
        if not self._site.has(url):
            return None
        try:
            answer = self._one_step(url, {}, most)
        except ForumError:
            return None
        return answer.body if answer.status == 200 else None

    def _last(self, thread: Thread) -> Iterator[Mapping[str, object]]:
        """The last posts with their raw texts, the newest first."""
        found = self._get(f"/t/{thread.number}.json")
        stream = table(found.get("post_stream")).get("stream")
        ids = [one for one in stream if isinstance(one, int)] if isinstance(stream, list) else []
        if not ids:
            return
        query = urlencode([("post_ids[]", one) for one in ids[-_LAST:]] + [("include_raw", "true")])
        posts = self._get(f"/t/{thread.number}/posts.json?{query}")
        newest = rows(table(posts.get("post_stream")).get("posts"))
        yield from sorted(newest, key=lambda post: -number(post.get("post_number")))

    def _is_mine(self, post: Mapping[str, object]) -> bool:
        me = self._account.user.lower() if self._account is not None else ""
        return str(post.get("username", "")).lower() == me

    def _is_file(self, url: str) -> bool:
        return self._site.has(url) and bool(_FILE.search(url))

    def _mine(self) -> dict[str, str]:
        account = self._account
        secret = (account.token or account.password) if account is not None else None
        if account is None or secret is None:
            return {}
        if self._key is None:
            self._key = secret.read()
        return {"Api-Key": self._key, "Api-Username": account.user}

    def _get(self, path: str) -> Mapping[str, object]:
        """A category that is asked for by its number is answered with the address of its name."""
        return self._object(self._one_step(f"{self._base}{path}", self._mine()))

    def _one_step(self, url: str, headers: Mapping[str, str], most: int = MOST_BYTES) -> Answer:
        """The answer there, or where it points to on the same host."""
        answer = self._site.ask("GET", url, headers, most=most)
        if answer.status not in (301, 302, 303, 307, 308):
            return answer
        there = self._site.resolved(answer.headers.get("location", ""), url)
        return self._site.ask("GET", there, headers, most=most) if self._site.has(there) else answer

    def _post(self, fields: Mapping[str, object]) -> Mapping[str, object]:
        headers = {**self._mine(), "Content-Type": "application/json"}
        answer = self._site.ask("POST", f"{self._base}/posts.json", headers, json_body(fields))
        return self._object(answer, is_write=True)

    def _object(self, answer: Answer, *, is_write: bool = False) -> Mapping[str, object]:
        value = json_in(answer)
        if answer.status == 200 and isinstance(value, dict):
            return value
        said = table(value)
        errors = said.get("errors")
        words = "; ".join(map(str, errors)) if isinstance(errors, list) else ""
        reason = plain_line(words, 200).rstrip(".") or f"HTTP status {answer.status}"
        if answer.status == 429:
            wait = number(table(said.get("extras")).get("wait_seconds"))
            raise TooSoonError(f"{self._base} says: {reason}.", wait or _LONG_WAIT)
        raise ForumError(
            "forum-refused" if words else "forum-away",
            f"{self._base} says: {reason}.",
            "" if words else AGAIN_LATER,
            may_have_arrived=is_write and not words and answer.status >= 500,
        )
