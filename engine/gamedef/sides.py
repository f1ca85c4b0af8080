"""The nations of a scenario and their relations, as it states them."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Final, TypeAlias

from engine.core.ids import NationName, pair_of
from engine.gamedef.bounds import MAX_ALLIANCES, MAX_AREAS
from engine.gamedef.relations import (
    ALLIED,
    NEUTRALITY,
    USUAL,
    WAR,
    Relation,
    RelationType,
)
from engine.gamedef.schema import AllianceName
from engine.marks import SORTED, Bounds, Doc, Items
from engine.values import dataclass

Capitals: TypeAlias = Annotated[int, Bounds(0, MAX_AREAS)]


@dataclass(frozen=True, slots=True)
class Nation:
    """A side on the board and the alliances it belongs to."""

    name: Annotated[NationName, Doc("what it is called")]
    alliances: Annotated[
        tuple[AllianceName, ...], Items(MAX_ALLIANCES), Doc("the alliances that it belongs to")
    ]
    gives_to: Annotated[
        tuple[NationName, ...], Doc("allies that get its units in the areas that say so")
    ] = ()
    capitals_for_income: Annotated[
        Capitals, Doc("with fewer of its own capitals it is not paid and builds nothing")
    ] = 1
    capitals_for_money: Annotated[
        Capitals,
        Doc(
            "when it loses one of its capitals and has fewer left, its treasury goes to the captor"
        ),
    ] = 1
    treasury_is_lost: Annotated[
        bool, Doc("its treasury is lost altogether then, and no captor gets it")
    ] = False


@dataclass(frozen=True, slots=True)
class Truce:
    """Two nations that are on different sides and not at war when the game begins (L26)."""

    nations: Annotated[tuple[NationName, NationName], SORTED, Doc("the two")]
    breakers: Annotated[
        tuple[NationName, ...],
        Doc("those of them that may begin the war, by attacking land of the other"),
    ] = ()

    def other(self, nation: NationName) -> NationName:
        """The one of the two that is not this nation."""
        one, two = self.nations
        return two if nation == one else one


RelationTable: TypeAlias = Mapping[tuple[NationName, NationName], RelationType]
"""The type of relation of each pair of nations, the two in order of their names."""


def relation_table(
    nations: Iterable[Nation],
    types: Iterable[RelationType] = (),
    relations: Iterable[Relation] = (),
    truces: Iterable[Truce] = (),
) -> RelationTable:
    """The relation of every pair of nations; KeyError for an unknown type.

    A relation of the scenario goes before a truce, and a truce before the alliances.
    """
    listed = tuple(nations)
    known = {**USUAL, **{entry.name: entry for entry in types}}
    found = {
        pair_of(one.name, other.name): ALLIED if {*one.alliances} & {*other.alliances} else WAR
        for place, one in enumerate(listed)
        for other in listed[place + 1 :]
    }
    found |= {pair_of(*truce.nations): NEUTRALITY for truce in truces}
    found |= {pair_of(*relation.nations): known[relation.type] for relation in relations}
    return found


@dataclasses.dataclass(frozen=True, slots=True)
class Outlook:
    """The relations of one nation to the others, as sets of nations; see RelationType.

    friends: allies and the nation itself; strangers: neither allied nor at war.
    shut_to_land, shut_to_air: where its land units, its aircraft may not go; no_visits: where it
      may move nobody in the combat move.
    ceded: allies whose land its land units take by entering it.
    hosts: on whose land its aircraft may end a turn; canal_friends: whose land opens canals to it.
    """

    nation: NationName
    others: tuple[tuple[NationName, RelationType], ...] = ()
    friends: frozenset[NationName] = dataclasses.field(init=False)
    strangers: frozenset[NationName] = dataclasses.field(init=False)
    shut_to_land: frozenset[NationName] = dataclasses.field(init=False)
    shut_to_air: frozenset[NationName] = dataclasses.field(init=False)
    no_visits: frozenset[NationName] = dataclasses.field(init=False)
    hosts: frozenset[NationName] = dataclasses.field(init=False)
    canal_friends: frozenset[NationName] = dataclasses.field(init=False)
    ceded: frozenset[NationName] = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        """Work the sets out."""
        entries = ((self.nation, ALLIED), *self.others)
        for name, test in _SETS.items():
            those = frozenset(nation for nation, entry in entries if test(entry))
            object.__setattr__(self, name, those)


_SETS: Final[Mapping[str, Callable[[RelationType], bool]]] = {
    "friends": lambda entry: entry.archetype == "allied",
    "strangers": lambda entry: entry.archetype == "neutral",
    "shut_to_land": lambda entry: not entry.land_passes,
    "shut_to_air": lambda entry: not entry.air_passes,
    "no_visits": lambda entry: not entry.enters_in_combat_move,
    "hosts": lambda entry: entry.air_lands,
    "canal_friends": lambda entry: entry.opens_canals,
    "ceded": lambda entry: entry.land_is_taken,
}


def outlooks_of(nations: Iterable[Nation], relations: RelationTable) -> dict[NationName, Outlook]:
    """The relations of each nation to the others."""
    others: dict[NationName, list[tuple[NationName, RelationType]]] = {
        nation.name: [] for nation in nations
    }
    for (one, other), relation in relations.items():
        others[one].append((other, relation))
        others[other].append((one, relation))
    return {name: Outlook(name, tuple(entries)) for name, entries in others.items()}
