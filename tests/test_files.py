"""Files that are written: a device or a pipe stays one, and what is flushed reaches the drive.

Macs and Windows are played here: what differs there is which calls are made.
"""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pbem import files
from pbem.dice.sealing import read_storage_keys
from pbem.dice.server.serve import Settings, open_store
from pbem.dice.sqlite import FolderStore
from pbem.files import write_atomic, write_synced
from tests.support.diceserver import make_key_file
from tests.support.table import mail_desks

PBEM = (sys.executable, "-m", "pbem")
FULLFSYNC = 51
"""F_FULLFSYNC of macOS, in <sys/fcntl.h>."""

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


def read_from(pipe: Path) -> tuple[threading.Thread, list[bytes]]:
    """Somebody who reads a pipe to its end."""
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    return reader, got


def own_output(folder: Path) -> Path:
    """A link as /dev/stdout is one."""
    link = folder / "stdout.svg"
    link.symlink_to("/proc/self/fd/1" if sys.platform == "linux" else "/dev/fd/1")
    return link


@posix
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader, got = read_from(pipe)
    write_atomic(pipe, b"whole")
    reader.join(10)
    assert got == [b"whole"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


@posix
def test_a_link_to_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    reader, got = read_from(pipe)
    write_atomic(link, b"whole")
    reader.join(10)
    assert got == [b"whole"]
    assert link.is_symlink()


@posix
def test_a_copy_of_the_null_device_is_not_replaced(tmp_path: Path) -> None:
    device = tmp_path / "null"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        device.write_bytes(b"")
    except OSError as error:
        pytest.skip(f"no device can be made here: {error}")
    write_atomic(device, b"nothing")
    assert stat.S_ISCHR(device.lstat().st_mode)
    assert device.read_bytes() == b""


@posix
def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_atomic(tmp_path / "folder", b"whole")
    assert list(tmp_path.iterdir()) == [tmp_path / "folder"]


def test_what_is_there_is_not_written_to_when_a_name_has_to_be_new(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileExistsError):
        write_atomic(pipe, b"whole", replace=False)


@posix
def test_every_writer_of_a_command_writes_to_a_pipe_and_to_its_own_output(tmp_path: Path) -> None:
    """All of them: a save, a report, a picture, a page, a scenario, a replay, a history.

    The link stands for /dev/stdout, which a program that does it wrong would destroy.
    """
    ann, _ = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "classic_1942", "--hotseat")
    game = ann.home.game_store.games()[0].folder_name[:8]
    env = {**os.environ, "PBEM_HOME": str(ann.root)}

    def output(*words: str) -> bytes:
        done = subprocess.run([*PBEM, *words], env=env, check=True, capture_output=True)
        return done.stdout

    pipe, own = tmp_path / "pipe.svg", own_output(tmp_path)
    os.mkfifo(pipe)
    wanted = {
        ("export", game, "--out"): b"PBEM",
        ("export", game, "--text", "--out"): b"game",
        ("map", game, "--out"): b"<svg",
        ("replay", game, "--out"): b"<!",
        ("info", "classic_1942", "--toml"): b"[",
        ("info", game, "--html"): b"<!",
    }
    for words, part in wanted.items():
        assert part in output(*words, str(own)), words
        assert own.is_symlink(), words
        reader, got = read_from(pipe)
        output(*words, str(pipe))
        reader.join(10)
        assert got and part in got[0], words
        assert stat.S_ISFIFO(pipe.stat().st_mode), words


@posix
def test_output_that_goes_into_a_file_keeps_what_stands_there(tmp_path: Path) -> None:
    """`--out /dev/stdout >> file` neither replaces /dev/stdout nor begins the file anew."""
    ann, _ = mail_desks(tmp_path, "Ann", "Ben")
    env = {**os.environ, "PBEM_HOME": str(ann.root)}
    target = tmp_path / "all.txt"
    target.write_text("before\n", encoding="utf-8")
    link = own_output(tmp_path)
    with target.open("ab") as stream:
        words = (*PBEM, "info", "classic_1942", "--toml", str(link))
        subprocess.run(words, env=env, check=True, stdout=stream)
    lines = target.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "before"
    assert lines[-1] == f"The scenario is in {link}."
    assert any(line.startswith("[") for line in lines)
    assert link.is_symlink()


