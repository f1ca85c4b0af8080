"""Pictures by their structure: every area once, nothing on anything else, arrows where moves went.

For all scenarios of the program and for map folders made here.
"""

import itertools
import math
import random
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine import Definition, load_scenario, new_game, scenario_names
from engine.values import replace
from pbem.atlas import MapGeometry, geometry_of
from pbem.atlas.arrows import SHORT
from pbem.atlas.colours import contrast, looks_of
from pbem.atlas.cutting import busiest, view_of, view_of_places, whole_view
from pbem.atlas.drawing import Drawing, draw
from pbem.atlas.layout import PlacedLabel, View
from pbem.atlas.looks import LOOKS
from pbem.atlas.overlay import Arrow, Overlay
from pbem.atlas.page import page_map
from pbem.atlas.placing import around, overlap
from pbem.report.board import render_board
from pbem.report.map_picture import overlay_of
from tests.atlas.map_folder import files_for, write_folder

MOST_OVERLAPPED = 0.0
"""The share of the area of names that may lie under other names."""

LEAST_CONTRAST = 4.5
"""Of letters against what is behind them (WCAG 2.2, level AA)."""

FOLDERS = range(10)


@cache
def board(scenario: str) -> tuple[MapGeometry, Overlay]:
    definition = load_scenario(scenario)
    overlay = overlay_of(new_game(definition).state)
    return geometry_of(definition), replace(overlay, arrows=some_arrows(definition))


def some_arrows(definition: Definition) -> tuple[Arrow, ...]:
    """Moves over one and over two borders."""
    names = sorted(definition.board.territories)[::9]
    ways = [(name, *definition.board.neighbours(name)[:1]) for name in names]
    ways += [(*way, definition.board.neighbours(way[1])[-1]) for way in ways if len(way) > 1]
    good = [way for way in ways if len(set(way)) == len(way) > 1]
    return tuple(Arrow(way, place % 2 == 1, " > ".join(way)) for place, way in enumerate(good))


def overlapped_share(labels: Iterable[PlacedLabel]) -> float:
    """The part of the area of all names that lies under other names, from 0 to 1."""
    boxes = [label.box for label in labels]
    total = sum(width * height for _, _, width, height in boxes)
    under = sum(
        overlap(one, other) for place, one in enumerate(boxes) for other in boxes[place + 1 :]
    )
    return under / total if total else 0.0


def check(drawing: Drawing, geometry: MapGeometry, overlay: Overlay) -> None:
    root = ElementTree.fromstring(drawing.svg)
    assert not re.search(r"<style|class=|var\(|<script", drawing.svg)
    outlines = [
        path
        for path in root.findall("{*}path[@fill-rule='evenodd']")
        if path.get("transform") is None
    ]
    assert len(outlines) == len(drawing.shown) + bool(geometry.scenery)
    chips, labels = drawing.layout
    assert overlapped_share(labels) <= MOST_OVERLAPPED
    boxes = [around(chip.x, chip.y, chip.chip.width, chip.chip.height) for chip in chips]
    assert all(overlap(one, other) == 0 for one, other in itertools.combinations(boxes, 2))
    for label in labels:
        assert sum(overlap(label.box, box) for box in boxes) == 0, label.name
    check_arrows(drawing, geometry, overlay)


def check_arrows(drawing: Drawing, geometry: MapGeometry, overlay: Overlay) -> None:
    """Each begins where its first area is and ends at its last one, also round the world."""
    anchors = {area.name: area.anchor for area in geometry.areas}
    drawn = {curve.arrow.words for curve in drawing.curves}
    inside = {chip.name for chip in drawing.layout[0]} | {one.area.name for one in drawing.shown}
    for arrow in overlay.arrows:
        if inside.issuperset(arrow.way) and len(drawing.shown) >= len(anchors):
            assert arrow.words in drawn
    for curve in drawing.curves:
        for name, place, room in (
            (curve.arrow.way[0], curve.start, 0.2),
            (curve.arrow.way[-1], curve.end, SHORT + 0.2),
        ):
            x, y = anchors[name]
            shifts = (0.0, geometry.wrap_x, -geometry.wrap_x)
            away = min(
                math.dist(drawing.view.at((x + turns * shift, y)), place)
                for shift in shifts
                for turns in (1, 2)
            )
            assert away <= room, (name, curve.arrow.words)


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_whole_board_is_drawn_with_nothing_on_anything_else(scenario: str) -> None:
    geometry, overlay = board(scenario)
    drawing = draw(geometry, overlay, LOOKS["light"], whole_view(geometry, 1600))
    assert sorted(one.area.name for one in drawing.shown if not one.shift) == sorted(
        load_scenario(scenario).board.territories
    )
    here = {chip.name for chip in drawing.layout[0]}
    assert here == {area.name for area in overlay.areas if area.forces}
    check(drawing, geometry, overlay)


