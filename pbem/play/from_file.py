"""Playing a turn from a file of orders: all or nothing, every fault with its line.

Before anything is signed the whole file is tried on a copy of the position with dice that favour
the mover: an order that is illegal even then is a fault, and then nothing is stored.  What depends
on how the battles really go can only be found out on the way; there the turn stops, keeps what was
played, and can be continued.

A file that was begun and cut off (a crash, a dice authority out of reach) is continued with
pbem.play.resume.

Notation: docs/formats/orders-v1.md, section "Files of orders".
"""

from engine import (
    Decision,
    Done,
    Fight,
    Illegal,
    Instruction,
    Move,
    Order,
    OrderLine,
    PhaseOpen,
    RollRequest,
    RollResult,
    State,
    Step,
    apply,
    check,
    decide,
    legal,
    legal_part,
    with_route,
)
from pbem.play.order_file import LineFault, OrderFile, OrderFileError
from pbem.play.playable import Playable
from pbem.replay import ends_turn, waiting_nation
from pbem.text import counted

_MOST_STEPS = 20_000


def play_file(
    session: Playable, orders: OrderFile, *, finish: bool = True
) -> tuple[LineFault, ...]:
    """Play the orders of a file, and with `finish` the rest of the turn's phases without orders.

    Returns the moves of which some units had to stay, with the reasons (B156); optional lines are
    made by all their units or left out.
    Raises OrderFileError with everything that is wrong: before anything is stored when a line
    cannot be read or an order cannot be legal, or on the way when it turned out illegal after dice
    had fallen; then everything before it stays played.  Where another player has to go on (a
    defender who is asked) it stops without a fault; the rest is for --resume.
    """
    trial = _Trial(session.step, session)
    faults = (*orders.unread, *_walk(trial, orders, finish=finish))
    if faults:
        ends = ["Nothing was changed."]
        if orders.unread and len(orders.unread) < len(faults):
            ends.append("Orders can be refused here because of a line that cannot be read.")
        if session.pending:
            drafted = counted(len(session.pending), "order")
            ends.append(
                f"{drafted} of your draft came before the file; `undo 1` in `pbem play` undoes all."
            )
        if session.is_under_way:
            ends.append("If this file was begun already, --resume leaves out what was played.")
        raise OrderFileError(faults, " ".join(ends))
    stayed: list[LineFault] = []
    faults = _walk(_Real(session), orders, finish=finish, stayed=stayed)
    if faults:
        raise OrderFileError(
            faults,
            "The dice that fell before this line stand, and so does everything up to it. "
            "Correct the rest and go on with --resume, or by hand with `pbem play`.",
        )
    return tuple(stayed)


class _Trial:
    """A copy of the position on which attackers hit and defenders miss; stores nothing.

    Defenders who would be asked in the player's own turn do what the defaults say.
    """

    def __init__(self, step: Step, session: Playable) -> None:
        self.step = step
        self.session = session
        # Asked after an action only: the step before it may tell of an earlier turn (a bid).
        self.is_over = False

    def give(self, order: Order) -> None:
        self._follow(apply(self.step.state, order))

    def roll(self, request: RollRequest) -> None:
        face = 1 if request.side != "defender" else request.sides
        self._follow(apply(self.step.state, RollResult((face,) * request.count)))

    def _follow(self, step: Step) -> None:
        self.step = step
        self.is_over = ends_turn(step, self.session.mover)

    @property
    def plays_turn(self) -> bool:
        return self.session.plays_turn

    @property
    def waits_for_another(self) -> bool:
        asked = waiting_nation(self.step)
        return not self.session.plays_turn and not self.session.is_mine(asked)


class _Real:
    """The session itself."""

    def __init__(self, session: Playable) -> None:
        self.session = session

    @property
    def step(self) -> Step:
        return self.session.step

    @property
    def is_over(self) -> bool:
        return self.session.is_over

    @property
    def plays_turn(self) -> bool:
        return self.session.plays_turn

    @property
    def waits_for_another(self) -> bool:
        return self.session.waits_for != ""

    def give(self, order: Order) -> None:
        self.session.give(order)

    def roll(self, request: RollRequest) -> None:
        del request
        self.session.roll()


class _HandedOver(Exception):  # noqa: N818 - no error: another player has to go on
    """The game waits for another player, who is asked in this turn or whose turn it is."""


def _walk(
    table: _Trial | _Real,
    orders: OrderFile,
    *,
    finish: bool,
    stayed: list[LineFault] | None = None,
) -> tuple[LineFault, ...]:
    """Carry out the orders until they end or another player has to go on; the faults.

    stayed: in the game itself, where moves are noted of which some units stay; then the first fault
    is the last.
    """
    faults: list[LineFault] = []
    rest = list(orders.lines)
    try:
        _walk_on(table, orders, rest, faults, finish=finish, stayed=stayed)
    except _HandedOver:
        if isinstance(table, _Trial):
            # A defender who is asked gives answers only; the rest of a turn is for --resume.
            faults += [LineFault(entry.line, entry.text, (_NOT_ASKED,)) for entry in rest]
    return tuple(faults)


