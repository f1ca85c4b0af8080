"""A few whole games between computer players, with every invariant checked after every action.

`python -m tests.playthroughs.soak` plays as many as you like.
"""

import random
from pathlib import Path

import pytest

from engine import Buy, Done, IllegalActionError, Order, PhaseOpen, apply, new_game, state_digest
from tests.playthroughs.soak import PLAYERS, main, varied
from tests.support.playout import PlayoutError, done_only, play, read_failure, write_failure
from tests.support.positions import big_world


@pytest.mark.parametrize("seed", [11, 12])
def test_random_games_keep_every_invariant(seed: int) -> None:
    game = play(big_world(), seed, 2, PLAYERS["random"])
    assert game.last.state.round == 3


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


def bad_player(state: object, waiting: object, chance: random.Random) -> Order:
    """Buys what nobody can pay, sooner or later."""
    del state, chance
    if isinstance(waiting, PhaseOpen) and waiting.phase == "purchase":
        return Buy((("battleship", 99),))
    return Done()


def test_a_failed_game_can_be_written_down_and_played_again(tmp_path: Path) -> None:
    definition = big_world()
    with pytest.raises(PlayoutError) as caught:
        play(definition, 5, 1, bad_player)
    path = tmp_path / "failure.json"
    write_failure(path, definition, 5, caught.value)
    step, action = read_failure(path, definition)
    assert step.state.phase.phase == "purchase"
    assert action is not None
    before = state_digest(step.state)
    with pytest.raises(IllegalActionError):
        apply(step.state, action)
    assert state_digest(step.state) == before


def test_the_soak_reports_games_and_a_last_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["--games", "1", "--rounds", "1", "--seed", "3", "--out", str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert status == 0
    assert lines[0].startswith("seed 3: 1 rounds")
    assert lines[-1].startswith("1 games, 0 failed")
    assert list(tmp_path.iterdir()) == []
