"""The relation of two nations: at war, allied, or neither; and what that lets them do.

Every pair of nations has one relation at any time.  Nations of one alliance begin allied, others at
war, unless the scenario says otherwise about a pair.  A relation is of a type; its archetype says
who fights whom, and a type may differ from the usual in what a nation may do on land of the other.

Source: the map dialect (RelationshipTypeAttachment); decision: docs/adr/0019.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Final, Literal, TypeAlias

from engine.core.ids import NationName, ResourceName
from engine.gamedef.bounds import MAX_PARTS, MAX_RESOURCE
from engine.gamedef.conditions import Condition
from engine.gamedef.schema import OPTIONAL, Bonus, Positive, RelationName
from engine.gamedef.triggers import CallTrigger
from engine.marks import SORTED, Bounds, Doc, Items, OneOf
from engine.values import dataclass

Archetype: TypeAlias = Literal["war", "allied", "neutral"]
ARCHETYPES: Final[tuple[Archetype, ...]] = ("war", "allied", "neutral")


@dataclass(frozen=True, slots=True)
class RelationType:
    """A kind of relation; whatever it allows holds for both nations."""

    name: Annotated[RelationName, Doc("what it is called")]
    archetype: Annotated[
        Archetype,
        OneOf(ARCHETYPES, "an archetype"),
        Doc("`war` (they fight), `allied` (they fight together) or `neutral` (neither)"),
    ]
    land_passes: Annotated[
        bool, OPTIONAL, Doc("land units may enter land of the other and go on from there")
    ]
    air_passes: Annotated[bool, OPTIONAL, Doc("aircraft may fly over land of the other")]
    air_lands: Annotated[
        bool,
        OPTIONAL,
        Doc(
            "aircraft may end their turn there; at war those that are there after a battle, "
            "since none may go there in the non-combat move"
        ),
    ]
    gives_back: Annotated[
        bool,
        OPTIONAL,
        Doc(
            "after each politics phase, land that one of the two holds goes back to the "
            "other who owned it at the start of the game"
        ),
    ]
    opens_canals: Annotated[bool, OPTIONAL, Doc("land of the other keeps a canal open")]
    enters_in_combat_move: Annotated[
        bool, OPTIONAL, Doc("units may be moved there in the combat move")
    ] = True
    rockets_pass: Annotated[bool, OPTIONAL, Doc("rockets may cross land of the other")] = True
    land_is_taken: Annotated[
        bool, Doc("land units that enter land of the other take it, though nobody fights")
    ] = False
    chains: Annotated[
        bool,
        Doc(
            "it binds whole groups: whoever has it with one nation has it with all who have it "
            "with that one, leaves all when leaving one, and makes peace with all who have it "
            "with a nation with which it makes peace"
        ),
    ] = False
    spreads: Annotated[
        bool,
        Doc("nations that a relation which chains binds get it with whoever one of them fights"),
    ] = False

    @classmethod
    def from_fields(cls, name: str, archetype: Archetype, **facts: bool) -> "RelationType":
        """A type that differs from the usual one of its archetype in some facts."""
        usual = USUAL[archetype]
        return cls(name, archetype, *(facts.get(fact, getattr(usual, fact)) for fact in FACTS))


WAR: Final = RelationType("war", "war", True, True, False, False, False)
ALLIED: Final = RelationType("allied", "allied", True, True, True, False, True)
NEUTRALITY: Final = RelationType("neutral", "neutral", False, False, False, False, False)

USUAL: Final[Mapping[str, RelationType]] = {
    entry.name: entry for entry in (WAR, ALLIED, NEUTRALITY)
}
"""The type that is usual for each archetype, by its name; every scenario knows these types."""

FACTS: Final = tuple(
    entry.name for entry in fields(RelationType) if entry.name not in {"name", "archetype"}
)
"""What a type does or does not let a nation do."""

FREE_FACTS: Final[Mapping[Archetype, tuple[str, ...]]] = {
    "war": tuple(fact for fact in FACTS if fact not in {"land_is_taken", "chains"}),
    "allied": tuple(fact for fact in FACTS if fact != "spreads"),
    "neutral": tuple(fact for fact in FACTS if fact not in {"land_is_taken", "chains", "spreads"}),
}
"""Where a type may differ from the usual one of its archetype."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of two nations other than their alliances imply."""

    nations: Annotated[tuple[NationName, NationName], SORTED, Doc("the two nations")]
    type: Annotated[RelationName, Doc("the name of a type of relations")]
    since: Annotated[Bonus, Doc("from which round, which may be before the first one")] = 1


@dataclass(frozen=True, slots=True)
class PoliticalAction:
    """What a nation may do in its politics phase to change relations, or in its user actions."""

    name: Annotated[str, Doc("what it is called")]
    nation: Annotated[NationName, Doc("who may do it")]
    changes: Annotated[
        tuple[Relation, ...],
        Items(MAX_PARTS),
        Doc("pairs of nations and the type of relations that they get"),
    ]
    test: Annotated[Condition, Doc("it may be done only while this holds")]
    cost: Annotated[
        tuple[tuple[ResourceName, Annotated[int, Bounds(1, MAX_RESOURCE)]], ...],
        SORTED,
        Doc("what one attempt costs, whether it succeeds or not"),
    ] = ()
    attempts: Annotated[Positive, Doc("how often it may be tried in a turn")] = 1
    chance: Annotated[Positive, Doc("an attempt succeeds when a die shows no more than this")] = 1
    sides: Annotated[Positive, Doc("faces of that die")] = 1
    accepted_by: Annotated[
        tuple[NationName, ...], Doc("nations that must all agree before it happens")
    ] = ()
    phase: Annotated[Literal["politics", "user_actions"], Doc("in which phase it may be done")] = (
        "politics"
    )
    calls: Annotated[
        tuple[CallTrigger, ...], Items(MAX_PARTS), Doc("triggers that it makes happen")
    ] = ()
    chance_increment: Annotated[int, Doc("what is added to `chance` after a failure")] = 0
    chance_decrement: Annotated[int, Doc("what is taken away from `chance` after a success")] = 0
