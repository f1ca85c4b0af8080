"""Whoever waits too long for an answer is told so, and the answer is kept all the same."""

import asyncio
import threading
from pathlib import Path

import pytest

from pbem.dice.authority import Question
from pbem.dice.server.answering import AnswerThreads
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
