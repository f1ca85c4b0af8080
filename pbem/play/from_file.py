"""Playing a turn from a file of orders: all or nothing, every fault with its line.

The file is walked through twice: first over a dry run, where an illegal order is a fault and
nothing is stored, then over the turn itself.  What depends on how the battles really go can only be
known on the way; there the turn stops, keeps what was played, and can be continued.

A file that was begun and cut off (a crash, a dice authority out of reach) is continued with
pbem.play.resume.

Notation: docs/formats/orders-v1.md, section "Files of orders".
"""

from dataclasses import dataclass

from engine import (
    Decision,
    Done,
    Fight,
    Illegal,
    Move,
    Order,
    OrderLine,
    PhaseOpen,
    State,
    Step,
    check,
    decide,
    legal,
    legal_part,
    with_route,
)
from pbem.play.dry_run import DryRun
from pbem.play.order_file import LineFault, OrderFile, OrderFileError
from pbem.play.playable import Playable
from pbem.text import counted

_MOST_STEPS = 20_000


def play_file(turn: Playable, orders: OrderFile, *, finish: bool = True) -> tuple[LineFault, ...]:
    """Play the orders of a file, and with `finish` the rest of the turn's phases without orders.

    Returns the moves of which some units had to stay, with the reasons (B156); optional lines are
    made by all their units or left out.
    Raises OrderFileError with everything that is wrong: before anything is stored when a line
    cannot be read or an order cannot be legal, or on the way when it turns out illegal after dice
    were rolled; then everything before it stays played.  Where another player has to go on (a
    defender who is asked) it stops without a fault; the rest is for --resume.
    """
    dry = _walk(DryRun(turn), orders, finish=finish)
    # A defender who is asked gives answers only; the rest of a turn is for --resume.
    not_asked = (LineFault(entry.line, entry.text, (_NOT_ASKED,)) for entry in dry.left)
    faults = (*orders.unread, *dry.faults, *not_asked)
    if faults:
        raise OrderFileError(faults, _nothing_changed(turn, orders, faults))
    played = _walk(turn, orders, finish=finish, to_first_fault=True)
    if played.faults:
        raise OrderFileError(
            played.faults,
            "The dice rolled before this line are final, and so is everything up to it. "
            "Correct the rest and go on with --resume, or by hand with `pbem play`.",
        )
    return played.stayed


def _nothing_changed(turn: Playable, orders: OrderFile, faults: tuple[LineFault, ...]) -> str:
    """What to say after the faults that were found before anything was played."""
    ends = ["Nothing was changed."]
    if orders.unread and len(orders.unread) < len(faults):
        ends.append("Orders can be refused here because of a line that cannot be read.")
    if turn.pending:
        drafted = counted(len(turn.pending), "order")
        ends.append(
            f"{drafted} of your draft came before the file; `undo 1` in `pbem play` undoes all."
        )
    if turn.is_under_way:
        ends.append("If this file was begun already, --resume leaves out what was played.")
    return " ".join(ends)


