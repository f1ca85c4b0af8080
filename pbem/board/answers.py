"""How the page is answered: what a request names, work in a thread, and what went wrong."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pbem.atlas.looks import LookName
from pbem.board.trouble import SAFE_TURN, trouble_of
from pbem.save.shelf import GameRef, ref_named
from pbem.usage import UsageError

Plain: TypeAlias = dict[str, object]


def ref_in(request: Request) -> GameRef:
    """The game that a request is about.

    Raises UsageError when no game can be named so.
    """
    ref = ref_named(game_in(request))
    if ref is None:
        raise UsageError("save-not-found", "There is no such game.")
    return ref


def game_in(request: Request) -> str:
    """The name of the game or the rehearsal that a request is about."""
    return str(request.path_params["game"])


def name_in(request: Request) -> str:
    """The area, or the layer, that a request is about; "" for none."""
    return request.query_params.get("name", "")


def look_in(request: Request) -> LookName:
    """The look in which a picture is wanted."""
    return "dark" if request.query_params.get("look") == "dark" else "light"


async def drawing(draw: Callable[[], str]) -> Response:
    """A drawing, worked out in a thread; what goes wrong is a picture that is not there."""
    try:
        return Response(await run_in_threadpool(draw), media_type="image/svg+xml")
    except Exception as error:
        return Response(status_code=trouble_of(error).status)


async def body_of(request: Request) -> Mapping[str, object]:
    """What the page sent.

    Raises UsageError when it is not a JSON object.
    """
    try:
        value: object = await request.json()
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise UsageError("bad-request", "The page sent something that is not an object.")
    return value


async def answer(
    work: Callable[[], Plain], safe: str = SAFE_TURN, otherwise: Callable[[], Plain] = dict
) -> Response:
    """Do something in a thread; what goes wrong becomes a sentence.

    safe: what is not lost; otherwise: what the page is told besides when something went wrong.
    """
    try:
        return JSONResponse(await run_in_threadpool(work))
    except Exception as error:
        trouble = trouble_of(error, safe)
        content: Plain = {"error": trouble.plain()}
        content |= await run_in_threadpool(otherwise)
        return JSONResponse(content, status_code=trouble.status)


async def complain(request: Request, error: Exception) -> Response:
    """The answer to a request that cannot be read."""
    del request
    trouble = trouble_of(error)
    return JSONResponse({"error": trouble.plain()}, status_code=trouble.status)
