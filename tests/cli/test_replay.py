"""`pbem replay` (ADR 0041); what the page does is in tests/web/test_replay_page.py."""

from pathlib import Path

import pytest

from pbem.save.trust import open_save
from tests.support.paper_game import broken, repacked
from tests.support.table import Desk, desk

GAME = Path(__file__).resolve().parents[2] / "savegames" / "agreed.pbem"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return desk(tmp_path_factory.mktemp("replay"), "Ann")


def test_the_whole_game_becomes_one_page(reader: Desk, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    data = reader.ok("replay", GAME, "-o", page, "--json").data
    assert (data["turns"], data["file"]) == (8, str(page))
    assert data["bytes"] == page.stat().st_size < 1_500_000


def test_of_a_forged_save_the_sound_part_is_shown_and_the_fault_told(
    reader: Desk, tmp_path: Path
) -> None:
    forged, page = tmp_path / "forged.pbem", tmp_path / "game.html"
    forged.write_bytes(repacked(open_save(GAME.read_bytes()), signatures=broken))
    told = reader.run("replay", forged, "-o", page)
    assert told.code == 4
    assert "NOT PROVEN" in told.out
    assert '<p class="banner bad">NOT PROVEN: ' in page.read_text("utf-8")


def test_a_game_text_proves_nothing_and_gives_no_page(reader: Desk, tmp_path: Path) -> None:
    text = tmp_path / "game.txt"
    reader.ok("export", GAME, "--text", "--out", text)
    page = tmp_path / "game.html"
    assert reader.refused(3, "replay", text, "-o", page).error["code"] == "game-text"
    assert not page.exists()
