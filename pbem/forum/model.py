"""What forums have in common: threads, posts, errors, and what a client of one can do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Protocol
from urllib.parse import urlsplit

from engine.values import dataclass
from pbem.mail.secret import Secret


class ForumError(Exception):
    """A forum could not be used; exit code 9.

    may_have_arrived: whether what was sent may be there all the same.
    """

    exit_code = 9

    def __init__(
        self, code: str, reason: str, way_out: str = "", *, may_have_arrived: bool = False
    ) -> None:
        """code: stable; reason: a sentence; way_out: what to do."""
        super().__init__(f"{reason} {way_out}".strip())
        self.code = code
        self.reason = reason
        self.way_out = way_out
        self.may_have_arrived = may_have_arrived


class TooSoonError(ForumError):
    """The forum takes the next post after `seconds`; nothing was posted."""

    def __init__(self, reason: str, seconds: float) -> None:
        """reason: a sentence."""
        super().__init__("forum-too-soon", reason, "Run the command again later.")
        self.seconds = seconds


class ForumKind(StrEnum):
    """The programs that are known."""

    NODEBB = "nodebb"
    DISCOURSE = "discourse"


@dataclass(frozen=True, slots=True)
class ForumAccount:
    """Who posts: `user` is the name there; `token` is a bearer token (NodeBB) or an API key
    (Discourse), `password` opens a session (NodeBB), which alone may upload files."""

    user: str
    token: Secret | None = None
    password: Secret | None = None


@dataclass(frozen=True, slots=True)
class ForumSettings:
    """The [forum] table: `kind` is a ForumKind or the name of a plugin; `base` has no slash at its
    end; `category` is where threads are opened, 0 when that is not set; `shows_battles`: whether
    the turn so far is posted once its battles are over (ADR 0081)."""

    kind: str
    base: str
    account: ForumAccount
    category: int = 0
    shows_battles: bool = False


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread: `number` is its id in the forum at `base`; `path` is where such threads are there,
    for a forum of a plugin."""

    kind: str
    base: str
    number: int
    path: str = ""

    @property
    def url(self) -> str:
        """Its address for people."""
        usual = "topic/{number}" if self.kind == ForumKind.NODEBB else "t/{number}"
        return f"{self.base}/{(self.path or usual).replace('{number}', str(self.number))}"


@dataclass(frozen=True, slots=True)
class Posted:
    """Where a post is: `is_queued` when it waits for a moderator, and `url` is then the thread's.

    thread: None for a thread that is itself in the queue.
    """

    url: str
    thread: Thread | None
    is_queued: bool = False


@dataclass(frozen=True, slots=True)
class ThreadPost:
    """A post as it is read: `text` is what its writer typed, "" when it was of no interest; `files`
    are addresses on the same host."""

    number: int
    author: str
    text: str
    files: tuple[str, ...]


class Forum(Protocol):
    """A client of one forum. All raise ForumError and SettingsError `password-source`."""

    @property
    def may_upload(self) -> bool:
        """Whether it is worth trying; the forum decides."""

    def fits(self, text: str) -> bool:
        """Whether a text is short enough for one post."""

    def find(self, thread: Thread, mark: str) -> Posted | None:
        """The player's own post in a thread, or in the queue, that holds a mark."""

    def find_thread(self, category: int, title: str) -> Posted | None:
        """The player's own thread with a title, among the newest of a category or in the queue."""

    def reply(self, thread: Thread, text: str) -> Posted:
        """Post once; raises TooSoonError when the forum wants a pause."""

    def open_thread(self, category: int, title: str, text: str) -> Posted:
        """Open a thread once; raises TooSoonError when the forum wants a pause."""

    def upload(self, name: str, kind: str, data: bytes) -> str | None:
        """Upload a file and return what a link to it holds; None where the player may not."""

    def latest(self, thread: Thread) -> Iterator[ThreadPost]:
        """The last posts of a thread, the newest first; at most 40."""

    def download(self, url: str, most: int) -> bytes | None:
        """A file that a post links, of at most so many bytes; None when it is not to be had."""


_TOPIC = re.compile(r"(.*)/topic/(\d{1,12})(?:/.*)?")
_DISCOURSE = re.compile(r"(.*)/t/(?:[^/]{1,200}/)?(\d{1,12})(?:/.*)?")


def thread_of(url: str) -> Thread | None:
    """The thread of NodeBB or Discourse that an address names, by its form; None for any other."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme not in ("https", "http") or not parts.hostname:
        return None
    origin = f"{parts.scheme}://{parts.netloc}"
    for kind, form in ((ForumKind.NODEBB, _TOPIC), (ForumKind.DISCOURSE, _DISCOURSE)):
        found = form.fullmatch(parts.path)
        if found:
            return Thread(kind, origin + found[1], int(found[2]))
    return None