@dataclass(frozen=True, slots=True)
class _Walked:
    """The outcome of the lines of a file.

    faults: those that were refused; stayed: moves of which some units stayed; left: those that
    come after an action of another player.
    """

    faults: tuple[LineFault, ...]
    stayed: tuple[LineFault, ...]
    left: tuple[OrderLine, ...] = ()


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The outcome of a line: whether all or part of it was given, and the reasons against the rest.

    Neither given nor a reason: another player has to go on first.
    """

    is_given: bool
    reasons: tuple[Illegal, ...] = ()

    @property
    def is_in_wrong_phase(self) -> bool:
        """Whether it may be taken in another phase."""
        return not self.is_given and _is_wrong_phase(self.reasons)


def _walk(
    turn: Playable, orders: OrderFile, *, finish: bool, to_first_fault: bool = False
) -> _Walked:
    """Carry out the orders until they end or another player has to go on."""
    faults: list[LineFault] = []
    stayed: list[LineFault] = []
    for place, entry in enumerate(orders.lines):
        outcome = _carry_out(turn, entry, orders)
        fault = LineFault(entry.line, entry.text, outcome.reasons)
        if outcome.is_given:
            stayed += [fault] if outcome.reasons else []
        elif not outcome.reasons:
            return _Walked(tuple(faults), tuple(stayed), orders.lines[place:])
        elif entry.line not in orders.optional:
            faults.append(fault)
            if to_first_fault:
                break
    if not faults:
        _settle(turn, orders)
        if finish:
            _finish(turn, orders)
    return _Walked(tuple(faults), tuple(stayed))


def _carry_out(turn: Playable, entry: OrderLine, orders: OrderFile) -> _Outcome:
    """Give an order in the phase in which it belongs.

    When no phase to come takes it, the turn stays where it is: a line in the wrong place must not
    cost the phases in between.
    """
    here = _give_here(turn, entry, orders)
    if not here.is_in_wrong_phase:
        return here
    if _give_later(DryRun(turn), entry, orders).is_in_wrong_phase:
        return _Outcome(False, (_TOO_LATE, *here.reasons))
    return _give_later(turn, entry, orders)


def _give_later(turn: Playable, entry: OrderLine, orders: OrderFile) -> _Outcome:
    """End phases until one takes an order, or the turn is over."""
    outcome = _Outcome(False, (_TOO_LATE,))
    for _ in range(_MOST_STEPS):
        _end_phase(turn)
        there = _give_here(turn, entry, orders)
        if turn.is_over and not there.is_given:
            return outcome
        outcome = there
        if not outcome.is_in_wrong_phase:
            return outcome
    raise RuntimeError("the turn does not end")


def _give_here(turn: Playable, entry: OrderLine, orders: OrderFile) -> _Outcome:
    """Give an order without ending a phase: roll what has to be rolled before it, and decide by the
    instructions what is not decided by it.
    """
    for _ in range(_MOST_STEPS):
        while turn.needs_dice:
            turn.roll()
        if turn.is_over:
            return _Outcome(False, (_TURN_OVER,))
        if turn.waits_for:
            return _Outcome(False)
        waiting = turn.step.waiting
        numbered, reasons = _attempt(turn, entry, orders)
        if not reasons:
            return _Outcome(True)
        # In their own turn players may leave questions to the defaults; when asked in another, not.
        if not isinstance(waiting, Decision) or not turn.plays_turn:
            part = part_of(turn.step, numbered, orders, reasons)
            if part is not None:
                turn.give(part)
            return _Outcome(part is not None, reasons)
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
    if not nothing:
        return numbered, turn.attempt(order)
    # In the wrong phase `all` may be nobody yet.
    reasons = check(state, order)
    return numbered, reasons if _is_wrong_phase(reasons) else nothing


def _is_wrong_phase(reasons: tuple[Illegal, ...]) -> bool:
    return any(reason.code == "wrong-phase" for reason in reasons)


_NOT_ASKED = Illegal("not-your-turn", "only what the game asks for can be answered now", "G20")
_TOO_LATE = Illegal("wrong-phase", "no phase still to come in this turn takes it", "B98")
_TURN_OVER = Illegal("turn-over", "the turn is over before this order")


def _settle(turn: Playable, orders: OrderFile) -> None:
    """Roll and decide by the instructions until orders are open or another player has to go on."""
    for _ in range(_MOST_STEPS):
        if turn.is_over or turn.waits_for:
            return
        waiting = turn.step.waiting
        if turn.needs_dice:
            turn.roll()
        elif isinstance(waiting, Decision):
            turn.give(decide(turn.state, waiting, orders.instructions))
        else:
            return


def _finish(turn: Playable, orders: OrderFile) -> None:
    """End all phases until the turn is over or another player has to go on."""
    for _ in range(_MOST_STEPS):
        if turn.is_over or turn.waits_for:
            return
        _end_phase(turn)
        _settle(turn, orders)


def _end_phase(turn: Playable) -> None:
    """End the phase, or begin the first battle that has to be fought first."""
    if turn.attempt(Done()):
        turn.give(_first_fight(turn.state) or Done())


def part_of(
    step: Step, entry: OrderLine, orders: OrderFile, reasons: tuple[Illegal, ...]
) -> Order | None:
    """The part of a move whose units can go, where some of them cannot (B156); None for none.

    reasons: those against the whole move.
    """
    if orders.is_strict or entry.line in orders.optional or not isinstance(entry.order, Move):
        return None
    if not reasons or _is_wrong_phase(reasons) or not isinstance(step.waiting, PhaseOpen):
        return None
    part, refused = legal_part(step.state, with_route(step.state, entry.order))
    return part if refused else None


def routed(state: State, order: Order) -> Order:
    """A move whose path leaves out territories, with the safest path between them."""
    return with_route(state, order) if isinstance(order, Move) else order


def next_battle(state: State) -> Order | None:
    """The first battle that can be fought now, when `done` is refused because of it."""
    return _first_fight(state) if check(state, Done()) else None


def _first_fight(state: State) -> Order | None:
    return next((order for order in legal(state) if isinstance(order, Fight)), None)
