"""The page's addresses, and what each of them does."""

import json
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias, TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from engine import EngineError, Order, Step
from pbem.board.actions import ACTIONS, move_in, number_in
from pbem.board.area import area_view, coming_to, landings_from, reach_of
from pbem.board.desk import DESK_ACTIONS, Desk, DeskAction, proposals
from pbem.board.files import PAGE, page_files
from pbem.board.founding import found_game, founding_form, founding_view
from pbem.board.games import fetch, games_view
from pbem.board.guard import ALONE
from pbem.board.layers import layer
from pbem.board.news import News
from pbem.board.odds import KeptOdds, odds_now
from pbem.board.overlay import map_of
from pbem.board.past import KeptHistory, moments_of, past_of, replay_page
from pbem.board.playing import Playing
from pbem.board.preview import landing_now, preview
from pbem.board.rehearsal import Rehearsal
from pbem.board.table import Table
from pbem.board.trouble import SAFE_LIST, SAFE_TURN, trouble_of
from pbem.board.views import turn_view, viewer_of
from pbem.board.watch import Watch
from pbem.home import Home
from pbem.save.keys import NamedKey
from pbem.save.shelf import GameRef, ref_named
from pbem.usage import UsageError

Plain: TypeAlias = dict[str, object]
T = TypeVar("T")

_MOST_REHEARSALS: Final = 8
_LIST: Final[Mapping[str, object]] = {"games": True}
"""Told when the list of games, or their mail, is not any more what it was."""


