"""Post a turn once: look, note, post, and look again when the answer is lost.

Nothing in a forum knows a post that comes twice. So each post has a mark, the game and the head of
its save, and before anything is sent the thread and the queue for approval are searched for it.
That something is being sent is on disk before it is; a request whose answer was lost may still
arrive for a while, and until then it is not sent again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path

from engine.values import dataclass
from pbem.files import write_atomic
from pbem.forum.from_plugin import thread_at
from pbem.forum.json_values import number, table
from pbem.forum.model import (
    Forum,
    ForumError,
    Posted,
    Thread,
    TooSoonError,
)

_LATE = 180
"""Seconds in which a post may still appear whose answer was lost."""
_LOOKS = (1.0, 3.0, 8.0)
_MOST_WAIT = 150.0


class PostState(StrEnum):
    """SENDING: it may or may not be there. QUEUED: it waits for a moderator."""

    SENDING = "sending"
    QUEUED = "queued"
    POSTED = "posted"


@dataclass(frozen=True, slots=True)
class PostNote:
    """What became of a post: where, and when it was last tried (Unix seconds)."""

    state: PostState
    url: str
    tried: int


class PostLog:
    """What was posted about one game: a JSON file, `thread` and the notes by mark."""

    def __init__(self, path: Path) -> None:
        """path: need not exist yet."""
        self._path = path

    def thread(self) -> Thread | None:
        """The thread of the game, if it has one."""
        url = self._read().get("thread")
        return thread_at(url) if isinstance(url, str) else None

    def note(self, mark: str) -> PostNote | None:
        """What is known of a post."""
        found = table(table(self._read().get("posts")).get(mark))
        try:
            state = PostState(str(found.get("state")))
        except ValueError:
            return None
        return PostNote(state, str(found.get("url", "")), number(found.get("tried")))

    def keep_thread(self, thread: Thread) -> None:
        """Remember the thread of the game."""
        self._write({**self._read(), "thread": thread.url})

    def keep(self, mark: str, note: PostNote | None) -> None:
        """Remember what became of a post; None: it is certainly not there."""
        found = self._read()
        posts = {key: value for key, value in table(found.get("posts")).items() if key != mark}
        if note is not None:
            posts[mark] = {"state": str(note.state), "url": note.url, "tried": note.tried}
        self._write({**found, "posts": posts})

    def _read(self) -> Mapping[str, object]:
        try:
            return table(json.loads(self._path.read_bytes()))
        except (FileNotFoundError, ValueError):
            return {}  # a thread is looked through before anything is posted, with or without notes

    def _write(self, found: Mapping[str, object]) -> None:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomic(self._path, json.dumps(found, indent=1).encode() + b"\n", mode=0o600)


@dataclass(frozen=True, slots=True)
class PostDraft:
    """What is to be posted: `text` makes what holds `mark`, once it is known that it is not there
    yet; without a `thread` one is opened in `category` with `title`."""

    mark: str
    title: str
    text: Callable[[], str]
    thread: Thread | None
    category: int = 0


@dataclass(frozen=True, slots=True)
class PostingClock:
    """How time passes: `now` in Unix seconds, `pause` for seconds; `say` gets why it waits."""

    now: Callable[[], float] = time.time
    pause: Callable[[float], None] = time.sleep
    say: Callable[[str], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class ForumPostResult:
    """Where the post is, and whether it was there before."""

    posted: Posted
    was_there: bool


def post_once(forum: Forum, draft: PostDraft, log: PostLog, pace: PostingClock) -> ForumPostResult:
    """Post a draft unless it is there already.

    Raises ForumError: `forum-unsure` when it may be there and cannot be seen yet, and what the
    forum's client raises.
    """
    note = log.note(draft.mark)
    if note is not None and note.state is PostState.POSTED:
        return ForumPostResult(Posted(note.url, log.thread()), was_there=True)
    if found := _find(forum, draft):
        return ForumPostResult(_noted(log, draft, found, pace), was_there=True)
    if note is not None and note.state is PostState.QUEUED:
        # Not every player sees the queue, and what a moderator has refused is not posted again.
        return ForumPostResult(Posted(note.url, draft.thread, is_queued=True), was_there=True)
    if note is not None and note.state is PostState.SENDING:
        wait = _LATE - (pace.now() - note.tried)
        if wait > 0:
            raise _unsure(wait)
    waited, text = 0.0, draft.text()
    while True:
        log.keep(draft.mark, PostNote(PostState.SENDING, "", int(pace.now())))
        try:
            posted = _send(forum, draft, text)
            return ForumPostResult(_noted(log, draft, posted, pace), was_there=False)
        except TooSoonError as soon:
            log.keep(draft.mark, None)
            waited += soon.seconds
            if waited > _MOST_WAIT:
                raise
            pace.say(f"{soon.reason} Waiting {soon.seconds:g} seconds ...")
            pace.pause(soon.seconds + 1)
        except ForumError as error:
            if not error.may_have_arrived:
                log.keep(draft.mark, None)
                raise
            return ForumPostResult(_look_again(forum, draft, log, pace), was_there=False)
        # The answer to an earlier try may have been lost on another machine.
        if found := _find(forum, draft):
            return ForumPostResult(_noted(log, draft, found, pace), was_there=True)


def _send(forum: Forum, draft: PostDraft, text: str) -> Posted:
    if draft.thread is not None:
        return forum.reply(draft.thread, text)
    return forum.open_thread(draft.category, draft.title, text)


def _find(forum: Forum, draft: PostDraft) -> Posted | None:
    if draft.thread is not None:
        return forum.find(draft.thread, draft.mark)
    return forum.find_thread(draft.category, draft.title)


def _noted(log: PostLog, draft: PostDraft, posted: Posted, pace: PostingClock) -> Posted:
    state = PostState.QUEUED if posted.is_queued else PostState.POSTED
    log.keep(draft.mark, PostNote(state, posted.url, int(pace.now())))
    if posted.thread is not None:
        log.keep_thread(posted.thread)
    return posted


def _look_again(forum: Forum, draft: PostDraft, log: PostLog, pace: PostingClock) -> Posted:
    """Look for a post whose answer was lost; ForumError `forum-unsure` when it is not there."""
    for seconds in _LOOKS:
        pace.pause(seconds)
        try:
            found = _find(forum, draft)
        except ForumError:
            continue
        if found is not None:
            return _noted(log, draft, found, pace)
    raise _unsure(_LATE)


def _unsure(seconds: float) -> ForumError:
    return ForumError(
        "forum-unsure",
        "The answer of the forum was lost, and the post cannot be seen there; it may still appear.",
        f"Run the command again in {max(1, round(seconds))} seconds: it looks first, and posts "
        "only if nothing is there.",
        may_have_arrived=True,
    )
