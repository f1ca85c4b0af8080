"""A position and the turn that led to it as a map of a page that can be zoomed."""

from pathlib import Path

from engine import NOBODY, NationName, State
from pbem.atlas import geometry_of
from pbem.atlas.page import page_map
from pbem.atlas.page_model import PageMap
from pbem.report.map_picture import overlay_of
from pbem.report.model import TurnSummary


def picture_of(
    state: State,
    summary: TurnSummary | None = None,
    *,
    folder: Path | None = None,
    viewer: NationName = NOBODY,
) -> PageMap:
    """The picture, drawn with the outlines of a TripleA map folder where one is given."""
    geometry = geometry_of(state.definition, folder)
    overlay = overlay_of(state, summary, viewer=viewer, colours=geometry.colours)
    return page_map(geometry, overlay)
