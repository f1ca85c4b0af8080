"""The newest save of a thread in a forum, or of any page with a save in it.

What is read is data: nothing of a page is run, no other host is asked than the one that the player
has named, and of that one only so many posts, files and bytes.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

from engine.values import dataclass
from pbem.forum.from_plugin import thread_at
from pbem.forum.model import ForumAccount, ForumError, Thread
from pbem.forum.parts import Joiner
from pbem.forum.posting import PostLog
from pbem.home import Home
from pbem.mail.encodings import ascii_text
from pbem.mail.extract import without_tags
from pbem.post.forum import LOG, client_of
from pbem.post.intake import TURNS_ALONE, Post, is_ours, take_in
from pbem.post.news import News, NewsKind, refused
from pbem.post.open_cache import OpenedGames
from pbem.save.armour import unarmour_all
from pbem.save.errors import NotASaveError, SaveError
from pbem.save.newest_turns import TOO_NEW
from pbem.web_client import Answer, WebClient, joined
from pbem.web_line import WebError

_MOST_FILE = 16 * 1024 * 1024
_MOST_FILES = 10
_REDIRECTS = 3


@dataclass(frozen=True, slots=True)
class _Found:
    """What one post, or a page, holds: files of pbem, the newest first, and what was damaged."""

    files: tuple[bytes, ...]
    damaged: tuple[SaveError, ...] = ()


def take_in_thread(games: OpenedGames, url: str) -> list[News]:
    """Take in the newest save that a page or thread holds, and keep the thread for the game.

    Posts are tried from the newest on until one is of use; those with the newest turns alone go on
    from an older one. Raises ForumError.
    """
    thread = thread_at(url)
    problems: list[News] = []
    later: list[tuple[bytes, ...]] = []
    for found in _contents(games.home, url, thread):
        news = list(take_in(games, found.files, Post(is_mail=False, sender=url)))
        good = [one for one in news if one.kind is not NewsKind.REFUSED]
        if good:
            for files in reversed(later):
                good += take_in(games, files, Post(is_mail=False, sender=url))
            for one in good:
                _keep_thread(games.home, one, thread)
            return good
        if any(one.code in (TOO_NEW, TURNS_ALONE) for one in news):
            later.append(found.files)
        problems += news or [refused(error) for error in found.damaged]
    if problems:
        return problems[:1]
    error = NotASaveError("not-a-save", f"there is no save at {url}", "Check the address.")
    return [refused(error)]


def _keep_thread(home: Home, news: News, thread: Thread | None) -> None:
    if news.ref is not None and thread is not None:
        log = PostLog(home.game_store.folder(news.ref) / LOG)
        if log.thread() is None:
            log.keep_thread(thread)


def _contents(home: Home, url: str, thread: Thread | None) -> Iterator[_Found]:
    if thread is None:
        yield from _of_page(url)
        return
    try:
        yield from _of_thread(home, thread)
    except ForumError as error:
        # Another program may use addresses of the same form.
        if error.code != "forum-away":
            raise
        yield from _of_page(url)


def _of_thread(home: Home, thread: Thread) -> Iterator[_Found]:
    forum = client_of(thread.kind, thread.base, _account(home, thread))
    joiner, downloads = Joiner(), 0
    for post in forum.latest(thread):
        found = _in_text(post.text)
        files = [*joiner.add(post.text), *found.files]
        for file in post.files[: _MOST_FILES - downloads]:
            downloads += 1
            data = forum.download(file, _MOST_FILE)
            files += _in_file(data).files if data is not None else ()
        if files or found.damaged:
            yield _Found(tuple(files), found.damaged)


def _account(home: Home, thread: Thread) -> ForumAccount | None:
    """The player's account, for its own forum only."""
    settings = home.config.forum
    is_there = settings is not None and settings.base == thread.base
    return settings.account if settings is not None and is_there else None


def _of_page(url: str) -> Iterator[_Found]:
    """What a page holds, the last first: the newest post of a thread stands at its end."""
    data = _page(url)
    found = _in_file(data)
    for file in reversed(found.files):
        yield _Found((file,))
    if found.damaged:
        yield _Found((), found.damaged)


def _page(url: str) -> bytes:
    asked = url
    for _ in range(_REDIRECTS + 1):
        answer = _get(url, asked)
        if answer.status not in (301, 302, 303, 307, 308):
            break
        asked = joined(asked, answer.headers.get("location", ""))
        if urlsplit(asked).hostname != urlsplit(url).hostname:
            raise ForumError(
                "page-moved",
                f"{url} leads to {asked}, on another host.",
                "Name that address if you trust it.",
            )
    if answer.status != 200:
        raise ForumError("page-away", f"{url} answers with HTTP status {answer.status}.")
    return answer.body


def _get(url: str, asked: str) -> Answer:
    try:
        return WebClient().ask("GET", asked, most=_MOST_FILE)
    except WebError as error:
        raise ForumError("page-away", f"{url} cannot be read: {error}.") from None


def _in_file(data: bytes) -> _Found:
    """The files in a download: the file itself, or armour in a text or a page."""
    if is_ours(data):
        return _Found((data,))
    text = ascii_text(data, "utf-8")
    joiner = Joiner()
    found = _in_text("".join(without_tags(text)))
    found = found if found.files else _in_text(text)
    return _Found((*joiner.add(text), *found.files), found.damaged)


def _in_text(text: str) -> _Found:
    try:
        return _Found(unarmour_all(text))
    except SaveError as error:
        return _Found((), (error,))
