"""Third layer: the relations of nations, when the game begins and through politics.

Nations that share an alliance are allied and all others at war, unless the map says otherwise about
a pair.  Types of relations are read that a pair begins with, and those that something may change a
pair to or asks for; what such a type changes besides what the rules know is refused.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.core.errors import DefinitionError
from engine.core.ids import NEUTRAL
from engine.gamedef.conditions import ANY_RELATION
from engine.gamedef.relations import FREE_FACTS, USUAL, Archetype
from engine.loading.fields import shown
from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Attachment, Records, attribute
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import (
    FactOption,
    MapFacts,
    MapOption,
    Said,
    facts_of,
    rows,
    taken,
)
from engine.loading.triplea.words import ON_OFF, integer

_KIND: Final = "RelationshipTypeAttachment"
ACTIONS: Final = "PoliticalActionAttachment"
CHANGE: Final = "relationshipChange"
_CHAINS: Final = "Alliances Can Chain Together"
_LONGER: Final = "Relationships Last Extra Rounds"

_BUILT_IN: Final[Mapping[str, str]] = {
    "default_war_relation": "war",
    "default_allied_relation": "allied",
}


def _fact(option: str, fact: str, note: str = "") -> FactOption:
    """A fact of a type of relations, kept as it is said: which of them may be said depends on the
    archetype."""
    return MapOption(option, note or fact, lambda said: {fact: said})


_TAKE_OVER: Final = "land_is_taken"
_CHAIN_FACTS: Final = {"isDefaultWarPosition": "spreads", "alliancesCanChainTogether": "chains"}
RELATION_OPTIONS: Final = rows(
    reads.word("archeType", "archetype", "archetype"),
    _fact("alliancesCanChainTogether", "chains", "chains, with the property of that name"),
    _fact("isDefaultWarPosition", "spreads", "spreads, with the same property"),
    _fact("canMoveLandUnitsOverOwnedLand", "land_passes", "land_passes; must be true at war"),
    _fact("canMoveAirUnitsOverOwnedLand", "air_passes", "air_passes; must be true at war"),
    _fact("canLandAirUnitsOnOwnedLand", "air_lands"),
    _fact("givesBackOriginalTerritories", "gives_back"),
    _fact("canMoveThroughCanals", "opens_canals"),
    _fact(
        "canMoveIntoDuringCombatMove",
        "enters_in_combat_move",
        "enters_in_combat_move; must be true at war",
    ),
    _fact("rocketsCanFlyOver", "rockets_pass"),
    _fact(
        "canTakeOverOwnedTerritory",
        _TAKE_OVER,
        "land_is_taken; must be true at war, false where neutral",
    ),
)


def read_relations(
    records: Records,
    nations: Sequence[str],
    members: Mapping[str, Sequence[str]],
    missing: MissingRules,
) -> MapFacts:
    """What differs from the alliances, and types that change: entries of the tree of a scenario.

    Raises DefinitionError for a nation or a type that does not exist.
    """
    entries = {entry.target: entry for entry in records.of_kind(_KIND)}
    known = [
        attribute(one, "name") for one in records.every("relationshipTypes", "relationshipType")
    ]
    pairs = dict(_pairs(records, nations, known))
    chaining = _chaining(records, entries.values())
    changed = [*(words[-1] for words in _changes(records)), *chaining]
    asked = [
        value.split(":")[2]
        for entry in records.of_kind("RulesAttachment")
        for value in entry.each("relationship")
        if value.count(":") >= 2
    ]
    reached = {name for name, _ in pairs.values()} | set(changed)
    types = {
        name: _type(name, entries.get(name), missing if name in reached else MissingRules())
        | dict.fromkeys(chaining.get(name, ()), True)
        for name in known
        if name in reached or name in asked
    }
    is_changing = bool(changed or asked)
    relations: list[MapFacts] = []
    for (one, other), (name, since) in pairs.items():
        together = bool({*members.get(one, ())} & {*members.get(other, ())})
        ours = _BUILT_IN.get(name, name)
        if not is_changing and ours in types and len(types[ours]) == 2:
            ours = str(types[ours]["archetype"])
        if is_changing or ours != ("allied" if together else "war"):
            relations.append({"nations": [one, other], "type": ours, "since": since})
    used = {relation["type"] for relation in relations} | {*changed, *asked}
    found: MapFacts = {
        "relation_types": [entry for name, entry in types.items() if name in used],
        "relations": relations,
        "extra_rounds": integer(_LONGER, records.properties.get(_LONGER, "0") or "0"),
    }
    return {name: value for name, value in found.items() if value}


def _chaining(records: Records, types: Iterable[Attachment]) -> Mapping[str, tuple[str, ...]]:
    """Types that make chains of alliances, and war of all against all, with what they do.

    Nothing without the property, a type that chains, or a politics step, in which chains form.  Of
    several types the last one counts.
    """
    kinds = {
        attribute(one, "javaClass").rpartition(".")[2]: attribute(one, "name")
        for one in records.every("gamePlay", "delegate")
    }
    steps = {attribute(one, "delegate") for one in records.every("gamePlay", "sequence", "step")}
    if not records.is_on(_CHAINS) or kinds.get("PoliticsDelegate") not in steps:
        return {}
    order = [
        attribute(one, "name") for one in records.every("relationshipTypes", "relationshipType")
    ]
    said = {one.target: one for one in types}
    found: dict[str, str] = {}
    for name in (name for name in order if name in said):
        for option, fact in _CHAIN_FACTS.items():
            if tuple(said[name].each(option))[-1:] == ("true",):
                found[fact] = name
    if "chains" not in found:
        return {}
    return {
        name: tuple(fact for fact, one in found.items() if one == name) for name in found.values()
    }


def _pairs(
    records: Records, nations: Sequence[str], types: Sequence[str]
) -> Iterator[tuple[tuple[str, str], tuple[str, int]]]:
    """Pairs of nations with the type that they begin with, and since when."""
    for entry in records.every("initialize", "relationshipInitialize", "relationship"):
        one, other = attribute(entry, "player1"), attribute(entry, "player2")
        name = attribute(entry, "type")
        if one == other or NEUTRAL in {one, other}:
            # Neither a nation with itself nor the owner of neutral land has a relation to change.
            continue
        if not {one, other}.issubset(nations):
            raise entry.error(f"{shown(one)} and {shown(other)} are not two nations")
        if name not in types and name not in _BUILT_IN:
            raise entry.error(f"there is no relation {shown(name)}")
        since = integer("roundValue", entry.attributes.get("roundValue", "1"))
        yield (min(one, other), max(one, other)), (name, since)


def _changes(records: Records) -> Iterator[list[str]]:
    """What triggers and political actions make of relations."""
    for kind in ("TriggerAttachment", ACTIONS):
        for entry in records.of_kind(kind):
            yield from (value.split(":") for value in entry.each(CHANGE))


def _type(name: str, entry: Attachment | None, missing: MissingRules) -> MapFacts:
    said = facts_of(RELATION_OPTIONS, entry, missing) if entry is not None else {}
    kind = taken(said, "archetype", "war")
    for fact in _CHAIN_FACTS.values():
        # These are looked at by themselves.
        said.pop(fact, None)
    if kind not in USUAL or name in USUAL:
        raise DefinitionError(f"relation {shown(name)}: there is no archetype {shown(kind)}")
    archetype: Archetype = USUAL[kind].archetype
    found: MapFacts = {"name": name, "archetype": archetype}
    for fact, one in said.items():
        if not isinstance(one, Said) or one.last == "default":
            continue
        usual = kind == "war" if fact == _TAKE_OVER else getattr(USUAL[kind], fact)
        is_free = kind == "allied" if fact == _TAKE_OVER else fact in FREE_FACTS[archetype]
        if one.last == ("true" if usual else "false"):
            continue
        if is_free and one.last in ON_OFF:
            found[fact] = one.last == "true"
        elif not is_free or fact != _TAKE_OVER:
            one.refuse(f"{kind} {one.last}")
    return found


def relation_condition(value: str) -> MapFacts:
    """A condition on a relation: two nations, a type or a word for several, perhaps rounds."""
    words = value.split(":")
    if len(words) not in {3, 4}:
        raise DefinitionError(f"{shown(value)}: a relation has two nations and a type")
    rounds = integer(value, words[3]) if len(words) == 4 else 0
    return {
        "kind": "relation",
        "nations": words[:2],
        "relation": relation_word(words[2]),
        "rounds": max(rounds, 0),
    }


def relation_word(word: str) -> str:
    """Our word for a type of relations, or for all of an archetype."""
    anything = {"anyWar": "any war", "anyAllied": "any allied", "anyNeutral": "any neutral"}
    return anything.get(word) or _BUILT_IN.get(word, word)


def relation_effect(value: str) -> Iterator[MapFacts]:
    """What a trigger changes: two nations, the relation before and the new one.

    A nation's relation to itself has a type of its own, which no other type can be before.
    """
    words = value.split(":")
    if len(words) != 4:
        raise DefinitionError(f"{shown(value)}: a change of relations has four words")
    one, other, before, after = words
    previous = relation_word(before)
    if one != other or previous in ANY_RELATION:
        yield {
            "kind": "relation",
            "pair": [one, other],
            "previous": previous,
            "relation": relation_word(after),
        }
