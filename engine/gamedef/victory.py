"""The ways to win that a scenario may have (B236, C2 to C4)."""

from typing import Annotated

from engine.core.ids import NOBODY, NationName, TerritoryName, TheatreName
from engine.gamedef.bounds import MAX_AREAS, MAX_INCOME, MAX_NATIONS, MAX_VICTORY
from engine.gamedef.names import VictoryLevelName
from engine.gamedef.schema import AllianceName, Key, Positive
from engine.marks import Bounds, Doc, Items
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class VictoryLevel:
    """An alliance wins at this number of victory cities when the level is switched on (B236)."""

    level: Annotated[
        VictoryLevelName, Doc("`projection_of_power`, `honorable_surrender` or `total_victory`")
    ]
    alliance: Annotated[AllianceName, Doc("who wins")]
    cities: Annotated[Positive, Doc("how many victory cities")]


@dataclass(frozen=True, slots=True)
class CapitalVictory:
    """An alliance wins when it holds enough of these territories (C2, C3)."""

    alliance: Annotated[AllianceName, Doc("who wins")]
    capitals: Annotated[
        tuple[TerritoryName, ...], Items(MAX_NATIONS, least=1), Doc("territories of its enemies")
    ]
    count: Annotated[Positive, Doc("how many of them are enough")]
    after: Annotated[
        NationName,
        Doc('it is tested when the turn of this nation ends, "" for the end of the round'),
    ] = NOBODY


@dataclass(frozen=True, slots=True)
class IncomeVictory:
    """An alliance wins when its land is worth enough PUs at the end of a round (C4)."""

    alliance: AllianceName
    income: Annotated[int, Bounds(1, MAX_INCOME)]


@dataclass(frozen=True, slots=True)
class PointVictory:
    """A nation and its side win when it has enough victory points at the end of a round."""

    nation: Annotated[NationName, Doc("who wins")]
    points: Annotated[
        int,
        Doc(
            "how many points; 0 when they win nothing by themselves, because a trigger asks "
            "for them"
        ),
    ]
    per_income: Annotated[
        int,
        Doc(
            "it scores a point for each time this many PUs are collected at the end of a "
            "turn, and a remainder is lost; 0 for none"
        ),
    ] = 10
    per_damage: Annotated[
        int,
        Doc(
            "it loses a point for each time this many PUs of damage are done by one raid or "
            "rocket, but never falls below 0; 0 for none"
        ),
    ] = 10
    per_plunder: Annotated[
        int,
        Doc("it scores a point for each time it takes this many PUs with a capital; 0 for none"),
    ] = 0


@dataclass(frozen=True, slots=True)
class TheatreVictory:
    """An alliance wins the game when it has won all of these theatres (L1, L2)."""

    alliance: AllianceName
    theatres: Annotated[tuple[TheatreName, ...], Items(MAX_AREAS, least=1)]


@dataclass(frozen=True, slots=True)
class RecallRule:
    """A nation may take its units home at once when a theatre is won (L46).

    In its first combat move after `alliance` has won `theatre` it may put all its land units and
    aircraft that are outside the theatre of `goal` into `goal`, as long as it owns that area.
    """

    nation: NationName
    theatre: TheatreName
    alliance: AllianceName
    goal: TerritoryName


@dataclass(frozen=True, slots=True)
class Victory:
    """How a game is won."""

    levels: Annotated[
        tuple[VictoryLevel, ...],
        Key("victory"),
        Items(MAX_VICTORY, unique=("level", "alliance")),
        Doc("by victory cities; the others are further ways, each in force beside the levels"),
    ] = ()
    by_capitals: Annotated[
        tuple[CapitalVictory, ...],
        Key("capital_victory"),
        Items(MAX_VICTORY),
        Doc("by enemy capitals"),
    ] = ()
    by_income: Annotated[
        tuple[IncomeVictory, ...],
        Key("income_victory"),
        Items(MAX_VICTORY, unique=("alliance",)),
        Doc("by the value of the land of an alliance"),
    ] = ()
    by_points: Annotated[
        tuple[PointVictory, ...],
        Key("point_victory"),
        Items(MAX_NATIONS, unique=("nation",)),
        Doc("by victory points"),
    ] = ()
    by_theatres: Annotated[
        tuple[TheatreVictory, ...],
        Key("theatre_victory"),
        Items(MAX_VICTORY, unique=("alliance",)),
        Doc("by theatres"),
    ] = ()
    recalls: Annotated[
        tuple[RecallRule, ...],
        Items(MAX_NATIONS, unique=("nation",)),
        Doc("who may take their units home when a theatre is won"),
    ] = ()
