"""Money: `buy 4 infantry, 1 armour`, `repair 2: Leningrad` and `allot 10: Europe`."""

from dataclasses import dataclass

from engine.core.ids import TerritoryName, UnitTypeName


@dataclass(frozen=True, slots=True)
class Buy:
    """Plan the purchase of the phase; it replaces an earlier plan (B137).

    units: pairs (unit type, count above 0); () buys nothing.
    """

    units: tuple[tuple[UnitTypeName, int], ...]


@dataclass(frozen=True, slots=True)
class Allot:
    """Put money of the fund into a purse of the nation (L14, L15).

    purse: its name; pus: at least 1.
    """

    purse: str
    pus: int


@dataclass(frozen=True, slots=True)
class Repair:
    """Repair bombing damage of the factory in a territory, paid at once (B139).

    points: damage to be taken away, at least 1.
    """

    territory: TerritoryName
    points: int
