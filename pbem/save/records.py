"""The record kinds of the log as types: bodies to dataclasses and back.

Shapes only: `pbem.save.step` decides whether a record may be where it is.

Source: docs/formats/save-v1.md, section "Records".
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, TypeAlias

from engine.values import dataclass
from pbem.dice.closing import Closing, read_closing
from pbem.dice.protocol import DiceRequest, read_request
from pbem.save.consent_records import (
    CONSENT_KINDS,
    Said,
    parse_consent_record,
)
from pbem.text import quoted
from pbem.wire.address import is_dice_address
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.errors import NotASaveError
from pbem.wire.fields import Fields, as_text, wrong_shape
from pbem.wire.pace import Pace, read_pace
from pbem.wire.tags import Tag, tagged, tags_of, wire
from pbem.wire.tags import kind_of as kind_of_class

FORMAT = 1
MODES = ("hotseat", "mail", "rehearsal")
MAX_NAME = 64
MAX_TITLE = 200
MAX_SEATS = 64
MAX_ACTIONS = 5_000
MAX_MESSAGE = 16_384
MAX_CONTENT = 16_640
MAX_OPTIONS = 500
MAX_SIGNED_REQUEST = 4_352
RESERVED = (
    "standing_orders",
    "sealed",
    "reveal",
)


@wire("")
@dataclass(frozen=True, slots=True)
class DiceOf:
    """A dice authority: "embedded", "rehearsal:<seed>" or a URL, and its signed commitment."""

    address: Annotated[str, Tag("address")]
    commitment: Annotated[bytes, Tag("commitment")]


@wire("genesis")
@dataclass(frozen=True, slots=True)
class Genesis:
    """The set-up of a game, signed by the host.

    `game` 16 random bytes; `rules` the rules version; `mode` mail, hotseat or rehearsal;
    `scenario` the hash of its tree, `scenario_name` where to look for it; `options` a plain tree;
    `seats` nation -> player name, or None for a seat that anyone may take; `players` name -> public
    key, or None until they join; `dice` one authority or two; `pace` None for a game without one.
    """

    game: Annotated[bytes, Tag("game")]
    name: Annotated[str, Tag("name")]
    mode: Annotated[str, Tag("mode")]
    rules: Annotated[str, Tag("rules")]
    host: Annotated[str, Tag("host")]
    host_key: Annotated[bytes, Tag("host_key")]
    scenario: Annotated[bytes, Tag("scenario")]
    scenario_name: Annotated[str, Tag("scenario_name")]
    options: Annotated[Mapping[str, Plain], Tag("options")]
    seats: Annotated[Mapping[str, str | None], Tag("seats")]
    players: Annotated[Mapping[str, bytes | None], Tag("players")]
    dice: Annotated[tuple[DiceOf, ...], Tag("dice")]
    pace: Annotated[Pace | None, Tag("pace")]
    time: Annotated[int, Tag("time")]


@wire("join")
@dataclass(frozen=True, slots=True)
class Join:
    """A player takes their seats; `genesis` is the head of the genesis record, `key` their key."""

    genesis: Annotated[bytes, Tag("genesis")]
    player: Annotated[str, Tag("player")]
    seats: Annotated[tuple[str, ...], Tag("seats")]
    key: Annotated[bytes, Tag("key")]
    random: Annotated[bytes, Tag("random")]
    time: Annotated[int, Tag("time")]


@wire("start")
@dataclass(frozen=True, slots=True)
class Start:
    """The host starts the game; `joins` are the join hashes in log order."""

    prev: Annotated[bytes, Tag("prev")]
    joins: Annotated[tuple[bytes, ...], Tag("joins")]
    random: Annotated[bytes, Tag("random")]
    time: Annotated[int, Tag("time")]


@wire("orders")
@dataclass(frozen=True, slots=True)
class Orders:
    """A stretch of play by one nation; `actions` are plain values that only the engine reads."""

    prev: Annotated[bytes, Tag("prev")]
    nation: Annotated[str, Tag("nation")]
    actions: Annotated[tuple[Plain, ...], Tag("actions")]


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice: what was requested, the seed that each authority opened, and what follows from both."""

    request: DiceRequest
    seeds: tuple[bytes, ...]
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class End:
    """What a player says at the end of a turn: state digest (32 bytes), message, randomness, time.

    The signed body names only its hash, so no dice authority sees it.
    """

    digest: bytes
    message: str
    random: bytes
    time: int

    def content(self) -> bytes:
        """Canonical bytes."""
        return encode(
            {
                "digest": self.digest,
                "message": self.message,
                "random": self.random,
                "time": self.time,
            }
        )


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """A nation hands over: the signed closing request, and what it is the hash of."""

    closing: Closing
    end: End

    @property
    def nation(self) -> str:
        """Whose turn ends."""
        return self.closing.nation


