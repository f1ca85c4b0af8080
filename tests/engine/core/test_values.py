"""What `engine.values` makes keeps the contract of a dataclass.  Decision: docs/adr/0030."""

import copy
import dataclasses
import pickle
from collections.abc import Mapping

import pytest

from engine.values import dataclass, field, replace, with_value


@dataclass(frozen=True, slots=True)
class Quick:
    """Made here."""

    name: str
    number: int = 3
    table: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Longer(Quick):
    """Made here, from one that was."""

    more: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Plain:
    """Made by the standard library."""

    name: str
    number: int = 3
    table: Mapping[str, int] = dataclasses.field(default_factory=dict)


def facts(kind: type) -> list[tuple[object, ...]]:
    """What the standard library says about the fields."""
    assert dataclasses.is_dataclass(kind)
    return [
        (one.name, one.type, one.default, one.default_factory, one.init, one.compare)
        for one in dataclasses.fields(kind)
    ]


def test_the_fields_are_those_of_the_standard_library() -> None:
    assert facts(Quick) == facts(Plain)
    assert [one.name for one in dataclasses.fields(Longer)] == ["name", "number", "table", "more"]
    assert dataclasses.asdict(Quick("a")) == dataclasses.asdict(Plain("a"))


def test_values_are_equal_by_class_and_fields() -> None:
    assert Quick("a") == Quick("a", 3, {})
    assert Quick("a") != Quick("b")
    assert Quick("a") != Longer("a")
    assert (repr(Quick("a")), Quick.__match_args__) == (
        repr(Plain("a")).replace("Plain", "Quick"),
        Plain.__match_args__,
    )
    with pytest.raises(TypeError, match="unhashable"):
        hash(Quick("a"))


def test_values_do_not_share_what_a_factory_makes() -> None:
    assert Quick("a").table is not Quick("a").table


def test_a_value_cannot_be_changed() -> None:
    value = Quick("a")
    for name in ("number", "other"):
        with pytest.raises(AttributeError):
            setattr(value, name, 4)
    with pytest.raises(AttributeError):
        del value.number
    assert not hasattr(value, "__dict__")


def test_a_wrong_field_is_refused() -> None:
    with pytest.raises(TypeError):
        Quick()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Quick("a", other=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        replace(Quick("a"), other=1)  # type: ignore[call-arg]


@pytest.mark.parametrize("value", [Quick("a"), Plain("a")])
def test_replaced_and_copied(value: Quick | Plain) -> None:
    changed = replace(value, number=4)
    assert (changed.number, value.number, type(changed)) == (4, 3, type(value))
    assert changed == dataclasses.replace(value, number=4) == with_value(value, "number", 4)
    assert copy.copy(value) == pickle.loads(pickle.dumps(value)) == value


def test_metadata_of_a_field_is_in_its_table() -> None:
    @dataclass(frozen=True, slots=True)
    class Switch:
        on: bool = field(default=True, metadata={"source": "B1"})
        names: tuple[str, ...] = field(default_factory=tuple, metadata={"source": "B2"})

    assert Switch() == Switch(True, ())
    assert [one.metadata["source"] for one in dataclasses.fields(Switch)] == ["B1", "B2"]
