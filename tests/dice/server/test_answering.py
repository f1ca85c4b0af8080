"""Whoever waits too long for an answer is told so, and the answer is kept all the same."""

import asyncio
import threading
from collections.abc import Callable
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


def test_a_second_thread_begins_when_as_many_wait_as_the_first_has_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(Settings(str(tmp_path), (b"k" * 32,)))
    threads = AnswerThreads([store, store])
    question = Question(bytes(16), bytes(32), lambda work: b"answer")
    at_work = threading.Semaphore(0)
    gates = [threading.Event() for _ in range(3)]

    def busy(gate: threading.Event) -> Question:
        at_work.release()
        assert gate.wait(20)
        return question

    def ask(number: int, read: Callable[[], Question]) -> list["asyncio.Future[bytes]"]:
        return [asyncio.ensure_future(threads.answer(read, 20.0)) for _ in range(number)]

    async def begin(number: int, gate: threading.Event) -> list["asyncio.Future[bytes]"]:
        asked = ask(number, partial(busy, gate))
        await asyncio.sleep(0)
        return asked

    async def play() -> None:
        asked = []
        for gate in gates[:2]:
            asked += await begin(1, gate)
            assert await asyncio.to_thread(at_work.acquire, timeout=20)
        # Both are busy with one each: the first to be free takes these four.
        asked += await begin(4, gates[2])
        gates[0].set()
        assert await asyncio.to_thread(at_work.acquire, timeout=20)
        monkeypatch.setattr("pbem.dice.server.answering._PATIENCE", 20.0)
        gates[1].set()
        few = ask(3, lambda: question)
        await asyncio.sleep(0.2)
        assert not any(one.done() for one in few)
        asked += [*few, *ask(1, lambda: question)]
        assert set(await asyncio.gather(*few)) == {b"answer"}
        # Whoever is too few for long is answered as well.
        monkeypatch.setattr("pbem.dice.server.answering._PATIENCE", 0.05)
        assert await asyncio.gather(*ask(1, lambda: question)) == [b"answer"]
        assert not asked[2].done()
        gates[2].set()
        assert set(await asyncio.gather(*asked)) == {b"answer"}

    try:
        asyncio.run(play())
    finally:
        for gate in gates:
            gate.set()
        threads.close()
        store.close()
