"""The Axis & Allies family as TripleA's rule book describes it.

What differs between its members (Big World, Classic, Europe and Pacific) are options and data.
"""

from typing import Final

from engine.core.agenda import BattleFrame, OverflightFrame, ResearchFrame, VolleyFrame
from engine.phases.battle import BATTLE
from engine.phases.bid import BID
from engine.phases.bid_place import BID_PLACE
from engine.phases.combat_move import COMBAT_MOVE
from engine.phases.end_round import END_ROUND
from engine.phases.end_turn import END_TURN
from engine.phases.noncombat_move import NONCOMBAT_MOVE
from engine.phases.place import PLACE
from engine.phases.purchase import PURCHASE
from engine.phases.tech import TECH
from engine.phases.tech_activation import TECH_ACTIVATION
from engine.rules.battle.steps import BATTLE_FRAME
from engine.rules.battle.volley import VOLLEY_FRAME
from engine.rules.economy.technology import RESEARCH_FRAME
from engine.rules.movement.overflight import OVERFLIGHT_FRAME
from engine.rulesets.ruleset import Ruleset

_PHASES = (
    BID,
    BID_PLACE,
    TECH,
    PURCHASE,
    COMBAT_MOVE,
    BATTLE,
    NONCOMBAT_MOVE,
    PLACE,
    TECH_ACTIVATION,
    END_TURN,
    END_ROUND,
)

AXIS_AND_ALLIES: Final = Ruleset(
    name="axis_and_allies",
    phases={phase.name: phase for phase in _PHASES},
    frames={
        ResearchFrame: RESEARCH_FRAME,
        OverflightFrame: OVERFLIGHT_FRAME,
        BattleFrame: BATTLE_FRAME,
        VolleyFrame: VOLLEY_FRAME,
    },
)
