"""`pbem import`: a save of TripleA, the scenario that goes on from it, and the game of that."""

from pathlib import Path

import pytest

from tests.engine.loading.small_map import small_map
from tests.support.table import Desk, desk, mail_desks
from tests.support.triplea_saves import (
    SmallSave,
    battle,
    battles,
    delegate,
    points,
    purse,
)


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desk(tmp_path, "Ann")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A save, its map, and where the scenario will be."""
    save, map_file = tmp_path / "autosave.tsvg", tmp_path / "straits.xml"
    save.write_bytes(SmallSave().data())
    map_file.write_bytes(small_map())
    return save, map_file, tmp_path / "on.toml"


def test_a_game_goes_on_from_a_save_of_triplea(ann: Desk, files: tuple[Path, Path, Path]) -> None:
    save, map_file, scenario = files
    told = ann.ok("import", save, "--map", map_file, "--out", scenario).out
    assert told.splitlines()[:4] == [
        "Straits",
        "Begins in round 3: Reds, combat move",
        "  Reds: 17 PUs, 0 areas, 2 units, 1 unit to place, rockets",
        "  Blues: 4 PUs, 1 area, 2 units",
    ]
    assert f"pbem new {scenario} --seat Reds=me" in told
    game = str(ann.ok("new", scenario, "--hotseat", "--json").data["game"])
    assert "round 3, Reds (Ann)" in ann.ok("status", game).out
    assert "Begins in round 3: Reds, combat move" in ann.ok("verify", game).out


def test_everybody_sees_where_it_begins_before_they_join(
    tmp_path: Path, files: tuple[Path, Path, Path]
) -> None:
    save, map_file, scenario = files
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("import", save, "--map", map_file, "--out", scenario)
    seats = ("--seat", "Reds=me", "--seat", "Blues=Ben <ben@example.org>")
    ann.ok("new", scenario, *seats)
    ben.ok("fetch")
    name = ben.game.game.hex()[:8]
    assert "Begins in round 3: Reds, combat move" in ben.ok("status", name).out
    ben.ok("join", name, "--yes")


def test_everybody_sees_what_the_turn_has_done_and_what_could_not_be_read(
    tmp_path: Path, files: tuple[Path, Path, Path]
) -> None:
    save, map_file, scenario = files
    busy = SmallSave()
    ranger = busy.unit("ranger", "Reds", alreadyMoved=points(1))
    busy.units["Redland"].append(ranger)
    busy.delegates = battles(battle("Redland", [ranger]))
    held = purse([("PUs", 17), ("Gold", 3)])
    busy.nations["Reds"].fields = {**busy.nations["Reds"].fields, "resources": held}
    save.write_bytes(busy.data())
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    told = ann.ok("import", save, "--map", map_file, "--out", scenario).out
    ann.ok("new", scenario, "--seat", "Reds=me", "--seat", "Blues=Ben <ben@example.org>")
    ben.ok("fetch")
    for seen in (told, ben.ok("status", ben.game.game.hex()[:8]).out):
        assert "  in this turn 1 unit moved, fought or came\n  battles to come: Redland\n" in seen
        assert "  not read: the Gold of nations\n" in seen


def test_on_the_way_back_the_turn_under_way_is_told_as_lost(
    ann: Desk, files: tuple[Path, Path, Path]
) -> None:
    save, map_file, scenario = files
    lost = "Not in it: what units have done in this turn, and the battles that wait."
    busy = SmallSave()
    ranger = busy.unit("ranger", "Reds", alreadyMoved=points(1))
    busy.units["Redland"].append(ranger)
    for name, data, is_lost in (("quiet", SmallSave(), False), ("busy", busy, True)):
        save.write_bytes(data.data())
        begins = scenario.with_name(f"{name}.toml")
        ann.ok("import", save, "--map", map_file, "--out", begins)
        game = str(ann.ok("new", begins, "--hotseat", "--json").data["game"])
        out = scenario.with_name(f"{name}.xml")
        told = ann.ok("export", game, "--triplea", "--map", map_file, "--out", out).out
        assert (lost in told) is is_lost


def test_the_json_says_the_same(ann: Desk, files: tuple[Path, Path, Path]) -> None:
    save, map_file, scenario = files
    data = ann.ok("import", save, "--map", map_file, "--out", scenario, "--json").data
    assert (data["game"], data["engine"], data["round"]) == ("Straits", "2.7", 3)
    assert (data["step"], data["file"], data["unread"]) == ("redCombatMove", str(scenario), [])


def test_what_cannot_be_imported_is_said_and_nothing_is_written(
    ann: Desk, files: tuple[Path, Path, Path]
) -> None:
    save, map_file, scenario = files
    words = ("import", save, "--map", map_file, "--out", scenario)
    busy = SmallSave()
    busy.delegates = delegate(startBaseStepsFinished=True, currentBattle=battle("Redland", []))
    save.write_bytes(busy.data())
    assert "in the battle of Redland" in str(ann.refused(2, *words).error["text"])
    save.write_bytes(b"not a save")
    assert "cannot be read as a save of TripleA" in str(ann.refused(2, *words).error["text"])
    assert not scenario.exists()
    scenario.write_text("mine")
    save.write_bytes(SmallSave().data())
    assert "There is already a file" in str(ann.refused(2, *words).error["text"])
    assert scenario.read_text() == "mine"


def test_the_map_is_found_among_those_that_triplea_has_downloaded(
    ann: Desk, files: tuple[Path, Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, map_file, scenario = files
    maps = tmp_path / "downloadedMaps"
    monkeypatch.setattr("pbem.lobby.scenarios.downloaded_maps", lambda: maps)
    words = ("import", save, "--out", scenario)
    assert "No downloaded map has the game 'Straits'" in str(ann.refused(2, *words).error["text"])
    maps.mkdir()
    map_file.rename(maps / "straits.xml")
    assert "Begins in round 3" in ann.ok(*words).out
