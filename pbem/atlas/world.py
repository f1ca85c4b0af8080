"""The prepared outlines of our own boards, found by the areas of a definition."""

from importlib import resources

from engine import Definition
from pbem.atlas.geometry import MapGeometry
from pbem.atlas.packed import fingerprint, geometry_from_packed, unpack


def prepared_geometry(definition: Definition) -> MapGeometry | None:
    """The outlines of a board on real coast lines; None when nobody has prepared them.

    A scenario of a player's with the same areas has the same outlines.
    """
    board = definition.board
    name = fingerprint(board.territories)
    file = resources.files("pbem.atlas") / "data" / f"{name}.atlas"
    if not file.is_file():
        return None
    return geometry_from_packed(unpack(file.read_bytes()), frozenset(board.borders))
