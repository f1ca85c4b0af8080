"""A save in several posts comes together again, in any order and with text around it."""

import random

import pytest

from pbem.forum.parts import Joiner, split

MARK = "pbem-1f2e3d4c-0123456789abcdef"


@pytest.mark.parametrize("size", [1, 500, 5000])
def test_parts_come_together_in_any_order(size: int) -> None:
    data = random.Random(size).randbytes(size)
    parts = list(split(data, MARK, 600))
    assert all(len(part) <= 600 for part in parts)
    random.Random(1).shuffle(parts)
    joiner = Joiner()
    found = [one for part in parts for one in joiner.add(f"Hello\n```\n{part}```\nbye")]
    assert found == [data]


def test_parts_of_two_files_are_kept_apart_and_damage_is_left_out() -> None:
    first, second = split(b"a" * 900, MARK, 700), split(b"b" * 900, MARK + "ff", 700)
    joiner = Joiner()
    assert [one for part in (*first[:1], *second) for one in joiner.add(part)] == [b"b" * 900]
    broken = first[1].replace("YWFh", "YW=h", 1)
    assert list(joiner.add(broken)) == []
    assert list(joiner.add(first[1].replace("part 2", "part 9"))) == []


def test_too_many_parts() -> None:
    with pytest.raises(ValueError, match="parts"):
        split(b"x" * 100_000, MARK, 400)
