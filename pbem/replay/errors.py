"""What can be wrong with a log that is signed and linked correctly: the play itself.

The exit codes are those of the trust rules: 6 for an illegal order, 7 for dice that do not fit the
play, 8 for somebody else's turn, 4 for a state digest that differs, 3 for other rules.
"""

from collections.abc import Mapping

from engine import Illegal
from pbem.save.errors import SaveError


class IllegalOrderError(SaveError):
    """An order in the log, or one about to be given, that the rules refuse.

    reasons: every reason; `code` is that of the first one.
    """

    exit_code = 6

    def __init__(self, what: str, reasons: tuple[Illegal, ...], way_out: str = "") -> None:
        """what: the order in the notation; reasons: at least one."""
        cited = [f"{one.text} ({one.rule})" if one.rule else one.text for one in reasons]
        # Several kinds of units can be refused for one reason each, in the same words.
        once = "; ".join(dict.fromkeys(cited))
        super().__init__(reasons[0].code, f"{what}: {once}", way_out)
        self.reasons = reasons

    @property
    def details(self) -> Mapping[str, object]:
        """The reasons for --json."""
        return {"reasons": [reason_data(reason) for reason in self.reasons]}


class InvalidOrderError(SaveError):
    """Something in the log that is not an order at all."""

    exit_code = 6


class UnfitDiceError(SaveError):
    """A roll in the log that the game did not ask for at this point."""

    exit_code = 7


class NotYourTurnError(SaveError):
    """Orders for a nation that is not to move, or by somebody who does not hold its seat."""

    exit_code = 8


class DigestError(SaveError):
    """The state after a turn is not the one that its player signed."""

    exit_code = 4


class OtherRulesError(SaveError):
    """The game is played by rules or on a scenario that this version does not have."""

    exit_code = 3


def reason_data(reason: Illegal) -> dict[str, object]:
    """A reason against an order, for --json."""
    return {"code": reason.code, "text": reason.text, "rule": reason.rule, "where": reason.where}
