"""Units that become an ally's because of where they are.

At the end of its turn a nation gives the units in certain areas to an ally: the area, the giver and
the unit type must each name that ally.  Where several could get a unit, the one that the area names
first gets it.  Who owns the area does not matter.

Rule: the map dialect (changeUnitOwners, giveUnitControl, canBeGivenByTerritoryTo); the Patriotic
War of A&A Europe.
Options: units_given_to_allies.
"""

from engine.core.event_log import EventLog
from engine.core.events.economy import UnitsGiven
from engine.gamedef import State
from engine.rules.common.frame import Events
from engine.rules.common.relations import type_of


def resolve_gifts(state: State) -> Events:
    """The gifts of the nation on turn, area by area in the order of their names."""
    definition = state.definition
    if not definition.options.units_given_to_allies:
        return ()
    giver = state.nation
    allies = next(
        (entry.gives_to for entry in definition.politics.nations if entry.name == giver), ()
    )
    log = EventLog(state)
    for area in definition.board.territories.values():
        for getter in area.given_to:
            if getter == giver or getter not in allies:
                continue
            given = tuple(
                unit.id
                for unit in log.state.units_in(area.name)
                if unit.owner == giver and getter in type_of(log.state, unit).capture.given_to
            )
            if given:
                log.add(UnitsGiven(area.name, given, giver, getter))
    return log.events
