"""What can be asked over HTTP: one `Endpoint` each, which is served and described from one place.

Source: docs/formats/dice-v1.md, section "Over HTTP".
"""

import time
from collections.abc import Callable, Mapping
from typing import TypeAlias

from engine.values import dataclass, field
from pbem.dice.authority import Authority, Question
from pbem.dice.closing import MAX_TURN
from pbem.dice.protocol import MAX_CHAIN
from pbem.dice.relay import Relay
from pbem.dice.relay_requests import MAX_GAMES, MAX_LIST, MAX_RELAY_REQUEST, MAX_RELAYED
from pbem.dice.rows import JournalEntry
from pbem.dice.server.errors import RefusalError
from pbem.dice.server.limits import (
    MAX_BODY,
    MAX_SAVE_BODY,
    Limiter,
    RateLimits,
    address_name,
)
from pbem.dice.server.wire import parse_id

_PIECE = 50
_MOST_BYTES = 1_048_576

Answer: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ParsedRequest:
    """A request after reading: byte strings of the body, parts of the path, query, address."""

    body: Mapping[str, bytes]
    path: Mapping[str, str]
    query: Mapping[str, str]
    address: str


class Service:
    """The authority with its limits; safe for many threads."""

    def __init__(
        self, authority: Authority, limits: RateLimits, relay: Relay | None = None
    ) -> None:
        """relay: None for a server that keeps no saves."""
        self.authority = authority
        self._relay = relay
        self.limits = limits
        self.addresses = Limiter(limits.address, time.monotonic)
        self._players = Limiter(limits.player, time.monotonic)
        self._registrations = Limiter(limits.registrations, time.monotonic)
        self._relayed = Limiter(limits.relayed, time.monotonic)

    def most(self, endpoint: "Endpoint") -> int:
        """Bytes that the body of a request may have; nobody sends a save where none is kept."""
        return endpoint.most if self._relay is not None else min(endpoint.most, MAX_BODY)

    def register(self, asked: ParsedRequest) -> Answer:
        """Commit to a game."""
        game, host = asked.body["game"], asked.body["host"]
        if len(game) != 16:
            raise RefusalError(400, "body-malformed", "The field game is not 16 bytes.")
        self._registrations.take(address_name(asked.address), "your address for new games")
        before = asked.body.get("before", b"")
        first = int.from_bytes(asked.body.get("first", b"\0\0\0\1"), "big")
        if not 1 <= first <= MAX_CHAIN:
            raise RefusalError(400, "body-malformed", "The field first is not the index of a roll.")
        return {"commitment": self.authority.register(game, host, before, first)}

    def seats(self, asked: ParsedRequest) -> Answer:
        """Learn who plays."""
        return {"seated": self.authority.register_seats(asked.body["registration"])}

    def roll(self, asked: ParsedRequest) -> Question:
        """Check a request for dice."""
        ticket, ask = asked.body.get("ticket", b""), asked.body.get("ask", b"")
        return self._take(asked, self.authority.read_roll(asked.body["request"], ticket, ask))

    def ticket(self, asked: ParsedRequest) -> Question:
        """Check a request of which the next authority wants to know that it was answered."""
        return self._take(asked, self.authority.read_ticket(asked.body["request"]))

    def close(self, asked: ParsedRequest) -> Question:
        """Check a request to close a turn."""
        return self._take(asked, self.authority.read_close(asked.body["request"]))

    def _take(self, asked: ParsedRequest, question: Question) -> Question:
        """Count a request of a player from one address.

        Not per player alone: their signed requests are in every save, and anyone who sends them
        again from elsewhere must not use up the player's share.
        """
        who = "this player in this game from your address"
        name = address_name(asked.address) + question.game + question.player
        self._players.take(name, who)
        return question

    def relayed_heads(self, asked: ParsedRequest) -> Answer:
        """The heads of the saves that the relay has of each of some games."""
        asked_for = asked.body["games"]
        if len(asked_for) % 16:
            raise RefusalError(400, "body-malformed", "The field games is not of 16 bytes each.")
        games = [asked_for[place : place + 16] for place in range(0, len(asked_for), 16)]
        return {"heads": [list(heads) for heads in self._on().heads(games)]}

    def relay_put(self, asked: ParsedRequest) -> Answer:
        """Keep a save for the others."""
        relay = self._on()
        put, signer = relay.read_put(asked.body["request"])
        self._count(asked, put.game, signer)
        relay.put(put, signer, asked.body["save"], asked.body.get("observers", b""))
        return {}

    def relay_ask(self, asked: ParsedRequest) -> Answer:
        """Give a save to somebody who plays or observes."""
        relay = self._on()
        ask, signer = relay.read_ask(asked.body["request"])
        self._count(asked, ask.game, signer)
        found = relay.ask(ask, signer, asked.body.get("observers", b""))
        return {"save": found.save, "observers": found.observers}

    def _on(self) -> Relay:
        if self._relay is None:
            text = "This dice server keeps no saves."
            raise RefusalError(404, "relay-off", text, "Send them by mail.")
        return self._relay

    def _count(self, asked: ParsedRequest, game: bytes, signer: bytes) -> None:
        """Count a request to the relay; see `_take`."""
        name = address_name(asked.address) + game + signer
        self._relayed.take(name, "this player in this game from your address")

    def journal(self, asked: ParsedRequest) -> Answer:
        """A piece of a game's journal; whole indices, so that a reader can go on at `next`."""
        game = parse_id(asked.path["game"], "the game id", 16)
        first = _number(asked.query, "from", 0)
        entries: list[JournalEntry] = []
        size, place, last = 0, first, first + self.limits.journal_page
        while size < _MOST_BYTES and place < last:
            stop = min(place + _PIECE, last)
            piece = self.authority.journal(game, place, stop)
            entries += piece
            size += sum(len(entry.data) for entry in piece)
            place = stop
            if not piece:
                break
        goes_on = self.authority.journal_goes_on(game, place)
        return {
            "game": game,
            "commitment": self.authority.commitment(game),
            "entries": [
                {
                    "event": entry.event,
                    "index": entry.index,
                    "data": entry.data,
                    "time": entry.time,
                }
                for entry in entries
            ],
            "next": place if goes_on else None,
        }

    def here(self, asked: ParsedRequest) -> Answer:
        """Keep that a player is here."""
        self.authority.note_here(asked.body["request"])
        return {}

    def turn_state(self, asked: ParsedRequest) -> Answer:
        """Say what is known of a turn."""
        game, nation = asked.body["game"], asked.body["nation"]
        turn = int.from_bytes(asked.body["turn"], "big")
        try:
            name = nation.decode()
        except UnicodeDecodeError:
            name = ""
        if len(game) != 16 or not name or not 1 <= turn <= MAX_TURN:
            raise RefusalError(400, "body-malformed", "It names no turn of a nation in a game.")
        return {"turn_state": self.authority.turn_state(game, name, turn)}

    def log_head(self, asked: ParsedRequest) -> Answer:
        """The signed head of a game's log."""
        return {"log": self.authority.log_head(parse_id(asked.path["game"], "the game id", 16))}

    def keys(self, asked: ParsedRequest) -> Answer:
        """The authority's public keys, the newest first."""
        del asked
        return {"keys": list(reversed(self.authority.keys()))}

    def statements(self, asked: ParsedRequest) -> Answer:
        """How newer keys were introduced, the oldest statement first."""
        del asked
        return {"statements": list(self.authority.statements())}


