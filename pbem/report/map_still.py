"""A still picture of a map: a file for a forum, or what a mail shows."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine import State
from pbem.atlas import MapGeometry, geometry_of
from pbem.atlas.cutting import busiest, view_of, view_of_places, whole_view
from pbem.atlas.drawing import Drawing, draw
from pbem.atlas.looks import LOOKS, LookName
from pbem.atlas.overlay import Overlay
from pbem.atlas.raster import PictureError, png_of
from pbem.report.mail_picture import MailPicture
from pbem.report.map_picture import overlay_of
from pbem.report.model import TurnSummary

FRONT: Final = "front"
"""What stands for the part of a map where most happened."""

_MAIL_WIDTHS: Final = (400.0, 340.0, 280.0)
"""Pixels of a mail's picture before it is enlarged, smaller where it would have too many bytes: at
such a width a phone shows readable letters."""

_MAIL_ZOOM: Final = 2.0
_MAIL_BYTES: Final = 100_000
_MOST_NAMES: Final = 6


def still_of(
    geometry: MapGeometry,
    overlay: Overlay,
    names: Sequence[str],
    size: tuple[float, float | None],
    look: LookName,
    title: str,
) -> Drawing:
    """A map, or the part of it with some areas, or with the `FRONT`.

    size: width and height in pixels (None: as it fits).
    """
    if FRONT in names:
        view = view_of_places(geometry, busiest(geometry, overlay), *size)
    else:
        view = view_of(geometry, names, *size) if names else whole_view(geometry, *size)
    return draw(geometry, overlay, LOOKS[look], view, title)


def mail_picture(state: State, summary: TurnSummary, folder: Path | None) -> MailPicture | None:
    """The map after a turn, cut to where most happened; None where it cannot be made.

    folder: a TripleA map to draw it with.  A picture is never worth a turn: a map that cannot be
    drawn leaves the mail without one.
    """
    try:
        return _mail_picture(state, summary, folder)
    except (ArithmeticError, LookupError, ValueError, OSError):
        return None


def _mail_picture(state: State, summary: TurnSummary, folder: Path | None) -> MailPicture | None:
    geometry = geometry_of(state.definition, folder)
    overlay = overlay_of(state, summary, colours=geometry.colours)
    words = words_of(overlay, summary)
    for width in _MAIL_WIDTHS:
        view = view_of_places(geometry, busiest(geometry, overlay), width)
        drawing = draw(geometry, overlay, LOOKS["light"], view, words)
        with suppress(PictureError):
            png = png_of(drawing.svg, zoom=_MAIL_ZOOM, most=_MAIL_BYTES)
            return MailPicture(png, words, round(width * _MAIL_ZOOM))
    return None


def map_png(state: State, summary: TurnSummary | None, folder: Path | None, width: float) -> bytes:
    """The whole map as a PNG of so many pixels; b"" where it cannot be made."""
    try:
        geometry = geometry_of(state.definition, folder)
        overlay = overlay_of(state, summary, colours=geometry.colours)
        title = f"{state.definition.name}, round {state.round}"
        return png_of(still_of(geometry, overlay, (), (width, None), "light", title).svg)
    except (ArithmeticError, LookupError, ValueError, OSError, PictureError):
        return b""


def words_of(overlay: Overlay, summary: TurnSummary) -> str:
    """What the map of a turn shows, in one line."""
    fought = [area.name for area in overlay.areas if area.is_battle]
    taken = [area.name for area in overlay.areas if area.is_taken]
    moves = len(overlay.arrows)
    parts = [f"{moves} {'arrow' if moves == 1 else 'arrows'} of moves"] if moves else []
    parts += [f"battles in {_some(fought)}"] if fought else []
    parts += [f"taken: {_some(taken)}"] if taken else []
    when, nation = summary.when, summary.facts.nation
    return f"Map after {when}, {nation}: {'; '.join(parts) or 'nothing moved'}."


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more
