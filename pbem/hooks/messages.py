"""A message to each kind of webhook: where it goes, and its body.

Names of games and nations are written by strangers.  They must wake nobody (`@everyone`), name
nobody, and look like nothing but what they are.

Source: the public pages of Discord (Execute Webhook, Allowed Mentions, message flags), Slack
(Incoming Webhooks, Formatting), ntfy (Publish as JSON) and the Matrix client-server API (Sending
events to a room, `m.mentions`).
"""

import html
import json
import re
import secrets
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import quote, urlsplit, urlunsplit

from engine.values import dataclass
from pbem.hooks.model import HookEvent, Webhook, WebhookKind

_LONGEST: Final = 500
_TITLE: Final = "pbem"
_MENTION: Final = re.compile(r"(?<!\w)@(?=\w)")
_MARKUP: Final = re.compile(r"[\\`*_~|<>\[\]()#@:+-]")
_NO_EMBEDS: Final = 1 << 2


@dataclass(frozen=True, slots=True)
class HookRequest:
    """One request of HTTP; body: JSON."""

    method: str
    url: str
    body: bytes


def message_to(webhook: Webhook, url: str, event: HookEvent) -> HookRequest:
    """What is sent; url: of the webhook, as it was read. Raises ValueError for one that is none."""
    text = _MENTION.sub("@\N{ZERO WIDTH SPACE}", event.text[:_LONGEST])
    return _KINDS[webhook.kind](webhook, url, event, text)


def _discord(_: Webhook, url: str, __: HookEvent, text: str) -> HookRequest:
    body = {
        "content": _MARKUP.sub(r"\\\g<0>", text),
        "allowed_mentions": {"parse": []},
        "flags": _NO_EMBEDS,
    }
    return _posted(url, body)


def _slack(_: Webhook, url: str, __: HookEvent, text: str) -> HookRequest:
    # These three only: Slack shows any other entity as it is written.
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _posted(url, {"text": escaped, "mrkdwn": False})


def _matrix(webhook: Webhook, url: str, _: HookEvent, text: str) -> HookRequest:
    room = quote(webhook.room, safe="")
    place = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/{secrets.token_hex(16)}"
    body = {"msgtype": "m.notice", "body": text, "m.mentions": {}}
    return HookRequest("PUT", url.rstrip("/") + place, _json(body))


def _ntfy(_: Webhook, url: str, __: HookEvent, text: str) -> HookRequest:
    # JSON goes to the root of the server, and names the topic itself.
    parts = urlsplit(url)
    before, _slash, topic = parts.path.rstrip("/").rpartition("/")
    root = urlunsplit((parts.scheme, parts.netloc, f"{before}/", "", ""))
    return _posted(root, {"topic": topic, "title": _TITLE, "message": text})


def _plain(_: Webhook, url: str, event: HookEvent, text: str) -> HookRequest:
    return _posted(url, {**event.plain(), "text": text, "html": html.escape(text)})


def _posted(url: str, body: Mapping[str, object]) -> HookRequest:
    return HookRequest("POST", url, _json(body))


def _json(body: Mapping[str, object]) -> bytes:
    return json.dumps(body).encode("ascii")


_KINDS: Final[Mapping[WebhookKind, Callable[[Webhook, str, HookEvent, str], HookRequest]]] = {
    WebhookKind.DISCORD: _discord,
    WebhookKind.SLACK: _slack,
    WebhookKind.MATRIX: _matrix,
    WebhookKind.NTFY: _ntfy,
    WebhookKind.JSON: _plain,
}
