"""A drawing from the graph alone: nothing lost, nothing left to chance, neighbours together."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from engine import Definition, load_scenario
from pbem.atlas.from_places import geometry_from_places
from pbem.atlas.geometry import Point
from pbem.atlas.graph import places_from_graph


def made(borders: list[tuple[str, str]], names: list[str]) -> Definition:
    """A definition with areas that have no place; every third one is sea."""
    base = load_scenario("classic_1942")
    area = next(iter(base.board.territories.values()))
    is_sea = {name: number % 3 == 0 for number, name in enumerate(names)}
    board = replace(
        base.board,
        is_sea=is_sea,
        borders=tuple(sorted({(min(pair), max(pair)) for pair in borders})),
        territories={
            name: replace(area, name=name, is_sea=is_sea[name], place=None) for name in names
        },
        canals=(),
    )
    return replace(base, board=board)


def sheet(rows: int, columns: int, is_round: bool) -> Definition:
    """Rows of areas like tiles; in a round one the last column touches the first."""
    names = [f"area {row:02} {column:02}" for row in range(rows) for column in range(columns)]
    borders = []
    for row in range(rows):
        for column in range(columns):
            here = names[row * columns + column]
            if column + 1 < columns or is_round:
                borders.append((here, names[row * columns + (column + 1) % columns]))
            if row + 1 < rows:
                borders.append((here, names[(row + 1) * columns + column]))
    return made(borders, names)


def together(definition: Definition, places: dict[str, Point]) -> float:
    """The share of borders whose areas lie at most twice as far apart as borders usually do."""
    gaps = [math.dist(places[one], places[other]) for one, other in definition.board.borders]
    return float((np.array(gaps) <= 2 * np.median(gaps)).mean())


@pytest.mark.parametrize("is_round", [False, True])
def test_neighbours_lie_together(is_round: bool) -> None:
    definition = sheet(8, 25, is_round)
    places = places_from_graph(definition)
    assert sorted(places) == sorted(definition.board.territories)
    assert together(definition, places) > 0.93


def test_the_same_board_has_the_same_drawing() -> None:
    assert places_from_graph(sheet(5, 9, True)) == places_from_graph(sheet(5, 9, True))


def test_no_area_is_lost_and_none_lies_on_another() -> None:
    definition = sheet(8, 12, False)
    places = places_from_graph(definition)
    nearest = min(math.dist(one, other) for one, other in combinations(places.values(), 2))
    assert nearest > 15
    geometry = geometry_from_places(definition, places)
    assert len(geometry.areas) == 96
    assert all(len(shape.rings[0]) >= 3 for shape in geometry.areas)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_board_of_a_few_areas(count: int) -> None:
    names = [f"area {number}" for number in range(count)]
    definition = made([(names[0], other) for other in names[1:]], names)
    geometry = geometry_from_places(definition, places_from_graph(definition))
    assert [shape.name for shape in geometry.areas] != []
    assert len({shape.anchor for shape in geometry.areas}) == count


def test_parts_that_nothing_joins_are_drawn_apart() -> None:
    names = [f"area {number}" for number in range(8)]
    chain = [(names[place], names[place + 1]) for place in (0, 1, 2, 4, 5, 6)]
    places = places_from_graph(made(chain, names))
    assert len(set(places.values())) == 8
