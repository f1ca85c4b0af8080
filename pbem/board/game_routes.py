"""The addresses of what can be seen of a game: its turn, its map, an area, odds, the past."""

from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine import NationName, Step, TerritoryName
from pbem.board.actions import move_in
from pbem.board.answers import Plain, answer, game_in, name_in, ref_in
from pbem.board.area import area_view, coming_to, landings_from, reach_of
from pbem.board.battle import chance_words
from pbem.board.board_turn import BoardTurn
from pbem.board.calculator import asked_in, calculated
from pbem.board.film import film_source, film_view, shown_of
from pbem.board.guard import ALONE
from pbem.board.layers import layer
from pbem.board.odds import KeptOdds, odds_now
from pbem.board.papers import papers_of
from pbem.board.past import KeptHistory, moments_of, past_of, replay_page
from pbem.board.preview import landing_now, preview
from pbem.board.suggested import suggested
from pbem.board.tables import Tables, looked, step_of
from pbem.board.trouble import trouble_of
from pbem.board.views import turn_view, viewer_of
from pbem.save.shelf import GameRef
from pbem.usage import UsageError

T = TypeVar("T")


class GameRoutes:
    """What the page can ask about a game or a rehearsal; nothing here changes one."""

    def __init__(self, tables: Tables) -> None:
        """Nothing is read before the page asks."""
        self._tables = tables
        self._kept_odds = KeptOdds()
        self._kept_history = KeptHistory()

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/api/games/{game}", self._turn),
            Route("/api/games/{game}/replay", self._replay),
            Route("/api/games/{game}/history", self._history),
            Route("/api/games/{game}/text", self._text),
            Route("/api/games/{game}/area", self._area),
            Route("/api/games/{game}/odds", self._odds),
            Route("/api/games/{game}/coming", self._coming),
            Route("/api/games/{game}/landings", self._landings),
            Route("/api/games/{game}/preview", self._preview),
            Route("/api/games/{game}/past", self._past),
            Route("/api/games/{game}/suggest", self._suggest),
            Route("/api/games/{game}/film", self._film),
            Route("/api/games/{game}/chance", self._chance),
            Route("/api/games/{game}/calculate", self._calculate),
            Route("/api/games/{game}/layer", self._layer),
            Route("/api/games/{game}/papers", self._papers),
        ]

    def read_ahead(self, ref: GameRef) -> None:
        """Read a game, which takes a while the first time."""
        looked(self._tables.game(ref), turn_view)

    async def _turn(self, request: Request) -> Response:
        return await self._seen(request, turn_view)

    async def _replay(self, request: Request) -> Response:
        ref = ref_in(request)
        is_opened = "open" in request.query_params
        try:
            page = await run_in_threadpool(replay_page, self._tables.home, ref)
        except Exception as error:
            trouble = trouble_of(error)
            return JSONResponse({"error": trouble.plain()}, status_code=trouble.status)
        # A file to keep, or a page of no origin: what is in it must not speak for the player.
        named = {"content-disposition": 'attachment; filename="replay.html"'}
        if is_opened:
            named = {"content-security-policy": ALONE}
        return Response(page, media_type="text/html; charset=utf-8", headers=named)

    async def _history(self, request: Request) -> Response:
        table = self._tables.game(ref_in(request))

        def worked_out() -> Plain:
            save = looked(table, lambda held: held.save)
            return {"turns": moments_of(self._kept_history.of(save))}

        return await answer(worked_out)

    async def _text(self, request: Request) -> Response:
        rehearsal = self._tables.rehearsal(game_in(request))
        named = {"content-disposition": f'attachment; filename="{rehearsal.name}.txt"'}
        return Response(rehearsal.text, media_type="text/plain; charset=utf-8", headers=named)

    async def _area(self, request: Request) -> Response:
        name = TerritoryName(name_in(request))

        def seen(held: BoardTurn) -> Plain:
            if held.step is None or name not in held.step.state.definition.board.territories:
                raise UsageError("unknown-territory", "There is no such area.")
            state, own = held.step.state, held.turn is not None
            more: Plain = {}
            if own:
                more = {"reach": reach_of(state, name)}
            return area_view(state, name, viewer_of(held)) | more | {"version": held.version}

        return await self._seen(request, seen)

    async def _odds(self, request: Request) -> Response:
        place = TerritoryName(name_in(request))

        def worked_out(step: Step) -> Plain:
            return {
                "odds": odds_now(step.state, self._kept_odds, place),
                "landing": landing_now(step.state, place) if place else [],
            }

        return await self._worked_out(request, step_of, worked_out)

    async def _coming(self, request: Request) -> Response:
        name = TerritoryName(name_in(request))

        def worked_out(step: Step) -> Plain:
            known = name in step.state.definition.board.territories
            return {"coming": coming_to(step.state, name) if known else []}

        return await self._worked_out(request, step_of, worked_out)

    async def _landings(self, request: Request) -> Response:
        name = TerritoryName(name_in(request))
        return await self._worked_out(
            request, step_of, lambda step: {"landings": landings_from(step.state, name)}
        )

    async def _preview(self, request: Request) -> Response:
        move = move_in(request.query_params.get("move", ""))
        return await self._worked_out(request, step_of, lambda step: {**preview(step.state, move)})

    async def _layer(self, request: Request) -> Response:
        name = TerritoryName(name_in(request))

        def worked_out(seen: tuple[Step, NationName]) -> Plain:
            step, nation = seen
            return {"areas": layer(step.state, nation, name, self._kept_odds)}

        return await self._worked_out(
            request, lambda held: (step_of(held), viewer_of(held)), worked_out
        )

    async def _suggest(self, request: Request) -> Response:
        return await self._worked_out(request, step_of, lambda step: suggested(step.state))

    async def _papers(self, request: Request) -> Response:
        return await self._worked_out(request, step_of, lambda step: papers_of(step.state))

    async def _chance(self, request: Request) -> Response:
        table = self._tables.playing(game_in(request))
        step = looked(table, step_of)
        return await answer(lambda: chance_words(step.state))

    async def _calculate(self, request: Request) -> Response:
        asked = asked_in(request.query_params.get("asked", ""))

        def progress(done: int, total: int) -> None:
            self._tables.news.tell({"progress": f"{done} of {total} areas"})

        return await self._worked_out(
            request, step_of, lambda step: calculated(step.state, asked, progress)
        )

    async def _film(self, request: Request) -> Response:
        table = self._tables.game(ref_in(request))

        def worked_out() -> Plain:
            source = looked(
                table, lambda held: film_source(table, viewer_of(held), shown_of(table))
            )
            return film_view(source, self._kept_history.of(source.save))

        return await answer(worked_out)

    async def _past(self, request: Request) -> Response:
        name = TerritoryName(name_in(request))
        return await self._worked_out(
            request,
            lambda held: held.save,
            lambda save: {"past": past_of(self._kept_history.of(save), name)},
        )

    async def _seen(self, request: Request, look: Callable[[BoardTurn], Plain]) -> Response:
        """What is to be seen of a game while it is held still."""
        playing = self._tables.playing(game_in(request))
        return await answer(lambda: looked(playing, look))

    async def _worked_out(
        self, request: Request, look: Callable[[BoardTurn], T], work: Callable[[T], Plain]
    ) -> Response:
        """What `work` makes of something that never changes, such as a step or a save.

        The game is held still only while that is looked up: the work itself may take long.
        """
        playing = self._tables.playing(game_in(request))
        return await answer(lambda: work(looked(playing, look)))
