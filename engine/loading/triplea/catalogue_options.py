"""The closed world of attachment options: what reads each of them, or why nothing does."""

from collections.abc import Mapping
from typing import Final

from engine.loading.triplea.abilities import ABILITY_OPTIONS
from engine.loading.triplea.areas import TERRITORY_OPTIONS
from engine.loading.triplea.canals import CANAL_OPTIONS
from engine.loading.triplea.catalogue import CatalogueEntry, field_entry, presentation, refused
from engine.loading.triplea.conditions import CONDITION_OPTIONS, MANNER_OPTIONS
from engine.loading.triplea.effects import EFFECT_OPTIONS, SUBJECT_OPTIONS
from engine.loading.triplea.nations import NATION_OPTIONS, RESTRICTION_OPTIONS
from engine.loading.triplea.players import PLAYER_OPTIONS
from engine.loading.triplea.politics import POLITICAL_OPTIONS, USER_OPTIONS
from engine.loading.triplea.relations import RELATION_OPTIONS
from engine.loading.triplea.rows import R, Rows
from engine.loading.triplea.support import SUPPORT_OPTIONS
from engine.loading.triplea.technologies import TECH_OPTIONS
from engine.loading.triplea.terrain import TERRAIN_OPTIONS
from engine.loading.triplea.triggers import TIME_OPTIONS
from engine.loading.triplea.units import UNIT_OPTIONS


def _read(options: Rows[R]) -> dict[str, CatalogueEntry]:
    return {name: field_entry(row.note, row.switch) for name, row in options.items()}


_AIR_BASES: Final = "air bases for interceptors"
_UNREAD_TEXT: Final = presentation("a message whose text is not in the map file")
_COUNTER: Final = presentation("a counter of a game under way")
_FACTS_OF: Final = "always the facts of"
_BY_CHANCE: Final = "conditions that hold by chance"
_FOR_EACH: Final = "effects that happen once for each area"
_TYPES: Final = refused("types of relations that change", "")

_ACTIONS_UNREAD: Final = {"attemptsLeftThisTurn": _COUNTER, "text": _UNREAD_TEXT}

OPTIONS_OF: Final[Mapping[str, Mapping[str, CatalogueEntry]]] = {
    "UnitAttachment": _read(UNIT_OPTIONS)
    | {
        "tuv": presentation("value of a unit for computer players"),
        "maxInterceptCount": refused(_AIR_BASES, "-1"),
        "requiresAirbaseToIntercept": refused(_AIR_BASES, "false"),
    },
    "UnitSupportAttachment": _read(SUPPORT_OPTIONS),
    "TerritoryAttachment": _read(TERRITORY_OPTIONS),
    "CanalAttachment": _read(CANAL_OPTIONS),
    "TechAttachment": _read(TECH_OPTIONS),
    "TechAbilityAttachment": _read(ABILITY_OPTIONS),
    "PlayerAttachment": _read(PLAYER_OPTIONS)
    | {
        "giveUnitControlInAllTerritories": refused(
            "units that change hands on entering", "false", switch="Give Units By Territory"
        ),
        "captureVps": refused("victory points", "0"),
    },
    "RelationshipTypeAttachment": _read(RELATION_OPTIONS)
    | {
        "upkeepCost": refused("relations that cost upkeep", "", "default"),
    },
    "PoliticalActionAttachment": _read(POLITICAL_OPTIONS) | _ACTIONS_UNREAD,
    "UserActionAttachment": _read(USER_OPTIONS) | _ACTIONS_UNREAD,
    "TriggerAttachment": _read(TIME_OPTIONS)
    | _read(SUBJECT_OPTIONS)
    | _read(EFFECT_OPTIONS)
    | {
        "notification": _UNREAD_TEXT,
        "unitAttachmentName": presentation(f"{_FACTS_OF} unit types"),
        "territoryAttachmentName": presentation(f"{_FACTS_OF} areas"),
        "territoryEffectAttachmentName": presentation(f"{_FACTS_OF} terrain"),
        "relationshipTypes": _TYPES,
        "relationshipTypeAttachmentName": _TYPES,
        "relationshipTypeProperty": _TYPES,
    },
    "TerritoryEffectAttachment": _read(TERRAIN_OPTIONS),
    "RulesAttachment": _read(MANNER_OPTIONS)
    | _read(CONDITION_OPTIONS)
    | _read(NATION_OPTIONS)
    | _read(RESTRICTION_OPTIONS)
    | {
        "unlimitedProduction": presentation("no warning of buying more than the factories build"),
        "atWarCount": refused("other conditions", "-1"),
        "techCount": refused("other conditions", "-1"),
        "chance": refused(_BY_CHANCE, "1:1"),
        "chanceIncrementOnFailure": refused(_BY_CHANCE, "0"),
        "chanceDecrementOnSuccess": refused(_BY_CHANCE, "0"),
        "countEach": refused(_FOR_EACH, "false"),
        "eachMultiple": refused(_FOR_EACH, "1"),
        "isAI": refused("conditions on who plays a nation", ""),
    },
}
"""The options of the attachment classes that are read.  What is read is in the rows of its reader;
here stand by name those that nothing reads, with the reason."""

DROPPED_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "takeUnitControl": (),
    "giveUnitControl": ("true", "false"),
}
"""Old options that today's engine drops; with values, only those of the old form."""
