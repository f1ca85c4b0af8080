"""The battles of the Axis & Allies family: which steps make a round of each kind of battle."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.rules.battle.around import air_battle, dogfight, leave_air_battle, raid
from engine.rules.battle.rounds import (
    aa_fire,
    bombardment,
    ending,
    first_strike,
    general,
    retreat,
    submerge,
    withdraw,
)
from engine.rules.battle.rounds.sequence import battle_frame
from engine.rules.common.frame import FrameRules
from engine.rulesets.battle_round import (
    AIR_BATTLE_ROUND,
    BATTLE_ROUND,
    DOGFIGHT_ROUND,
    RAID_ROUND,
)

DECLARED: Final = (
    *aa_fire.STEPS,
    *air_battle.STEPS,
    *bombardment.STEPS,
    *dogfight.STEPS,
    *ending.STEPS,
    *first_strike.STEPS,
    *general.STEPS,
    *leave_air_battle.STEPS,
    *raid.STEPS,
    *retreat.STEPS,
    *submerge.STEPS,
    *withdraw.STEPS,
)
"""Every step of a battle; each has a name of its own."""

_STEPS: Final = {step.name: step for step in DECLARED}

_ROUNDS: Mapping[str, Sequence[str]] = {
    "battle": BATTLE_ROUND,
    "raid": RAID_ROUND,
    "air_battle": AIR_BATTLE_ROUND,
    "dogfight": DOGFIGHT_ROUND,
}

BATTLE_FRAME: Final[FrameRules] = battle_frame(
    {kind: tuple(_STEPS[name] for name in names) for kind, names in _ROUNDS.items()}
)
