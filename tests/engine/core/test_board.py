"""The board as a graph."""

import pytest

from engine.core.board import Board, sorted_borders
from tests.support.positions import big_world

AREAS = {"a": False, "b": False, "c": False, "d": True, "e": True}
LINKS = [("b", "a"), ("b", "c"), ("a", "d"), ("d", "e"), ("c", "e"), ("a", "b")]


def board() -> Board:
    return Board(AREAS, sorted_borders(LINKS))


def test_sorted_borders_names_each_pair_once_smaller_first() -> None:
    assert sorted_borders(LINKS) == (("a", "b"), ("a", "d"), ("b", "c"), ("c", "e"), ("d", "e"))


def test_neighbours_are_sorted_and_mutual() -> None:
    assert board().neighbours("a") == ("b", "d")
    assert board().is_border("a", "b")
    assert board().is_border("b", "a")
    assert not board().is_border("a", "c")
    assert not board().is_border("a", "a")


def test_an_unknown_area_in_a_border_is_an_error() -> None:
    with pytest.raises(KeyError):
        Board({"a": False}, (("a", "z"),))


def test_distances_count_borders_up_to_the_limit() -> None:
    assert board().distances("a", 1) == {"a": 0, "b": 1, "d": 1}
    assert board().distances("a", 2) == {"a": 0, "b": 1, "d": 1, "c": 2, "e": 2}
    assert list(board().distances("a", 2)) == ["a", "b", "d", "c", "e"]
    assert board().distances("a", 0) == {"a": 0}


def test_distances_cross_only_what_may_be_entered() -> None:
    land = board().distances("a", 9, lambda name: not AREAS[name])
    assert land == {"a": 0, "b": 1, "c": 2}
    from_sea = board().distances("d", 9, lambda name: AREAS[name])
    assert from_sea == {"d": 0, "e": 1}


def test_a_shortest_path_is_the_first_by_name_and_none_when_there_is_none() -> None:
    assert board().shortest_path("a", "e") == ("a", "d", "e")
    assert board().shortest_path("a", "c") == ("a", "b", "c")
    assert board().shortest_path("a", "a") == ("a",)
    assert board().shortest_path("a", "e", lambda name: name != "d") == ("a", "b", "c", "e")
    assert board().shortest_path("a", "e", lambda name: name not in {"d", "c"}) is None


def test_B1_B11_big_world_has_264_areas_and_705_borders() -> None:
    whole = big_world().board
    assert (len(whole.is_sea), len(whole.borders)) == (264, 705)
    assert sum(whole.is_sea.values()) == 108
    assert len(whole.distances("Moscow", 999)) == 264


def test_equal_boards_are_equal_whatever_was_asked_of_them() -> None:
    used = board()
    used.shortest_path("a", "e")
    assert used == board()
