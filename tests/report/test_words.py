"""Names and numbers in words."""

from fractions import Fraction

import pytest

from engine.luck import RollTotals, Swing
from pbem.report.battle_model import BattleSummary
from pbem.report.luck import Luck, exact, hundredths, tally
from pbem.report.words import closed, phase_word, stack_of, step_word, technology_word, unit_word


@pytest.mark.parametrize(
    ("name", "count", "word"),
    [
        ("infantry", 3, "infantry"),
        ("armour", 1, "armour"),
        ("fighter", 2, "fighters"),
        ("aaGun", 2, "AA guns"),
        ("aa_gun", 1, "AA gun"),
        ("factory", 2, "factories"),
        ("factory_minor", 2, "minor factories"),
        ("mech_infantry", 2, "mech infantry"),
        ("spearman", 2, "spearmen"),
        ("human", 2, "humans"),
        ("Slingers", 2, "slingers"),
        ("velites", 1, "velites"),
        ("princess", 2, "princesses"),
        ("octopus", 2, "octopuses"),
        ("", 2, "s"),
    ],
)
def test_units_read_well_after_a_number(name: str, count: int, word: str) -> None:
    assert unit_word(name, count) == word


def test_stacks_follow_the_order_of_the_buy_list() -> None:
    order = ("infantry", "armour")
    stack = stack_of(["zeppelin", "armour", "infantry", "armour"], order)
    assert (str(stack), stack.size) == ("1 infantry, 2 armour, 1 zeppelin", 4)
    assert (str(stack_of([], order)), bool(stack_of([], order))) == ("nothing", False)


def test_unknown_phases_and_steps_become_words() -> None:
    assert phase_word("noncombat_move") == "Non-combat move"
    assert step_word("overflight") == "AA fire"
    assert technology_word("heavy_bomber") == "Heavy Bomber"


def test_sentences_end_with_one_full_stop() -> None:
    assert [closed("no place to land"), closed("Lost."), closed("")] == [
        "no place to land.",
        "Lost.",
        ".",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(35, 6), "5.83"),
        (Fraction(-7, 6), "-1.17"),
        (Fraction(1, 1000), "0.00"),
        (Fraction(-1, 1000), "0.00"),
        (Fraction(4), "4.00"),
    ],
)
def test_numbers_are_rounded_to_hundredths(value: Fraction, text: str) -> None:
    assert hundredths(value) == text


def test_luck_says_no_more_than_the_sums() -> None:
    luck = tally((RollTotals(5, 4, 0, (((3, 3), 5),)), RollTotals(10, 3, 0, (((4, 2), 10),))))
    assert luck.words == "7 hits, 5.83 (35/6) expected, 1.17 more"
    assert (luck.signed, exact(luck.difference)) == ("+1.17", "1.17 (7/6)")
    # The variance is 5/4 + 20/9, and 7/6 of its root 1.86.
    assert luck.deviations == "+0.6"
    assert luck.sentence == (
        "1.17 hits above what 15 dice promise; fair dice are as far off 1 time in 2: noise"
    )
    assert (
        Luck(RollTotals(2, 1, 0, (((3, 3), 2),))).words == "1 hit, 1 expected, exactly as expected"
    )
    low = Luck(RollTotals(1, 0, 0, (((3, 3), 1),)))
    assert low.words == "0 hits, 0.50 (1/2) expected, 0.50 fewer"
    assert (low.signed, low.deviations) == ("-0.50", "-1.0")


@pytest.mark.parametrize(
    ("coins", "hits", "often", "verdict"),
    [
        (8, 4, "more often than not", "noise"),
        # 37 of 256 results are at least 2 off on either side.
        (8, 6, "1 time in 3", "noise"),
        # 10 of 512 results on either side are at least 3.5 off.
        (9, 8, "1 time in 26", "unusual"),
        (8, 8, "1 time in 128", "rare"),
    ],
)
def test_coins_by_hand(coins: int, hits: int, often: str, verdict: str) -> None:
    luck = Luck(RollTotals(coins, hits, 0, (((3, 3), coins),)))
    assert (luck.often, luck.verdict) == (often, verdict)


def test_sure_hits_are_no_luck() -> None:
    assert Luck(RollTotals(0, 3, 3)).sentence == "nothing was left to chance"


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        (-5.5, "Germans did 2.5 PUs better than the odds."),
        (0.5, "Germans did 3.5 PUs worse than the odds."),
        (-3.04, "Germans did as the odds promised."),
        (-2.96, "Germans did as the odds promised."),
    ],
)
def test_a_battle_is_held_against_its_odds(expected: float, words: str) -> None:
    swing = Swing("Egypt", "Germans", "British", expected, 6, 3, broken_off=False)
    none = tally([])
    battle = BattleSummary(
        "battle",
        "Egypt",
        "Germans",
        "British",
        (),
        (),
        (),
        (),
        "",
        (),
        none,
        none,
        False,
        False,
        swing,
    )
    assert battle.luck_words == words