class Board:
    """All that the page can ask for.

    key: unlocked for as long as the program runs; it never leaves it.  clock: Unix seconds.
    """

    def __init__(self, home: Home, key: NamedKey, clock: Callable[[], int]) -> None:
        """Nothing is read before the page asks."""
        self._home = home
        self._key = key
        self._clock = clock
        self._tables: dict[GameRef, Table] = {}
        self._rehearsals: dict[str, Rehearsal] = {}
        self._maps: dict[GameRef, Plain] = {}
        self._kept_odds = KeptOdds()
        self._kept_history = KeptHistory()
        self.news = News()
        self._watch = Watch(home, clock)

    def read_ahead(self, ref: GameRef) -> None:
        """Read a game and its map while the browser starts; what is wrong the page will say."""
        with suppress(Exception):
            table = self._table(ref)
            self._looked(table, turn_view)
            self._looked(table, self._drawn)

    def app(self) -> Starlette:
        """The application; it trusts whoever reaches it, so a Guard stands before it."""
        routes = [
            Route("/", self._page),
            Route("/file/{name}", self._file),
            Route("/api/games", self._games),
            Route("/api/fetch", self._fetch, methods=["POST"]),
            Route("/api/news", self._news),
            Route("/api/founding", self._founding),
            Route("/api/founding/form", self._founding_form, methods=["POST"]),
            Route("/api/founding/found", self._found, methods=["POST"]),
            Route("/api/games/{game}", self._turn),
            Route("/api/games/{game}/map", self._map),
            Route("/api/games/{game}/replay", self._replay),
            Route("/api/games/{game}/history", self._history),
            Route("/api/games/{game}/text", self._text),
            Route("/api/games/{game}/try", self._try, methods=["POST"]),
            Route("/api/games/{game}/proposals", self._proposals),
            Route("/api/games/{game}/area", self._area),
            Route("/api/games/{game}/odds", self._odds),
            Route("/api/games/{game}/coming", self._coming),
            Route("/api/games/{game}/landings", self._landings),
            Route("/api/games/{game}/preview", self._preview),
            Route("/api/games/{game}/past", self._past),
            Route("/api/games/{game}/layer", self._layer),
            Route("/api/games/{game}/{action}", self._act, methods=["POST"]),
        ]
        return Starlette(
            routes=routes, exception_handlers={UsageError: _complain, EngineError: _complain}
        )

    async def _page(self, request: Request) -> Response:
        del request
        return _file(PAGE)

    async def _file(self, request: Request) -> Response:
        return _file(str(request.path_params["name"]))

    async def _games(self, request: Request) -> Response:
        del request
        return await self._answer(lambda: {"games": games_view(self._home, self._key)})

    async def _fetch(self, request: Request) -> Response:
        del request

        def progress(text: str) -> None:
            self.news.tell({"progress": text})

        return await self._said(lambda: fetch(self._home, self._key, self._clock(), progress))

    async def _founding(self, request: Request) -> Response:
        del request
        return await self._answer(lambda: founding_view(self._home, self._key))

    async def _founding_form(self, request: Request) -> Response:
        body = await _body(request)
        return await self._answer(lambda: founding_form(body))

    async def _found(self, request: Request) -> Response:
        body = await _body(request)
        self.news.tell({"progress": "founding the game and inviting the players"})
        return await self._said(lambda: found_game(self._home, self._key, self._clock(), body))

    async def _do(self, ref: GameRef, action: DeskAction, body: Mapping[str, object]) -> Response:
        desk = self._desk(ref)
        return await self._said(lambda: action(desk, body))

    async def _proposals(self, request: Request) -> Response:
        desk = self._desk(_ref(request))
        return await self._answer(lambda: proposals(desk))

    def _desk(self, ref: GameRef) -> Desk:
        def progress(text: str) -> None:
            self.news.tell({"progress": text})

        return Desk(self._home, ref, self._key, self._clock, progress)

    async def _said(self, work: Callable[[], list[str]]) -> Response:
        """Do something with the list of games; what was done, and how the list stands now."""
        answer = await self._answer(
            lambda: {"news": work(), "games": games_view(self._home, self._key)}, safe=SAFE_LIST
        )
        self.news.tell({**_LIST, "progress": ""})
        return answer

    async def _turn(self, request: Request) -> Response:
        table = self._playing(request)
        return await self._answer(lambda: self._looked(table, turn_view))

    async def _map(self, request: Request) -> Response:
        table = self._playing(request)
        return await self._answer(lambda: self._looked(table, self._drawn))

    def _drawn(self, held: Playing) -> Plain:
        if held.step is None:
            return {"areas": []}
        # A game never changes its map.
        if held.ref not in self._maps:
            definition = held.step.state.definition
            folder = self._home.map_folder(definition.name)
            self._maps[held.ref] = map_of(definition, folder)
        return self._maps[held.ref]

    async def _replay(self, request: Request) -> Response:
        ref = _ref(request)
        is_opened = "open" in request.query_params
        try:
            page = await run_in_threadpool(replay_page, self._home, ref)
        except Exception as error:
            trouble = trouble_of(error)
            return JSONResponse({"error": trouble.plain()}, status_code=trouble.status)
        # A file to keep, or a page of no origin: what is in it must not speak for the player.
        named = {"content-disposition": 'attachment; filename="replay.html"'}
        if is_opened:
            named = {"content-security-policy": ALONE}
        return Response(page, media_type="text/html; charset=utf-8", headers=named)

    async def _area(self, request: Request) -> Response:
        table = self._playing(request)
        name = _name_in(request)

        def seen(held: Playing) -> Plain:
            if held.step is None or name not in held.step.state.definition.board.territories:
                raise UsageError("unknown-territory", "There is no such area.")
            state, own = held.step.state, held.turn is not None
            more: Plain = {}
            if own:
                more = {"reach": reach_of(state, name)}
            return area_view(state, name, viewer_of(held)) | more | {"version": held.version}

        return await self._answer(lambda: self._looked(table, seen))

    async def _odds(self, request: Request) -> Response:
        place = _name_in(request)

        def worked_out(step: Step) -> Plain:
            return {
                "odds": odds_now(step.state, self._kept_odds, place),
                "landing": landing_now(step.state, place) if place else [],
            }

        return await self._worked_out(request, _step_of, worked_out)

    async def _coming(self, request: Request) -> Response:
        name = _name_in(request)

        def worked_out(step: Step) -> Plain:
            known = name in step.state.definition.board.territories
            return {"coming": coming_to(step.state, name) if known else []}

        return await self._worked_out(request, _step_of, worked_out)

    async def _landings(self, request: Request) -> Response:
        name = _name_in(request)
        return await self._worked_out(
            request, _step_of, lambda step: {"landings": landings_from(step.state, name)}
        )

    async def _preview(self, request: Request) -> Response:
        move = move_in(request.query_params.get("move", ""))
        return await self._worked_out(request, _step_of, lambda step: {**preview(step.state, move)})

    async def _layer(self, request: Request) -> Response:
        name = _name_in(request)

        def worked_out(seen: tuple[Step, str]) -> Plain:
            step, nation = seen
            return {"areas": layer(step.state, nation, name, self._kept_odds)}

        return await self._worked_out(
            request, lambda held: (_step_of(held), viewer_of(held)), worked_out
        )

    async def _past(self, request: Request) -> Response:
        name = _name_in(request)
        return await self._worked_out(
            request,
            lambda held: held.save,
            lambda save: {"past": past_of(self._kept_history.of(save), name)},
        )

    async def _worked_out(
        self, request: Request, look: Callable[[Playing], T], work: Callable[[T], Plain]
    ) -> Response:
        """What `work` makes of something that never changes, such as a step or a save.

        The game is held still only while that is looked up: the work itself may take long.
        """
        table = self._playing(request)
        return await self._answer(lambda: work(self._looked(table, look)))

    async def _act(self, request: Request) -> Response:
        body = await _body(request)
        name = str(request.path_params["action"])
        if name in DESK_ACTIONS:
            return await self._do(_ref(request), DESK_ACTIONS[name], body)
        table = self._playing(request)
        action = ACTIONS.get(name)
        if action is None:
            return JSONResponse({"error": {"code": "not-found", "text": "No such action."}}, 404)

        def acted() -> Plain:
            said = action(table, body)
            return {"turn": self._looked(table, turn_view), "said": said}

        answer = await self._answer(acted, table)
        self.news.tell({"game": table.name, "version": table.version, "progress": ""})
        return answer

    async def _news(self, request: Request) -> Response:
        async def stream() -> AsyncIterator[str]:
            yield "retry: 1000\n\n"
            seen = await run_in_threadpool(self._watch.stamp)
            async for one in self.news.listen(request.is_disconnected):
                for told in [one] if one else await run_in_threadpool(self._elsewhere):
                    yield f"data: {json.dumps(told)}\n\n"
                if not one:
                    stamp = await run_in_threadpool(self._watch.stamp)
                    if stamp != seen:
                        yield f"data: {json.dumps(_LIST)}\n\n"
                    seen = stamp
                    # Alone, for it may take as long as a mail server likes.
                    threading.Thread(target=self._send_what_is_due, daemon=True).start()
                yield ": still here\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream")

    def _send_what_is_due(self) -> None:
        if self._watch.send_what_is_due():
            self.news.tell(_LIST)

    def _elsewhere(self) -> list[Plain]:
        """The games that a terminal, a mail or another program has changed."""
        moved = (one.ref for one in [*self._tables.values()] if one.has_moved_on())
        return [{"game": ref.folder_name, "version": "moved on"} for ref in moved]

    def _playing(self, request: Request) -> Playing:
        """The game or the rehearsal that a request is about."""
        rehearsal = self._rehearsals.get(str(request.path_params["game"]))
        return rehearsal if rehearsal is not None else self._table(_ref(request))

    async def _try(self, request: Request) -> Response:
        body = await _body(request)
        step, ref = number_in(body, "step"), _ref(request)
        name = f"try-{secrets.token_hex(4)}"

        def begun() -> Plain:
            given: tuple[Order, ...] = ()
            if step is None:
                with self._table(ref).looking() as table:
                    given = table.turn.pending if table.turn is not None else ()
            made = Rehearsal(self._home, ref, name, step, given)
            self._rehearsals[name] = made
            for oldest in [*self._rehearsals][:-_MOST_REHEARSALS]:
                del self._rehearsals[oldest]
            return {"name": name}

        return await self._answer(begun)

    async def _text(self, request: Request) -> Response:
        rehearsal = self._rehearsals.get(str(request.path_params["game"]))
        if rehearsal is None:
            raise UsageError("no-rehearsal", "There is no such rehearsal any more.")
        named = {"content-disposition": f'attachment; filename="{rehearsal.name}.txt"'}
        return Response(rehearsal.text, media_type="text/plain; charset=utf-8", headers=named)

    async def _history(self, request: Request) -> Response:
        table = self._table(_ref(request))

        def worked_out() -> Plain:
            save = self._looked(table, lambda held: held.save)
            return {"turns": moments_of(self._kept_history.of(save))}

        return await self._answer(worked_out)

    def _table(self, ref: GameRef) -> Table:
        def progress(text: str) -> None:
            self.news.tell({"game": ref.folder_name, "progress": text})

        if ref not in self._tables:
            self._tables[ref] = Table(self._home, ref, self._key, self._clock, progress)
        return self._tables[ref]

    @staticmethod
    def _looked(table: Playing, look: Callable[[Playing], T]) -> T:
        with table.looking():
            return look(table)

    async def _answer(
        self, work: Callable[[], Plain], table: Playing | None = None, safe: str = SAFE_TURN
    ) -> Response:
        """Do something in a thread; what goes wrong becomes a sentence with the turn as it is."""
        try:
            return JSONResponse(await run_in_threadpool(work))
        except Exception as error:
            trouble = trouble_of(error, safe)
            content: Plain = {"error": trouble.plain()}
            if table is not None:
                content |= await run_in_threadpool(self._turn_if_possible, table)
            return JSONResponse(content, status_code=trouble.status)

    def _turn_if_possible(self, table: Playing) -> Plain:
        try:
            return {"turn": self._looked(table, turn_view)}
        except Exception:  # what is wrong was said already
            return {}


async def _complain(request: Request, error: Exception) -> Response:
    del request
    trouble = trouble_of(error)
    return JSONResponse({"error": trouble.plain()}, status_code=trouble.status)


def _name_in(request: Request) -> str:
    """The area, or the layer, that a request is about; "" for none."""
    return request.query_params.get("name", "")


def _step_of(table: Playing) -> Step:
    if table.step is None:
        raise UsageError("not-started", "The game has not started.")
    return table.step


def _file(name: str) -> Response:
    content, kind = page_files().get(name, (b"", ""))
    if not kind:
        return Response(status_code=404)
    return Response(content, media_type=kind)


def _ref(request: Request) -> GameRef:
    ref = ref_named(str(request.path_params["game"]))
    if ref is None:
        raise UsageError("save-not-found", "There is no such game.")
    return ref


async def _body(request: Request) -> Mapping[str, object]:
    try:
        value: object = await request.json()
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise UsageError("bad-request", "The page sent something that is no object.")
    return value
