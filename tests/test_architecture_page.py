"""The table of rooms in docs/ARCHITECTURE.md names files that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
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
