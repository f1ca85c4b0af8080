"""Events of changes by hand that all players agreed to (B255)."""

from engine.core.ids import NationName, ResourceName, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class UnitsAdded:
    """New units are put on the board, with their identities."""

    territory: TerritoryName
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class UnitsRemoved:
    """Units were taken from the board."""

    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class UnitsShifted:
    """Units are put elsewhere, cargo included."""

    units: tuple[UnitId, ...]
    origin: TerritoryName
    to: TerritoryName


@dataclass(frozen=True, slots=True)
class OwnerSet:
    """Land gets another owner; "" is nobody."""

    territory: TerritoryName
    owner: NationName


@dataclass(frozen=True, slots=True)
class MoneySet:
    """A nation now holds `amount` PUs."""

    nation: NationName
    amount: int


@dataclass(frozen=True, slots=True)
class GoodsSet:
    """A nation now holds `amount` of another resource than PUs."""

    nation: NationName
    resource: ResourceName
    amount: int


@dataclass(frozen=True, slots=True)
class TechnologySet:
    """A nation has a technology in force, or has not."""

    nation: NationName
    technology: str
    is_active: bool


@dataclass(frozen=True, slots=True)
class HitsSet:
    """Units now have taken `hits` hits."""

    units: tuple[UnitId, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class DamageSet:
    """Factories now have `points` points of bombing damage."""

    units: tuple[UnitId, ...]
    points: int


@dataclass(frozen=True, slots=True)
class StrengthSet:
    """Blocks now have this strength."""

    units: tuple[UnitId, ...]
    strength: int


@dataclass(frozen=True, slots=True)
class IndustrySet:
    """A nation has an industry of so many points, in block games."""

    nation: NationName
    industry: int


@dataclass(frozen=True, slots=True)
class WarSet:
    """A nation has declared war on an enemy, or there is peace between them, in block games."""

    nation: NationName
    enemy: NationName
    is_at_war: bool


@dataclass(frozen=True, slots=True)
class DividendsSet:
    """A nation holds so many chits of peace, and so many points on those that are known."""

    nation: NationName
    chits: int
    points: int


EditEvent = (
    UnitsAdded
    | UnitsRemoved
    | UnitsShifted
    | OwnerSet
    | MoneySet
    | GoodsSet
    | TechnologySet
    | HitsSet
    | DamageSet
    | StrengthSet
    | IndustrySet
    | WarSet
    | DividendsSet
)
