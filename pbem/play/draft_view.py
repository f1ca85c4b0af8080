"""The orders of an interrupted turn, as other commands than `pbem play` look at them.

They are kept beside the saves until they are signed; `pbem.play.drafts` writes them.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine import Definition, Step, attempt, format_order, parse_orders
from pbem.files import write_atomic
from pbem.home import Home
from pbem.named_files import read_plain_file
from pbem.play.draft_file import MOST_BYTES, turn_held
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave

if TYPE_CHECKING:
    from engine import Order

DRAFT_HEAD = "# draft of the turn after "
"""How the file begins; the head of the save follows in hex."""

_MESSAGE_HEAD = "# message "


def draft_text(
    head: bytes, message: str, orders: "tuple[Order, ...]", definition: Definition
) -> str:
    """The draft of a turn after a head of the log; "" when there is nothing to keep."""
    if not orders and not message:
        return ""
    lines = [DRAFT_HEAD + head.hex()]
    # As JSON, so that it stays on one line and is a comment to a reader of the orders.
    lines += [_MESSAGE_HEAD + json.dumps(message)] if message else []
    lines += [format_order(order, definition) for order in orders]
    return "\n".join([*lines, ""])


def message_in(text: str) -> str:
    """The message that a draft holds; "" for none, and for one that was spoilt by hand."""
    for line in text.split("\n")[1:2]:
        if line.startswith(_MESSAGE_HEAD):
            try:
                found = json.loads(line.removeprefix(_MESSAGE_HEAD))
            except ValueError:
                return ""
            return found if isinstance(found, str) else ""
    return ""


def drafted_orders(home: Home, save: TrustedSave, definition: Definition) -> "tuple[Order, ...]":
    """The orders of an interrupted turn after exactly this save; () when there are none."""
    path = home.draft_path(ref_of(save))
    if not path.is_file():
        return ()
    text = read_plain_file(path, MOST_BYTES).decode("utf-8", errors="replace")
    if text.split("\n", 1)[0] != DRAFT_HEAD + save.head.hex():
        return ()
    return tuple(entry.order for entry in parse_orders(text, definition).orders)


def with_draft(home: Home, save: TrustedSave, step: Step) -> tuple[Step, int]:
    """A step with the orders of the player's own draft, and how many of them fit."""
    given = 0
    for order in drafted_orders(home, save, step.state.definition):
        outcome = attempt(step.state, order)
        if not isinstance(outcome, Step):
            break
        step, given = outcome, given + 1
    return step, given


@contextmanager
def carrying_draft(home: Home, before: TrustedSave, after: TrustedSave) -> Iterator[None]:
    """Hold the turn while a later save where the board is the same is stored in the block.

    The draft moves from one head to the other.
    """
    with turn_held(home, ref_of(before)):
        yield
        _carry_draft(home, before, after)


def _carry_draft(home: Home, before: TrustedSave, after: TrustedSave) -> None:
    path = home.draft_path(ref_of(before))
    if not path.is_file():
        return
    head, _, rest = path.read_text(encoding="utf-8").partition("\n")
    if head == DRAFT_HEAD + before.head.hex():
        text = f"{DRAFT_HEAD}{after.head.hex()}\n{rest}"
        write_atomic(path, text.encode(), mode=0o600)
