"""TRUST.md, first attack: any byte changed, any record dropped, doubled, moved, swapped."""

import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.save import format as container
from pbem.save.errors import SaveError
from pbem.save.trust import inspect_save, open_save
from tests.support.paper_game import (
    frame,
    hotseat,
    pack_log,
    played,
    raws,
    save_file,
    under_way,
)

_UNDER_WAY = under_way()
_RECORDS = raws(_UNDER_WAY)
_FILE = _UNDER_WAY.to_bytes()
_LOG = b"".join(map(frame, _RECORDS))
_HEADS = [entry.head for entry in _UNDER_WAY.entries]
_PLAYED = played()
_FRAMES = _PLAYED.frames
_CLOSED_LOG = b"".join(map(frame, _FRAMES))


def _refused(data: bytes) -> SaveError:
    with pytest.raises(SaveError) as caught:
        open_save(data)
    assert caught.value.exit_code in {3, 4, 5, 7, 8}
    return caught.value


@given(st.integers(0, len(_FILE) - 1), st.integers(1, 255))
def test_any_byte_of_the_file_changed_is_refused(place: int, mask: int) -> None:
    data = bytearray(_FILE)
    data[place] ^= mask
    _refused(bytes(data))


@settings(max_examples=300)
@given(st.integers(0, len(_LOG) - 1), st.integers(1, 255))
def test_any_byte_of_the_log_changed_names_its_record(place: int, mask: int) -> None:
    """The checksum is made right again, as an attacker would."""
    log = bytearray(_LOG)
    log[place] ^= mask
    error = _refused(pack_log(bytes(log)))
    ends = functools.reduce(lambda sums, raw: [*sums, sums[-1] + 4 + len(raw)], _RECORDS, [0])
    record = next(number for number, end in enumerate(ends[1:]) if place < end)
    in_length_prefix = place < ends[record] + 4
    # A changed length moves the frames after it, so the fault may show in a later one.
    assert error.index is not None
    assert error.index >= record if in_length_prefix else error.index == record


@settings(max_examples=300)
@given(st.integers(0, len(_CLOSED_LOG) - 1), st.integers(1, 255))
def test_any_byte_of_packed_turns_changed_is_refused(place: int, mask: int) -> None:
    """Nothing of a turn counts whose columns were changed, and nothing that comes after it."""
    log = bytearray(_CLOSED_LOG)
    log[place] ^= mask
    data = pack_log(bytes(log))
    _refused(data)
    kept = inspect_save(data).save
    ends = {_PLAYED.entries[number].head for number in (0, 1, 2, 3, 7)}
    assert kept is None or kept.head in ends


def test_every_single_bit_of_the_log_matters() -> None:
    """Not a sample: each byte of records 3 to 5 with its lowest and its highest bit flipped."""
    start = sum(4 + len(raw) for raw in _RECORDS[:3])
    stop = start + sum(4 + len(raw) for raw in _RECORDS[3:6])
    for place in range(start, stop, 3):
        for mask in (1, 128):
            log = bytearray(_LOG)
            log[place] ^= mask
            _refused(pack_log(bytes(log)))


@given(st.integers(1, len(_LOG) - 1))
def test_a_log_cut_anywhere_is_refused_or_is_an_older_save(size: int) -> None:
    inspection = inspect_save(pack_log(_LOG[:size]))
    if inspection.error is None:
        assert inspection.save is not None
        assert inspection.save.head in _HEADS[:-1]
    else:
        assert inspection.error.code == "malformed"


@given(st.binary(min_size=1, max_size=50))
def test_anything_after_the_log_is_refused(tail: bytes) -> None:
    _refused(_FILE + tail)
    _refused(pack_log(_LOG + tail))


@given(st.permutations(range(len(_RECORDS))))
def test_moved_records_are_refused(order: list[int]) -> None:
    if order == sorted(order):
        return
    first = next(place for place, number in enumerate(order) if place != number)
    error = _refused(save_file([_RECORDS[number] for number in order]))
    # The two joins (1 and 2) may be swapped as such; the start record then names the fraud.
    assert error.index is not None
    assert error.index >= first
    assert error.index == first or first in (1, 2)


@given(st.data())
def test_dropped_and_doubled_records_are_refused(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(_RECORDS) - 2))
    dropped = [*_RECORDS[:number], *_RECORDS[number + 1 :]]
    _refused(save_file(dropped))
    doubled = [*_RECORDS[: number + 1], *_RECORDS[number:]]
    assert _refused(save_file(doubled)).index == number + 1


@given(st.integers(0, len(_RECORDS) - 1), st.integers(0, 2))
def test_records_of_another_game_are_refused(place: int, other: int) -> None:
    records = list(_RECORDS)
    records[place] = raws(hotseat())[other]
    _refused(save_file(records))


@given(st.binary(max_size=300))
def test_random_bytes_never_crash(data: bytes) -> None:
    _refused(data)
    _refused(container.MAGIC + b"\1\1" + data)
    _refused(pack_log(frame(data)))


def test_the_good_part_can_still_be_looked_at() -> None:
    records = [*_RECORDS[:8], _RECORDS[4]]
    inspection = inspect_save(save_file(records))
    assert inspection.error is not None and inspection.error.index == 8
    assert inspection.save is not None and inspection.save.head == _HEADS[7]
