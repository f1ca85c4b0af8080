"""What a proposal can be about, and who has to consent to it.

What each does to a log is in `pbem.save.agreement_checks`; to the seats that a dice authority
knows, in `pbem.dice.seating`.

Source: docs/formats/consent-v1.md.
"""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from engine.values import dataclass
from pbem.wire.address import is_dice_address
from pbem.wire.canonical import Plain
from pbem.wire.fields import Fields, as_text, wrong_shape
from pbem.wire.tags import Tag, kind_of, tagged, tags_of, wire

MAX_CHANGES = 1_000
MAX_SEATS = 64
MAX_NAME = 64
MAX_UNTIL = 100_000
MAX_RECORD = 99_999
MAX_ROLLS = 1_048_576
MAX_LOST = 1_000
"""So many rolls may be lost at once."""
MAX_ADDRESS = 200
MAX_SIGNED_COMMITMENT = 2_048


@wire("edit")
@dataclass(frozen=True, slots=True)
class Edit:
    """Changes of the board by hand; `changes` are plain values that only the engine reads."""

    changes: Annotated[tuple[Plain, ...], Tag("changes")]


@wire("take_back")
@dataclass(frozen=True, slots=True)
class TakeBack:
    """The game goes on after record number `record`, where the head is `to` (32 bytes)."""

    record: Annotated[int, Tag("record")]
    to: Annotated[bytes, Tag("to")]


@wire("draw")
@dataclass(frozen=True, slots=True)
class Draw:
    """The game ends without a winner."""


@wire("surrender")
@dataclass(frozen=True, slots=True)
class Surrender:
    """A side gives up; `nations` are all of its nations, sorted."""

    nations: Annotated[tuple[str, ...], Tag("nations")]


@wire("forfeit")
@dataclass(frozen=True, slots=True)
class Forfeit:
    """A side has lost because the player who holds a seat of it under `old` let their time pass.

    `nations` are all of its nations, sorted.
    """

    nations: Annotated[tuple[str, ...], Tag("nations")]
    old: Annotated[bytes, Tag("old")]


@wire("substitution")
@dataclass(frozen=True, slots=True)
class Substitution:
    """`player` takes `seats` under `key` from whoever holds them under `old`.

    `absent`: the old holder is not asked, the host is.
    """

    seats: Annotated[tuple[str, ...], Tag("seats")]
    old: Annotated[bytes, Tag("old")]
    player: Annotated[str, Tag("player")]
    key: Annotated[bytes, Tag("key")]
    absent: Annotated[bool, Tag("absent")]


@wire("key_change")
@dataclass(frozen=True, slots=True)
class KeyChange:
    """`key` takes the place of `old`; `lost`: the old key cannot sign any more."""

    old: Annotated[bytes, Tag("old")]
    key: Annotated[bytes, Tag("key")]
    lost: Annotated[bool, Tag("lost")]


@wire("new_dice")
@dataclass(frozen=True, slots=True)
class NewDice:
    """Another dice authority takes the place of number `which` (0 or 1) from the next roll on.

    `address` where it is, `commitment` what it has signed for the rest of the game.
    """

    which: Annotated[int, Tag("which")]
    address: Annotated[str, Tag("address")]
    commitment: Annotated[bytes, Tag("commitment")]


@wire("void_roll")
@dataclass(frozen=True, slots=True)
class LostRoll:
    """The rolls from the next one to number `index` were answered for positions that are lost.

    They may be declared void.
    """

    index: Annotated[int, Tag("index")]


@wire("void_turn")
@dataclass(frozen=True, slots=True)
class LostTurn:
    """Turn number `turn` was closed for an end that is lost; its number is left out."""

    turn: Annotated[int, Tag("turn")]


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


def plain_motion(motion: Motion) -> dict[str, object]:
    """What a proposal says of it."""
    return {**tagged(motion), "kind": kind_of_motion(motion)}


_KINDS: Mapping[str, type[Motion]] = {
    kind_of(made): made
    for made in (
        Edit,
        TakeBack,
        Draw,
        Surrender,
        Forfeit,
        Substitution,
        KeyChange,
        NewDice,
        LostRoll,
        LostTurn,
    )
}


def kind_of_motion(motion: Motion) -> str:
    """The word for it in the format: "edit", "take_back" and so on."""
    return kind_of(type(motion))


def parse_motion(value: Plain) -> Motion:
    """A motion as a proposal says it; NotASaveError `wrong-shape`."""
    kind = value.get("kind") if isinstance(value, Mapping) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise wrong_shape("proposal.what", "is of no known kind")
    fields = Fields(value, f"proposal.{kind}", ("kind", *tags_of(_KINDS[kind])))
    match kind:
        case "edit":
            return Edit(tuple(fields.items("changes", 1, MAX_CHANGES)))
        case "take_back":
            return TakeBack(fields.integer("record", 0, MAX_RECORD), fields.data("to", 32))
        case "surrender":
            return Surrender(_names(fields, "nations"))
        case "forfeit":
            return Forfeit(_names(fields, "nations"), fields.data("old", 32))
        case "substitution":
            return Substitution(
                seats=_names(fields, "seats"),
                old=fields.data("old", 32),
                player=fields.text("player", 1, MAX_NAME),
                key=fields.data("key", 32),
                absent=_flag(fields, "absent"),
            )
        case "key_change":
            return KeyChange(fields.data("old", 32), fields.data("key", 32), _flag(fields, "lost"))
        case "new_dice":
            return _new_dice(fields)
        case "void_roll":
            return LostRoll(fields.integer("index", 1, MAX_ROLLS))
        case "void_turn":
            return LostTurn(fields.integer("turn", 1, MAX_UNTIL))
    return Draw()


def _new_dice(fields: Fields) -> NewDice:
    address = fields.text("address", 1, MAX_ADDRESS)
    if not is_dice_address(address):
        raise wrong_shape("proposal.address", "is not the address of a dice authority")
    which = fields.integer("which", 0, 1)
    return NewDice(which, address, fields.blob("commitment", MAX_SIGNED_COMMITMENT))


def _names(fields: Fields, name: str) -> tuple[str, ...]:
    items = fields.items(name, 1, MAX_SEATS)
    names = tuple(as_text(item, f"proposal.{name}", 1, MAX_NAME) for item in items)
    if list(names) != sorted(set(names)):
        raise wrong_shape(f"proposal.{name}", "is not sorted or names a seat twice")
    return names


def _flag(fields: Fields, name: str) -> bool:
    value = fields.get(name)
    if not isinstance(value, bool):
        raise wrong_shape(f"proposal.{name}", "is not true or false")
    return value
