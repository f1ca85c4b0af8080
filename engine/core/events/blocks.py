"""Events of block games: command, declarations, movement, control, battles.

Rule: Triumph & Tragedy 2nd edition.
"""

from engine.core.blocks import BlockMove
from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class BlocksPlaced:
    """New blocks are put on the board."""

    nation: NationName
    territory: TerritoryName
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class TurnOrderSet:
    """The order of the nations for the next year, and the die that decided it."""

    order: tuple[NationName, ...]
    die: int


@dataclass(frozen=True, slots=True)
class CommandGiven:
    """What a nation commands with: kind and number of units as in BlockTurn."""

    nation: NationName
    kind: str
    command: int


@dataclass(frozen=True, slots=True)
class WarDeclared:
    """Two nations are at war from now on."""

    nation: NationName
    enemy: NationName


@dataclass(frozen=True, slots=True)
class NeutralityViolated:
    """A nation violates a neutral country, which raises its garrisons."""

    nation: NationName
    country: str
    garrisons: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class BlocksMoved:
    """Blocks moved together along one path."""

    nation: NationName
    units: tuple[UnitId, ...]
    move: BlockMove


@dataclass(frozen=True, slots=True)
class ControlChanged:
    """An area gets another controller at the start of a phase; "" is nobody (T1)."""

    territory: TerritoryName
    before: NationName
    owner: NationName


@dataclass(frozen=True, slots=True)
class BlockBattleStarted:
    """A battle begins; is_raid: none of the attackers is a ground unit."""

    territory: TerritoryName
    attacker: NationName
    is_raid: bool


@dataclass(frozen=True, slots=True)
class GroupRevealed:
    """A group of units joins a battle at sea (T53)."""

    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class BlockFired:
    """A block has fired; target: the kind aimed at; dice and how many of them hit."""

    territory: TerritoryName
    unit: UnitId
    target: str
    dice: tuple[int, ...]
    hits: int
    chosen_by: str


@dataclass(frozen=True, slots=True)
class IndustryBombed:
    """Strategic bombing lowers the industry of a nation for good by a number of points (T214)."""

    territory: TerritoryName
    nation: NationName
    points: int


@dataclass(frozen=True, slots=True)
class BlockReduced:
    """A block is reduced to a strength; 0 is lost."""

    territory: TerritoryName
    unit: UnitId
    strength: int


@dataclass(frozen=True, slots=True)
class BlockRetreated:
    """A block left a battle or hostile land; path: every area, start and end included.

    is_forced: it had to; chosen_by: ``"player"`` or ``"default"``.
    is_counted: it uses up the limit of the border it crosses.
    """

    unit: UnitId
    path: tuple[TerritoryName, ...]
    is_forced: bool
    chosen_by: str
    is_counted: bool = False


@dataclass(frozen=True, slots=True)
class BlockEliminated:
    """A block had to leave and had nowhere to go (T77)."""

    unit: UnitId
    territory: TerritoryName
    reason: str


@dataclass(frozen=True, slots=True)
class SubsEscaped:
    """Submarines have escaped from a battle and stay in its area (T72)."""

    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class SubsReturned:
    """Submarines that had escaped count again."""

    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class BlockBattleEnded:
    """A battle is over for this phase."""

    territory: TerritoryName
    is_raid: bool


BlockEvent = (
    BlocksPlaced
    | TurnOrderSet
    | CommandGiven
    | WarDeclared
    | NeutralityViolated
    | BlocksMoved
    | ControlChanged
    | BlockBattleStarted
    | GroupRevealed
    | BlockFired
    | IndustryBombed
    | BlockReduced
    | BlockRetreated
    | BlockEliminated
    | SubsEscaped
    | SubsReturned
    | BlockBattleEnded
)
