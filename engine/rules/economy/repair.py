"""Repair of units that can take more than one hit.

Usually every damaged unit of every nation is repaired at the end of every turn, so in effect after
its battle.  The alternative, in which a nation's units are repaired before its combat move, is part
of that phase.  A game that has both repairs only the units of the nation on turn at the end of its
turn.  Bombing damage of factories is a separate matter and stays.

Rule: rule book, Special cases of firing (B84, B200), End turn (B233), settled in G2.
Options: repair_at_end_of_turn, repair_at_start_of_turn, repair_needs_facility.
"""

from collections.abc import Iterator

from engine.core.events.economy import UnitsRepaired
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.damage import is_disabled
from engine.rules.frame import Events
from engine.rules.relations import is_allied, is_sea, type_of


def resolve_repairs_at_end(state: State) -> Events:
    """Every damaged unit on the board is repaired, if the game repairs at the end of a turn."""
    options = state.definition.options
    if not options.repair_at_end_of_turn:
        return ()
    own_only = options.repair_at_start_of_turn
    damaged = tuple(
        unit.id
        for unit in state.units.values()
        if unit.hits
        and (unit.owner == state.nation or not own_only)
        and may_be_repaired(state, unit)
    )
    return (UnitsRepaired(damaged),) if damaged else ()


def may_be_repaired(state: State, unit: Unit) -> bool:
    """Whether a damaged unit is repaired where it is, when the time has come.

    By option a unit of its side must do it: in its area, or on land beside the zone of a ship.
    """
    if not state.definition.options.repair_needs_facility:
        return True
    kinds = state.definition.unit_types
    if not any(unit.type in kind.repairs for kind in kinds.values()):
        return False
    return any(
        unit.type in kinds[facility.type].repairs
        and is_allied(state, unit.owner, facility.owner)
        and not is_disabled(state, facility)
        for place in _near(state, unit)
        for facility in state.units_in(place)
    )


def _near(state: State, unit: Unit) -> Iterator[TerritoryName]:
    """Where units may stand that repair a unit."""
    yield unit.territory
    if type_of(state, unit).is_sea:
        for place in state.definition.board.neighbours(unit.territory):
            if not is_sea(state, place):
                yield place
