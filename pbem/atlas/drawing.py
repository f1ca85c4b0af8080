"""A whole map as one SVG with plain attributes, which every program draws alike (ADR 0040).

There are no style sheets, variables or scripts in it, and nothing that it would have to load.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from engine.values import dataclass
from pbem.atlas.arrows import HEAD, Curve, curve_of, shortened, unrolled
from pbem.atlas.chips import chip_svg
from pbem.atlas.colours import NationLook
from pbem.atlas.geometry import Box, MapGeometry, Point, Ring
from pbem.atlas.layout import (
    MARK_SIZE,
    Layout,
    PlacedChip,
    PlacedLabel,
    ShownArea,
    View,
    laid_out,
    rooms_of,
    shown_areas,
)
from pbem.atlas.looks import Look
from pbem.atlas.marks import BATTLE, CANAL, MARKS
from pbem.atlas.overlay import Content, Overlay
from pbem.atlas.patterns import pattern_svg
from pbem.atlas.placing import Rect, text_width
from pbem.atlas.signs import BASELINE, LETTERS, sign_called
from pbem.atlas.symbols import SIZE

FONT: Final = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans', sans-serif"
_CREDIT: Final = 8.0
"""Pixels of the letters that say whose coast lines these are."""

_MOST_CORNERS: Final = 300
"""Corners that are compared with those of another area."""

PREFIX: Final = "u-"
"""What the ids of the signs of units begin with."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A map as SVG, and what it shows: for tests and for words about it."""

    svg: str
    view: View
    shown: tuple[ShownArea, ...]
    layout: Layout
    curves: tuple[Curve, ...]


def draw(
    geometry: MapGeometry, overlay: Overlay, look: Look, view: View, title: str = "The board"
) -> Drawing:
    """The part of a map in the view.

    geometry: where areas lie; overlay: what lies on them; title: for those who cannot see it.
    """
    rooms = rooms_of(geometry)
    shown = shown_areas(geometry, overlay, view.box, rooms)
    layout = laid_out(shown, overlay, view, _credit_box(geometry, view))
    curves = tuple(_curves(geometry, overlay, view, rooms))
    nations = overlay.look_of
    width, height = round(view.width), round(view.height)
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family={quoteattr(FONT)} role="img">',
        f"<title>{escape(title)}</title>",
        f"<defs>{''.join(symbol_defs(overlay))}{''.join(_patterns(overlay, look))}</defs>",
        f'<rect width="{width}" height="{height}" fill="{look.sea}"/>',
        _scenery(geometry, view, look),
        *_areas(shown, view, look, nations),
        *_frames(geometry, view, look),
        *_canals(geometry, overlay, view, look),
        *_arrows(curves, look),
        *_leaders(layout[0], look),
        *_labels(layout[1], look),
        *_chips(layout[0], nations),
        *_battles(shown, view, look),
        _credit(geometry, view, look),
        "</svg>",
    )
    return Drawing("".join(parts), view, shown, layout, curves)


def symbol_defs(overlay: Overlay) -> Iterator[str]:
    """The signs of units that an overlay shows, to be used by their ids."""
    used = {pile.symbol for area in overlay.areas for force in area.forces for pile in force.piles}
    for name in sorted(used):
        sign = sign_called(name)
        letters = (
            f'<text x="{SIZE}" y="{BASELINE:g}" font-size="{LETTERS:g}" font-weight="700" '
            f'text-anchor="start">{sign.letters}</text>'
            if sign.letters
            else ""
        )
        yield (
            f'<symbol id="{PREFIX}{name}" viewBox="0 0 {sign.width:g} {SIZE}">'
            f'<path fill-rule="evenodd" d="{sign.outline}"/>{letters}</symbol>'
        )


def path_of(rings: Iterable[Ring], view: View, shift: float = 0.0) -> str:
    """Outlines as a path of SVG, in pixels of a view."""
    return "".join(
        "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in _moved(ring, view, shift)) + "z"
        for ring in rings
    )


def fill_of(content: Content, look: Look, nations: Mapping[str, NationLook]) -> str:
    """The colour of an area; of patterned land the name of its pattern."""
    if content.kind == "sea":
        owner = nations.get(content.owner)
        return look.sea if owner is None else look.owned_sea(owner)
    if content.kind == "impassable":
        return look.impassable
    owner = nations.get(content.owner)
    if owner is not None and look.is_patterned:
        return f"url(#p-{owner.pattern})"
    return look.land(owner)


def _moved(ring: Ring, view: View, shift: float) -> Iterator[Point]:
    for x, y in ring:
        yield view.at((x + shift, y))


def _patterns(overlay: Overlay, look: Look) -> Iterator[str]:
    if look.is_patterned:
        for nation in overlay.looks:
            yield pattern_svg(f"p-{nation.pattern}", nation.pattern, look.neutral, "#555555")


