"""The client of a dice server: the same requests as to an authority in a folder, over HTTP.

A request without an answer is sent again with the same bytes: the server gives each index one
answer for ever, so nothing is rolled twice. When no answer comes, the turn waits; nothing else
rolls instead. Nothing that the server says is believed beyond what the save's own checks prove.

Source: docs/formats/dice-v1.md, section "Over HTTP".
"""

import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, TypeAlias, TypeGuard, cast
from urllib.parse import urlsplit

from engine.marks import Bounds, Items, Size, Tag, wire
from engine.values import dataclass
from pbem.dice.rows import MAX_INDEX, JournalEntry
from pbem.text import plain, quoted
from pbem.web_client import Answer, WebClient
from pbem.web_line import CLOCK_CODES, WebError
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.errors import DiceError, DiceUnavailableError, SaveError
from pbem.wire.fields import Name
from pbem.wire.shapes import read_as

MSGPACK = "application/msgpack"
_TRIES = 5
_SILENCE = 30.0
_WHOLE = 120.0
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 15.0
_MOST_BYTES = 32 * 1024 * 1024
_MOST_PAGES = 5_000
_MOST_JOURNAL = 512 * 1024 * 1024
_RETRIED = (408, 425, 429, 500, 502, 503, 504)
_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_Index: TypeAlias = Annotated[int, Bounds(1, MAX_INDEX)]


@wire("")
@dataclass(frozen=True, slots=True)
class _Page:
    """A piece of a journal; next: the index at which it goes on."""

    game: Annotated[Plain, Tag("game")]
    commitment: Annotated[Plain, Tag("commitment")]
    entries: Annotated[tuple[JournalEntry, ...], Tag("entries"), Items(100_000)]
    next: Annotated[_Index | None, Tag("next")]


@wire("")
@dataclass(frozen=True, slots=True)
class _Refusal:
    """What a server says instead of an answer."""

    code: Annotated[Name, Tag("code")]
    text: Annotated[str, Tag("text"), Size(2_000, 1)]
    way_out: Annotated[str, Tag("way_out"), Size(2_000)]


