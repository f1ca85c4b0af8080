"""A forum: files on a wall of this computer, a folder for each thread.

The address of the forum is no real one; a client of a real forum would ask its server.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from pbem.forum.model import ForumAccount, Posted, Thread, ThreadPost


class Wall:
    """A client of the wall in the folder `$PBEM_EXAMPLE_WALL`."""

    thread_path = "wall.php?thread={number}"
    may_upload = False

    def __init__(self, base: str, account: ForumAccount | None) -> None:
        self._base = base
        self._user = account.user if account is not None else "guest"
        self._folder = Path(os.environ["PBEM_EXAMPLE_WALL"])

    def fits(self, text: str) -> bool:
        return len(text) < 100_000

    def find(self, thread: Thread, mark: str) -> Posted | None:
        there = any(mark in post.text for post in self.latest(thread))
        return Posted(thread.url, thread) if there else None

    def find_thread(self, category: int, title: str) -> Posted | None:
        return None

    def reply(self, thread: Thread, text: str) -> Posted:
        folder = self._folder / str(thread.number)
        number = len(list(folder.iterdir())) + 1
        (folder / f"{number:04} {self._user}").write_text(text, "utf-8")
        return Posted(f"{thread.url}&post={number}", thread)

    def open_thread(self, category: int, title: str, text: str) -> Posted:
        number = len(list(self._folder.iterdir())) + 1
        (self._folder / str(number)).mkdir()
        return self.reply(Thread("wall", self._base, number, self.thread_path), text)

    def upload(self, name: str, kind: str, data: bytes) -> str | None:
        return None

    def latest(self, thread: Thread) -> Iterator[ThreadPost]:
        for path in sorted((self._folder / str(thread.number)).iterdir(), reverse=True):
            number, author = path.name.split(" ", 1)
            yield ThreadPost(int(number), author, path.read_text("utf-8"), ())

    def download(self, url: str, most: int) -> bytes | None:
        return None
