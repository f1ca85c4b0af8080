"""What can be wrong with a line of text, before any rule is consulted.

*Invalid* is a line that says nothing: an unknown name, a missing number.  *Ambiguous* is a line
that could mean several things.  An order that can be read but is against the rules is *illegal*,
and that is said by `engine.check`.
"""

from engine.core.errors import InvalidActionError
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with one line.

    line: its number, counted from 1.
    kind: ``"invalid"`` or ``"ambiguous"``.
    code: stable kebab-case name, such as ``unknown-territory``.
    word: the words of the line at fault, "" when something is missing.
    text: one plain sentence with the reason and, where there is one, the way out.
    offers: names that may have been meant, the likeliest first.
    """

    line: int
    kind: str
    code: str
    word: str
    text: str
    offers: tuple[str, ...] = ()


class NotationError(InvalidActionError):
    """A line that cannot be read.

    faults: everything wrong with it, at least one.
    """

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        """Keep all faults; the message joins their texts."""
        super().__init__("; ".join(fault.text for fault in faults))
        self.faults = faults
