"""Which seed chain each authority of a packed log opens: a new one from `new_dice` on.

Needed before anything in the log is verified, so a proposal is read here as far as it goes.

Source: docs/formats/save-v1.md, section "Packed turns", `seeds`.
"""

from pbem.motions.consent import parse_proposal
from pbem.wire.canonical import Plain
from pbem.wire.errors import SaveError


class SeedChains:
    """The chains that are open at a point of the log; `present`: a number for each authority."""

    def __init__(self, authorities: int) -> None:
        self.present = [*range(authorities)]
        self._next = authorities

    def replace(self, proposal: Plain) -> None:
        """After the agreement on a proposal: another authority begins another chain."""
        which = _replaced(proposal)
        if which is not None and which < len(self.present):
            self.present[which] = self._next
            self._next += 1


def _replaced(proposal: Plain) -> int | None:
    """Which authority a proposal replaces; None if it is about something else, or malformed."""
    if not isinstance(proposal, bytes):
        return None
    try:
        new = parse_proposal(proposal).motion.new_authority
    except SaveError:
        return None
    return new.which if new is not None else None
