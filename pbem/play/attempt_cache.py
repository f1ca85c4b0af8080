"""What was tried on the positions of a turn, so that nothing is checked twice on the same one.

A file of orders is walked through several times: over copies of the turn first, then over the turn
itself.  Until dice fall differently all of them pass the same positions.
"""

from engine import Illegal, Order, RollResult, State, Step, attempt, spoken
from engine.values import replace

_Outcome = Step | tuple[Illegal, ...]


def _said(state: State, outcome: _Outcome) -> _Outcome:
    """The outcome with the reasons as people read them."""
    if isinstance(outcome, Step):
        return outcome
    types = state.definition.unit_types
    return tuple(replace(one, text=spoken(one.text, types)) for one in outcome)


class Tried:
    """The outcomes of orders and rolls, shared by a turn and its copies.

    A position is known by its object, not by its contents: the engine never changes one.
    """

    def __init__(self) -> None:
        """Nothing was tried yet."""
        # Each position is kept with its outcome, so that no other object can take its number.
        self._outcomes: dict[tuple[int, Order | RollResult], tuple[State, _Outcome]] = {}

    def attempt(self, state: State, action: Order | RollResult) -> _Outcome:
        """The step after an action, or every reason against it; checked when it is new."""
        key = id(state), action
        if key not in self._outcomes:
            self._outcomes[key] = state, _said(state, attempt(state, action))
        return self._outcomes[key][1]

    def forget(self) -> None:
        """Start again, because no position so far can come again."""
        self._outcomes.clear()
