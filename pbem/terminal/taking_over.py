"""`suggest` and `take` at the prompt of a turn: the computer's orders, taken over one by one."""

from collections.abc import Sequence

from engine import NationName, Step
from pbem.terminal.lookups import looked_up
from pbem.text import quoted
from pbem.usage import UsageError


def suggested(rest: str, step: Step, nation: NationName) -> tuple[list[str], tuple[str, ...]]:
    """What the computer would do as numbered lines, and its orders in their order.

    rest: seconds that it may take, "" for the usual.  Raises UsageError.
    """
    found = looked_up("suggest", rest, step, nation)
    groups = found.data.suggestions or []
    orders = tuple(order for group in groups for order in group.orders)
    if not orders:
        return found.text.splitlines(), ()
    lines: list[str] = []
    number = 0
    for group in groups:
        lines.append(group.reason)
        for order in group.orders:
            number += 1
            lines.append(f"{number:>3}  {order}")
    return [*lines, "take 1 2 takes orders over, take all takes every one"], orders


def chosen(orders: Sequence[str], rest: str) -> tuple[str, ...]:
    """The orders of the last suggestion that `take` names; UsageError."""
    if not orders:
        raise UsageError("no-such-step", "Nothing is suggested.", "Type suggest first.")
    if rest.lower() == "all":
        return tuple(orders)
    known = {str(number): order for number, order in enumerate(orders, start=1)}
    unknown = [word for word in rest.split() if word not in known]
    if unknown or not rest:
        raise UsageError(
            "no-such-step",
            f"{quoted(unknown[0])} is not suggested." if unknown else "Take which?",
            f"Type numbers from 1 to {len(orders)}, or take all.",
        )
    return tuple(known[word] for word in rest.split())
