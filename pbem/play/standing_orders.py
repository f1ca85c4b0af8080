"""Giving standing orders as a text: all of them together, every fault with its line.

The text is what a nation's standing orders will be afterwards.  They become orders of the turn
under way like any others: kept as a draft, signed with the next dice or the end of the turn.
"""

from engine import (
    ClearStanding,
    Definition,
    FileStanding,
    Illegal,
    NationName,
    Order,
    StandingInstruction,
    State,
    Step,
    attempt,
    format_standing,
    parse_standing,
)
from pbem.play.order_file import LineFault, OrderFileError
from pbem.play.playable import Playable
from pbem.replay.errors import NotYourTurnError

_UNCHANGED = "Nothing was changed."


def standing_text(state: State, nation: NationName) -> str:
    """The standing orders of a nation, a line each; "" for none."""
    lines = standing_lines(state.standing_orders.get(nation, ()), state.definition)
    return "".join(f"{line}\n" for line in lines)


def standing_lines(
    instructions: tuple[StandingInstruction, ...], definition: Definition
) -> tuple[str, ...]:
    """Instructions as text."""
    return tuple(format_standing(entry, definition) for entry in instructions)


def file_standing(session: Playable, text: str) -> tuple[Order, ...]:
    """Make a text the standing orders of the nation that plays; the orders that were given.

    Raises OrderFileError with every fault, and NotYourTurnError outside the player's own turn;
    nothing is changed then.
    """
    if session.is_over or session.waits_for or not session.plays_turn:
        raise NotYourTurnError(
            "not-in-your-turn",
            "standing orders are given in your own turn, before it is complete",
            "Take back the last `done`, or wait for your next turn.",
        )
    definition = session.state.definition
    lines, faults = parse_standing(text, definition)
    found: dict[int, list[Illegal]] = {}
    for fault in faults:
        found.setdefault(fault.line, []).append(Illegal(fault.code, fault.text))
    written = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    wrong = [
        LineFault(number, written[number - 1].strip(), tuple(reasons), False)
        for number, reasons in found.items()
    ]
    state = session.state
    old = state.standing_orders.get(state.nation, ())
    wanted = [line.instruction for line in lines]
    given: list[Order] = []
    if old != tuple(wanted[: len(old)]):
        given.append(ClearStanding())
    else:
        lines = lines[len(old) :]
    for order in given:
        outcome = attempt(state, order)
        if not isinstance(outcome, Step):
            raise OrderFileError((LineFault(1, "standing nothing", outcome),), _UNCHANGED)
        state = outcome.state
    for line in lines:
        order = FileStanding(line.instruction)
        outcome = attempt(state, order)
        if not isinstance(outcome, Step):
            wrong.append(LineFault(line.line, line.text, outcome))
            continue
        state = outcome.state
        given.append(order)
    if wrong:
        raise OrderFileError(tuple(wrong), _UNCHANGED)
    for order in given:
        session.give(order)
    return tuple(given)
