"""Another `engine` in the current folder or on PYTHONPATH is not taken for ours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("where", ["folder", "path"])
def test_a_strangers_engine_is_left_alone(tmp_path: Path, where: str) -> None:
    there = tmp_path / where
    there.mkdir()
    (there / "engine.py").write_text('raise SystemExit("the wrong engine")\n')
    path = os.pathsep.join((str(there), str(ROOT)) if where == "path" else (str(ROOT),))
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "odds", "3 infantry", "2 infantry"],
        cwd=there if where == "folder" else tmp_path,
        env={**os.environ, "PYTHONPATH": path, "PBEM_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "territory taken" in done.stdout
