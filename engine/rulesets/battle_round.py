"""The order of a battle round, as names: the engine plays it, and the odds calculate it.

Each name is that of a battle step, which a file of engine/rules/battle declares in its STEPS.  The
parts in which submarines submerge look at the options to see whether they are meant.

Rule: rule book, Battle (B187 to B195, G5).
"""

from typing import Final

OPENING: Final = ("aa_fire", "bombard")
"""In round 1 only (engine/odds/opening.py calculates it)."""

BEFORE_FIRE: Final = (
    "attacker_submerges_before",
    "defender_submerges_before",
    "attacker_withdraws_before",
    "defender_withdraws_before",
    "check_end",
    "submerges_from_aircraft",
    "check_empty",
    "check_stalemate",
)

FIRE: Final = (
    "first_strike_of_attacker",
    "first_strike_of_defender",
    "remove_early_casualties",
    "general_of_attacker",
    "general_of_defender",
    "remove_casualties",
)

AFTER_FIRE: Final = (
    "check_end",
    "check_stalemate_at_once",
    "check_last_round_at_once",
    "defender_submerges_first",
    "attacker_submerges",
    "attacker_withdraws",
    "retreat",
    "check_stalemate_at_once",
    "defender_submerges",
    "defender_withdraws",
    "check_end",
    "check_stalemate",
    "check_last_round",
    "next_round",
)

BATTLE_ROUND: Final = (*OPENING, *BEFORE_FIRE, *FIRE, *AFTER_FIRE)

RAID_ROUND: Final = ("aa_fire", "drop_bombs", "end_raid")

AIR_BATTLE_ROUND: Final = (
    "intercept",
    "air_fire_of_attacker",
    "air_fire_of_defender",
    "remove_casualties",
    "end_air_battle",
    "raiders_leave",
    "interceptors_leave",
    "end_air_battle",
    "next_round",
)
"""By option, before a raid where the defender has interceptors: both sides fire at once."""

DOGFIGHT_ROUND: Final = (
    "air_fire_of_attacker",
    "air_fire_of_defender",
    "remove_casualties",
    "end_dogfight",
    "next_round",
)
"""By option, before a battle where both sides have aircraft that fight in the air."""
