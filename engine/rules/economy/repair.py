"""Repair of units that can take more than one hit.

Usually every damaged unit of every nation is repaired at the end of every turn, so in effect after
its battle.  The alternative, in which a nation's units are repaired before its combat move, is part
of that phase.  A game that has both repairs only the units of the nation on turn at the end of its
turn.  Bombing damage of factories is a separate matter and stays.

Rule: rule book, Special cases of firing (B84, B200), End turn (B233), settled in G2.
Options: repair_at_end_of_turn, repair_at_start_of_turn.
"""

from engine.core.events.economy import UnitsRepaired
from engine.gamedef import State
from engine.rules.frame import Events


def resolve_repairs_at_end(state: State) -> Events:
    """Every damaged unit on the board is repaired, if the game repairs at the end of a turn."""
    options = state.definition.options
    if not options.repair_at_end_of_turn:
        return ()
    own_only = options.repair_at_start_of_turn
    damaged = tuple(
        unit.id
        for unit in state.units.values()
        if unit.hits and (unit.owner == state.nation or not own_only)
    )
    return (UnitsRepaired(damaged),) if damaged else ()
