"""What a player should know before a turn is signed."""

from collections import Counter
from typing import Final

from engine import NOWHERE, TerritoryName, Unit
from engine.odds import Force
from engine.values import dataclass

AIRCRAFT_LOST: Final = "aircraft-lost"
UNITS_UNPLACED: Final = "units-unplaced"
MONEY_UNSPENT: Final = "money-unspent"
ATTACK_WEAK: Final = "attackers-unused"
CAPITAL_OPEN: Final = "capital-open"
ORDER_AT_RISK: Final = "order-at-risk"

WARNINGS: Final[tuple[str, ...]] = (
    AIRCRAFT_LOST,
    UNITS_UNPLACED,
    MONEY_UNSPENT,
    ATTACK_WEAK,
    CAPITAL_OPEN,
    ORDER_AT_RISK,
)
"""The sorts of warnings, by the names under which a player accepts them."""


@dataclass(frozen=True, slots=True)
class TurnWarning:
    """Something that a player may regret.

    code: one of WARNINGS; text: one sentence without a full stop; territory: "" for no place.
    is_certain: whether it happens even if every die favours the player.
    line: of the file of orders, 0 without one.
    """

    code: str
    text: str
    territory: TerritoryName = NOWHERE
    is_certain: bool = True
    line: int = 0

    def sentence(self) -> str:
        """The warning for people, with the name under which it is accepted."""
        how = "certain" if self.is_certain else "likely"
        where = f"line {self.line}: " if self.line else ""
        return f"{how}: {where}{self.text} [{self.code}]"


def in_words(units: tuple[Unit, ...]) -> str:
    """Units as words, such as ``2 infantry, 1 armour``, in order of first appearance."""
    return force_in_words(force_of(units))


def force_of(units: tuple[Unit, ...]) -> Force:
    """The numbers of units of each type, in order of first appearance."""
    return tuple(Counter([unit.type for unit in units]).items())


def force_in_words(force: Force) -> str:
    """``2 infantry, 1 armour``."""
    return ", ".join(f"{count} {name}" for name, count in force) or "no units"
