"""Triggers: what a map makes happen by itself when a condition holds, as typed effects.

A trigger is data; engine/rules/politics/triggers.py says when it is tested and
engine/rules/politics/effects.py what its effects do.  `nations` names the nations that an effect
happens to.
Decision: docs/adr/0017.  Source: the map dialect (TriggerAttachment).
"""

from typing import Annotated, ClassVar, Final, TypeAlias

from engine.core.changes import Subject
from engine.core.ids import NationName, SaleName, TerritoryName, TheatreName, UnitTypeName
from engine.gamedef.bounds import (
    MAX_COUNT,
    MAX_NATIONS,
    MAX_PARTS,
    MAX_RESOURCE,
    MAX_UNIT_TYPES,
    MAX_UNITS,
)
from engine.gamedef.conditions import Condition, Nations
from engine.gamedef.names import TechnologyName
from engine.gamedef.schema import (
    SENTENCE,
    AllianceName,
    AnyRelation,
    BuyListName,
    GiftName,
    Key,
    Kinds,
    Missing,
    Moment,
    OwnerName,
    Positive,
    RelationName,
    TriggerName,
)
from engine.marks import SORTED, Bounds, Doc, Items
from engine.values import dataclass

Counts: TypeAlias = Annotated[
    tuple[tuple[UnitTypeName, Annotated[int, Bounds(1, MAX_COUNT)]], ...],
    Items(MAX_UNIT_TYPES, least=1),
    SORTED,
]
"""A number of units of some types."""

Owners: TypeAlias = Annotated[tuple[OwnerName, ...], Items(MAX_NATIONS + 1, least=1)]


@dataclass(frozen=True, slots=True)
class SetFact:
    """Facts of the definition get a value (see RuleChange)."""

    kind: ClassVar[str] = "set"
    subject: Annotated[Subject, Doc("what sort of thing the facts belong to")]
    names: Annotated[tuple[str, ...], Doc("which of them")]
    fact: Annotated[str, Doc("the fact, as a scenario names it")]
    value: Annotated[int | bool | str | tuple[str, ...], Doc("its new value")]
    is_added: Annotated[bool, Doc("names are added to those that are in the list by then")] = False
    is_removed: Annotated[bool, Doc("names are taken out of the list")] = False


@dataclass(frozen=True, slots=True)
class EditBuyList:
    """A unit type or a resource is added to a buy list, or taken out of it."""

    kind: ClassVar[str] = "edit_buy_list"
    buy_list: Annotated[BuyListName, Doc("the list")]
    unit: Annotated[SaleName, Doc("the unit type or resource")]
    is_added: Annotated[bool, Doc("it is added; else it is taken out")]
    price: Annotated[
        int,
        Doc(
            "PUs from now on in that list, 0 for the price that it has; only in a game whose "
            "lists have prices of their own"
        ),
    ] = 0
    units: Annotated[Positive, Doc("how many come together for that price")] = 1


@dataclass(frozen=True, slots=True)
class GiveTechnology:
    """A technology is in force from now on."""

    kind: ClassVar[str] = "technology"
    nations: Nations
    technology: TechnologyName


@dataclass(frozen=True, slots=True)
class EditResearch:
    """Nations can research a technology from now on, or cannot any more."""

    kind: ClassVar[str] = "edit_research"
    nations: Nations
    technology: TechnologyName
    is_added: bool


@dataclass(frozen=True, slots=True)
class AssignLand:
    """Areas change their owner."""

    kind: ClassVar[str] = "land"
    territory: Annotated[TerritoryName, Missing(""), Doc('the area, "" for every area')]
    previous: Annotated[
        OwnerName, Missing(""), Doc('only when it belongs to this one, "" for any owner')
    ]
    owner: Annotated[OwnerName, Doc("who owns it from now on")]
    is_conquest: Annotated[bool, Doc("as if the new owner had taken it in battle")] = False


@dataclass(frozen=True, slots=True)
class RemoveUnits:
    """Up to `count` units of each of the types leave the board in each of the areas."""

    kind: ClassVar[str] = "remove"
    nations: Annotated[Owners, Doc("whose units")]
    territories: Annotated[
        tuple[TerritoryName, ...], Missing(()), Doc("the areas; all if none is named")
    ]
    types: Annotated[tuple[UnitTypeName, ...], Missing(()), Doc("the types; all if none is named")]
    count: Annotated[int, Bounds(1, MAX_UNITS), Doc("how many of each type in each area at most")]