@wire("void")
@dataclass(frozen=True, slots=True)
class Void:
    """A number of a roll that somebody used up out of turn, as the player to move signs it.

    `nation` whose turn it is; `request` the signed request that the dice authorities answered.
    """

    prev: Annotated[bytes, Tag("prev")]
    nation: Annotated[str, Tag("nation")]
    request: Annotated[bytes, Tag("request")]


@dataclass(frozen=True, slots=True)
class VoidRoll:
    """A void record in the log: what was requested, by which key, and the seeds that it opened.

    `body` is that of the request.
    """

    void: Void
    request: DiceRequest
    body: bytes
    asker: bytes
    seeds: tuple[bytes, ...]


Written: TypeAlias = Genesis | Join | Start | Orders | Said
"""Records to which nobody else adds anything."""

Body: TypeAlias = Written | Void | DiceRequest | Closing
"""What the body of a record can be."""

Record: TypeAlias = Written | Roll | VoidRoll | TurnEnd

ROLL = "roll"
"""What a record is called whose body is a request for dice."""
START = kind_of_class(Start)
TURN_END = kind_of_class(Closing)
VOID = kind_of_class(Void)
_REQUEST = kind_of_class(DiceRequest)
_KINDS = (
    *map(kind_of_class, (Genesis, Join, Start, Orders)),
    _REQUEST,
    VOID,
    TURN_END,
    *CONSENT_KINDS,
)


def kind_of(value: Plain) -> str:
    """The record kind that a decoded body names.

    Raises NotASaveError `wrong-shape` if it names none and `unknown-record-kind` if v1 has no such
    kind: what cannot be understood cannot be verified, so it is never skipped.
    """
    kind = value.get("kind") if isinstance(value, Mapping) else None
    if not isinstance(kind, str):
        raise wrong_shape("the record", "names no kind")
    if kind not in _KINDS:
        known = "reserved" if kind in RESERVED else "unknown"
        raise NotASaveError(
            "unknown-record-kind",
            f"it is of the {known} kind {quoted(kind[:MAX_NAME])}, which this version cannot check",
            "Update pbem, then open the save again.",
        )
    return ROLL if kind == _REQUEST else kind


def signed_as(kind: str) -> str:
    """The kind in the body of a record of a kind, under which it is signed."""
    return _REQUEST if kind == ROLL else kind


def parse_body(kind: str, value: Plain) -> Body:
    """The typed content of a decoded body; raises NotASaveError."""
    if kind in CONSENT_KINDS:
        return parse_consent_record(kind, value)
    return _READERS[kind](value)


def body_of(record: Written | Void) -> tuple[str, bytes]:
    """Kind and canonical body of a record that this program writes."""
    kind = kind_of_class(type(record))
    extra: dict[str, object] = {}
    if isinstance(record, Genesis):
        pace = record.pace and tagged(record.pace)
        extra = {"format": FORMAT, "dice": [tagged(one) for one in record.dice], "pace": pace}
    return kind, encode({**tagged(record), **extra, "kind": kind})


def read_content(content: bytes) -> End:
    """What a turn's end says, from its bytes; NotASaveError."""
    if len(content) > MAX_CONTENT:
        raise wrong_shape("turn_end.content", f"is larger than {MAX_CONTENT} bytes")
    fields = Fields(decode(content), "turn_end.content", ("digest", "message", "random", "time"))
    return End(
        digest=fields.data("digest", 32),
        message=fields.text("message", 0, MAX_MESSAGE),
        random=fields.data("random", 16),
        time=fields.time(),
    )


