"""The steps of a round."""

from typing import Literal, TypeAlias

from engine.core.ids import NationName
from engine.gamedef.names import PhaseName
from engine.gamedef.schema import StepName
from engine.values import dataclass

StepDuty: TypeAlias = Literal[
    "bonus_movement", "repair", "rest_before", "rest_after", "loss_of_aircraft"
]
"""What may be done in a step by itself: bases give movement, units are repaired, units are as fresh
as on the morning of a turn (before or after the orders), and aircraft that cannot land are lost."""


@dataclass(frozen=True, slots=True)
class SequenceStep:
    """One step of the round.

    phase: such as ``"combat_move"``; nation: "" for a step of no nation;
    with_nations: nations whose bought carriers aircraft may count on in this step besides those of
      its own nation.
    does, omits: what is done in it besides what its phase does, and what of that is not done.
    last_round: the step takes place up to this round only, 0 for ever.
    """

    name: StepName
    phase: PhaseName
    nation: NationName = ""
    last_round: int = 0
    with_nations: tuple[NationName, ...] = ()
    does: tuple[StepDuty, ...] = ()
    omits: tuple[StepDuty, ...] = ()
