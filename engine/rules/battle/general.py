"""Everybody else fires: first the attacker, then the defender, casualties of this round included.

Rule: rule book, Battle (B188, B191).  Classic: C33, C34, C38, C39, D16.
"""

from typing import Final

from engine.rules.battle.battle_step import ATTACKER, DEFENDER
from engine.rules.battle.fire import firing_step, general_groups

GENERAL_OF_ATTACKER: Final = firing_step(
    "general_attacker", lambda state: general_groups(state, ATTACKER)
)
GENERAL_OF_DEFENDER: Final = firing_step(
    "general_defender", lambda state: general_groups(state, DEFENDER)
)
