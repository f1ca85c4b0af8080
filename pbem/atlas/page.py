"""A map as parts of a page that can be zoomed: areas once, units and names for several sizes.

The areas, which take most of the room, are drawn once in points.  Where units and names stand is
worked out for some sizes; the script of the page shows the nearest smaller one, so that they keep
their size on the screen and never come to lie on each other.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from markupsafe import Markup

from pbem.atlas.arrows import Curve, curve_of, shortened, unrolled
from pbem.atlas.chips import brief_chip, chip_svg, full_chip
from pbem.atlas.colours import mixed
from pbem.atlas.cutting import busiest, view_of_places
from pbem.atlas.drawing import PREFIX, fill_of, meeting_place, symbol_defs
from pbem.atlas.geometry import AreaShape, MapGeometry, Point, Ring
from pbem.atlas.layout import (
    MARK_SIZE,
    Layout,
    PlacedChip,
    PlacedLabel,
    View,
    laid_out,
    rooms_of,
    shown_areas,
)
from pbem.atlas.looks import LOOKS, Look
from pbem.atlas.marks import BLOCK_WORDS, MARK_WORDS, MARKS
from pbem.atlas.overlay import Content, Overlay
from pbem.atlas.page_model import PageArea, PageArrow, PageMap, PageThing
from pbem.atlas.patterns import pattern_svg

LEVELS: Final = (390.0, 620.0, 990.0, 1580.0, 2530.0, 4040.0, 6460.0, 10300.0)
"""Widths of the whole map in pixels for which units and names are laid out."""

_USUAL: Final = 2
"""The level that a page without a script shows."""


def page_map(geometry: MapGeometry, overlay: Overlay) -> PageMap:
    """A position on a map as parts of a page."""
    whole = (0.0, 0.0, geometry.width, geometry.height)
    views = [View(whole, width / geometry.width) for width in LEVELS]
    rooms = rooms_of(geometry)
    shown = shown_areas(geometry, overlay, whole, rooms)
    layouts = [laid_out(shown, overlay, view) for view in views]
    numbers = {area.name: number for number, area in enumerate(geometry.areas)}
    marks = dict.fromkeys(mark for area in overlay.areas for mark in area.marks)
    words = BLOCK_WORDS if overlay.is_of_blocks else MARK_WORDS
    return PageMap(
        width=round(geometry.width, 1),
        height=round(geometry.height, 1),
        scales=tuple(round(view.scale, 5) for view in views),
        usual=_USUAL,
        areas=tuple(_areas(geometry, overlay, numbers)),
        chips=tuple(_chips(geometry, overlay, numbers, layouts, views)),
        labels=tuple(_labels(geometry, overlay, numbers, layouts, views)),
        arrows=tuple(_arrows(geometry, overlay, views[_USUAL], rooms)),
        battles=tuple(
            area.anchor for area, content in _pairs(geometry, overlay) if content.is_battle
        ),
        canals=tuple(_canals(geometry, overlay)),
        lines=tuple(_line(bridge.line) for bridge in geometry.bridges),
        walls=tuple(_line(wall.line) for wall in geometry.walls),
        scenery=_own("".join(map(_ring, geometry.scenery))),
        frames=tuple((inset.box, inset.title) for inset in geometry.insets),
        defs=_own("".join((*symbol_defs(overlay), *_patterns(overlay)))),
        looks=overlay.looks,
        variables=tuple(_variables(overlay)),
        marks=tuple((_mark_svg(MARKS[mark]), words[mark]) for mark in MARKS if mark in marks),
        front=_front(geometry, overlay),
        credit=geometry.credit,
        is_of_blocks=overlay.is_of_blocks,
    )


def _paths(geometry: MapGeometry) -> Mapping[str, Markup]:
    """Outlines in whole tenths of points, each corner from the one before: that is shortest.

    They are numbers only, and may be longer than any text that a page shows.
    """
    return {area.name: _own("".join(map(_ring, area.rings))) for area in geometry.areas}


def _ring(ring: Ring) -> str:
    """From corner to corner, without the rounding adding up."""
    places = [(round(x, 1), round(y, 1)) for x, y in ring]
    steps = (
        (round(x - old_x, 1), round(y - old_y, 1))
        for (old_x, old_y), (x, y) in itertools.pairwise(places)
    )
    rest = "".join(f" {x:g} {y:g}" for x, y in steps if x or y)
    return f"M{places[0][0]:g} {places[0][1]:g}l{rest.replace(' -', '-').strip()}z"


def _pairs(geometry: MapGeometry, overlay: Overlay) -> Iterator[tuple[AreaShape, Content]]:
    contents = {content.name: content for content in overlay.areas}
    for area in geometry.areas:
        yield area, contents[area.name]


def _areas(
    geometry: MapGeometry, overlay: Overlay, numbers: Mapping[str, int]
) -> Iterator[PageArea]:
    light, nations, paths = LOOKS["light"], overlay.look_of, _paths(geometry)
    place = {look.name: number for number, look in enumerate(overlay.looks)}
    for area, content in _pairs(geometry, overlay):
        owner = f" n{place[content.owner]}" if content.owner in place else ""
        news = f"{' taken' if content.is_taken else ''}{' fought' if content.is_battle else ''}"
        fill = fill_of(content, light, nations)
        yield PageArea(
            number=numbers[area.name],
            name=area.name,
            classes=f"{content.kind}{owner}{news}",
            path=paths[area.name],
            fill=fill,
            stroke=light.sea_line if area.is_sea else light.border_of(fill),
            words=(area.name, *content.words),
            near=" ".join(str(numbers[name]) for name in content.neighbours),
        )


def _chips(
    geometry: MapGeometry,
    overlay: Overlay,
    numbers: Mapping[str, int],
    layouts: list[Layout],
    views: list[View],
) -> Iterator[PageThing]:
    nations = overlay.look_of
    found: dict[str, list[PlacedChip | None]] = {}
    for level, (chips, _) in enumerate(layouts):
        for chip in chips:
            found.setdefault(chip.name, [None] * len(layouts))[level] = chip
    for area, content in _pairs(geometry, overlay):
        if area.name not in found:
            continue
        places = [
            "" if chip is None else f"{_at(view, chip.x, chip.y)},{_how(chip)}"
            for chip, view in zip(found[area.name], views, strict=True)
        ]
        fighting = [force for force in content.forces if force.count]
        full = full_chip(content.forces, nations)
        brief = brief_chip(fighting, nations) if fighting else full
        drawings = [_own(chip_svg(chip, nations, PREFIX)) for chip in (brief, full)]
        yield _thing(numbers[area.name], area.anchor, places, drawings)


def _how(chip: PlacedChip) -> str:
    if chip.is_full:
        return "f"
    return "b" if chip.origin is None else "l"


def _labels(
    geometry: MapGeometry,
    overlay: Overlay,
    numbers: Mapping[str, int],
    layouts: list[Layout],
    views: list[View],
) -> Iterator[PageThing]:
    found: dict[str, list[PlacedLabel | None]] = {}
    for level, (_, labels) in enumerate(layouts):
        for label in labels:
            found.setdefault(label.name, [None] * len(layouts))[level] = label
    for area, _ in _pairs(geometry, overlay):
        if area.name not in found:
            continue
        drawings: dict[Markup, int] = {}
        places = []
        for placed, view in zip(found[area.name], views, strict=True):
            if placed is None:
                places.append("")
                continue
            number = drawings.setdefault(label_svg(placed), len(drawings))
            places.append(f"{_at(view, placed.x, placed.y)},{number}")
        yield _thing(numbers[area.name], area.anchor, places, drawings, is_sea=area.is_sea)


def label_svg(label: PlacedLabel) -> Markup:
    """A name with its marks around the origin, in pixels."""
    left, top, width, _ = label.box
    signs = len(label.marks) * (MARK_SIZE + 1)
    marks = Markup("").join(
        Markup('<path transform="translate({:.1f} {:.1f})" d="{}"/>').format(
            left - label.x + place * (MARK_SIZE + 1), -MARK_SIZE / 2, _own(MARKS[mark])
        )
        for place, mark in enumerate(label.marks)
    )
    lines = Markup("").join(
        Markup('<text x="{:.1f}" y="{:.1f}" font-size="{:.1f}">{}</text>').format(
            left - label.x + signs + (width - signs) / 2,
            top - label.y + (row + 0.86) * label.lines.size * 1.08,
            label.lines.size,
            line,
        )
        for row, line in enumerate(label.lines.lines)
    )
    return marks + lines


def _thing(
    number: int, place: Point, places: list[str], drawings: Iterable[Markup], is_sea: bool = False
) -> PageThing:
    """places: for each level, "" where the thing is not shown."""
    return PageThing(
        number=number,
        x=round(place[0], 1),
        y=round(place[1], 1),
        places=_own("|".join(places)),
        first=_first(places[_USUAL]),
        drawings=tuple(drawings),
        is_sea=is_sea,
    )


def _at(view: View, x: float, y: float) -> str:
    return f"{x / view.scale:.1f},{y / view.scale:.1f}"


def _first(place: str) -> str:
    x, _, rest = place.partition(",")
    return f"{x} {rest.partition(',')[0]}" if place else ""


def _arrows(
    geometry: MapGeometry, overlay: Overlay, view: View, rooms: Mapping[str, float]
) -> Iterator[PageArrow]:
    """Curves of the usual size, brought back to points."""
    areas = geometry.by_name
    for arrow in overlay.arrows:
        places = unrolled(arrow.way, areas, geometry.wrap_x)
        for shift in sorted({0.0, *_shifts(places, geometry)}):
            moved = [(x + shift, y) for x, y in places]
            curve: Curve = curve_of(arrow, moved, shortened(rooms[arrow.way[-1]], view.scale))
            yield PageArrow(
                line=_own(curve.line),
                x=round(curve.end[0], 1),
                y=round(curve.end[1], 1),
                turn=round(curve.turn),
                is_late=arrow.is_late,
                words=arrow.words,
            )


def _shifts(places: list[Point], geometry: MapGeometry) -> Iterator[float]:
    """A way that leaves the map on one side comes in again on the other."""
    if not geometry.wrap_x:
        return
    if any(x < 0 for x, _ in places):
        yield geometry.wrap_x
    if any(x > geometry.width for x, _ in places):
        yield -geometry.wrap_x


def _canals(geometry: MapGeometry, overlay: Overlay) -> Iterator[tuple[float, float, str, bool]]:
    areas = geometry.by_name
    for canal in overlay.canals:
        one, other = (areas[zone] for zone in canal.zones)
        x, y = meeting_place(one.rings, other.rings)
        words = f"{canal.name}: {'open' if canal.is_open else 'closed'}"
        yield round(x, 1), round(y, 1), words, canal.is_open


def _line(points: tuple[Point, ...]) -> Markup:
    return _own(" ".join(f"{x:.1f},{y:.1f}" for x, y in points))


def _patterns(overlay: Overlay) -> Iterator[str]:
    for number, look in enumerate(overlay.looks):
        ground = LOOKS["light"].land(look)
        yield pattern_svg(f"map-p{number}", look.pattern, ground, mixed(ground, look.ink, 0.6))


def _variables(overlay: Overlay) -> Iterator[tuple[str, str, str]]:
    """Each colour of land with its border, and what is no nation's, for light and dark."""
    light, dark = LOOKS["light"], LOOKS["dark"]
    for number, nation in enumerate(overlay.looks):
        yield f"n{number}", light.land(nation), dark.land(nation)
        edges = [look.border_of(look.land(nation)) for look in (light, dark)]
        yield f"e{number}", edges[0], edges[1]
        yield f"s{number}", light.owned_sea(nation), dark.owned_sea(nation)
    yield from _common(light, dark)


