"""The prepared outlines of our own boards: they are whole, and tell the truth about the board."""

from collections import defaultdict
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from engine import Definition, load_scenario, read_triplea_map
from engine.loading import scenario_names
from pbem.atlas import AreaShape, MapGeometry, Ring, geometry_of
from pbem.atlas.packed_outlines import UNIT, unpack
from pbem.atlas.world import prepared_geometry

DATA = Path(__file__).parents[2] / "pbem" / "atlas" / "data"
SCENARIOS = [
    name for name in scenario_names() if prepared_geometry(load_scenario(name)) is not None
]
"""The boards that somebody has prepared; any other one is drawn from its graph."""

SMALLEST = 50.0
"""Square points that every area has at least: room for a sign of 7 points."""

Edges = npt.NDArray[np.float64]
"""Rows of x, y, x, y: the sides of outlines."""


@lru_cache(maxsize=2)
def drawn(scenario: str) -> tuple[Definition, MapGeometry]:
    definition = load_scenario(scenario)
    geometry = prepared_geometry(definition)
    assert geometry is not None, "run tests.support.atlas.prepare"
    return definition, geometry


def edges(rings: tuple[Ring, ...]) -> Edges:
    outlines = [np.array(ring) for ring in rings]
    return np.concatenate([np.hstack([ring, np.roll(ring, -1, axis=0)]) for ring in outlines])


def size(shape: AreaShape) -> float:
    """By the even-odd rule: a ring inside another one is a hole."""
    total = 0.0
    for number, ring in enumerate(shape.rings):
        x0, y0, x1, y1 = edges((ring,)).T
        others = tuple(other for place, other in enumerate(shape.rings) if place != number)
        middle = ((ring[0][0] + ring[1][0]) / 2, (ring[0][1] + ring[1][1]) / 2)
        sign = -1.0 if others and is_inside(middle, edges(others)) else 1.0
        total += sign * abs(float((x0 * y1 - x1 * y0).sum())) / 2
    return total


def is_inside(place: tuple[float, float], sides: Edges) -> bool:
    x0, y0, x1, y1 = sides.T
    crossing = (y0 > place[1]) != (y1 > place[1])
    if not crossing.any():
        return False
    at = x0 + (place[1] - y0) / np.where(crossing, y1 - y0, 1.0) * (x1 - x0)
    return bool((crossing & (at > place[0])).sum() % 2)


