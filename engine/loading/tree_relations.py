"""How nations stand to each other, and what they may do about it, out of a plain tree and back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.core.ids import PUS, NationName
from engine.gamedef.definition import Definition
from engine.gamedef.relations import (
    ARCHETYPES,
    FREE_FACTS,
    USUAL,
    Archetype,
    PoliticalAction,
    Relation,
    RelationType,
)
from engine.gamedef.sides import Nation, Truce, standings_of
from engine.loading import limits
from engine.loading.fields import Node, names_of
from engine.loading.tree_conditions import Words, condition_to_plain, read_condition

_FACTS: Final = FREE_FACTS["allied"]
"""All facts in which types differ, in the order in which they are written down."""

_ACTION_FIELDS: Final = (
    ("name", "nation", "changes", "test"),
    ("cost", "attempts", "chance", "sides", "accepted_by"),
)
_NUMBERS: Final[Mapping[str, int]] = {"attempts": 1, "chance": 1, "sides": 1}


def read_relation_types(node: Node) -> tuple[RelationType, ...]:
    """Types of relations besides the usual ones of the three archetypes."""
    found: dict[str, RelationType] = {}
    for item in node.items(limits.MAX_LISTS):
        entry = item.table(("name", "archetype"), _FACTS)
        name = entry["name"].name()
        if name in found or name in USUAL:
            raise item.error("there is already a type of relations of this name")
        text = entry["archetype"].choice(ARCHETYPES, "an archetype")
        archetype: Archetype = next(word for word in ARCHETYPES if word == text)
        for fact in entry:
            if fact in _FACTS and fact not in FREE_FACTS[archetype]:
                raise entry[fact].error(f"relations of the archetype {archetype} are always alike")
        found[name] = _type(name, archetype, entry)
    return tuple(found.values())


def _type(name: str, archetype: Archetype, entry: Mapping[str, Node]) -> RelationType:
    usual = USUAL[archetype]

    def flag(fact: str, default: bool) -> bool:
        return entry[fact].flag() if fact in entry else default

    return RelationType(
        name=name,
        archetype=archetype,
        land_passes=flag("land_passes", usual.land_passes),
        air_passes=flag("air_passes", usual.air_passes),
        air_lands=flag("air_lands", usual.air_lands),
        gives_back=flag("gives_back", usual.gives_back),
        opens_canals=flag("opens_canals", usual.opens_canals),
        enters_in_combat_move=flag("enters_in_combat_move", usual.enters_in_combat_move),
        rockets_pass=flag("rockets_pass", usual.rockets_pass),
    )


def read_relations(
    node: Node, nations: tuple[Nation, ...], types: tuple[RelationType, ...]
) -> tuple[Relation, ...]:
    """Pairs of nations that do not stand to each other as their alliances say."""
    found: dict[tuple[NationName, NationName], Relation] = {}
    for item in node.items(limits.MAX_LIMITS):
        relation = _relation(item, tuple(nation.name for nation in nations), _names(types))
        if relation.nations in found:
            raise item.error("there is already a relation between these two")
        found[relation.nations] = relation
    return tuple(found.values())


def _names(types: tuple[RelationType, ...]) -> tuple[str, ...]:
    return (*USUAL, *(entry.name for entry in types))


def _relation(item: Node, nations: tuple[NationName, ...], types: tuple[str, ...]) -> Relation:
    entry = item.table(("nations", "type"), ("since",))
    since = entry["since"].whole(-limits.MAX_NUMBER, limits.MAX_NUMBER) if "since" in entry else 1
    kind = entry["type"].choice(types, "a type of relations")
    return Relation(_pair(entry["nations"], nations), kind, since)


def _pair(node: Node, nations: tuple[NationName, ...]) -> tuple[NationName, NationName]:
    pair = names_of(node, 2, nations, "a nation")
    if len(pair) != 2:
        raise node.error("two nations are wanted")
    return min(pair), max(pair)


def read_truces(
    node: Node,
    nations: tuple[Nation, ...],
    types: tuple[RelationType, ...],
    relations: tuple[Relation, ...],
) -> tuple[Truce, ...]:
    """Pairs of nations on different sides that are not at war when the game begins (L26)."""
    standings = standings_of(nations, types, relations)
    found: dict[tuple[NationName, NationName], Truce] = {}
    for item in node.items(limits.MAX_LIMITS):
        entry = item.table(("nations",), ("breakers",))
        one, other = _pair(entry["nations"], tuple(nation.name for nation in nations))
        if standings[one, other].archetype == "allied":
            raise item.error(f"{one} and {other} are allies, who need no truce")
        if (one, other) in found:
            raise item.error("there is already a truce between these two")
        breakers: tuple[NationName, ...] = ()
        if "breakers" in entry:
            breakers = names_of(entry["breakers"], 2, (one, other), "one of the two nations")
        found[one, other] = Truce((one, other), breakers)
    return tuple(found.values())


def read_politics(node: Node, words: Words) -> tuple[PoliticalAction, ...]:
    """What nations may do to change relations."""
    found: dict[str, PoliticalAction] = {}
    for item in node.items(limits.MAX_TRIGGERS):
        entry = item.table(*_ACTION_FIELDS)
        action = _action(entry, words)
        if action.name in found:
            raise item.error("there is already a political action of this name")
        if action.nation in action.accepted_by:
            raise item.error("a nation does not ask itself")
        found[action.name] = action
    return tuple(found.values())


def _action(entry: Mapping[str, Node], words: Words) -> PoliticalAction:
    changes = entry["changes"].items(limits.MAX_PARTS)
    numbers = {
        key: entry[key].whole(least, limits.MAX_NUMBER) if key in entry else least
        for key, least in _NUMBERS.items()
    }
    action = PoliticalAction(
        name=entry["name"].name(),
        nation=entry["nation"].choice(words.nations, "a nation"),
        changes=tuple(_relation(item, words.nations, words.relations) for item in changes),
        test=read_condition(entry["test"], words),
        attempts=numbers["attempts"],
        chance=numbers["chance"],
        sides=numbers["sides"],
    )
    if "cost" in entry:
        known = (PUS, *words.resources)
        cost = sorted(entry["cost"].named(limits.MAX_LISTS).items())
        for name, item in cost:
            if name not in known:
                raise item.error("there is no resource of this name")
        paid = tuple((name, item.whole(1, limits.MAX_RESOURCE)) for name, item in cost)
        action = replace(action, cost=paid)
    if "accepted_by" in entry:
        asked = names_of(entry["accepted_by"], limits.MAX_NATIONS, words.nations, "a nation")
        action = replace(action, accepted_by=asked)
    return action


def relations_to_plain(definition: Definition) -> dict[str, object]:
    """The entries of a tree for relations and what changes them, where there are any."""
    found: dict[str, object] = {
        "relation_types": [_type_to_plain(entry) for entry in definition.politics.relation_types],
        "relations": [_relation_to_plain(entry) for entry in definition.politics.relations],
        "truces": [
            {"nations": list(truce.nations), "breakers": list(truce.breakers)}
            for truce in definition.politics.truces
        ],
        "politics": [_action_to_plain(entry) for entry in definition.politics.actions],
        "extra_rounds": definition.politics.extra_rounds,
    }
    return {name: value for name, value in found.items() if value}


def _type_to_plain(entry: RelationType) -> dict[str, object]:
    usual = USUAL[entry.archetype]
    differing = {
        fact: getattr(entry, fact)
        for fact in _FACTS
        if getattr(entry, fact) != getattr(usual, fact)
    }
    return {"name": entry.name, "archetype": entry.archetype, **differing}


def _relation_to_plain(entry: Relation) -> dict[str, object]:
    since = {"since": entry.since} if entry.since != 1 else {}
    return {"nations": list(entry.nations), "type": entry.type, **since}


def _action_to_plain(entry: PoliticalAction) -> dict[str, object]:
    plain: dict[str, object] = {
        "name": entry.name,
        "nation": entry.nation,
        "changes": [_relation_to_plain(change) for change in entry.changes],
        "test": condition_to_plain(entry.test),
    }
    if entry.cost:
        plain["cost"] = dict(entry.cost)
    if entry.accepted_by:
        plain["accepted_by"] = list(entry.accepted_by)
    values = {"attempts": entry.attempts, "chance": entry.chance, "sides": entry.sides}
    return plain | {key: value for key, value in values.items() if value != _NUMBERS[key]}
