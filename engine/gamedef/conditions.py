"""Conditions: what a map may ask of a position, as a tree of typed facts.

A condition is data; engine/rules/politics/conditions.py says whether it holds in a position.
`nations` names for whom a condition is asked: it is enough when it holds for one of them.
Decision: docs/adr/0019.  Source: the map dialect (RulesAttachment).
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engine.core.ids import (
    NationName,
    ResourceName,
    TerritoryName,
    TheatreName,
    UnitTypeName,
)

WHICH_PLACES: Final = ("named", "first", "first_land", "held", "held_land", "all")
WhichPlaces: TypeAlias = Literal["named", "first", "first_land", "held", "held_land", "all"]

ANY_RELATION: Final = ("any", "any war", "any allied", "any neutral")
"""What a condition may ask of a relation besides a type."""

WHOSE_UNITS: Final = ("own", "side", "allies", "enemies", "enemy_ships")
WhoseUnits: TypeAlias = Literal["own", "side", "allies", "enemies", "enemy_ships"]


@dataclass(frozen=True, slots=True)
class Places:
    """Areas of which some must fulfil a condition.

    which: ``"named"`` (those in `names`), ``"first"`` (what the nations owned at the start),
      ``"held"`` (what they own now), both also ``"_land"`` without sea zones, or ``"all"``.
    count: how many must fulfil it; 0 for every one of them.
    """

    which: WhichPlaces
    names: tuple[TerritoryName, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class UnitCount:
    """So many units of these types together; types () are all types."""

    types: tuple[UnitTypeName, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Together:
    """From `least` to `most` of the parts hold; all of no parts always hold."""

    parts: "tuple[Condition, ...]"
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Opposite:
    """The part does not hold."""

    part: "Condition"


@dataclass(frozen=True, slots=True)
class Named:
    """A condition of the definition, by its name; while it is switched off it does not hold."""

    name: str


@dataclass(frozen=True, slots=True)
class Rounds:
    """It is one of the rounds from `first` to `last`; last 0 is for ever."""

    first: int
    last: int = 0


@dataclass(frozen=True, slots=True)
class SwitchOn:
    """A switch of the map is on (see Definition.switches)."""

    switch: str


@dataclass(frozen=True, slots=True)
class OptionOn:
    """An option of the game has this value."""

    option: str
    value: bool = True


@dataclass(frozen=True, slots=True)
class Ownership:
    """Enough places belong to one of the nations, or, when `by_side`, to an ally of one."""

    nations: tuple[NationName, ...]
    places: Places
    by_side: bool = False


@dataclass(frozen=True, slots=True)
class Presence:
    """In enough places there are units, of every entry of `units` at least so many.

    whose: ``"own"``, ``"side"`` (own and allied) or ``"enemies"``; without `units` any unit
    counts.
    """

    nations: tuple[NationName, ...]
    places: Places
    whose: WhoseUnits
    units: tuple[UnitCount, ...] = ()


@dataclass(frozen=True, slots=True)
class Absence:
    """In enough places there are no such units.

    units: of every entry no more than so many may be there; () for none at all.

    whose: ``"own"``, ``"allies"`` (without the own), ``"enemies"`` or ``"enemy_ships"`` (those
    that are no submarines).
    """

    nations: tuple[NationName, ...]
    places: Places
    whose: WhoseUnits
    units: tuple[UnitCount, ...] = ()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One of the nations has at least so many of these technologies in force."""

    nations: tuple[NationName, ...]
    technologies: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class War:
    """One of the nations is at war with at least so many of these; 0 is with none of them."""

    nations: tuple[NationName, ...]
    enemies: tuple[NationName, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The two nations stand to each other in this way, and have for at least so many rounds.

    relation: the name of a type of relations, or ``"any war"``, ``"any allied"``, ``"any neutral"``
      for its archetype, or ``"any"``.
    """

    nations: tuple[NationName, NationName]
    relation: str
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Destroyed:
    """The nations together destroyed enemy units that are worth so many PUs.

    this_round: in this round only.
    """

    nations: tuple[NationName, ...]
    value: int
    this_round: bool


@dataclass(frozen=True, slots=True)
class TheatreWon:
    """An alliance has won a theatre, and the war has not begun again there."""

    theatre: TheatreName
    alliance: str


@dataclass(frozen=True, slots=True)
class TheatreOpen:
    """Nobody has won a theatre, and no peace was broken there in this round."""

    theatre: TheatreName


@dataclass(frozen=True, slots=True)
class Amount:
    """One of the nations holds at least so much of a resource."""

    nations: tuple[NationName, ...]
    resource: ResourceName
    count: int


@dataclass(frozen=True, slots=True)
class Worth:
    """What the nations own of the places pays at least so many PUs.

    The count of the places is not asked.
    """

    nations: tuple[NationName, ...]
    places: Places
    value: int


Condition: TypeAlias = (
    Together
    | Opposite
    | Named
    | Rounds
    | SwitchOn
    | OptionOn
    | Ownership
    | Presence
    | Absence
    | Knowledge
    | War
    | Standing
    | Destroyed
    | TheatreWon
    | TheatreOpen
    | Amount
    | Worth
)


@dataclass(frozen=True, slots=True)
class NamedCondition:
    """A condition that others name; `is_on` says whether it can hold at all."""

    name: str
    test: Condition
    is_on: bool = True


@dataclass(frozen=True, slots=True)
class Objective:
    """What pays a nation extra PUs at the end of its turn (B232).

    value: PUs, paid when `test` holds, at most `uses` times (0 for always).
    """

    name: str
    nation: NationName
    value: int
    test: Condition
    uses: int = 0


def parts_of(condition: Condition) -> "tuple[Condition, ...]":
    """The condition and all conditions it is made of (named ones are not looked up)."""
    match condition:
        case Together():
            inner = condition.parts
        case Opposite():
            inner = (condition.part,)
        case _:
            inner = ()
    return (condition, *(deeper for part in inner for deeper in parts_of(part)))