def touching(geometry: MapGeometry) -> set[tuple[str, str]]:
    """The pairs of areas that share a side, also over the edge of a round world."""
    owners: dict[tuple[object, ...], list[str]] = defaultdict(list)
    at_edge: dict[float, list[tuple[float, float, str]]] = defaultdict(list)
    for shape in geometry.areas:
        for ring in shape.rings:
            for a, b in pairwise((*ring, ring[0])):
                owners[min(a, b), max(a, b)].append(shape.name)
                if a[0] == b[0]:
                    at_edge[a[0]].append((min(a[1], b[1]), max(a[1], b[1]), shape.name))
    pairs = {(min(names), max(names)) for names in owners.values() if len(names) == 2}
    if geometry.wrap_x:
        for top, bottom, name in at_edge[0.0]:
            for other_top, other_bottom, other in at_edge[max(at_edge)]:
                if min(bottom, other_bottom) > max(top, other_top) and name != other:
                    pairs.add((min(name, other), max(name, other)))
    return pairs


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_border_of_the_board_is_a_contact_or_a_bridge(scenario: str) -> None:
    definition, geometry = drawn(scenario)
    bridges = {(bridge.one, bridge.other) for bridge in geometry.bridges}
    borders = set(definition.board.borders)
    assert borders - touching(geometry) == {tuple(sorted(pair)) for pair in bridges}
    assert len(bridges) <= len(borders) // 20


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_contact_that_is_no_border_is_a_wall(scenario: str) -> None:
    definition, geometry = drawn(scenario)
    inside = touching(geometry) - set(definition.board.borders)
    walls = {(wall.one, wall.other) for wall in geometry.walls}
    # What meets over the edge of a round world only is not told by the lines of the picture.
    assert walls <= inside
    assert len(inside - walls) <= 4
    assert len(walls) <= len(definition.board.borders) // 8


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_anchors_lie_inside_their_area_and_in_no_other(scenario: str) -> None:
    _, geometry = drawn(scenario)
    sides = {shape.name: edges(shape.rings) for shape in geometry.areas}
    for shape in geometry.areas:
        holders = [name for name, outline in sides.items() if is_inside(shape.anchor, outline)]
        assert holders == [shape.name]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_areas_fill_the_picture_without_lying_on_each_other(scenario: str) -> None:
    _, geometry = drawn(scenario)
    outlines = [edges(shape.rings) for shape in geometry.areas]
    rows = np.linspace(1.3, geometry.height - 1.3, 23)
    columns = np.linspace(1.3, geometry.width - 1.3, 301)
    layers = np.zeros((len(rows), len(columns)), int)
    for x0, y0, x1, y1 in (outline.T for outline in outlines):
        for number, y in enumerate(rows):
            crossing = (y0 > y) != (y1 > y)
            at = x0[crossing] + (y - y0[crossing]) / (y1 - y0)[crossing] * (x1 - x0)[crossing]
            layers[number] += (at[:, None] > columns).sum(axis=0) % 2
    assert (layers > 1).mean() < 0.002
    assert (layers == 0).mean() < 0.25


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_area_is_too_small_for_a_sign(scenario: str) -> None:
    _, geometry = drawn(scenario)
    small = {shape.name: size(shape) for shape in geometry.areas if size(shape) < SMALLEST}
    assert small == {}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_outlines_lie_in_the_picture_and_are_closed_by_their_last_side(scenario: str) -> None:
    _, geometry = drawn(scenario)
    for shape in geometry.areas:
        assert shape.rings
        for ring in shape.rings:
            assert len(ring) >= 3
            assert ring[0] != ring[-1]
            assert all(-2 * UNIT <= x <= geometry.width + 2 * UNIT for x, _ in ring)
            assert all(-2 * UNIT <= y <= geometry.height + 2 * UNIT for _, y in ring)


def test_the_files_are_small_and_none_is_left_over() -> None:
    files = sorted(DATA.glob("*.atlas"))
    assert len(files) == len(SCENARIOS) >= 7
    assert max(file.stat().st_size for file in files) < 64_000
    assert sum(file.stat().st_size for file in files) < 380_000
    assert all(unpack(file.read_bytes()).board == file.stem for file in files)


def test_the_coast_lines_have_their_credit() -> None:
    for scenario in SCENARIOS:
        assert "Natural Earth" in geometry_of(load_scenario(scenario)).credit


GLOBAL = ("first_edition_global_1940", "second_edition_global_1940")

NORTH_TO_SOUTH = (
    ("Norway", "Denmark", "Western Germany", "Switzerland", "Northern Italy", "Sicily", "Malta"),
    ("Iceland", "Scotland", "United Kingdom", "France", "Spain", "Gibraltar", "Morocco"),
    ("Karelia", "Novgorod", "Belarus", "Western Ukraine", "Bessarabia", "Bulgaria", "Greece"),
    ("Archangel", "Russia", "Tambov", "Rostov", "Caucasus", "Iraq", "Saudi Arabia"),
    ("Sakha", "Amur", "Manchuria", "Shantung", "Kiangsu", "Kwangtung", "Philippines", "Celebes"),
    ("Olgiy", "Tsagaan Olom", "Kansu", "Tsinghai", "Sikang", "Himalayas", "India", "Ceylon"),
    ("Alaska", "Western United States", "Mexico"),
    ("Greenland", "Quebec", "Eastern United States", "West Indies", "Venezuela", "Brazil"),
    ("Algeria", "Nigeria", "Angola", "South West Africa", "Union of South Africa"),
    ("Guam", "Caroline Islands", "New Guinea", "Queensland", "New South Wales", "Victoria"),
)

