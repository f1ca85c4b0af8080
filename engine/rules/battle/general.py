"""All other units fire: first the attacker, then the defender, casualties of this round included.

Rule: rule book, Battle (B188, B191).  Classic: C33, C34, C38, C39, D16.
"""

from typing import Final

from engine.rules.battle.battle_step import ATTACKER, DEFENDER
from engine.rules.battle.fire import firing_step, general_groups

STEPS: Final = (
    firing_step("general_of_attacker", lambda state: general_groups(state, ATTACKER)),
    firing_step("general_of_defender", lambda state: general_groups(state, DEFENDER)),
)
