"""Writing down events one after another while looking at their effect.

A rule that needs to see what its own first event did before it decides on the second one works
on an EventLog instead of calling `evolve` by hand.  What it gives back knows where it led, so that
whoever called the rule need not work that out again.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

from engine.core.events import Event
from engine.core.evolve import evolve
from engine.core.state import State

D = TypeVar("D")


class Happened(tuple[Event, ...], Generic[D]):
    """The events of a log, with the state before the first and the one after the last."""

    before: State[D]
    after: State[D]


class EventLog(Generic[D]):
    """A state that moves on with every event, and the events so far.

    It lives inside one function call and is never stored; what leaves the function is the tuple
    of events.
    """

    def __init__(self, state: State[D]) -> None:
        """Start from a state; nothing has happened yet."""
        self.state = state
        self._before = state
        self._events: list[Event] = []

    def add(self, *events: Event) -> None:
        """These events happen now, in this order."""
        self.extend(events)

    def extend(self, events: Iterable[Event]) -> None:
        """The same for the result of another rule."""
        if isinstance(events, Happened) and events.before is self.state:
            self.state = events.after
            self._events += events
            return
        for event in events:
            self.state = evolve(self.state, event)
            self._events.append(event)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened, in order."""
        if not self._events:
            return ()
        happened: Happened[D] = Happened(self._events)
        happened.before, happened.after = self._before, self.state
        return happened
