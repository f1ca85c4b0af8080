"""The application behind the page: its files, its news, and what is done in a game."""

import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from engine import EngineError
from pbem.board.actions import ACTIONS, number_in
from pbem.board.answers import Plain, answer, body_of, complain, game_in, ref_in
from pbem.board.board_turn import BoardTurn
from pbem.board.desk import DESK_ACTIONS
from pbem.board.door import Door
from pbem.board.files import PAGE, page_files
from pbem.board.game_routes import GameRoutes
from pbem.board.lobby_routes import LIST, LobbyRoutes
from pbem.board.map_routes import MapRoutes
from pbem.board.news import NewsFeed
from pbem.board.phone import Phone
from pbem.board.tables import Tables, looked
from pbem.board.trouble import SAFE_TURN
from pbem.board.views import turn_view
from pbem.board.watch import Watch
from pbem.home import Home
from pbem.save.keys import NamedKey
from pbem.save.shelf import GameRef
from pbem.usage import UsageError


class BoardApp:
    """All that the page can ask for.

    key: unlocked for as long as the program runs, it never leaves it; None when the player has
    still to make or unlock it.  clock: Unix seconds.
    """

    def __init__(self, home: Home, key: NamedKey | None, clock: Callable[[], int]) -> None:
        """Nothing is read before the page asks."""
        self.news = NewsFeed()
        self._tables = Tables(home, Door(home, key), clock, self.news)
        self._lobby = LobbyRoutes(self._tables)
        self._game = GameRoutes(self._tables)
        self._map = MapRoutes(self._tables)
        self._watch = Watch(home, clock)
        # The door for a phone, where the board is served.
        self.phone: Phone | None = None

    def phone_changed(self) -> None:
        """Tell the page that a phone was let in or put out."""
        self.news.tell({"phone": True})

    def read_ahead(self, ref: GameRef) -> None:
        """Read a game and its map while the browser starts; what is wrong the page will say."""
        with suppress(Exception):
            self._game.read_ahead(ref)
            self._map.read_ahead(ref)

    def app(self) -> Starlette:
        """The application; it trusts whoever reaches it, so a Guard stands before it."""
        routes = [
            Route("/", self._page),
            Route("/file/{name}", self._file),
            Route("/api/news", self._news),
            Route("/api/phone", self._at_phone),
            Route("/api/phone/{act}", self._do_phone, methods=["POST"]),
            *self._lobby.routes(),
            *self._game.routes(),
            *self._map.routes(),
            Route("/api/games/{game}/try", self._try, methods=["POST"]),
            Route("/api/games/{game}/{action}", self._act, methods=["POST"]),
        ]
        return Starlette(
            routes=routes, exception_handlers={UsageError: complain, EngineError: complain}
        )

    async def _page(self, request: Request) -> Response:
        del request
        return _file(PAGE)

    async def _file(self, request: Request) -> Response:
        return _file(str(request.path_params["name"]))

    async def _try(self, request: Request) -> Response:
        body = await body_of(request)
        step, ref = number_in(body, "step"), ref_in(request)
        return await answer(lambda: {"name": self._tables.rehearse(ref, step)})

    async def _act(self, request: Request) -> Response:
        body = await body_of(request)
        name = str(request.path_params["action"])
        if name in DESK_ACTIONS:
            return await self._lobby.do(ref_in(request), DESK_ACTIONS[name], body)
        playing = self._tables.playing(game_in(request))
        action = ACTIONS.get(name)
        if action is None:
            return JSONResponse({"error": {"code": "not-found", "text": "No such action."}}, 404)

        def acted() -> Plain:
            said = action(playing, body)
            return {"turn": looked(playing, turn_view), "said": said}

        done = await answer(acted, SAFE_TURN, lambda: _turn_if_possible(playing))
        self.news.tell({"game": playing.name, "version": playing.version, "progress": ""})
        return done

    async def _at_phone(self, request: Request) -> Response:
        del request
        return await answer(lambda: {} if self.phone is None else self.phone.view())

    async def _do_phone(self, request: Request) -> Response:
        await body_of(request)
        phone = self.phone
        acts = {} if phone is None else {"open": phone.open, "close": phone.close}
        act = acts.get(str(request.path_params["act"]))
        if phone is None or act is None:
            return JSONResponse({"error": {"code": "not-found", "text": "No such action."}}, 404)

        def done() -> Plain:
            act()
            return phone.view()

        return await answer(done, "")

    async def _news(self, request: Request) -> Response:
        async def stream() -> AsyncIterator[str]:
            # First, so that who is told that they listen is one of the listeners already.
            seen = await run_in_threadpool(self._watch.stamp)
            yield "retry: 1000\n\n"
            async for one in self.news.listen(request.is_disconnected):
                for told in [one] if one else await run_in_threadpool(self._elsewhere):
                    yield f"data: {json.dumps(told)}\n\n"
                if not one:
                    stamp = await run_in_threadpool(self._watch.stamp)
                    if stamp != seen:
                        yield f"data: {json.dumps(LIST)}\n\n"
                    seen = stamp
                    # Alone, for it may take as long as a mail server likes.
                    threading.Thread(target=self._send_what_is_due, daemon=True).start()
                yield ": still here\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream")

    def _send_what_is_due(self) -> None:
        if self._watch.send_what_is_due():
            self.news.tell(LIST)

    def _elsewhere(self) -> list[Plain]:
        return [{"game": name, "version": "moved on"} for name in self._tables.moved_on()]


def _turn_if_possible(playing: BoardTurn) -> Plain:
    try:
        return {"turn": looked(playing, turn_view)}
    except Exception:  # what is wrong was said already
        return {}


def _file(name: str) -> Response:
    content, kind = page_files().get(name, (b"", ""))
    if not kind:
        return Response(status_code=404)
    return Response(content, media_type=kind)
