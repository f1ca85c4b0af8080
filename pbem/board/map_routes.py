"""The addresses of the map of a game: its drawing, the pictures of its folder, and the folder."""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine import Definition
from engine.values import dataclass
from pbem.atlas.map_pictures import TILE, MapPictures
from pbem.atlas.triplea_folder import geometry_from_folder
from pbem.board.answers import Plain, answer, game_in, name_in
from pbem.board.board_turn import BoardTurn
from pbem.board.map_folder import map_for_founding, map_for_game
from pbem.board.overlay import map_of
from pbem.board.tables import Tables, looked, step_of
from pbem.save.shelf import GameRef
from pbem.usage import UsageError

_HEADERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cache-control": "private, max-age=86400, immutable",
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    }
)
"""Of a picture that somebody else made: opened by itself it can do and load nothing."""


@dataclass(frozen=True, slots=True)
class _DrawnMap:
    """A board as the page draws it, and the pictures of its folder, if it has one."""

    view: Plain
    pictures: MapPictures | None


class MapRoutes:
    """What the page can ask about the map of a game, and where it brings a folder for it."""

    def __init__(self, tables: Tables) -> None:
        """Nothing is read before the page asks."""
        self._tables = tables
        self._maps: dict[GameRef, _DrawnMap] = {}

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/api/maps", self._take_in, methods=["POST"]),
            Route("/api/games/{game}/map", self._map),
            Route("/api/games/{game}/relief/{column:int}/{row:int}", self._tile),
            Route("/api/games/{game}/unit/{kind}", self._unit),
        ]

    def read_ahead(self, ref: GameRef) -> None:
        """Draw the map of a game, which takes a while the first time."""
        looked(self._tables.game(ref), self._view)

    async def _map(self, request: Request) -> Response:
        playing = self._tables.playing(game_in(request))
        return await answer(lambda: looked(playing, self._view))

    async def _take_in(self, request: Request) -> Response:
        data, name = await request.body(), name_in(request)
        game = request.query_params.get("game", "")
        if not game:
            return await answer(lambda: map_for_founding(self._tables.home, data, name), "")
        return await answer(lambda: self._used(game, data, name), "")

    def _used(self, game: str, data: bytes, name: str) -> Plain:
        playing = self._tables.playing(game)
        definition = looked(playing, step_of).state.definition
        said = map_for_game(self._tables.home, definition, data, name)
        # Games of one scenario share the folder.
        self._maps.clear()
        return said

    async def _tile(self, request: Request) -> Response:
        column, row = (int(request.path_params[name]) for name in ("column", "row"))
        return await self._picture(request, lambda found: found.tile(column, row))

    async def _unit(self, request: Request) -> Response:
        kind, nation = str(request.path_params["kind"]), name_in(request)
        return await self._picture(request, lambda found: found.unit(nation, kind))

    async def _picture(
        self, request: Request, find: Callable[[MapPictures], bytes | None]
    ) -> Response:
        playing = self._tables.playing(game_in(request))

        def found() -> bytes | None:
            drawn = self._maps.get(playing.ref) or looked(playing, self._drawn)
            return None if drawn.pictures is None else find(drawn.pictures)

        data = await run_in_threadpool(found)
        if data is None:
            return Response(status_code=404)
        return Response(data, media_type="image/png", headers=_HEADERS)

    def _view(self, held: BoardTurn) -> Plain:
        return {"areas": []} if held.step is None else self._drawn(held).view

    def _drawn(self, held: BoardTurn) -> _DrawnMap:
        """A game never changes its map, but its player can bring another folder for it."""
        if held.ref not in self._maps:
            definition = step_of(held).state.definition
            folder = self._tables.home.map_folder(definition.name)
            pictures = _pictures(definition, folder)
            view = map_of(definition, folder) | {"pictures": _listed(folder, pictures)}
            self._maps[held.ref] = _DrawnMap(view, pictures)
        return self._maps[held.ref]


def _pictures(definition: Definition, folder: Path | None) -> MapPictures | None:
    """The pictures of a folder that fits the board; one that does not is only not used."""
    if folder is None:
        return None
    with suppress(UsageError):
        geometry_from_folder(definition, folder)
        return MapPictures(definition, folder)
    return None


def _listed(folder: Path | None, pictures: MapPictures | None) -> Plain | None:
    """What pictures there are; mark: changes with the folder, so that a browser keeps none."""
    if folder is None or pictures is None or not (pictures.units or pictures.tiles):
        return None
    mark = f"{folder} {folder.stat().st_mtime_ns}"
    return {
        "mark": hashlib.sha256(mark.encode()).hexdigest()[:12],
        "units": pictures.units,
        "tiles": pictures.tiles,
        "side": TILE,
    }
