"""How a person fills in an order: the few known forms, derived from the order's own fields.

Every order says in its fields what stands for them in its plain form (`engine.grammar.fields`).
From that follows how it can be asked for on a page: a new order has its form without a line here.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from engine.grammar.fields import (
    FieldEntry,
    FlagEntry,
    ListEntry,
    NumberEntry,
    TextEntry,
    TupleEntry,
    UnitsEntry,
    WordEntry,
)
from engine.orders.form import Order, OrderForm
from engine.orders.registry import ORDER_FORMS
from engine.values import dataclass


class Shape(StrEnum):
    """How an order is asked for.

    WAY: units and where they go; UNITS: units out of some; AMOUNTS: so many of each type; NUMBER:
    how many; ONE: one of several; LINE: as a line of text.
    """

    WAY = "way"
    UNITS = "units"
    AMOUNTS = "amounts"
    NUMBER = "number"
    ONE = "one"
    LINE = "line"


class FieldPart(StrEnum):
    """How one field of an order is filled in.

    ONES are numbers of units that are named one by one, PAIRS what the program may choose itself.
    """

    WAY = "way"
    UNITS = "units"
    AMOUNTS = "amounts"
    NUMBER = "number"
    FLAG = "flag"
    ONE = "one"
    ONES = "ones"
    PAIRS = "pairs"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class OrderShape:
    """The form of one order: its tag, its shape, and how each field is filled in, by name."""

    tag: str
    shape: Shape
    parts: tuple[tuple[str, FieldPart], ...]

    def named(self, part: FieldPart) -> str:
        """The name of the first field that is filled in so; "" for none."""
        return next((name for name, one in self.parts if one is part), "")


_FIRST: Final = (
    (FieldPart.LINE, Shape.LINE),
    (FieldPart.WAY, Shape.WAY),
    (FieldPart.UNITS, Shape.UNITS),
    (FieldPart.AMOUNTS, Shape.AMOUNTS),
    (FieldPart.NUMBER, Shape.NUMBER),
)
"""The shape of an order that has such a field, the first that fits; without any, ONE."""


def part_of(entry: FieldEntry) -> FieldPart:
    """How a field is filled in; TypeError for a sort of field that is not known."""
    if entry.width > 1:
        return FieldPart.LINE
    match entry:
        case UnitsEntry():
            return FieldPart.UNITS
        case ListEntry(of=TupleEntry(parts=(TextEntry(), NumberEntry()))):
            return FieldPart.AMOUNTS
        case ListEntry(of=TupleEntry(parts=(NumberEntry(), NumberEntry()))):
            return FieldPart.PAIRS
        case ListEntry(of=TextEntry()):
            return FieldPart.WAY
        case ListEntry(of=NumberEntry()):
            return FieldPart.ONES
        case NumberEntry():
            return FieldPart.NUMBER
        case FlagEntry():
            return FieldPart.FLAG
        case TextEntry() | WordEntry():
            return FieldPart.ONE
    raise TypeError(f"there is no way to ask for {entry.described()}")


def order_shape(kind: type[Order]) -> OrderShape:
    """The form of a type of order; KeyError for a type that is not an order."""
    return _SHAPES[kind]


def _shape_of(form: OrderForm) -> OrderShape:
    parts = tuple((name, part_of(entry)) for name, entry in form.plain.entries)
    there = {part for _, part in parts}
    usual = next((shape for part, shape in _FIRST if part in there), Shape.ONE)
    shape = Shape.ONE if form.is_listed else usual
    return OrderShape(form.plain.tag, shape, parts)


_SHAPES: Final[Mapping[object, OrderShape]] = {
    form.plain.make: _shape_of(form) for form in ORDER_FORMS
}
