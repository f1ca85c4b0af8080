"""What is done by itself in a step, which a map may move from one step to another.

By the rule book bases give movement and units are repaired before the combat move, aircraft that
cannot land are lost after the non-combat move and the placement, and units rest when their turn
ends.  A step may do such a thing besides what its phase does, or omit it.

Source: the map dialect (stepProperty).
"""

from engine.gamedef import State
from engine.gamedef.sequence import StepDuty


def has_duty(state: State, duty: StepDuty, *, usually: bool = False) -> bool:
    """Whether something is done in the step under way; usually: whether its phase does it."""
    step = state.definition.sequence[state.phase.step]
    return duty in step.does or (usually and duty not in step.omits)
