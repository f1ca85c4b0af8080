"""Orders as text: what players write, post and archive.

Grammar: docs/formats/orders-v1.md.
"""

from engine.notation.errors import Fault, NotationError
from engine.notation.format import format_instruction, format_order, quoted
from engine.notation.instructions import (
    BombardRule,
    Condition,
    Instruction,
    LossOrder,
    PressRule,
    RetreatRule,
    RocketRule,
    SubmergeRule,
)
from engine.notation.names import Found, Match, find_name
from engine.notation.parse import (
    InstructionLine,
    OrderLine,
    Parsed,
    parse_order,
    parse_orders,
)

__all__ = [
    "BombardRule",
    "Condition",
    "Fault",
    "Found",
    "Instruction",
    "InstructionLine",
    "LossOrder",
    "Match",
    "NotationError",
    "OrderLine",
    "Parsed",
    "PressRule",
    "RetreatRule",
    "RocketRule",
    "SubmergeRule",
    "find_name",
    "format_instruction",
    "format_order",
    "parse_order",
    "parse_orders",
    "quoted",
]
