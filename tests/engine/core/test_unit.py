"""What a unit says of itself: every field states once how long it is true."""

from dataclasses import fields, make_dataclass, replace

import pytest

from engine.core.unit import FieldSpan, Unit, awake, rested, span_of

UNIT = Unit(7, "fighter", "Reds", "Here")
NAMES = [entry.name for entry in fields(Unit)]


def changed(name: str) -> Unit:
    """The unit with another value in one field."""
    value = getattr(UNIT, name)
    if value is None:
        return replace(UNIT, carried_by=3)
    new = type(value)(value * 2 or 1)
    assert new != value
    return replace(UNIT, **{name: new})


def test_every_field_states_how_long_it_is_true() -> None:
    """One that does not stops the program at its start."""
    assert {span_of(entry) for entry in fields(Unit)} == set(FieldSpan)
    (silent,) = fields(make_dataclass("Silent", [("more", int)]))
    with pytest.raises(TypeError, match="more needs one FieldSpan"):
        span_of(silent)


@pytest.mark.parametrize("name", NAMES)
def test_units_that_differ_in_anything_but_identity_are_not_alike(name: str) -> None:
    assert (changed(name).likeness == UNIT.likeness) == (name == "id")


@pytest.mark.parametrize("name", NAMES)
def test_a_new_turn_forgets_what_was_true_in_the_old_one_alone(name: str) -> None:
    unit, entry = changed(name), next(entry for entry in fields(Unit) if entry.name == name)
    is_of_turn = span_of(entry) is FieldSpan.TURN
    assert awake([unit]) == ([unit] if is_of_turn else [])
    assert rested(unit) == (UNIT if is_of_turn else unit)
    assert (unit.lasting == UNIT.lasting) == (is_of_turn or name == "id")
