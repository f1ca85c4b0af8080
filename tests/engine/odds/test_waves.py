"""Several waves, and reinforcements of either side."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from random import Random

import pytest

from engine.gamedef import State
from engine.odds import (
    AAFire,
    Force,
    Plan,
    StopCondition,
    Wave,
    WavesOdds,
    cheapest,
    cheapest_defence,
    pending_attackers,
    solve,
    solve_exactly,
    solve_waves,
)
from engine.odds.guns import NO_FIRE
from engine.odds.press_on import BEST
from engine.odds.simulation import arena as battle_phase
from engine.odds.simulation import instructions_of, play
from tests.engine.battle.arena import arena
from tests.engine.odds.armies import army, fight
from tests.support.positions import big_world

ONE_ROUND = Plan(retreat=((StopCondition("round", ">=", 1),),))


def left_of(waves: WavesOdds) -> dict[int, float]:
    return dict(waves.left)


def test_B194_a_second_wave_meets_what_the_first_has_left() -> None:
    """Every remainder of the first wave is fought by itself, in fractions."""
    first = replace(fight("3 infantry", "3 infantry", attack=ONE_ROUND), prize=5)
    taken, profit = Fraction(0), Fraction(0)
    for end in solve_exactly(first).endings:
        chance, number = Fraction(end.chance), sum(n for _, n in end.defenders)
        profit += chance * (3 * (3 - number) - 3 * (3 - sum(n for _, n in end.attackers)))
        if end.takes:
            taken += chance
        elif number == 0:
            taken += chance  # both are gone, and the second wave walks in
        else:
            second = solve_exactly(fight("2 armour", f"{number} infantry"))
            taken += chance * Fraction(second.success)
            profit += chance * (
                Fraction(second.mean_cost("defender")) - Fraction(second.mean_cost("attacker"))
            )
    found = solve_waves(first, [Wave(army("2 armour"))])
    assert found.success == pytest.approx(float(taken))
    assert found.profit == pytest.approx(float(profit + 5 * taken))
    assert sum(left_of(found).values()) == pytest.approx(1)


def test_B209_land_units_of_a_later_wave_walk_in_where_nobody_is_left() -> None:
    fliers = fight("4 fighter", "1 infantry")
    alone = solve(fliers)
    assert alone.success == 0
    followed = solve_waves(fliers, [Wave(army("1 infantry"))])
    assert followed.success >= float(alone.chance("win"))
    assert followed.waves[1].comes == pytest.approx(1)
    by_air = solve_waves(fliers, [Wave(army("1 bomber"))])
    assert by_air.success == 0


def test_one_wave_is_the_battle_itself() -> None:
    battle = fight("3 infantry, 1 armour", "3 infantry", attack=Plan(stops=(BEST,)))
    waves = solve_waves(battle, [])
    odds = solve(battle)
    assert waves.success == pytest.approx(float(odds.success))
    assert waves.profit == pytest.approx(odds.profit)
    assert waves.waves[0].retreats == pytest.approx(float(odds.chance("retreat")))


@pytest.mark.parametrize("repaired", [True, False])
def test_B84_a_damaged_ship_is_repaired_between_waves_by_option(repaired: bool) -> None:
    """A battleship that has taken a hit is sunk by one more, unless the turn ends with repairs."""
    battle = fight(
        "1 destroyer", "1 battleship", sea=True, attack=ONE_ROUND, repair_at_end_of_turn=repaired
    )
    found = solve_waves(battle, [Wave(army("4 destroyer"), ONE_ROUND)])
    strength = battle.attackers[0].kind.attack
    hurt = 0.0 if repaired else strength / 6
    sunk = sum(
        share * (1 - sum(_binomial(4, strength / 6, hits) for hits in range(needed)))
        for share, needed in ((hurt, 1), (1 - hurt, 2))
    )
    assert found.success == pytest.approx(sunk)


def _binomial(dice: int, good: float, hits: int) -> float:
    return comb(dice, hits) * good**hits * (1 - good) ** (dice - hits)


def test_B86_guns_fire_at_the_aircraft_of_each_wave() -> None:
    battle = fight("1 infantry", "2 infantry")
    free = solve_waves(battle, [Wave(army("2 fighter, 1 infantry"))])
    shot = solve_waves(battle, [Wave(army("2 fighter, 1 infantry"), guns=AAFire(1, 0, ()))])
    assert shot.success < free.success
    assert shot.waves[1].attacker_losses > free.waves[1].attacker_losses


def test_B252_two_waves_played_by_the_engine_agree() -> None:
    battle = fight("2 infantry, 1 armour", "3 infantry", attack=ONE_ROUND)
    share = solve_waves(battle, [Wave(army("2 armour"))]).success
    runs, dice, taken = 300, Random(5), 0
    first = _engine([("infantry", 2), ("armour", 1)], 3)
    later = {number: _engine([("armour", 2)], number) for number in (1, 2, 3)}
    for _ in range(runs):
        ending = _played(first, ONE_ROUND, dice)
        left = sum(number for _, number in ending[2])
        # Where both sides are gone, the second wave walks in.
        taken += _played(later[left], Plan(), dice)[3] if left else True
    assert abs(taken / runs - share) < 4 * sqrt(share * (1 - share) / runs)


def _engine(attackers: list[tuple[str, int]], defenders: int) -> State:
    state = arena(
        "Finland",
        attackers,
        [("infantry", defenders)],
        origins=["Karelija"],
        definition=big_world(),
    )
    return battle_phase(state, "Finland", pending_attackers(state, "Finland"))


def _played(state: State, plan: Plan, dice: Random) -> tuple[str, Force, Force, bool]:
    enemies = [unit.id for unit in state.units_in("Finland") if unit.owner == "Germans"]
    return play(state, "Finland", instructions_of("Finland", plan), dice, enemies)[0]


def test_the_cheapest_help_for_either_side_is_the_first_of_all_choices() -> None:
    """Every choice is tried here; none that is cheaper is enough."""
    battle = fight("5 infantry, 1 armour", "2 infantry")
    among = army("3 infantry, 2 armour, 1 fighter")
    prices = battle.rules.prices
    for side, wanted in (("attackers", 0.99), ("defenders", 0.3)):
        found = (
            cheapest(battle, among, wanted, lambda _: NO_FIRE)
            if side == "attackers"
            else cheapest_defence(battle, among, wanted)
        )
        assert found is not None
        enough = []
        for infantry, armour, fighter in product(range(4), range(3), range(2)):
            more = army(f"{infantry} infantry, {armour} armour, {fighter} fighter")
            stronger = (
                replace(battle, attackers=(*battle.attackers, *more))
                if side == "attackers"
                else replace(battle, defenders=(*battle.defenders, *more))
            )
            success = float(solve(stronger).success)
            if success >= wanted if side == "attackers" else success <= wanted:
                enough.append(sum(prices[unit.kind.name] for unit in more))
        assert found.cost == min(enough)


def test_help_within_a_budget_and_room() -> None:
    battle = fight("5 infantry, 1 armour", "2 infantry")
    among = army("4 infantry, 2 armour")
    free = cheapest_defence(battle, among, 0.2)
    assert free is not None
    assert cheapest_defence(battle, among, 0.2, budget=free.cost, room=6) is not None
    assert cheapest_defence(battle, among, 0.2, budget=free.cost - 1) is None
    assert cheapest_defence(battle, among, 0.2, room=0) is None
    nothing = cheapest_defence(battle, among, 1.0)
    assert nothing is not None
    assert nothing.units == ()
    with pytest.raises(ValueError, match="more than 5000 ways"):
        cheapest(battle, army("80 infantry, 80 armour"), 1.0, lambda _: NO_FIRE)
