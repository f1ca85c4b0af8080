"""Where a turn stands, as lines: what the game waits for, and what there is to do it with."""

from collections.abc import Iterator

from engine import (
    Decision,
    PhaseOpen,
    RollRequest,
    describe_waiting,
    nation_view,
    spendable,
    status_view,
    type_words,
)
from engine.advice import planned_battles, question_lines
from pbem.play.playable import Playable

_SPENDING = frozenset({"tech", "purchase", "bid"})
_PLACING = frozenset({"place", "bid_place"})
_BATTLES = "battle"


def head_lines(turn: Playable) -> Iterator[str]:
    """What the game waits for, and the battles that are open; nothing when the turn is over."""
    if turn.is_over:
        return
    waiting = turn.step.waiting
    if turn.waits_for:
        yield f"{describe_waiting(waiting)}: not yours to answer"
        return
    yield f"{describe_waiting(waiting)}{_means(turn)}"
    battles = status_view(turn.state, waiting).battles
    if not battles:
        return
    if turn.state.phase.phase == _BATTLES:
        yield "  to be fought:"
        yield from (f"    {battle.sentence()}" for battle in planned_battles(turn.state))
    else:
        named = (place if kind == "battle" else f"{kind} {place}" for place, kind in battles)
        yield f"  to be fought: {', '.join(named)}"


def question(turn: Playable, default: str) -> str:
    """What the game waits for in a turn that is not over, as the prompt of a line.

    default: the order that an empty line stands for; "" for none.
    """
    if turn.waits_for:
        return f"{turn.waits_for} have to go on. Sign and hand over (yes), or undo, quit? "
    state, waiting = turn.state, turn.step.waiting
    if isinstance(waiting, Decision):
        lines = [describe_waiting(waiting), *question_lines(state, waiting)]
        return "\n  ".join(lines) + (f"\n[{default}]? " if default else "\nyour answer? ")
    if isinstance(waiting, RollRequest):
        if turn.pending:
            final = "; your orders before it become final"
            return f"{describe_waiting(waiting)}{final}. Roll (yes)? "
        return f"{describe_waiting(waiting)}. Roll [yes]? "
    shown = f" [{default}]" if default else ""
    phase = state.phase.phase.replace("_", " ")
    return f"round {state.round} {state.nation} {phase}{shown}> "


def _means(turn: Playable) -> str:
    """The money in a phase that spends it, the new units in one that places them."""
    phase = turn.state.phase.phase
    if not isinstance(turn.step.waiting, PhaseOpen):
        return ""
    if phase in _SPENDING:
        return f"; {spendable(turn.state)} PUs"
    view = nation_view(turn.state, turn.nation)
    unplaced = ", ".join(
        f"{count} {type_words(kind)}" for kind, count in dict(view.unplaced).items()
    )
    return f"; to place: {unplaced}" if phase in _PLACING and unplaced else ""
