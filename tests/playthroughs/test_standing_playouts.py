"""A random game with random standing orders keeps every invariant, and some of them fire (G20)."""

import pytest

from engine import StandingUse
from tests.playthroughs.standing_soak import filing_player, uses_of, variant
from tests.support.play_again import play_again
from tests.support.playout import play
from tests.support.positions import big_world


@pytest.mark.slow
def test_G20_random_standing_orders_keep_every_invariant() -> None:
    definition = variant(big_world(), 0)
    game = play(definition, 21, 2, filing_player, thorough=40)
    uses = list(uses_of(definition, game))
    assert uses
    assert any(use.fired for use in uses)
    played = play_again(definition, game.actions)
    choices = [
        (getattr(event, "chosen_by", ""), getattr(event, "standing", None))
        for step in played
        for event in step.events
    ]
    for chosen_by, use in choices:
        if chosen_by == "standing":
            assert isinstance(use, StandingUse)
            assert use.fired
