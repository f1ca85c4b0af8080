"""docs/ARCHITECTURE.md and CONTRIBUTING.md name files that are there, three for a usual change."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COLUMNS = {
    2: ("engine/rules", "engine/phases"),
    3: ("engine/gamedef",),
    4: ("engine/loading/triplea",),
}


def rows() -> list[list[str]]:
    """The cells of each row of the table of rooms, without its head."""
    section = PAGE.split("## Rooms of the rules")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [line.split("|") for line in lines[2:]]


def test_there_are_rooms() -> None:
    assert len(rows()) >= 15


@pytest.mark.parametrize("cells", rows(), ids=lambda cells: cells[1].strip())
def test_every_room_is_there(cells: list[str]) -> None:
    for column, folders in COLUMNS.items():
        there = {path.name for folder in folders for path in (ROOT / folder).rglob("*.py")}
        named = [path.split("/")[-1] for path in re.findall(r"`([\w/]+\.py)`", cells[column])]
        assert there.issuperset(named), set(named) - there


def changes(page: str) -> dict[str, str]:
    """What the table of usual changes says: what is added, and where."""
    table = page.split("| to add | files |\n|---|---|\n")[1].split("\n\n", maxsplit=1)[0]
    return dict(line.strip("| ").split(" | ", 1) for line in table.splitlines())


def files(cell: str) -> list[Path]:
    """The files that a cell names; for one that is still to be written, its folder."""
    named = [path for path in re.findall(r"`([^`]+)`", cell) if "/" in path]
    return [ROOT / (Path(path).parent if "<" in path else path) for path in named]


def test_both_pages_say_the_same_of_a_change() -> None:
    first = changes(PAGE)
    assert set(first) == {"a unit ability", "a phase", "a mail transport"}
    assert first.items() <= changes(CONTRIBUTING).items()


@pytest.mark.parametrize("change", changes(CONTRIBUTING))
def test_a_usual_change_touches_three_files(change: str) -> None:
    cell = changes(CONTRIBUTING)[change]
    assert [path for path in files(cell) if not path.exists()] == []
    assert len(re.sub(r"\(.*?\)", "", cell).split(";")) <= 3


def test_every_file_that_the_page_names_is_there() -> None:
    named = re.findall(r"`((?:engine|pbem|tests|docs|templates)/[\w/.-]+)`", PAGE + CONTRIBUTING)
    assert len(named) > 50
    assert sorted({path for path in named if not (ROOT / path).exists()}) == []
