"""The addresses of the list of games: fetching mail, founding, joining, sending, proposing."""

from collections.abc import Callable, Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pbem.board.answers import answer, body_of, ref_in
from pbem.board.desk import Desk, DeskAction, proposals
from pbem.board.founding import found_game, founding_form, founding_view
from pbem.board.games import fetch, games_view
from pbem.board.tables import Tables
from pbem.board.trouble import SAFE_LIST
from pbem.save.shelf import GameRef

LIST: Final[Mapping[str, object]] = {"games": True}
"""Told when the list of games, or their mail, is not any more what it was."""


class LobbyRoutes:
    """What the page can ask for where no turn is played."""

    def __init__(self, tables: Tables) -> None:
        """Nothing is read before the page asks."""
        self._home, self._key, self._clock = tables.home, tables.key, tables.clock
        self._news = tables.news

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/api/games", self._games),
            Route("/api/fetch", self._fetch, methods=["POST"]),
            Route("/api/founding", self._founding),
            Route("/api/founding/form", self._founding_form, methods=["POST"]),
            Route("/api/founding/found", self._found, methods=["POST"]),
            Route("/api/games/{game}/proposals", self._proposals),
        ]

    async def do(self, ref: GameRef, action: DeskAction, body: Mapping[str, object]) -> Response:
        """Do something with a game that no turn is needed for."""
        desk = self._desk(ref)
        return await self._said(lambda: action(desk, body))

    async def _games(self, request: Request) -> Response:
        del request
        return await answer(lambda: {"games": games_view(self._home, self._key)})

    async def _fetch(self, request: Request) -> Response:
        del request
        return await self._said(
            lambda: fetch(self._home, self._key, self._clock(), self._tell_progress)
        )

    async def _founding(self, request: Request) -> Response:
        del request
        return await answer(lambda: founding_view(self._home, self._key))

    async def _founding_form(self, request: Request) -> Response:
        body = await body_of(request)
        return await answer(lambda: founding_form(body))

    async def _found(self, request: Request) -> Response:
        body = await body_of(request)
        self._tell_progress("founding the game and inviting the players")
        return await self._said(lambda: found_game(self._home, self._key, self._clock(), body))

    async def _proposals(self, request: Request) -> Response:
        desk = self._desk(ref_in(request))
        return await answer(lambda: proposals(desk))

    def _desk(self, ref: GameRef) -> Desk:
        return Desk(self._home, ref, self._key, self._clock, self._tell_progress)

    def _tell_progress(self, text: str) -> None:
        self._news.tell({"progress": text})

    async def _said(self, work: Callable[[], list[str]]) -> Response:
        """Do something with the list of games; what was done, and how the list stands now."""
        said = await answer(
            lambda: {"news": work(), "games": games_view(self._home, self._key)}, SAFE_LIST
        )
        self._news.tell({**LIST, "progress": ""})
        return said
