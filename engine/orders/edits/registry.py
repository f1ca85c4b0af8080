"""All changes by hand; a new one is a type in `units`, `nations` or `blocks` and a form beside it.

Format: docs/formats/orders-v1.md, section "Changes by hand".
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.errors import InvalidActionError
from engine.grammar.plain import read_text
from engine.orders.edits import blocks, nations, units
from engine.orders.edits.form import Change, ChangeForm

CHANGE_FORMS: Final[tuple[ChangeForm, ...]] = (*units.FORMS, *nations.FORMS, *blocks.FORMS)
"""All changes, in the order in which they are listed."""

CHANGES_BY_VERB: Final[Mapping[str, ChangeForm]] = {form.plain.tag: form for form in CHANGE_FORMS}
_BY_TYPE: Final[Mapping[object, ChangeForm]] = {form.plain.make: form for form in CHANGE_FORMS}


def change_to_plain(change: Change) -> list[object]:
    """A change as nested lists of strings, integers and booleans."""
    return _BY_TYPE[type(change)].plain.write(change)


def change_from_plain(value: object) -> Change:
    """The change that a plain value stands for; raises InvalidActionError."""
    # Canonical msgpack gives lists, other readers may give tuples.
    entries = [*value] if isinstance(value, Sequence) and not isinstance(value, str) else []
    if not entries:
        raise InvalidActionError("a change must be a list with at least one entry")
    kind = read_text(entries[0], "the kind of a change")
    if kind not in CHANGES_BY_VERB:
        raise InvalidActionError(f"there is no change of the kind {kind!r}")
    return CHANGES_BY_VERB[kind].plain.read(entries[1:])
