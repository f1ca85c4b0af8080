"""How two nations stand to each other: at war, allied, or neither; and what that lets them do.

Every pair of nations has one relation at any time.  Nations of one alliance begin allied, others at
war, unless the scenario says otherwise of a pair.  A relation is of a type; its archetype says who
fights whom, and a type may differ from the usual in what one nation may do on land of the other.

Source: the map dialect (RelationshipTypeAttachment); decision: docs/adr/0027.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engine.core.ids import NationName, ResourceName
from engine.gamedef.conditions import Condition

Archetype: TypeAlias = Literal["war", "allied", "neutral"]
ARCHETYPES: Final[tuple[Archetype, ...]] = ("war", "allied", "neutral")


@dataclass(frozen=True, slots=True)
class RelationType:
    """A kind of relation; whatever it allows holds for both nations.

    archetype: ``"war"`` (they fight), ``"allied"`` (they fight together) or ``"neutral"``
      (neither).
    land_passes, air_passes: land units, aircraft may enter land of the other and go on from there.
    air_lands: aircraft may end their turn there.
    enters_in_combat_move: units may be moved there in the combat move.
    gives_back: land that the other owned at the start of the game is his again when it is freed.
    opens_canals: land of the other keeps a canal open.
    rockets_pass: rockets may cross land of the other.
    """

    name: str
    archetype: Archetype
    land_passes: bool
    air_passes: bool
    air_lands: bool
    gives_back: bool
    opens_canals: bool
    enters_in_combat_move: bool = True
    rockets_pass: bool = True


WAR: Final = RelationType("war", "war", True, True, False, False, False)
ALLIED: Final = RelationType("allied", "allied", True, True, True, True, True)
NEUTRALITY: Final = RelationType("neutral", "neutral", False, False, False, False, False)

USUAL: Final[Mapping[str, RelationType]] = {
    entry.name: entry for entry in (WAR, ALLIED, NEUTRALITY)
}
"""The type that is usual for each archetype, by its name; every scenario knows these types."""

FREE_FACTS: Final[Mapping[Archetype, tuple[str, ...]]] = {
    "war": ("opens_canals", "rockets_pass"),
    "allied": (
        "land_passes",
        "air_passes",
        "air_lands",
        "gives_back",
        "opens_canals",
        "enters_in_combat_move",
        "rockets_pass",
    ),
    "neutral": (
        "land_passes",
        "air_passes",
        "air_lands",
        "opens_canals",
        "enters_in_combat_move",
        "rockets_pass",
    ),
}
"""In what a type may differ from the usual one of its archetype."""


@dataclass(frozen=True, slots=True)
class Relation:
    """Two nations do not stand to each other as their alliances say.

    nations: sorted; type: the name of a type, since: from which round, which may lie before the
      first one.
    """

    nations: tuple[NationName, NationName]
    type: str
    since: int = 1


@dataclass(frozen=True, slots=True)
class PoliticalAction:
    """What a nation may do in its politics phase to change relations.

    nation: who may do it; changes: pairs of nations and the type that they get.
    test: it may be done only while this holds.
    cost: what one attempt costs, whether it succeeds or not.
    attempts: how often it may be tried in a turn.
    chance, sides: an attempt succeeds when a die with so many sides shows no more than `chance`.
    accepted_by: nations that must all agree before it happens; () for none.
    """

    name: str
    nation: NationName
    changes: tuple[Relation, ...]
    test: Condition
    cost: tuple[tuple[ResourceName, int], ...] = ()
    attempts: int = 1
    chance: int = 1
    sides: int = 1
    accepted_by: tuple[NationName, ...] = ()


def pair_of(one: NationName, other: NationName) -> tuple[NationName, NationName]:
    """Two nations in the order in which a pair names them."""
    return (one, other) if one <= other else (other, one)