def _walk_on(
    table: _Trial | _Real,
    orders: OrderFile,
    rest: list[OrderLine],
    faults: list[LineFault],
    *,
    finish: bool,
    stayed: list[LineFault] | None,
) -> None:
    """rest: the lines to carry out; each is taken off when its turn has come."""
    while rest:
        reasons = _reach(table, rest[0], orders)
        entry, _ = orders.at(table.step.state, rest[0])
        del rest[0]
        given = routed(table.step.state, entry.order)
        if reasons and (part := part_of(table.step, entry, orders)) is not None:
            if stayed is not None:
                stayed.append(LineFault(entry.line, entry.text, reasons))
            given, reasons = part, ()
        if not reasons:
            table.give(given)
        elif entry.line not in orders.optional:
            faults.append(LineFault(entry.line, entry.text, reasons))
            if stayed is not None:
                return
    for _ in range(_MOST_STEPS):
        _settle(table, orders.instructions)
        if table.is_over or not finish or faults:
            break
        if isinstance(table.step.waiting, PhaseOpen):
            table.give(next_battle(table.step.state) or Done())


def _reach(table: _Trial | _Real, entry: OrderLine, orders: OrderFile) -> tuple[Illegal, ...]:
    """Go on to the phase in which an order belongs; the reasons against it there.

    When no phase to come takes it, the turn stays where it is: a line in the wrong place must not
    cost the phases in between.
    """
    _settle(table, orders.instructions, entry.order)
    if table.is_over:
        return (Illegal("turn-over", "the turn is over before this order"),)
    reasons = _reasons(table, entry, orders)
    if not _is_wrong_phase(reasons):
        return reasons
    if isinstance(table, _Real):
        ahead = _Trial(table.step, table.session)
        if _is_wrong_phase(_go_on(ahead, entry, orders)):
            return (_TOO_LATE, *reasons)
        return _go_on(table, entry, orders)
    ahead = _Trial(table.step, table.session)
    found = _go_on(ahead, entry, orders)
    if _is_wrong_phase(found):
        return (_TOO_LATE, *reasons)
    table.step = ahead.step
    return found


def _go_on(table: _Trial | _Real, entry: OrderLine, orders: OrderFile) -> tuple[Illegal, ...]:
    """End phases until one takes an order, or the turn is over; the reasons against it there."""
    reasons: tuple[Illegal, ...] = ()
    for _ in range(_MOST_STEPS):
        table.give(next_battle(table.step.state) or Done())
        _settle(table, orders.instructions, entry.order)
        if table.is_over:
            return reasons or (_TOO_LATE,)
        reasons = _reasons(table, entry, orders)
        if not _is_wrong_phase(reasons):
            return reasons
    raise RuntimeError("the turn does not end")


def _reasons(table: _Trial | _Real, entry: OrderLine, orders: OrderFile) -> tuple[Illegal, ...]:
    state = table.step.state
    numbered, nothing = orders.at(state, entry)
    reasons = check(state, routed(state, numbered.order))
    # In the wrong phase `all` may be nobody yet.
    return nothing if nothing and not _is_wrong_phase(reasons) else reasons


def _is_wrong_phase(reasons: tuple[Illegal, ...]) -> bool:
    return any(reason.code == "wrong-phase" for reason in reasons)


_NOT_ASKED = Illegal("not-your-turn", "only what the game asks can be answered now", "G20")
_TOO_LATE = Illegal("wrong-phase", "no phase that is still to come in this turn takes it", "B98")


def _settle(
    table: _Trial | _Real, instructions: tuple[Instruction, ...], order: Order | None = None
) -> None:
    """Roll what has to be rolled and decide by the instructions what is not decided by `order`."""
    for _ in range(_MOST_STEPS):
        waiting = table.step.waiting
        if table.is_over:
            return
        if table.waits_for_another:
            raise _HandedOver
        if isinstance(waiting, RollRequest):
            table.roll(waiting)
        elif isinstance(waiting, Decision):
            is_answer = order is not None and not check(table.step.state, order)
            # In his own turn a player may leave questions to the defaults; who is asked may not.
            if is_answer or (order is not None and not table.plays_turn):
                return
            table.give(decide(table.step.state, waiting, instructions))
        else:
            return


def part_of(step: Step, entry: OrderLine, orders: OrderFile) -> Order | None:
    """The part of a move whose units can go, where some of them cannot (B156); None for none."""
    if orders.is_strict or entry.line in orders.optional or not isinstance(entry.order, Move):
        return None
    if not isinstance(step.waiting, PhaseOpen):
        return None
    move = with_route(step.state, entry.order)
    if _is_wrong_phase(check(step.state, move)):
        return None
    part, reasons = legal_part(step.state, move)
    return part if reasons else None


def routed(state: State, order: Order) -> Order:
    """A move whose path leaves out territories, with the safest way between them."""
    return with_route(state, order) if isinstance(order, Move) else order


def next_battle(state: State) -> Order | None:
    """The first battle that can be fought now, when `done` is refused because of it."""
    if not check(state, Done()):
        return None
    return next((order for order in legal(state) if isinstance(order, Fight)), None)