class ServerClient:
    """A dice client (see `pbem.dice.client.DiceClient`) over a server's URL.

    pause: waits a number of seconds; tests bring their own. silence: seconds without a byte after
    which a server is out of reach; tries: how often a request is sent until it is answered.
    """

    def __init__(
        self,
        address: str,
        pause: Callable[[float], None] = time.sleep,
        *,
        silence: float = _SILENCE,
        tries: int = _TRIES,
    ) -> None:
        """Raises SaveError `dice-address` for anything that is not a URL."""
        parts = _split(address)
        self.address = address
        self._base = f"{parts[0]}{parts[1].rstrip('/')}"
        self._pause = pause
        self._tries = tries
        # Whether another computer is asked by plain HTTP is decided before (pbem.wire.address).
        self._web = WebClient(silence=silence, whole=_WHOLE, plain=True, keeps=True)

    def register(self, game: bytes, host: bytes, before: bytes = b"", first: int = 1) -> bytes:
        """See `Authority.register`."""
        body = {"game": game, "host": host}
        if before:
            body["before"] = before
        if first > 1:
            body["first"] = first.to_bytes(4, "big")
        return self._bytes("/v1/games", body, "commitment")

    def register_seats(self, registration: bytes) -> bytes:
        """See `Authority.register_seats`; not yet proved."""
        return self._bytes("/v1/seats", {"registration": registration}, "seated")

    def roll(self, signed_request: bytes, ticket: bytes = b"", ask: bytes = b"") -> bytes:
        """See `Authority.roll`."""
        more = {name: raw for name, raw in (("ticket", ticket), ("ask", ask)) if raw}
        return self._bytes("/v1/rolls", {"request": signed_request, **more}, "receipt")

    def ticket(self, signed_request: bytes) -> bytes:
        """See `Authority.ticket`."""
        return self._bytes("/v1/tickets", {"request": signed_request}, "ticket")

    def close(self, signed_request: bytes) -> bytes:
        """See `Authority.close`."""
        return self._bytes("/v1/closings", {"request": signed_request}, "receipt")

    def note_here(self, signed: bytes) -> None:
        """See `Authority.note_here`."""
        self._ask("POST", "/v1/here", {"request": signed})

    def turn_state(self, game: bytes, nation: str, turn: int) -> bytes:
        """See `Authority.turn_state`; not yet proved."""
        body = {"game": game, "nation": nation.encode(), "turn": turn.to_bytes(4, "big")}
        return self._bytes("/v1/turns", body, "turn_state")

    def statements(self) -> tuple[bytes, ...]:
        """See `Authority.statements`; not yet proved."""
        return self._list("statements")

    def keys(self) -> tuple[bytes, ...]:
        """The public keys that the server says it signs with, the newest first: not yet proved."""
        return tuple(key for key in self._list("keys") if len(key) == 32)

    def _list(self, name: str) -> tuple[bytes, ...]:
        """A list of byte strings that the server has at an address of the same name."""
        found = self._ask("GET", f"/v1/{name}", None).get(name)
        if not _are_bytes(found):
            raise self._strange(f"its answer holds no {name}")
        return tuple(found)

    def journal(self, game: bytes) -> tuple[JournalEntry, ...]:
        """See `Authority.journal`."""
        entries: list[JournalEntry] = []
        place: int | None = 0
        size = 0
        for _ in range(_MOST_PAGES):
            known = len(entries)
            value = self._ask("GET", f"/v1/games/{game.hex()}/journal?from={place}", None)
            try:
                page = read_as(_Page, cast("Plain", value), "journal")
            except SaveError as error:
                raise self._strange(error.reason) from None
            entries += page.entries
            following = page.next
            if following is None:
                return tuple(entries)
            size += sum(len(entry.data) for entry in entries[known:])
            if following <= (place or 0) or size > _MOST_JOURNAL:
                break
            place = following
        raise self._strange("its journal has no end")

    def log_head(self, game: bytes) -> bytes:
        """See `Authority.log_head`; not yet proved."""
        found = self._ask("GET", f"/v1/games/{game.hex()}/log", None).get("log")
        if not isinstance(found, bytes):
            raise self._strange("its answer holds no log")
        return found

    def relayed_heads(self, games: Sequence[bytes]) -> tuple[tuple[bytes, ...], ...]:
        """See `Relay.heads`, for `MAX_GAMES` at most; DiceError `relay-off` where the server is
        none."""
        found = self._ask("POST", "/v1/saves/heads", {"games": b"".join(games)}).get("heads")
        lists = [one for one in found if _are_bytes(one)] if isinstance(found, list) else []
        if len(lists) != len(games):
            raise self._strange("its answer holds no heads")
        return tuple(map(tuple, lists))

    def relay_put(self, signed: bytes, save: bytes, observers: bytes = b"") -> None:
        """See `Relay.put`."""
        more = {"observers": observers} if observers else {}
        self._ask("POST", "/v1/saves", {"request": signed, "save": save, **more})

    def relay_ask(self, signed: bytes, observers: bytes = b"") -> tuple[bytes, bytes]:
        """See `Relay.ask`: a save and a list of observers; neither is proved yet."""
        more = {"observers": observers} if observers else {}
        found = self._ask("POST", "/v1/saves/fetch", {"request": signed, **more})
        save, listed = found.get("save"), found.get("observers")
        if not isinstance(save, bytes) or not isinstance(listed, bytes):
            raise self._strange("its answer holds no save")
        return save, listed

    def _bytes(self, path: str, body: Mapping[str, bytes], name: str) -> bytes:
        value = self._ask("POST", path, body)
        found = value.get(name)
        if not isinstance(found, bytes):
            raise self._strange(f"its answer holds no {name}")
        return found

    def _ask(
        self, method: str, path: str, body: Mapping[str, bytes] | None
    ) -> Mapping[str, object]:
        """Ask, with the same bytes each time, until an answer comes or time is up.

        Raises DiceError with the server's own code when it refuses, and DiceUnavailableError.
        """
        data = None if body is None else encode(body)
        pause = _FIRST_PAUSE
        trouble: SaveError
        for tries_left in reversed(range(self._tries)):
            try:
                reply = self._send(method, path, data)
            except WebError as error:
                trouble = self._away(error)
                if error.is_lasting:
                    raise trouble from None
                wait = 0.0
            else:
                if reply.status == 200:
                    return self._answer(reply.body)
                trouble = self._refusal(reply)
                if reply.status not in _RETRIED:
                    raise trouble
                wait = _wait_of(reply)
            if not tries_left or wait > _LONGEST_PAUSE:
                break
            # A little chance keeps many clients from coming back at the same moment.
            self._pause(max(wait, pause * (0.5 + random.random())))
            pause = min(2 * pause, _LONGEST_PAUSE)
        raise trouble

    def _send(self, method: str, path: str, data: bytes | None) -> Answer:
        """One request and its whole answer, of at most 32 MiB."""
        headers = {"Accept": MSGPACK}
        if data is not None:
            headers["Content-Type"] = MSGPACK
        return self._web.ask(
            method, f"{self._base}{path}", headers=headers, body=data, most=_MOST_BYTES
        )

    def _answer(self, data: bytes) -> Mapping[str, object]:
        try:
            value = decode(data)
        except SaveError:
            value = None
        if not isinstance(value, Mapping):
            raise self._strange("its answer cannot be read")
        return value

    def _refusal(self, reply: Answer) -> SaveError:
        """What the server said instead of an answer."""
        try:
            said = read_as(_Refusal, decode(reply.body), "error")
        except SaveError:
            said = None
        if said is None or not _CODE.fullmatch(said.code):
            # A proxy in between, or something other than a dice server.
            return self._unavailable(f"it answers with HTTP status {reply.status}")
        if reply.status >= 500 or reply.status in _RETRIED:
            return self._unavailable(f"it says: {plain(said.text).rstrip('.')}")
        return DiceError(said.code, plain(said.text).rstrip("."), plain(said.way_out))

    def _away(self, error: WebError) -> DiceUnavailableError:
        way_out = ""
        if error.certificate in CLOCK_CODES:
            way_out = "Check this computer's clock; if it is right, tell the server's operator."
        elif error.certificate:
            way_out = (
                "Nothing was sent. Ask the server's operator; do not use the network you are on."
            )
        return self._unavailable(plain(str(error)), way_out)

    def _strange(self, problem: str) -> DiceUnavailableError:
        return self._unavailable(f"{problem}, so it is not a dice server of this version")

    def _unavailable(self, reason: str, way_out: str = "") -> DiceUnavailableError:
        kept = "The turn is kept and can be resumed; nothing else rolls instead."
        return DiceUnavailableError(
            "dice-server-unavailable",
            f"the dice server {quoted(self.address)} cannot be used: {reason}",
            f"{way_out} {kept}".strip(),
        )


def _are_bytes(value: object) -> TypeGuard[list[bytes]]:
    return isinstance(value, list) and all(isinstance(one, bytes) for one in value)


def _split(address: str) -> tuple[str, str]:
    """("https://host:port", path) of a server's URL; SaveError `dice-address`."""
    try:
        parts = urlsplit(address)
        is_sound = parts.hostname and parts.port != 0 and parts.scheme in ("https", "http")
    except ValueError:
        is_sound = False
    if not is_sound or parts.query or parts.fragment or parts.username is not None:
        raise SaveError(
            "dice-address",
            f"{quoted(address)} is not the address of a dice server",
            "It looks like https://dice.example.org.",
        )
    return f"{parts.scheme}://{parts.netloc}", parts.path


def _wait_of(reply: Answer) -> float:
    """Seconds that the server wants to be left alone; 0 for none said."""
    wait = reply.headers.get("retry-after", "")
    return float(wait) if wait.isascii() and wait.isdecimal() else 0.0
