"""Other ways to begin and to play a block game: a later start, and two players for three nations.

Each is an option; its steps of the sequence are left out of a game without it.

Rule: Triumph & Tragedy 2nd edition, rule book 17 and 18 (T247 to T259).
"""

from collections.abc import Mapping
from typing import Annotated

from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.core.words import DeckName
from engine.gamedef.bounds import MAX_COUNT, MAX_NATIONS, MAX_STEPS, MAX_UNITS
from engine.gamedef.schema import CountryName, Key, LandName, Positive, StepName
from engine.marks import Bounds, Doc, Items
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Garrison:
    """A block that stands on the board when the game begins (T111)."""

    nation: NationName
    territory: Annotated[TerritoryName, Key("area")]
    type: Annotated[UnitTypeName, Key("unit")]
    strength: Positive


@dataclass(frozen=True, slots=True)
class ShortGame:
    """What is different in a game that begins in a later year (option `short_game`)."""

    year: Annotated[int, Bounds(2, MAX_COUNT), Doc("with which it begins, counted from 1")]
    steps: Annotated[
        tuple[StepName, ...], Items(MAX_STEPS), Doc("steps of the sequence that only it has")
    ]
    industry: Annotated[Mapping[NationName, Positive], Doc("IND (T248)")]
    reinforcements: Annotated[
        Mapping[NationName, Positive], Doc("cadres and steps that a nation adds at home (T247)")
    ]
    hands: Annotated[
        Mapping[DeckName, Mapping[NationName, Positive]],
        Doc("by deck, the cards with which a nation begins (T248)"),
    ]
    dividends: Annotated[Positive, Doc("of each nation from the years before (T248)")]
    satellites: Annotated[
        Mapping[CountryName, NationName], Doc("countries that have gone over already (T249)")
    ]
    garrisons: Annotated[
        tuple[Garrison, ...], Items(MAX_UNITS), Doc("blocks that stand there besides (T249)")
    ]
    overtures: Annotated[
        Mapping[NationName, Positive],
        Doc("Action cards that a nation plays on countries before the first year (T249)"),
    ]


@dataclass(frozen=True, slots=True)
class TwoPlayers:
    """What is different where one player has several nations (option `two_players`)."""

    allies: Annotated[
        tuple[NationName, ...],
        Items(MAX_NATIONS, least=2),
        Doc("the two nations of one player; the odd card is for the first one (T252)"),
    ]
    steps: Annotated[
        tuple[StepName, ...], Items(MAX_STEPS), Doc("steps of the sequence that only it has")
    ]
    fortified: Annotated[
        tuple[LandName, ...],
        Items(MAX_COUNT),
        Doc("where cadres of the start are fortresses (T250)"),
    ]
