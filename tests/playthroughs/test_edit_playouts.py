"""A game in which the board is changed by hand again and again can be played on (B255).

`python -m tests.playthroughs.edit_soak` plays many of them.
"""

import pytest

from tests.playthroughs.edit_soak import EditSoak
from tests.support.positions import big_world, classic


@pytest.mark.slow
@pytest.mark.parametrize("seed", [12, 31])
def test_B255_after_random_edits_the_game_goes_on(seed: int) -> None:
    """Seed 12 is one of those in which money was below zero."""
    soak = EditSoak(big_world(bombing_damages_factory=True), seed, 0.4)
    soak.play(1)
    assert len(soak.edits) >= 5
    assert soak.edits.total() > 50


def test_B255_after_random_edits_classic_goes_on() -> None:
    soak = EditSoak(classic(), 5, 0.4)
    soak.play(1)
    assert soak.edits.total() > 50
