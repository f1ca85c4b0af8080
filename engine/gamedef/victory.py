"""The ways to win that a scenario may have (B236, C2 to C4)."""

from typing import Annotated

from engine.core.ids import NationName, TerritoryName, TheatreName
from engine.gamedef.bounds import MAX_AREAS, MAX_INCOME, MAX_NATIONS, MAX_VICTORY
from engine.gamedef.names import VictoryLevelName
from engine.gamedef.schema import AllianceName, Bounds, Items, Key, Positive
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class VictoryLevel:
    """An alliance wins at this number of victory cities when the level is switched on (B236).

    level: ``"projection_of_power"``, ``"honorable_surrender"`` or ``"total_victory"``.
    """

    level: VictoryLevelName
    alliance: AllianceName
    cities: Positive


@dataclass(frozen=True, slots=True)
class CapitalVictory:
    """An alliance wins when it holds enough of these territories (C2, C3).

    capitals: territories of its enemies; count: how many of them are enough.
    after: it is tested when the turn of this nation ends; "" at the end of the round.
    """

    alliance: AllianceName
    capitals: Annotated[tuple[TerritoryName, ...], Items(MAX_NATIONS, least=1)]
    count: Positive
    after: NationName = ""


@dataclass(frozen=True, slots=True)
class IncomeVictory:
    """An alliance wins when its land is worth enough PUs at the end of a round (C4)."""

    alliance: AllianceName
    income: Annotated[int, Bounds(1, MAX_INCOME)]


@dataclass(frozen=True, slots=True)
class PointVictory:
    """A nation and its side win when it has enough victory points at the end of a round.

    points: 0 when they win nothing by themselves, because a trigger asks for them.
    per_income: it scores a point for each time this many PUs are collected at the end of a turn; a
      remainder is lost.  per_plunder: the same for the PUs that it takes with a capital.
      per_damage: it loses a point for each time this many PUs of damage are done by one raid or
      rocket, but never falls below 0.  0: points are not counted for that.
    """

    nation: NationName
    points: int
    per_income: int = 10
    per_damage: int = 10
    per_plunder: int = 0


@dataclass(frozen=True, slots=True)
class TheatreVictory:
    """An alliance wins the game when it has won all of these theatres (L1, L2)."""

    alliance: AllianceName
    theatres: Annotated[tuple[TheatreName, ...], Items(MAX_AREAS, least=1)]


@dataclass(frozen=True, slots=True)
class Recall:
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
    """How a game is won.

    levels: by victory cities; the others are further ways, each in force beside the levels.
    recalls: who may take their units home when a theatre is won.
    """

    levels: Annotated[
        tuple[VictoryLevel, ...],
        Key("victory"),
        Items(MAX_VICTORY, unique=("level", "alliance")),
    ] = ()
    by_capitals: Annotated[
        tuple[CapitalVictory, ...], Key("capital_victory"), Items(MAX_VICTORY)
    ] = ()
    by_income: Annotated[
        tuple[IncomeVictory, ...],
        Key("income_victory"),
        Items(MAX_VICTORY, unique=("alliance",)),
    ] = ()
    by_points: Annotated[
        tuple[PointVictory, ...],
        Key("point_victory"),
        Items(MAX_NATIONS, unique=("nation",)),
    ] = ()
    by_theatres: Annotated[
        tuple[TheatreVictory, ...],
        Key("theatre_victory"),
        Items(MAX_VICTORY, unique=("alliance",)),
    ] = ()
    recalls: Annotated[tuple[Recall, ...], Items(MAX_NATIONS, unique=("nation",))] = ()