def _areas(
    shown: Iterable[ShownArea], view: View, look: Look, nations: Mapping[str, NationLook]
) -> Iterator[str]:
    """Seas, then a shallow along the coasts, then land, then what was taken."""
    land: list[tuple[ShownArea, str]] = []
    taken: list[str] = []
    for one in shown:
        path = path_of(one.area.rings, view, one.shift)
        if one.content.is_taken:
            taken.append(path)
        if not one.area.is_sea:
            land.append((one, path))
            continue
        fill = fill_of(one.content, look, nations)
        yield (
            f'<path d="{path}" fill="{fill}" fill-rule="evenodd" stroke="{look.sea_line}" '
            'stroke-width="0.8"/>'
        )
    coast = "".join(path for _, path in land)
    yield (
        f'<path d="{coast}" fill="none" stroke="{look.coast}" stroke-width="2.4" '
        'stroke-linejoin="round"/>'
    )
    for one, path in land:
        fill = fill_of(one.content, look, nations)
        edge = look.border if fill.startswith("url") else look.border_of(fill)
        yield (
            f'<path d="{path}" fill="{fill}" fill-rule="evenodd" stroke="{edge}" '
            'stroke-width="0.9" stroke-linejoin="round"/>'
        )
    for path in taken:
        yield (
            f'<path d="{path}" fill="none" stroke="{look.taken}" stroke-width="2.6" '
            'stroke-linejoin="round" stroke-dasharray="7 3"/>'
        )


def _scenery(geometry: MapGeometry, view: View, look: Look) -> str:
    """Land that belongs to no area, as often as a round world shows it."""
    path = "".join(path_of(geometry.scenery, view, shift) for shift in geometry.shifts)
    return (
        f'<path d="{path}" fill="{look.impassable}" fill-rule="evenodd" stroke="{look.coast}" '
        'stroke-width="1"/>'
        if path
        else ""
    )


def _frames(geometry: MapGeometry, view: View, look: Look) -> Iterator[str]:
    """Borders that nobody crosses, bridges, and the frames of the parts that are enlarged."""
    for wall in geometry.walls:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(view.at, wall.line))
        yield (
            f'<polyline points="{points}" fill="none" stroke="{look.sea_ink}" stroke-width="1.3" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    for bridge in geometry.bridges:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(view.at, bridge.line))
        yield (
            f'<polyline points="{points}" fill="none" stroke="{look.ink}" stroke-width="1.6" '
            'stroke-dasharray="2 4" stroke-linecap="round"/>'
        )
    for inset in geometry.insets:
        yield _frame(inset.box, view, look, "1.4", "")
        yield _frame(inset.source, view, look, "0.8", ' stroke-dasharray="4 3"')
        x, y = view.at((inset.box[0], inset.box[1]))
        yield _text(x + 5, y + 14, inset.title, look.sea_ink, look.sea, 'font-size="12"')


def _frame(box: Box, view: View, look: Look, width: str, more: str) -> str:
    (left, top), (right, bottom) = view.at(box[:2]), view.at(box[2:])
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
        f'height="{bottom - top:.1f}" fill="none" stroke="{look.sea_ink}" '
        f'stroke-width="{width}"{more}/>'
    )


def _canals(geometry: MapGeometry, overlay: Overlay, view: View, look: Look) -> Iterator[str]:
    areas = geometry.by_name
    for canal in overlay.canals:
        one, other = (areas[zone] for zone in canal.zones)
        x, y = view.at(meeting_place(one.rings, other.rings))
        if not (0 <= x <= view.width and 0 <= y <= view.height):
            continue
        words = f"{canal.name}: {'open' if canal.is_open else 'closed'}"
        bar = "" if canal.is_open else "M0-5V5"
        yield (
            f'<g transform="translate({x:.1f} {y:.1f})"><title>{escape(words)}</title>'
            f'<path d="{CANAL}{bar}" stroke="{look.halo}" stroke-width="4" fill="none"/>'
            f'<path d="{CANAL}{bar}" stroke="{look.ink}" stroke-width="1.8" fill="none"/></g>'
        )


def meeting_place(one: Iterable[Ring], other: Iterable[Ring]) -> Point:
    """About half-way between the two nearest corners of two areas."""
    pairs = (
        ((x - to_x) ** 2 + (y - to_y) ** 2, (x + to_x) / 2, (y + to_y) / 2)
        for x, y in _some_corners(one)
        for to_x, to_y in _some_corners(other)
    )
    _, x, y = min(pairs)
    return x, y


