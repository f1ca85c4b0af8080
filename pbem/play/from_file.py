"""Playing a turn from a file of orders: all or nothing, every fault with its line.

The file is walked through twice: first over a dry run, where an illegal order is a fault and
nothing is stored, then over the turn itself.  What depends on how the battles really go can only be
known on the way; there the turn stops, keeps what was played, and can be continued.

A file that was begun and cut off (a crash, a dice authority out of reach) is continued with
pbem.play.resume.

Notation: docs/formats/orders-v1.md, section "Files of orders".
"""

from engine import Illegal, OrderLine
from engine.values import dataclass
from pbem.play.carry_out import carry_out, finish_turn, settle
from pbem.play.dry_run import DryRun
from pbem.play.follow_ons import without_follow_ons
from pbem.play.move_phases import with_phases
from pbem.play.order_file import LineFault, OrderFile, OrderFileError
from pbem.play.playable import Playable
from pbem.text import counted

_NOT_ASKED = Illegal("not-your-turn", "only what the game asks for can be answered now", "G20")


def play_file(
    turn: Playable, orders: OrderFile, *, finish: bool = True, is_tried: bool = False
) -> tuple[LineFault, ...]:
    """Play the orders of a file, and with `finish` the rest of the turn's phases without orders.

    is_tried: `orders` come from `try_file`, so that they need not be tried again.

    Returns the moves of which some units had to stay, with the reasons (B156); optional lines are
    made by all their units or left out.
    Raises OrderFileError with everything that is wrong: before anything is stored when a line
    cannot be read or an order cannot be legal, or on the way when it turns out illegal after dice
    were rolled; then everything before it stays played.  Where another player has to go on (a
    defender who is asked) it stops without a fault; the rest is for --resume.
    """
    if not is_tried:
        orders = try_file(turn, DryRun(turn), orders, finish=finish)
    played = _walk(turn, orders, finish=finish, to_first_fault=True)
    if played.faults:
        raise OrderFileError(
            played.faults,
            "The dice rolled before this line are final, and so is everything up to it. "
            "Correct the rest and go on with --resume, or by hand with `pbem play`.",
        )
    return played.stayed


def try_file(turn: Playable, dry: DryRun, orders: OrderFile, *, finish: bool = True) -> OrderFile:
    """Try the orders of a file on a copy of a turn, with dice that favour the player.

    dry: a fresh copy of the turn, which is played.
    Returns the file with its moves put into phases.
    Raises OrderFileError with everything that is wrong; nothing is stored.
    """
    orders, unclear = with_phases(turn, orders)
    walked = _walk(dry, orders, finish=finish)
    # A defender who is asked gives answers only; the rest of a turn is for --resume.
    not_asked = (LineFault(entry.line, entry.text, (_NOT_ASKED,)) for entry in walked.left)
    known = {fault.line for fault in unclear}
    others = (fault for fault in walked.faults if fault.line not in known)
    faults = (*orders.unread, *unclear, *others, *not_asked)
    if faults:
        own, hidden = without_follow_ons(faults, orders)
        raise OrderFileError(own, _nothing_changed(turn, hidden))
    return orders


def walk_on_average(dry: DryRun, orders: OrderFile, *, finish: bool) -> tuple[LineFault, ...]:
    """Carry out a file on a copy of a turn to its end; the lines that its dice made impossible."""
    walked = _walk(dry, orders, finish=False)
    settle(dry, orders)
    if finish:
        finish_turn(dry, orders)
    return walked.faults


def _nothing_changed(turn: Playable, hidden: int) -> str:
    """What to say after the faults that were found before anything was played.

    hidden: how many faults are left out because they only follow from these.
    """
    ends = ["Nothing was changed."]
    if hidden:
        ends.append(f"{counted(hidden, 'more line')} cannot be carried out because of that.")
    if turn.pending:
        drafted = counted(len(turn.pending), "order")
        ends.append(
            f"{drafted} of your draft came before the file; `undo 1` in `pbem play` takes all back."
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


def _walk(
    turn: Playable, orders: OrderFile, *, finish: bool, to_first_fault: bool = False
) -> _Walked:
    """Carry out the orders until they end or another player has to go on."""
    faults: list[LineFault] = []
    stayed: list[LineFault] = []
    for index, entry in enumerate(orders.lines):
        outcome = carry_out(turn, entry, orders)
        fault = LineFault(entry.line, entry.text, outcome.reasons)
        if outcome.is_given:
            stayed += [fault] if outcome.reasons else []
        elif not outcome.reasons:
            return _Walked(tuple(faults), tuple(stayed), orders.lines[index:])
        elif entry.line not in orders.optional:
            faults.append(fault)
            if to_first_fault:
                break
    if not faults:
        settle(turn, orders)
        if finish:
            finish_turn(turn, orders)
    return _Walked(tuple(faults), tuple(stayed))
