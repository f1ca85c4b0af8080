"""Orders and records without end: refused at a stated number, and read in steps that grow with it.

A step is a call of a function, as the interpreter counts them: unlike seconds, always the same.
docs/formats/save-v1.md, section "Reading is bounded".
"""

import sys
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pbem.replay import read_position
from pbem.replay.persistent_list import PersistentList
from pbem.replay.walk import MAX_PHASE_ORDERS
from pbem.save import format as container
from pbem.save.errors import NotASaveError
from pbem.save.quotas import MAX_TURN_ACTIONS
from pbem.save.trust import inspect_save, open_save
from pbem.save.trusted_save import TrustedSave
from tests.support.table import Table, table
from tests.support.worst_logs import LOGS, idle_turns, worst_log

BUY = ["buy", [["infantry", 1]]]
_VERIFYING = 6
_PLAYING = 100
"""The most steps for a byte of log: of verifying it, and of playing it."""


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


def bought(game: Table, count: int) -> TrustedSave:
    """The Russians buy so many times, each time in place of the time before."""
    first = game.signed("Russians", ["done"])
    return first.append_orders("Russians", [BUY] * count, game.key("Russians"))


def test_orders_without_end_are_refused_at_a_stated_number(game: Table) -> None:
    """Issue 13: 10,000 orders that replace one another kept a reader busy for hours."""
    assert read_position(bought(game, MAX_PHASE_ORDERS)).error is None
    error = read_position(bought(game, MAX_PHASE_ORDERS + 1)).error
    assert error is not None and (error.code, error.exit_code) == ("too-many-actions", 3)
    with pytest.raises(NotASaveError) as caught:
        bought(game, MAX_TURN_ACTIONS)
    assert caught.value.code == "too-many-actions"


@pytest.mark.slow
@pytest.mark.parametrize("name", LOGS)
def test_the_worst_logs_are_read_in_steps_in_proportion_to_their_length(name: str) -> None:
    check_steps([worst_log(name, count) for count in (30, 60, 90)])


@pytest.mark.slow
def test_turns_of_nothing_are_read_in_steps_in_proportion_to_their_length(tmp_path: Path) -> None:
    check_steps(idle_turns(tmp_path, (6, 12, 18)))


def test_adding_to_a_row_copies_nothing() -> None:
    """A turn of a hundred thousand notes: each is added to those before it."""
    row = PersistentList(range(100_000))
    tracemalloc.start()
    longer = row.plus(1, 2)
    assert tracemalloc.get_traced_memory()[1] < 1_000
    tracemalloc.stop()
    assert longer.count == 100_002 and longer.all()[-3:] == (99_999, 1, 2)
    assert row.count == 100_000 and row.plus() is row


def check_steps(files: Sequence[bytes]) -> None:
    """What is added to a log takes as many steps however much there is before it; and they keep to
    the bound for a byte of log.

    files: of logs with one, two and three times as much of something.
    """
    lengths, verified, played = zip(*map(_steps, files), strict=True)
    for steps, bound in ((verified, _VERIFYING), (played, _PLAYING)):
        first, second = steps[1] - steps[0], steps[2] - steps[1]
        assert second < 1.25 * first + 2_000, steps
        assert second < bound * (lengths[2] - lengths[1]), (steps, lengths)


def _steps(data: bytes) -> tuple[int, int, int]:
    """The length of the log in bytes, and the steps of verifying and of playing it."""
    frames = container.parse(data, container.SAVE).records
    save = open_save(data)
    read_position(save)
    return (
        sum(len(frame) + 4 for frame in frames),
        _counted(lambda: inspect_save(data)),
        _counted(lambda: read_position(save)),
    )


def _counted(work: Callable[[], object]) -> int:
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count
