"""Threads that answer the questions of the event loop, many in one transaction.

The event loop only reads requests and writes answers. A thread takes its share of the questions
that are waiting, checks the signatures, which leaves the other processors to the other threads, and
has the store answer them; so neither a flush to the disk nor a change of threads is paid for one
alone.  While one thread is at work, another begins only when as many wait as the first has taken: a
transaction for fewer costs more than it saves, and they are soon answered with those who come next.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from threading import Condition, Thread
from typing import TypeAlias

from pbem.dice.authority import Question
from pbem.dice.server.group import MOST, GroupStore, QueuedJob
from pbem.dice.store import Work
from pbem.wire.errors import DiceError

LEAST = 16
"""So many questions a thread takes, if they are there, and is content with when others are at work:
checking fewer takes less than a transaction on PostgreSQL."""
_PATIENCE = 0.05
"""Seconds after which it is content with any, or a thread that is held up would hold up all."""

Read: TypeAlias = Callable[[], Question]
"""Checks a request; its errors are those of the answer."""


class _Waiting:
    """A question that somebody waits for, and its answer or error as soon as there is one."""

    __slots__ = ("answer", "error", "future", "read")

    def __init__(self, read: Read, future: "asyncio.Future[bytes]") -> None:
        self.read = read
        self.future = future
        self.answer = b""
        self.error: Exception | None = None

    def keep(self, answer: Callable[[Work], bytes | DiceError], work: Work) -> None:
        """Find the answer within a transaction that may still be undone."""
        self.error, self.answer = None, b""
        found = answer(work)
        if isinstance(found, DiceError):
            self.error = found
        else:
            self.answer = found

    def deliver(self) -> None:
        """Tell whoever waits, unless they have stopped waiting."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.answer)


class AnswerThreads:
    """The threads of one server; they end with `close` or with the process."""

    def __init__(self, stores: Sequence[GroupStore]) -> None:
        """stores: one for each thread; several threads may use the same one."""
        self._waiting: deque[_Waiting] = deque()
        self._changed = Condition()
        # How many questions the threads have taken and not answered yet.
        self._at_work = 0
        self._is_closed = False
        self._threads = [
            Thread(target=self._work, args=(store,), name=f"answers-{number}", daemon=True)
            for number, store in enumerate(stores)
        ]
        for thread in self._threads:
            thread.start()

    async def answer(self, read: Read, seconds: float) -> bytes:
        """The answer, when it is on disk; raises what `read` and the question raise.

        After so many seconds TimeoutError.  Anybody who stops waiting stops nothing: the answer is
        found and kept all the same.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bytes] = loop.create_future()
        timer = loop.call_later(seconds, _give_up, future)
        self._put(_Waiting(read, future))
        try:
            return await future
        finally:
            timer.cancel()

    def close(self) -> None:
        """Let the threads end once everything that waits has been answered."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _put(self, one: _Waiting) -> None:
        with self._changed:
            self._waiting.append(one)
            # The first one, since a thread has to see how long it waits.
            if len(self._waiting) == 1 or self._is_enough():
                self._changed.notify()

    def _wait(self) -> None:
        """Until a thread should take what waits, or is to end."""
        while True:
            self._changed.wait_for(self._is_needed)
            # Another thread may take all of it in the meantime.
            if self._changed.wait_for(self._is_enough, _PATIENCE) or self._is_needed():
                return

    def _is_needed(self) -> bool:
        return bool(self._waiting) or self._is_closed

    def _is_enough(self) -> bool:
        """Whether what waits is worth one more thread at work."""
        return len(self._waiting) >= max(1, min(LEAST, self._at_work)) or self._is_closed

    def _work(self, store: GroupStore) -> None:
        while batch := self._take():
            _answer_all(batch, store)
            with self._changed:
                self._at_work -= len(batch)
            # It is closed when the server stops: then nobody waits any more.
            with contextlib.suppress(RuntimeError):
                batch[0].future.get_loop().call_soon_threadsafe(_deliver_all, batch)

    def _take(self) -> list[_Waiting]:
        """A share of all that wait, at least one; none when the thread is to end.

        The event loop hands over many at once. A thread that took them all would leave nothing to
        the others, and their processors would stand still.
        """
        with self._changed:
            self._wait()
            share = max(LEAST, 1 + len(self._waiting) // len(self._threads))
            share = min(MOST, share, len(self._waiting))
            batch = [self._waiting.popleft() for _ in range(share)]
            self._at_work += share
            if self._waiting:
                # The next one to come will not be the first.
                self._changed.notify()
            return batch


def _answer_all(batch: Sequence[_Waiting], store: GroupStore) -> None:
    """Find the answers or the errors; nothing is raised, or everybody would wait for ever."""
    asked: list[tuple[_Waiting, QueuedJob]] = []
    for one in batch:
        try:
            question = one.read()
        except Exception as error:
            one.error = error
        else:
            asked.append((one, QueuedJob(partial(one.keep, question.answer), question.game)))
    try:
        store.run_all([piece for _, piece in asked])
    except Exception as error:
        for one, _ in asked:
            one.error = error
    for one, piece in asked:
        one.error = piece.error or one.error


def _deliver_all(batch: Sequence[_Waiting]) -> None:
    for one in batch:
        one.deliver()


def _give_up(future: "asyncio.Future[bytes]") -> None:
    if not future.done():
        future.set_exception(TimeoutError())
