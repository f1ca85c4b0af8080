"""A drawing from the graph alone: nothing lost, nothing left to chance, neighbours together."""

import math
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from engine import Definition, load_scenario, read_triplea_map
from pbem.atlas import geometry_of
from pbem.atlas.compass import agreement, hints_of, known_places
from pbem.atlas.from_places import geometry_from_places
from pbem.atlas.geometry import Point
from pbem.atlas.graph import places_from_graph

SHARED = Path(__file__).parents[3] / "shared" / "triplea"


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


@pytest.mark.parametrize(
    ("scenario", "east", "north"),
    [
        ("second_edition_global_1940", 0.95, 0.9),
        ("big_world_1942", 0.8, 0.95),
        ("classic_1942", 0.8, 0.95),
        ("axis_allies_europe", 0.95, 0.9),
        ("axis_allies_pacific", 0.95, 0.9),
    ],
)
def test_north_is_up_and_east_is_right_where_names_tell_them(
    scenario: str, east: float, north: float
) -> None:
    """Against the outlines on real coast lines; a board may be cut at another meridian."""
    definition = load_scenario(scenario)
    real, drawn = geometry_of(definition).by_name, places_from_graph(definition)
    pairs = [
        (np.subtract(real[other].anchor, real[one].anchor), np.subtract(drawn[other], drawn[one]))
        for one, other in combinations(sorted(drawn), 2)
    ]
    for way, least in ((0, east), (1, north)):
        right = [here[way] * there[way] > 0 for here, there in pairs if abs(here[way]) > 150]
        assert sum(right) / len(right) > least


@pytest.mark.parametrize(
    "file",
    ["maps-2/Napoleonic_Empires.xml", "maps/Rome_Total_War.xml", "maps/WW2_Phillipines_-_v2.xml"],
)
def test_a_map_of_one_part_of_the_world_does_not_lie_askew(file: str) -> None:
    """The whole globe shows more of its borders; then Russia lay upper left of France."""
    path = SHARED / file
    if not path.is_file():
        pytest.skip("needs ../shared/triplea")
    places = places_from_graph(read_triplea_map(path.read_bytes()))
    names = sorted(places)
    assert agreement(np.array([places[name] for name in names]), hints_of(names)) > 0.85


def test_points_of_the_compass_in_names_turn_and_mirror_a_board_without_known_places() -> None:
    """A row from west to east over one from north to south, named so at their ends only."""
    names = [*(f"moor {number}" for number in range(12)), "Northern Ulm", "Southern Ulm"]
    names += ["Western Ulm", "East Ulm"]
    down = ["Northern Ulm", *names[:6], "Southern Ulm"]
    right = ["Western Ulm", *names[6:12], "East Ulm"]
    crossing = [(names[2], names[9]), (names[3], names[9])]
    places = places_from_graph(made([*pairwise(down), *pairwise(right), *crossing], names))
    assert places["Northern Ulm"][1] < places["Southern Ulm"][1]
    assert places["Western Ulm"][0] < places["East Ulm"][0]


def test_a_name_is_known_by_its_longest_part_and_a_half_lies_on_its_side() -> None:
    names = ("South Africa", "Northern Italy", "Italy", "Germanys", "12 Sea Zone", "UNITED KINGDOM")
    known = known_places(names)
    assert set(known) == {0, 1, 2, 5}
    assert known[0] == (24, -30)
    assert known[1][1] > known[2][1]
