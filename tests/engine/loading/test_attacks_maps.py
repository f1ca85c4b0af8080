"""Attacks with a map file, which players pass on like any other file."""

import time

import pytest

from engine.loading import read_triplea_map, with_places
from tests.engine.loading.hungry_maps import MAPS, read
from tests.engine.loading.small_map import small_map
from tests.support.memory import too_hungry


@pytest.mark.slow
@pytest.mark.parametrize("kind", MAPS)
def test_macros_that_ask_for_gigabytes_are_refused_quickly(kind: str) -> None:
    started = time.process_time()
    read(kind)
    assert time.process_time() - started < 20.0, "CPU seconds; two when idle"


@pytest.mark.slow
def test_macros_that_ask_for_gigabytes_do_not_get_them() -> None:
    assert too_hungry("tests.engine.loading.hungry_maps") == []


@pytest.mark.parametrize("gap", [" " * 100_000, "( " * 50_000, "(1,1) " * 20_000, "1" * 100_000])
def test_a_list_of_centres_with_long_lines_is_read_quickly(gap: str) -> None:
    definition = read_triplea_map(small_map())
    area = next(iter(definition.board.territories))
    started = time.process_time()
    placed = with_places(definition, f"x{gap}y\n{gap}\n{area}{gap}(1,2x)\n{area}  (3, 4) \n")
    assert time.process_time() - started < 2.0
    assert placed.board.territories[area].place == (3, 4)
