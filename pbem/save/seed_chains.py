"""Which seed chain each authority of a packed log opens: a new one from `new_dice` on.

Needed before anything in the log is verified, so a proposal is read here as far as it goes.

Source: docs/formats/save-v1.md, section "Packed turns", `seeds`.
"""

from collections.abc import Mapping

from pbem.wire.canonical import Plain, decode
from pbem.wire.consent import MAX_PROPOSAL_BODY
from pbem.wire.errors import SaveError
from pbem.wire.motions import NewDice
from pbem.wire.signing import parse_envelope
from pbem.wire.tags import kind_of


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
    """Which authority a proposal replaces; None if it is about something else, or broken."""
    if not isinstance(proposal, bytes):
        return None
    try:
        body = decode(parse_envelope(proposal, MAX_PROPOSAL_BODY).body)
    except SaveError:
        return None
    what = body.get("what") if isinstance(body, Mapping) else None
    if not isinstance(what, Mapping) or what.get("kind") != kind_of(NewDice):
        return None
    which = what.get("which")
    return which if isinstance(which, int) and which in (0, 1) else None
