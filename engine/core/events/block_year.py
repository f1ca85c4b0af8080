"""Events of the year of a block game: commands, supply, influence, dividends, forces that arrive.

Rule: Triumph & Tragedy 2nd edition.
"""

from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.core.words import CommandKind
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class CommandGiven:
    """What a nation commands with: kind and number of units as in BlockTurn."""

    nation: NationName
    kind: CommandKind
    command: int
    letter: str = ""


@dataclass(frozen=True, slots=True)
class CommandTaken:
    """The turn of a nation begins, with the command that it gave before (T186)."""

    nation: NationName
    kind: CommandKind
    command: int


@dataclass(frozen=True, slots=True)
class SeasonEnded:
    """The commands of a season are used up; nations: those that took a turn in it, in order."""

    season: str
    nations: tuple[NationName, ...]


@dataclass(frozen=True, slots=True)
class TieBroken:
    """Two emergencies have the same letter; the die lets a nation move first (T187)."""

    nation: NationName
    die: int


@dataclass(frozen=True, slots=True)
class SupplyFailed:
    """A block is out of supply and reduced to a strength; 0 is lost (T215)."""

    unit: UnitId
    territory: TerritoryName
    strength: int


@dataclass(frozen=True, slots=True)
class BlockadesMarked:
    """What found no way to its capital in summer (T223).

    blockades: as in BlockState; () when the year is over and all marks go (T129).
    """

    blockades: tuple[tuple[TerritoryName, str], ...]


@dataclass(frozen=True, slots=True)
class InfluenceSet:
    """Markers of a nation on a country from now on, 0 for none.

    cause: one sentence for people, "" where it is plain.
    """

    country: str
    nation: NationName
    markers: int
    cause: str = ""


@dataclass(frozen=True, slots=True)
class DividendsDue:
    """Nations that were at peace and quiet draw a chit each; a new year begins (T134)."""

    nations: tuple[NationName, ...]


@dataclass(frozen=True, slots=True)
class ForcesArrived:
    """New blocks of a power that has joined a nation (T168, T171)."""

    country: str
    nation: NationName
    units: tuple[Unit, ...]
    wave: int


@dataclass(frozen=True, slots=True)
class AllyActivated:
    """Of two nations of one player this is the active one of the year (T254).

    released: nations that take the cards into their hands that they had laid by (T256).
    """

    nation: NationName
    released: tuple[NationName, ...]


BlockYearEvent = (
    CommandGiven
    | CommandTaken
    | SeasonEnded
    | TieBroken
    | SupplyFailed
    | BlockadesMarked
    | InfluenceSet
    | DividendsDue
    | ForcesArrived
    | AllyActivated
)
