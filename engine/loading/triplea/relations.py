"""Third layer: how nations stand to one another when the game begins.

Nations that share an alliance are allied and all others at war, unless the map says otherwise of a
pair.  A relation type is known by its archetype; what a type changes besides is refused where a
pair begins with such a type.  Types that no pair begins with would come by politics only.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.errors import DefinitionError
from engine.loading.fields import shown
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Records, attribute

_WAR: Final = "war"
_ALLIED: Final = "allied"
_NEUTRAL: Final = "neutral"
_BUILT_IN: Final[Mapping[str, str]] = {
    "default_war_relation": _WAR,
    "default_allied_relation": _ALLIED,
}
_USUAL: Final[Mapping[str, Mapping[str, str]]] = {
    _WAR: {
        "canMoveLandUnitsOverOwnedLand": "true",
        "canMoveAirUnitsOverOwnedLand": "true",
        "canLandAirUnitsOnOwnedLand": "false",
        "canTakeOverOwnedTerritory": "true",
        "canMoveIntoDuringCombatMove": "true",
        "canMoveThroughCanals": "false",
        "rocketsCanFlyOver": "true",
    },
    _ALLIED: {
        "canMoveLandUnitsOverOwnedLand": "true",
        "canMoveAirUnitsOverOwnedLand": "true",
        "canLandAirUnitsOnOwnedLand": "true",
        "canTakeOverOwnedTerritory": "false",
        "canMoveIntoDuringCombatMove": "true",
        "canMoveThroughCanals": "true",
        "rocketsCanFlyOver": "true",
    },
    _NEUTRAL: {
        "canMoveLandUnitsOverOwnedLand": "false",
        "canMoveAirUnitsOverOwnedLand": "false",
        "canLandAirUnitsOnOwnedLand": "false",
        "canTakeOverOwnedTerritory": "false",
        "canMoveIntoDuringCombatMove": "true",
        "canMoveThroughCanals": "false",
    },
}
"""What the rules do by themselves for each archetype."""

_FOR_POLITICS: Final = ("archeType", "alliancesCanChainTogether", "isDefaultWarPosition")


def read_relations(
    records: Records,
    nations: Sequence[str],
    members: Mapping[str, Sequence[str]],
    missing: Missing,
) -> dict[str, object]:
    """What differs from the alliances: entries of the tree of a scenario, where there are any.

    Raises DefinitionError for a nation or a type that does not exist.
    """
    types = {
        attribute(entry, "name") for entry in records.every("relationshipTypes", "relationshipType")
    }
    options = {
        entry.target: entry.values() for entry in records.of_kind("RelationshipTypeAttachment")
    }
    pairs: dict[tuple[str, str], str] = {}
    for entry in records.every("initialize", "relationshipInitialize", "relationship"):
        one, other = attribute(entry, "player1"), attribute(entry, "player2")
        name = attribute(entry, "type")
        if not {one, other}.issubset(nations) or one == other:
            raise entry.error(f"{shown(one)} and {shown(other)} are not two nations")
        if name not in types and name not in _BUILT_IN:
            raise entry.error(f"there is no relation {shown(name)}")
        pairs[min(one, other), max(one, other)] = name
    kinds = {
        name: _archetype(name, options.get(name, {}), missing)
        for name in dict.fromkeys(pairs.values())
    }
    relations: list[dict[str, object]] = []
    truces: list[dict[str, object]] = []
    for (one, other), name in pairs.items():
        together = bool(set(members.get(one, ())) & set(members.get(other, ())))
        if together != (kinds[name] == _ALLIED):
            relations.append({"nations": [one, other], "allied": not together})
        if kinds[name] == _NEUTRAL:
            truces.append({"nations": [one, other]})
    return {
        name: entries for name, entries in (("relations", relations), ("truces", truces)) if entries
    }


def _archetype(name: str, options: Mapping[str, str], missing: Missing) -> str:
    kind = _BUILT_IN.get(name) or options.get("archeType", _WAR)
    if kind not in _USUAL:
        raise DefinitionError(f"relation {shown(name)}: there is no archetype {shown(kind)}")
    for option, value in options.items():
        if option in _FOR_POLITICS or value == "default":
            continue
        if option == "givesBackOriginalTerritories" and kind == _ALLIED:
            continue
        if _USUAL[kind].get(option) != value:
            missing.add(f"option of RelationshipTypeAttachment {option}: {kind} {value}", name)
    return kind
