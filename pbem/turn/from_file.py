"""Playing a turn from a file of orders: all or nothing, every fault with its line.

Before anything is signed the whole file is tried on a copy of the position with dice that favour
the mover: an order that is illegal even then is a fault, and then nothing is stored.  What depends
on how the battles really go can only be found out on the way; there the turn stops, keeps what was
played, and can be continued.

Notation: docs/formats/orders-v1.md, section "Files of orders".
"""

import re
from dataclasses import dataclass

from engine import (
    Decision,
    Definition,
    Done,
    Fight,
    GameOver,
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
    parse_orders,
    with_route,
)
from pbem.turn.errors import IllegalOrderError
from pbem.turn.reading import ends_turn, waiting_nation
from pbem.turn.session import Session
from pbem.usage import UsageError

_OPTIONAL = re.compile(r"^(\s*)try\s+", re.IGNORECASE)
_MOST_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class OrderFile:
    """A file of orders that could be read.

    lines: the orders; optional: numbers of lines that are skipped when they are not possible;
    instructions: what to do in battles.
    """

    lines: tuple[OrderLine, ...]
    optional: frozenset[int]
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class LineFault:
    """An order of the file that the rules refuse."""

    line: int
    text: str
    reasons: tuple[Illegal, ...]

    def sentence(self) -> str:
        """The fault in one sentence."""
        cited = [f"{one.text} ({one.rule})" if one.rule else one.text for one in self.reasons]
        return f"line {self.line}, {self.text!r}: {'; '.join(cited)}"


class OrderFileError(IllegalOrderError):
    """Orders of a file that are illegal; nothing was stored unless it says so."""

    def __init__(self, faults: tuple[LineFault, ...], way_out: str) -> None:
        """faults: at least one."""
        super().__init__("", faults[0].reasons)
        self.faults = faults
        self._way_out = way_out

    def __str__(self) -> str:
        """One line for each fault."""
        return "\n".join([*(fault.sentence() for fault in self.faults), self._way_out])


def read_order_file(text: str, definition: Definition) -> OrderFile:
    """Read a file of orders; UsageError with every line that cannot be read."""
    optional: set[int] = set()
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if _OPTIONAL.match(line):
            optional.add(number)
            lines[number - 1] = _OPTIONAL.sub(r"\1", line)
    parsed = parse_orders("\n".join(lines), definition)
    if parsed.faults:
        sentences = [f"line {fault.line}: {fault.text}" for fault in parsed.faults]
        raise UsageError("orders-unreadable", "\n".join(sentences), "\nNothing was changed.")
    instructions = tuple(entry.instruction for entry in parsed.instructions)
    return OrderFile(parsed.orders, frozenset(optional), instructions)


def play_file(session: Session, orders: OrderFile, *, finish: bool = True) -> None:
    """Play the orders of a file, and with `finish` the rest of the turn's phases without orders.

    Raises OrderFileError: before anything is stored when an order cannot be legal, or on the way
    when it turned out illegal after dice had fallen; then everything before it stays played.
    """
    trial = _Trial(session.step, session.nation)
    faults = _walk(trial, orders, finish=finish)
    if faults:
        raise OrderFileError(faults, "Nothing was changed.")
    faults = _walk(_Real(session), orders, finish=finish, stop=True)
    if faults:
        raise OrderFileError(
            faults,
            "The dice that fell before this line stand. Everything up to it is kept; "
            "go on from there with `pbem play`.",
        )


class _Trial:
    """A copy of the position on which attackers hit and defenders miss; stores nothing."""

    def __init__(self, step: Step, nation: str) -> None:
        self.step = step
        self.nation = nation

    @property
    def is_over(self) -> bool:
        return waiting_nation(self.step) != self.nation or ends_turn(self.step, self.nation)

    def give(self, order: Order) -> None:
        self.step = apply(self.step.state, order)

    def roll(self, request: RollRequest) -> None:
        face = 1 if request.side != "defender" else request.sides
        self.step = apply(self.step.state, RollResult((face,) * request.count))


class _Real:
    """The session itself."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def step(self) -> Step:
        return self.session.step

    @property
    def is_over(self) -> bool:
        return self.session.is_over

    def give(self, order: Order) -> None:
        self.session.give(order)

    def roll(self, request: RollRequest) -> None:
        del request
        self.session.roll()


def _walk(
    table: _Trial | _Real, orders: OrderFile, *, finish: bool, stop: bool = False
) -> tuple[LineFault, ...]:
    """Carry out the orders; the faults (only the first one with `stop`)."""
    faults: list[LineFault] = []
    for entry in orders.lines:
        reasons = _reach(table, entry.order, orders.instructions)
        if not reasons:
            table.give(_routed(table.step.state, entry.order))
        elif entry.line not in orders.optional:
            faults.append(LineFault(entry.line, entry.text, reasons))
            if stop:
                return tuple(faults)
    for _ in range(_MOST_STEPS):
        _settle(table, orders.instructions)
        if table.is_over or not finish:
            break
        if isinstance(table.step.waiting, PhaseOpen):
            table.give(next_battle(table.step.state) or Done())
    return tuple(faults)


def _reach(
    table: _Trial | _Real, order: Order, instructions: tuple[Instruction, ...]
) -> tuple[Illegal, ...]:
    """Go on to the phase in which an order belongs; the reasons against it there."""
    for _ in range(_MOST_STEPS):
        _settle(table, instructions, order)
        if table.is_over:
            return (Illegal("turn-over", "the turn is over before this order"),)
        reasons = check(table.step.state, _routed(table.step.state, order))
        later = any(reason.code == "wrong-phase" for reason in reasons)
        if not later or isinstance(table.step.waiting, GameOver):
            return reasons
        table.give(next_battle(table.step.state) or Done())
    raise RuntimeError("the turn does not end")


def _settle(
    table: _Trial | _Real, instructions: tuple[Instruction, ...], order: Order | None = None
) -> None:
    """Roll what has to be rolled and decide by the instructions what is not decided by `order`."""
    for _ in range(_MOST_STEPS):
        waiting = table.step.waiting
        if table.is_over:
            return
        if isinstance(waiting, RollRequest):
            table.roll(waiting)
        elif isinstance(waiting, Decision):
            if order is not None and not check(table.step.state, order):
                return
            table.give(decide(table.step.state, waiting, instructions))
        else:
            return


def _routed(state: State, order: Order) -> Order:
    """A move whose path leaves out territories, with the safest way between them."""
    return with_route(state, order) if isinstance(order, Move) else order


def next_battle(state: State) -> Order | None:
    """The first battle that can be fought now, when `done` is refused because of it."""
    if not check(state, Done()):
        return None
    return next((order for order in legal(state) if isinstance(order, Fight)), None)
