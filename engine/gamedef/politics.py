"""Who plays, and the relations of the nations."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

from engine.core.changes import RuleChange
from engine.core.ids import NationName, pair_of
from engine.gamedef.bounds import MAX_LIMITS, MAX_LISTS, MAX_TRIGGERS
from engine.gamedef.changes import changed_action
from engine.gamedef.relations import (
    ALLIED,
    USUAL,
    WAR,
    PoliticalAction,
    Relation,
    RelationType,
)
from engine.gamedef.schema import ELSEWHERE, Bonus, Key
from engine.gamedef.sides import Nation, Outlook, RelationTable, Truce, outlooks_of, relation_table
from engine.marks import Doc, Items
from engine.values import dataclass, replace, with_value


@dataclass(frozen=True)
class Politics:
    """The nations and their relations; what every rule asks is worked out once."""

    nations: Annotated[tuple[Nation, ...], ELSEWHERE, Doc("in turn order")]
    relation_types: Annotated[
        tuple[RelationType, ...], Items(MAX_LISTS), Doc("types of relations besides the usual ones")
    ] = ()
    relations: Annotated[
        tuple[Relation, ...],
        Items(MAX_LIMITS, unique=("nations",)),
        Doc("pairs of nations whose relation is now another than their alliances imply"),
    ] = ()
    truces: Annotated[
        tuple[Truce, ...],
        Items(MAX_LIMITS, unique=("nations",)),
        Doc("nations that are not at war when the game begins"),
    ] = ()
    actions: Annotated[
        tuple[PoliticalAction, ...],
        Key("politics"),
        Items(MAX_TRIGGERS, unique=("name",)),
        Doc("what nations may do to change relations"),
    ] = ()
    extra_rounds: Annotated[
        Bonus, Doc("rounds added to the duration of a relation that any condition asks for")
    ] = 0

    @cached_property
    def _relation_table(self) -> RelationTable:
        return relation_table(self.nations, self.relation_types, self.relations, self.truces)

    @cached_property
    def _outlooks(self) -> Mapping[NationName, Outlook]:
        return outlooks_of(self.nations, self._relation_table)

    @cached_property
    def nation_names(self) -> tuple[NationName, ...]:
        """All nations in turn order."""
        return tuple(nation.name for nation in self.nations)

    @cached_property
    def relation_names(self) -> tuple[str, ...]:
        """All types of relations that two nations may have here, the usual ones first."""
        return tuple(dict.fromkeys((*USUAL, *(entry.name for entry in self.relation_types))))

    def nation(self, name: NationName) -> Nation:
        """What the scenario says about a nation; raises KeyError for an unknown name."""
        for entry in self.nations:
            if entry.name == name:
                return entry
        raise KeyError(name)

    def with_fact(self, change: RuleChange) -> "Politics":
        """The same with another value of a field of a nation."""
        nations = tuple(
            with_value(entry, change.fact, change.value) if entry.name == change.name else entry
            for entry in self.nations
        )
        return replace(self, nations=nations)

    def with_action(self, change: RuleChange) -> "Politics":
        """The same with a change of what nations may do."""
        actions = tuple(
            changed_action(entry, change.fact, change.value) if entry.name == change.name else entry
            for entry in self.actions
        )
        return replace(self, actions=actions)

    def alliances_of(self, nation: NationName) -> tuple[str, ...]:
        """The alliances of a nation; () for the neutral owner."""
        for entry in self.nations:
            if entry.name == nation:
                return entry.alliances
        return ()

    def relation(self, one: NationName, other: NationName) -> RelationType:
        """The relation of two owners; an owner that is not a nation is at war with everybody."""
        return ALLIED if one == other else self._relation_table.get(pair_of(one, other), WAR)

    def relation_since(self, one: NationName, other: NationName) -> int:
        """The round in which two nations got their relation; 1 from the beginning."""
        pair = pair_of(one, other)
        return next((entry.since for entry in self.relations if entry.nations == pair), 1)

    def relation_type(self, name: str) -> RelationType:
        """The type of relations of this name; KeyError without one."""
        for entry in self.relation_types:
            if entry.name == name:
                return entry
        return USUAL[name]

    def related(self, one: NationName, other: NationName, name: str, since: int) -> "Politics":
        """The same with another relation between two nations from a round on."""
        new = Relation(pair_of(one, other), name, since)
        kept = tuple(entry for entry in self.relations if entry.nations != new.nations)
        return replace(self, relations=(*kept, new))

    def outlook(self, nation: NationName) -> Outlook:
        """The relations of a nation to all others; an owner that is not a nation has no friends."""
        return self._outlooks.get(nation) or Outlook(nation)

    def side_of(self, nation: NationName) -> frozenset[NationName]:
        """The nations that are on the side of a nation, itself among them."""
        return self.outlook(nation).friends

    def is_allied(self, one: NationName, other: NationName) -> bool:
        """Whether two owners are on the same side; every nation is allied with itself."""
        return one == other or other in self.outlook(one).friends

    def is_at_war(self, one: NationName, other: NationName) -> bool:
        """Whether two owners fight; neutral owners fight any attacker."""
        view = self.outlook(one)
        return one != other and other not in view.friends and other not in view.strangers

    def action(self, name: str) -> PoliticalAction | None:
        """The political action of this name."""
        return next((entry for entry in self.actions if entry.name == name), None)
