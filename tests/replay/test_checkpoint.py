"""A log is taken up where it came to rest, as if it had been played from its start (ADR 0035)."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from pbem.replay import last_turn, read_position, turns_of
from pbem.replay.checkpoint import rest_bytes, rest_of
from pbem.replay.model import ReplayCheckpoint
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from tests.support.sameness import same

GAMES = Path(__file__).resolve().parents[2] / "savegames"
TAKEN_BACK = "agreed"
RESTS = ("start", "turn_end")
SHORT = (TAKEN_BACK, "blocks", "two-boards", "vanished")
"""Take-backs and edits, another ruleset, theatres, a defender asked."""


def saved(name: str) -> TrustedSave:
    return open_save((GAMES / f"{name}.pbem").read_bytes())


def first_part(save: TrustedSave, records: int, played: bytes = b"") -> TrustedSave:
    return replace(save, entries=save.entries[:records], played=played)


@cache
def rests_of(name: str) -> tuple[ReplayCheckpoint, ...]:
    """Where a game rests, turn by turn, each played on from the bytes of the one before it."""
    return tuple(rests(saved(name)))


def rests(save: TrustedSave) -> Iterator[ReplayCheckpoint]:
    played = b""
    for entry in save.entries:
        if entry.kind in RESTS:
            position = read_position(first_part(save, entry.index + 1, played))
            assert position.error is None
            if position.rest is not None:
                yield position.rest
                played = rest_bytes(position.rest)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORT)
def test_from_turn_to_turn_the_play_is_that_of_the_whole_log(name: str) -> None:
    save = saved(name)
    found = rests_of(name)
    assert len(found) == sum(entry.kind in RESTS for entry in save.entries)
    for rest in found:
        assert same(rest_of(replace(save, played=rest_bytes(rest))) or rest, rest)
    whole = read_position(first_part(save, found[-1].records))
    assert whole.rest is not None and same(found[-1], whole.rest)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORT)
def test_the_position_is_the_same_from_every_rest(name: str) -> None:
    save = saved(name)
    whole = read_position(save)
    found = rests_of(name)
    for rest in (found[0], found[len(found) // 2], found[-1]):
        position = read_position(replace(save, played=rest_bytes(rest)))
        assert same(position.step, whole.step)
        assert position.finished == whole.finished and position.moments == whole.moments
        assert position.turns == whole.turns[len(whole.turns) - len(position.turns) :]
        assert position.open_turn == whole.open_turn
        assert position.unsigned_end == whole.unsigned_end


def test_turns_that_are_not_at_hand_are_played_again() -> None:
    save = saved("technologies")
    whole = read_position(save)
    assert whole.rest is not None
    position = read_position(replace(save, played=rest_bytes(whole.rest)))
    assert position.turns == () and position.earlier == len(whole.turns) > 0
    assert turns_of(position) == whole.turns
    assert last_turn(position) == last_turn(whole) == whole.turns[-1]


def test_a_game_that_went_back_further_is_played_from_its_start() -> None:
    save = saved(TAKEN_BACK)
    first, last = save.takebacks.cuts[0]
    within = next(rest for rest in rests_of(TAKEN_BACK) if first + 1 < rest.records <= last + 1)
    assert rest_of(replace(save, played=rest_bytes(within))) is None
    whole, position = read_position(save), read_position(replace(save, played=rest_bytes(within)))
    assert position == whole and position.earlier == 0


def test_other_bytes_are_no_rest() -> None:
    save = saved("technologies")
    for wrong in (b"x", b"\x80", rest_bytes(rests_of("technologies")[0])[:-1]):
        assert rest_of(replace(save, played=wrong)) is None
    assert read_position(replace(save, played=b"x")) == read_position(save)


FIRST_LOOKS = """
import sys
import threading

from engine.stored import stored_bytes
from engine.values import dataclass
from pbem.replay.checkpoint import read_kept

def nested(inner, depth):
    if not depth:
        return inner

    @dataclass(frozen=True, slots=True)
    class Box:
        one: inner | None = None
        many: tuple[inner, ...] = ()
        named: dict[str, inner] | None = None

    return nested(Box, depth - 1)

sys.setswitchinterval(1e-6)
for _ in range(100):
    kind = nested(int, 8)
    data, begun = stored_bytes(kind()), threading.Barrier(6)

    def read():
        begun.wait()
        read_kept(kind, data)

    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_that_read_a_kind_for_the_first_time_wait_for_each_other() -> None:
    """Without it the process of the board ended by a fault of memory."""
    done = subprocess.run([sys.executable, "-c", FIRST_LOOKS], check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
