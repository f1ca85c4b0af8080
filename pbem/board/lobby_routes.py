"""The addresses of the list of games: fetching mail, founding, joining, sending, proposing."""

from collections.abc import Callable, Mapping
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pbem.board.answers import Plain, answer, body_of, drawing, look_in, name_in, ref_in
from pbem.board.desk import DeskAction, GameDesk, proposals
from pbem.board.dropped_files import taken_in
from pbem.board.founding import found_game, founding_form, founding_view
from pbem.board.games import fetch, games_view
from pbem.board.mailbox import Mailbox
from pbem.board.small_map import game_picture, scenario_picture
from pbem.board.tables import Tables
from pbem.board.trouble import SAFE_LIST
from pbem.named_files import read_save_file
from pbem.save.shelf import GameRef

LIST: Final[Mapping[str, object]] = {"games": True}
"""Told when the list of games, or their mail, is not any more what it was."""


class LobbyRoutes:
    """What the page can ask for where no turn is played."""

    def __init__(self, tables: Tables) -> None:
        """Nothing is read before the page asks."""
        self._home, self._clock, self._news = tables.home, tables.clock, tables.news
        self._tables = tables

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/api/door", self._door),
            Route("/api/door/{act}", self._at_door, methods=["POST"]),
            Route("/api/mail", self._mail),
            Route("/api/mail/look", self._look_for_mail, methods=["POST"]),
            Route("/api/mail/keep", self._keep_mail, methods=["POST"]),
            Route("/api/games", self._games),
            Route("/api/take-in", self._take_in, methods=["POST"]),
            Route("/api/games/{game}/picture", self._picture),
            Route("/api/games/{game}/file", self._save_file),
            Route("/api/fetch", self._fetch, methods=["POST"]),
            Route("/api/founding", self._founding),
            Route("/api/founding/picture", self._scenario_picture),
            Route("/api/founding/form", self._founding_form, methods=["POST"]),
            Route("/api/founding/found", self._found, methods=["POST"]),
            Route("/api/games/{game}/proposals", self._proposals),
        ]

    async def do(self, ref: GameRef, action: DeskAction, body: Mapping[str, object]) -> Response:
        """Do something with a game that no turn is needed for."""
        desk = self._desk(ref)
        return await self._said(lambda: action(desk, body))

    async def _door(self, request: Request) -> Response:
        del request
        return await answer(self._tables.door.view)

    async def _at_door(self, request: Request) -> Response:
        body = await body_of(request)
        door = self._tables.door
        act = {"make": door.make, "unlock": door.unlock}.get(str(request.path_params["act"]))
        if act is None:
            return Response(status_code=404)
        opened = await answer(lambda: act(body), "")
        if opened.status_code == 200:
            self._news.tell({"door": "open"})
        return opened

    def _mailbox(self) -> Mailbox:
        def show(url: str) -> None:
            self._news.tell({"sign_in": url})

        return Mailbox(self._home, self._tables.key, self._clock, show)

    async def _mail(self, request: Request) -> Response:
        del request
        return await answer(lambda: self._mailbox().view())

    async def _look_for_mail(self, request: Request) -> Response:
        body = await body_of(request)
        return await answer(lambda: self._mailbox().look(body), "")

    async def _keep_mail(self, request: Request) -> Response:
        body = await body_of(request)
        self._tell_progress("trying your mail in both directions")
        return await answer(lambda: {"news": self._mailbox().keep(body)}, "")

    async def _take_in(self, request: Request) -> Response:
        data, name = await request.body(), name_in(request)
        self._tell_progress("verifying what is in it")
        return await self._said(
            lambda: taken_in(self._home, self._tables.key, self._clock(), data, name)
        )

    async def _picture(self, request: Request) -> Response:
        ref, look = ref_in(request), look_in(request)

        return await drawing(lambda: game_picture(self._home, ref, look))

    async def _scenario_picture(self, request: Request) -> Response:
        name, look = name_in(request), look_in(request)
        return await drawing(lambda: scenario_picture(name, look))

    async def _save_file(self, request: Request) -> Response:
        ref = ref_in(request)
        data = await run_in_threadpool(lambda: read_save_file(self._home.game_store.current(ref)))
        named = {"content-disposition": f'attachment; filename="{ref.game.hex()[:8]}.pbem"'}
        return Response(data, media_type="application/octet-stream", headers=named)

    async def _games(self, request: Request) -> Response:
        del request
        return await answer(lambda: {"games": games_view(self._home, self._tables.key)})

    async def _fetch(self, request: Request) -> Response:
        del request
        return await self._said(
            lambda: fetch(self._home, self._tables.key, self._clock(), self._tell_progress)
        )

    async def _founding(self, request: Request) -> Response:
        del request
        return await answer(lambda: founding_view(self._home, self._tables.key))

    async def _founding_form(self, request: Request) -> Response:
        body = await body_of(request)
        return await answer(lambda: founding_form(body))

    async def _found(self, request: Request) -> Response:
        body = await body_of(request)
        self._tell_progress("founding the game and inviting the players")
        return await self._done(
            lambda: found_game(self._home, self._tables.key, self._clock(), body)
        )

    async def _proposals(self, request: Request) -> Response:
        desk = self._desk(ref_in(request))
        return await answer(lambda: proposals(desk))

    def _desk(self, ref: GameRef) -> GameDesk:
        return GameDesk(self._home, ref, self._tables.key, self._clock, self._tell_progress)

    def _tell_progress(self, text: str) -> None:
        self._news.tell({"progress": text})

    async def _said(self, work: Callable[[], list[str]]) -> Response:
        """Do something with the list of games; what was done, and how the list stands now."""
        return await self._done(lambda: {"news": work()})

    async def _done(self, work: Callable[[], Plain]) -> Response:
        """The same, where more is told than sentences."""
        said = await answer(
            lambda: {**work(), "games": games_view(self._home, self._tables.key)}, SAFE_LIST
        )
        changed = LIST if said.status_code == 200 else {}
        self._news.tell({**changed, "progress": ""})
        return said
