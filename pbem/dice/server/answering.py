"""Threads that answer the questions of the event loop, many in one transaction.

The event loop only reads requests and writes answers. A thread takes its share of the questions
that are waiting, checks the signatures, which leaves the other processors to the other threads, and
has the store answer them; so neither a flush to the disk nor a change of threads is paid for one
alone.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeAlias

from pbem.dice.authority import Question
from pbem.dice.server.group import MOST, GroupStore, Piece
from pbem.dice.store import Work
from pbem.wire.errors import DiceError

LEAST = 8
"""So many questions a thread takes, if they are there: checking fewer takes less than a commit."""

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
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._threads = [
            Thread(target=self._work, args=(store,), name=f"answers-{number}", daemon=True)
            for number, store in enumerate(stores)
        ]
        for thread in self._threads:
            thread.start()

    async def answer(self, read: Read, seconds: float) -> bytes:
        """The answer, when it is on disk; raises what `read` and the question raise.

        After so many seconds TimeoutError.  Whoever stops waiting stops nothing: the answer is
        found and kept all the same.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bytes] = loop.create_future()
        timer = loop.call_later(seconds, _give_up, future)
        self._queue.put(_Waiting(read, future))
        try:
            return await future
        finally:
            timer.cancel()

    def close(self) -> None:
        """Let the threads end once everything that waits has been answered."""
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self, store: GroupStore) -> None:
        goes_on = True
        while goes_on:
            batch: list[_Waiting] = []
            goes_on = self._take(batch)
            _answer_all(batch, store)
            if batch:
                # It is closed when the server stops: then nobody waits any more.
                with contextlib.suppress(RuntimeError):
                    batch[0].future.get_loop().call_soon_threadsafe(_deliver_all, batch)

    def _take(self, batch: list[_Waiting]) -> bool:
        """A share of all that wait now, at least one; False when the thread is to end.

        The event loop hands over many at once. A thread that took them all would leave nothing to
        the others, and their processors would stand still.
        """
        with contextlib.suppress(Empty):
            waiting = self._queue.get()
            share = 1 + self._queue.qsize() // len(self._threads)
            share = min(MOST, max(LEAST, share))
            while waiting is not None:
                batch.append(waiting)
                if len(batch) == share:
                    return True
                waiting = self._queue.get_nowait()
            return False
        return True


def _answer_all(batch: Sequence[_Waiting], store: GroupStore) -> None:
    """Find the answers or the errors; nothing is raised, or everybody would wait for ever."""
    asked: list[tuple[_Waiting, Piece]] = []
    for one in batch:
        try:
            question = one.read()
        except Exception as error:
            one.error = error
        else:
            asked.append((one, Piece(partial(one.keep, question.answer), question.game)))
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
