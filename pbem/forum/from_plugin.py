"""Forums that plugins bring: they carry texts and files, and what they raise is a fault of theirs.

An entry point of the group `pbem.forums` names a `ForumPlugin`, most simply a class.  What it reads
is taken as what strangers have written, as with any other forum.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, Protocol, TypeVar, cast

from pbem.forum.model import Forum, ForumAccount, ForumError, Posted, Thread, ThreadPost, thread_of
from pbem.plugins import Plugin, PluginError, PluginGroup, plugins_in

T = TypeVar("T")

_NUMBER: Final = "{number}"


class ForumPlugin(Protocol):
    """A kind of forum.

    thread_path: where threads are, below the address of the forum, such as
    ``viewtopic.php?t={number}``.
    """

    thread_path: str

    def __call__(self, base: str, account: ForumAccount | None) -> Forum:
        """A client of the forum at `base`; account: None to read as a guest."""
        ...


class ForumPluginError(ForumError):
    """A forum of a plugin does not work; exit code 1."""

    exit_code = 1


def forum_of(plugin: Plugin, base: str, account: ForumAccount | None) -> Forum:
    """A client of a forum; ForumPluginError when the plugin is broken."""
    _path(plugin)

    def make() -> Forum:
        return cast(ForumPlugin, plugin.load())(base, account)

    return _Guarded(plugin, _guarded(plugin, make))


def thread_at(url: str) -> Thread | None:
    """The thread of any known kind of forum that an address names, None for any other page.

    A broken plugin knows none: nobody has asked for it.
    """
    usual = thread_of(url)
    if usual is not None:
        return usual
    for name, plugin in plugins_in(PluginGroup.FORUMS).items():
        try:
            path = _path(plugin)
        except ForumPluginError:
            continue
        form = re.escape(path).replace(re.escape(_NUMBER), r"(\d{1,12})")
        found = re.fullmatch(rf"(https?://[^?#]{{1,500}}?)/{form}(?:[&#].*)?", url)
        if found:
            return Thread(name, found[1], int(found[2]), path)
    return None


def _path(plugin: Plugin) -> str:
    def read() -> str:
        path = cast(ForumPlugin, plugin.load()).thread_path
        if not isinstance(path, str) or path.count(_NUMBER) != 1:
            raise plugin.fault(f"its thread_path is not a text with one {_NUMBER}")
        return path

    return _guarded(plugin, read)


def _guarded(plugin: Plugin, call: Callable[[], T], *, writes: bool = False) -> T:
    try:
        return call()
    except ForumError:
        raise
    except Exception as error:  # whatever a plugin does
        fault = error if isinstance(error, PluginError) else plugin.fault(error)
        raise ForumPluginError(
            fault.code, fault.reason, fault.way_out, may_have_arrived=writes
        ) from error


class _Guarded:
    """Each method is that of `Forum`."""

    def __init__(self, plugin: Plugin, inner: Forum) -> None:
        self._plugin = plugin
        self._inner = inner

    @property
    def may_upload(self) -> bool:
        return _guarded(self._plugin, lambda: bool(self._inner.may_upload))

    def fits(self, text: str) -> bool:
        return _guarded(self._plugin, lambda: bool(self._inner.fits(text)))

    def find(self, thread: Thread, mark: str) -> Posted | None:
        return _guarded(self._plugin, lambda: self._inner.find(thread, mark))

    def find_thread(self, category: int, title: str) -> Posted | None:
        return _guarded(self._plugin, lambda: self._inner.find_thread(category, title))

    def reply(self, thread: Thread, text: str) -> Posted:
        return _guarded(self._plugin, lambda: self._inner.reply(thread, text), writes=True)

    def open_thread(self, category: int, title: str, text: str) -> Posted:
        return _guarded(
            self._plugin, lambda: self._inner.open_thread(category, title, text), writes=True
        )

    def upload(self, name: str, kind: str, data: bytes) -> str | None:
        return _guarded(self._plugin, lambda: self._inner.upload(name, kind, data))

    def latest(self, thread: Thread) -> Iterator[ThreadPost]:
        posts = _guarded(self._plugin, lambda: iter(self._inner.latest(thread)))
        while (post := _guarded(self._plugin, lambda: next(posts, None))) is not None:
            yield post

    def download(self, url: str, most: int) -> bytes | None:
        return _guarded(self._plugin, lambda: self._inner.download(url, most))
