"""The order that a player need not type, because the game expects it."""

from engine import Decision, Done, Order, PhaseOpen, Step
from engine.advice import safe_answer
from pbem.play.carry_out import next_battle

_FIGHTING = frozenset({"battle", "combat"})


def default_order(step: Step) -> Order | None:
    """The next battle, the end of the battles, or an answer that costs nothing; None for none."""
    waiting = step.waiting
    if isinstance(waiting, Decision):
        return safe_answer(step.state, waiting)
    if isinstance(waiting, PhaseOpen) and step.state.phase.phase in _FIGHTING:
        return next_battle(step.state) or Done()
    return None