@dataclass(frozen=True, slots=True)
class PlaceUnits:
    """New units appear in an area."""

    kind: ClassVar[str] = "place"
    nations: Owners
    territory: TerritoryName
    units: Counts


@dataclass(frozen=True, slots=True)
class GiveUnits:
    """A nation gets new units to place."""

    kind: ClassVar[str] = "unplaced"
    nations: Nations
    units: Counts


@dataclass(frozen=True, slots=True)
class GiveResource:
    """A nation gets an amount of a resource; below 0 it loses the amount, or all that it has."""

    kind: ClassVar[str] = "resource"
    nations: Nations
    resource: GiftName
    amount: Annotated[int, Bounds(-MAX_RESOURCE, MAX_RESOURCE)]


@dataclass(frozen=True, slots=True)
class ChangeRelation:
    """Two nations get another relation, if theirs is `previous` (named as in HasRelation)."""

    kind: ClassVar[str] = "relation"
    nations: Annotated[tuple[NationName, NationName], Key("pair")]
    previous: Annotated[AnyRelation, Missing("any")]
    relation: RelationName


@dataclass(frozen=True, slots=True)
class CallTrigger:
    """Another trigger happens `times` times; the rest as in TriggerCall."""

    kind: ClassVar[str] = "call"
    trigger: TriggerName
    times: Annotated[int, Bounds(1, MAX_PARTS)] = 1
    spends_use: bool = False
    tests_uses: bool = False
    tests_condition: bool = False
    tests_chance: bool = False


@dataclass(frozen=True, slots=True)
class WinGame:
    """These nations win; message: what the map calls it."""

    kind: ClassVar[str] = "win"
    nations: Nations
    message: Annotated[str, SENTENCE]


@dataclass(frozen=True, slots=True)
class DecideTheatre:
    """An alliance has won a theatre of the board (L27)."""

    kind: ClassVar[str] = "decide"
    theatre: TheatreName
    alliance: AllianceName


@dataclass(frozen=True, slots=True)
class LoseCombatMove:
    """Nations have no combat move in a theatre in their next turn (L43, L45)."""

    kind: ClassVar[str] = "lose_combat_move"
    nations: Nations
    theatre: TheatreName


Effect: TypeAlias = Annotated[
    SetFact
    | EditBuyList
    | GiveTechnology
    | EditResearch
    | AssignLand
    | RemoveUnits
    | PlaceUnits
    | GiveUnits
    | GiveResource
    | ChangeRelation
    | CallTrigger
    | WinGame
    | DecideTheatre
    | LoseCombatMove,
    Kinds("effect", "an"),
]


@dataclass(frozen=True, slots=True)
class Trigger:
    """What happens when a condition holds."""

    name: Annotated[TriggerName, Doc("what it is called")]
    nation: Annotated[
        NationName,
        Doc("whose it is; without `moments` its effects wait for a phase of this nation"),
    ]
    test: Annotated[Condition, Doc("the condition")]
    effects: Annotated[tuple[Effect, ...], Items(MAX_PARTS), Missing(()), Doc("what happens")]
    moments: Annotated[
        tuple[Moment, ...],
        Items(MAX_PARTS),
        Doc(
            "`before:NAME` or `after:NAME` of steps of the sequence, `start` before the "
            "first one, `called` for no time of its own; if none is named, the usual time of "
            "each effect"
        ),
    ] = ()
    uses: Annotated[int, Doc("how often it may happen, 0 for always")] = 0
    chance: Annotated[Positive, Doc("it happens when a die shows no more than this")] = 1
    sides: Annotated[Positive, Doc("faces of that die")] = 1
    chance_increment: Annotated[int, Doc("what is added to `chance` after a failure")] = 0
    chance_decrement: Annotated[int, Doc("what is taken away from `chance` after a success")] = 0


def calls_of(trigger: Trigger) -> tuple[CallTrigger, ...]:
    """The calls of other triggers among what a trigger does, in their order."""
    return tuple(effect for effect in trigger.effects if isinstance(effect, CallTrigger))


RULE_EFFECTS: Final = (SetFact, EditBuyList, EditResearch)
"""The effects that change the rules, and nothing that a position holds besides."""


def changes_rules(trigger: Trigger) -> bool:
    """Whether a trigger changes the rules of the game."""
    return any(isinstance(effect, RULE_EFFECTS) for effect in trigger.effects)
