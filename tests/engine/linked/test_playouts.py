"""Whole games of the three scenarios, played by computer players to a victory without a fault."""

import pytest

from engine.loading import load_scenario
from tests.support.playout import play
from tests.support.soak_plan import PLAYERS

SCENARIOS = ("axis_allies_europe", "axis_allies_pacific", "axis_allies_linked")

SHORT = {"axis_allies_europe": 2, "axis_allies_pacific": 3, "axis_allies_linked": 1}
"""Seeds of games that are won within a few rounds."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_game_is_played_to_the_end(name: str) -> None:
    game, player = load_scenario(name), PLAYERS["sensible"]
    played = play(game, SHORT[name], 40, player, thorough=400, again=False)
    assert played.last.state.outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_two_rounds_of_odd_moves_are_played(name: str) -> None:
    played = play(load_scenario(name), 3, 2, PLAYERS["random"], thorough=100)
    assert played.last.state.round == 3
