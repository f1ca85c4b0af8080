"""A game: new_game, check, legal, apply, undo.

The only loop of the engine is in here: after every action the game goes on by itself until it
waits for somebody.  Everything else it asks the ruleset, the phase and the topmost frame.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.agenda import Decision, GameOver, PhaseFrame, PhaseOpen
from engine.core.chance import RollRequest, RollResult, check_roll
from engine.core.errors import DefinitionError, Illegal, IllegalActionError
from engine.core.event_log import EventLog
from engine.core.events.turn import PhaseClosing, PhaseEnded, PhaseOpened
from engine.core.ids import TerritoryName
from engine.gamedef import Definition, State
from engine.gamedef.position import Step, Waiting
from engine.orders.agreed import AgreedAction, AgreedEdit, AgreeDraw, GiveUp
from engine.orders.clear_standing import ClearStanding
from engine.orders.done import Done
from engine.orders.file_standing import FileStanding
from engine.orders.form import Action, Order
from engine.orders.move import Move
from engine.orders.resign import Resign
from engine.phases.phase import Phase
from engine.rules.common.frame import Events, FrameRules
from engine.rules.common.standing_orders import check_standing, resolve_standing
from engine.rules.politics.agreed import check_agreed_action, resolve_agreed_action
from engine.rules.politics.surrender import resolve_surrender
from engine.rules.turn.sequence import resolve_after_step
from engine.rulesets.registry import ruleset_of

_MOST_STEPS: Final = 10_000


def new_game(definition: Definition) -> Step:
    """The position at the start, with what happened by itself before the first order.

    Raises DefinitionError for a game that never waits for anybody.
    """
    step = _settle(EventLog(ruleset_of(definition.ruleset).start(definition)))
    if step is None:
        text = "sequence: the game goes on by itself without end; give a nation something to do"
        raise DefinitionError(text)
    return step


def waiting_for(state: State) -> Waiting:
    """What a settled state waits for."""
    waiting = _advance(state)
    if isinstance(waiting, tuple):
        raise ValueError("the state is not settled; use the state of a Step")
    return waiting


def check(state: State, order: Order, waiting: Waiting | None = None) -> tuple[Illegal, ...]:
    """Every reason against an order; () means that it is legal.

    waiting: what the state waits for, if that is known from its Step; it is worked out otherwise.
    """
    waiting = waiting or waiting_for(state)
    if isinstance(waiting, GameOver):
        return (Illegal("game-over", f"the game is over: {waiting.outcome.text}"),)
    if isinstance(order, Resign) and not isinstance(waiting, RollRequest):
        return ()
    if isinstance(waiting, PhaseOpen):
        if isinstance(order, FileStanding | ClearStanding):
            ruleset = ruleset_of(state.definition.ruleset)
            return check_standing(state, order, ruleset.check_instruction)
        return _phase(state).check(state, order)
    return _frame(state).check(state, order)


def legal(state: State, territory: TerritoryName | None = None) -> Iterator[Order]:
    """Atomic orders that are legal now, sorted.

    In a phase: one unit, one purchase, one research die at a time.  territory: only orders about
    units standing there, which is much quicker on a large board.
    """
    waiting = waiting_for(state)
    if isinstance(waiting, PhaseOpen):
        return _phase(state).legal(state, territory)
    if isinstance(waiting, GameOver | RollRequest):
        return iter(())
    return _frame(state).legal(state)


def legal_starts(state: State) -> Iterator[Order]:
    """As `legal`, with one move at most from each territory.

    That says which kinds of order are open and from where, at a small part of the time.
    """
    if isinstance(waiting_for(state), PhaseOpen) and (starts := _phase(state).legal_starts):
        return starts(state)
    return legal(state)


def legal_part(state: State, move: Move) -> tuple[Move | None, tuple[Illegal, ...]]:
    """The move with only those of its units that can go, and the reasons against the others (B156).

    The move itself and () when all can go; None when none can.
    """
    return ruleset_of(state.definition.ruleset).legal_part(state, move)


def apply(state: State, action: Action | AgreedAction) -> Step:
    """The step after an action.

    Raises IllegalActionError with every reason; the given state is untouched either way.
    """
    outcome = attempt(state, action)
    if not isinstance(outcome, Step):
        raise IllegalActionError(outcome)
    return outcome


def attempt(
    state: State, action: Action | AgreedAction, waiting: Waiting | None = None
) -> Step | tuple[Illegal, ...]:
    """The step after an action, or every reason against it; it is checked once.

    waiting: as for `check`.
    """
    if reasons := check_action(state, action, waiting):
        return reasons
    step = _step_after(state, action)
    if step is None:
        text = "after this the game would go on by itself without end"
        return (Illegal("no-rest", f"{text}: its scenario gives nobody anything to do"),)
    return step


def _step_after(state: State, action: Action | AgreedAction) -> Step | None:
    """The step after an action that there is no reason against; None as for `_settle`."""
    log = EventLog(state)
    if isinstance(action, RollResult):
        log.extend(_frame(state).roll(state, action))
    elif isinstance(action, AgreedEdit | AgreeDraw | GiveUp):
        ruleset = ruleset_of(state.definition.ruleset)
        log.extend(resolve_agreed_action(state, action, ruleset.resolve_edit))
    elif isinstance(action, Resign):
        waiting = waiting_for(state)
        asked = waiting.nation if isinstance(waiting, Decision) else state.nation
        log.extend(resolve_surrender(state, asked))
    elif isinstance(action, FileStanding | ClearStanding):
        log.extend(resolve_standing(state, action))
    elif len(state.agenda) > 1:
        log.extend(_frame(state).resolve(state, action))
    else:
        log.extend(_phase(state).resolve(state, action))
        if isinstance(action, Done):
            log.add(PhaseClosing(state.nation, state.phase.phase))
    return _settle(log)


def check_action(
    state: State, action: Action | AgreedAction, waiting: Waiting | None = None
) -> tuple[Illegal, ...]:
    """The same as `check`, for dice and agreed actions as well as for orders."""
    waiting = waiting or waiting_for(state)
    if isinstance(action, AgreedEdit | AgreeDraw | GiveUp):
        ruleset = ruleset_of(state.definition.ruleset)
        return check_agreed_action(state, waiting, action, ruleset.check_edit)
    if not isinstance(action, RollResult):
        return check(state, action, waiting)
    if not isinstance(waiting, RollRequest):
        return (Illegal("no-dice-wanted", "the game does not wait for dice"),)
    return check_roll(waiting, action)


def undo(start: State, orders: Sequence[Order], index: int) -> tuple[Step, tuple[int, ...]]:
    """Take back one of the orders given since `start` (B159, B238, G15).

    orders: those applied to `start`, none of them followed by dice.  The others are played again
    without it.
    Returns the step after the remaining orders and the indices of the orders that need the one
    taken back (they are left out as well).
    """
    dropped: list[int] = []
    state = start
    step = Step(start, (), waiting_for(start))
    for place, order in enumerate(orders):
        if place == index:
            continue
        outcome = attempt(state, order)
        if not isinstance(outcome, Step):
            dropped.append(place)
            continue
        step, state = outcome, outcome.state
    return step, tuple(dropped)


def check_undo(start: State, orders: Sequence[Order], index: int) -> tuple[Illegal, ...]:
    """Every reason against taking back one order alone: the orders that need it (B159, B238).

    orders: as for `undo`; IndexError when there is no such order.
    """
    if not 0 <= index < len(orders):
        raise IndexError(index)
    if isinstance(orders[index], Done):
        needing: tuple[int, ...] = tuple(range(index + 1, len(orders)))
    else:
        needing = undo(start, orders, index)[1]
    return tuple(
        Illegal("needed-by-another", f"order {place + 1} needs it", "B159") for place in needing
    )


def _phase(state: State) -> Phase:
    return ruleset_of(state.definition.ruleset).phases[state.phase.phase]


def _frame(state: State) -> FrameRules:
    return ruleset_of(state.definition.ruleset).frames[type(state.agenda[-1])]


def _settle(log: EventLog[Definition]) -> Step | None:
    """Go on until the game waits for somebody; None when it does not in so many steps.

    A scenario may come from an opponent, and have no step in which anybody has anything to do.
    """
    for _ in range(_MOST_STEPS):
        following = _advance(log.state)
        if not isinstance(following, tuple):
            return Step(log.state, tuple(log.events), following)
        log.extend(following)
    return None


def _advance(state: State) -> Events | Waiting:
    if state.outcome is not None:
        return GameOver(state.outcome)
    if not isinstance(state.agenda[-1], PhaseFrame):
        return _frame(state).advance(state)
    return _advance_phase(state, state.phase)


def _advance_phase(state: State, frame: PhaseFrame) -> Events | Waiting:
    phase = _phase(state)
    match frame.stage:
        case "begin" if phase.is_automatic:
            return (PhaseEnded(frame.nation, frame.phase), *phase.closing(state))
        case "begin":
            return (PhaseOpened(frame.nation, frame.phase), *phase.opening(state))
        case "open" if phase.is_automatic:
            # Another program had begun it, and then nothing of it is left (setup.under_way).
            return (PhaseEnded(frame.nation, frame.phase),)
        case "open":
            return PhaseOpen(frame.nation, frame.phase)
        case "end":
            return (PhaseEnded(frame.nation, frame.phase), *phase.closing(state))
        case "over" if state.definition.script.triggers:
            return resolve_after_step(state)
        case _:
            return ruleset_of(state.definition.ruleset).next_step(state)
