"""Plans that look ahead, beside calculations of their own and beside battles of the engine."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest

from engine.odds import (
    Battle,
    ForceError,
    Odds,
    Plan,
    Stop,
    StopCondition,
    guide,
    solve,
    solve_exactly,
)
from engine.odds.firing import Spot
from engine.odds.fleet_arrays import count_states
from engine.odds.hits import as_float
from engine.odds.ladder import is_plain
from engine.odds.look_ahead import Ahead, look_ahead, roots
from engine.odds.look_ahead_arrays import look_over_fleets, look_over_ladders
from engine.odds.opening import bombarded
from engine.odds.press_on import BEST
from engine.odds.rounds import BattleRounds
from tests.engine.odds.armies import fight
from tests.engine.odds.played import SIGMAS, Case, cases, compare
from tests.engine.odds.test_methods import rounds_of

LAND = fight("3 infantry, 2 armour, 1 fighter", "4 infantry, 1 armour")
FLEET = fight(
    "2 submarine, 1 destroyer, 1 fighter, 1 battleship",
    "2 submarine, 1 cruiser, 1 fighter, 1 destroyer, 1 transport",
    sea=True,
)


def planned(battle: Battle, *stops: Stop, prize: float = 0.0) -> Battle:
    plan = replace(battle.attack_plan, stops=stops)
    return replace(battle, attack_plan=plan, prize=prize)


@cache
def duel(attackers: int, defenders: int, prize: int) -> Fraction:
    """What infantry against infantry is worth between two rounds, to an attacker who may leave.

    Written for this test alone: infantry costs 3 PUs, hits at 1 and defends at 2.
    """
    if attackers == 0:
        return Fraction(0)
    if defenders == 0:
        return Fraction(prize)
    return max(Fraction(0), fought(attackers, defenders, prize))


@cache
def fought(attackers: int, defenders: int, prize: int) -> Fraction:
    """The same before the dice, from here on; a round without a hit is fought again."""
    again, total = Fraction(0), Fraction(0)
    for mine, theirs in product(range(attackers + 1), range(defenders + 1)):
        chance = hits(mine, attackers, Fraction(1, 6)) * hits(theirs, defenders, Fraction(2, 6))
        lost, killed = min(theirs, attackers), min(mine, defenders)
        if lost == killed == 0:
            again += chance
        else:
            rest = duel(attackers - lost, defenders - killed, prize)
            total += chance * (3 * (killed - lost) + rest)
    return total / (1 - again)


def hits(number: int, dice: int, good: Fraction) -> Fraction:
    return comb(dice, number) * good**number * (1 - good) ** (dice - number)


def exact_profit(odds: Odds) -> Fraction:
    won = Fraction(odds.mean_cost("defender")) - Fraction(odds.mean_cost("attacker"))
    return won + Fraction(odds.prize) * Fraction(odds.success)


@pytest.mark.parametrize(("mine", "theirs", "prize"), [(3, 2, 0), (5, 3, 2), (4, 4, 12), (2, 1, 1)])
def test_B194_the_best_retreat_is_that_of_a_calculation_of_its_own(
    mine: int, theirs: int, prize: int
) -> None:
    battle = planned(fight(f"{mine} infantry", f"{theirs} infantry"), BEST, prize=prize)
    again = hits(0, mine, Fraction(1, 6)) * hits(0, theirs, Fraction(2, 6))
    # A round has to be fought (B185), and a round without a hit does not bind to another one.
    worth = fought(mine, theirs, prize)
    wanted = worth * (1 - again) + again * max(Fraction(0), worth)
    assert exact_profit(solve_exactly(battle)) == wanted


def test_B194_no_other_choice_of_retreats_brings_more() -> None:
    """Every choice of pairs at which to leave is played out, for a battle with few pairs."""
    battle = planned(fight("2 infantry, 1 armour", "2 infantry"), BEST, prize=1)
    best = solve(battle).profit
    pairs = list(product((1, 2, 3), (1, 2)))
    found = []
    for choice in product((False, True), repeat=len(pairs)):
        leaves = [pair for pair, goes in zip(pairs, choice, strict=True) if goes]
        conditions = tuple(_exactly(*pair) for pair in leaves)
        plan = Plan(retreat=conditions)
        found.append(solve(replace(battle, attack_plan=plan)).profit)
    assert best == pytest.approx(max(found), abs=1e-12)
    assert min(found) < best - 1


def _exactly(mine: int, theirs: int) -> tuple[StopCondition, ...]:
    return tuple(
        StopCondition(what, relation, number)
        for what, number in (("attackers", mine), ("defenders", theirs))
        for relation in ("<=", ">=")
    )


@pytest.mark.parametrize("battle", [LAND, FLEET])
def test_a_bound_that_cannot_be_met_means_one_round(battle: Battle) -> None:
    """B185: nobody retreats before a round; from then on the attacker leaves at once."""
    for stop in (Stop("profit", 1e6), Stop("chance", 1.0)):
        odds = solve(planned(battle, stop))
        assert odds.rounds == pytest.approx(1, abs=0.05)
        assert float(odds.chance("retreat")) > 0.5
    one_round = solve(
        replace(battle, attack_plan=Plan(retreat=((StopCondition("round", ">=", 1),),)))
    )
    assert odds.profit == pytest.approx(one_round.profit, abs=0.2)


@pytest.mark.parametrize("battle", [LAND, FLEET])
def test_a_bound_that_is_always_met_changes_nothing(battle: Battle) -> None:
    plain = solve(battle)
    for stop in (Stop("profit", -1e6), Stop("chance", 0.0), Stop("kill", 1.0)):
        odds = solve(planned(battle, stop))
        assert odds.chance("retreat") == 0
        assert float(odds.success) == pytest.approx(float(plain.success), abs=1e-9)


def test_B194_the_chance_that_stops_is_that_of_fighting_to_the_end() -> None:
    """After each round, exactly the forces with less chance than the bound are withdrawn."""
    bound = 0.4
    odds = solve(planned(fight("5 infantry", "4 infantry"), Stop("chance", bound)))
    left = [end for end in odds.endings if end.outcome == "retreat"]
    assert left
    for end in left:
        mine, theirs = end.attackers[0][1], end.defenders[0][1]
        assert float(solve(fight(f"{mine} infantry", f"{theirs} infantry")).success) < bound


def test_B194_strafing_leaves_before_the_last_defender_dies() -> None:
    battle = fight("5 infantry, 3 armour", "6 infantry")
    careful = solve(planned(battle, Stop("kill", 0.05)))
    assert 0 < float(careful.success) < 0.06
    assert float(careful.mean_cost("defender")) > 9
    leave = Plan(retreat=((StopCondition("defenders", "<=", 2),),))
    at_most_two = solve(replace(battle, attack_plan=leave))
    for end in at_most_two.endings:
        assert end.outcome != "retreat" or end.defenders[0][1] <= 2


def test_B194_a_prize_that_is_a_burden_makes_the_best_plan_a_strafe() -> None:
    battle = fight("5 infantry, 3 armour", "6 infantry")
    burden = solve(planned(battle, BEST, prize=-30))
    assert 0 < float(burden.success) < 0.05
    assert burden.profit > 0 > solve(replace(battle, prize=-30)).profit


def test_B208_land_units_of_a_landing_fight_on() -> None:
    """Nobody can leave, so no plan changes anything; by option aircraft go and the rest fights."""
    landing = fight("4 infantry", "4 infantry", bombard="1 battleship")
    assert guide(landing, under_way=True).leaving is None
    plain, stopped = solve(landing), solve(planned(landing, BEST))
    assert stopped.chance("retreat") == 0
    assert stopped.profit == pytest.approx(plain.profit)
    profits = [
        solve(
            planned(
                fight(
                    "3 infantry, 1 fighter",
                    "5 infantry",
                    bombard="1 battleship",
                    aircraft_withdraw_from_landings=may,
                ),
                BEST,
            )
        ).profit
        for may in (False, True)
    ]
    assert profits[0] < profits[1]


def test_B194_only_aircraft_leave_where_nobody_has_a_way_out() -> None:
    battle = planned(fight("2 infantry, 1 fighter", "4 infantry"), BEST)
    shut_in = solve(replace(battle, way_out=False))
    for end in shut_in.endings:
        assert end.outcome != "retreat" or end.attackers == (("fighter", 1),)
    assert 0 < float(shut_in.chance("retreat")) < float(solve(battle).chance("retreat"))


def test_B208_aircraft_do_not_leave_without_ground_units_that_may_but_have_no_way_out() -> None:
    landing = fight(
        "3 infantry, 1 fighter",
        "5 infantry",
        bombard="1 battleship",
        aircraft_withdraw_from_landings=True,
        partial_amphibious_retreat=True,
    )
    first, *rest = landing.attackers
    mixed = replace(landing, attackers=(replace(first, landed=False), *rest), way_out=False)
    assert guide(mixed, under_way=True).leaving is None
    assert guide(replace(mixed, way_out=True), under_way=True).leaving is not None


@pytest.mark.parametrize(("defenders", "rounds"), [("1 cruiser", 2), ("1 destroyer", 3)])
def test_B75_transports_that_may_retreat_are_shot_at_and_not_lost_at_once(
    defenders: str, rounds: int
) -> None:
    battle = fight("1 transport", defenders, sea=True, transport_casualties_restricted=True)
    assert float(solve(battle).rounds) == pytest.approx(rounds)
    assert float(solve(replace(battle, way_out=False)).rounds) < 1


@pytest.mark.parametrize(
    "battle",
    [
        LAND,
        replace(LAND, aa_strength=1),
        fight("1 infantry, 3 fighter, 1 bomber", "3 infantry, 1 fighter"),
        fight("4 infantry, 2 armour", "5 infantry", low_luck=True),
        FLEET,
        fight("2 submarine, 1 cruiser", "1 submarine, 1 destroyer, 1 fighter", sea=True),
        fight("3 fighter", "2 submarine, 1 cruiser", sea=True),
        fight("1 battleship, 2 submarine", "2 destroyer, 1 submarine", sea=True, low_luck=True),
    ],
)
def test_what_lies_ahead_is_the_same_with_arrays(battle: Battle) -> None:
    battle = planned(battle, BEST, Stop("chance", 0.2), prize=4)
    found = []
    for arrays in (False, True):
        rounds, table = rounds_of(battle)
        first = roots(rounds, bombarded(battle, rounds, table))
        if not arrays:
            ahead = look_ahead(rounds, first, as_float)
        elif is_plain(rounds):
            ahead = look_over_ladders(rounds)
        else:
            count_states(rounds.attack, rounds.defence, may_submerge=rounds.attacker_may_submerge)
            count_states(rounds.defence, rounds.attack, may_submerge=rounds.defender_may_submerge)
            ahead = look_over_fleets(rounds, first, 0.0)
        found.append(_in_words(rounds, ahead))
    plain, quick = found
    shared = plain.keys() & quick.keys()
    assert len(shared) >= len(plain) - 1
    for pair in shared:
        assert quick[pair] == pytest.approx(plain[pair], abs=1e-9)


def _in_words(rounds: BattleRounds[float], ahead: Ahead[float]) -> dict[str, tuple[float, float]]:
    return {
        str(
            [
                (side.places(state), side.force(state))
                for side, state in zip((rounds.attack, rounds.defence), pair, strict=True)
            ]
        ): (
            ahead.fought[pair],
            ahead.success[pair],
        )
        for pair in ahead.fought
    }


def test_what_guides_the_attacker_is_what_the_battle_does() -> None:
    """Under way, pressing on is worth more than leaving exactly where the threshold says so."""
    whole = guide(fight("6 infantry, 2 armour", "6 infantry"))
    fewer = {one.enemies: one.fewer for one in whole.thresholds}
    assert fewer[3] is not None
    for mine in range(1, 6):
        battle = fight(
            f"{max(0, mine - 2)} infantry, {min(2, mine)} armour".replace("0 infantry, ", ""),
            "3 infantry",
        )
        now = guide(battle, under_way=True)
        assert now.leaving == 0
        assert now.presses_on == (mine >= fewer[3])
    assert guide(LAND).pressing == pytest.approx(solve(planned(LAND, BEST)).profit)


def test_a_plan_that_looks_ahead_cannot_count_rounds() -> None:
    plan = Plan(retreat=((StopCondition("round", ">=", 2),),), stops=(BEST,))
    with pytest.raises(ForceError, match="count rounds"):
        solve(replace(LAND, attack_plan=plan))


def test_spots_before_the_dice_are_where_looking_ahead_begins() -> None:
    rounds, _ = rounds_of(planned(LAND, BEST))
    assert (0, 0) in roots(rounds, {Spot(0, 0, 0, 0): 1.0})


@pytest.mark.parametrize("case", list(cases(8, seed=11)), ids=lambda case: case.name)
def test_B252_battles_played_with_the_same_retreats_agree(case: Case) -> None:
    sigmas, what = compare(case, 2000, np.random.default_rng(3), Plan(stops=(BEST,)))
    assert sigmas <= SIGMAS, what
