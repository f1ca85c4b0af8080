"""Which step of the round comes next.

Rule: rule book, Sequence of play (B95 to B97).  The steps of a definition are played in order;
after the last one a new round begins.  A step may be limited to the first rounds (bids).  A turn
ends when the next step is that of another nation, or of nobody, or of another round.  Where a map
lets another nation buy between the combat move of a nation and its battles, the turn goes on until
both are over: what moved has moved, and the battles stay.  After all triggers of a politics phase
land goes back where relations say so, and after those of a non-combat move aircraft are lost that
cannot land: a map may give them land until then, or take it.
"""

from engine.core.errors import DefinitionError
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.turn import FramePushed, PhaseBegan, PhaseLeft, RoundBegan, TurnEnded
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.definition import Definition
from engine.rules.economy.technology import resolve_shared_technologies
from engine.rules.movement.phase_edges import resolve_noncombat_move_closing
from engine.rules.politics.chains import resolve_chains
from engine.rules.politics.changing import resolve_given_back
from engine.rules.politics.triggers import moments_after, moments_before, trigger_frames


def resolve_next_step(state: State) -> tuple[Event, ...]:
    """Events that lead from the end of one step to the beginning of the next."""
    definition = state.definition
    here = state.phase
    index, round_number = next_index(definition, here.step, state.round)
    following = definition.sequence[index]
    events = [*resolve_after_triggers(state)]
    leaves = here.nation and following.nation != here.nation
    if (leaves and not is_suspended(definition, here.step)) or round_number != state.round:
        events.extend([TurnEnded(here.nation)] if here.nation else ())
    if round_number != state.round:
        events.append(RoundBegan(round_number))
    events.append(PhaseBegan(index, following.nation, following.phase))
    frames = trigger_frames(definition, moments_before(following))
    return (*events, *(FramePushed(frame) for frame in frames))


def resolve_after_triggers(state: State) -> tuple[Event, ...]:
    """What comes after all that the map makes happen in a phase."""
    match state.phase.phase:
        case "politics":
            log = EventLog(state)
            log.extend(resolve_chains(state))
            log.extend(resolve_given_back(log.state))
            return log.events
        case "noncombat_move":
            return resolve_noncombat_move_closing(state)
        case "tech_activation":
            return resolve_shared_technologies(state)
    return ()


def resolve_after_step(state: State) -> tuple[Event, ...]:
    """What the map makes happen after the step under way, before the next one begins."""
    here = state.phase
    step = state.definition.sequence[here.step]
    frames = trigger_frames(state.definition, moments_after(step))
    return (PhaseLeft(here.nation, here.phase), *(FramePushed(frame) for frame in frames))


def is_suspended(definition: Definition, index: int) -> bool:
    """Whether after a step a nation has still to fight or move that had its combat move before."""
    moved: set[NationName] = set()
    for step in definition.sequence[: index + 1]:
        if step.phase == "combat_move":
            moved.add(step.nation)
    for step in definition.sequence[index + 1 :]:
        if step.phase == "combat_move":
            moved.discard(step.nation)
        elif step.phase in {"battle", "noncombat_move"} and step.nation in moved:
            return True
    return False


def first_step(definition: Definition) -> int:
    """Index of the step with which the game begins.

    Raises DefinitionError when no step is played in every round: such a game would stop.
    """
    if all(step.last_round for step in definition.sequence):
        raise DefinitionError("the sequence of play has no step that takes place in every round")
    names = [step.name for step in definition.sequence]
    before = names.index(definition.setup.step) if definition.setup.step else 0
    return next_index(definition, before - 1, definition.setup.round)[0]


def next_index(definition: Definition, index: int, round_number: int) -> tuple[int, int]:
    """Index and round of the step that follows a step, without those of earlier rounds only."""
    while True:
        index += 1
        if index == len(definition.sequence):
            index, round_number = 0, round_number + 1
        last_round = definition.sequence[index].last_round
        if last_round == 0 or round_number <= last_round:
            return index, round_number
