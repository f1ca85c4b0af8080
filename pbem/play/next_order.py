"""The order that a player need not type, because the game expects it."""

from engine import Decision, Done, Fight, Order, PhaseOpen, State, Step, check, legal
from engine.advice import safe_answer

_FIGHTING = frozenset({"battle", "combat"})


def default_order(step: Step) -> Order | None:
    """The next battle, the end of the battles, or an answer that costs nothing; None for none."""
    waiting = step.waiting
    if isinstance(waiting, Decision):
        return safe_answer(step.state, waiting)
    if isinstance(waiting, PhaseOpen) and step.state.phase.phase in _FIGHTING:
        return next_battle(step.state) or Done()
    return None


def next_battle(state: State) -> Order | None:
    """The first battle that can be fought now, when `done` is refused because of it."""
    return first_fight(state) if check(state, Done()) else None


def first_fight(state: State) -> Order | None:
    """The first battle that can be fought now."""
    return next((order for order in legal(state) if isinstance(order, Fight)), None)
