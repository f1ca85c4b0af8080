"""The golden corpus: every recorded game verifies and replays to its digest and outcome."""

import json
from pathlib import Path

import pytest

from engine import GameOver
from pbem.replay import read_position
from pbem.save.trust import open_save

FOLDER = Path(__file__).resolve().parents[2] / "savegames"
INDEX = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))


def test_every_recorded_game_is_in_the_index() -> None:
    assert sorted(INDEX) == sorted(path.stem for path in FOLDER.glob("*.pbem"))
    assert len(INDEX) >= 3


@pytest.mark.parametrize("name", sorted(INDEX))
def test_recorded_game_replays(name: str) -> None:
    """Every signature, die, order and signed position; head and outcome as recorded."""
    wanted = INDEX[name]
    save = open_save((FOLDER / f"{name}.pbem").read_bytes())
    position = read_position(save)
    assert position.error is None
    assert save.head.hex() == wanted["head"]
    assert len(save.entries) == wanted["records"]
    assert len(position.turns) == wanted["turns"]
    assert position.state.round == wanted["rounds"]
    waiting = position.step.waiting
    outcome = waiting.outcome.kind if isinstance(waiting, GameOver) else ""
    winners = list(waiting.outcome.winners) if isinstance(waiting, GameOver) else []
    assert (outcome, winners) == (wanted["outcome"], wanted["winners"])


def test_recorded_games_end_both_ways() -> None:
    """One game per winning side, one with low luck, one that is still open."""
    winners = {nation for game in INDEX.values() for nation in game["winners"]}
    assert {"Germans", "Russians"} <= winners
    assert any(not game["outcome"] for game in INDEX.values())
