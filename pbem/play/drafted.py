"""The orders of an interrupted turn, as other commands than `pbem play` look at them.

They are kept beside the saves until they are signed; `pbem.play.drafts` writes them.
"""

from typing import TYPE_CHECKING

from engine import Definition, Step, attempt, parse_orders
from pbem.files import write_atomic
from pbem.home import Home
from pbem.named_files import read_plain_file
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave

if TYPE_CHECKING:
    from engine import Order

DRAFT_HEAD = "# draft of the turn after "
"""How the file begins; the head of the save follows in hex."""

MOST_BYTES = 16 * 1024 * 1024


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


def carry_draft(home: Home, before: TrustedSave, after: TrustedSave) -> None:
    """Move a draft from one head to a later one where the board is the same."""
    path = home.draft_path(ref_of(before))
    if not path.is_file():
        return
    head, _, rest = path.read_text(encoding="utf-8").partition("\n")
    if head == DRAFT_HEAD + before.head.hex():
        text = f"{DRAFT_HEAD}{after.head.hex()}\n{rest}"
        write_atomic(path, text.encode(), mode=0o600)
