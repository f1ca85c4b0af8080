"""All ways of working out a battle give the same answer, and no chance is lost."""

from fractions import Fraction

import pytest

from engine.odds import OUTCOMES, Battle, Odds, Plan, solve, solve_exactly
from engine.odds.battle import StopCondition
from engine.odds.chain import begun, first_rounds, run_chain
from engine.odds.fleet_arrays import count_states, run_fleet
from engine.odds.hits import HitTable, as_float
from engine.odds.ladder import run_ladder
from engine.odds.ladder_arrays import run_ladder_arrays
from engine.odds.losses import losses_in_order
from engine.odds.opening import bombarded
from engine.odds.rounds import BattleRounds
from engine.odds.side import Side
from engine.values import replace
from tests.engine.odds.armies import fight
from tests.support.unit_types import with_facts

LAND = [
    fight("3 infantry, 1 artillery, 2 armour, 1 fighter", "4 infantry, 1 armour, 1 bomber"),
    fight("3 infantry, 2 fighter", "3 infantry, 1 artillery", low_luck=True),
    fight("4 infantry, 1 bomber", "3 infantry", bombard="1 battleship"),
    fight("4 infantry, 1 bomber", "3 infantry", bombard="1 cruiser", bombard_casualties_fire=True),
    fight(
        "5 infantry", "4 infantry", attack=Plan(retreat=((StopCondition("attackers", "<", 3),),))
    ),
    fight("2 infantry, 2 armour", "3 infantry, 1 fighter", weakest_lost_first=True),
]
SEA = [
    fight("2 submarine, 1 destroyer, 1 fighter", "1 submarine, 1 cruiser, 1 fighter", sea=True),
    fight("1 battleship, 1 carrier, 2 fighter", "3 submarine", sea=True),
    fight("3 submarine", "1 battleship, 1 transport", sea=True, low_luck=True),
    fight(
        "2 submarine, 2 fighter",
        "2 submarine, 1 destroyer, 1 transport",
        sea=True,
        air_needs_destroyer_against_submarines=True,
        transport_casualties_restricted=True,
        destroyers_cancel_first_strike=True,
    ),
    fight("2 submarine, 1 cruiser", "2 destroyer", sea=True, attack=Plan(submerges="always")),
    fight(
        "2 submarine, 1 cruiser",
        "1 destroyer, 2 fighter",
        sea=True,
        attack=Plan(submerges="never"),
        submarines_submerge_from_aircraft=True,
    ),
]


def rounds_of(battle: Battle) -> tuple[BattleRounds[float], HitTable[float]]:
    rules = battle.rules
    table = HitTable(as_float, rules.sides, low_luck=rules.options.low_luck)
    mine, theirs = battle.attackers, battle.defenders
    first = losses_in_order(mine, rules, battle.attack_plan, "attacker")
    second = losses_in_order(theirs, rules, battle.defence_plan, "defender")
    attack = Side("attacker", mine, first, theirs, rules, battle.attack_plan, table)
    defence = Side("defender", theirs, second, mine, rules, battle.defence_plan, table)
    return BattleRounds(battle, attack, defence), table


def ends(rounds: BattleRounds[float], found: dict[tuple[str, int, int], float]) -> dict[str, float]:
    """Chances by outcome and survivors, in words, for comparing different numbers of states."""
    words: dict[str, float] = {}
    for (outcome, mine, theirs), chance in found.items():
        left = ((rounds.attack, mine), (rounds.defence, theirs))
        key = f"{outcome} {[(side.places(at), side.force(at)) for side, at in left]}"
        words[key] = words.get(key, 0.0) + chance
    return words


def general(battle: Battle) -> tuple[dict[str, float], float]:
    rounds, table = rounds_of(battle)
    run, pairs = first_rounds(rounds, bombarded(battle, rounds, table))
    run_chain(rounds, pairs, run)
    return ends(rounds, run.ends), run.rounds


