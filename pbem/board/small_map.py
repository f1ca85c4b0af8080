"""A small picture of a board: land in the colours of its owners, without names and units."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from engine import Definition, TerritoryName, new_game
from pbem.atlas import Ring, geometry_of
from pbem.atlas.colours import looks_of
from pbem.atlas.looks import LOOKS, LookName
from pbem.home import Home
from pbem.lobby.scenarios import find_scenario, folder_of
from pbem.replay import definition_of
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import PLAYING
from pbem.usage import UsageError

_WIDE: Final = 480
"""Points of the picture from left to right."""


@lru_cache(maxsize=64)
def scenario_picture(name: str, look: LookName) -> str:
    """The board of a scenario, or of a map of the player's, as its game begins.

    Raises as `find_scenario` does.
    """
    state = new_game(find_scenario(name)).state
    return small_map(state.definition, state.owners, folder_of(name), look)


def game_picture(home: Home, ref: GameRef, look: LookName) -> str:
    """The board of a game as it stands; raises any SaveError."""
    save = home.game_store.load(ref, home.keyring())
    if save is None:
        raise UsageError("save-not-found", "There is no such game.")
    if save.state == PLAYING:
        state = home.position(save).state
        return small_map(
            state.definition, state.owners, home.map_folder(state.definition.name), look
        )
    definition = definition_of(save)
    start = new_game(definition).state
    return small_map(definition, start.owners, home.map_folder(definition.name), look)


def small_map(
    definition: Definition,
    owners: Mapping[TerritoryName, str | None],
    folder: Path | None = None,
    look_name: LookName = "light",
) -> str:
    """The board as SVG of some tens of kilobytes; owners: by area, "" or None for nobody."""
    geometry = geometry_of(definition, folder)
    look = LOOKS[look_name]
    looks = {one.name: one for one in looks_of(definition.politics.nation_names, geometry.colours)}
    scale = _WIDE / geometry.width
    high = round(geometry.height * scale)
    paths: dict[str, list[str]] = {}
    board = definition.board.territories
    for shape in geometry.areas:
        if shape.is_sea:
            continue
        area = board[TerritoryName(shape.name)]
        fill = look.land(looks.get(owners.get(area.name) or ""))
        if area.is_impassable:
            fill = look.impassable
        paths.setdefault(fill, []).extend(_ring(ring, scale) for ring in shape.rings)
    land = "".join(
        f'<path fill="{fill}" d="{"".join(rings)}"/>' for fill, rings in sorted(paths.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}" '
        f'width="{_WIDE}" height="{high}"><path fill="{look.sea}" d="M0 0H{_WIDE}V{high}H0z"/>'
        f'<g stroke="{look.coast}" stroke-width=".4" fill-rule="evenodd">{land}</g></svg>'
    )


def _ring(ring: Ring, scale: float) -> str:
    """An outline in whole points; "" for what is smaller than one."""
    corners = [(round(x * scale), round(y * scale)) for x, y in ring]
    steps = [
        f"{to_x - x} {to_y - y}"
        for (x, y), (to_x, to_y) in pairwise(corners)
        if (to_x, to_y) != (x, y)
    ]
    return f"M{corners[0][0]} {corners[0][1]}l{' '.join(steps)}z" if len(steps) > 1 else ""
