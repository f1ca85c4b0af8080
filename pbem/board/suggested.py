"""What the computer would order in the phase under way, for the page: `suggest` of the terminal."""

from engine import State, format_order, order_to_plain
from engine.ai import Suggestion, suggestions
from pbem.text import plain


def suggested(state: State) -> dict[str, object]:
    """The plan of the player `hard`, group by group; place: where an attack goes, "" for others.

    Each order comes with its text and the plain form in which the page gives it.
    """
    return {"suggestions": [_group(state, each) for each in suggestions(state)]}


def _group(state: State, each: Suggestion) -> dict[str, object]:
    return {
        "reason": plain(each.reason),
        "place": each.attack.territory if each.attack is not None else "",
        "orders": [
            {"text": plain(format_order(order, state.definition)), "plain": order_to_plain(order)}
            for order in each.orders
        ],
    }
