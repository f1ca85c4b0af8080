"""The steps of a round."""

from engine.core.ids import NationName
from engine.gamedef.names import PhaseName
from engine.gamedef.schema import StepName
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class SequenceStep:
    """One step of the round.

    phase: such as ``"combat_move"``; nation: "" for a step of no nation;
    with_nations: nations whose bought carriers aircraft may count on in this step besides those of
      its own nation.
    spares_aircraft: no aircraft is lost at the end of this step for want of a landing place.
    last_round: the step takes place up to this round only, 0 for ever.
    """

    name: StepName
    phase: PhaseName
    nation: NationName = ""
    last_round: int = 0
    with_nations: tuple[NationName, ...] = ()
    spares_aircraft: bool = False
