"""The record kinds of the log as types: bodies to dataclasses and back.

Shapes only: `pbem.save.step` decides whether a record may be where it is.

Source: docs/formats/save-v1.md, section "Records".
"""

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias, get_args

from engine.marks import Bounds, Items, OneOf, Size, Tag, wire
from engine.values import dataclass
from pbem.dice.agreement import Agreement
from pbem.dice.closing import Closing
from pbem.dice.protocol import DiceRequest
from pbem.save.consent_records import Absence, Note, RollAgain, Said
from pbem.save.kinds import GameMode, RecordKind
from pbem.text import quoted
from pbem.wire.canonical import Plain, decode
from pbem.wire.errors import NotASaveError
from pbem.wire.fields import (
    MAX_NAME,
    MAX_SEATS,
    MAX_SIGNED_COMMITMENT,
    DiceAddress,
    GameId,
    Hash,
    Name,
    Names,
    Time,
    wrong_shape,
)
from pbem.wire.pace import Pace
from pbem.wire.shapes import bytes_of, read_as
from pbem.wire.shapes import kind_of as kind_of_class

FORMAT = 1
MODES: Final[tuple[GameMode, ...]] = get_args(GameMode)
MAX_TITLE = 200
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

_Title: TypeAlias = Annotated[str, Size(MAX_TITLE, 1)]


@wire("")
@dataclass(frozen=True, slots=True)
class DiceOf:
    """A dice authority: "embedded", "rehearsal:<seed>" or a URL, and its signed commitment."""

    address: Annotated[DiceAddress, Tag("address")]
    commitment: Annotated[bytes, Tag("commitment"), Size(MAX_SIGNED_COMMITMENT)]


@wire("genesis")
@dataclass(frozen=True, slots=True)
class Genesis:
    """The set-up of a game, signed by the host.

    `game` 16 random bytes; `rules` the rules version; `mode` mail, hotseat or rehearsal;
    `scenario` the hash of its tree, `scenario_name` where to look for it; `options` a plain tree;
    `seats` nation -> player name, or None for a seat that anyone may take; `players` name -> public
    key, or None until they join; `dice` one authority or two; `pace` None for a game without one.
    """

    game: Annotated[GameId, Tag("game")]
    name: Annotated[_Title, Tag("name")]
    mode: Annotated[GameMode, Tag("mode"), OneOf(MODES)]
    rules: Annotated[Name, Tag("rules")]
    host: Annotated[Name, Tag("host")]
    host_key: Annotated[Hash, Tag("host_key")]
    scenario: Annotated[Hash, Tag("scenario")]
    scenario_name: Annotated[_Title, Tag("scenario_name")]
    options: Annotated[Mapping[str, Plain], Tag("options"), Items(MAX_OPTIONS)]
    seats: Annotated[Mapping[Name, Name | None], Tag("seats"), Items(MAX_SEATS, 1)]
    players: Annotated[Mapping[Name, Hash | None], Tag("players"), Items(MAX_SEATS)]
    dice: Annotated[tuple[DiceOf, ...], Tag("dice"), Items(2, 1)]
    pace: Annotated[Pace | None, Tag("pace")]
    time: Annotated[Time, Tag("time")]
    format: Annotated[int, Tag("format"), Bounds(FORMAT, FORMAT)] = FORMAT


@wire("join")
@dataclass(frozen=True, slots=True)
class Join:
    """A player takes their seats; `genesis` is the head of the genesis record, `key` their key."""

    genesis: Annotated[Hash, Tag("genesis")]
    player: Annotated[Name, Tag("player")]
    seats: Annotated[Names, Tag("seats")]
    key: Annotated[Hash, Tag("key")]
    random: Annotated[Hash, Tag("random")]
    time: Annotated[Time, Tag("time")]


@wire("start")
@dataclass(frozen=True, slots=True)
class Start:
    """The host starts the game; `joins` are the join hashes in log order."""

    prev: Annotated[Hash, Tag("prev")]
    joins: Annotated[tuple[Hash, ...], Tag("joins"), Items(MAX_SEATS)]
    random: Annotated[Hash, Tag("random")]
    time: Annotated[Time, Tag("time")]


