"""Attacks on what a program keeps of games that it has verified (ADR 0035), and its limits.

A checkpoint may make a command quicker and nothing else: whatever is wrong with it, the answer is
that of a program without any.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
import pytest

from pbem import cache_files, checkpoints
from pbem.cache_files import KeptFiles
from pbem.checkpoints import Checkpoints
from pbem.home import Home
from pbem.replay import read_position
from pbem.save import format as container
from pbem.save.keyring import Keyring
from pbem.save.packing import pack
from pbem.save.records import Start
from pbem.save.shelf import ref_of
from pbem.save.trust import inspect_save, open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import decode, encode
from pbem.wire.errors import KeyMismatchError, SaveError
from tests.support.sameness import same
from tests.support.table import Desk, key_of

GAMES = Path(__file__).resolve().parents[2] / "savegames"
GAME, OTHER = "technologies", "rarities"


def data_of(name: str) -> bytes:
    return (GAMES / f"{name}.pbem").read_bytes()


@cache
def saved(name: str) -> TrustedSave:
    return open_save(data_of(name))


def frames_of(data: bytes) -> tuple[bytes, ...]:
    return container.parse(data, container.SAVE).records


def cut(save: TrustedSave, turns: int) -> bytes:
    """The file of a game after its first turns, as another player has sent it then."""
    ends = [entry.index for entry in save.entries if entry.kind == "turn_end"]
    start = save.entries[save.start_index]
    assert isinstance(start.record, Start)
    entries = save.entries[start.index + 1 : ends[turns - 1] + 1]
    closed = pack(entries, start.record.time, len(save.sources))
    opening = (entry.raw for entry in save.entries[: start.index + 1])
    return container.build(container.SAVE, (*opening, closed))


def altered(data: bytes, change: Callable[[dict[str, object]], None]) -> bytes:
    """A file with something else in its closed turns."""
    *opening, packed = frames_of(data)
    columns = msgspec.msgpack.decode(packed, type=dict[str, object])
    change(columns)
    return container.build(container.SAVE, (*opening, encode(columns)))


@pytest.fixture
def store(tmp_path: Path) -> Checkpoints:
    """Where the two games were opened after all of their turns but the last two."""
    found = Checkpoints(tmp_path)
    for name in (GAME, OTHER):
        found.position(open_save(earlier(name)))
    return found


@cache
def earlier(name: str) -> bytes:
    return cut(saved(name), saved(name).next_turn - 3)


def files(store: Checkpoints, folder: Path) -> dict[str, Path]:
    """The file of each game."""
    del store
    return {
        name: next(path for path in folder.glob("*.kept") if name_of(name) in path.name)
        for name in (GAME, OTHER)
    }


def name_of(name: str) -> str:
    return checkpoints._name(frames_of(data_of(name))[0])


def error_of(data: bytes, known: Callable[[tuple[bytes, ...]], TrustedSave | None]) -> object:
    """What is wrong with a file, and what is left of it."""
    inspection = inspect_save(data, known=known)
    error = inspection.error
    told = (error.code, error.index, str(error)) if error is not None else None
    return told, inspection.save


def nothing(frames: tuple[bytes, ...]) -> None:
    del frames


@pytest.mark.parametrize("name", [GAME, OTHER])
def test_a_longer_file_of_the_game_is_what_it_is_without_a_checkpoint(
    store: Checkpoints, name: str
) -> None:
    opened = open_save(data_of(name), known=store.known)
    assert opened.played and same(replace(opened, played=b""), saved(name))
    assert opened.to_bytes() == data_of(name)
    position, whole = read_position(opened), read_position(saved(name))
    assert position.earlier > 0 and same(position.step, whole.step)
    assert position.turns == whole.turns[position.earlier :]


def test_a_checkpoint_that_was_tampered_with_is_no_checkpoint(
    store: Checkpoints, tmp_path: Path
) -> None:
    path = files(store, tmp_path)[GAME]
    sound = path.read_bytes()
    frames = frames_of(data_of(GAME))
    assert store.known(frames) is not None
    for place in (0, 31, 32, 33, len(sound) // 3, len(sound) // 2, len(sound) - 1):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :])
        assert store.known(frames) is None
    for wrong in (b"", sound[:31], sound[:-1], sound + b"\0", bytes(64), b"x" * 100):
        path.write_bytes(wrong)
        assert store.known(frames) is None
        assert open_save(data_of(GAME), known=store.known) == saved(GAME)


def test_a_checkpoint_of_another_game_under_this_name_is_no_checkpoint(
    store: Checkpoints, tmp_path: Path
) -> None:
    found = files(store, tmp_path)
    found[OTHER].replace(found[GAME])
    assert store.known(frames_of(data_of(GAME))) is None


def test_a_checkpoint_of_another_game_is_not_used_even_if_it_is_believed() -> None:
    other = replace(saved(OTHER), played=b"x")
    opened = open_save(data_of(GAME), known=lambda _: other)
    assert opened == saved(GAME) and opened.played == b""


def test_a_checkpoint_of_another_build_is_no_checkpoint(
    store: Checkpoints, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = frames_of(data_of(GAME))
    assert store.known(frames) is not None
    monkeypatch.setattr(cache_files, "_build", lambda: bytes(32))
    assert store.known(frames) is None


def test_any_change_of_a_file_of_the_program_is_another_build(tmp_path: Path) -> None:
    (tmp_path / "rules" / "__pycache__").mkdir(parents=True)
    rule = tmp_path / "rules" / "rule.py"
    rule.write_text("one")
    os.utime(rule, ns=(5, 5))
    first = cache_files.build_of([tmp_path])
    (tmp_path / "rules" / "__pycache__" / "rule.pyc").write_text("compiled")
    assert cache_files.build_of([tmp_path]) == first
    touched = [first]
    for size, time in ((3, 6), (3, 4), (5, 5), (3, 5)):
        rule.write_text("x" * size)
        os.utime(rule, ns=(5, time))
        touched.append(cache_files.build_of([tmp_path]))
    assert len(set(touched)) == 4 and touched[-1] == first
    rule.rename(rule.with_name("role.py"))
    (tmp_path / "new.py").write_text("")
    assert cache_files.build_of([tmp_path]) not in touched


def test_a_checkpoint_of_another_home_is_no_checkpoint(store: Checkpoints, tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(bytes(32))
    assert store.known(frames_of(data_of(GAME))) is None
    (tmp_path / "key").unlink()
    assert store.known(frames_of(data_of(GAME))) is None


def test_another_pinned_key_is_found_as_before(store: Checkpoints) -> None:
    host = saved(GAME).genesis.host
    with pytest.raises(KeyMismatchError, match="pinned") as wrong:
        open_save(data_of(GAME), Keyring({host: key_of("Eve").public}), known=store.known)
    assert wrong.value.index == 0
    own = Keyring({host: saved(GAME).genesis.host_key})
    opened = open_save(data_of(GAME), own, known=store.known)
    assert opened.unconfirmed == open_save(data_of(GAME), own).unconfirmed
    assert opened.unconfirmed != saved(GAME).unconfirmed and opened.played == b""


def test_another_scenario_at_hand_is_another_checkpoint(store: Checkpoints) -> None:
    known = store.known(frames_of(data_of(GAME)))
    assert known is not None
    opened = open_save(data_of(GAME), known=lambda _: replace(known, known_scenario=b"x"))
    assert opened == saved(GAME) and opened.played == b""


def test_a_file_that_shares_only_some_turns_is_verified_from_its_first_byte(
    store: Checkpoints,
) -> None:
    shorter = cut(saved(GAME), 5)
    opened = open_save(shorter, known=store.known)
    assert opened.played == b"" and opened == open_save(shorter)

    def fork(columns: dict[str, object]) -> None:
        messages = columns["messages"]
        assert isinstance(messages, list)
        messages[3] = "another turn"

    forked = altered(data_of(GAME), fork)
    assert error_of(forked, store.known) == error_of(forked, nothing)
    assert error_of(forked, nothing) != error_of(data_of(GAME), nothing)


def test_every_column_of_the_turns_that_were_verified_before_counts(store: Checkpoints) -> None:
    *_, packed = frames_of(data_of(GAME))
    for name, column in msgspec.msgpack.decode(packed, type=dict[str, object]).items():
        if not isinstance(column, list | bytes | str) or not column or name == "kinds":
            continue

        def change(columns: dict[str, object], name: str = name) -> None:
            columns[name] = other(columns[name])

        damaged = altered(data_of(GAME), change)
        found, wanted = error_of(damaged, store.known), error_of(damaged, nothing)
        assert found == wanted, name
        assert wanted != error_of(data_of(GAME), nothing), name


def other(value: object) -> object:
    """The same with its first part changed; of a number, to an equal one of another type."""
    if isinstance(value, list):
        first = next(place for place, item in enumerate(value) if item != [])
        return [*value[:first], other(value[first]), *value[first + 1 :]]
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    if isinstance(value, str):
        return f"{value}x"
    if isinstance(value, dict):
        return {key: other(item) for key, item in value.items()}
    return bool(value) if value in (0, 1) else 7


def test_a_one_that_becomes_true_is_another_turn(store: Checkpoints) -> None:
    """The two are equal to Python, and not in what was signed."""

    def change(columns: dict[str, object]) -> None:
        orders = columns["orders"]
        assert isinstance(orders, list)
        columns["orders"] = truly(orders)

    changed = altered(data_of(GAME), change)
    assert decode(frames_of(changed)[-1]) == decode(frames_of(data_of(GAME))[-1])
    assert changed != data_of(GAME)
    assert error_of(changed, store.known) == error_of(changed, nothing)
    with pytest.raises(SaveError):
        open_save(changed, known=store.known)


def truly(value: object) -> object:
    if isinstance(value, list):
        return [truly(item) for item in value]
    return True if value == 1 else value


def test_what_is_wrong_after_the_checkpoint_is_found(store: Checkpoints) -> None:
    def change(columns: dict[str, object]) -> None:
        signatures = columns["signatures"]
        assert isinstance(signatures, bytes)
        columns["signatures"] = signatures[:-1] + bytes([signatures[-1] ^ 1])

    damaged = altered(data_of(GAME), change)
    told, left = error_of(damaged, store.known), error_of(damaged, nothing)
    assert told == left and told != error_of(data_of(GAME), nothing)


def test_the_clock_changes_nothing(store: Checkpoints, tmp_path: Path) -> None:
    for path in tmp_path.glob("*.kept"):
        for when in (0, 2**33):
            os.utime(path, (when, when))
            assert store.known(frames_of(data_of(GAME))) is not None


def test_verify_uses_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(tmp_path)

    def fail(self: Checkpoints, frames: tuple[bytes, ...]) -> None:
        raise AssertionError("a checkpoint was asked for")

    path = str(GAMES / f"{GAME}.pbem")
    desk.ok("show", path, "Moscow")
    monkeypatch.setattr(Checkpoints, "known", fail)
    desk.ok("verify", path)
    with pytest.raises(AssertionError):
        Home(tmp_path).choose(path)


def test_a_second_look_says_the_same_and_nothing_is_shown_of_a_damaged_file(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path)
    path = tmp_path / "game.pbem"
    path.write_bytes(data_of(GAME))
    first = desk.ok("show", str(path), "Moscow").out
    assert desk.ok("show", str(path), "Moscow").out == first
    path.write_bytes(data_of(GAME)[:-1] + b"x")
    assert desk.run("show", str(path), "Moscow").code == 4


def test_only_the_owner_can_read_them_and_only_so_many_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    files = KeptFiles(folder, most=3, largest=100)
    for number in range(6):
        files.write(f"file{number}", bytes(number))
        stamp = 1_000_000 * (number + 1)
        os.utime(folder / f"file{number}.kept", ns=(stamp, stamp))
    assert sorted(path.name for path in folder.iterdir()) == [
        *(f"file{number}.kept" for number in (3, 4, 5)),
        "key",
    ]
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    files.write("file5", bytes(100))
    assert files.read("file5") == bytes(5)
    (folder / "file5.kept").write_bytes(bytes(200))
    assert files.read("file5") is None and files.read("none") is None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file, and no folder")
    files = KeptFiles(tmp_path / "kept", most=3, largest=100)
    files.write("name", b"content")
    assert files.read("name") is None


def test_a_game_that_is_forgotten_leaves_no_checkpoint(tmp_path: Path) -> None:
    home = Home(tmp_path)
    save = home.open(data_of(GAME))
    home.game_store.store(save)
    home.position(save)
    folder = tmp_path / "checkpoints"
    assert [path.suffix for path in sorted(folder.iterdir())] == [".kept", ""]
    home.forget_game(ref_of(save))
    assert [path.name for path in folder.iterdir()] == ["key"]
