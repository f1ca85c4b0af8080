"""The computer player: it ends its turn, or is stopped and leaves no pile of orders behind."""

from pathlib import Path

import pytest

from engine import Buy
from pbem.play import computer
from pbem.play.computer import StuckError, play_by_computer
from tests.support.table import Desk, desk, give, table


class _Stubborn:
    """Gives the same order for ever."""

    def choose(self, state: object, waiting: object) -> Buy:
        return Buy((("infantry", 1),))


def test_a_computer_player_that_changes_nothing_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table(tmp_path).session()
    give(session, "done")
    monkeypatch.setattr(computer, "computer_player", lambda *_: _Stubborn())
    with pytest.raises(StuckError, match="the Russians goes in circles"):
        play_by_computer(session, "easy")
    assert session.pending == ()
    assert session.save.entries[-1].kind == "start"


def test_the_computer_ends_its_command_in_a_block_game(tmp_path: Path) -> None:
    """T2: a command can be replaced until the phase ends, so choosing one does not end it."""
    ann = desk(tmp_path, "Ann", f'[dice]\nfolder = "{tmp_path / "authority"}"\n')
    ann.ok("new", "triumph_tragedy", "--hotseat")
    game = ann.home.game_store.games()[0].game.hex()[:8]
    while "command" not in ann.ok("status", game).out.splitlines()[2]:
        ann.ok("play", game, "--computer", "easy")
    assert "Turn signed." in ann.ok("play", game, "--computer", "easy").out
    assert not ann.home.draft_path(ann.home.game_store.games()[0]).exists()


def demo(ann: Desk, out: Path, scenario: object) -> list[str]:
    """The nations that took a turn, in order."""
    data = ann.ok("demo", "--scenario", scenario, "--seed", "1", "--out", out, "--json").data
    rows = data["round"]
    assert isinstance(rows, list)
    verified = data["verify"]
    assert isinstance(verified, dict) and verified["ok"]
    return [row["nation"] for row in rows]


@pytest.mark.slow
def test_the_demo_plays_a_scenario_file_with_three_sides(tmp_path: Path) -> None:
    """The sequence of the scenario says who begins, and it is not always Russia."""
    ann = desk(tmp_path, "Ann")
    own = tmp_path / "own.toml"
    ann.ok("info", "triumph_tragedy", "--toml", own)
    nations = demo(ann, tmp_path / "round", own)
    assert nations[:3] == ["Axis", "West", "USSR"]
    assert len(nations) > 6