def _some_corners(rings: Iterable[Ring]) -> list[Point]:
    """All corners of an area, or an even choice of very many."""
    corners = [corner for ring in rings for corner in ring]
    return corners[:: 1 + len(corners) // _MOST_CORNERS]


def _curves(
    geometry: MapGeometry, overlay: Overlay, view: View, rooms: Mapping[str, float]
) -> Iterator[Curve]:
    areas = geometry.by_name
    for arrow in overlay.arrows:
        places = unrolled(arrow.way, areas, geometry.wrap_x)
        for shift in geometry.shifts:
            pixels = [view.at((x + shift, y)) for x, y in places]
            if any(0 <= x <= view.width and 0 <= y <= view.height for x, y in pixels):
                short = shortened(rooms[arrow.way[-1]], view.scale) * view.scale
                yield curve_of(arrow, pixels, short)


def _arrows(curves: Iterable[Curve], look: Look) -> Iterator[str]:
    for curve in curves:
        colour = look.late if curve.arrow.is_late else look.early
        dash = ' stroke-dasharray="7 4"' if curve.arrow.is_late else ""
        yield (
            f'<g fill="none" stroke-linecap="round"><title>{escape(curve.arrow.words)}</title>'
            f'<path d="{curve.line}" stroke="{look.halo}" stroke-width="4.6" opacity="0.75"/>'
            f'<path d="{curve.line}" stroke="{colour}" stroke-width="2.4"{dash}/>'
            f'<path transform="translate({curve.end[0]:.1f} {curve.end[1]:.1f}) '
            f'rotate({curve.turn:.0f})" d="{HEAD}" fill="{colour}" stroke="{look.halo}" '
            'stroke-width="0.8"/></g>'
        )


def _leaders(chips: Iterable[PlacedChip], look: Look) -> Iterator[str]:
    for chip in chips:
        if chip.origin is not None:
            x, y = chip.origin
            yield (
                f'<path d="M{x:.1f} {y:.1f}L{chip.x:.1f} {chip.y:.1f}" stroke="{look.ink}" '
                f'stroke-width="1.1"/><circle cx="{x:.1f}" cy="{y:.1f}" r="2.2" fill="{look.ink}"/>'
            )


def _chips(chips: Iterable[PlacedChip], nations: Mapping[str, NationLook]) -> Iterator[str]:
    yield '<g font-size="11" font-weight="bold">'
    for chip in chips:
        inner = chip_svg(chip.chip, nations, PREFIX)
        yield f'<g transform="translate({chip.x:.1f} {chip.y:.1f})">{inner}</g>'
    yield "</g>"


def _labels(labels: Iterable[PlacedLabel], look: Look) -> Iterator[str]:
    for label in labels:
        left, top, width, _ = label.box
        ink, halo = (look.sea_ink, look.sea) if label.is_sea else (look.ink, look.halo)
        for place, mark in enumerate(label.marks):
            x = left + place * (MARK_SIZE + 1)
            yield (
                f'<path transform="translate({x:.1f} {label.y - MARK_SIZE / 2:.1f})" '
                f'd="{MARKS[mark]}" fill="{ink}" fill-rule="evenodd" stroke="{halo}" '
                'stroke-width="2" paint-order="stroke"/>'
            )
        signs = len(label.marks) * (MARK_SIZE + 1)
        x = left + signs + (width - signs) / 2
        style = 'font-style="italic" ' if label.is_sea else ""
        style += f'font-size="{label.lines.size:.1f}" text-anchor="middle"'
        for row, line in enumerate(label.lines.lines):
            y = top + (row + 0.86) * label.lines.size * 1.08
            yield _text(x, y, line, ink, halo, style)


def _text(x: float, y: float, text: str, ink: str, halo: str, style: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" {style} fill="{ink}" stroke="{halo}" stroke-width="2.6" '
        f'stroke-opacity="0.8" stroke-linejoin="round" paint-order="stroke">{escape(text)}</text>'
    )


def _battles(shown: Iterable[ShownArea], view: View, look: Look) -> Iterator[str]:
    for one in shown:
        if one.content.is_battle:
            x, y = view.at((one.area.anchor[0] + one.shift, one.area.anchor[1]))
            yield (
                f'<path transform="translate({x:.1f} {y - 16:.1f}) scale(0.8)" d="{BATTLE}" '
                f'fill="{look.early}" stroke="{look.halo}" stroke-width="1.6"/>'
            )


def _credit_box(geometry: MapGeometry, view: View) -> list[Rect]:
    width = text_width(geometry.credit, _CREDIT)
    left, top = view.width - 4 - width, view.height - 4 - _CREDIT
    return [(left, top, width, _CREDIT)] if geometry.credit else []


def _credit(geometry: MapGeometry, view: View, look: Look) -> str:
    if not geometry.credit:
        return ""
    style = f'font-size="{_CREDIT:g}" text-anchor="end"'
    return _text(view.width - 4, view.height - 4, geometry.credit, look.sea_ink, look.sea, style)
