"""Orders without end: refused at a stated number, and read in time that grows with the number."""

import time
from pathlib import Path

import pytest

from pbem.replay import read_position
from pbem.replay.walk import MAX_PHASE_ORDERS
from pbem.save.errors import NotASaveError
from pbem.save.ledger import MAX_TURN_ACTIONS
from pbem.save.trust import TrustedSave, open_save
from tests.support.table import Table, table

BUY = ["buy", [["infantry", 1]]]
DONE = ["done"]


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


def test_reading_the_longest_turn_takes_time_in_proportion(game: Table) -> None:
    """Four times the orders take no more than eight times as long, with room for a busy machine."""

    def seconds(count: int) -> float:
        data = bought(game, count).to_bytes()
        begin = time.process_time()
        assert read_position(open_save(data)).error is None
        return time.process_time() - begin

    few, many = seconds(MAX_PHASE_ORDERS // 4), seconds(MAX_PHASE_ORDERS)
    assert many < 8 * few