@pytest.mark.parametrize("number", FOLDERS)
def test_a_map_folder_is_drawn_with_nothing_on_anything_else(tmp_path: Path, number: int) -> None:
    chance = random.Random(number)
    definition = load_scenario("classic_1942")
    files = files_for(definition, columns=chance.randint(8, 30))
    if number % 3 == 0:
        files["map.properties"] += "map.scrollWrapX=false\n"
    if number % 2:
        del files["centers.txt"]
    files["polygons.txt"] = re.sub(
        r"\((\d+),(\d+)\)",
        lambda found: f"({int(found[1]) + number},{int(found[2]) + number % 4})",
        files["polygons.txt"],
    )
    geometry = geometry_of(definition, write_folder(tmp_path, files))
    _, overlay = board("classic_1942")
    for view in (
        whole_view(geometry, 900),
        view_of(geometry, ["Germany", "Japan"], 500),
        view_of_places(geometry, busiest(geometry, overlay), 390, 300),
    ):
        check(draw(geometry, overlay, LOOKS["dark"], view), geometry, overlay)


def test_across_the_date_line_a_cut_shows_both_sides(tmp_path: Path) -> None:
    definition = load_scenario("classic_1942")
    geometry = geometry_of(definition, write_folder(tmp_path, files_for(definition)))
    first, last = (
        min(geometry.areas, key=lambda area: area.anchor),
        max(geometry.areas, key=lambda area: (area.anchor[0], -area.anchor[1])),
    )
    view = view_of(geometry, [first.name, last.name], 400)
    assert view.box[2] - view.box[0] < geometry.width / 2
    _, overlay = board("classic_1942")
    drawing = draw(geometry, overlay, LOOKS["light"], view)
    assert {first.name, last.name} <= {one.area.name for one in drawing.shown}
    assert any(one.shift for one in drawing.shown)


def test_on_a_round_world_a_cut_goes_the_shorter_way_round() -> None:
    geometry, _ = board("big_world_1942")
    wide = replace(geometry, wrap_x=geometry.width)
    for places in (
        [(1236.6000000000001, 267.8), (1739.0, 634.6)],
        [(10.1, 300.0), (geometry.width - 20.3, 310.0)],
    ):
        box = view_of_places(wide, places, 400).box
        assert box[2] - box[0] < geometry.width / 2
        for x, _ in places:
            assert any(box[0] <= x + shift <= box[2] for shift in (0.0, wide.wrap_x))


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_letters_can_be_read_in_every_look(look: object) -> None:
    assert isinstance(look, type(LOOKS["light"]))
    assert contrast(look.ink, look.halo) >= LEAST_CONTRAST
    assert contrast(look.sea_ink, look.sea) >= LEAST_CONTRAST
    for nation in looks_of(load_scenario("axis_allies_linked").politics.nation_names):
        assert look.is_patterned or contrast(look.land(nation), look.sea) >= 1.15
        assert contrast(nation.ink, nation.fill) >= LEAST_CONTRAST
    assert contrast(look.early, look.sea) >= 3
    assert contrast(look.late, look.sea) >= 3


def test_a_page_shows_more_the_nearer_it_is_and_every_area_once() -> None:
    geometry, overlay = board("big_world_1942")
    page = page_map(geometry, overlay)
    assert len({area.name for area in page.areas}) == len(page.areas) == 264
    counts = [
        sum(bool(label.places.split("|")[level]) for label in page.labels)
        for level in range(len(page.scales))
    ]
    assert counts == sorted(counts)
    assert counts[-1] == 264
    full = [
        sum(chip.places.split("|")[level].endswith("f") for chip in page.chips)
        for level in range(len(page.scales))
    ]
    assert full[-1] >= 0.95 * len(page.chips)
    assert full[0] < full[-1]


def test_a_coast_of_any_length_is_drawn_whole() -> None:
    geometry, overlay = board("classic_1942")
    ring = tuple((x / 10, 5.0 * (x % 2)) for x in range(9000))
    first, *others = geometry.areas
    long = replace(first, rings=(*first.rings, ring))
    drawn = page_map(replace(geometry, areas=(long, *others), scenery=(ring,)), overlay)
    page = render_board(new_game(load_scenario("classic_1942")).state, drawn)
    assert "…" not in page
    assert page.count(f'd="{drawn.areas[0].path}"') == page.count(f'd="{drawn.scenery}"') == 1


def test_units_without_room_stand_beside_their_place_with_a_line_to_it() -> None:
    geometry, overlay = board("big_world_1942")
    whole = (0.0, 0.0, geometry.width, geometry.height)
    drawing = draw(geometry, overlay, LOOKS["light"], View(whole, 700 / geometry.width))
    far = [chip for chip in drawing.layout[0] if chip.origin is not None]
    assert far
    assert drawing.svg.count("<circle") == len(far)
