"""Events of a board with several theatres: one is won, or the war goes on there (L27 to L46)."""

from engine.core.ids import NationName, TerritoryName, TheatreName, UnitId
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class TheatreDecided:
    """An alliance has won a theatre."""

    theatre: TheatreName
    alliance: str


@dataclass(frozen=True, slots=True)
class TheatreReopened:
    """The victor of a theatre fights on there: it is undecided again (L35)."""

    theatre: TheatreName
    nation: NationName


@dataclass(frozen=True, slots=True)
class CombatMoveLost:
    """A nation has no combat move in a theatre in its next turn (L43, L45)."""

    nation: NationName
    theatre: TheatreName


@dataclass(frozen=True, slots=True)
class UnitsRecalled:
    """Units are taken from other parts of the board and put straight into an area (L46)."""

    nation: NationName
    units: tuple[UnitId, ...]
    territory: TerritoryName


TheatreEvent = TheatreDecided | TheatreReopened | CombatMoveLost | UnitsRecalled
