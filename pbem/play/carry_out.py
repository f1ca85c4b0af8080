"""Carrying out one line of a file of orders in the phase in which it belongs.

Notation: docs/formats/orders-v1.md, section "Files of orders".
"""

from engine import (
    Decision,
    Done,
    Illegal,
    Move,
    Order,
    OrderLine,
    PhaseOpen,
    State,
    Step,
    check,
    decide,
    legal_part,
    with_route,
)
from engine.values import dataclass
from pbem.play.dry_run import DryRun
from pbem.play.landing import landing_of
from pbem.play.next_order import first_fight
from pbem.play.order_file import OrderFile
from pbem.play.playable import Playable

MOST_STEPS = 20_000
NONCOMBAT_MOVE = "noncombat_move"


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """The outcome of a line: whether all or part of it was given, and the reasons against the rest.

    Neither given nor a reason: another player has to go on first.
    """

    is_given: bool
    reasons: tuple[Illegal, ...] = ()

    @property
    def is_in_wrong_phase(self) -> bool:
        """Whether it may be taken in another phase."""
        return not self.is_given and _is_wrong_phase(self.reasons)


def carry_out(turn: Playable, entry: OrderLine, orders: OrderFile) -> LineOutcome:
    """Give an order in the phase in which it belongs.

    When no phase to come takes it, the turn stays where it is: a line in the wrong place must not
    cost the phases in between.
    """
    wanted = orders.headings.get(entry.line)
    if wanted is None and entry.line in orders.noncombat:
        wanted = (NONCOMBAT_MOVE,) if goes_to(DryRun(turn), (NONCOMBAT_MOVE,), orders) else None
    if wanted is not None:
        return _carry_out_in(turn, entry, orders, wanted)
    here = give_here(turn, entry, orders)
    if not here.is_in_wrong_phase:
        return here
    if _give_later(DryRun(turn), entry, orders).is_in_wrong_phase:
        return LineOutcome(False, (_TOO_LATE, *here.reasons))
    return _give_later(turn, entry, orders)


def _carry_out_in(
    turn: Playable, entry: OrderLine, orders: OrderFile, wanted: tuple[str, ...]
) -> LineOutcome:
    """Give an order in one of the phases that its place in the file means."""
    if turn.state.phase.phase not in wanted and not goes_to(DryRun(turn), wanted, orders):
        return LineOutcome(False, (_PHASE_OVER,))
    if not goes_to(turn, wanted, orders):
        return LineOutcome(False)
    return give_here(turn, entry, orders)


def goes_to(turn: Playable, wanted: tuple[str, ...], orders: OrderFile) -> bool:
    """End phases until orders of one of these are taken; False when none comes in this turn."""
    for _ in range(MOST_STEPS):
        settle(turn, orders)
        if turn.is_over or turn.waits_for:
            return False
        if turn.state.phase.phase in wanted:
            return True
        end_phase(turn)
    raise RuntimeError("the turn does not end")


def _give_later(turn: Playable, entry: OrderLine, orders: OrderFile) -> LineOutcome:
    """End phases until one takes an order, or the turn is over."""
    outcome = LineOutcome(False, (_TOO_LATE,))
    for _ in range(MOST_STEPS):
        end_phase(turn)
        there = give_here(turn, entry, orders)
        if turn.is_over and not there.is_given:
            return outcome
        outcome = there
        if not outcome.is_in_wrong_phase:
            return outcome
    raise RuntimeError("the turn does not end")


def give_here(turn: Playable, entry: OrderLine, orders: OrderFile) -> LineOutcome:
    """Give an order without ending a phase: roll what has to be rolled before it, and decide by the
    instructions what is not decided by it.
    """
    for _ in range(MOST_STEPS):
        while turn.needs_dice:
            turn.roll()
        if turn.is_over:
            return LineOutcome(False, (_TURN_OVER,))
        if turn.waits_for:
            return LineOutcome(False)
        waiting = turn.step.waiting
        numbered, reasons = _attempt(turn, entry, orders)
        if not reasons:
            return LineOutcome(True)
        # In their own turn players may leave questions to the defaults; when asked in another, not.
        if not isinstance(waiting, Decision) or not turn.plays_turn:
            part = part_of(turn.step, numbered, orders, reasons)
            if part is not None:
                turn.give(part)
            return LineOutcome(part is not None, reasons)
        turn.give(decide(turn.state, waiting, orders.instructions))
    raise RuntimeError("the questions do not end")


def _attempt(
    turn: Playable, entry: OrderLine, orders: OrderFile
) -> tuple[OrderLine, tuple[Illegal, ...]]:
    """Try to give a line at this point: the line as it reads here, and the reasons against it."""
    state = turn.state
    numbered, nothing = orders.at(state, entry)
    is_open = isinstance(turn.step.waiting, PhaseOpen)
    order = routed(state, numbered.order) if is_open else numbered.order
    if entry.line in orders.landings and isinstance(numbered.order, Move) and not nothing:
        return numbered, _land(turn, numbered.order)
    if not nothing:
        return numbered, turn.attempt(order)
    # In the wrong phase `all` may be nobody yet.
    reasons = check(state, order)
    return numbered, reasons if _is_wrong_phase(reasons) else nothing


def _land(turn: Playable, order: Move) -> tuple[Illegal, ...]:
    """Give the moves of a whole landing; the reasons why there is none."""
    moves, reasons = landing_of(turn.state, order)
    for move in moves:
        turn.give(move)
    return reasons


def _is_wrong_phase(reasons: tuple[Illegal, ...]) -> bool:
    return any(reason.code == "wrong-phase" for reason in reasons)


_TOO_LATE = Illegal("wrong-phase", "no phase still to come in this turn takes it", "B98")
_PHASE_OVER = Illegal(
    "wrong-phase", "the phase of its heading is over or does not come in this turn", "B98"
)
_TURN_OVER = Illegal("turn-over", "the turn is over before this order")


def settle(turn: Playable, orders: OrderFile) -> None:
    """Roll and decide by the instructions until orders are open or another player has to go on."""
    for _ in range(MOST_STEPS):
        if turn.is_over or turn.waits_for:
            return
        waiting = turn.step.waiting
        if turn.needs_dice:
            turn.roll()
        elif isinstance(waiting, Decision):
            turn.give(decide(turn.state, waiting, orders.instructions))
        else:
            return


def finish_turn(turn: Playable, orders: OrderFile) -> None:
    """End all phases until the turn is over or another player has to go on."""
    for _ in range(MOST_STEPS):
        if turn.is_over or turn.waits_for:
            return
        end_phase(turn)
        settle(turn, orders)


def end_phase(turn: Playable) -> None:
    """End the phase, or begin the first battle that has to be fought first."""
    if turn.attempt(Done()):
        turn.give(first_fight(turn.state) or Done())


def part_of(
    step: Step, entry: OrderLine, orders: OrderFile, reasons: tuple[Illegal, ...]
) -> Order | None:
    """The part of a move whose units can go, where some of them cannot (B156); None for none.

    reasons: those against the whole move.
    """
    if not orders.in_part or entry.line in orders.optional or not isinstance(entry.order, Move):
        return None
    if not reasons or _is_wrong_phase(reasons) or not isinstance(step.waiting, PhaseOpen):
        return None
    part, refused = legal_part(step.state, with_route(step.state, entry.order))
    return part if refused else None


def routed(state: State, order: Order) -> Order:
    """A move whose path leaves out territories, with the safest path between them."""
    return with_route(state, order) if isinstance(order, Move) else order
