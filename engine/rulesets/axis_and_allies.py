"""The Axis & Allies family as TripleA's rule book describes it.

Its members (Big World, Classic, Europe and Pacific) differ in options and data.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.agenda import (
    BattleFrame,
    BlockadeFrame,
    BondsFrame,
    CreationFrame,
    OverflightFrame,
    PoliticsFrame,
    RandomCasualtiesFrame,
    RandomStartFrame,
    ReactionFrame,
    ResearchFrame,
    StrategicFrame,
    TriggerFrame,
    VolleyFrame,
)
from engine.phases.airborne_move import AIRBORNE_MOVE
from engine.phases.allocate import ALLOCATE
from engine.phases.battle import BATTLE
from engine.phases.bid import BID
from engine.phases.bid_place import BID_PLACE
from engine.phases.capitals import CAPITALS
from engine.phases.combat_move import COMBAT_MOVE
from engine.phases.end_round import END_ROUND
from engine.phases.end_turn import END_TURN, END_TURN_UNPAID
from engine.phases.levy import LEVY
from engine.phases.noncombat_move import NONCOMBAT_MOVE
from engine.phases.place import PLACE
from engine.phases.politics import POLITICS, USER_ACTIONS
from engine.phases.purchase import PURCHASE
from engine.phases.random_start import RANDOM_START
from engine.phases.tech import TECH
from engine.phases.tech_activation import TECH_ACTIVATION
from engine.rules.battle import (
    aa_fire,
    air_battle,
    bombardment,
    dogfight,
    ending,
    first_strike,
    general,
    raid,
    retreat,
    submerge,
    withdraw,
)
from engine.rules.battle.random_casualties import RANDOM_CASUALTIES_FRAME
from engine.rules.battle.reaction import REACTION_FRAME
from engine.rules.battle.rocket import STRATEGIC_FRAME
from engine.rules.battle.steps import battle_frame
from engine.rules.battle.volley import VOLLEY_FRAME
from engine.rules.economy.blockades import BLOCKADE_FRAME
from engine.rules.economy.bonus import BONDS_FRAME
from engine.rules.economy.creation import CREATION_FRAME
from engine.rules.economy.technology import RESEARCH_FRAME
from engine.rules.movement.overflight import OVERFLIGHT_FRAME
from engine.rules.politics.actions import POLITICS_FRAME
from engine.rules.politics.random_start import RANDOM_START_FRAME
from engine.rules.politics.triggers import TRIGGER_FRAME
from engine.rulesets.battle_round import (
    AIR_BATTLE_ROUND,
    BATTLE_ROUND,
    DOGFIGHT_ROUND,
    RAID_ROUND,
)
from engine.rulesets.ruleset import Ruleset

_PHASES = (
    ALLOCATE,
    BID,
    BID_PLACE,
    TECH,
    POLITICS,
    USER_ACTIONS,
    PURCHASE,
    LEVY,
    RANDOM_START,
    COMBAT_MOVE,
    AIRBORNE_MOVE,
    BATTLE,
    NONCOMBAT_MOVE,
    PLACE,
    TECH_ACTIVATION,
    END_TURN,
    END_TURN_UNPAID,
    CAPITALS,
    END_ROUND,
)

_STEPS = {
    step.name: step
    for step in (
        *aa_fire.STEPS,
        *air_battle.STEPS,
        *bombardment.STEPS,
        *dogfight.STEPS,
        *ending.STEPS,
        *first_strike.STEPS,
        *general.STEPS,
        *raid.STEPS,
        *retreat.STEPS,
        *submerge.STEPS,
        *withdraw.STEPS,
    )
}

_ROUNDS: Mapping[str, Sequence[str]] = {
    "battle": BATTLE_ROUND,
    "raid": RAID_ROUND,
    "air_battle": AIR_BATTLE_ROUND,
    "dogfight": DOGFIGHT_ROUND,
}

AXIS_AND_ALLIES: Final = Ruleset(
    name="axis_and_allies",
    phases={phase.name: phase for phase in _PHASES},
    frames={
        ResearchFrame: RESEARCH_FRAME,
        BondsFrame: BONDS_FRAME,
        BlockadeFrame: BLOCKADE_FRAME,
        CreationFrame: CREATION_FRAME,
        RandomStartFrame: RANDOM_START_FRAME,
        OverflightFrame: OVERFLIGHT_FRAME,
        BattleFrame: battle_frame(
            {kind: tuple(_STEPS[name] for name in names) for kind, names in _ROUNDS.items()}
        ),
        StrategicFrame: STRATEGIC_FRAME,
        ReactionFrame: REACTION_FRAME,
        VolleyFrame: VOLLEY_FRAME,
        RandomCasualtiesFrame: RANDOM_CASUALTIES_FRAME,
        TriggerFrame: TRIGGER_FRAME,
        PoliticsFrame: POLITICS_FRAME,
    },
)
