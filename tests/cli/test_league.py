"""`pbem league`: a table, rounds and draws by their commands, over real saves."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.diceserver import dice_server
from tests.support.table import Desk, desk, key_of

SAVES = Path(__file__).parents[2] / "savegames"
CUP = ("--name", "Winter cup")
PLAYERS = tuple(f"Player {number}" for number in range(1, 6))


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desk(tmp_path, "Ann")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "cup"
    made.mkdir()
    for name in ("vanished", "agreed", "classic-allies-together"):
        shutil.copy(SAVES / f"{name}.pbem", made)
    return made


def entrants(folder: Path, *names: str) -> Path:
    path = folder / "entrants.txt"
    lines = [f"{key_of(name).public.hex()} {name} # of the club" for name in names]
    path.write_text("\n".join(["# key and name", "", *lines]), encoding="utf-8")
    return path


def test_a_table_of_a_folder(ann: Desk, folder: Path) -> None:
    said = ann.ok("league", "table", folder)
    assert said.out.startswith("2 games that count, 1 under way.\n")
    assert "1-0-0   1.0" in said.out and "0-1-0   0.5" in said.out and "0-0-1   0.0" in said.out
    assert "Cy by surrender (1)" in said.out
    assert "Several keys go by the name Ann: each is a player of its own." in said.out
    assert all(len(line) < 80 for line in said.out.splitlines())
    data = ann.ok("league", "table", folder, "--luck", "--json").data
    assert ann.ok("league", "table", folder, "--luck", "--json").data == data
    players = ann.ok("league", "table", folder, "--luck", "--json").rows("players")
    assert sum(int(str(row["won"])) for row in players) == 2
    ordered = [float(str(row["at_least"])) for row in players if row["at_least"] is not None]
    assert ordered == sorted(ordered, reverse=True) and len(ordered) == 6


def test_a_page_of_the_table_is_the_same_each_time(ann: Desk, folder: Path) -> None:
    """It runs nothing and asks nobody, and names of strangers are text on it."""
    page = folder / "league.html"
    made = ("league", "table", folder, "--luck", "--page", page, "--title", "Cup <b>1</b>")
    ann.ok(*made)
    first = page.read_text(encoding="utf-8")
    ann.ok(*made)
    assert page.read_text(encoding="utf-8") == first
    assert "Cup &lt;b&gt;1&lt;/b&gt;" in first and "<script" not in first and "http:" not in first
    assert "won by surrender (1)" in first and "under way" in first
    assert "Several keys go by the name Ann" in first


def test_table_page_and_round_do_not_depend_on_the_seed_of_hashes(ann: Desk, folder: Path) -> None:
    """Nor on the order in which a drive lists the files, which is that in which they came."""
    listed = entrants(folder, *PLAYERS)
    other = folder.parent / "other"
    other.mkdir()
    for path in sorted(folder.iterdir(), reverse=True):
        shutil.copy(path, other)
    told: set[tuple[str, ...]] = set()
    for seed, where in (("0", folder), ("1", other), ("4711", folder)):
        page = folder.parent / f"{seed}.html"
        home = {"PYTHONHASHSEED": seed, "PBEM_HOME": str(ann.root)}

        def said(*words: object, home: dict[str, str] = home) -> str:
            return subprocess.run(
                [sys.executable, "-m", "pbem", "league", *map(str, words), "--json"],
                cwd=SAVES.parent,
                env={**os.environ, **home},
                capture_output=True,
                text=True,
                check=True,
            ).stdout

        table = said("table", where, "--luck", "--page", page).replace(str(where), "")
        paired = said("round", where, *CUP, "--number", "1", "--entrants", listed)
        told.add((table, page.read_text(encoding="utf-8"), paired))
    ((table, page_of_all, paired),) = told
    assert len(json.loads(table)["players"]) == 12 and "Cy" in page_of_all
    assert len(json.loads(paired)["pairs"]) == 2


def test_a_file_that_is_refused_is_named_and_ends_the_command_with_its_code(
    ann: Desk, folder: Path
) -> None:
    (folder / "bad.pbem").write_bytes((folder / "agreed.pbem").read_bytes()[:-1])
    said = ann.run("league", "table", folder)
    assert said.code == 4 and "bad.pbem left out: " in said.out
    assert "2 games that count" in said.out
    assert ann.refused(2, "league", "table", folder.parent / "ann").error["code"] == "no-saves"


def test_rounds_are_paired_and_their_sides_drawn_by_a_dice_server(
    ann: Desk, tmp_path: Path
) -> None:
    """Twice the same, also after the file was lost; and whoever gets it verifies it."""
    folder = tmp_path / "empty"
    folder.mkdir()
    shutil.copy(SAVES / "agreed.pbem", folder)
    named = entrants(tmp_path, *PLAYERS)
    options = (*CUP, "--entrants", named)
    paired = ann.ok("league", "round", folder, *options, "--number", "1")
    assert "The sides are not drawn" in paired.out and "Player 5" in paired.out
    with dice_server(tmp_path / "server", "--chain", "64", "--no-limits") as server:
        drawing = ("league", "round", folder, *options, "--dice", server.address, "--number")
        assert ann.refused(2, *drawing, "2").error["code"] == "round-missing"
        first = ann.ok(*drawing, "1", "--json").data
        path = Path(str(first["file"]))
        kept = path.read_bytes()
        path.unlink()
        assert ann.ok(*drawing, "1", "--json").data == first and path.read_bytes() == kept
        second = ann.ok(*drawing, "2", "--json").data
        ben = desk(tmp_path, "Ben")
        told = ben.ok("league", "draw", path, "--json").data
        assert told == first and told["drawn"] is True
        assert ben.refused(2, "league", "draw", tmp_path / "none.draw").code == 2
        other = ("--sides", "Allies", "Axis")
        assert ann.refused(2, *drawing, "3", *other).error["code"] == "other-sides"
    met = [{pair["first"], pair["second"]} for data in (first, second) for pair in pairs_of(data)]
    assert len(met) == 4 and all(met.count(pair) == 1 for pair in met)
    assert first["bye"] != second["bye"]
    path.write_bytes(kept.replace(b"Axis", b"Bxis"))
    assert ann.refused(7, "league", "draw", path).error["code"] == "draw-unfit"


def pairs_of(data: dict[str, object]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(json.dumps(data["pairs"]))
    return found


def test_everybody_meets_everybody(ann: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "robin"
    folder.mkdir()
    shutil.copy(SAVES / "agreed.pbem", folder)
    options = (*CUP, "--entrants", entrants(tmp_path, *PLAYERS[:4]), "--system", "robin")
    told = ann.ok("league", "round", folder, *options, "--number", "1", "--json").data
    assert len(pairs_of(told)) == 2 and told["bye"] == ""
    said = ann.refused(2, "league", "round", folder, *options, "--number", "4")
    assert said.error["code"] == "round-missing"


def test_entrants_that_cannot_be_read(ann: Desk, folder: Path) -> None:
    path = entrants(folder, "Ann", "Ann")
    said = ann.refused(2, "league", "table", folder, "--entrants", path)
    assert said.error["code"] == "entered-twice"
    path.write_text("Ann", encoding="utf-8")
    said = ann.refused(2, "league", "table", folder, "--entrants", path)
    assert said.error["code"] == "no-such-key"
    said = ann.refused(2, "league", "table", folder, "--authority", "0G")
    assert said.error["code"] == "no-such-key"
