"""A file of orders is walked twice: over a dry run that stores nothing, then over the turn."""

from pathlib import Path

import pytest

from engine import Illegal, Order
from pbem.play.dry_run import DryRun
from pbem.play.from_file import play_file
from pbem.play.order_file import OrderFile, OrderFileError, read_order_file
from pbem.play.session import Session
from tests.support.table import Table, big_world, give, settle, table


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path)


def orders(*lines: str) -> OrderFile:
    return read_order_file("\n".join(lines), big_world())


def test_attackers_hit_and_defenders_miss_and_the_turn_knows_nothing_of_it(game: Table) -> None:
    session = game.session()
    give(session, "done", "done", "move 2 infantry: Karelija > Finland", "done")
    before = (session.state, session.pending, session.save.head)
    dry = DryRun(session)
    dry.attempt(orders("fight Finland").lines[0].order)
    while dry.needs_dice:
        request, roll, _ = dry.roll()
        assert set(roll.dice) == {request.sides if request.side == "defender" else 1}
    assert dry.state != session.state
    assert (session.state, session.pending, session.save.head) == before


def test_a_dry_run_of_a_dry_run_leaves_the_first_one_alone(game: Table) -> None:
    first = DryRun(game.session())
    second = DryRun(first)
    assert second.attempt(orders("done").lines[0].order) == ()
    assert first.pending == ()
    assert len(second.pending) == 1
    assert second.is_under_way
    assert not first.is_under_way


def test_orders_behind_a_complete_turn_are_refused_and_nothing_is_played(game: Table) -> None:
    """What led out of the turn has opened that of another nation, which is not to be played."""
    session = game.session()
    play_file(session, orders("done"))
    assert session.is_over
    pending, head = session.pending, session.save.head
    with pytest.raises(OrderFileError, match="the turn is over before this order") as caught:
        play_file(session, orders("buy 1 infantry"))
    assert "Nothing was changed." in str(caught.value)
    assert (session.pending, session.save.head) == (pending, head)


def test_each_order_is_tried_once_in_the_turn_itself(
    game: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Order] = []
    attempt = Session.attempt

    def counted(self: Session, order: Order) -> tuple[Illegal, ...]:
        tried.append(order)
        return attempt(self, order)

    monkeypatch.setattr(Session, "attempt", counted)
    file = orders("done", "buy 3 infantry", "done", "move 2 infantry: Karelija > Finland", "done")
    session = game.session()
    play_file(session, file, finish=False)
    assert len(tried) == len(file.lines)
    assert session.pending == tuple(tried)


def test_what_a_dry_run_allows_is_what_the_turn_allows(game: Table) -> None:
    session = game.session()
    dry = DryRun(session)
    for line in orders("done", "buy 99 armour", "fight Moscow", "buy 2 infantry", "done").lines:
        assert dry.attempt(line.order) == session.attempt(line.order)
        assert dry.state == session.state
    settle(session)
