"""The share of the fuzzing that is tried every time, always the same (`make fuzz` tries more)."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.fuzz.__main__ import main
from tests.fuzz.readers import Try
from tests.fuzz.targets import TARGETS, Target, chance_of


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_that_is_read_is_too_strange(name: str) -> None:
    with TARGETS[name].begin() as one:
        for number in range(TARGETS[name].share):
            one(chance_of(name, number))


def test_a_fault_is_printed_with_the_words_that_do_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def broken() -> Iterator[Try]:
        def one(chance: object) -> None:
            raise ZeroDivisionError(chance)

        yield one

    monkeypatch.setitem(TARGETS, "mails", Target(broken, 1))
    assert main(["--target", "mails", "--seed", "7", "--most", "2"]) == 1
    said = capsys.readouterr().out
    assert "FAULT: --target mails --seed 8 --most 1" in said
    assert "mails: 2 tries from seed 7 on, 2 faults" in said
    assert main(["--target", "orders", "--seed", "7", "--most", "3"]) == 0
