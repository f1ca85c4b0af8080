"""Events of the cards of a block game: production, government, technology, victory by points.

Rule: Triumph & Tragedy 2nd edition, rule book 4, 7, 8, 9; docs/adr/0102-a-year-with-open-cards.md.
"""

from engine.core.blocks import SecretTechnology
from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.core.words import CardUse, DeckName, IntelligenceKind
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class DecksShuffled:
    """All discards are in their decks again, and what counts for a year begins anew (T132)."""


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """A nation takes cards from a deck, or from the hand of a rival (T112, T117, T183d, T233).

    cards: their numbers; victim: the rival, "" for the deck.
    is_reserved: whether they are laid by until the next year (T256).
    """

    nation: NationName
    cards: tuple[int, ...]
    victim: NationName
    is_reserved: bool = False


@dataclass(frozen=True, slots=True)
class DividendDrawn:
    """A nation draws a dividend of peace; points: what it is worth (T133)."""

    nation: NationName
    points: int


@dataclass(frozen=True, slots=True)
class CardsSpent:
    """Cards leave a hand for the discards; target: what they named, "" for nothing."""

    nation: NationName
    cards: tuple[int, ...]
    use: CardUse
    target: str = ""


@dataclass(frozen=True, slots=True)
class CadresBuilt:
    """New blocks of strength 1, paid for with production (T117)."""

    nation: NationName
    territory: TerritoryName
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class BlocksStrengthened:
    """Blocks gain a strength each, paid for with production (T117, T119)."""

    nation: NationName
    territory: TerritoryName
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class CardsBought:
    """Cards are paid for; they are drawn when production is over (T126)."""

    nation: NationName
    deck: DeckName
    count: int


@dataclass(frozen=True, slots=True)
class CardPassed:
    """A nation passes in Government (T135)."""

    nation: NationName


@dataclass(frozen=True, slots=True)
class DiplomacyPlayed:
    """A card lies on a country until Government is over (T137)."""

    nation: NationName
    country: str
    card: int


@dataclass(frozen=True, slots=True)
class DiplomacyCancelled:
    """A card on a country and one that a rival played there are both discarded (T138)."""

    nation: NationName
    country: str
    rival: NationName
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiplomacyOver:
    """Government is over; the cards that lie on countries are discarded (T143)."""


@dataclass(frozen=True, slots=True)
class IndustryChanged:
    """The industry of a nation, as it is now (T140, T157, T183f).

    by_cards: whether it counts for what cards may add in a year (T141).
    """

    nation: NationName
    industry: int
    by_cards: bool


@dataclass(frozen=True, slots=True)
class TechnologyAchieved:
    """A nation has a technology; is_secret: it lies in its vault, without effect (T174, T179).

    held: the technology and its cards, of which the first stays open when it is shown (T178).
    is_new: whether it comes from the hand; otherwise it was in the vault until now (T180).
    is_stage: whether it is a stage of atomic research, of which a year brings one (T181).
    """

    nation: NationName
    held: SecretTechnology
    is_secret: bool
    is_new: bool
    is_stage: bool = False


@dataclass(frozen=True, slots=True)
class IntelligencePlayed:
    """An intelligence card acts on a nation, or by a double agent on who played it (T183h)."""

    nation: NationName
    kind: IntelligenceKind
    target: str
    is_turned: bool


@dataclass(frozen=True, slots=True)
class MusterDue:
    """A new satellite will raise a block of its nation in each of these areas (T151)."""

    nation: NationName
    areas: tuple[TerritoryName, ...]


@dataclass(frozen=True, slots=True)
class BlocksMustered:
    """A new satellite raises blocks of its nation (T151)."""

    nation: NationName
    territory: TerritoryName
    units: tuple[Unit, ...]


BlockCardEvent = (
    DecksShuffled
    | CardsDrawn
    | DividendDrawn
    | CardsSpent
    | CadresBuilt
    | BlocksStrengthened
    | CardsBought
    | CardPassed
    | DiplomacyPlayed
    | DiplomacyCancelled
    | DiplomacyOver
    | IndustryChanged
    | TechnologyAchieved
    | IntelligencePlayed
    | MusterDue
    | BlocksMustered
)