@pytest.mark.parametrize("battle", LAND)
@pytest.mark.parametrize("method", [run_ladder, run_ladder_arrays])
def test_ladders_agree_with_the_general_chain(battle: Battle, method: object) -> None:
    wanted, mean = general(battle)
    rounds, table = rounds_of(battle)
    run, pairs = begun(rounds, bombarded(battle, rounds, table))
    assert callable(method)
    method(rounds, pairs, run)
    assert ends(rounds, run.ends) == pytest.approx(wanted, abs=1e-12)
    assert run.rounds == pytest.approx(mean)


@pytest.mark.parametrize(
    "battle",
    [
        fight(
            "20 infantry, 10 artillery, 10 armour, 6 fighter, 2 bomber",
            "30 infantry, 5 artillery, 8 armour, 4 fighter",
        ),
        fight("55 infantry, 6 bomber", "50 infantry", low_luck=True),
        fight(
            "50 infantry",
            "45 armour",
            attack=Plan(retreat=((StopCondition("defenders", "<", 5),),)),
        ),
    ],
)
def test_large_ladders_with_and_without_arrays_agree(battle: Battle) -> None:
    """Chances too small to matter are left out of the arrays only where no digit shows it."""
    found: list[tuple[dict[str, float], float]] = []
    for method in (run_ladder, run_ladder_arrays):
        rounds, table = rounds_of(battle)
        run, pairs = begun(rounds, bombarded(battle, rounds, table))
        method(rounds, pairs, run)
        found.append((ends(rounds, run.ends), run.rounds))
    (plain, mean), (arrays, other_mean) = found
    assert all(arrays.get(end, 0.0) == pytest.approx(plain[end], abs=1e-13) for end in plain)
    assert sum(arrays.values()) == pytest.approx(1.0, abs=1e-12)
    assert other_mean == pytest.approx(mean, rel=1e-12)


def test_no_chance_is_lost_where_a_row_of_a_large_battle_is_moved_down_in_parts() -> None:
    """Some parts lead only below the last row, while the last land unit could still be kept."""
    odds = solve(fight("60 infantry, 40 fighter", "70 infantry, 20 fighter"), many=True)
    assert sum(float(end.chance) for end in odds.endings) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("battle", [*LAND, *SEA])
def test_one_of_many_battles_is_worked_out_as_one_alone(battle: Battle) -> None:
    assert _chances(solve(battle, many=True)) == pytest.approx(_chances(solve(battle)), abs=1e-9)


@pytest.mark.parametrize("battle", SEA)
def test_fleets_agree_with_the_general_chain(battle: Battle) -> None:
    wanted, mean = general(battle)
    rounds, table = rounds_of(battle)
    run, pairs = first_rounds(rounds, bombarded(battle, rounds, table))
    count_states(rounds.attack, rounds.defence, may_submerge=rounds.attacker_may_submerge)
    count_states(rounds.defence, rounds.attack, may_submerge=rounds.defender_may_submerge)
    run_fleet(rounds, pairs, run, 0.0)
    assert ends(rounds, run.ends) == pytest.approx(wanted, abs=1e-12)
    assert run.rounds == pytest.approx(mean)


@pytest.mark.parametrize("battle", [*LAND, *SEA])
def test_fractions_make_one_and_floats_are_the_same(battle: Battle) -> None:
    exact, quick = solve_exactly(battle), solve(battle)
    assert sum(Fraction(end.chance) for end in exact.endings) == 1
    assert _chances(quick) == pytest.approx(_chances(exact), abs=1e-12)


def _chances(odds: Odds) -> list[float]:
    return [float(odds.chance(name)) for name in OUTCOMES] + [float(odds.takes)]


def test_what_is_dropped_at_sea_is_counted() -> None:
    odds = solve(
        fight(
            "5 submarine, 4 destroyer, 2 carrier, 4 fighter, 2 battleship",
            "6 submarine, 4 destroyer, 1 carrier, 2 fighter, 2 battleship",
            sea=True,
        )
    )
    total = sum(float(end.chance) for end in odds.endings)
    assert 0 < float(odds.dropped) < 1e-5
    assert total + float(odds.dropped) == pytest.approx(1.0, abs=1e-12)


