"""Conditions: what a map may ask of a position, as a tree of typed facts.

A condition is data; engine/rules/politics/conditions.py says whether it holds in a position.
`nations` names the nations a condition is about: it is enough when it holds for one of them.
Decision: docs/adr/0017.  Source: the map dialect (RulesAttachment).
"""

from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from engine.core.ids import NationName, TerritoryName, TheatreName, UnitTypeName
from engine.gamedef.bounds import (
    MAX_AREAS,
    MAX_INCOME,
    MAX_NATIONS,
    MAX_PARTS,
    MAX_RESOURCE,
    MAX_UNITS,
)
from engine.gamedef.names import TechnologyName
from engine.gamedef.schema import (
    AllianceName,
    AnyRelation,
    ConditionName,
    HoldingName,
    Kinds,
    Missing,
    OnOffName,
    OwnerName,
    SwitchName,
)
from engine.marks import Bounds, Doc, Items, OneOf
from engine.values import dataclass

WHICH_PLACES: Final = ("named", "first", "first_land", "held", "held_land", "all")
WhichPlaces: TypeAlias = Annotated[
    Literal["named", "first", "first_land", "held", "held_land", "all"],
    OneOf(WHICH_PLACES, "a way to name areas"),
]

ANY_RELATION: Final = ("any", "any war", "any allied", "any neutral")
"""What a condition may ask of a relation besides a type."""

WHOSE_UNITS: Final = ("own", "side", "allies", "enemies", "enemy_ships")
WhoseUnits: TypeAlias = Annotated[
    Literal["own", "side", "allies", "enemies", "enemy_ships"],
    OneOf(WHOSE_UNITS, "a word for whose units they are"),
]

Nations: TypeAlias = Annotated[tuple[NationName, ...], Items(MAX_NATIONS, least=1)]
"""The nations a condition is about: it must hold for one of them."""

Holders: TypeAlias = Annotated[tuple[OwnerName, ...], Items(MAX_NATIONS + 1, least=1)]
"""As Nations; the owner of land that belongs to nobody may be among them."""


@dataclass(frozen=True, slots=True)
class Places:
    """Areas of which some must fulfil a condition."""

    which: Annotated[
        WhichPlaces,
        Doc(
            "`named` (those in `names`), `first` (what the nations owned at the start), "
            "`held` (what they own now), both also with `_land` for without sea zones, or "
            "`all`"
        ),
    ]
    names: Annotated[tuple[TerritoryName, ...], Doc("the areas, where they are named")] = ()
    count: Annotated[
        int, Bounds(0, MAX_AREAS), Doc("how many must fulfil it, 0 for every one of them")
    ] = 0
    each: Annotated[bool, Doc("what depends on it happens once for each that fulfils it")] = False


@dataclass(frozen=True, slots=True)
class UnitCount:
    """A number of units of these types together; types () means all types."""

    types: tuple[UnitTypeName, ...]
    count: Annotated[int, Bounds(0, MAX_UNITS)]


@dataclass(frozen=True, slots=True)
class Together:
    """From `least` to `most` of the parts hold; with no parts, 0 of 0 hold."""

    kind: ClassVar[str] = "together"
    parts: "Annotated[tuple[Condition, ...], Items(MAX_PARTS)]"
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Opposite:
    """The part does not hold."""

    kind: ClassVar[str] = "opposite"
    part: "Condition"


@dataclass(frozen=True, slots=True)
class Named:
    """A condition of the definition, by its name; while it is switched off it does not hold."""

    kind: ClassVar[str] = "named"
    name: ConditionName


@dataclass(frozen=True, slots=True)
class Rounds:
    """The round is one from `first` to `last`; last 0 means for ever."""

    kind: ClassVar[str] = "rounds"
    first: int
    last: int = 0


@dataclass(frozen=True, slots=True)
class SwitchOn:
    """A switch of the map is on (see Definition.switches)."""

    kind: ClassVar[str] = "switch"
    switch: SwitchName


@dataclass(frozen=True, slots=True)
class OptionOn:
    """An option of the game has this value."""

    kind: ClassVar[str] = "option"
    option: OnOffName
    value: bool = True


@dataclass(frozen=True, slots=True)
class Ownership:
    """Enough places belong to one of the nations, or, when `by_side`, to an ally of one."""

    kind: ClassVar[str] = "ownership"
    nations: Holders
    places: Places
    by_side: bool = False


@dataclass(frozen=True, slots=True)
class UnitPresence:
    """Enough places hold units, at least `count` for every entry of `units`."""

    kind: ClassVar[str] = "presence"
    nations: Annotated[Holders, Doc("whose units")]
    places: Annotated[Places, Doc("where")]
    whose: Annotated[WhoseUnits, Doc("`own`, `side` (own and allied) or `enemies`")]
    units: Annotated[
        tuple[UnitCount, ...], Items(MAX_PARTS), Doc("how many of which; any unit if none is named")
    ] = ()