class Mac:
    """The file control of a Mac: what was flushed to the drive."""

    F_FULLFSYNC = FULLFSYNC

    def __init__(self, refused: int = 0) -> None:
        self.refused = refused
        self.flushed: list[str] = []

    def fcntl(self, descriptor: int, command: int) -> int:
        assert command == FULLFSYNC
        if self.refused:
            raise OSError(self.refused, "not on this disk")
        self.flushed.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        return 0


@posix
def test_on_a_mac_a_file_and_its_folder_are_flushed_to_the_drive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mac = Mac()
    monkeypatch.setattr(files, "fcntl", mac)
    write_atomic(tmp_path / "a", b"whole")
    assert mac.flushed == ["file", "folder"]
    write_synced(tmp_path / "b", b"whole")
    assert mac.flushed == ["file", "folder", "file"]


@posix
def test_a_disk_that_knows_no_full_flush_is_flushed_as_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ENOTSUP of a network share; other errors, such as a full disk, are told."""
    called: list[int] = []
    monkeypatch.setattr(files, "fcntl", Mac(refused=45))
    monkeypatch.setattr("os.fsync", called.append)
    write_atomic(tmp_path / "a", b"whole")
    assert len(called) == 2


@pytest.mark.parametrize("opened", ["embedded", "server"])
def test_a_dice_store_is_flushed_to_the_drive_of_a_mac(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: str
) -> None:
    """SQLite ignores it elsewhere."""
    told: list[str] = []

    class Traced(sqlite3.Connection):
        def __init__(self, *places: str, **names: int) -> None:
            super().__init__(*places, **names)
            self.set_trace_callback(told.append)

    monkeypatch.setattr(sqlite3, "connect", Traced)
    if opened == "server":
        settings = Settings(str(tmp_path / "store"), read_storage_keys(make_key_file(tmp_path)))
        open_store(settings).close()
        assert "PRAGMA checkpoint_fullfsync=ON" in told
    else:
        FolderStore(tmp_path / "store").run(lambda work: work.game(bytes(16)))
    begun = told.index("BEGIN IMMEDIATE")
    assert "PRAGMA fullfsync=ON" in told[:begun]


def busy(monkeypatch: pytest.MonkeyPatch, times: int) -> list[Path]:
    """Windows, where another program has a file open for so many attempts to replace it."""
    tried: list[Path] = []
    replace = Path.replace

    def refused(self: Path, target: Path) -> Path:
        tried.append(target)
        if len(tried) <= times:
            raise PermissionError(13, "Access is denied", str(self), 5, str(target))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refused)
    monkeypatch.setattr(files, "IS_WINDOWS", True)
    monkeypatch.setattr("time.sleep", lambda _: None)
    return tried


def test_on_windows_a_file_that_is_open_for_a_moment_is_replaced_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = busy(monkeypatch, 5)
    write_atomic(tmp_path / "a", b"whole")
    assert len(tried) == 6
    assert (tmp_path / "a").read_bytes() == b"whole"


def test_on_windows_a_file_that_stays_open_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"before")
    tried = busy(monkeypatch, 10**6)
    with pytest.raises(PermissionError):
        write_atomic(tmp_path / "a", b"whole")
    assert 10 < len(tried) < 1000
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"before")]


def test_elsewhere_a_refused_rename_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = busy(monkeypatch, 1)
    monkeypatch.setattr(files, "IS_WINDOWS", False)
    with pytest.raises(PermissionError):
        write_atomic(tmp_path / "a", b"whole")
    assert len(tried) == 1
