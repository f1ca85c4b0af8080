"""The ways to win that a scenario may have (B236, C2 to C4)."""

from dataclasses import dataclass

from engine.core.ids import NationName, TerritoryName, TheatreName


@dataclass(frozen=True, slots=True)
class VictoryLevel:
    """An alliance wins at this number of victory cities when the level is switched on (B236).

    level: ``"projection_of_power"``, ``"honorable_surrender"`` or ``"total_victory"``.
    """

    level: str
    alliance: str
    cities: int


@dataclass(frozen=True, slots=True)
class CapitalVictory:
    """An alliance wins when it holds so many of these territories (C2, C3).

    capitals: territories of its enemies; count: how many of them are enough.
    after: it is tested when the turn of this nation ends; "" at the end of the round.
    """

    alliance: str
    capitals: tuple[TerritoryName, ...]
    count: int
    after: NationName = ""


@dataclass(frozen=True, slots=True)
class IncomeVictory:
    """An alliance wins when its land is worth so many PUs at the end of a round (C4)."""

    alliance: str
    income: int


@dataclass(frozen=True, slots=True)
class PointVictory:
    """A nation and its side win when it has so many victory points at the end of a round.

    points: 0 when they win nothing by themselves, because a trigger asks for them.
    per_income: it scores a point for each so many PUs collected at the end of a turn; a rest is
      lost.  per_damage: it loses one for each so many PUs of damage by one raid or rocket, but
      never has less than none.  0: points are not counted for that.
    """

    nation: NationName
    points: int
    per_income: int = 10
    per_damage: int = 10


@dataclass(frozen=True, slots=True)
class TheatreVictory:
    """An alliance wins the game when it has won all of these theatres (L1, L2)."""

    alliance: str
    theatres: tuple[TheatreName, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """A nation may take its units home at once when a theatre is won (L46).

    In its first combat move after `alliance` has won `theatre` it may put all its land units and
    aircraft that stand outside the theatre of `goal` into `goal`, as long as that is its own.
    """

    nation: NationName
    theatre: TheatreName
    alliance: str
    goal: TerritoryName


@dataclass(frozen=True, slots=True)
class Victory:
    """How a game is won.

    levels: by victory cities; the others are further ways, each in force beside the levels.
    recalls: who may take their units home when a theatre is won.
    """

    levels: tuple[VictoryLevel, ...] = ()
    by_capitals: tuple[CapitalVictory, ...] = ()
    by_income: tuple[IncomeVictory, ...] = ()
    by_points: tuple[PointVictory, ...] = ()
    by_theatres: tuple[TheatreVictory, ...] = ()
    recalls: tuple[Recall, ...] = ()
