"""An order that is typed on the page, as at the terminal."""

from engine import NotationError, Order, Step, parse_order, with_amounts
from pbem.play.landing import as_move, is_landing
from pbem.play.shorthand import filled_in, only_legal


def typed_order(step: Step, line: str) -> tuple[Order, bool]:
    """The order of a line, and whether it is a whole landing; NotationError for no order."""
    definition = step.state.definition
    if is_landing(line):
        return parse_order(with_amounts(as_move(line), step.state), definition), True
    text = with_amounts(filled_in(line.strip(), step), step.state)
    try:
        return parse_order(text, definition), False
    except NotationError as error:
        return only_legal(text, error, step.state), False