def _number(query: Mapping[str, str], name: str, default: int) -> int:
    text = query.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= 7 and int(text) <= MAX_CHAIN + 1):
        raise RefusalError(
            400, "query-malformed", f"The value of {name} is not the index of a roll."
        )
    return int(text)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked.

    call: gives the answer; or, for what is answered with a receipt, read: checks the request.
    takes, may_take: fields of the body, always or sometimes there, with their sizes in bytes, ()
    for a GET; gives: fields of the answer; errors: statuses besides 400, 429 and 503; title and
    text: for the description; most: bytes of the body.
    """

    method: str
    path: str
    name: str
    title: str
    text: str
    call: Callable[[Service, ParsedRequest], Answer] | None
    takes: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    gives: tuple[str, ...] = ()
    errors: tuple[int, ...] = ()
    read: Callable[[Service, ParsedRequest], Question] | None = None
    may_take: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    most: int = MAX_BODY


ENDPOINTS = (
    Endpoint(
        "POST",
        "/v1/games",
        "register",
        "Register a game",
        "Commits to the game's chain of seeds before anyone joins. The same game and host again "
        "get the same bytes again.",
        Service.register,
        {"game": (16, 16), "host": (32, 32)},
        ("commitment",),
        (409,),
        may_take={"before": (32, 32), "first": (4, 4)},
    ),
    Endpoint(
        "POST",
        "/v1/seats",
        "seats",
        "Say who plays",
        "Takes the host's signed list of seats once; the same list again is harmless.",
        Service.seats,
        {"registration": (1, 67_584)},
        ("seated",),
        (403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/v1/rolls",
        "roll",
        "Roll dice",
        "Answers each index of a game once. The same request again gets the same receipt again; "
        "another one is refused and recorded in the journal.",
        None,
        {"request": (1, 6_144)},
        ("receipt",),
        (403, 404, 409),
        Service.roll,
        {"ticket": (1, 2_304), "ask": (1, 2_304)},
    ),
    Endpoint(
        "POST",
        "/v1/tickets",
        "ticket",
        "Show that a request was answered",
        "For the authority of a game that answers after this one: the request of a roll that was "
        "made, signed, without the seed.",
        None,
        {"request": (1, 6_144)},
        ("ticket",),
        (403, 404, 409),
        Service.ticket,
    ),
    Endpoint(
        "POST",
        "/v1/closings",
        "close",
        "Close a turn",
        "Vouches that no roll is missing in the log. The same request again gets the same receipt "
        "again; another one for the same turn is refused and recorded in the journal.",
        None,
        {"request": (1, 2_304)},
        ("receipt",),
        (403, 404, 409),
        Service.close,
    ),
    Endpoint(
        "POST",
        "/v1/here",
        "here",
        "Say that a player is here",
        "Keeps when the holder of a seat last said which head of the log they have; statements "
        "about their turns repeat it.",
        Service.here,
        {"request": (1, 2_304)},
        (),
        (403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/v1/turns",
        "turn_state",
        "Say whether a turn is open",
        "States, signed and with the time, whether a turn of a nation has been closed and when.",
        Service.turn_state,
        {"game": (16, 16), "nation": (1, 64), "turn": (4, 4)},
        ("turn_state",),
        (404, 409),
    ),
    Endpoint(
        "GET",
        "/v1/games/{game}/journal",
        "journal",
        "A game's public journal",
        "Rolls, closings and refused requests by index. `next` is where to go on, or null.",
        Service.journal,
        {},
        ("game", "commitment", "entries", "next"),
        (404,),
    ),
    Endpoint(
        "GET",
        "/v1/games/{game}/log",
        "log_head",
        "The signed head of a game's log",
        "How many answers the game has had, and a digest of them: two readers who compare it know "
        "that they were shown the same.",
        Service.log_head,
        {},
        ("log",),
        (404,),
    ),
    Endpoint(
        "POST",
        "/v1/saves/heads",
        "relayed_heads",
        "Which saves the relay has of some games",
        "The heads of their logs, the longest first, for each game id in `games`, which are 16 "
        "bytes each. Only a server that is also a relay has any.",
        Service.relayed_heads,
        {"games": (16, 16 * MAX_GAMES)},
        ("heads",),
        (404,),
    ),
    Endpoint(
        "POST",
        "/v1/saves",
        "relay_put",
        "Put a save at the relay",
        "Keeps it for the others of its game, in the place of what this player has put before; "
        "an older one changes nothing.",
        Service.relay_put,
        {"request": (1, MAX_RELAY_REQUEST), "save": (1, MAX_RELAYED)},
        (),
        (403, 404, 409),
        may_take={"observers": (1, MAX_LIST)},
        most=MAX_SAVE_BODY,
    ),
    Endpoint(
        "POST",
        "/v1/saves/fetch",
        "relay_ask",
        "Get a save from the relay",
        "For whoever holds a seat in its game, or is on its list of observers and shows that.",
        Service.relay_ask,
        {"request": (1, MAX_RELAY_REQUEST)},
        ("save", "observers"),
        (403, 404, 409),
        may_take={"observers": (1, MAX_LIST)},
    ),
    Endpoint(
        "GET",
        "/v1/statements",
        "statements",
        "How the authority's newer keys were introduced",
        "Statements of the kind `successor`, each signed by the key before, the oldest first.",
        Service.statements,
        {},
        ("statements",),
    ),
    Endpoint(
        "GET",
        "/v1/keys",
        "keys",
        "The authority's public keys",
        "The newest first: it signs for new games. The others go on signing for their own games.",
        Service.keys,
        {},
        ("keys",),
    ),
)
