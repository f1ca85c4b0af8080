"""The prepared outlines of our own boards, found by the areas of a definition."""

from dataclasses import replace
from importlib import resources

from engine import Definition
from pbem.atlas.geometry import MapGeometry
from pbem.atlas.packed_outlines import PackedMap, fingerprint, geometry_from_packed, unpack


def prepared_geometry(definition: Definition) -> MapGeometry | None:
    """The outlines of a board on real coast lines; None when nobody has prepared them.

    A scenario of a player's with the same areas has the same outlines, also one that calls the
    Baltic Sea the "Baltic Sea Sea Zone", as the map of Europe does.
    """
    board = definition.board
    names = {_once(name): name for name in board.territories}
    packed = _packed(fingerprint(names))
    if packed is None:
        return None
    base = _packed(packed.base) if packed.base else None
    if base is not None:
        packed = replace(packed, arcs=base.arcs, lengths=base.lengths)
    packed = replace(
        packed,
        areas=[replace(area, name=names[area.name]) for area in packed.areas],
        bridges=[replace(b, one=names[b.one], other=names[b.other]) for b in packed.bridges],
    )
    return geometry_from_packed(packed, frozenset(board.borders))


def _once(name: str) -> str:
    return name.replace(" Sea Sea Zone", " Sea Zone")


def _packed(name: str) -> PackedMap | None:
    file = resources.files("pbem.atlas") / "data" / f"{name}.atlas"
    return unpack(file.read_bytes()) if file.is_file() else None
