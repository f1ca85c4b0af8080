"""Units that become those of whoever enters their area, without a fight.

By option, and only where three lists name the nation that enters: that of the area, that of the
owner of the units and that of their type.  They take no part in battles against that nation.

Source: the map dialect (captureUnitOnEnteringBy, canBeCapturedOnEnteringBy).
Options: units_captured_on_entering.
"""

from engine.core.ids import NationName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.common.relations import type_of


def is_captured_by_entry(state: State, unit: Unit, captor: NationName) -> bool:
    """Whether a nation captures a unit by entering the area where it is."""
    definition = state.definition
    return (
        definition.options.units_captured_on_entering
        and captor in definition.board.territories[unit.territory].entry_captors
        and captor in type_of(state, unit).capture.entry_captors
        and captor in definition.map_rules.of(unit.owner).entry_captors
    )
