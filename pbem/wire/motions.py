"""What a proposal can be about, and who has to consent to it.

What each does to a log is in `pbem.save.agreement_checks`; to the seats that a dice authority
knows, in `pbem.dice.seating`.

Source: docs/formats/consent-v1.md.
"""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from engine.marks import SORTED, Bounds, Items, Size, Such, Tag, wire
from engine.values import dataclass
from pbem.wire.address import is_dice_address
from pbem.wire.canonical import Plain
from pbem.wire.fields import Hash, Name
from pbem.wire.shapes import kind_of

MAX_CHANGES = 1_000
MAX_SEATS = 64
MAX_UNTIL = 100_000
MAX_RECORD = 99_999
MAX_ROLLS = 1_048_576
MAX_LOST = 1_000
"""So many rolls may be lost at once."""
MAX_ADDRESS = 200
MAX_SIGNED_COMMITMENT = 2_048

Names: TypeAlias = Annotated[tuple[Name, ...], Items(MAX_SEATS, 1), SORTED]
DiceAddress: TypeAlias = Annotated[
    str, Size(MAX_ADDRESS, 1), Such(is_dice_address, "the address of a dice authority")
]


@wire("edit")
@dataclass(frozen=True, slots=True)
class Edit:
    """Changes of the board by hand; `changes` are plain values that only the engine reads."""

    changes: Annotated[tuple[Plain, ...], Tag("changes"), Items(MAX_CHANGES, 1)]


@wire("take_back")
@dataclass(frozen=True, slots=True)
class TakeBack:
    """The game goes on after record number `record`, where the head is `to` (32 bytes)."""

    record: Annotated[int, Tag("record"), Bounds(0, MAX_RECORD)]
    to: Annotated[Hash, Tag("to")]


@wire("draw")
@dataclass(frozen=True, slots=True)
class Draw:
    """The game ends without a winner."""


@wire("surrender")
@dataclass(frozen=True, slots=True)
class Surrender:
    """A side gives up; `nations` are all of its nations, sorted."""

    nations: Annotated[Names, Tag("nations")]


@wire("forfeit")
@dataclass(frozen=True, slots=True)
class Forfeit:
    """A side has lost because the player who holds a seat of it under `old` let their time pass.

    `nations` are all of its nations, sorted.
    """

    nations: Annotated[Names, Tag("nations")]
    old: Annotated[Hash, Tag("old")]


@wire("substitution")
@dataclass(frozen=True, slots=True)
class Substitution:
    """`player` takes `seats` under `key` from whoever holds them under `old`.

    `absent`: the old holder is not asked, the host is.
    """

    seats: Annotated[Names, Tag("seats")]
    old: Annotated[Hash, Tag("old")]
    player: Annotated[Name, Tag("player")]
    key: Annotated[Hash, Tag("key")]
    absent: Annotated[bool, Tag("absent")]


@wire("key_change")
@dataclass(frozen=True, slots=True)
class KeyChange:
    """`key` takes the place of `old`; `lost`: the old key cannot sign any more."""

    old: Annotated[Hash, Tag("old")]
    key: Annotated[Hash, Tag("key")]
    lost: Annotated[bool, Tag("lost")]


@wire("new_dice")
@dataclass(frozen=True, slots=True)
class NewDice:
    """Another dice authority takes the place of number `which` (0 or 1) from the next roll on.

    `address` where it is, `commitment` what it has signed for the rest of the game.
    """

    which: Annotated[int, Tag("which"), Bounds(0, 1)]
    address: Annotated[DiceAddress, Tag("address")]
    commitment: Annotated[bytes, Tag("commitment"), Size(MAX_SIGNED_COMMITMENT)]


@wire("void_roll")
@dataclass(frozen=True, slots=True)
class LostRoll:
    """The rolls from the next one to number `index` were answered for positions that are lost.

    They may be declared void.
    """

    index: Annotated[int, Tag("index"), Bounds(1, MAX_ROLLS)]


@wire("void_turn")
@dataclass(frozen=True, slots=True)
class LostTurn:
    """Turn number `turn` was closed for an end that is lost; its number is left out."""

    turn: Annotated[int, Tag("turn"), Bounds(1, MAX_UNTIL)]


Motion: TypeAlias = (
    Edit
    | TakeBack
    | Draw
    | Surrender
    | Forfeit
    | Substitution
    | KeyChange
    | NewDice
    | LostRoll
    | LostTurn
)
AboutDice: TypeAlias = NewDice | LostRoll | LostTurn
"""Agreed on even when a turn is over with its end unsigned, since it is dice that hold it up."""


def must_consent(motion: Motion, holders: Mapping[str, bytes], host: bytes) -> tuple[bytes, ...]:
    """The keys without whose consent nothing happens, each once.

    `holders`: key by seat; `host`: the host's key.
    """
    players = dict.fromkeys(holders.values())
    match motion:
        case Surrender():
            keys = [holders[nation] for nation in motion.nations if nation in holders]
        case Forfeit():
            keys = [key for key in players if key != motion.old]
        case Substitution(absent=False):
            keys = [*players, motion.key]
        case KeyChange(lost=False):
            keys = [motion.old, motion.key]
        case Substitution() | KeyChange():
            keys = [key for key in (*players, host) if key != motion.old] + [motion.key]
        case _:
            keys = [*players]
    return tuple(dict.fromkeys(keys))


def puts_out(motion: Motion) -> bytes | None:
    """The key whose holder loses by an agreement that they have not signed; None for any other."""
    match motion:
        case Forfeit() | Substitution(absent=True) | KeyChange(lost=True):
            return motion.old
    return None


def kind_of_motion(motion: Motion) -> str:
    """The word for it in the format: "edit", "take_back" and so on."""
    return kind_of(type(motion))
