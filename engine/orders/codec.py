"""Orders as plain lists, the form in which a save holds them, and back.

A plain value is a list that begins with the kind of the order: ``["fight", "Finland", false]``.
Reading is strict, because the bytes may come from anybody: a wrong type, an unknown kind, one
entry too many, an absurd number or an unprintable name is refused.  Whether an order is allowed
is not checked here; `engine.check` does that.
Format: docs/formats/orders-v1.md, section "Plain form".
"""

from collections.abc import Mapping
from typing import Final

from engine.core.errors import InvalidActionError
from engine.grammar.plain import read_text, shown
from engine.orders.form import Order, OrderForm
from engine.orders.registry import ORDER_FORMS, form_of

_BY_TAG: Final[Mapping[str, OrderForm]] = {form.plain.tag: form for form in ORDER_FORMS}


def order_to_plain(order: Order) -> list[object]:
    """An order as nested lists of strings, integers and booleans."""
    return form_of(order).plain.write(order)


def order_from_plain(value: object) -> Order:
    """The order that a plain value stands for.

    Raises InvalidActionError with one sentence that says which entry is wrong.
    """
    tag, entries = _tag_and_entries(value)
    if tag not in _BY_TAG:
        known = ", ".join(_BY_TAG)
        raise InvalidActionError(f"there is no order of the kind {tag!r}; known: {known}")
    return _BY_TAG[tag].plain.read(entries)


def _tag_and_entries(value: object) -> tuple[str, list[object]]:
    if not isinstance(value, list) or not value:
        text = f"an action must be a list with at least one entry, not {shown(value)}"
        raise InvalidActionError(text)
    return read_text(value[0], "the kind of an action"), value[1:]
