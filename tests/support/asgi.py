"""Requests to an application without a socket: what a browser, or something else, would send."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.types import ASGIApp, Message


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> dict[str, object]:
        """The JSON object of the body."""
        value = json.loads(self.body)
        assert isinstance(value, dict)
        return value

    @property
    def code(self) -> str:
        """The code of the error."""
        error = self.data["error"]
        assert isinstance(error, dict)
        return str(error["code"])


def ask(
    app: ASGIApp,
    path: str,
    headers: Mapping[str, str],
    *,
    method: str = "GET",
    body: bytes = b"",
) -> Answer:
    """One request; path with its query."""
    where, _, query = path.partition("?")
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": where,
        "raw_path": where.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": raw,
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 50_000),
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> None:
        await app(scope, receive, send)

    asyncio.run(ask())
    start = sent[0]
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], found, b"".join(one.get("body", b"") for one in sent[1:]))
