"""Where `make browser`, `servers` and `windows` look for tests, all tests so marked are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("mark", "variable"),
    [
        ("browser", "BROWSER_TESTS"),
        ("servers", "SERVER_TESTS"),
        ("windows", "COMMANDS_ON_WINDOWS"),
    ],
)
def test_every_marked_test_is_in_a_folder_of_the_makefile(mark: str, variable: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    line = re.search(rf"^{variable} := (.+)$", makefile, re.MULTILINE)
    assert line is not None
    folders = [ROOT / name for name in line[1].split()]
    use = re.compile(rf"\bmark\.{mark}\b")
    marked = [
        path for path in (ROOT / "tests").rglob("*.py") if use.search(path.read_text("utf-8"))
    ]
    assert marked
    outside = [path for path in marked if not any(map(path.is_relative_to, folders))]
    assert outside == []
