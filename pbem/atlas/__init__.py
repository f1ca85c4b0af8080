"""Where the areas of a board lie in a picture (ADR 0039)."""

from contextlib import suppress
from pathlib import Path

from engine import Definition
from engine.values import replace
from pbem.atlas.geometry import AreaShape, Bridge, Inset, MapGeometry, Point, Ring, Wall
from pbem.usage import UsageError

__all__ = ["AreaShape", "Bridge", "Inset", "MapGeometry", "Point", "Ring", "Wall", "geometry_of"]


def geometry_of(definition: Definition, folder: Path | None = None) -> MapGeometry:
    """The best drawing of a board that there is.

    folder: a TripleA map of the player's, as a folder or a zip.

    The first of: the outlines of the folder, the prepared ones of a board of ours, the places that
    the scenario gives, and a drawing from the graph alone.  There is always one.
    `geometry_from_folder` says what is wrong with a folder; here it only is not used.
    """
    # Most commands draw nothing: the arrays are loaded when something is drawn.
    from pbem.atlas.from_places import geometry_from_places  # noqa: PLC0415
    from pbem.atlas.graph import places_from_graph  # noqa: PLC0415
    from pbem.atlas.triplea_folder import geometry_from_folder  # noqa: PLC0415
    from pbem.atlas.world import prepared_geometry  # noqa: PLC0415

    if folder is not None:
        with suppress(UsageError):
            return geometry_from_folder(definition, folder)
    prepared = prepared_geometry(definition)
    if prepared is not None:
        return prepared
    places = {
        area.name: area.place
        for area in definition.board.territories.values()
        if area.place is not None
    }
    complete = len(places) == len(definition.board.territories)
    if complete and len(set(places.values())) == len(places):
        return geometry_from_places(definition, places)
    guessed = geometry_from_places(definition, places_from_graph(definition))
    return replace(guessed, is_guessed=True)