@dataclass(frozen=True, slots=True)
class UnitAbsence:
    """There are no such units in enough places."""

    kind: ClassVar[str] = "absence"
    nations: Annotated[Holders, Doc("whose units")]
    places: Annotated[Places, Doc("where")]
    whose: Annotated[
        WhoseUnits,
        Doc(
            "`own`, `allies` (without the own), `enemies` or `enemy_ships` (enemy ships "
            "other than submarines and mere transports)"
        ),
    ]
    units: Annotated[
        tuple[UnitCount, ...],
        Items(MAX_PARTS),
        Doc(
            "up to `count` units of an entry still count as absent; none at all if nothing is named"
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One of the nations has at least `count` of these technologies in force."""

    kind: ClassVar[str] = "knowledge"
    nations: Nations
    technologies: tuple[TechnologyName, ...]
    count: int


@dataclass(frozen=True, slots=True)
class War:
    """One of the nations is at war with at least `count` of these; 0 means with none of them."""

    kind: ClassVar[str] = "war"
    nations: Nations
    enemies: Nations
    count: int


@dataclass(frozen=True, slots=True)
class HasRelation:
    """The two nations have this relation, and have had it for at least `rounds` rounds."""

    kind: ClassVar[str] = "relation"
    nations: Annotated[tuple[NationName, NationName], Doc("the two")]
    relation: Annotated[
        AnyRelation,
        Doc(
            "the name of a type of relations, or `any war`, `any allied`, `any neutral` for "
            "its archetype, or `any`"
        ),
    ]
    rounds: Annotated[int, Doc("for how many rounds at least")] = 0


@dataclass(frozen=True, slots=True)
class Destroyed:
    """The nations together destroyed units worth at least `value` PUs in their attacks.

    Attacks on nobody's units do not count.
    """

    kind: ClassVar[str] = "destroyed"
    nations: Annotated[Nations, Doc("who destroyed them")]
    value: Annotated[int, Bounds(0, MAX_INCOME), Doc("in PUs")]
    this_round: Annotated[bool, Doc("only in this round")] = False


@dataclass(frozen=True, slots=True)
class Fought:
    """One of the nations has attacked one of the enemies in one of these areas in this round.

    Raids count, and so does land that is taken without a fight.  enemies: () for anybody.
    """

    kind: ClassVar[str] = "fought"
    nations: Nations
    enemies: Annotated[tuple[OwnerName, ...], Items(MAX_NATIONS), Missing(())]
    territories: Annotated[tuple[TerritoryName, ...], Items(MAX_AREAS, least=1)]


@dataclass(frozen=True, slots=True)
class TheatreWon:
    """An alliance has won a theatre, and the war has not begun again there."""

    kind: ClassVar[str] = "theatre"
    theatre: TheatreName
    alliance: AllianceName


@dataclass(frozen=True, slots=True)
class TheatreOpen:
    """Nobody has won a theatre, and no peace was broken there in this round."""

    kind: ClassVar[str] = "theatre_open"
    theatre: TheatreName


@dataclass(frozen=True, slots=True)
class Amount:
    """One of the nations holds at least `count` of a resource."""

    kind: ClassVar[str] = "amount"
    nations: Nations
    resource: HoldingName
    count: Annotated[int, Bounds(0, MAX_RESOURCE)]


@dataclass(frozen=True, slots=True)
class Worth:
    """The places that the nations own pay at least `value` PUs.

    The count of the places is not used.
    """

    kind: ClassVar[str] = "worth"
    nations: Nations
    places: Places
    value: Annotated[int, Bounds(0, MAX_INCOME)]


Condition: TypeAlias = Annotated[
    Together
    | Opposite
    | Named
    | Rounds
    | SwitchOn
    | OptionOn
    | Ownership
    | UnitPresence
    | UnitAbsence
    | Knowledge
    | War
    | HasRelation
    | Destroyed
    | Fought
    | TheatreWon
    | TheatreOpen
    | Amount
    | Worth,
    Kinds("condition"),
]


@dataclass(frozen=True, slots=True)
class NamedCondition:
    """A condition that others name; `is_on` says whether it can hold at all."""

    name: ConditionName
    test: Condition
    is_on: bool = True


@dataclass(frozen=True, slots=True)
class Objective:
    """What pays a nation extra PUs at the end of its turn (B232)."""

    name: Annotated[str, Doc("what it is called")]
    nation: Annotated[NationName, Doc("whom it pays")]
    value: Annotated[int, Bounds(-MAX_RESOURCE, MAX_RESOURCE), Doc("PUs that it pays")]
    test: Annotated[Condition, Doc("when it pays")]
    uses: Annotated[int, Doc("how often at most, 0 for always")] = 0


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
