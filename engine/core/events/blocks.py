"""Events of block games: command, declarations, movement, control, battles.

Rule: Triumph & Tragedy 2nd edition.
"""

from engine.core.blocks import BlockMove
from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.standing_orders import StandingUse
from engine.core.unit import Unit
from engine.core.words import ChosenBy
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class BlocksPlaced:
    """New blocks are put on the board."""

    nation: NationName
    territory: TerritoryName
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class BlocksDisbanded:
    """A nation takes blocks of its own off the board (T108)."""

    nation: NationName
    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class TurnOrderSet:
    """The order of the nations for the next year, and the die that decided it."""

    order: tuple[NationName, ...]
    die: int


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
class PartitionJoined:
    """A nation enters a country that a rival of it has violated, and fights it too (T237)."""

    nation: NationName
    country: str


@dataclass(frozen=True, slots=True)
class CountryAligned:
    """A country goes over to a nation, with its areas that nobody held, and blocks (T171, T238).

    cause: one sentence for people.
    """

    country: str
    nation: NationName
    areas: tuple[TerritoryName, ...]
    units: tuple[Unit, ...]
    cause: str


@dataclass(frozen=True, slots=True)
class BlockExchanged:
    """A block takes the place of another one; unit: it as it is now, with the old number (T238)."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class CountryDefeated:
    """The capital of a country has fallen (T101 to T103, T236).

    conqueror: the nation that holds its capital; removed: its blocks, which leave the game.
    is_power: whether it was a major power, which never builds again.
    freed: areas of its colonies that are neutral now; garrisons: what defends them.
    """

    country: str
    conqueror: NationName
    removed: tuple[UnitId, ...]
    is_power: bool
    freed: tuple[TerritoryName, ...]
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
    """A battle begins; is_raid: it is in enemy land and no attacker is a ground unit (T202)."""

    territory: TerritoryName
    attacker: NationName
    is_raid: bool


@dataclass(frozen=True, slots=True)
class EnemySpared:
    """The attacker leaves one of several defenders out of a round (T199)."""

    territory: TerritoryName
    attacker: NationName
    enemy: NationName


@dataclass(frozen=True, slots=True)
class GroupRevealed:
    """A group of units joins a battle at sea (T53)."""

    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class BlockAimed:
    """A block aims, or holds its fire for target "", as the standing orders of its nation say."""

    territory: TerritoryName
    unit: UnitId
    target: str
    standing: StandingUse


@dataclass(frozen=True, slots=True)
class BlockFired:
    """A block has fired; target: the kind aimed at; dice and how many of them hit.

    chosen_by: who chose the target: ``"player"``, ``"standing"`` or ``"default"``.
    """

    territory: TerritoryName
    unit: UnitId
    target: str
    dice: tuple[int, ...]
    hits: int
    chosen_by: ChosenBy


@dataclass(frozen=True, slots=True)
class IndustryBombed:
    """Strategic bombing lowers the industry of a nation for good by a number of points (T214)."""

    territory: TerritoryName
    nation: NationName
    points: int


@dataclass(frozen=True, slots=True)
class BlockReduced:
    """A block is reduced to a strength; 0 is lost.

    chosen_by: who chose it among equals: ``"player"``, ``"standing"``, ``"default"``, or ``"rule"``
      where there was no choice; standing: the standing orders that were followed.
    """

    territory: TerritoryName
    unit: UnitId
    strength: int
    chosen_by: ChosenBy = "rule"
    standing: StandingUse | None = None


@dataclass(frozen=True, slots=True)
class BlockRetreated:
    """A block left a battle or hostile land; path: every area, start and end included.

    is_forced: it had to; chosen_by: ``"player"``, ``"standing"`` or ``"default"``.
    is_counted: it uses up the limit of the border it crosses.
    standing: the standing orders that it followed, or that could not be followed.
    """

    unit: UnitId
    path: tuple[TerritoryName, ...]
    is_forced: bool
    chosen_by: ChosenBy
    is_counted: bool = False
    standing: StandingUse | None = None


@dataclass(frozen=True, slots=True)
class BlockEliminated:
    """A block had to leave and had nowhere to go (T77)."""

    unit: UnitId
    territory: TerritoryName
    reason: str


@dataclass(frozen=True, slots=True)
class SubsEscaped:
    """Submarines have escaped from a battle and stay in its area (T72, T205)."""

    territory: TerritoryName
    units: tuple[UnitId, ...]
    chosen_by: ChosenBy = "player"
    standing: StandingUse | None = None


@dataclass(frozen=True, slots=True)
class SubsFoughtOn:
    """Submarines stay in a battle, as the standing orders of their nation say."""

    territory: TerritoryName
    units: tuple[UnitId, ...]
    standing: StandingUse


@dataclass(frozen=True, slots=True)
class SubsReturned:
    """Submarines that had escaped fight again: they attack, or are hunted (T205)."""

    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class BlockBattleEnded:
    """A battle is over for this phase."""

    territory: TerritoryName
    is_raid: bool


BlockEvent = (
    BlocksPlaced
    | BlocksDisbanded
    | TurnOrderSet
    | WarDeclared
    | NeutralityViolated
    | PartitionJoined
    | CountryAligned
    | BlockExchanged
    | CountryDefeated
    | BlocksMoved
    | ControlChanged
    | BlockBattleStarted
    | EnemySpared
    | GroupRevealed
    | BlockAimed
    | BlockFired
    | IndustryBombed
    | BlockReduced
    | BlockRetreated
    | BlockEliminated
    | SubsEscaped
    | SubsFoughtOn
    | SubsReturned
    | BlockBattleEnded
)
