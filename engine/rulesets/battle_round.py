"""The order of a battle round, as names: the engine plays it, and the odds count it.

AA guns and bombarding ships fire in round 1 only; the parts in which submarines dive look at the
options to see whether they are meant.

Rule: rule book, Battle (B187 to B195, G5).
"""

from typing import Final, Literal, TypeAlias

RoundPart: TypeAlias = Literal[
    "aa_fire",
    "bombard",
    "attacker_dives_before",
    "defender_dives_before",
    "check_end",
    "dives_from_aircraft",
    "check_empty",
    "check_stalemate",
    "first_strike_of_attacker",
    "first_strike_of_defender",
    "remove_surprised",
    "general_of_attacker",
    "general_of_defender",
    "remove_casualties",
    "defender_dives_first",
    "attacker_dives",
    "attacker_withdraws",
    "retreat",
    "defender_dives",
    "defender_withdraws",
    "next_round",
]

BATTLE_ROUND: Final[tuple[RoundPart, ...]] = (
    "aa_fire",
    "bombard",
    "attacker_dives_before",
    "defender_dives_before",
    "check_end",
    "dives_from_aircraft",
    "check_empty",
    "check_stalemate",
    "first_strike_of_attacker",
    "first_strike_of_defender",
    "remove_surprised",
    "general_of_attacker",
    "general_of_defender",
    "remove_casualties",
    "check_end",
    "defender_dives_first",
    "attacker_dives",
    "attacker_withdraws",
    "retreat",
    "defender_dives",
    "defender_withdraws",
    "check_end",
    "check_stalemate",
    "next_round",
)
