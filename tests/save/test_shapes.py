"""Whatever is signed is read within the bounds at its fields, and refused beyond.

Decision: docs/adr/0089.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Annotated, cast, get_args

import pytest

from engine.marks import SORTED, Bounds, Items, OneOf, Size, Tag, layout_of, said_of, wire
from engine.values import dataclass
from pbem.dice.agreement import Agreement
from pbem.dice.closing import ClosedReceipt, Closing
from pbem.dice.log_head import LogHead
from pbem.dice.protocol import Commitment, DiceRequest, Receipt, RollSpec
from pbem.dice.seating import SeatList
from pbem.dice.statements import Statement
from pbem.dice.turn_state import Here, Seated, TurnState
from pbem.motions.consent import Consent, Proposal
from pbem.motions.draw import Draw
from pbem.motions.edit import Edit
from pbem.motions.forfeit import Forfeit
from pbem.motions.key_change import KeyChange
from pbem.motions.lost_roll import LostRoll
from pbem.motions.lost_turn import LostTurn
from pbem.motions.motion import Motion
from pbem.motions.new_dice import NewDice
from pbem.motions.player_and_dice import PlayerAndDice
from pbem.motions.substitution import Substitution
from pbem.motions.surrender import Surrender
from pbem.motions.take_back import TakeBack
from pbem.motions.withdrawal import Withdrawal
from pbem.save.cards import Card
from pbem.save.consent_records import Absence, Note, RollAgain
from pbem.save.records import DiceOf, End, Genesis, Join, Orders, Start, Void
from pbem.wire.canonical import Plain, decode
from pbem.wire.errors import NotASaveError
from pbem.wire.pace import Pace
from pbem.wire.shapes import bytes_of, kind_of, plain_of, read_as

GAME, HASH, KEY = bytes(16), bytes(32), bytes([9]) * 32
SPEC = RollSpec("combat", "Poland", 1, "fire", "attacker", 3, 6)
MOTIONS: tuple[Motion, ...] = (
    Edit(("x",)),
    TakeBack(1, HASH),
    Draw(),
    Surrender(("Germans",)),
    Forfeit(("Germans",), HASH),
    Substitution(("Germans",), HASH, "Ann", KEY, absent=True),
    KeyChange(HASH, KEY, lost=False),
    NewDice(0, "embedded", b"x", 7),
    PlayerAndDice(("Germans",), HASH, "Ann", KEY, 0, "embedded", b"x", 7),
    LostRoll(1),
    LostTurn(1),
    Withdrawal(HASH, KEY),
)
VALUES: tuple[object, ...] = (
    Genesis(
        game=GAME,
        name="A game",
        mode="mail",
        rules="1",
        host="Ann",
        host_key=KEY,
        scenario=HASH,
        scenario_name="big",
        options={"low_luck": True},
        seats={"Germans": "Ann", "Russians": None},
        players={"Ann": KEY, "Ben": None},
        dice=(DiceOf("embedded", b"x"),),
        pace=Pace(hours=72),
        time=1,
    ),
    Join(HASH, "Ann", ("Germans", "Japanese"), KEY, HASH, 1),
    Start(HASH, (HASH,), HASH, 1),
    Orders(HASH, "Germans", (["move"],)),
    Void(HASH, "Germans", b"x"),
    End(HASH, "Hello", GAME, 1),
    Agreement(HASH, b"x", (b"y",), 1, (b"z",), (b"s",)),
    RollAgain(HASH, "Germans", 3),
    Note(HASH, "Germans", "Poland", "Here", 1),
    Absence(HASH, "Germans", 0, 86_400, "Away", 1),
    DiceRequest(GAME, 1, HASH, "Germans", SPEC),
    Receipt(HASH, HASH, 1),
    Commitment(GAME, KEY, HASH, 100, "committed", 1, 1, HASH),
    Closing(GAME, HASH, 1, "Germans", 1, HASH, HASH),
    ClosedReceipt(HASH, HASH, 1),
    Statement(HASH, KEY, 1, 1),
    LogHead(GAME, 1, HASH, 1),
    SeatList(GAME, HASH, {"Germans": KEY}, 1),
    TurnState(GAME, "Germans", 1, 1, 1, 1, ((HASH, 1),), 1, ((1, 2),)),
    Seated(GAME, HASH, 1),
    Here(GAME, "Germans", HASH),
    Card("Ann", "ann@example.org", KEY, 1),
    Consent(GAME, HASH, 1),
    Pace(hours=72),
    *(Proposal(GAME, HASH, GAME, motion, 1, "Yes", 1) for motion in MOTIONS),
    *MOTIONS,
)


def name_of(value: object) -> str:
    return type(value).__name__


def read_back(value: object, changes: Mapping[str, object] = {}) -> object:
    """The value out of its own bytes, some of its fields changed."""
    body = {**cast("dict[str, Plain]", decode(bytes_of(value))), **changes}
    return read_as(type(value), cast("Plain", dict(sorted(body.items()))), name_of(value))


@pytest.mark.parametrize("value", VALUES, ids=name_of)
def test_what_is_written_is_read_back(value: object) -> None:
    assert read_back(value) == value


@pytest.mark.parametrize("value", VALUES, ids=name_of)
def test_a_field_too_many_or_too_few_is_refused(value: object) -> None:
    with pytest.raises(NotASaveError, match="missing or unknown"):
        read_back(value, {"zzz": 1})
    first = min(plain_of(value), default="")
    body = {name: entry for name, entry in plain_of(value).items() if name != first}
    if first:
        with pytest.raises(NotASaveError, match="missing or unknown"):
            read_as(type(value), cast("Plain", dict(sorted(body.items()))), "it")
    with pytest.raises(NotASaveError, match="is not a map"):
        read_as(type(value), [], "it")


def wrong_for(hint: object, value: object) -> Iterator[object]:
    """Values just beyond what the marks of a field allow, and of other types."""
    bare, marks = said_of(hint)
    inner = [part for part in get_args(bare) if part is not type(None)]
    if type(None) in get_args(bare):
        yield from wrong_for(inner[0], value)
        return
    if bare is object:
        return
    yield from (1.5, "x" if isinstance(value, Mapping) else {"no": "such"})
    for mark in marks:
        match mark:
            case Bounds(low, high):
                yield from (low - 1, high + 1, bool(low), "1")
            case Size(most, least) if isinstance(value, bytes):
                yield from (bytes(most + 1), *([bytes(least - 1)] if least else []), "text")
            case Size(most, least):
                yield from ("e" * (most + 1), "é" * (most // 2 + 1), *([""] if least else []), b"x")
            case Items(most, least) if isinstance(value, Mapping):
                yield from ([{}] if least else [])
            case Items(most, least):
                yield from ([*cast("tuple[object]", value)] * (most + 1), *([[]] if least else []))
            case OneOf():
                yield from ("other", b"committed")
            case _ if mark is SORTED:
                yield [*cast("tuple[object]", value)] * 2
    if bare is bool:
        yield from (0, 1, None)


@pytest.mark.parametrize("value", VALUES, ids=name_of)
def test_each_bound_of_each_field_is_kept(value: object) -> None:
    layout = layout_of(type(value))
    assert layout is not None
    tags = dict(layout.fields)
    for entry in fields(cast("Pace", value)):
        tag = tags.get(entry.name)
        for wrong in wrong_for(entry.type, getattr(value, entry.name)) if tag else ():
            with pytest.raises(NotASaveError) as error:
                read_back(value, {str(tag): wrong})
            assert error.value.code == "wrong-shape"
            assert f"{name_of(value)}.{tag}" in error.value.reason, (tag, wrong)


def test_every_kind_of_record_proposal_and_answer_is_tried() -> None:
    tried = {kind_of(type(value)) for value in VALUES} - {""}
    assert len(tried) == 35


def test_what_has_no_bound_cannot_be_read() -> None:
    @wire("free")
    @dataclass(frozen=True, slots=True)
    class Free:
        words: Annotated[str, Tag("words")]

    @wire("named")
    @dataclass(frozen=True, slots=True)
    class Named:
        counts: Annotated[Mapping[str, Annotated[int, Bounds(0, 1)]], Tag("counts"), Items(1)]

    with pytest.raises(TypeError, match="needs Size"):
        read_as(Free, {"kind": "free", "words": ""})
    with pytest.raises(TypeError, match="needs Size"):
        read_as(Named, {"counts": {"a": 2}, "kind": "named"})
