"""The cards and chits of a block game.

A card is named by its number: Action cards come first, in the order of their list, then Investment
cards.  The engine never asks for the name of a card: what a wildcard or an intelligence card does
is said here.

Rule: Triumph & Tragedy 2nd edition, rule book 4, 8.3, 9; docs/adr/0102-a-year-with-open-cards.md.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, get_args

from engine.core.ids import NationName
from engine.core.words import IntelligenceKind
from engine.gamedef.bounds import MAX_COUNT, MAX_NATIONS
from engine.gamedef.names import TECHNOLOGIES
from engine.gamedef.schema import CountryName, Key, Positive, Rows
from engine.marks import Bounds, Doc, Items, OneOf
from engine.values import dataclass, field

MOST_CARDS: Final = 500

Beside: TypeAlias = Annotated[
    Literal["", "own", "rival"], OneOf(("", "own", "rival"), "whose land it touches")
]
Intelligence: TypeAlias = Annotated[
    Literal[IntelligenceKind, ""],
    OneOf(("", *get_args(IntelligenceKind)), "a kind of intelligence"),
]
CardTechnology: TypeAlias = Annotated[str, OneOf(TECHNOLOGIES, "a technology")]
Countries: TypeAlias = Annotated[tuple[CountryName, ...], Items(MAX_COUNT)]


@dataclass(frozen=True, slots=True)
class Wildcard:
    """An Action card that acts at once (T153 to T158)."""

    name: Annotated[str, Doc("what it is called")]
    lists: Annotated[
        Mapping[NationName, Countries],
        Doc("by the nation that plays it, the countries that it may name (T155)"),
    ] = field(default_factory=dict)
    against: Annotated[
        Mapping[NationName, Countries],
        Doc("by rival, the countries in which one of its markers may be removed (T158)"),
    ] = field(default_factory=dict)
    beside: Annotated[
        Beside, Doc("any minor country next to land that the player, or a rival, controls (T156)")
    ] = ""
    is_free: Annotated[bool, Doc("any neutral country (T157)")] = False
    industry: Annotated[int, Doc("points of industry that it costs (T157)")] = 0


@dataclass(frozen=True, slots=True)
class ActionCard:
    """A card for diplomacy or for a season's command (T130, T131)."""

    season: Annotated[str, Doc("in which it commands")]
    letter: Annotated[str, Doc("who moves first by it")]
    value: Annotated[Positive, Doc("units that it moves")]
    countries: Annotated[Countries, Doc("one of which it names")] = ()
    wildcard: Annotated[str, Doc('what it is instead, "" for a card of two countries')] = ""


@dataclass(frozen=True, slots=True)
class InvestmentCard:
    """A card for industry, technology or intelligence (T130, T131)."""

    factories: Annotated[Positive, Doc("what it adds to industry (T140)")]
    technologies: Annotated[
        tuple[CardTechnology, ...], Items(MAX_COUNT), Doc("those that it stands for")
    ] = ()
    from_year: Annotated[
        int,
        Bounds(0, MAX_COUNT),
        Doc("of a science card, the year from which it stands for one of them, from 1 (T176)"),
    ] = 0
    is_espionage: Annotated[bool, Doc("it stands for what a rival has shown, too (T175)")] = False
    intelligence: Annotated[Intelligence, Doc("what it does instead (T183a)")] = ""


@dataclass(frozen=True, slots=True)
class CardRules:
    """What the cards of a game are, and what follows from them."""

    action: Annotated[tuple[ActionCard, ...], Items(MOST_CARDS), Doc("the Action cards")]
    investment: Annotated[
        tuple[InvestmentCard, ...], Items(MOST_CARDS), Doc("the Investment cards")
    ]
    wildcards: Annotated[
        Mapping[str, Wildcard], Rows("name"), Items(MOST_CARDS), Doc("by name, what they do")
    ]
    first_hand: Annotated[
        Mapping[NationName, Positive], Doc("Action cards with which a nation begins (T112)")
    ]
    hand_limit: Annotated[
        Mapping[NationName, Positive], Doc("cards that it keeps after Government (T144)")
    ]
    chits: Annotated[
        tuple[Annotated[int, Bounds(0, MAX_COUNT)], ...],
        Items(MAX_NATIONS),
        Doc("dividends of peace worth 0, 1, 2 ... points (T133)"),
    ]
    rises: Annotated[Positive, Doc("points that industry may gain by cards in a year (T141)")]
    goal: Annotated[Positive, Doc("points that win at the start of a year (T241)")]
    capitals: Annotated[
        Positive, Key("capitals"), Doc("capitals of rivals that win at once (T242)")
    ]
    years: Annotated[Positive, Doc("after which the points decide (T90, T245)")]

    def __len__(self) -> int:
        return len(self.action) + len(self.investment)

    def action_card(self, number: int) -> ActionCard | None:
        """The Action card of a number; None for a number of another card or of none."""
        return self.action[number - 1] if 1 <= number <= len(self.action) else None

    def investment_card(self, number: int) -> InvestmentCard | None:
        """The Investment card of a number; None for a number of another card or of none."""
        index = number - len(self.action)
        return self.investment[index - 1] if 1 <= index <= len(self.investment) else None

    def numbers(self, deck: str) -> range:
        """The numbers of all cards of a deck, ``"action"`` or ``"investment"``."""
        first = len(self.action)
        return range(1, first + 1) if deck == "action" else range(first + 1, len(self) + 1)
