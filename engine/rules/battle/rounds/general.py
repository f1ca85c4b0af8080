"""All other units fire: first the attacker, then the defender, casualties of this round included.

Rule: rule book, Battle (B188, B191).  Classic: C33, C34, C38, C39, D16.
"""

from typing import Final

from engine.rules.battle.numbers.targets import GENERAL
from engine.rules.battle.rounds.fire import firing_step, groups_to_fire
from engine.rules.common.battle_step import ATTACKER, DEFENDER

STEPS: Final = (
    firing_step("general_of_attacker", lambda state: groups_to_fire(state, ATTACKER, GENERAL)),
    firing_step("general_of_defender", lambda state: groups_to_fire(state, DEFENDER, GENERAL)),
)
