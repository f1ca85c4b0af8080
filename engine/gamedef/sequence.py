"""The steps of a round."""

from typing import Annotated, Literal, TypeAlias

from engine.core.ids import NOBODY, NationName
from engine.gamedef.names import PhaseName
from engine.gamedef.schema import StepName
from engine.marks import Doc
from engine.values import dataclass

StepDuty: TypeAlias = Literal[
    "bonus_movement", "repair", "rest_before", "rest_after", "loss_of_aircraft"
]
"""What may be done in a step by itself: bases give movement, units are repaired, units are as fresh
as on the morning of a turn (before or after the orders), and aircraft that cannot land are lost."""


@dataclass(frozen=True, slots=True)
class SequenceStep:
    """One step of the round."""

    name: Annotated[StepName, Doc("what it is called")]
    phase: Annotated[PhaseName, Doc("what is done in it, such as `combat_move`")]
    nation: Annotated[NationName, Doc('whose it is, "" for a step of no nation')] = NOBODY
    last_round: Annotated[int, Doc("it takes place up to this round only, 0 for ever")] = 0
    with_nations: Annotated[
        tuple[NationName, ...],
        Doc(
            "nations whose bought carriers aircraft may count on in this step besides those "
            "of its own nation"
        ),
    ] = ()
    does: Annotated[
        tuple[StepDuty, ...], Doc("what is done in it besides what its phase does")
    ] = ()
    omits: Annotated[tuple[StepDuty, ...], Doc("what of its phase is not done in it")] = ()
