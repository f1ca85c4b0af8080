"""What lies in the folder of the project: a file that a command left there is not committed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WANTED = {
    *("pyproject.toml", "pbem", "engine", "templates", "savegames", "tests", "README.md"),
    *("docs", "Makefile", "CHANGELOG.md", "LICENSE", "SECURITY.md", ".ci", ".github"),
    *(".gitignore", "CONTRIBUTING.md", "NOTICE", "hatch_build.py"),
}


@pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(), reason="this is not a clone"
)
def test_nothing_else_lies_in_the_folder_of_the_project() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert {name.partition("/")[0] for name in listed.stdout.split("\0") if name} == WANTED
