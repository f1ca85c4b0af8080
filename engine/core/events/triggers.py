"""Events of triggers: what a map makes happen by itself when its conditions hold."""

from engine.core.changes import RuleChange
from engine.core.ids import NationName, ResourceName, TerritoryName, UnitId, UnitTypeName
from engine.core.unit import Unit
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class TriggerRolled:
    """The die of a trigger that happens by chance: it happens at `needed` or less.

    next_needed: the number that it needs the next time.
    """

    trigger: str
    nation: NationName
    die: int
    sides: int
    needed: int


@dataclass(frozen=True, slots=True)
class ChanceChanged:
    """A trigger or an action, named by `key`, succeeds at `needed` or less from now on."""

    key: str
    needed: int


@dataclass(frozen=True, slots=True)
class TriggerFired:
    """A trigger happens; what it does follows."""

    trigger: str
    nation: NationName


@dataclass(frozen=True, slots=True)
class UseCounted:
    """One use of a trigger or an objective, named by `key`, is spent."""

    key: str


@dataclass(frozen=True, slots=True)
class VictoryHeld:
    """Nations hold what wins the game, by a trigger, at the end of a turn; or no longer.

    turns: so many turns have ended on it, 0 when they do not hold it any more; enough: they win
    when it is this number.
    """

    trigger: str
    nations: tuple[NationName, ...]
    turns: int
    enough: int


@dataclass(frozen=True, slots=True)
class RuleChanged:
    """A fact of the definition changes from now on."""

    change: RuleChange


@dataclass(frozen=True, slots=True)
class ResourceGiven:
    """A nation has more of a resource, or less when `amount` is below 0; total: what it holds."""

    nation: NationName
    resource: ResourceName
    amount: int
    total: int
    trigger: str


@dataclass(frozen=True, slots=True)
class UnitsGranted:
    """A nation may place these units, which it did not buy."""

    nation: NationName
    units: tuple[tuple[UnitTypeName, int], ...]


@dataclass(frozen=True, slots=True)
class UnitsAppeared:
    """New units are put on the board, with their identities."""

    nation: NationName
    territory: TerritoryName
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class UnitsVanished:
    """Units are taken off the board."""

    nation: NationName
    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class LandAssigned:
    """An area gets another owner without a fight; NEUTRAL is nobody."""

    territory: TerritoryName
    owner: NationName
    previous: NationName


@dataclass(frozen=True, slots=True)
class TechnologyGiven:
    """A technology is in force for a nation that did not research it."""

    nation: NationName
    technology: str


@dataclass(frozen=True, slots=True)
class LossesCounted:
    """A nation destroyed units that it attacked, worth a number of PUs."""

    nation: NationName
    value: int


@dataclass(frozen=True, slots=True)
class BattleCounted:
    """A nation has attacked another one in an area, or taken its land there."""

    attacker: NationName
    defender: NationName
    territory: TerritoryName


TriggerEvent = (
    TriggerRolled
    | ChanceChanged
    | TriggerFired
    | UseCounted
    | VictoryHeld
    | RuleChanged
    | ResourceGiven
    | UnitsGranted
    | UnitsAppeared
    | UnitsVanished
    | LandAssigned
    | TechnologyGiven
    | LossesCounted
    | BattleCounted
)
