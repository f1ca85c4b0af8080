"""Real saves of TripleA: each position is the recorded one, and the recordings go on from there.

These lie between turns and in turns that several nations share.  Those in the middle of phases are
in tests/tripleasave/test_written_saves.py.
"""

import pytest

from tests.conformance.replay_game import SHARED
from tests.conformance.saved_games import play_from_saves

SAVES = SHARED / "tsvg"

RECORDINGS = {
    "270BC": 15,
    "WW2v3-1941": 12,
    "WW2v5_1942_2nd": 9,
    "big_world_1942": 11,
    "iron_blitz": 9,
    "pacific": 17,
    "ww2global40": 23,
    "ww2v2": 9,
}
"""Maps, and how many saves there are of each; some are in a turn that several nations share."""

KAMIKAZE = "2 dice are needed for kamikaze attacks on carrier in 23 Sea Zone"
"""Where the recording of the Pacific cannot be played on from its very beginning either."""


@pytest.mark.slow
@pytest.mark.skipif(not SAVES.is_dir(), reason="the saves are not beside the project")
@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recorded_game_goes_on_from_its_saves(name: str) -> None:
    saves = play_from_saves(SAVES / f"{name}.s401.wild3.jsonl.gz")
    assert (saves.unequal, saves.refused) == ({}, {})
    assert len(saves.equal) == RECORDINGS[name]
    assert saves.game.disputes == []
    if name == "pacific":
        assert KAMIKAZE in saves.game.difference
    else:
        assert saves.game.difference == ""
        assert saves.game.equal_steps == saves.game.steps
