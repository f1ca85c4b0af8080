"""The Axis & Allies family as TripleA's rule book describes it.

What differs between its members (Big World, Classic, Europe and Pacific) are options and data.
"""

from collections.abc import Mapping
from typing import Final

from engine.core.agenda import (
    BattleFrame,
    BondsFrame,
    LandLotFrame,
    LotFrame,
    OverflightFrame,
    PoliticsFrame,
    ReactionFrame,
    ResearchFrame,
    StrategicFrame,
    TriggerFrame,
    VolleyFrame,
)
from engine.phases.allot import ALLOT
from engine.phases.battle import BATTLE
from engine.phases.bid import BID
from engine.phases.bid_place import BID_PLACE
from engine.phases.capitals import CAPITALS
from engine.phases.combat_move import COMBAT_MOVE
from engine.phases.end_round import END_ROUND
from engine.phases.end_turn import END_TURN, END_TURN_UNPAID
from engine.phases.land_lot import LAND_LOT
from engine.phases.levy import LEVY
from engine.phases.noncombat_move import NONCOMBAT_MOVE
from engine.phases.place import PLACE
from engine.phases.politics import POLITICS
from engine.phases.purchase import PURCHASE
from engine.phases.tech import TECH
from engine.phases.tech_activation import TECH_ACTIVATION
from engine.rules.battle.aa_fire import AA_FIRE
from engine.rules.battle.air_battle import (
    AIR_FIRE_OF_ATTACKER,
    AIR_FIRE_OF_DEFENDER,
    END_AIR_BATTLE,
    INTERCEPT,
)
from engine.rules.battle.battle_step import BattleStep
from engine.rules.battle.bombardment import BOMBARD
from engine.rules.battle.ending import (
    CHECK_EMPTY,
    CHECK_END,
    CHECK_STALEMATE,
    NEXT_ROUND,
    REMOVE_CASUALTIES,
)
from engine.rules.battle.first_strike import (
    FIRST_STRIKE_OF_ATTACKER,
    FIRST_STRIKE_OF_DEFENDER,
    REMOVE_SURPRISED,
)
from engine.rules.battle.general import GENERAL_OF_ATTACKER, GENERAL_OF_DEFENDER
from engine.rules.battle.lot import LOT_FRAME
from engine.rules.battle.raid import DROP_BOMBS, END_RAID
from engine.rules.battle.reaction import REACTION_FRAME
from engine.rules.battle.retreat import RETREAT
from engine.rules.battle.rocket import STRATEGIC_FRAME
from engine.rules.battle.steps import battle_frame
from engine.rules.battle.submerge import (
    ATTACKER_DIVES,
    ATTACKER_DIVES_BEFORE,
    DEFENDER_DIVES,
    DEFENDER_DIVES_BEFORE,
    DEFENDER_DIVES_FIRST,
    DIVES_FROM_AIRCRAFT,
)
from engine.rules.battle.volley import VOLLEY_FRAME
from engine.rules.battle.withdraw import ATTACKER_WITHDRAWS, DEFENDER_WITHDRAWS
from engine.rules.economy.bonus import BONDS_FRAME
from engine.rules.economy.technology import RESEARCH_FRAME
from engine.rules.movement.overflight import OVERFLIGHT_FRAME
from engine.rules.politics.actions import POLITICS_FRAME
from engine.rules.politics.land_lot import LAND_LOT_FRAME
from engine.rules.politics.triggers import TRIGGER_FRAME
from engine.rulesets.battle_round import BATTLE_ROUND, RoundPart
from engine.rulesets.ruleset import Ruleset

_PHASES = (
    ALLOT,
    BID,
    BID_PLACE,
    TECH,
    POLITICS,
    PURCHASE,
    LEVY,
    LAND_LOT,
    COMBAT_MOVE,
    BATTLE,
    NONCOMBAT_MOVE,
    PLACE,
    TECH_ACTIVATION,
    END_TURN,
    END_TURN_UNPAID,
    CAPITALS,
    END_ROUND,
)

_STEP_OF: Mapping[RoundPart, BattleStep] = {
    "aa_fire": AA_FIRE,
    "bombard": BOMBARD,
    "attacker_dives_before": ATTACKER_DIVES_BEFORE,
    "defender_dives_before": DEFENDER_DIVES_BEFORE,
    "check_end": CHECK_END,
    "check_empty": CHECK_EMPTY,
    "dives_from_aircraft": DIVES_FROM_AIRCRAFT,
    "check_stalemate": CHECK_STALEMATE,
    "first_strike_of_attacker": FIRST_STRIKE_OF_ATTACKER,
    "first_strike_of_defender": FIRST_STRIKE_OF_DEFENDER,
    "remove_surprised": REMOVE_SURPRISED,
    "general_of_attacker": GENERAL_OF_ATTACKER,
    "general_of_defender": GENERAL_OF_DEFENDER,
    "remove_casualties": REMOVE_CASUALTIES,
    "defender_dives_first": DEFENDER_DIVES_FIRST,
    "attacker_dives": ATTACKER_DIVES,
    "attacker_withdraws": ATTACKER_WITHDRAWS,
    "retreat": RETREAT,
    "defender_dives": DEFENDER_DIVES,
    "defender_withdraws": DEFENDER_WITHDRAWS,
    "next_round": NEXT_ROUND,
}

_BATTLE_STEPS = tuple(_STEP_OF[part] for part in BATTLE_ROUND)

_RAID_STEPS = (AA_FIRE, DROP_BOMBS, END_RAID)

# By option, before a raid where the defender has interceptors: one round, both sides at once.
_AIR_BATTLE_STEPS = (
    INTERCEPT,
    AIR_FIRE_OF_ATTACKER,
    AIR_FIRE_OF_DEFENDER,
    REMOVE_CASUALTIES,
    END_AIR_BATTLE,
)

AXIS_AND_ALLIES: Final = Ruleset(
    name="axis_and_allies",
    phases={phase.name: phase for phase in _PHASES},
    frames={
        ResearchFrame: RESEARCH_FRAME,
        BondsFrame: BONDS_FRAME,
        LandLotFrame: LAND_LOT_FRAME,
        OverflightFrame: OVERFLIGHT_FRAME,
        BattleFrame: battle_frame(
            {"battle": _BATTLE_STEPS, "raid": _RAID_STEPS, "air_battle": _AIR_BATTLE_STEPS}
        ),
        StrategicFrame: STRATEGIC_FRAME,
        ReactionFrame: REACTION_FRAME,
        VolleyFrame: VOLLEY_FRAME,
        LotFrame: LOT_FRAME,
        TriggerFrame: TRIGGER_FRAME,
        PoliticsFrame: POLITICS_FRAME,
    },
)
