"""What is signed depends on no name of the program.  Decision: docs/adr/0025."""

from collections.abc import Callable
from dataclasses import fields, make_dataclass
from typing import Annotated, get_args

import pytest

from engine.marks import INLINE, Tag, tags_of, wire
from pbem.dice.closing import Closing
from pbem.dice.protocol import DiceRequest, RollSpec
from pbem.motions.table import KINDS
from pbem.save.records import Written
from pbem.wire.shapes import kind_of, plain_of
from tests.support.paper_game import attack, invitation, started

SIGNED: tuple[type, ...] = (*get_args(Written), *KINDS, Closing, DiceRequest)


def declared(kind: str, made: type) -> type:
    """The class with a kind."""
    decorate: Callable[[type], type] = wire(kind)
    return decorate(made)


def test_every_class_that_is_signed_has_a_kind_of_its_own_and_tags() -> None:
    kinds = [kind_of(made) for made in SIGNED]
    assert all(kinds) and len(set(kinds)) == len(kinds)
    assert all(len(tags_of(made)) >= len(fields(made)) for made in SIGNED)


@pytest.mark.parametrize(
    "value",
    [invitation().genesis, attack(started()), attack(started()).spec],
    ids=lambda value: type(value).__name__,
)
def test_renaming_a_class_and_its_fields_changes_no_byte(value: object) -> None:
    made = type(value)
    entries = list(reversed(fields(made)))
    copy = make_dataclass("Other", [(f"other_{entry.name}", entry.type) for entry in entries])
    other = declared(kind_of(made), copy)(*(getattr(value, entry.name) for entry in entries))
    assert kind_of(type(other)) == kind_of(made)
    assert plain_of(other) == plain_of(value)


def test_the_seven_facts_of_a_roll_are_in_the_body_of_its_request() -> None:
    assert set(tags_of(RollSpec)) < set(tags_of(DiceRequest))
    assert len(tags_of(RollSpec)) == 7


def test_a_field_without_a_tag_or_with_that_of_another_is_refused() -> None:
    with pytest.raises(TypeError, match="needs one Tag"):
        declared("thing", make_dataclass("Thing", [("number", int)]))
    twice = [(name, Annotated[int, Tag("number")]) for name in ("one", "other")]
    with pytest.raises(TypeError, match="same tag"):
        declared("thing", make_dataclass("Thing", twice))
    inner = [("number", Annotated[int, Tag("count")]), ("spec", Annotated[RollSpec, INLINE])]
    with pytest.raises(TypeError, match="same tag"):
        declared("thing", make_dataclass("Thing", inner))


def test_a_class_without_a_kind_is_not_written() -> None:
    with pytest.raises(TypeError, match="no written form"):
        plain_of(Tag("number"))
