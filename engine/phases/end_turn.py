"""The end of a turn: technologies, income, bonuses, what units make, repair, gifts.

Rule: rule book, End turn (B230 to B233).

For a nation whose land pays nothing there is an end of the turn without that income.
"""

from typing import Final

from engine.phases.phase import automatic_phase
from engine.rules.turn.turn_end import resolve_end_of_turn

END_TURN: Final = automatic_phase("end_turn", "end of turn", resolve_end_of_turn)
END_TURN_UNPAID: Final = automatic_phase(
    "end_turn_unpaid", "end of turn without income", resolve_end_of_turn
)
