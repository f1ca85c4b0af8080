"""Bad input of every kind ends in a sentence and an exit code, and changes nothing."""

import json
import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pbem.terminal.directory import COMMANDS
from tests.support.table import (
    GAME,
    Desk,
    Output,
    assert_unchanged,
    desk,
    desks_of,
    snapshot,
    table,
)

NAME = GAME.hex()[:8]
ROOT = Path(__file__).parents[2]
WITH_SAVE = ("status", "show", "play", "verify", "summary", "history", "send", "join")


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desks_of(tmp_path, table(tmp_path / "authority"))[0]


def arguments(command: str, save: object) -> list[object]:
    more = {"show": ["Moscow"], "play": ["--computer", "easy"]}
    return [command, save, *more.get(command, [])]


@pytest.mark.parametrize("command", WITH_SAVE)
def test_what_is_no_save_is_said_to_be_none(tmp_path: Path, ann: Desk, command: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    long = "x" * 5000
    for save in (
        tmp_path,
        tmp_path / "pipe",
        tmp_path / "link",
        "",
        "/",
        long,
        "a\0b",
        "/dev/zero",
    ):
        refused = ann.refused(2, *arguments(command, save))
        assert refused.error["code"] == "save-not-found", save
    words = {tmp_path: "a folder", tmp_path / "pipe": "not a regular file"}
    for save, word in words.items():
        assert word in str(ann.run(*arguments(command, save), "--json").error["text"])


def test_fetch_and_orders_do_not_wait_for_pipes_or_read_for_ever(tmp_path: Path, ann: Desk) -> None:
    pipe = tmp_path / "pipe.pbem"
    os.mkfifo(pipe)
    # Of a folder, fetch takes the files, and a pipe is none.
    assert ann.refused(2, "fetch", tmp_path).error["code"] == "nothing-to-fetch"
    for path in (pipe, "/dev/zero", tmp_path / "missing", "a\0b"):
        assert ann.refused(2, "fetch", path).error["code"] == "file-unreadable"
    for path in (tmp_path, pipe, "/dev/zero", tmp_path / "missing", "a\0b"):
        refused = ann.refused(2, "play", NAME, "--orders", path)
        assert refused.error["code"] == "file-unreadable"
    huge = tmp_path / "huge"
    with huge.open("wb") as stream:
        stream.truncate(10**10)
    assert ann.refused(2, "fetch", huge).error["code"] == "file-too-large"
    assert ann.refused(2, "play", NAME, "--orders", huge).error["code"] == "file-too-large"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("this is not TOML", "config-not-toml"),
        ("player = 'x'\nplayer = 'y'", "config-not-toml"),
        ("\xff", "config-not-toml"),
        ("playr = 'x'", "settings-unknown-key"),
        ("player = 5", "settings-value"),
        ("mail = 5", "settings-value"),
        ("[mail]\naddress = 'nobody'", "mail-address"),
        ("[mail]\naddress = 'a@example.org'\nnmae = 'A'", "settings-unknown-key"),
        ("[mail]\naddress = 'a@example.org'\n[mail.outgoing]\nkind = 'pigeon'", "settings-value"),
        ("[dice]\nfolder = 7", "settings-value"),
        ("[dice]\nfolders = 'x'", "settings-unknown-key"),
    ],
)
def test_broken_configuration_names_the_place(ann: Desk, text: str, code: str) -> None:
    (ann.root / "config.toml").write_bytes(text.encode("latin-1"))
    for command in (("send", NAME), ("fetch",), ("play", NAME, "--computer", "easy")):
        refused = ann.refused(2, *command)
        assert refused.error["code"] == code, refused
    # Nothing of it is needed for looking.
    ann.ok("verify", NAME)


def test_configuration_that_is_a_folder(ann: Desk) -> None:
    (ann.root / "config.toml").unlink()
    (ann.root / "config.toml").mkdir()
    refused = ann.refused(2, "send", NAME)
    assert refused.error["code"] == "config-unreadable"


def test_home_that_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "home"
    path.write_bytes(b"x")
    home = Desk(path)
    for command in (("games",), ("status", NAME), ("keys", "show"), ("new", "big_world_1942")):
        refused = home.run(*command)
        assert refused.code == 2
        assert "home, which $PBEM_HOME names, is not a folder" in refused.err
    refused = home.refused(2, "keys", "new", "--name", "Ann", "--no-passphrase")
    assert refused.error["code"] == "home-not-a-folder"
    assert path.read_bytes() == b"x"


def test_unwritable_places(tmp_path: Path, ann: Desk) -> None:
    """Also for root, whom permissions do not stop: a file where a folder has to be."""
    blocked = tmp_path / "blocked"
    blocked.write_bytes(b"")
    for command in (
        ("summary", NAME, "--turn", "1", "--out", blocked / "x"),
        ("demo", "--out", blocked),
        ("demo", "--out", tmp_path),
    ):
        output = ann.refused(2, *command)
        assert output.error["text"]


