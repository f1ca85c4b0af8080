"""Battle: which one is fought next, and the choices inside a battle."""

from dataclasses import dataclass

from engine.core.ids import NationName, TerritoryName
from engine.orders.common import Pick


@dataclass(frozen=True, slots=True)
class Fight:
    """Fight a pending battle now: `fight Finland`; raid names the bombing raid there."""

    territory: TerritoryName
    raid: bool = False


@dataclass(frozen=True, slots=True)
class Lose:
    """Choose casualties: `lose 1 infantry, 1 armour: Finland`.

    A unit that can take several hits and is named once takes one of them.
    """

    territory: TerritoryName
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class HitFirst:
    """Choose which of the nations that defend together takes the hits: `hit British: Finland`.

    It takes as many of them as it has units for; what is left is asked again.
    """

    territory: TerritoryName
    nation: NationName


@dataclass(frozen=True, slots=True)
class Retreat:
    """Leave a battle: `retreat Finland > Karelija`.

    to: where all units go that retreat along the ground or the sea; "" when only aircraft
    withdraw.
    """

    territory: TerritoryName
    to: TerritoryName


@dataclass(frozen=True, slots=True)
class Press:
    """Go on with a battle: `press Finland`."""

    territory: TerritoryName


@dataclass(frozen=True, slots=True)
class Submerge:
    """Dive with submarines (`submerge 2 submarine: SZ 19 Atlantic`); no picks: stay up."""

    territory: TerritoryName
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Bombard:
    """Ships that fire at the shore (`bombard 1 battleship: France`); no picks: none does."""

    territory: TerritoryName
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Intercept:
    """Rise against a raid (`intercept 2 fighter: Western Germany`); no picks: nobody does."""

    territory: TerritoryName
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Scramble:
    """Rise from bases to help nearby (`scramble 1 fighter: 38 Sea Zone`); no picks: nobody does."""

    territory: TerritoryName
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Strike:
    """Suicide attacks on ships (`strike 2 carrier, 1 battleship: 25 Sea Zone`); no picks: none.

    The picks name the targets; a number counts attacks, and a ship may be named several times.
    """

    territory: TerritoryName
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class FireRocket:
    """Fire the rocket of a territory at a factory; target "" fires none."""

    origin: TerritoryName
    target: TerritoryName


@dataclass(frozen=True, slots=True)
class Settle:
    """Where homeless aircraft go after a battle: `settle 1 fighter: SZ 57 Arabian Sea > Bombay`.

    picks: which aircraft; to: where they land.
    """

    territory: TerritoryName
    picks: tuple[Pick, ...]
    to: TerritoryName
