"""A failed playout becomes a short save that shows the failure: proved with checks made to fail."""

from pathlib import Path

import pytest

from engine import Move, State
from engine.core.events.battle import TerritoryTaken
from pbem.replay import read_position
from pbem.save.trust import open_save
from tests.playthroughs.soak import main
from tests.support import invariants, playout
from tests.support.failure import play_failure, write_failure
from tests.support.playout import PlayoutError, play
from tests.support.positions import big_world
from tests.support.shrink import shrunk
from tests.support.soak_plan import PLAYERS

WORLD = big_world()


def failing_game(rounds: int = 2) -> tuple[int, PlayoutError]:
    """The seed of a playout that fails, the first one that does, and its error."""
    for seed in range(1, 40):
        try:
            play(WORLD, seed, rounds, PLAYERS["random"], thorough=10_000)
        except PlayoutError as error:
            return seed, error
    raise AssertionError("no game shows what the check forbids")


def no_tank_at_sea(before: State, events: invariants.Events, after: State) -> None:
    """A check that a sound game fails: the first tank aboard a transport is a fault."""
    del before, events
    for unit in after.units.values():
        assert unit.type != "armour" or unit.carried_by is None, f"unit {unit.id} is at sea"


def no_conquest_by_battle(before: State, events: invariants.Events, after: State) -> None:
    """A check that fails only where dice have fallen well: land is never won by fighting."""
    del after
    for event in events:
        if isinstance(event, TerritoryTaken):
            assert event.territory not in before.turn.fought, f"{event.territory} is won"
            assert len(before.agenda) == 1, f"{event.territory} is won"


def test_a_failure_of_orders_shrinks_to_the_orders_that_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playout, "check_step", no_tank_at_sea)
    failure = shrunk(WORLD, *failing_game())
    assert failure.at_first > 50
    # Seldom a ship has to come first before the tank can go aboard.
    *before, entry = failure.script
    assert len(before) <= 2
    assert isinstance(entry.order, Move)
    assert entry.order.picks[0].type == "armour"
    written = write_failure(tmp_path / "short.pbem", failure)
    assert written.order == ""
    with pytest.raises(PlayoutError, match="is at sea"):
        play_failure(written.path)


def test_the_save_of_a_failure_is_a_whole_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It opens, every signature and die holds, and `pbem history` can show it to the last order."""
    monkeypatch.setattr(playout, "check_step", no_tank_at_sea)
    written = write_failure(tmp_path / "short.pbem", shrunk(WORLD, *failing_game()))
    save = open_save(written.path.read_bytes())
    position = read_position(save)
    assert position.error is None
    assert any(unit.type == "armour" and unit.carried_by for unit in position.state.units.values())
    assert main(["--again", str(written.path)]) == 1
    assert "is at sea" in capsys.readouterr().out
    monkeypatch.setattr(playout, "check_step", invariants.check_step)
    assert main(["--again", str(written.path)]) == 0
    assert any(f"--again {written.path}" in line for line in written.lines)


def test_a_failure_that_needs_dice_is_found_again_with_the_dice_of_a_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playout, "check_step", no_conquest_by_battle)
    failure = shrunk(WORLD, *failing_game())
    assert len(failure.script) <= 4
    written = write_failure(tmp_path / "short.pbem", failure)
    assert written.path.suffix == ".pbem"
    with pytest.raises(PlayoutError, match="is won"):
        play_failure(written.path)


def test_a_failure_that_no_save_can_show_is_written_with_its_own_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playout, "check_step", no_conquest_by_battle)
    failure = shrunk(WORLD, *failing_game())
    monkeypatch.setattr("tests.support.failure._SEEDS", 0)
    written = write_failure(tmp_path / "short.pbem", failure)
    assert written.path == tmp_path / "short.json"
    with pytest.raises(PlayoutError, match="is won"):
        play_failure(written.path)