def _genesis(value: Plain) -> Genesis:
    _check_format(value)
    fields = Fields(value, "genesis", ("kind", "format", *tags_of(Genesis)))
    fields.integer("format", FORMAT, FORMAT)
    seats: dict[str, str | None] = {}
    for nation, player in fields.mapping("seats", 1, MAX_SEATS).items():
        as_text(nation, "genesis.seats", 1, MAX_NAME)
        seats[nation] = None if player is None else as_text(player, "genesis.seats", 1, MAX_NAME)
    players: dict[str, bytes | None] = {}
    for name, key in fields.mapping("players", 0, MAX_SEATS).items():
        as_text(name, "genesis.players", 1, MAX_NAME)
        if key is not None and not (isinstance(key, bytes) and len(key) == 32):
            raise wrong_shape("genesis.players", "holds a key that is neither 32 bytes nor nil")
        players[name] = key
    return Genesis(
        game=fields.data("game", 16),
        name=fields.text("name", 1, MAX_TITLE),
        mode=fields.choice("mode", MODES),
        rules=fields.text("rules", 1, MAX_NAME),
        host=fields.text("host", 1, MAX_NAME),
        host_key=fields.data("host_key", 32),
        scenario=fields.data("scenario", 32),
        scenario_name=fields.text("scenario_name", 1, MAX_TITLE),
        options=fields.mapping("options", 0, MAX_OPTIONS),
        seats=seats,
        players=players,
        dice=tuple(_dice(item) for item in fields.items("dice", 1, 2)),
        pace=read_pace(fields.get("pace"), "genesis.pace"),
        time=fields.time(),
    )


def _dice(value: Plain) -> DiceOf:
    fields = Fields(value, "genesis.dice", tags_of(DiceOf))
    address = fields.text("address", 1, MAX_TITLE)
    if not is_dice_address(address):
        raise wrong_shape("genesis.dice.address", "is not the address of a dice authority")
    return DiceOf(address, fields.blob("commitment", 2_048))


def _check_format(value: Plain) -> None:
    """A later format may have other fields, so its number is checked before them."""
    number = value.get("format") if isinstance(value, Mapping) else None
    if isinstance(number, int) and not isinstance(number, bool) and number != FORMAT:
        raise NotASaveError(
            "unknown-version",
            f"it has log format {number}, and this version knows only {FORMAT}",
            "Update pbem, then open the save again.",
        )


def _join(value: Plain) -> Join:
    fields = Fields(value, "join", ("kind", *tags_of(Join)))
    items = fields.items("seats", 1, MAX_SEATS)
    seats = tuple(as_text(item, "join.seats", 1, MAX_NAME) for item in items)
    if list(seats) != sorted(set(seats)):
        raise wrong_shape("join.seats", "is not sorted or names a seat twice")
    return Join(
        genesis=fields.data("genesis", 32),
        player=fields.text("player", 1, MAX_NAME),
        seats=seats,
        key=fields.data("key", 32),
        random=fields.data("random", 32),
        time=fields.time(),
    )


def _start(value: Plain) -> Start:
    fields = Fields(value, "start", ("kind", *tags_of(Start)))
    joins: list[bytes] = []
    for item in fields.items("joins", 0, MAX_SEATS):
        if not isinstance(item, bytes) or len(item) != 32:
            raise wrong_shape("start.joins", "holds something other than 32 bytes")
        joins.append(item)
    return Start(fields.data("prev", 32), tuple(joins), fields.data("random", 32), fields.time())


def _orders(value: Plain) -> Orders:
    fields = Fields(value, "orders", ("kind", *tags_of(Orders)))
    actions: Sequence[Plain] = fields.items("actions", 1, MAX_ACTIONS)
    return Orders(fields.data("prev", 32), fields.text("nation", 1, MAX_NAME), tuple(actions))


def _void(value: Plain) -> Void:
    fields = Fields(value, "void", ("kind", *tags_of(Void)))
    return Void(
        prev=fields.data("prev", 32),
        nation=fields.text("nation", 1, MAX_NAME),
        request=fields.blob("request", MAX_SIGNED_REQUEST),
    )


_READERS: Mapping[str, Callable[[Plain], Body]] = {
    "genesis": _genesis,
    "join": _join,
    "start": _start,
    "orders": _orders,
    ROLL: read_request,
    VOID: _void,
    TURN_END: read_closing,
}
