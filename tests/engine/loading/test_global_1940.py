"""Global 1940, second edition: what its nations begin with, and a round of it.

What its map says is compared in ``test_community_scenarios``.
"""

from collections import Counter
from typing import Final

from engine.loading import load_scenario
from tests.support.playout import play
from tests.support.soak_plan import PLAYERS

NAME: Final = "second_edition_global_1940"

FORCES: Final = {
    "Germans": (30, 87),
    "Russians": (37, 71),
    "Japanese": (26, 94),
    "Americans": (52, 54),
    "Chinese": (12, 18),
    "British": (28, 86),
    "UK_Pacific": (17, 5),
    "Italians": (10, 46),
    "ANZAC": (10, 23),
    "French": (19, 32),
}
"""Each nation's money at the start and the number of its units, bases and factories."""


def test_every_nation_begins_with_its_money_and_the_units_of_the_set_up() -> None:
    game = load_scenario(NAME)
    units: Counter[str] = Counter()
    for placement in game.setup.placements:
        units[placement.owner] += placement.count
    income: Counter[str] = Counter()
    for name, area in game.board.territories.items():
        income[game.setup.owners.get(name, "")] += area.production
    for nation, (money, count) in FORCES.items():
        assert game.setup.resources[nation]["PUs"] == money == income[nation], nation
        assert units[nation] == count, nation


def test_a_round_of_odd_moves_keeps_every_invariant() -> None:
    played = play(load_scenario(NAME), 3, 1, PLAYERS["random"], thorough=200)
    assert played.last.state.round == 2
