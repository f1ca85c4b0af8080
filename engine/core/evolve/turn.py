"""What the events of the sequence of play do to a state."""

from typing import Final, TypeVar

from engine.core.agenda import PhaseFrame
from engine.core.blocks import BlockTurn
from engine.core.events import Event
from engine.core.events.turn import (
    FramePopped,
    FramePushed,
    FrameReplaced,
    GameEnded,
    PhaseBegan,
    PhaseClosing,
    PhaseEnded,
    PhaseLeft,
    PhaseOpened,
    PhaseSkipped,
    RoundBegan,
    StandingOrdersChanged,
    TurnEnded,
)
from engine.core.evolve.theatres import without_turn
from engine.core.state import State, TurnRecord, with_units
from engine.core.unit import awake, rested
from engine.core.words import PhaseStage
from engine.values import replace

D = TypeVar("D")

END_OF_TURN: Final = ("end_turn", "end_turn_unpaid")


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one."""
    match event:
        # Frames first: half of all that happens is a step of a battle that goes on to the next.
        case FrameReplaced():
            return replace(state, agenda=(*state.agenda[:-1], event.frame))
        case FramePushed():
            return replace(state, agenda=(*state.agenda, event.frame))
        case FramePopped():
            return replace(state, agenda=state.agenda[:-1])
        case RoundBegan():
            return replace(state, round=event.round)
        case PhaseBegan():
            frame = PhaseFrame(event.step, event.nation, event.phase, "begin")
            # What a map makes happen after the end of a turn still belongs to that turn.
            is_over = bool(state.agenda) and state.phase.phase in END_OF_TURN
            before = _forget_battles(state) if is_over else state
            return replace(
                _forget_work(before) if event.phase == "place" else before, agenda=(frame,)
            )
        case PhaseOpened():
            return _at_stage(state, "open")
        case PhaseClosing() | PhaseSkipped():
            return _at_stage(state, "end")
        case PhaseEnded():
            return _at_stage(state, "over")
        case PhaseLeft():
            return _at_stage(state, "left")
        case TurnEnded():
            rested = _forget_turn(state)
            return replace(rested, halted=without_turn(state.halted, event.nation))
        case GameEnded():
            return replace(state, outcome=event.outcome)
    return _evolve_standing(state, event)


def _evolve_standing(state: State[D], event: Event) -> State[D] | None:
    if not isinstance(event, StandingOrdersChanged):
        return None
    others = {name: kept for name, kept in state.standing_orders.items() if name != event.nation}
    if event.instructions:
        others[event.nation] = event.instructions
    return replace(state, standing_orders=others)


def _at_stage(state: State[D], stage: PhaseStage) -> State[D]:
    frame = replace(state.phase, stage=stage)
    return replace(state, agenda=(frame, *state.agenda[1:]))


def _forget_turn(state: State[D]) -> State[D]:
    """Every unit as fresh as on the morning of a turn, and an empty record.

    What was fought for is remembered where another nation goes on before the turn is closed.
    """
    changed = [rested(unit) for unit in awake(state.units.values())]
    blocks = None if state.blocks is None else replace(state.blocks, turn=BlockTurn())
    done = state.turn
    turn = TurnRecord(
        conquered=done.conquered, fought=done.fought, retaken=done.retaken, related=done.related
    )
    return replace(with_units(state, changed), turn=turn, battles=(), blocks=blocks)


def _forget_work(state: State[D]) -> State[D]:
    """Factories begin to build anew: a turn may have several placements."""
    if not (state.turn.placed or state.turn.built or state.turn.constructed):
        return state
    turn = replace(state.turn, placed=(), built=(), constructed=(), boarded=(), produced={})
    return replace(state, turn=turn)


def _forget_battles(state: State[D]) -> State[D]:
    """The end of a turn: land that was taken and wars that began are as any other from now on."""
    return replace(state, turn=replace(state.turn, conquered=(), fought=(), retaken=(), related=()))
