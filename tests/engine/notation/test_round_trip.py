"""Whatever is written can be read back, whatever the names are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.gamedef import Definition
from engine.grammar.errors import NotationError
from engine.loading import load_scenario
from engine.notation.format import format_order
from engine.notation.parse import parse_order, parse_orders
from engine.orders.fight import Fight
from engine.orders.form import Order
from engine.orders.registry import VERBS as REGISTERED
from tests.engine.notation.strategies import definition_with, definitions_and_orders

BIG_WORLD = load_scenario("big_world_1942")


@pytest.mark.slow
@settings(max_examples=100)
@given(definitions_and_orders())
def test_every_order_of_every_definition_can_be_read_back(
    case: tuple[Definition, Order],
) -> None:
    definition, order = case
    text = format_order(order, definition)
    assert "\n" not in text
    assert parse_order(text, definition) == order


@given(definitions_and_orders())
def test_text_of_an_order_survives_quoting_and_typing_in_a_mail(
    case: tuple[Definition, Order],
) -> None:
    definition, order = case
    text = f"> > {format_order(order, definition)}   \r"
    parsed = parse_orders(f"# my turn\r\n\r\n{text}\n", definition)
    assert parsed.faults == ()
    assert [entry.order for entry in parsed.orders] == [order]


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_a_fault(text: str) -> None:
    parsed = parse_orders(text, BIG_WORLD)
    for fault in parsed.faults:
        assert fault.text
        assert fault.line >= 1


VERBS = [*(verb.text for verb in REGISTERED), "losses"]


@given(st.sampled_from(VERBS), st.text())
def test_any_rest_of_a_line_is_read_or_refused(verb: str, rest: str) -> None:
    try:
        order = parse_order(f"{verb} {rest}", BIG_WORLD)
    except NotationError as error:
        assert error.faults
    else:
        assert parse_order(format_order(order, BIG_WORLD), BIG_WORLD) == order


def test_every_territory_of_big_world_is_written_without_quotes() -> None:
    for name in BIG_WORLD.board.territories:
        assert format_order(Fight(name), BIG_WORLD) == f"fight {name}"


def test_names_that_differ_in_case_only_are_kept_apart() -> None:
    definition = definition_with(["Ost", "OST"], ["tank"], ["Reds"], ["rockets"])
    for name in ("Ost", "OST"):
        assert parse_order(format_order(Fight(name), definition), definition) == Fight(name)
