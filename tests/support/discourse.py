"""An imitation of Discourse for tests: requests and answers as its own schemas have them
(`spec/requests/api` of its sources), and where its controllers send a client on.

Nobody has compared it with a real one.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.support.nodebb import rendered
from tests.support.webserver import served

KEY = "key-of-ann"


@dataclass
class Discourse:
    """posts: by thread, pairs of user and text. faults: as of the imitation of NodeBB, and `429`,
    `queue`, `refused`."""

    posts: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    titles: dict[int, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    agents: list[str] = field(default_factory=list)
    address: str = ""
    category_is_at: str = "/c/games/5/l/latest.json"
    lists_given: int = 0

    def asker(self, request: Request) -> str:
        self.agents.append(request.headers.get("user-agent", ""))
        is_known = request.headers.get("api-key") == KEY
        return request.headers.get("api-username", "") if is_known else ""

    async def post(self, request: Request) -> Response:
        user, fields = self.asker(request), await request.json()
        fault = self.faults.pop(0) if self.faults else ""
        if not user:
            return JSONResponse({"errors": ["You are not permitted to do that."]}, 403)
        if fault == "429":
            words = ["You're posting too fast. Please wait 14 seconds."]
            return JSONResponse({"errors": words, "extras": {"wait_seconds": 14}}, 429)
        if fault == "refused":
            words = ["Body is too similar to what you recently posted"]
            return JSONResponse({"action": "create_post", "errors": words}, 422)
        if fault == "queue":
            return JSONResponse({"action": "enqueued", "success": True})
        if fault == "502":
            return Response("<html>Bad Gateway</html>", 502)
        tid = fields.get("topic_id") or max(self.posts, default=0) + 1
        if "title" in fields:
            self.titles[tid] = fields["title"]
        self.posts.setdefault(tid, []).append((user, fields["raw"]))
        if fault == "lost":
            return Response("<html>Gateway Time-out</html>", 504)
        return JSONResponse({"id": 1, "topic_id": tid, "post_number": len(self.posts[tid])})

    async def thread(self, request: Request) -> Response:
        tid = int(request.path_params["tid"])
        if tid not in self.posts:
            return JSONResponse({"errors": ["The requested URL could not be found."]}, 404)
        ids = list(range(1, len(self.posts[tid]) + 1))
        return JSONResponse({"id": tid, "post_stream": {"stream": ids, "posts": []}})

    async def some(self, request: Request) -> Response:
        tid = int(request.path_params["tid"])
        wanted = [int(one) for one in request.query_params.getlist("post_ids[]")]
        has_raw = request.query_params.get("include_raw") == "true"
        rows = []
        for number, (user, text) in enumerate(self.posts[tid], start=1):
            if number in wanted:
                row = {"post_number": number, "username": user, "cooked": rendered(text)}
                rows.append({**row, "raw": text} if has_raw else row)
        return JSONResponse({"post_stream": {"posts": rows}})

    async def category_by_number(self, request: Request) -> Response:
        return RedirectResponse(self.category_is_at, 301)

    async def category(self, request: Request) -> Response:
        self.lists_given += 1
        users = [{"id": 7, "username": "ann"}, {"id": 8, "username": "ben"}]
        ids = {one["username"]: one["id"] for one in users}
        topics = [
            {
                "id": tid,
                "title": title,
                "posters": [
                    {
                        "user_id": ids[user],
                        "description": "in the language of the forum",
                    }
                    for user in dict.fromkeys(user for user, _ in self.posts[tid])
                ],
            }
            for tid, title in self.titles.items()
        ]
        return JSONResponse({"users": users, "topic_list": {"topics": topics}})

    async def upload(self, request: Request) -> Response:
        body = await request.body()
        if b'name="upload_type"\r\n\r\ncomposer' not in body:
            words = ["You supplied invalid parameters to the request"]
            return JSONResponse({"errors": words, "error_type": "invalid_parameters"}, 400)
        if not self.asker(request) or b'filename="refused' in body:
            words = ["Sorry, the file you are trying to upload is not authorized"]
            return JSONResponse({"errors": words}, 422)
        data = body.split(b"\r\n\r\n")[-1].rpartition(b"\r\n--")[0]
        name = f"{len(self.files)}abc.txt"
        self.files[name] = data
        return JSONResponse({"short_url": f"upload://{name}"})

    async def short(self, request: Request) -> Response:
        return RedirectResponse(f"/uploads/default/original/{request.path_params['name']}")

    async def file(self, request: Request) -> Response:
        return Response(self.files[request.path_params["name"]])


@contextmanager
def discourse() -> Iterator[Discourse]:
    """A forum on loopback."""
    forum = Discourse()
    routes = [
        Route("/posts.json", forum.post, methods=["POST"]),
        Route("/t/{tid:int}.json", forum.thread),
        Route("/t/{tid:int}/posts.json", forum.some),
        Route("/c/5/l/latest.json", forum.category_by_number),
        Route("/c/games/5/l/latest.json", forum.category),
        Route("/uploads.json", forum.upload, methods=["POST"]),
        Route("/uploads/short-url/{name}", forum.short),
        Route("/uploads/default/original/{name}", forum.file),
    ]
    with served(Starlette(routes=routes)) as address:
        forum.address = address
        yield forum
