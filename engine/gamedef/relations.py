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
from engine.gamedef.schema import (
    OPTIONAL,
    SORTED,
    Bonus,
    Bounds,
    Items,
    OneOf,
    Positive,
    RelationName,
)
from engine.gamedef.triggers import CallTrigger
from engine.values import dataclass

Archetype: TypeAlias = Literal["war", "allied", "neutral"]
ARCHETYPES: Final[tuple[Archetype, ...]] = ("war", "allied", "neutral")


@dataclass(frozen=True, slots=True)
class RelationType:
    """A kind of relation; whatever it allows holds for both nations.

    archetype: ``"war"`` (they fight), ``"allied"`` (they fight together) or ``"neutral"``
      (neither).
    land_passes, air_passes: land units, aircraft may enter land of the other and go on from there.
    air_lands: aircraft may end their turn there; at war those that are there after a battle, since
      none may go there in the non-combat move.
    enters_in_combat_move: units may be moved there in the combat move.
    gives_back: after each politics phase, land that one of the two holds goes back to the other who
      owned it at the start of the game.
    opens_canals: land of the other keeps a canal open.
    rockets_pass: rockets may cross land of the other.
    land_is_taken: land units that enter land of the other take it, though nobody fights.
    """

    name: RelationName
    archetype: Annotated[Archetype, OneOf(ARCHETYPES, "an archetype")]
    land_passes: Annotated[bool, OPTIONAL]
    air_passes: Annotated[bool, OPTIONAL]
    air_lands: Annotated[bool, OPTIONAL]
    gives_back: Annotated[bool, OPTIONAL]
    opens_canals: Annotated[bool, OPTIONAL]
    enters_in_combat_move: Annotated[bool, OPTIONAL] = True
    rockets_pass: Annotated[bool, OPTIONAL] = True
    land_is_taken: bool = False

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
    "war": tuple(fact for fact in FACTS if fact != "land_is_taken"),
    "allied": FACTS,
    "neutral": tuple(fact for fact in FACTS if fact != "land_is_taken"),
}
"""Where a type may differ from the usual one of its archetype."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of two nations other than their alliances imply.

    nations: sorted; type: the name of a type, since: from which round, which may be before the
      first one.
    """

    nations: Annotated[tuple[NationName, NationName], SORTED]
    type: RelationName
    since: Bonus = 1


@dataclass(frozen=True, slots=True)
class PoliticalAction:
    """What a nation may do in its politics phase to change relations, or in its user actions.

    nation: who may do it; phase: in which phase.
    changes: pairs of nations and the type that they get; calls: triggers that it makes happen.
    test: it may be done only while this holds.
    cost: what one attempt costs, whether it succeeds or not.
    attempts: how often it may be tried in a turn.
    chance, sides: an attempt succeeds when a die with that many sides shows no more than `chance`.
    chance_increment, chance_decrement: what is added to `chance` after a failure, and taken away
      from it after a success.
    accepted_by: nations that must all agree before it happens; () for none.
    """

    name: str
    nation: NationName
    changes: Annotated[tuple[Relation, ...], Items(MAX_PARTS)]
    test: Condition
    cost: Annotated[
        tuple[tuple[ResourceName, Annotated[int, Bounds(1, MAX_RESOURCE)]], ...], SORTED
    ] = ()
    attempts: Positive = 1
    chance: Positive = 1
    sides: Positive = 1
    accepted_by: tuple[NationName, ...] = ()
    phase: Literal["politics", "user_actions"] = "politics"
    calls: Annotated[tuple[CallTrigger, ...], Items(MAX_PARTS)] = ()
    chance_increment: int = 0
    chance_decrement: int = 0


def pair_of(one: NationName, other: NationName) -> tuple[NationName, NationName]:
    """Two nations in the order in which a pair names them."""
    return (one, other) if one <= other else (other, one)