@wire("orders")
@dataclass(frozen=True, slots=True)
class Orders:
    """A stretch of play by one nation; `actions` are plain values that only the engine reads."""

    prev: Annotated[Hash, Tag("prev")]
    nation: Annotated[Name, Tag("nation")]
    actions: Annotated[tuple[Plain, ...], Tag("actions"), Items(MAX_ACTIONS, 1)]


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice: what was requested, the seed that each authority opened, and what follows from both."""

    request: DiceRequest
    seeds: tuple[bytes, ...]
    dice: tuple[int, ...]


@wire("")
@dataclass(frozen=True, slots=True)
class End:
    """What a player says at the end of a turn: state digest, message, randomness, time.

    The signed body names only its hash, so no dice authority sees it.
    """

    digest: Annotated[Hash, Tag("digest")]
    message: Annotated[str, Tag("message"), Size(MAX_MESSAGE)]
    random: Annotated[GameId, Tag("random")]
    time: Annotated[Time, Tag("time")]

    def content(self) -> bytes:
        """Canonical bytes."""
        return bytes_of(self)


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

    prev: Annotated[Hash, Tag("prev")]
    nation: Annotated[Name, Tag("nation")]
    request: Annotated[bytes, Tag("request"), Size(MAX_SIGNED_REQUEST)]


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

ROLL: Final = "roll"
"""What a record is called whose body is a request for dice."""
START: Final = "start"
TURN_END: Final = "turn_end"
VOID: Final = "void"
_KINDS: Final[Mapping[RecordKind, type[Body]]] = {
    "genesis": Genesis,
    "join": Join,
    START: Start,
    "orders": Orders,
    "agreement": Agreement,
    "roll_again": RollAgain,
    "note": Note,
    "absence": Absence,
    ROLL: DiceRequest,
    VOID: Void,
    TURN_END: Closing,
}
_SIGNED: Final = {kind_of_class(made): kind for kind, made in _KINDS.items()}
"""By the kind in the body."""


def kind_of(value: Plain) -> RecordKind:
    """The record kind that a decoded body names.

    Raises NotASaveError `wrong-shape` if it names none and `unknown-record-kind` if v1 has no such
    kind: what cannot be understood cannot be verified, so it is never skipped.
    """
    kind = value.get("kind") if isinstance(value, Mapping) else None
    if not isinstance(kind, str):
        raise wrong_shape("the record", "names no kind")
    if kind not in _SIGNED:
        known = "reserved" if kind in RESERVED else "unknown"
        raise NotASaveError(
            "unknown-record-kind",
            f"it is of the {known} kind {quoted(kind[:MAX_NAME])}, which this version cannot check",
            "Update pbem, then open the save again.",
        )
    return _SIGNED[kind]


def signed_as(kind: RecordKind) -> str:
    """The kind in the body of a record of a kind, under which it is signed."""
    return kind_of_class(_KINDS[kind])


def parse_body(kind: RecordKind, value: Plain) -> Body:
    """The typed content of a decoded body; raises NotASaveError."""
    if kind == "genesis":
        _check_format(value)
    return read_as(_KINDS[kind], value, kind)


def body_of(record: Written | Void) -> tuple[RecordKind, bytes]:
    """Kind and canonical body of a record that this program writes."""
    return _SIGNED[kind_of_class(type(record))], bytes_of(record)


def read_content(content: bytes) -> End:
    """What a turn's end says, from its bytes; NotASaveError."""
    if len(content) > MAX_CONTENT:
        raise wrong_shape("turn_end.content", f"is larger than {MAX_CONTENT} bytes")
    return read_as(End, decode(content), "turn_end.content")


def _check_format(value: Plain) -> None:
    """A later format may have other fields, so its number is checked before them."""
    number = value.get("format") if isinstance(value, Mapping) else None
    if isinstance(number, int) and not isinstance(number, bool) and number != FORMAT:
        raise NotASaveError(
            "unknown-version",
            f"it has log format {number}, and this version knows only {FORMAT}",
            "Update pbem, then open the save again.",
        )