def test_submarines_against_aircraft_that_cannot_hit_them_are_a_stalemate() -> None:
    odds = solve_exactly(
        fight(
            "2 fighter",
            "1 submarine",
            sea=True,
            air_needs_destroyer_against_submarines=True,
            submersible_submarines=False,
        )
    )
    assert odds.chance("stalemate") == 1


@pytest.mark.parametrize("stays", [False, True])
def test_G29_transports_retreat_from_transports_unless_they_say_otherwise(stays: bool) -> None:
    plain = fight(
        "1 destroyer, 1 transport",
        "1 destroyer, 1 transport",
        sea=True,
        attack=Plan(retreat=((StopCondition("attackers", "<", 2),),)),
        transport_casualties_restricted=True,
        retreat_from_stalemates=False,
    )
    said = (
        replace(unit, kind=with_facts(unit.kind, stays_in_stalemates=stays))
        for unit in plain.attackers
    )
    odds = solve_exactly(replace(plain, attackers=tuple(said)))
    # Both fire at 2 or less until somebody is hit; both are in one round of five.
    assert odds.chance("stalemate") == (Fraction(1, 5) if stays else 0)


def test_B185_a_round_is_fought_before_anybody_may_retreat() -> None:
    """Whatever an instruction says of the forces at the start."""
    outnumbered = Plan(retreat=((StopCondition("attackers", "<", 5),),))
    flying = Plan(retreat=((StopCondition("air_only"),),))
    for battle in (
        fight("4 infantry", "3 infantry", attack=outnumbered),
        fight("4 fighter", "3 infantry", attack=flying),
    ):
        odds = solve_exactly(battle)
        assert odds.rounds == 1
        assert odds.chance("win") > 0


def test_what_is_dropped_at_sea_bounds_the_error() -> None:
    battle = fight(
        "2 submarine, 2 destroyer, 1 carrier, 2 fighter, 1 battleship",
        "1 submarine, 2 destroyer, 1 carrier, 2 fighter, 1 cruiser",
        sea=True,
    )
    wanted, _ = general(battle)
    rounds, table = rounds_of(battle)
    run, pairs = first_rounds(rounds, bombarded(battle, rounds, table))
    count_states(rounds.attack, rounds.defence, may_submerge=rounds.attacker_may_submerge)
    count_states(rounds.defence, rounds.attack, may_submerge=rounds.defender_may_submerge)
    run_fleet(rounds, pairs, run, 1e-3)
    found = ends(rounds, run.ends)
    missing = [wanted[end] - found.get(end, 0.0) for end in wanted]
    assert 1e-3 < sum(missing) == pytest.approx(run.dropped, abs=1e-12)
    assert min(missing) > -1e-12


def test_units_that_fire_first_do_so_where_there_is_no_submarine() -> None:
    """1 against 2 of 6: they win in a round with 1/6, and it goes on with 5/6 times 4/6."""
    plain = fight("1 infantry", "1 infantry")
    (early,) = (
        replace(unit, kind=with_facts(unit.kind, first_in_attack=True)) for unit in plain.attackers
    )
    battle = replace(plain, attackers=(early,))
    assert solve_exactly(battle).chance("win") == Fraction(3, 8)
    assert solve_exactly(plain).chance("win") < Fraction(3, 8)
    assert float(solve(battle).chance("win")) == pytest.approx(3 / 8)


def test_submarines_that_an_option_sends_off_leave_whatever_is_planned() -> None:
    """So the states without them are counted before a large battle is worked out."""
    battle = fight(
        "5 destroyer, 3 fighter, 2 submarine, 2 battleship, 1 carrier",
        "4 destroyer, 2 fighter, 1 battleship, 1 cruiser, 1 submarine, 1 carrier, 1 transport",
        sea=True,
        attack=Plan(submerges="never"),
        submarines_submerge_from_aircraft=True,
    )
    odds = solve(battle, many=True)
    assert 0.5 < float(odds.success) < 1
