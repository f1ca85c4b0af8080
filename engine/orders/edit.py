"""Changes of the board by hand, which all players have agreed to (B255).

They are no orders: no player gives them in his turn.  An agreement in the log holds them.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.core.ids import NationName, TerritoryName
from engine.orders.common import Pick


@dataclass(frozen=True, slots=True)
class AddUnits:
    """New units stand there: `add 2 British infantry: Egypt`."""

    picks: tuple[Pick, ...]
    territory: TerritoryName


@dataclass(frozen=True, slots=True)
class RemoveUnits:
    """Units are gone: `remove 1 British infantry: Egypt`."""

    picks: tuple[Pick, ...]
    territory: TerritoryName


@dataclass(frozen=True, slots=True)
class ShiftUnits:
    """Units and their cargo stand elsewhere: `shift 2 British infantry: Egypt > Syria`."""

    picks: tuple[Pick, ...]
    origin: TerritoryName
    to: TerritoryName


@dataclass(frozen=True, slots=True)
class SetOwner:
    """Land changes hands: `owner Syria: Germans`; owner "" is nobody."""

    territory: TerritoryName
    owner: NationName


@dataclass(frozen=True, slots=True)
class SetMoney:
    """A nation holds so many PUs: `money Russians: 50`."""

    nation: NationName
    amount: int


@dataclass(frozen=True, slots=True)
class SetTechnology:
    """A nation has a technology or not: `technology Russians: rockets`, `... : no rockets`."""

    nation: NationName
    technology: str
    is_active: bool


@dataclass(frozen=True, slots=True)
class SetHits:
    """Units have taken so many hits: `hits 1 British battleship: SZ 10 > 1`."""

    picks: tuple[Pick, ...]
    territory: TerritoryName
    hits: int


@dataclass(frozen=True, slots=True)
class SetDamage:
    """Factories have so much bombing damage: `damage 1 Russians factory: Leningrad > 3`."""

    picks: tuple[Pick, ...]
    territory: TerritoryName
    points: int


@dataclass(frozen=True, slots=True)
class SetStrength:
    """Blocks have a strength: `strength 1 Axis tank: Berlin > 3`."""

    picks: tuple[Pick, ...]
    territory: TerritoryName
    strength: int


Change: TypeAlias = (
    AddUnits
    | RemoveUnits
    | ShiftUnits
    | SetOwner
    | SetMoney
    | SetTechnology
    | SetHits
    | SetDamage
    | SetStrength
)
