"""Orders and standing orders as canonical text.

A name is written bare when that is safe and in quotes otherwise, so that every order of every
definition can be read back: whatever `format_order` writes, `parse_order` reads as the same order.
"""

from engine.core.standing_orders import StandingInstruction
from engine.gamedef import Definition
from engine.grammar.errors import NotationError
from engine.grammar.writer import quoted, safe_name
from engine.notation.parse import parse_order
from engine.notation.standing_orders import parse_standing
from engine.orders.form import Order
from engine.orders.standing_orders.registry import write_standing


def format_order(order: Order, definition: Definition) -> str:
    """One line of text for an order, without a line end."""
    text = order.text(safe_name)
    try:
        if parse_order(text, definition) == order:
            return text
    except NotationError:
        pass
    return order.text(quoted)


def format_standing(instruction: StandingInstruction, definition: Definition) -> str:
    """One line of text for a standing instruction, without the word ``standing`` in front."""
    text = write_standing(instruction, safe_name)
    lines, _ = parse_standing(text, definition)
    if [line.instruction for line in lines] == [instruction]:
        return text
    return write_standing(instruction, quoted)
