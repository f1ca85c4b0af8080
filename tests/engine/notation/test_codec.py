"""Plain form of orders: exact round trip, and refusal of everything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InvalidActionError
from engine.core.pick import Pick
from engine.orders.codec import (
    order_from_plain,
    order_to_plain,
)
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.move import Move
from engine.orders.registry import ORDER_FORMS
from engine.orders.retreat import Retreat
from tests.engine.notation.strategies import any_orders

TAGS = tuple(form.plain.tag for form in ORDER_FORMS)


@given(any_orders())
def test_every_order_comes_back_from_its_plain_form(order: Order) -> None:
    assert order_from_plain(order_to_plain(order)) == order


def test_plain_form_of_a_move_is_the_one_in_the_specification() -> None:
    move = Move((Pick(3, "infantry"),), ("Karelija", "Finland"))
    assert order_to_plain(move) == [
        "move",
        [[3, "infantry", "", []]],
        ["Karelija", "Finland"],
        False,
        [],
    ]


@pytest.mark.parametrize(
    ("plain", "words"),
    [
        (None, "a list with at least one entry"),
        ([], "a list with at least one entry"),
        ({}, "a list with at least one entry"),
        ([7], "must be a text"),
        (["dance"], "no order of the kind 'dance'"),
        (["done", 1], "expected 0 entries after the kind"),
        (["fight", "Finland"], "expected 2 entries after the kind"),
        (["fight", "Finland", 1], "must be true or false"),
        (["fight", "", False], "a territory is missing"),
        (["fight", "x" * 201, False], "longer than 200"),
        (["fight", "Fin\x1b[31mland", False], "cannot be shown"),
        (["fight", "Fin\u202eland", False], "cannot be shown"),
        (["tech", "rockets", True], "must be a whole number"),
        (["tech", "rockets", 1.0], "must be a whole number"),
        (["tech", "rockets", -5], "from 0 to 10000"),
        (["tech", "rockets", 10**30], "from 0 to 10000"),
        (["buy", [["infantry", "3"]]], "must be a whole number"),
        (["buy", [["infantry"]]], "has 2 entries"),
        (["buy", "infantry"], "must be a list"),
        (["move", [], ["A", "B"], False, []], "no units are named"),
        (["move", [[1, "infantry", "", []]], ["A"], False, []], "at least two territories"),
        (["move", [[2, "infantry", "", [5]]], ["A", "B"], False, []], r"each unit \(2\), not 1"),
        (["move", [[1, "infantry", "", [True]]], ["A", "B"], False, []], "whole number"),
        (["move", [[1, "infantry", "", []]], ["A", "B"], False, [[1]]], "has 2 entries"),
        (["move", [[1, "infantry", None, []]], ["A", "B"], False, []], "must be a text"),
        (["buy", [["infantry", 1]] * 10_001], "more than 10000 entries"),
        (("done",), "a list with at least one entry"),
    ],
)
def test_hostile_plain_values_are_refused_in_one_sentence(plain: object, words: str) -> None:
    with pytest.raises(InvalidActionError, match=words) as caught:
        order_from_plain(plain)
    assert len(str(caught.value)) < 500


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=20,
)
kinds = st.sampled_from((*TAGS, "something else"))


@given(st.tuples(kinds, st.lists(json_values, max_size=5)))
def test_any_plain_value_is_an_order_or_an_invalid_action(value: tuple[str, list[object]]) -> None:
    plain = [value[0], *value[1]]
    order: Order
    try:
        order = order_from_plain(plain)
    except InvalidActionError:
        return
    assert order_to_plain(order) == plain


def test_an_empty_goal_is_allowed_where_it_has_a_meaning() -> None:
    assert order_from_plain(["retreat", "Finland", ""]) == Retreat("Finland", "")
    assert order_from_plain(["done"]) == Done()
