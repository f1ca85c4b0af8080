"""Orders as text: what players write, post and archive.

Grammar: docs/formats/orders-v1.md.
"""

from engine.grammar.errors import Fault, NotationError
from engine.grammar.names import Found, Match, find_name
from engine.notation.amounts import with_amounts, with_ones
from engine.notation.answers import decide
from engine.notation.changes import format_change, parse_change
from engine.notation.completion import completions, order_examples, verbs_of
from engine.notation.format import format_order, format_standing
from engine.notation.instructions import (
    BombardRule,
    Condition,
    Instruction,
    InterceptRule,
    LossOrder,
    PressRule,
    RetreatRule,
    RocketRule,
    SubmergeRule,
)
from engine.notation.parse import (
    InstructionLine,
    OrderLine,
    Parsed,
    parse_order,
    parse_orders,
)
from engine.notation.routes import with_route
from engine.notation.standing_orders import StandingLine, parse_standing

__all__ = [
    "BombardRule",
    "Condition",
    "Fault",
    "Found",
    "Instruction",
    "InstructionLine",
    "InterceptRule",
    "LossOrder",
    "Match",
    "NotationError",
    "OrderLine",
    "Parsed",
    "PressRule",
    "RetreatRule",
    "RocketRule",
    "StandingLine",
    "SubmergeRule",
    "completions",
    "decide",
    "find_name",
    "format_change",
    "format_order",
    "format_standing",
    "order_examples",
    "parse_change",
    "parse_order",
    "parse_orders",
    "parse_standing",
    "verbs_of",
    "with_amounts",
    "with_ones",
    "with_route",
]