WEST_TO_EAST = (
    ("Eire", "United Kingdom", "Holland Belgium", "Western Germany", "Germany", "Poland"),
    ("Portugal", "Spain", "Sardinia", "Southern Italy", "Albania", "Bulgaria", "Turkey"),
    ("Norway", "Sweden", "Finland", "Karelia", "Archangel", "Nenetsia", "Urals", "Evenkiyskiy"),
    ("Yenisey", "Yakut S.S.R.", "Buryatia", "Sakha", "Siberia", "Soviet Far East", "Alaska"),
    ("Kansu", "Suiyuyan", "Chahar", "Jehol", "Manchuria", "Korea", "Japan", "Midway"),
    ("Egypt", "Trans-Jordan", "Iraq", "Persia", "Eastern Persia", "West India", "India", "Burma"),
    ("Shan State", "French Indo China", "Philippines", "Guam", "Wake Island", "Hawaiian Islands"),
    ("Central United States", "Eastern United States", "Greenland", "Iceland", "Norway"),
    ("Philippines", "Hawaiian Islands", "Western United States"),
)


@pytest.mark.parametrize("scenario", GLOBAL)
def test_global_1940_lies_as_the_world_does(scenario: str) -> None:
    areas = drawn(scenario)[1].by_name
    for row in NORTH_TO_SOUTH:
        heights = [areas[name].anchor[1] for name in row]
        assert heights == sorted(heights), row
    for row in WEST_TO_EAST:
        places = [areas[name].anchor[0] for name in row]
        assert places == sorted(places), row


@pytest.mark.parametrize("scenario", GLOBAL)
def test_borders_of_global_1940_are_those_of_the_picture_but_for_two_canals(scenario: str) -> None:
    definition, geometry = drawn(scenario)
    bridges = {tuple(sorted((bridge.one, bridge.other))) for bridge in geometry.bridges}
    assert bridges == {("64 Sea Zone", "89 Sea Zone"), ("81 Sea Zone", "98 Sea Zone")}
    walls = {(wall.one, wall.other) for wall in geometry.walls}
    marshes = {pair for pair in walls if "Pripet Marshes" in pair}
    assert len(walls - marshes) <= len(definition.board.borders) // 20


def test_both_editions_of_global_1940_have_one_world() -> None:
    first, second = (drawn(name)[1].by_name for name in GLOBAL)
    changed = {"British Columbia", "Yukon Territory"}
    assert set(first) ^ set(second) == {"Yukon Territory"}
    assert all(first[name] == second[name] for name in set(second) - changed)
    north = first["Yukon Territory"].anchor
    assert is_inside(north, edges(second["British Columbia"].rings))


def test_the_seam_of_global_1940_tears_no_land_in_two() -> None:
    """What is cut off at the edge of the picture is a sliver beside the rest of its area."""
    _, geometry = drawn(GLOBAL[1])
    for shape in geometry.areas:
        if not shape.is_sea:
            far = [ring for ring in shape.rings if abs(ring[0][0] - shape.anchor[0]) > 1000]
            cut = sum(size(AreaShape(shape.name, False, (ring,), (0, 0), (0, 0))) for ring in far)
            assert cut < size(shape) / 5, shape.name


def test_the_linked_boards_meet_in_an_india_that_is_whole() -> None:
    """Both boards have a half of it: one zone of the sea goes round it, and no line over it."""
    _, geometry = drawn("axis_allies_linked")
    india = edges(geometry.by_name["India"].rings)
    for bridge in geometry.bridges:
        (x0, y0), (x1, y1) = bridge.line
        parts = np.linspace(0.1, 0.9, 9)
        spots = zip(x0 + parts * (x1 - x0), y0 + parts * (y1 - y0), strict=True)
        assert not any(is_inside(spot, india) for spot in spots), bridge
    seas = {name for pair in touching(geometry) if "India" in pair for name in pair}
    assert {name for name in seas if name.endswith("Sea Zone")} == {
        "54 Sea Zone",
        "West Indian Ocean Sea Zone",
    }


EUROPE = Path(__file__).parents[3] / "shared" / "triplea" / "maps" / "europe_AAE.xml"


@pytest.mark.skipif(not EUROPE.is_file(), reason="needs ../shared/triplea")
def test_a_map_that_says_sea_twice_has_our_outlines_under_its_own_names() -> None:
    game = read_triplea_map(EUROPE.read_bytes())
    geometry = prepared_geometry(game)
    assert geometry is not None
    assert "Baltic Sea Sea Zone" in game.board.territories
    assert set(geometry.by_name) == set(game.board.territories)
    assert {name for one in geometry.bridges for name in (one.one, one.other)} <= {
        *geometry.by_name
    }
