"""Events of movement: units that move, load, unload, and battles that this brings about."""

from engine.core.agenda import PendingBattle
from engine.core.ids import NationName, ResourceName, TerritoryName, TheatreName, UnitId
from engine.core.words import BattleKind
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class UnitsMoved:
    """Units went along a path.

    units: those that moved by themselves, in order of identity (cargo is not listed, it goes
      along).
    path: every territory of the path, start and end included.
    spent: movement points used by each of `units`, in the same order; ships and land units that
      were stopped spend all they had left, aircraft only the length of the path.
    stopped: whether they moved into a combat.
    """

    nation: NationName
    units: tuple[UnitId, ...]
    path: tuple[TerritoryName, ...]
    spent: tuple[int, ...]
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class UnitsLoaded:
    """Units went aboard: pairs (unit, its transport); territory is the sea zone."""

    nation: NationName
    pairs: tuple[tuple[UnitId, UnitId], ...]
    territory: TerritoryName


@dataclass(frozen=True, slots=True)
class UnitsUnloaded:
    """Units went ashore: pairs (unit, the transport it left).

    territory: where the units are now; in_combat: in the combat move; amphibious: into a battle.
    """

    nation: NationName
    pairs: tuple[tuple[UnitId, UnitId], ...]
    territory: TerritoryName
    in_combat: bool
    amphibious: bool


@dataclass(frozen=True, slots=True)
class AircraftStowed:
    """Allied aircraft are cargo of carriers for this turn (B176): pairs (aircraft, carrier)."""

    nation: NationName
    pairs: tuple[tuple[UnitId, UnitId], ...]


@dataclass(frozen=True, slots=True)
class AircraftReleased:
    """Aircraft are no longer cargo: movement is over, or they fight beside their carrier."""

    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class BattlePending:
    """A battle will have to be fought, or more units join it; it replaces the one there."""

    battle: PendingBattle


@dataclass(frozen=True, slots=True)
class BattleCancelled:
    """A pending battle will not be fought, for instance because nobody is left to fight.

    declined: the attacker could have fought and did not want to (B146).
    takers: ships that came to a sea zone that was taken without a fight; they have fought (B172).
    """

    territory: TerritoryName
    kind: BattleKind
    declined: bool = False
    takers: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class AircraftLost:
    """Aircraft without a place to land are removed; `reason` is one sentence."""

    nation: NationName
    units: tuple[UnitId, ...]
    territory: TerritoryName
    reason: str


@dataclass(frozen=True, slots=True)
class UnitsSurfaced:
    """Submerged units surface again."""

    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class UnitsRested:
    """Units are as fresh as on the morning of a turn; movement that bases gave them stays."""

    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class MovementEnded:
    """These units may not move any more in this turn, whatever movement they have left.

    Cargo that is named may not go ashore either (it was loaded after its ship fought, B172).
    """

    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class AircraftBound:
    """Aircraft that have flown belong to a theatre of the board for the rest of the turn (L17)."""

    nation: NationName
    units: tuple[UnitId, ...]
    theatre: TheatreName


@dataclass(frozen=True, slots=True)
class BonusMovementGiven:
    """Bases give units more movement for this turn: pairs (unit, movement points)."""

    nation: NationName
    units: tuple[tuple[UnitId, int], ...]


@dataclass(frozen=True, slots=True)
class NeutralityPaid:
    """A nation paid, in PUs, for entering neutral land."""

    nation: NationName
    territory: TerritoryName
    amount: int


@dataclass(frozen=True, slots=True)
class FuelPaid:
    """A nation paid for movement: pairs (resource, amount).

    units: those for which it paid what only the first move of a turn costs.
    """

    nation: NationName
    amounts: tuple[tuple[ResourceName, int], ...]
    units: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class TroopsJumped:
    """Airborne troops took off from the bases of an area; where they went is told beside it."""

    nation: NationName
    units: tuple[UnitId, ...]
    origin: TerritoryName


MovementEvent = (
    UnitsMoved
    | UnitsLoaded
    | UnitsUnloaded
    | AircraftStowed
    | AircraftReleased
    | BattlePending
    | BattleCancelled
    | AircraftLost
    | UnitsSurfaced
    | MovementEnded
    | AircraftBound
    | BonusMovementGiven
    | UnitsRested
    | NeutralityPaid
    | FuelPaid
    | TroopsJumped
)
