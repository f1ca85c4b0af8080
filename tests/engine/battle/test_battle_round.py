"""The list of a battle round: every step that is declared is in it, and the odds know all of it."""

from collections import Counter

from engine.odds.rounds import _idle_parts
from engine.rulesets.battle_round import (
    AFTER_FIRE,
    AIR_BATTLE_ROUND,
    BATTLE_ROUND,
    BEFORE_FIRE,
    DOGFIGHT_ROUND,
    OPENING,
    RAID_ROUND,
)
from engine.rulesets.battles import DECLARED
from tests.engine.odds.armies import fight


def test_every_declared_step_has_a_name_of_its_own_and_a_place_in_a_round() -> None:
    declared = Counter(step.name for step in DECLARED)
    assert set(declared.values()) == {1}
    assert set(declared) == {
        *BATTLE_ROUND,
        *RAID_ROUND,
        *AIR_BATTLE_ROUND,
        *DOGFIGHT_ROUND,
    }


def test_B187_the_order_of_a_battle_round() -> None:
    before = BATTLE_ROUND.index
    assert BATTLE_ROUND[:2] == OPENING == ("aa_fire", "bombard")
    assert before("first_strike_of_attacker") < before("remove_early_casualties")
    assert before("remove_early_casualties") < before("general_of_attacker")
    assert before("general_of_defender") < before("remove_casualties") < before("retreat")
    assert BATTLE_ROUND[-1] == "next_round"


def test_the_parts_that_the_odds_leave_out_of_a_battle_are_parts_of_a_round() -> None:
    assert _idle_parts(fight("1 battleship", "1 destroyer", sea=True)) < {*BEFORE_FIRE, *AFTER_FIRE}
