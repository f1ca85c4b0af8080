"""Going on with a file of orders that has been played in part.

A turn can be cut off in the middle of a file: the process is killed, or the dice authority cannot
be reached.  The lines that the log (or the draft) holds already are then left out.  Nothing is
guessed: a file that does not begin with what was played is refused.
"""

from collections.abc import Iterator

from engine import (
    Action,
    AgreedEdit,
    AgreeDraw,
    Decision,
    Done,
    Fight,
    GiveUp,
    Move,
    OrderLine,
    RollResult,
    Step,
    apply,
    check,
)
from engine.values import replace
from pbem.play.carry_out import part_of, routed
from pbem.play.landing import landing_of
from pbem.play.order_file import OrderFile
from pbem.play.session import Session
from pbem.replay import describe, read_history
from pbem.text import quoted
from pbem.usage import UsageError


def without_played(session: Session, orders: OrderFile) -> OrderFile:
    """The file without the lines that were played in this turn.

    What the program had added by itself (the end of a phase, the next battle, answers by
    instruction, dice) need not be in the file.
    Raises UsageError `other-orders` when an order was played that is not in the file at that place.
    """
    rest = list(orders.lines)
    landing: list[Move] = []
    for before, action in _played(session):
        if landing and action == landing[0]:
            del landing[0]
            continue
        found = _position(rest, before, action, orders)
        if found is not None:
            landing = _rest_of_landing(before, rest[found], orders)
            del rest[: found + 1]
        elif not _is_automatic(before, action):
            shown = describe(action, before.state.definition)
            expected = f"line {rest[0].line} is {quoted(rest[0].text)}" if rest else "it ends there"
            raise UsageError(
                "other-orders",
                f"The file does not begin with what was played in this turn: {quoted(shown)} was "
                f"played, and {expected}.",
                "Leave out --resume to give all its orders, or go on by hand.",
            )
    return replace(orders, lines=tuple(rest))


def _played(session: Session) -> Iterator[tuple[Step, Action]]:
    """Every action of the turn so far with the step before it, the draft included."""
    history = read_history(session.save)
    moments = history.line()
    step = moments[0].step
    for moment in moments[1:]:
        action = moment.action
        if (
            moment.turn == history.finished
            and action is not None
            and not isinstance(action, AgreedEdit | AgreeDraw | GiveUp)
            and session.is_mine(moment.nation)
        ):
            yield step, action
        step = moment.step
    for order in session.pending:
        yield step, order
        step = apply(step.state, order)


def _position(rest: list[OrderLine], before: Step, action: Action, orders: OrderFile) -> int | None:
    """Where in the rest of the file an action is; only optional lines may come before it.

    Of a move of which some units had to stay, the part that went was played.
    """
    for index, entry in enumerate(rest):
        numbered, _ = orders.at(before.state, entry)
        whole = routed(before.state, numbered.order)
        if entry.line in orders.landings and isinstance(numbered.order, Move):
            moves, _ = landing_of(before.state, numbered.order)
            whole = moves[0] if moves else whole
        if action == whole:
            return index
        if isinstance(whole, Move):
            reasons = check(before.state, whole)
            if action == part_of(before, numbered, orders, reasons):
                return index
        if entry.line not in orders.optional:
            return None
    return None


def _rest_of_landing(before: Step, entry: OrderLine, orders: OrderFile) -> list[Move]:
    """The moves of a whole landing after its first one; none for any other line."""
    order = orders.at(before.state, entry)[0].order
    if entry.line not in orders.landings or not isinstance(order, Move):
        return []
    return list(landing_of(before.state, order)[0][1:])


def _is_automatic(before: Step, action: Action) -> bool:
    return isinstance(action, RollResult | Done | Fight) or isinstance(before.waiting, Decision)
