"""What has happened is worked out once, however many rules hand it on."""

import pytest

from engine.core import event_log
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.turn import RoundBegan
from engine.core.evolve import evolve
from engine.core.state import State
from engine.gamedef import Definition
from tests.support.positions import big_world, position


@pytest.fixture
def evolved(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """Every event that a log works out."""
    seen: list[Event] = []

    def counted(state: State[Definition], event: Event) -> State[Definition]:
        seen.append(event)
        return evolve(state, event)

    monkeypatch.setattr(event_log, "evolve", counted)
    return seen


def test_the_result_of_another_rule_is_not_worked_out_again(evolved: list[Event]) -> None:
    start = position(big_world(), "Russians", "purchase")
    inner = EventLog(start)
    inner.add(RoundBegan(2), RoundBegan(3))
    outer = EventLog(start)
    outer.extend(inner.events)
    assert outer.state is inner.state
    assert outer.events == (RoundBegan(2), RoundBegan(3))
    assert evolved == [RoundBegan(2), RoundBegan(3)]


def test_the_result_of_another_state_is_worked_out_from_this_one() -> None:
    start = position(big_world(), "Russians", "purchase")
    inner = EventLog(start)
    inner.add(RoundBegan(2))
    outer = EventLog(position(big_world(), "Germans", "purchase"))
    outer.extend(inner.events)
    assert outer.state.nation == "Germans"
    assert outer.state.round == 2


def test_nothing_happened_is_an_empty_tuple() -> None:
    assert EventLog(position(big_world(), "Russians", "purchase")).events == ()
