"""A small file that unpacks to a large one is refused quickly, in bounded memory."""

import subprocess
import sys
import time
import zlib

import pytest

from pbem.save import format as container
from pbem.save.errors import SaveError
from pbem.save.trust import inspect_save, open_save
from tests.support.independent_envelope import Refused
from tests.support.independent_reader import read as read_save
from tests.support.paper_game import bomb, pack, save_file
from tests.support.vector_agreements import many_agreements

_MEASURE = """
import resource, sys
from pbem.save.errors import SaveError
from pbem.save.trust import open_save
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    open_save(data)
except SaveError as error:
    print(error.code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fill", "size"),
    [
        (b"\0", 2**30),
        (b"\x80", 2**28),
        (b"\0\0\0\1\xc0", 2**28),
        (b"\0\x10\0\0" + b"\x91" * 1020, 2**28),
    ],
)
def test_one_gigabyte_from_one_megabyte(fill: bytes, size: int) -> None:
    data = bomb(fill, size)
    assert len(data) < 4 * 2**20
    begin = time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-c", _MEASURE], input=data, capture_output=True, check=True
    )
    code, kilobytes = run.stdout.split()
    assert code == b"too-large"
    assert int(kilobytes) < 256 * 1024
    assert time.perf_counter() - begin < 10


def test_many_tiny_records_are_refused_before_any_is_read() -> None:
    log = b"\0\0\0\0" * (container.MAX_RECORDS + 1)
    with pytest.raises(SaveError) as caught:
        open_save(pack(zlib.compress(log)))
    assert caught.value.code == "too-large"


def test_a_file_that_is_too_large_is_not_unpacked() -> None:
    with pytest.raises(SaveError) as caught:
        open_save(container.MAGIC + b"\1\1" + bytes(container.MAX_FILE))
    assert caught.value.code == "too-large"


def test_a_join_answer_has_a_small_limit() -> None:
    data = pack(zlib.compress(bytes(70_000)), container.JOIN)
    with pytest.raises(SaveError) as caught:
        container.parse(data, container.JOIN)
    assert caught.value.code == "too-large"


def test_a_log_of_exactly_the_limit_unpacks() -> None:
    limit = container.MAX_LOG[container.JOIN]
    record = bytes(limit - 4)
    data = pack(zlib.compress(len(record).to_bytes(4, "big") + record), container.JOIN)
    assert container.parse(data, container.JOIN).records == (record,)


def test_building_over_a_limit_is_refused() -> None:
    with pytest.raises(SaveError) as caught:
        container.build(container.JOIN, (bytes(70_000),))
    assert caught.value.code == "too-large"


@pytest.mark.slow
def test_more_agreements_than_a_log_may_hold_are_refused_at_the_first_of_them() -> None:
    frames = many_agreements(1001)
    data = save_file(frames)
    found = inspect_save(data)
    assert found.error is not None
    assert (found.error.code, found.error.index) == ("too-many-agreements", 1010)
    assert inspect_save(save_file(frames[:-1])).error is None
    with pytest.raises(Refused) as refused:
        read_save(data)
    assert (refused.value.code, refused.value.record) == ("too-many-agreements", 1010)
