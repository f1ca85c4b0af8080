"""Whether everything in a game can be reported: sentences, reports and views of its turns."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine import (
    Action,
    Definition,
    State,
    Step,
    apply,
    describe_waiting,
    events,
    evolve,
    nation_view,
    new_game,
    status_view,
    territory_view,
)
from engine.core.ids import UnitId
from engine.view.aims import aim_views
from engine.view.conditions import objective_rows, trigger_rows
from pbem.atlas.page_model import PageMap
from pbem.report.board import render_board
from pbem.report.map_page import picture_of
from pbem.report.map_picture import overlay_of
from pbem.report.model import TurnFacts
from pbem.report.narrate import sentences
from pbem.report.render import Format, render_turn
from pbem.report.scenes import Event
from pbem.report.summary import summarise

_OTHER_FORMATS: Final[tuple[Format, ...]] = ("md", "bbcode")

_SILENT: Final[tuple[type, ...]] = (
    events.turn.FramePushed,
    events.turn.FrameReplaced,
    events.turn.FramePopped,
    events.turn.PhaseBegan,
    events.turn.PhaseOpened,
    events.turn.PhaseClosing,
    events.turn.PhaseEnded,
    events.turn.PhaseLeft,
    events.turn.TurnEnded,
    events.movement.MovementEnded,
    events.movement.TroopsJumped,
    events.movement.UnitsLoaded,
    events.movement.UnitsUnloaded,
    events.movement.AircraftBound,
    events.movement.AircraftReleased,
    events.movement.AircraftStowed,
    events.battle.Bombarded,
    events.triggers.LossesCounted,
    events.triggers.BattleCounted,
    events.triggers.UseCounted,
)
"""Bookkeeping, and events that another one beside them reports."""


def tell(definition: Definition, actions: Sequence[Action]) -> list[str]:
    """The report of every finished turn as text; all other forms and views are made as well.

    Raises AssertionError for an event that nothing reports, and whatever a report raises.
    """
    first = step = new_game(definition)
    # What a map shows of a position is made every time; it is laid out in sizes only once.
    picture = picture_of(first.state)
    happened: list[Event] = []
    marked: set[UnitId] = set()
    reports: list[str] = []
    for action in actions:
        before, step = step.state, apply(step.state, action)
        unsaid = [type(event).__name__ for event in untold(before, step.events, marked)]
        assert not unsaid, f"nothing tells of {', '.join(unsaid)}"
        happened.extend(step.events)
        if step.state.nation != first.state.nation:
            reports.append(_report(first.state, happened, step.state, picture))
            _look_at(step, picture)
            first, happened = step, []
    return reports


def untold(before: State, happened: Sequence[Event], marked: set[UnitId]) -> Iterator[Event]:
    """The events of a stretch without a sentence, except those that need none.

    marked: the casualties named so far, whose removal needs no other word; it is added to.
    """
    for event in happened:
        if isinstance(event, events.battle.CasualtiesMarked):
            marked.update(event.killed)
        is_loss = isinstance(event, events.battle.UnitsDestroyed) and marked.issuperset(event.units)
        needs_none = isinstance(event, _SILENT) or is_loss
        if not needs_none and not any(sentences(before, (event,))):
            yield event
        before = evolve(before, event)


def _report(before: State, happened: Sequence[Event], after: State, picture: PageMap) -> str:
    facts = TurnFacts("Soak", "00", before.round, before.nation, "", "dice of a soak")
    summary = summarise(before, happened, after, facts)
    for form in _OTHER_FORMATS:
        assert render_turn(summary, form)
    assert overlay_of(after, summary)
    assert "</html>" in render_turn(summary, "html", picture)
    return render_turn(summary, "txt")


def _look_at(step: Step, picture: PageMap) -> None:
    """Every question about the position is answered."""
    state = step.state
    assert status_view(state, step.waiting)
    assert describe_waiting(step.waiting)
    aim_views(state)
    objective_rows(state)
    trigger_rows(state)
    assert render_board(state, picture)
    for nation in state.definition.politics.nation_names:
        assert nation_view(state, nation).name == nation
    for place in state.definition.board.territories:
        assert territory_view(state, place).name == place
