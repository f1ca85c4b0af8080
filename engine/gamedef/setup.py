"""The start position."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from engine.core.ids import NationName, ResourceName, TerritoryName, UnitTypeName
from engine.gamedef.bounds import MAX_COUNT, MAX_PARTS
from engine.gamedef.schema import Key, OwnerName, TriggerName
from engine.gamedef.under_way import NOTHING_YET, TurnSoFar
from engine.marks import Bounds, Doc, Items
from engine.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Cargo:
    """Units aboard a ship at the start of the game."""

    owner: Annotated[OwnerName, Doc("whose they are")]
    type: Annotated[UnitTypeName, Key("unit"), Doc("their type")]
    count: Annotated[int, Bounds(1, MAX_COUNT), Doc("how many")] = 1


@dataclass(frozen=True, slots=True)
class Placement:
    """Units at the start of the game; hits, damage and cargo are those of each unit."""

    territory: Annotated[TerritoryName, Key("area"), Doc("where they are")]
    owner: Annotated[OwnerName, Doc("whose they are")]
    type: Annotated[UnitTypeName, Key("unit"), Doc("their type")]
    count: Annotated[int, Bounds(1, MAX_COUNT), Doc("how many")]
    hits: Annotated[int, Doc("hits that each of them has taken")] = 0
    damage: Annotated[int, Doc("damage of each by raids")] = 0
    cargo: Annotated[
        tuple[Cargo, ...],
        Items(MAX_PARTS),
        Doc("what is aboard each of them; it stands nowhere else"),
    ] = ()


UnreadKind: TypeAlias = Literal["resource", "technology", "trigger", "chance", "rules"]


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that the other program had, and that does not count in this game."""

    kind: Annotated[
        UnreadKind,
        Doc(
            "what it is: a resource, a technology, how often a trigger has happened, what its "
            "chance or that of an action has become, or what it has changed of the rules"
        ),
    ]
    name: Annotated[str, Doc("what the other program calls it")]

    @property
    def text(self) -> str:
        """The same as a clause."""
        match self.kind:
            case "resource":
                return f"the {self.name} of nations"
            case "technology":
                return f"the technology {self.name}"
            case "trigger":
                return f"how often {self.name} has happened"
            case "chance":
                return f"what the chance of {self.name} has become"
            case "rules":
                return f"whether {self.name} has changed the rules"


@dataclass(frozen=True, slots=True)
class Setup:
    """Who owns what when the game begins."""

    owners: Annotated[Mapping[TerritoryName, NationName], Doc("of the areas that have one")] = (
        field(default_factory=dict)
    )
    placements: Annotated[tuple[Placement, ...], Doc("the units on the board")] = ()
    resources: Annotated[
        Mapping[NationName, Mapping[ResourceName, int]], Doc("amounts, by nation")
    ] = field(default_factory=dict)
    unplaced: Annotated[
        Mapping[NationName, Mapping[UnitTypeName, int]],
        Doc("units that are bought and not yet placed, by nation"),
    ] = field(default_factory=dict)
    technologies: Annotated[
        Mapping[NationName, tuple[str, ...]], Doc("what nations have found before the game begins")
    ] = field(default_factory=dict)
    round: Annotated[int, Doc("the round in which the game begins")] = 1
    step: Annotated[
        str, Doc('the step of that round with which the game begins, "" for its first one')
    ] = ""
    happened: Annotated[
        Mapping[str, tuple[int, int]],
        Doc(
            "triggers that have happened before: how often, and in which round the last time, "
            "where that is known"
        ),
    ] = field(default_factory=dict)
    in_force: Annotated[
        tuple[TriggerName, ...],
        Doc("triggers without a limit whose changes of the rules are in force from the start"),
    ] = ()
    unread: Annotated[
        tuple[Unread, ...], Doc("what another program had before, and does not count here")
    ] = ()
    under_way: Annotated[
        TurnSoFar, Doc("what the turn under way has done before the game begins")
    ] = NOTHING_YET
