"""Values of the engine as bytes and back: the very same value, or StoredError (ADR 0035)."""

import dataclasses

import msgspec
import pytest

from engine import (
    Definition,
    PhaseOpen,
    Pick,
    State,
    attempt,
    load_scenario,
    new_game,
    parse_order,
)
from engine.gamedef.position import Step
from engine.loading import scenario_names
from engine.stored import (
    StoredError,
    bare,
    dressed,
    stored_bytes,
    stored_row,
    stored_value,
    values_of,
)
from tests.support.positions import big_world
from tests.support.sameness import same


@pytest.mark.parametrize("name", scenario_names())
def test_a_definition_and_a_position_come_back_as_they_were(name: str) -> None:
    step = new_game(load_scenario(name))
    assert same(stored_value(Step, stored_bytes(step)), step)


def test_the_comparison_of_this_test_sees_a_difference() -> None:
    step = new_game(big_world())
    assert not same(dataclasses.replace(step, events=()), step)
    assert not same((1,), (True,)) and not same({"a": 1, "b": 2}, {"b": 2, "a": 1})


def test_a_standing_order_comes_back_as_what_it_is() -> None:
    step = new_game(big_world())
    order = parse_order("standing losses Moscow: infantry, armour when attackers < 3", big_world())
    step = next(s for s in [attempt(step.state, order)] if isinstance(s, Step))
    assert step.state.standing_orders
    assert same(stored_value(Step, stored_bytes(step)), step)


def test_a_position_can_be_stored_without_its_definition() -> None:
    state = new_game(big_world()).state
    kept = stored_bytes(bare(state))
    assert b"Stalingrad" in kept and len(kept) < len(stored_bytes(state)) / 2
    assert dressed(bare(state), state.definition) == state


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b"\xc1",
        b"\x80",
        b"\x90" * 100_000,
        stored_bytes(big_world()),
        stored_bytes({"=": "State", "round": "one"}),
        stored_bytes(new_game(big_world()).state) + b"\0",
    ],
)
def test_other_bytes_are_refused(wrong: bytes) -> None:
    with pytest.raises(StoredError):
        stored_value(State, wrong)


def test_a_field_of_another_type_is_refused() -> None:
    state = new_game(big_world()).state
    plain = msgspec.msgpack.decode(stored_bytes(state))
    # First the name of the class, then its fields in their order.
    places = {each.name: place for place, each in enumerate(dataclasses.fields(state), 1)}
    for field, value in (("round", "1"), ("units", {"1": 3}), ("agenda", [["Unit"]])):
        place = places[field]
        other = [*plain[:place], value, *plain[place + 1 :]]
        assert msgspec.msgpack.encode(plain) != msgspec.msgpack.encode(other)
        with pytest.raises(StoredError):
            stored_value(State, msgspec.msgpack.encode(other))
    for other in (plain[:1], ["Unit", *plain[1:]], [*plain, 1]):
        with pytest.raises(StoredError):
            stored_value(State, msgspec.msgpack.encode(other))


def test_what_nobody_can_write_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        stored_bytes(object())


def test_a_definition_is_a_definition() -> None:
    with pytest.raises(StoredError):
        stored_value(Definition, stored_bytes(new_game(big_world()).state))


def test_a_row_of_values_of_many_kinds_comes_back() -> None:
    row = (PhaseOpen("Russians", "tech"), Pick(2, "infantry"))
    kinds: dict[str, type[PhaseOpen | Pick]] = {"PhaseOpen": PhaseOpen, "Pick": Pick}
    assert values_of(kinds, stored_row(row)) == row


def test_a_row_with_an_unknown_kind_is_refused() -> None:
    with pytest.raises(StoredError, match="unknown kind 'Pick'"):
        values_of({"PhaseOpen": PhaseOpen}, stored_row([Pick(2, "infantry")]))
