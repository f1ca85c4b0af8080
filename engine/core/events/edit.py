"""Events of changes by hand that all players agreed to (B255)."""

from dataclasses import dataclass

from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.unit import Unit


@dataclass(frozen=True, slots=True)
class UnitsAdded:
    """New units stand on the board, with their identities."""

    territory: TerritoryName
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class UnitsRemoved:
    """Units were taken from the board."""

    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class UnitsShifted:
    """Units stand elsewhere, cargo included."""

    units: tuple[UnitId, ...]
    origin: TerritoryName
    to: TerritoryName


@dataclass(frozen=True, slots=True)
class OwnerSet:
    """Land belongs to somebody else; owner "" is nobody."""

    territory: TerritoryName
    owner: NationName


@dataclass(frozen=True, slots=True)
class MoneySet:
    """A nation holds so many PUs."""

    nation: NationName
    amount: int


@dataclass(frozen=True, slots=True)
class TechnologySet:
    """A nation has a technology in force, or has not."""

    nation: NationName
    technology: str
    is_active: bool


@dataclass(frozen=True, slots=True)
class HitsSet:
    """Units have taken so many hits."""

    units: tuple[UnitId, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class DamageSet:
    """Factories have so much bombing damage."""

    units: tuple[UnitId, ...]
    points: int


@dataclass(frozen=True, slots=True)
class StrengthSet:
    """Blocks have this strength."""

    units: tuple[UnitId, ...]
    strength: int


EditEvent = (
    UnitsAdded
    | UnitsRemoved
    | UnitsShifted
    | OwnerSet
    | MoneySet
    | TechnologySet
    | HitsSet
    | DamageSet
    | StrengthSet
)
