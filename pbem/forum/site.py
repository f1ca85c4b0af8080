"""What the clients of all forums do alike: ask its server, read JSON, make forms, know its host."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from pbem.forum.model import ForumError
from pbem.web_client import MOST_BYTES, Answer, WebClient, joined
from pbem.web_line import WebError

LINK: Final = re.compile(r'href="([^"<>\s]{1,500})"')
AGAIN_LATER: Final = "Run the command again later; it looks before it posts."


class ForumSite:
    """The server of the forum at `base`."""

    def __init__(self, base: str, web: WebClient | None) -> None:
        """web: tests bring their own."""
        self._base = base
        self._web = web or WebClient()

    def ask(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: bytes | None = None,
        most: int = MOST_BYTES,
    ) -> Answer:
        """Send one request; ForumError `forum-away` when no whole answer came."""
        headers = {"Accept": "application/json", **headers}
        try:
            return self._web.ask(method, url, headers=headers, body=body, most=most)
        except WebError as error:
            raise ForumError(
                "forum-away",
                f"{self._base} cannot be reached: {error}.",
                AGAIN_LATER,
                may_have_arrived=error.may_have_arrived and method == "POST",
            ) from None

    def has(self, url: str) -> bool:
        """Whether an address is on the forum's own host."""
        try:
            here, there = urlsplit(self._base), urlsplit(url)
        except ValueError:
            return False
        return (here.scheme, here.netloc) == (there.scheme, there.netloc)

    def resolved(self, link: str, page: str = "") -> str:
        """The address that a link in a post means, "" for none; page: where else it stands."""
        return joined(page or f"{self._base}/", link)


def json_in(answer: Answer) -> object:
    """The JSON of an answer; None for anything else."""
    try:
        value: object = json.loads(answer.body)
    except (ValueError, RecursionError):
        return None
    return value


def json_body(fields: Mapping[str, object]) -> bytes:
    """Fields as the body of a request.

    As UTF-8: with escapes a text of 32,767 umlauts would be larger than a request may be.
    """
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace")


def form_with_file(
    field: str, name: str, kind: str, data: bytes, more: Mapping[str, str]
) -> tuple[str, bytes]:
    """The content type and the body of a form: `more` fields, then a file in `field`.

    All but `data` are this program's own words.
    """
    boundary = f"pbem-{secrets.token_hex(16)}"
    fields = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, value in more.items()
    )
    head = (
        f"{fields}--{boundary}\r\n"
        f'Content-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
        f"Content-Type: {kind}\r\n\r\n"
    )
    body = head.encode("ascii") + data + f"\r\n--{boundary}--\r\n".encode("ascii")
    return f"multipart/form-data; boundary={boundary}", body
