"""The game store: nothing lost, nothing older over newer, forks kept, nothing written elsewhere."""

import errno
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.files import write_atomic
from pbem.save import game_store as module
from pbem.save.comparing import Comparison, Lineage, compare
from pbem.save.errors import ChainError, OutOfTurnError
from pbem.save.game_store import GameStore, file_name
from pbem.save.shelf import CURRENT, ref_of
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from tests.support.paper_game import (
    ANN,
    BOB,
    EVE,
    HOST,
    hotseat,
    invitation,
    join,
    played,
    raws,
    started,
)

REF = ref_of(played())


def _older(save: TrustedSave, count: int) -> TrustedSave:
    """The played game with its first records only."""
    assert save.genesis_head == played(1).genesis_head
    return open_save(played(count).to_bytes())


def _files(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def test_compare() -> None:
    save = played()
    assert compare(save, save) == Comparison(Lineage.SAME)
    for count in range(4, len(save.entries)):
        assert compare(_older(save, count), save) == Comparison(Lineage.NEWER)
        assert compare(save, _older(save, count)) == Comparison(Lineage.OLDER)


def test_compare_names_the_first_record_of_a_fork() -> None:
    save = played()
    for count in range(4, len(save.entries)):
        base = _older(save, count)
        other = base.append_orders("Germans", [["other"]], ANN)
        for longer in (other, other.append_orders("Germans", [["more"]], ANN)):
            assert compare(save, longer) == Comparison(Lineage.FORK, count)
            assert compare(longer, save) == Comparison(Lineage.FORK, count)


def test_compare_invitations() -> None:
    save = invitation()
    ann, bob = (
        save.append_join(join(save, name, key)) for name, key in (("Ann", ANN), ("Bob", BOB))
    )
    both, reverse = ann.append_join(raws(bob)[1]), bob.append_join(raws(ann)[1])
    assert compare(save, ann).lineage is Lineage.NEWER
    assert compare(both, ann).lineage is Lineage.OLDER
    assert compare(ann, bob).lineage is Lineage.MERGED
    assert compare(both, reverse).lineage is Lineage.SAME
    assert compare(both, started()).lineage is Lineage.NEWER
    assert compare(started(), both).lineage is Lineage.OLDER


def test_two_starts_are_a_fork() -> None:
    save = _older(started(), 3)
    one, two = (save.append_start(HOST, time=moment, random=bytes(32)) for moment in (1, 2))
    assert compare(one, two) == Comparison(Lineage.FORK, 3)


def test_two_set_ups_of_one_game_id_are_two_games() -> None:
    assert started().genesis.game == hotseat().genesis.game
    with pytest.raises(OutOfTurnError) as caught:
        compare(started(), hotseat())
    assert (caught.value.code, caught.value.exit_code) == ("different-game", 8)


def test_store(tmp_path: Path) -> None:
    games = GameStore(tmp_path / "saves")
    assert games.games() == () and games.load(REF) is None
    save = played()
    middle = _older(save, 6)
    assert games.store(middle).lineage is Lineage.FIRST
    assert games.store(save).lineage is Lineage.NEWER
    before = _files(tmp_path)
    assert games.store(save).lineage is Lineage.SAME
    assert games.store(middle).lineage is Lineage.OLDER
    assert _files(tmp_path) == before
    loaded = games.load(REF)
    assert loaded is not None and loaded.head == save.head
    assert games.games() == (REF,)
    turns = sorted(path.name for path in (games.folder(REF) / "turns").iterdir())
    assert [name[:5] for name in turns] == ["00006", "00010"]


def test_fork_keeps_both_and_changes_nothing_else(tmp_path: Path) -> None:
    games = GameStore(tmp_path)
    save = played()
    other = _older(save, 4).append_orders("Germans", [["other"]], ANN)
    games.store(save)
    before = _files(tmp_path)
    assert games.store(other) == Comparison(Lineage.FORK, 4)
    after = _files(tmp_path)
    assert {name: after[name] for name in before} == before
    added = sorted(set(after) - set(before))
    assert len(added) == 2 and all("/forks/00004-" in name for name in added)
    heads = {open_save(after[name]).head for name in added}
    assert heads == {save.head, other.head}
    games.store(other)
    assert _files(tmp_path) == after


def test_store_merges_joins(tmp_path: Path) -> None:
    games = GameStore(tmp_path)
    save = invitation()
    games.store(save.append_join(join(save, "Ann", ANN)))
    assert games.store(save.append_join(join(save, "Bob", BOB))).lineage is Lineage.MERGED
    loaded = games.load(REF)
    assert loaded is not None and sorted(loaded.players) == ["Ann", "Bob"]
    before = _files(tmp_path)
    with pytest.raises(ChainError):
        games.store(save.append_join(join(save, "Ann", EVE)))
    assert _files(tmp_path) == before


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd", "a/b\\c", "CON", "x\x1b[2Jy", "\u202etxt.exe", "-rf", ".hidden", "ß"],
)
def test_names_from_others_never_become_paths(tmp_path: Path, name: str) -> None:
    base = hotseat()
    save = replace(base, genesis=replace(base.genesis, name=name))
    suggested = file_name(save)
    assert Path(suggested).name == suggested
    assert suggested.isascii() and not suggested.startswith((".", "-"))
    assert suggested.endswith(".pbem") and set(suggested) <= set(
        "abcdefghijklmnopqrstuvwxyz0123456789-."
    )
    GameStore(tmp_path / "in").store(base)
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    kept = sorted(path.name for path in (tmp_path / "in").iterdir())
    assert kept == sorted([ref_of(base).folder_name, "scenarios"])


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "file"
    write_atomic(target, b"old")

    def fail(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "disk full")

    monkeypatch.setattr("pbem.files.os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomic(target, b"new")
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_crash_before_the_last_rename_keeps_the_current_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = GameStore(tmp_path)
    save = played()
    games.store(_older(save, 6))
    real = write_atomic

    def crash(path: Path, data: bytes, *, mode: int = 0o600) -> None:
        if path.name == CURRENT:
            raise KeyboardInterrupt
        real(path, data, mode=mode)

    monkeypatch.setattr(module, "write_atomic", crash)
    with pytest.raises(KeyboardInterrupt):
        games.store(save)
    monkeypatch.undo()
    loaded = games.load(REF)
    assert loaded is not None and len(loaded.entries) == 6
    assert games.store(save).lineage is Lineage.NEWER


_RACE = """
import sys
from pathlib import Path
from pbem.save.game_store import GameStore
from pbem.save.trust import open_save
games = GameStore(Path(sys.argv[1]))
for name in sys.argv[2:]:
    games.store(open_save(Path(name).read_bytes()))
"""


def test_two_processes_never_put_an_older_save_over_a_newer(tmp_path: Path) -> None:
    save = played()
    names = []
    for count in range(4, 11):
        path = tmp_path / f"{count}.pbem"
        path.write_bytes(_older(save, count).to_bytes())
        names.append(str(path))
    command = [sys.executable, "-c", _RACE, str(tmp_path / "games")]
    runs = [subprocess.Popen([*command, *order]) for order in (names, names[::-1])]
    assert [run.wait(60) for run in runs] == [0, 0]
    loaded = GameStore(tmp_path / "games").load(REF)
    assert loaded is not None and loaded.head == save.head


def test_what_extends_the_current_save_is_stored_without_verifying_that_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = played()
    games = GameStore(tmp_path)
    games.store(_older(save, 6))
    middle = _older(save, 9)

    def refused(*_: object) -> TrustedSave:
        raise AssertionError("verified again")

    monkeypatch.setattr(module, "open_save", refused)
    assert games.store(middle).lineage is Lineage.NEWER
    assert games.store(save).lineage is Lineage.NEWER
    assert games.store(save).lineage is Lineage.SAME


def test_a_game_is_marked_before_anything_of_it_is_filed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = GameStore(tmp_path)

    def killed(path: Path, data: bytes, *, mode: int = 0o644) -> None:
        if path.parent.name == "turns":
            raise KeyboardInterrupt
        write_atomic(path, data, mode=mode)

    save = played()
    games.store(_older(save, 6))
    ((game, mark),) = games.marked()
    games.unmark(game, mark)
    assert games.marked() == ()
    monkeypatch.setattr(module, "write_atomic", killed)
    with pytest.raises(KeyboardInterrupt):
        games.store(save)
    assert [marked for marked, _ in games.marked()] == [REF]
    loaded = games.load(REF)
    assert loaded is not None
    assert len(loaded.entries) == 6


def test_nothing_new_leaves_no_mark_and_a_newer_mark_stays(tmp_path: Path) -> None:
    save = played()
    games = GameStore(tmp_path)
    games.store(save)
    ((game, mark),) = games.marked()
    games.mark(game)
    games.unmark(game, mark)
    ((_, newer),) = games.marked()
    assert newer != mark
    games.unmark(game, newer)
    games.store(save)
    games.store(_older(save, 5))
    assert games.marked() == ()


def test_games_are_found_by_their_founding_and_by_keys_without_being_verified(
    tmp_path: Path,
) -> None:
    save = played()
    games = GameStore(tmp_path)
    games.store(save)
    assert games.game_founded_by(save.genesis_head) == REF
    assert games.game_founded_by(save.head) is None
    assert games.games_that_hold(ANN.public) == (REF,)
    assert games.games_that_hold(bytes(32)) == ()
    (games.folder(REF) / "current.pbem").write_bytes(b"damaged")
    assert games.games_that_hold(ANN.public) == ()
