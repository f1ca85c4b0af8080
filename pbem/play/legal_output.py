"""An order that is legal now, for programs of others."""

from engine import Order, State, format_order, order_to_plain
from pbem.output import Output, fields_of


class LegalOutput(Output):
    """An order that is legal now: as a line, and by its kind and its fields.

    plain: the same in the form that a save holds (docs/formats/orders-v1).
    """

    line: str
    kind: str
    fields: dict[str, object]
    plain: list[object]


def legal_row(state: State, order: Order) -> LegalOutput:
    """An order as a line, and as data."""
    kind, *_ = plain = order_to_plain(order)
    return LegalOutput(format_order(order, state.definition), str(kind), fields_of(order), plain)
