"""The worked numbers of the rule book and its vectors, in fractions."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.odds import Plan, StopCondition, solve, solve_exactly
from engine.odds.hits import HitTable
from engine.odds.opening import aa_outcomes
from engine.rules.battle.numbers.shooters import shooter_for
from engine.rules.battle.numbers.support import supported
from tests.engine.odds.armies import army, fight, left, with_technology


def test_V1_low_luck_four_armour_against_two_infantry_and_an_armour() -> None:
    odds = solve_exactly(fight("4 armour", "2 infantry, 1 armour", low_luck=True))
    assert odds.chance("win") == 1
    assert left(odds) == {1: Fraction(1, 12), 2: Fraction(1, 2), 3: Fraction(5, 12)}
    assert dict(odds.mean_losses("attacker")) == {"armour": 4 - Fraction(7, 3)}


def test_V1_the_same_with_dice() -> None:
    odds = solve(fight("4 armour", "2 infantry, 1 armour"))
    assert round(float(odds.chance("win")), 4) == 0.8818
    assert round(float(odds.chance("both")), 4) == 0.0336
    assert round(float(odds.chance("loss")), 4) == 0.0847
    assert round(4 - float(dict(odds.mean_losses("attacker"))["armour"]), 3) == 2.193


def test_B246_B247_B248_B250_V2_the_battle_of_finland_in_low_luck() -> None:
    """No, one or two Russian losses with 5/18, 11/18 and 2/18; about 4 units remain."""
    odds = solve_exactly(fight("3 infantry, 2 armour", "2 infantry", low_luck=True))
    assert odds.chance("win") == odds.takes == 1
    assert left(odds) == {5: Fraction(5, 18), 4: Fraction(11, 18), 3: Fraction(2, 18)}
    assert sum(count * chance for count, chance in odds.numbers_left("attacker")) == Fraction(25, 6)
    assert odds.rounds == Fraction(3, 2)


def test_B249_five_sixths_of_an_infantry_is_the_loss_of_the_whole_battle() -> None:
    """In the first round it is 2/3 (G7)."""
    battle = fight("3 infantry, 2 armour", "2 infantry", low_luck=True)
    assert dict(solve_exactly(battle).mean_losses("attacker"))["infantry"] == Fraction(5, 6)
    one_round = Plan(retreat=((StopCondition("round", ">=", 1),),))
    first = solve_exactly(replace(battle, attack_plan=one_round))
    assert dict(first.mean_losses("attacker"))["infantry"] == Fraction(2, 3)


def test_V2_finland_with_dice() -> None:
    odds = solve(fight("3 infantry, 2 armour", "2 infantry"))
    assert round(float(odds.chance("win")), 4) == 0.9967
    numbers = {count: round(float(chance), 4) for count, chance in odds.numbers_left("attacker")}
    assert numbers == {5: 0.3404, 4: 0.4234, 3: 0.1842, 2: 0.0406, 1: 0.0082, 0: 0.0033}
    mean = sum(count * float(chance) for count, chance in odds.numbers_left("attacker"))
    assert round(mean, 3) == 4.037


@pytest.mark.parametrize(
    ("attackers", "low_luck", "win", "both", "loss"),
    [
        ("3 infantry", True, 0.5380, 0.0418, 0.4202),
        ("3 infantry", False, 0.5167, 0.0374, 0.4459),
        ("3 infantry, 1 armour", True, 0.9970, None, None),
        ("3 infantry, 1 armour", False, 0.9443, None, None),
    ],
)
def test_V2_what_if_fewer_come(
    attackers: str, low_luck: bool, win: float, both: float | None, loss: float | None
) -> None:
    odds = solve(fight(attackers, "2 infantry", low_luck=low_luck))
    assert round(float(odds.chance("win")), 4) == win
    assert both is None or round(float(odds.chance("both")), 4) == both
    assert loss is None or round(float(odds.chance("loss")), 4) == loss


def test_V2_the_exact_fractions() -> None:
    alone = solve_exactly(fight("3 infantry", "2 infantry", low_luck=True))
    assert alone.chance("win") == Fraction(9791, 18200)
    more = solve_exactly(fight("3 infantry, 1 armour", "2 infantry", low_luck=True))
    assert more.chance("win") == Fraction(335, 336)


def _hits(text: str, side: str, *, low_luck: bool = False) -> list[Fraction]:
    """The chances of 0, 1, 2 ... hits of units that fire together."""
    rules = fight("1 infantry", "1 infantry", low_luck=low_luck).rules
    alone = tuple(
        shooter_for(unit.kind, rules.options, (), side, landed=False) for unit in army(text)
    )
    table = HitTable(Fraction, rules.sides, low_luck=low_luck)
    return table.chances(supported(alone, rules.support, side))


def test_V3_V4_infantry_beside_artillery_attacks_at_2() -> None:
    """Power 9 is a hit and a die at 3; power 6 exactly one hit."""
    assert _hits("3 infantry, 2 artillery", "attacker", low_luck=True) == [
        0,
        Fraction(1, 2),
        Fraction(1, 2),
    ]
    assert _hits("1 infantry, 2 artillery", "attacker", low_luck=True) == [0, 1]


def test_V5_hits_of_three_infantry_and_an_armour_that_defend() -> None:
    wanted = [(4, 27), (10, 27), (9, 27), (7, 54), (1, 54)]
    assert _hits("3 infantry, 1 armour", "defender") == [Fraction(*one) for one in wanted]


@pytest.mark.parametrize(("better_die_only", "hit"), [(True, (8, 9)), (False, (8, 9))])
def test_V7_a_heavy_bomber_hits_with_one_of_two_dice(
    better_die_only: bool, hit: tuple[int, int]
) -> None:
    """A battle against a lone transport lasts until one of them hits."""
    battle = fight("1 bomber", "1 transport", sea=True, lhtr_heavy_bombers=better_die_only)
    odds = solve_exactly(with_technology(battle, "attacker", "heavy_bomber"))
    assert odds.rounds == 1 / (1 - (1 - Fraction(*hit)) * Fraction(5, 6))


@pytest.mark.parametrize(
    ("count", "wanted"),
    [
        (1, [(5, 6), (1, 6)]),
        (2, [(25, 36), (10, 36), (1, 36)]),
        (3, [(125, 216), (75, 216), (15, 216), (1, 216)]),
    ],
)
def test_V10_aa_guns_against_aircraft(count: int, wanted: list[tuple[int, int]]) -> None:
    battle = fight(f"{count} bomber", "1 infantry", aa=1)
    lost = {len(places): chance for places, chance in aa_outcomes(battle, Fraction).items()}
    assert lost == {number: Fraction(*one) for number, one in enumerate(wanted)}
    low_luck = aa_outcomes(fight(f"{count} bomber", "1 infantry", aa=1, low_luck=True), Fraction)
    assert sum(len(places) * chance for places, chance in low_luck.items()) == Fraction(count, 6)


def test_V11_two_battleships_at_the_shore_in_low_luck() -> None:
    """One hit and a die at 2 before the first round: two infantry, one or none are left."""
    odds = solve_exactly(fight("1 infantry", "2 infantry", bombard="2 battleship", low_luck=True))
    alone = solve_exactly(fight("1 infantry", "1 infantry", low_luck=True))
    assert odds.chance("win") == Fraction(1, 3) + Fraction(2, 3) * alone.chance("win")


@pytest.mark.parametrize(
    ("enemy", "win", "both", "loss"),
    [
        ("1 transport", Fraction(3, 4), Fraction(0), Fraction(1, 4)),
        ("1 destroyer", Fraction(2, 5), Fraction(1, 5), Fraction(2, 5)),
        ("1 submarine", Fraction(2, 5), Fraction(1, 5), Fraction(2, 5)),
    ],
)
def test_V12_a_submarine_fires_first(
    enemy: str, win: Fraction, both: Fraction, loss: Fraction
) -> None:
    odds = solve_exactly(fight("1 submarine", enemy, sea=True))
    assert (odds.chance("win"), odds.chance("both"), odds.chance("loss")) == (win, both, loss)
