"""Events of the economy: research, purchase, placement, income, repair."""

from engine.core.ids import (
    PUS,
    NationName,
    ResourceName,
    SaleName,
    TerritoryName,
    UnitId,
    UnitTypeName,
)
from engine.core.unit import Unit
from engine.core.words import PointsCause
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class ResearchPaid:
    """Money was spent on research dice; technology "" when none was named.

    payers: who paid how much of it, the nation itself first.
    """

    nation: NationName
    technology: str
    dice: int
    cost: int
    payers: tuple[tuple[NationName, int], ...]


@dataclass(frozen=True, slots=True)
class ResearchRolled:
    """The research dice fell; `hits` of them succeeded.

    kept: dice that the nation may roll again in later turns, where the rules keep them (B106).
    """

    nation: NationName
    technology: str
    dice: tuple[int, ...]
    hits: int
    kept: int = 0


@dataclass(frozen=True, slots=True)
class TechnologyRerolled:
    """The die that decides what was found is rolled again (C58).

    die: what it showed; technology: the one that the nation already has, "" for an empty face.
    """

    nation: NationName
    die: int
    technology: str


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
class BidGranted:
    """A nation was given PUs before the first round (B99); total is what it holds after it."""

    nation: NationName
    amount: int
    total: int


@dataclass(frozen=True, slots=True)
class PurchasePlanned:
    """The purchase that is now planned for the phase; it replaces the one planned before.

    units: unit types and resources; cost: in PUs; goods: what it costs of other resources.
    """

    nation: NationName
    units: tuple[tuple[SaleName, int], ...]
    cost: int
    goods: tuple[tuple[ResourceName, int], ...] = ()


@dataclass(frozen=True, slots=True)
class UnitsBought:
    """The purchase is made: paid for, and unplaced for now.

    cost, remaining: in PUs; goods: what was paid of other resources (got, when negative).
    """

    nation: NationName
    units: tuple[tuple[UnitTypeName, int], ...]
    cost: int
    remaining: int
    goods: tuple[tuple[ResourceName, int], ...] = ()


@dataclass(frozen=True, slots=True)
class UnitsLevied:
    """A nation got units for nothing; they have yet to be placed."""

    nation: NationName
    units: tuple[tuple[UnitTypeName, int], ...]


@dataclass(frozen=True, slots=True)
class LandDrawn:
    """A nation begins at random in an unowned land area; units: those placed, with identities."""

    nation: NationName
    territory: TerritoryName
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class UnitsPlaced:
    """New units are put on the board.

    units: the new units, with their identities.
    producer: territory of the factory that built them; "" when no factory was needed (a bid) and
    for ships that several factories could have built.
    counts: whether they use up the limit of a factory (a new factory does not).
    constructed: whether they are constructions, which no factory builds.
    produced: when they do, what each factory now has built in this turn: pairs (territory
    of the factory, units), sorted; ships built earlier may have changed their factory (B227).
    """

    nation: NationName
    territory: TerritoryName
    units: tuple[Unit, ...]
    producer: TerritoryName
    counts: bool
    produced: tuple[tuple[TerritoryName, int], ...] = ()
    constructed: bool = False


@dataclass(frozen=True, slots=True)
class FightersBoarded:
    """Aircraft in the area of a factory went aboard a carrier placed in this turn (B222)."""

    nation: NationName
    units: tuple[UnitId, ...]
    origin: TerritoryName
    to: TerritoryName


@dataclass(frozen=True, slots=True)
class UnplacedUnitsLost:
    """Units bought and not placed are lost."""

    nation: NationName
    units: tuple[tuple[UnitTypeName, int], ...]


@dataclass(frozen=True, slots=True)
class IncomeCollected:
    """A nation was paid, or paid itself where `amount` is below 0; total after it.

    source: ``"land"``, ``"war bonds"``, ``"units"`` or the name of an objective.
    """

    nation: NationName
    amount: int
    total: int
    source: str = "land"
    resource: ResourceName = PUS


@dataclass(frozen=True, slots=True)
class PointsScored:
    """A nation scored victory points, or lost some (points below 0).

    total: what it has now.
    """

    nation: NationName
    points: int
    total: int
    cause: PointsCause


@dataclass(frozen=True, slots=True)
class IncomeWithheld:
    """A nation was not paid; `reason` is one sentence."""

    nation: NationName
    reason: str


@dataclass(frozen=True, slots=True)
class IncomeBlockaded:
    """Enemies in blockade zones cost a nation a part of its income.

    losses: pairs (zone, PUs), sorted.
    """

    nation: NationName
    losses: tuple[tuple[TerritoryName, int], ...]


@dataclass(frozen=True, slots=True)
class FactoryRepaired:
    """Bombing damage of factories in a territory was repaired for money (B139).

    units: the factories; points: damage taken away, in their order; cost in PUs.
    """

    nation: NationName
    territory: TerritoryName
    units: tuple[UnitId, ...]
    points: int
    cost: int


@dataclass(frozen=True, slots=True)
class UnitsRepaired:
    """Hits of units were repaired (bombing damage of factories stays).

    hits: those that each of them still has; () when all are whole again.
    """

    units: tuple[UnitId, ...]
    hits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TreasuryChanged:
    """A treasury of a nation holds more, or less when `amount` is negative (L9 to L15).

    The PUs of the nation stay the same.  resource: the name under which a state holds it.
    """

    nation: NationName
    treasury: str
    resource: ResourceName
    amount: int


@dataclass(frozen=True, slots=True)
class UnitsGiven:
    """Units of a nation in a territory belong to an ally from now on; nation: the giver."""

    territory: TerritoryName
    units: tuple[UnitId, ...]
    nation: NationName
    owner: NationName


EconomyEvent = (
    ResearchPaid
    | ResearchRolled
    | TechnologyRerolled
    | TechnologyFound
    | TechnologyActivated
    | BidGranted
    | PurchasePlanned
    | UnitsBought
    | UnitsLevied
    | LandDrawn
    | UnitsPlaced
    | FightersBoarded
    | UnplacedUnitsLost
    | IncomeCollected
    | PointsScored
    | IncomeWithheld
    | IncomeBlockaded
    | UnitsRepaired
    | FactoryRepaired
    | TreasuryChanged
    | UnitsGiven
)
