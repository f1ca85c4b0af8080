"""What is left in a player's folder, and who can read it."""

import os
import sys
from pathlib import Path

import pytest

from pbem.files import write_atomic
from tests.support.table import mail_desks


def test_temporary_files_of_killed_runs_are_removed_and_those_of_others_are_not(
    tmp_path: Path,
) -> None:
    stale, young = (tmp_path / f".a.pbem.{digit * 16}.tmp" for digit in "0f")
    others = [tmp_path / ".a.pbem.tmp", tmp_path / f"a.{'0' * 16}.tmp", tmp_path / ".a.lock"]
    for path in (stale, young, *others):
        path.write_bytes(b"half")
        if path != young:
            os.utime(path, (1, 1))
    write_atomic(tmp_path / "b", b"whole")
    assert set(tmp_path.iterdir()) == {young, *others, tmp_path / "b"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_saves_are_for_their_owner_only(tmp_path: Path) -> None:
    """They hold notes, and the texts of invitations and agreements."""
    ann, _ben = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "classic_1942", "--hotseat")
    saves = sorted(ann.root.rglob("*.pbem"))
    assert saves
    assert {path.stat().st_mode & 0o777 for path in saves} == {0o600}
