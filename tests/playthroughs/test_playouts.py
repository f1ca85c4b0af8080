"""A few whole games between computer players, with every invariant checked after every action.

`python -m tests.playthroughs.soak` plays as many as you like.
"""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Done, new_game
from engine.core.state import with_units, without_units
from tests.engine.loading.small_map import small_map
from tests.playthroughs.soak import main
from tests.support.invariants import check_board, check_step, touched_places
from tests.support.playout import done_only, play
from tests.support.positions import big_world, position
from tests.support.soak_plan import PLAYERS, plan_of, varied
from tests.support.telling import tell


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12])
def test_random_games_keep_every_invariant(seed: int) -> None:
    game = play(big_world(), seed, 2, PLAYERS["random"])
    assert game.last.state.round == 3


@pytest.mark.slow
def test_a_random_game_with_low_luck_keeps_every_invariant() -> None:
    game = play(big_world(low_luck=True), 13, 2, PLAYERS["mixed"], thorough=40)
    assert game.last.state.round == 3


def test_a_game_with_other_rules_keeps_every_invariant() -> None:
    definition = varied(big_world(), random.Random(4))
    assert definition.options != big_world().options
    play(definition, 14, 1, PLAYERS["mixed"], thorough=40)


def test_B96_B97_rounds_without_orders_follow_the_turn_order() -> None:
    game = play(big_world(), 1, 2, done_only)
    assert game.last.state.round == 3
    assert game.last.state.nation == "Russians"
    assert set(game.actions) == {Done()}


def test_B136_money_grows_by_the_income_when_nothing_is_bought() -> None:
    game = play(big_world(), 1, 3, done_only)
    start = new_game(big_world()).state
    for nation, account in start.resources.items():
        assert game.last.state.amount(nation, "PUs") == 4 * account["PUs"]


def test_the_soak_reports_games_and_a_last_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wish = ["--games", "1", "--rounds", "1", "--seed", "3", "--options", "scenario"]
    status = main([*wish, "--scenario", "big_world_1942", "--out", str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert status == 0
    assert lines[0].startswith("seed 3: big_world_1942 ")
    assert "1 rounds played" in lines[0]
    assert lines[1] == "ends: 1 1 rounds played"
    assert lines[-1].startswith("1 games, 0 failed")
    assert list(tmp_path.iterdir()) == []


def test_the_soak_plays_map_files_and_nations_without_an_alliance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lonely.xml"
    data = small_map('<alliance player="Reds" alliance="East"/>', "")
    goal = b'<property name="East Total Victory VCs" value="1"/>'
    assert goal in data
    path.write_bytes(data.replace(goal, b""))
    wish = ["--games", "1", "--rounds", "2", "--map", str(path), "--thorough", "5"]
    status = main([*wish, "--out", str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert status == 0, lines
    assert lines[0].startswith("seed 1: lonely.xml ")


@pytest.mark.slow
def test_all_that_happens_in_a_game_is_told() -> None:
    """Every event has its sentence, every turn its report, and every question an answer."""
    game = play(big_world(), 15, 1, PLAYERS["mixed"], thorough=1_000, again=False)
    reports = tell(big_world(), game.actions)
    assert "Russians" in reports[0]
    assert len(reports) == len(big_world().politics.nations)


def test_seeds_of_a_soak_differ_in_scenario_rules_and_players() -> None:
    plans = [plan_of(seed) for seed in range(40)]
    assert {plan.definition.name for plan in plans} >= {big_world().name}
    assert {plan.definition.options.low_luck for plan in plans} == {True, False}
    assert {plan.definition.options.weakest_lost_first for plan in plans} == {True, False}
    assert {player for plan in plans for player in plan.players.values()} == set(PLAYERS)
    assert plan_of(7) == plan_of(7)


def test_a_step_looks_at_every_place_that_has_changed() -> None:
    """What the checks of one action look at: where units come from, go to and change."""
    before = position(big_world(), "Germans", "combat_move")
    unit = next(before.units_of("Germans"))
    moved = with_units(before, [replace(unit, territory="Moscow")])
    assert touched_places(before, moved) == sorted({unit.territory, "Moscow"})
    hit = with_units(before, [replace(unit, hits=1)])
    assert touched_places(before, hit) == [unit.territory]
    gone = without_units(before, [unit.id])
    assert touched_places(before, gone) == [unit.territory]
    assert touched_places(before, replace(before, round=2)) == []


def test_a_step_finds_what_is_unsound_in_a_place_that_has_changed() -> None:
    """A ship sails off and leaves its cargo in the water: its old place is looked at too."""
    board = big_world().board
    here = next(name for name, at_sea in board.is_sea.items() if at_sea)
    there = next(name for name in board.neighbours(here) if board.is_sea[name])
    before = position(
        big_world(),
        "Germans",
        "combat_move",
        units=[(here, "Germans", "transport", 1), (here, "Germans", "infantry", 1)],
        cleared=[here, there],
    )
    ship, soldier = before.units_in(here)
    before = with_units(before, [replace(soldier, carried_by=ship.id)])
    after = with_units(before, [replace(ship, territory=there)])
    with pytest.raises(AssertionError, match="do not make the position"):
        check_step(before, (), after)
    assert touched_places(before, after) == sorted((here, there))
    with pytest.raises(AssertionError, match=f"is aboard a ship in {there}"):
        check_board(after, [*after.units_in(here), *after.units_in(there)])