def _common(light: Look, dark: Look) -> Iterator[tuple[str, str, str]]:
    yield from (
        ("sea", light.sea, dark.sea),
        ("sea-line", light.sea_line, dark.sea_line),
        ("coast", light.coast, dark.coast),
        ("sea-ink", light.sea_ink, dark.sea_ink),
        ("neutral", light.neutral, dark.neutral),
        ("neutral-edge", light.border_of(light.neutral), dark.border_of(dark.neutral)),
        ("blocked", light.impassable, dark.impassable),
        ("map-ink", light.ink, dark.ink),
        ("halo", light.halo, dark.halo),
        ("early", light.early, dark.early),
        ("late", light.late, dark.late),
        ("taken", light.taken, dark.taken),
    )


def _mark_svg(outline: str) -> Markup:
    return Markup(
        '<svg class="sign" viewBox="0 0 11 11" width="11" height="11" aria-hidden="true">'
        '<path fill="currentColor" fill-rule="evenodd" d="{}"/></svg>'
    ).format(_own(outline))


def _front(geometry: MapGeometry, overlay: Overlay) -> tuple[float, float, float, float]:
    """Left, top, width and height of where most happened, or of where the next nation stands."""
    left, top, right, bottom = view_of_places(geometry, busiest(geometry, overlay), 400).box
    left = max(0.0, min(left, geometry.width - (right - left)))
    return round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1)


def _own(text: str) -> Markup:
    """What this room has drawn itself: the texts in it are escaped."""
    return Markup(text)  # noqa: S704
