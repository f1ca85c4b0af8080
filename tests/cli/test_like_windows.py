"""A game from its key to its picture, with what Windows lacks hidden: `make windows` has more."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.windows,
    pytest.mark.skipif(sys.platform == "win32", reason="this is Windows"),
]
ROOT = Path(__file__).parents[2]


def run(home: Path, *words: object, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.like_windows", *map(str, words)],
        cwd=ROOT,
        env={**os.environ, "PBEM_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    said = (done.stdout + done.stderr).decode("cp1252")
    assert done.returncode == code, said
    assert "bug in pbem" not in said
    return said


def test_a_game_is_founded_played_proved_and_drawn(tmp_path: Path) -> None:
    home = tmp_path / "home"
    run(home, "keys", "new", "--name", "Ann", "--no-passphrase")
    game = json.loads(run(home, "new", "big_world_1942", "--hotseat", "--json"))["game"]
    run(home, "play", game, "--computer", "easy")
    assert "All is well." in run(home, "verify", game)
    for words in (
        ("doctor",),
        ("games",),
        ("history", game),
        ("summary", game),
        ("export", game, "--out", tmp_path / "turn.pbem"),
        ("map", game, "--out", tmp_path / "map.png"),
        ("replay", game, "--out", tmp_path / "replay.html"),
    ):
        run(home, *words)
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_a_storage_key_is_not_refused_for_a_mode_that_says_nothing(tmp_path: Path) -> None:
    key, store = tmp_path / "storage.key", tmp_path / "store"
    run(tmp_path, "dice", "keygen", key)
    run(tmp_path, "dice", "reseal", "--store", store, "--key-file", key)


def test_what_is_simulated_is_refused(tmp_path: Path) -> None:
    """A name with a colon, and a device: else nothing is shown by the other tests."""
    run(tmp_path, "keys", "new", "--name", "Ann", "--no-passphrase")
    for name in ("map: one.png", "nul.png"):
        said = run(tmp_path, "map", "classic_1942", "--out", tmp_path / name, code=1)
        assert "file name is not correct" in said
