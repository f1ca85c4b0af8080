"""Events of the economy: research, purchase, placement, income, repair."""

from dataclasses import dataclass

from engine.core.ids import NationName, TerritoryName, UnitId, UnitTypeName
from engine.core.unit import Unit


@dataclass(frozen=True, slots=True)
class ResearchPaid:
    """Money was spent on research dice; technology "" when none was named."""

    nation: NationName
    technology: str
    dice: int
    cost: int


@dataclass(frozen=True, slots=True)
class ResearchRolled:
    """The research dice fell; `hits` of them succeeded."""

    nation: NationName
    technology: str
    dice: tuple[int, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class TechnologyFound:
    """A technology was found; it becomes active later."""

    nation: NationName
    technology: str


@dataclass(frozen=True, slots=True)
class TechnologyActivated:
    """A technology is in force from now on."""

    nation: NationName
    technology: str


@dataclass(frozen=True, slots=True)
class PurchasePlanned:
    """The purchase of the phase now reads like this (it replaces what was planned before)."""

    nation: NationName
    units: tuple[tuple[UnitTypeName, int], ...]
    cost: int


@dataclass(frozen=True, slots=True)
class UnitsBought:
    """The purchase is made: paid for, and in hand until it is placed."""

    nation: NationName
    units: tuple[tuple[UnitTypeName, int], ...]
    cost: int
    remaining: int


@dataclass(frozen=True, slots=True)
class UnitsPlaced:
    """New units stand on the board.

    units: the new units, with their identities; producer: territory of the factory that built
    them, "" when no factory was needed (a bid).
    counts: whether they use up the limit of that factory (a new factory does not).
    """

    nation: NationName
    territory: TerritoryName
    units: tuple[Unit, ...]
    producer: TerritoryName
    counts: bool


@dataclass(frozen=True, slots=True)
class HandForfeited:
    """Units bought and not placed are lost."""

    nation: NationName
    units: tuple[tuple[UnitTypeName, int], ...]


@dataclass(frozen=True, slots=True)
class IncomeCollected:
    """A nation was paid; amount in PUs, total after it."""

    nation: NationName
    amount: int
    total: int


@dataclass(frozen=True, slots=True)
class IncomeWithheld:
    """A nation was not paid; `reason` is one sentence."""

    nation: NationName
    reason: str


@dataclass(frozen=True, slots=True)
class UnitsRepaired:
    """Damaged units are whole again."""

    units: tuple[UnitId, ...]


EconomyEvent = (
    ResearchPaid
    | ResearchRolled
    | TechnologyFound
    | TechnologyActivated
    | PurchasePlanned
    | UnitsBought
    | UnitsPlaced
    | HandForfeited
    | IncomeCollected
    | IncomeWithheld
    | UnitsRepaired
)
