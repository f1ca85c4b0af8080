"""Where an order belongs that this phase does not take."""

from engine import Order, State, check, phase_title
from pbem.play.carry_out import end_phase, settle
from pbem.play.dry_run import DryRun
from pbem.play.order_file import OrderFile
from pbem.play.playable import Playable
from pbem.replay.errors import IllegalOrderError

_MOST_PHASES = 40
_NO_ORDERS = OrderFile((), frozenset(), ())


def right_phase(turn: Playable, order: Order) -> str:
    """What to do to give an order in its phase, in one sentence; "" where no phase takes it.

    A phase that is over can be had back while its end can be taken back.
    """
    for step in reversed(turn.steps[:-1]):
        if not _is_wrong_phase(step.state, order):
            return f"`undo` leads back to the {phase_title(step.state.phase.phase)} phase"
    dry = DryRun(turn)
    for _ in range(_MOST_PHASES):
        settle(dry, _NO_ORDERS)
        if dry.is_over or dry.waits_for:
            return ""
        if not _is_wrong_phase(dry.state, order):
            title = phase_title(dry.state.phase.phase)
            return f"it belongs in the {title} phase; `done` ends this one"
        try:
            end_phase(dry)
        except IllegalOrderError as error:
            # Something has to be ordered before a phase can end, such as a command.
            title = phase_title(dry.state.phase.phase)
            return f"the {title} phase cannot end yet: {error.reasons[0].text}"
    return ""


def _is_wrong_phase(state: State, order: Order) -> bool:
    return any(reason.code == "wrong-phase" for reason in check(state, order))
