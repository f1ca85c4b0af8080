"""Actions as plain lists, the form in which a save holds them, and back.

A plain value is a list that begins with the kind of the action: ``["fight", "Finland", false]``.
Reading is strict, because the bytes may come from anybody: a wrong type, an unknown kind, one
entry too many, an absurd number or an unprintable name is refused.  Whether an action is allowed
is not checked here; `engine.check` does that.
Format: docs/formats/orders-v1.md, section "Plain form".
"""

from collections.abc import Mapping
from typing import Final

from engine.core.chance import RollResult
from engine.core.errors import InvalidActionError
from engine.grammar.plain import MAX_NUMBER, read_list, read_number, read_text, shown
from engine.orders.form import Action, Order, OrderForm
from engine.orders.registry import ORDER_FORMS, form_of

_BY_TAG: Final[Mapping[str, OrderForm]] = {form.plain.tag: form for form in ORDER_FORMS}


def order_to_plain(order: Order) -> list[object]:
    """An order as nested lists of strings, integers and booleans."""
    return form_of(order).plain.write(order)


def action_to_plain(action: Action) -> list[object]:
    """An order, or the dice of a roll (``["dice", [3, 6]]``), as nested lists."""
    if isinstance(action, RollResult):
        return ["dice", list(action.dice)]
    return order_to_plain(action)


def order_from_plain(value: object) -> Order:
    """The order that a plain value stands for.

    Raises InvalidActionError with one sentence that says which entry is wrong.
    """
    tag, entries = _tag_and_entries(value)
    if tag not in _BY_TAG:
        known = ", ".join(_BY_TAG)
        raise InvalidActionError(f"there is no order of the kind {tag!r}; known: {known}")
    return _BY_TAG[tag].plain.read(entries)


def action_from_plain(value: object) -> Action:
    """The order or the dice that a plain value stands for; raises InvalidActionError."""
    tag, entries = _tag_and_entries(value)
    if tag != "dice":
        return order_from_plain(value)
    if len(entries) != 1:
        raise InvalidActionError(f"dice: expected 1 entry after the kind, not {len(entries)}")
    dice = read_list(entries[0], "dice")
    return RollResult(tuple(read_number(die, "a die", MAX_NUMBER) for die in dice))


def _tag_and_entries(value: object) -> tuple[str, list[object]]:
    if not isinstance(value, list) or not value:
        text = f"an action must be a list with at least one entry, not {shown(value)}"
        raise InvalidActionError(text)
    return read_text(value[0], "the kind of an action"), value[1:]
