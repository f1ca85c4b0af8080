"""What a position of a block game holds besides units, owners and agenda.

Strength, and whether a submarine has escaped, are kept in the unit itself.
Decision: docs/adr/0018-block-games.md.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from engine.core.ids import NOBODY, NationName, TerritoryName, UnitId
from engine.core.words import CommandKind, DeckName
from engine.marks import Tag, wire
from engine.values import dataclass, field


@wire("block_move")
@dataclass(frozen=True, slots=True)
class BlockMove:
    """How a unit moved in the movement phase under way.

    path: every area, start and end included.
    is_strategic: at double speed.
    is_engaging: it went where enemies are; is_disengaging: it left a battle.
    is_invading: it came ashore from a convoy in enemy land; is_bombing: it went to bomb industry.
    """

    path: Annotated[tuple[TerritoryName, ...], Tag("path")]
    is_strategic: Annotated[bool, Tag("is_strategic")] = False
    is_engaging: Annotated[bool, Tag("is_engaging")] = False
    is_disengaging: Annotated[bool, Tag("is_disengaging")] = False
    is_invading: Annotated[bool, Tag("is_invading")] = False
    is_bombing: Annotated[bool, Tag("is_bombing")] = False

    @property
    def start(self) -> TerritoryName:
        """Where it began the phase."""
        return self.path[0]

    @property
    def origin(self) -> TerritoryName:
        """The last area before the one it ended in."""
        return self.path[-2]


@wire("block_turn")
@dataclass(frozen=True, slots=True)
class BlockTurn:
    """What the turn under way has done; emptied when it ends.

    command: units that may move; kind: of the command, or "" before.
    moves: by unit, in order of movement.
    fought: areas in which a battle was fought; raided: those in which it was a raid only.
    retreats: borders over which a ground unit retreated, as (from, to), one entry each.
    declared: nations that war was declared on; invaded: countries whose neutrality was violated.
    spent: points of production used up; built: blocks that are new or stronger by them, sorted;
      drawing: cards paid for, by deck.
    has_played: whether a play of Government has been made (T135).
    """

    command: Annotated[int, Tag("command")] = 0
    kind: Annotated[CommandKind | Literal[""], Tag("kind")] = ""
    moves: Annotated[Mapping[UnitId, BlockMove], Tag("moves")] = field(default_factory=dict)
    fought: Annotated[tuple[TerritoryName, ...], Tag("fought")] = ()
    raided: Annotated[tuple[TerritoryName, ...], Tag("raided")] = ()
    retreats: Annotated[tuple[tuple[TerritoryName, TerritoryName], ...], Tag("retreats")] = ()
    declared: Annotated[tuple[NationName, ...], Tag("declared")] = ()
    invaded: Annotated[tuple[str, ...], Tag("invaded")] = ()
    spent: Annotated[int, Tag("spent")] = 0
    built: Annotated[tuple[UnitId, ...], Tag("built")] = ()
    drawing: Annotated[Mapping[DeckName, int], Tag("drawing")] = field(default_factory=dict)
    has_played: Annotated[bool, Tag("has_played")] = False


@wire("command_card")
@dataclass(frozen=True, slots=True)
class CommandCard:
    """What a nation commands a season with.

    kind: as in BlockTurn; value: units that may move.
    letter: of the card, which says who moves first; "" for one that is not named (T186).
    """

    kind: Annotated[CommandKind, Tag("kind")]
    value: Annotated[int, Tag("value")] = 0
    letter: Annotated[str, Tag("letter")] = ""


@wire("influence")
@dataclass(frozen=True, slots=True)
class Influence:
    """Markers of one nation on a neutral country (T146)."""

    nation: Annotated[NationName, Tag("nation")]
    markers: Annotated[int, Tag("markers")]


@wire("cards_in_play")
@dataclass(frozen=True, slots=True)
class CardsInPlay:
    """Diplomacy cards of one nation on a country, in the order in which they were played (T138)."""

    nation: Annotated[NationName, Tag("nation")]
    cards: Annotated[tuple[int, ...], Tag("cards")]


@wire("secret_technology")
@dataclass(frozen=True, slots=True)
class SecretTechnology:
    """A technology in a vault, with its pair of cards; the first stays open once shown (T179)."""

    technology: Annotated[str, Tag("technology")]
    cards: Annotated[tuple[int, ...], Tag("cards")]


@wire("cards")
@dataclass(frozen=True, slots=True)
class CardState:
    """Where the cards and chits are; those that are nowhere named lie in their deck.

    hands: by nation, the numbers of its cards, sorted.
    discarded: cards that are shuffled again at the start of a year, sorted (T132).
    played: by country, the diplomacy cards on it (T137).
    vaults: by nation, its secret technologies in the order of achievement (T179).
    shown: by nation, cards that lie open with a technology (T178).
    chits: dividends that nobody has yet, by points from 0 (T133).
    passes: nations that have passed in a row in Government (T135).
    rises: by nation, points that its industry has gained by cards in this year (T141).
    staged: nations that have reached an atomic stage in this year (T181).
    musters: areas of new satellites, with the nation that raises a block there (T151).
    reserved: by nation, cards that it has not before the next year, sorted (T256).
    """

    hands: Annotated[Mapping[NationName, tuple[int, ...]], Tag("hands")]
    chits: Annotated[tuple[int, ...], Tag("chits")]
    discarded: Annotated[tuple[int, ...], Tag("discarded")] = ()
    played: Annotated[Mapping[str, CardsInPlay], Tag("played")] = field(default_factory=dict)
    vaults: Annotated[Mapping[NationName, tuple[SecretTechnology, ...]], Tag("vaults")] = field(
        default_factory=dict
    )
    shown: Annotated[Mapping[NationName, tuple[int, ...]], Tag("shown")] = field(
        default_factory=dict
    )
    passes: Annotated[int, Tag("passes")] = 0
    rises: Annotated[Mapping[NationName, int], Tag("rises")] = field(default_factory=dict)
    staged: Annotated[tuple[NationName, ...], Tag("staged")] = ()
    musters: Annotated[Mapping[TerritoryName, NationName], Tag("musters")] = field(
        default_factory=dict
    )
    reserved: Annotated[Mapping[NationName, tuple[int, ...]], Tag("reserved")] = field(
        default_factory=dict
    )


@wire("blocks")
@dataclass(frozen=True, slots=True)
class BlockState:
    """The position of a block game.

    order: the nations in the order of this year.
    wars: pairs of nations at war, each pair and the list sorted.
    violated: pairs (nation, country), sorted: the nation has violated its neutrality, or fights it
      in the wake of another that has.
    defeated: major powers whose capital has fallen, sorted.
    turn: the turn under way.
    industry: the IND of each nation (T109).
    influence: by country, who has markers there; absent without any (T146).
    satellites: by country, the nation that it has gone over to (T150).
    aggressors: pairs (nation, enemy) in the order in which war was declared (T229).
    commands: what nations command the season with, as far as they have said so (T184).
    favoured: of two emergencies with the same letter, whom the die lets move first (T187).
    disturbed: nations that violated a country or fought in this year, sorted (T134).
    chits: peace dividends by nation; dividends: points on those that are known (T133).
    blockades: areas whose yield found no way in summer, "all" or "home" of it (T223, T225).
    waves: of a power that was attacked, how many of its forces have come (T171).
    active: of two nations of one player, the active ally of the year (T254).
    cards: the cards; None where they are at the table (ADR 0078).
    """

    order: Annotated[tuple[NationName, ...], Tag("order")]
    wars: Annotated[tuple[tuple[NationName, NationName], ...], Tag("wars")] = ()
    violated: Annotated[tuple[tuple[NationName, str], ...], Tag("violated")] = ()
    turn: Annotated[BlockTurn, Tag("turn")] = field(default_factory=BlockTurn)
    defeated: Annotated[tuple[str, ...], Tag("defeated")] = ()
    industry: Annotated[Mapping[NationName, int], Tag("industry")] = field(default_factory=dict)
    influence: Annotated[Mapping[str, Influence], Tag("influence")] = field(default_factory=dict)
    satellites: Annotated[Mapping[str, NationName], Tag("satellites")] = field(default_factory=dict)
    aggressors: Annotated[tuple[tuple[NationName, NationName], ...], Tag("aggressors")] = ()
    commands: Annotated[Mapping[NationName, CommandCard], Tag("commands")] = field(
        default_factory=dict
    )
    favoured: Annotated[NationName, Tag("favoured")] = NOBODY
    disturbed: Annotated[tuple[NationName, ...], Tag("disturbed")] = ()
    chits: Annotated[Mapping[NationName, int], Tag("chits")] = field(default_factory=dict)
    dividends: Annotated[Mapping[NationName, int], Tag("dividends")] = field(default_factory=dict)
    blockades: Annotated[Mapping[TerritoryName, str], Tag("blockades")] = field(
        default_factory=dict
    )
    waves: Annotated[Mapping[str, int], Tag("waves")] = field(default_factory=dict)
    active: Annotated[NationName, Tag("active")] = NOBODY
    cards: Annotated[CardState | None, Tag("cards")] = None
