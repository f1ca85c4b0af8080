"""What lies on the map, and the map itself, as plain values that the page draws."""

from typing import Final, TypeAlias

from engine import NEUTRAL, Definition, State, TerritoryView, territory_view
from pbem.atlas import AreaShape, geometry_of

Plain: TypeAlias = dict[str, object]

COLOURS: Final = 8
"""How many colours the page has; a ninth nation begins again with the first."""


def map_of(definition: Definition) -> Plain:
    """The areas with their outlines, and the nations with letter and colour."""
    geometry = geometry_of(definition)
    names = definition.politics.nation_names
    letters = _letters(names)
    return {
        "width": geometry.width,
        "height": geometry.height,
        "wrap": geometry.wrap_x,
        "credit": geometry.credit,
        "areas": [_shape(definition, shape) for shape in geometry.areas],
        "bridges": [[list(point) for point in bridge.line] for bridge in geometry.bridges],
        "nations": [
            {"name": name, "letter": letters[name], "colour": place % COLOURS}
            for place, name in enumerate(names)
        ],
        "air": [name for name, kind in definition.unit_types.items() if kind.is_air],
        "sea": [name for name, kind in definition.unit_types.items() if kind.is_sea],
        "still": [name for name, kind in definition.unit_types.items() if kind.is_infrastructure],
    }


def overlay_of(state: State) -> Plain:
    """Owners, units and marks of every area, by name."""
    return {name: _area(territory_view(state, name)) for name in state.definition.board.territories}


def _shape(definition: Definition, shape: AreaShape) -> Plain:
    path = "".join(f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in ring)}Z" for ring in shape.rings)
    return {
        "name": shape.name,
        "sea": shape.is_sea,
        "path": path,
        "at": [round(part, 1) for part in shape.anchor],
        "label": [round(part, 1) for part in shape.label],
        "near": list(definition.board.neighbours(shape.name)),
    }


def _area(view: TerritoryView) -> Plain:
    is_main = view.capital_of or "main" in view.facts
    signs = "★" if is_main else "●" if view.victory_cities or "sub" in view.facts else ""
    return {
        "owner": "" if view.owner == NEUTRAL else view.owner,
        "kind": _kind(view),
        "value": view.production,
        "signs": signs + ("▲" if view.has_factory else ""),
        "stacks": [
            [group.owner, group.type, group.count, group.moved, group.label]
            for group in view.groups
        ],
        "battles": list(view.battles),
        "taken": view.is_conquered,
    }


def _kind(view: TerritoryView) -> str:
    if view.is_sea:
        return "sea"
    if view.is_impassable:
        return "impassable"
    return "neutral" if view.owner == NEUTRAL else "land"


def _letters(nations: tuple[str, ...]) -> dict[str, str]:
    """The shortest beginning of each name that no other name shares."""
    letters: dict[str, str] = {}
    for name in nations:
        length = 1
        while length < len(name) and any(
            other != name and other.startswith(name[:length]) for other in nations
        ):
            length += 1
        letters[name] = name[:length]
    return letters