def _limited(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def run_real(desk: Desk, *words: str, setup: Callable[[], None]) -> Output:
    """Run the program as a process of its own.

    It keeps no bytecode: Python takes half a file of it for a whole one when the disk is full, and
    every later test would import that.
    """
    done = subprocess.run(
        [sys.executable, "-m", "pbem", *words],
        env={**os.environ, "PBEM_HOME": str(desk.root), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=setup,
    )
    return Output(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("size", [0, 100, 9_000])
def test_full_disk_leaves_everything_as_it_was(ann: Desk, size: int) -> None:
    """A limit on the size of files simulates a full disk."""
    before = snapshot(ann.root)
    output = run_real(
        ann, "play", NAME, "--computer", "easy", "--json", setup=lambda: _limited(size)
    )
    assert output.code in {1, 7}, output
    assert output.error["code"] in {"file-error", "dice-store"}
    assert "Traceback" not in output.err
    after = snapshot(ann.root)
    current = f"games/{ann.game.folder_name}/current.pbem"
    assert {name for name in after if before.get(name) != after[name]} <= {
        current,
        f"games/{ann.game.folder_name}/draft.orders",
    }
    # The turn goes on when there is room again.
    ann.ok("verify", NAME)
    ann.ok("play", NAME, "--computer", "easy")


AS_NOBODY = """
import json, os, sys
from pathlib import Path
from tests.support.table import Desk
mine, theirs, name = sys.argv[1:]
play = ("play", name, "--computer", "easy", "--json")
for words in (("verify", name), ("status", name), play):
    assert Desk(Path(mine)).run(*words).code == 0   # everything is imported now
os.setgid(65534)
os.setuid(65534)
home = Desk(Path(theirs))
said = [home.run(*words) for words in (("verify", name), ("status", name), play)]
print(json.dumps([[one.code, one.out, one.err] for one in said]))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize("is_hidden", [False, True])
def test_home_that_belongs_to_somebody_else(is_hidden: bool) -> None:
    """Readable and not writable, or not even readable."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        ann, _ = desks_of(folder, table(folder / "authority"))
        shutil.copytree(ann.root, folder / "mine")
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        check_as_nobody(folder, ann, is_hidden)


def check_as_nobody(folder: Path, ann: Desk, is_hidden: bool) -> None:
    if is_hidden:
        ann.root.chmod(0o700)
    before = snapshot(ann.root)
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, str(folder / "mine"), str(ann.root), NAME],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    verified, status, played = (Output(*row) for row in json.loads(done.stdout))
    if is_hidden:
        assert verified.code in {1, 2} and status.code in {1, 2}
        assert "bug in pbem" not in verified.err + status.err
    else:
        assert verified.code == status.code == 0
    assert played.code in {1, 2, 7}
    assert played.error["code"] in {"file-error", "dice-store", "file-unreadable", "key-missing"}
    assert_unchanged(before, ann.root)


def test_reader_that_has_had_enough_is_no_error(ann: Desk) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "pbem", "history", NAME, "--at", "0"],
        env={**os.environ, "PBEM_HOME": str(ann.root)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=60), said) == (0, b"")


def test_terminal_that_knows_ascii_only_is_no_error(tmp_path: Path) -> None:
    zoe = desk(tmp_path, "Zoë")
    zoe.ok("new", "big_world_1942", "--hotseat")
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "games"],
        env={**os.environ, "PBEM_HOME": str(zoe.root), "PYTHONIOENCODING": "ascii"},
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert b"Zo\\xeb" in done.stdout


def test_help_for_everything(ann: Desk) -> None:
    assert "Usage: pbem" in ann.ok("--help").out
    for command in COMMANDS:
        assert "Usage: pbem" in ann.ok(command, "-h").out
    assert "Agree:" in ann.ok("--help").out
    unknown = ann.refused(2, "stauts")
    assert unknown.error["code"] == "usage"


def test_a_fault_of_the_program_is_one_sentence_and_one_object(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: object, text: str) -> object:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("pbem.home.Home.locate", broken)
    said = ann.run("verify", NAME)
    assert said.code == 1
    assert said.err.startswith("pbem: This is a bug in pbem (ZeroDivisionError")
    assert ann.run("verify", NAME, "--json").error["code"] == "internal-error"
    monkeypatch.setenv("PBEM_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        ann.run("verify", NAME)


ENDLESS = ("board", "demo")
"""Commands that serve a page until the player ends them, or play a whole round."""

WORDS = (
    *COMMANDS,
    *("--json", "--at", "--turn", "--format", "html", "--out", "--seat", "--option", "--bid"),
    *("--name", "--message", "--orders", "--computer", "random", "--resume", "--round", "-h"),
    *("-1", "0", "99999999999999999999", "", "=", "a=b", "Russians=me", "low_luck=true", "--"),
    *("new", "show", "pin", "big_world_1942", NAME, "Moscow", "\x1b[2J", "\u202e", "x" * 300),
    *("--hotseat", "--seed", "7", "--as", "--no-send", "--dice", "../../x", "nan", "1e9", "--save"),
)


@pytest.mark.parametrize("seed", range(4))
def test_random_words_never_end_in_a_traceback(
    tmp_path: Path, ann: Desk, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    chance = random.Random(seed)
    for _ in range(60):
        words = [chance.choice(tuple(COMMANDS))]
        words += [chance.choice(WORDS) for _ in range(chance.randint(0, 5))]
        if words[0] in ENDLESS:
            continue
        output = ann.run(*words)
        assert output.code in {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, words
        assert "internal-error" not in output.out and "bug in pbem" not in output.err, words
        if "--json" in words and "-h" not in words and output.out:
            json.loads(output.out)
