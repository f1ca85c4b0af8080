"""Whoever waits too long for an answer is told so, and the answer is kept all the same."""

import asyncio
import threading
from functools import partial
from pathlib import Path

import pytest

from pbem.dice.authority import Question
from pbem.dice.server.answering import LEAST, AnswerThreads
from pbem.dice.server.serve import Settings, open_store
from pbem.dice.store import Work


def test_an_answer_that_takes_too_long_is_given_up_and_still_found(tmp_path: Path) -> None:
    store = open_store(Settings(str(tmp_path), (b"k" * 32,)))
    threads = AnswerThreads([store])
    may_go_on, was_found = threading.Event(), threading.Event()

    def answer(work: Work) -> bytes:
        del work
        was_found.set()
        return b"answer"

    def read() -> Question:
        assert may_go_on.wait(20)
        return Question(bytes(16), bytes(32), answer)

    async def ask() -> None:
        with pytest.raises(TimeoutError):
            await threads.answer(read, 0.05)
        may_go_on.set()
        assert await threads.answer(read, 20.0) == b"answer"

    try:
        asyncio.run(ask())
        assert was_found.is_set()
    finally:
        may_go_on.set()
        threads.close()
        store.close()


def test_a_thread_leaves_the_others_their_share_of_what_waits(tmp_path: Path) -> None:
    """Of all that wait, the first and the last wait for each other: one thread cannot take both."""
    store = open_store(Settings(str(tmp_path), (b"k" * 32,)))
    threads = AnswerThreads([store, store])
    question = Question(bytes(16), bytes(32), lambda work: b"answer")
    at_work, both = threading.Semaphore(0), threading.Barrier(2)
    gates = [threading.Event(), threading.Event()]

    def busy(gate: threading.Event) -> Question:
        at_work.release()
        assert gate.wait(20)
        return question

    def together() -> Question:
        both.wait(5)
        return question

    async def ask() -> None:
        first = []
        for gate in gates:
            first.append(asyncio.ensure_future(threads.answer(partial(busy, gate), 20.0)))
            await asyncio.sleep(0)
            assert await asyncio.to_thread(at_work.acquire, timeout=20)
        waiting = [together, *[lambda: question] * (LEAST - 1), together]
        later = [asyncio.ensure_future(threads.answer(read, 20.0)) for read in waiting]
        await asyncio.sleep(0)
        for gate in gates:
            gate.set()
            await asyncio.sleep(0.05)
        assert set(await asyncio.gather(*first, *later)) == {b"answer"}

    try:
        asyncio.run(ask())
    finally:
        for gate in gates:
            gate.set()
        threads.close()
        store.close()
