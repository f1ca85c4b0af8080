"""Purchase: `buy 4 infantry, 1 armour`."""

from dataclasses import dataclass

from engine.core.ids import UnitTypeName


@dataclass(frozen=True, slots=True)
class Buy:
    """Plan the purchase of the phase; it replaces an earlier plan (B137).

    units: pairs (unit type, count above 0); () buys nothing.
    """

    units: tuple[tuple[UnitTypeName, int], ...]
