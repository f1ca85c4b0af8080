"""The end of a turn: technologies, income, bonuses, what units make, gifts, repair, blockades.

This is their order.

Rule: rule book, End turn (B230 to B233).

For a nation whose land pays nothing there is an end of the turn without that: objectives, what its
units pay and make, war bonds and what blockades cost are as usual.
"""

from typing import Final

from engine.core.event_log import EventLog
from engine.gamedef import State
from engine.phases.phase import automatic_phase
from engine.rules.economy.blockades import resolve_blockades, resolve_rolled_blockades
from engine.rules.economy.bonus import resolve_bonds, resolve_objectives
from engine.rules.economy.creation import resolve_creation, resolve_unit_yields
from engine.rules.economy.gifts import resolve_gifts
from engine.rules.economy.income import resolve_income
from engine.rules.economy.repair import resolve_repairs_at_end
from engine.rules.economy.technology import resolve_activation
from engine.rules.economy.treasuries import resolve_treasury_income
from engine.rules.frame import Events


def _closing(state: State) -> Events:
    return _closed(state, land_pays=True)


def _closing_unpaid(state: State) -> Events:
    return _closed(state, land_pays=False)


def _closed(state: State, *, land_pays: bool) -> Events:
    log = EventLog(state)
    # Nothing is left to do here in a game with a phase of its own for activation.
    log.extend(resolve_activation(log.state))
    if land_pays:
        log.extend(resolve_income(log.state))
    log.extend(resolve_blockades(log.state))
    if land_pays:
        log.extend(resolve_treasury_income(log.state))
    log.extend(resolve_objectives(log.state))
    log.extend(resolve_unit_yields(log.state))
    # Dice that are asked for later on come first.
    log.extend(resolve_creation(log.state))
    log.extend(resolve_gifts(log.state))
    log.extend(resolve_repairs_at_end(log.state))
    # The last thing, because it has to wait for a die.
    log.extend(resolve_bonds(log.state))
    # It may wait for dice as well, and these come before those of bonds.
    log.extend(resolve_rolled_blockades(log.state))
    return log.events


END_TURN: Final = automatic_phase("end_turn", "end of turn", _closing)
END_TURN_UNPAID: Final = automatic_phase(
    "end_turn_unpaid", "end of turn without income", _closing_unpaid
)
