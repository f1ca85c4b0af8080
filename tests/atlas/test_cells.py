"""The outlines of areas, worked out from their places."""

import math

import pytest

from engine import load_scenario
from pbem.atlas.cells import Outline, Point, Site, coast_width, outlines
from pbem.atlas.from_places import geometry_from_places
from pbem.atlas.graph import places_from_graph

WIDTH, HEIGHT = 400.0, 200.0


def size(outline: Outline) -> float:
    """The area inside an outline, in square points (the shoelace formula)."""
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def is_inside(place: Point, outline: Outline) -> bool:
    """Whether a ray to the right crosses the outline an odd number of times."""
    x, y = place
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def test_the_sea_is_divided_without_a_gap() -> None:
    sites = [
        Site("one", (80, 50), True, ("two",)),
        Site("two", (300, 120), True, ("one", "three")),
        Site("three", (200, 170), True, ("two",)),
    ]
    shapes = outlines(sites, WIDTH, HEIGHT)
    assert sum(map(size, shapes.values())) == pytest.approx(WIDTH * HEIGHT, rel=0.01)
    assert is_inside((90, 60), shapes["one"])
    assert not is_inside((90, 60), shapes["two"])


def test_an_island_is_round_and_does_not_touch_the_next() -> None:
    sites = [
        Site("isle", (100, 100), False, ("sea",)),
        Site("other", (180, 100), False, ("sea",)),
        Site("sea", (140, 150), True, ("isle", "other")),
    ]
    coast = coast_width(sites)
    isle = outlines(sites, WIDTH, HEIGHT)["isle"]
    reach = [math.dist(corner, (100, 100)) for corner in isle]
    assert max(reach) <= coast + 1
    assert max(x for x, _ in isle) <= 140


def test_land_neighbours_meet_half_way() -> None:
    sites = [
        Site("west", (100, 100), False, ("east",)),
        Site("east", (160, 100), False, ("west",)),
        Site("sea", (130, 190), True, ()),
    ]
    shapes = outlines(sites, WIDTH, HEIGHT)
    assert max(x for x, _ in shapes["west"]) == pytest.approx(130, abs=0.5)
    assert min(x for x, _ in shapes["east"]) == pytest.approx(130, abs=0.5)


def test_land_between_three_neighbours_has_no_hole() -> None:
    names = ("a", "b", "c")
    places = ((100.0, 60.0), (180.0, 60.0), (140.0, 130.0))
    sites = [
        Site(name, place, False, tuple(other for other in names if other != name))
        for name, place in zip(names, places, strict=True)
    ]
    sites.append(Site("sea", (350, 180), True, ()))
    shapes = outlines(sites, WIDTH, HEIGHT)
    for x in range(110, 171, 6):
        spot = (x + 0.3, 72.2)
        assert any(is_inside(spot, shapes[name]) for name in names), spot


@pytest.mark.parametrize(
    "scenario", ["big_world_1942", "classic_1942", "axis_allies_europe", "axis_allies_pacific"]
)
def test_every_area_of_a_whole_board_is_in_its_own_outline(scenario: str) -> None:
    definition = load_scenario(scenario)
    geometry = geometry_from_places(definition, places_from_graph(definition))
    assert len(geometry.areas) == len(definition.board.territories)
    for area in geometry.areas:
        assert is_inside(area.anchor, area.rings[0]), area.name
        assert size(area.rings[0]) > 200, area.name
