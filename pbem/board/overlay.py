"""What lies on the map, and the map itself, as plain values that the page draws."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import dist
from pathlib import Path
from typing import Final, TypeAlias

from engine import (
    Definition,
    NationName,
    State,
    TerritoryName,
    UnitRow,
    UnitTypeName,
    status_view,
    type_words,
    unit_rows,
    waiting_for,
)
from pbem.atlas import AreaShape, Ring, geometry_of
from pbem.atlas.colours import looks_of
from pbem.atlas.looks import LOOKS, Look
from pbem.atlas.overlay import Content, MapForce
from pbem.atlas.patterns import LINES
from pbem.atlas.signs import BASELINE, LETTERS, sign_called, symbols_of
from pbem.atlas.symbols import SIZE
from pbem.board.papers import paper_names
from pbem.report.map_picture import overlay_of
from pbem.text import plain

Plain: TypeAlias = dict[str, object]
Corner: TypeAlias = tuple[float, float]

_SIGNS: Final = {"capital": "★", "city": "●", "convoy": "⚓"}


def map_of(definition: Definition, folder: Path | None) -> Plain:
    """The areas with their outlines, the looks of the nations, and the signs of the units.

    folder: a TripleA map of the player's, for its outlines.
    """
    geometry = geometry_of(definition, folder)
    types, signs = definition.unit_types, symbols_of(definition)
    looks = looks_of(definition.politics.nation_names, geometry.colours)
    return {
        "width": geometry.width,
        "height": geometry.height,
        "credit": geometry.credit,
        "guessed": geometry.is_guessed,
        "areas": [_shape(definition, shape) for shape in geometry.areas],
        "bridges": [[list(point) for point in bridge.line] for bridge in geometry.bridges],
        "borders": [*_borders(definition, geometry.areas)],
        "insets": [[list(inset.box), inset.title] for inset in geometry.insets],
        "nations": [
            {
                "name": one.name,
                "letter": one.letter,
                "fill": one.fill,
                "ink": one.ink,
                "pattern": one.pattern,
                **{name: [look.land(one), look.owned_sea(one)] for name, look in _shown_looks()},
            }
            for one in looks
        ],
        "colours": {name: _colours(look) for name, look in _shown_looks()},
        "patterns": [*LINES],
        "symbols": {name: sign_called(name).to_plain() for name in signs.values()},
        "symbol_size": SIZE,
        "symbol_text": [LETTERS, BASELINE],
        "units": [_unit(row, signs) for row in unit_rows(definition)],
        "papers": paper_names(definition),
        "air": [name for name, kind in types.items() if kind.is_air],
    }


def _borders(definition: Definition, shapes: Iterable[AreaShape]) -> Iterator[Plain]:
    """In block games, each kind of border: how many may engage over it, and where it runs.

    Areas that only a strait joins have no line in common: theirs is the shortest between them.
    """
    game = definition.blocks
    if game is None:
        return
    rings = {shape.name: [_corners(ring) for ring in shape.rings] for shape in shapes}
    edges = {name: {edge for ring in own for edge in _edges(ring)} for name, own in rings.items()}
    paths: dict[str, list[str]] = {}
    for (one, other), kind in sorted(game.border_kinds.items()):
        shared = sorted(edges[one] & edges[other])
        if not shared:
            here, there = ([p for ring in rings[name] for p in ring] for name in (one, other))
            shared = [min(product(here, there), key=lambda pair: dist(*pair))]
        paths.setdefault(kind, []).extend(
            f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for (x, y), (to_x, to_y) in shared
        )
    for kind, parts in sorted(paths.items()):
        yield {"kind": kind, "limit": game.border_limits.get(kind, 0), "path": "".join(parts)}


def _corners(ring: Ring) -> list[Corner]:
    return [(round(x, 1), round(y, 1)) for x, y in ring]


def _edges(ring: list[Corner]) -> Iterator[tuple[Corner, Corner]]:
    for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
        if one != other:
            yield min(one, other), max(one, other)


def overlay_view(state: State, viewer: NationName) -> Plain:
    """Owners, units and marks of every area by name, and the areas to look at first.

    viewer: in block games, the nation whose blocks lie face up.
    """
    overlay = overlay_of(state, viewer=viewer)
    fought = {place for place, _ in status_view(state, waiting_for(state)).battles}
    return {
        "areas": {area.name: _area(area, area.name in fought) for area in overlay.areas},
        "front": list(overlay.front),
    }


def _shown_looks() -> Iterator[tuple[str, Look]]:
    """The looks of the page: patterns go with the light one."""
    yield from ((name, LOOKS[name]) for name in ("light", "dark"))


def _unit(row: UnitRow, symbols: Mapping[UnitTypeName, str]) -> Plain:
    """A kind of unit for the legend: its sign, its figures, and what it can do."""
    kind = row.kind
    return {
        "name": plain(type_words(kind.name)),
        "type": kind.name,
        "domain": "air" if kind.is_air else "sea" if kind.is_sea else "land",
        "fights": not kind.is_infrastructure or kind.guns.aa_fire is not None,
        "symbol": symbols[kind.name],
        "attack": kind.attack,
        "defence": kind.defence,
        "movement": kind.movement,
        "price": row.price,
        "abilities": [plain(one.text) for one in row.abilities],
    }


def _colours(look: Look) -> Plain:
    return {
        "sea": look.sea,
        "line": look.sea_line,
        "neutral": look.neutral,
        "impassable": look.impassable,
    }


def _shape(definition: Definition, shape: AreaShape) -> Plain:
    return {
        "name": shape.name,
        "sea": shape.is_sea,
        "path": "".join(map(_ring, shape.rings)),
        "at": [round(part, 1) for part in shape.anchor],
        "label": [round(part, 1) for part in shape.label],
        "near": list(definition.board.neighbours(TerritoryName(shape.name))),
    }


def _ring(ring: Ring) -> str:
    return f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in ring)}Z"


def _area(area: Content, is_fought: bool) -> Plain:
    return {
        "kind": area.kind,
        "owner": area.owner,
        "value": area.value,
        "signs": "".join(_SIGNS[mark] for mark in area.marks),
        "forces": [_force(force) for force in area.forces],
        "words": "; ".join(area.words),
        "fought": is_fought,
    }


def _force(force: MapForce) -> Plain:
    return {
        "nation": force.nation,
        "count": force.count,
        "piles": [[pile.symbol, pile.count, pile.note, pile.type] for pile in force.piles],
    }
