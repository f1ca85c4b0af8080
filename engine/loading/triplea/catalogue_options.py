"""The closed world of attachment options: units, territories, canals and technologies."""

from collections.abc import Mapping
from typing import Final

from engine.loading.triplea.catalogue import Entry, field_entry, presentation, refused

_LATER_TECHNOLOGY: Final = presentation("only with technologies that are refused")
_AIR_BASES: Final = "air bases for interceptors"
_SCRAMBLE: Final = presentation("only for scrambling, which a property switches on")
_CONSTRUCTION: Final = "constructions other than factories"
_CAPTURE: Final = presentation("only where a property switches it on, which is refused")
_SUICIDE: Final = "suicide units"
_DAMAGE: Final = field_entry("must be the usual form where factories can be damaged")
_LIMITS: Final = "limits on the number of units"

UNIT_OPTIONS: Final[Mapping[str, Entry]] = {
    "attack": field_entry("attack"),
    "defense": field_entry("defence"),
    "movement": field_entry("movement"),
    "hitPoints": field_entry("hit_points"),
    "isTwoHit": field_entry("hit_points 2"),
    "isAir": field_entry("is_air"),
    "isSea": field_entry("is_sea"),
    "transportCost": field_entry("transport_cost"),
    "transportCapacity": field_entry("transport_capacity"),
    "carrierCost": field_entry("carrier_cost"),
    "carrierCapacity": field_entry("carrier_capacity"),
    "canBlitz": field_entry("can_blitz"),
    "isSub": field_entry("is_submarine"),
    "isDestroyer": field_entry("is_destroyer"),
    "isStrategicBomber": field_entry("is_strategic_bomber"),
    "canBombard": field_entry("can_bombard, bombard = attack"),
    "bombard": field_entry("bombard"),
    "artillery": field_entry("gives support"),
    "artillerySupportable": field_entry("receives support"),
    "unitSupportCount": field_entry("how many are supported"),
    "isAA": field_entry("is_aa_gun, is_infrastructure, not moves_in_combat"),
    "attackAA": field_entry("aa_strength of an AA gun; anti_air: strength"),
    "isFactory": field_entry("is_factory, is_infrastructure"),
    "isInfrastructure": field_entry("is_infrastructure"),
    "isLandTransportable": field_entry("is_infantry"),
    "canNotMoveDuringCombatMove": field_entry("not moves_in_combat"),
    "tuv": presentation("value of a unit for computer players"),
    "isAirTransportable": _LATER_TECHNOLOGY,
    "isAirTransport": _LATER_TECHNOLOGY,
    "isLandTransport": _LATER_TECHNOLOGY,
    "airAttack": field_entry("air_attack"),
    "airDefense": field_entry("air_defence"),
    "canIntercept": field_entry("can_intercept"),
    "canEscort": field_entry("can_escort"),
    "canAirBattle": presentation("only in air battles before other battles, which are refused"),
    "maxInterceptCount": refused(_AIR_BASES, "-1"),
    "requiresAirbaseToIntercept": refused(_AIR_BASES, "false"),
    "canScramble": _SCRAMBLE,
    "isAirBase": _SCRAMBLE,
    "maxScrambleDistance": _SCRAMBLE,
    "maxScrambleCount": _SCRAMBLE,
    "canBeDamaged": _DAMAGE,
    "maxDamage": _DAMAGE,
    "maxOperationalDamage": _DAMAGE,
    "canDieFromReachingMaxDamage": _DAMAGE,
    "destroyedWhenCapturedBy": refused("units destroyed by certain captors"),
    "destroyedWhenCapturedFrom": field_entry("lost_when_taken_from"),
    "whenCapturedChangesInto": _CAPTURE,
    "whenCapturedSustainsDamage": _CAPTURE,
    "canBeCapturedOnEnteringBy": _CAPTURE,
    "canBeGivenByTerritoryTo": field_entry("given_to"),
    "isMarine": field_entry("marine_bonus"),
    "canProduceXUnits": field_entry("factory_output"),
    "requiresUnits": field_entry("building: needs"),
    "unitPlacementRestrictions": field_entry("building: not_in"),
    "placementLimit": field_entry("limits"),
    "attackingLimit": field_entry("limits"),
    "movementLimit": field_entry("limits"),
    "isAAmovement": field_entry("not moves_in_combat"),
    "isAAforCombatOnly": field_entry("anti_air: in_battle"),
    "isAAforBombingThisUnitOnly": field_entry("anti_air: in_raids"),
    "isAAforFlyOverOnly": field_entry("anti_air: on_the_way"),
    "isRocket": field_entry("launches_rockets"),
    "typeAA": field_entry("anti_air: kind; those of one kind must have the same targets and dice"),
    "targetsAA": field_entry("anti_air: targets"),
    "maxAAattacks": field_entry("anti_air: shots"),
    "maxRoundsAA": field_entry("anti_air: rounds"),
    "attackAAmaxDieSides": field_entry("anti_air: faces"),
    "offensiveAttackAA": field_entry("anti_air: attack_strength"),
    "offensiveAttackAAmaxDieSides": field_entry("anti_air: attack_faces"),
    "mayOverStackAA": field_entry("anti_air: adds"),
    "damageableAA": field_entry("anti_air: damages"),
    "willNotFireIfPresent": field_entry("anti_air: silenced_by"),
    "isConstruction": refused(_CONSTRUCTION, "false"),
    "constructionType": refused(_CONSTRUCTION, "none"),
    "constructionsPerTerrPerTypePerTurn": refused(_CONSTRUCTION, "-1"),
    "maxConstructionsPerTypePerTerr": refused(_CONSTRUCTION, "-1"),
    "canProduceUnits": refused("production by other units", "false"),
    "createsUnitsList": refused("units made by units", ""),
    "createsResourcesList": refused("resources made by units", ""),
    "consumesUnits": refused("units made out of units", ""),
    "requiresUnitsToMove": refused("units that need others to move", ""),
    "unitPlacementOnlyAllowedIn": refused("areas where a unit may be placed", ""),
    "canOnlyBePlacedInTerritoryValuedAtX": refused("areas where a unit may be placed", "-1"),
    "special": refused("areas where a unit may be placed", "", "none"),
    "maxBuiltPerPlayer": refused(_LIMITS, "-1"),
    "attackRolls": field_entry("attack_dice"),
    "defenseRolls": field_entry("defence_dice"),
    "chooseBestRoll": field_entry("best_die"),
    "isCombatTransport": refused("transports that fight as other ships do", "false"),
    "canInvadeOnlyFrom": refused("units that may not land from every ship", "", "all"),
    "isSuicide": refused(_SUICIDE, "false"),
    "isSuicideOnAttack": refused(_SUICIDE, "false"),
    "isSuicideOnDefense": refused(_SUICIDE, "false"),
    "isSuicideOnHit": refused(_SUICIDE, "false"),
    "isKamikaze": refused("aircraft that need no landing place", "false"),
    "isFirstStrike": refused("first strikes of other units", "false"),
    "canEvade": refused("submarine abilities one by one", "false"),
    "canMoveThroughEnemies": refused("submarine abilities one by one", "false"),
    "canBeMovedThroughByEnemies": refused("submarine abilities one by one", "false"),
    "canNotTarget": refused("units that cannot fire at others", ""),
    "canNotBeTargetedBy": refused("units that cannot fire at others", ""),
    "canRetreatOnStalemate": refused("retreat from a stalemate", ""),
    "repairsUnits": refused("repair by units", ""),
    "givesMovement": field_entry("gives_movement"),
    "receivesAbilityWhenWith": refused("abilities given by other units", ""),
    "whenCombatDamaged": refused("effects of damage", ""),
    "whenHitPointsDamagedChangesInto": refused("effects of damage", ""),
    "whenHitPointsRepairedChangesInto": refused("effects of damage", ""),
    "blockade": refused("convoys and blockades", "0"),
    "bombingTargets": refused("raids on other targets", ""),
    "bombingMaxDieSides": refused("raid dice of a unit", "-1"),
    "bombingBonus": refused("raid dice of a unit", "0", "-1"),
    "fuelCost": refused("fuel", ""),
    "fuelFlatCost": refused("fuel", ""),
}

TERRITORY_OPTIONS: Final[Mapping[str, Entry]] = {
    "production": field_entry("production"),
    "capital": field_entry("capital_of"),
    "victoryCity": field_entry("victory_cities"),
    "isImpassable": field_entry("is_impassable"),
    "originalOwner": field_entry("first_owner"),
    "unitProduction": field_entry("must be the same as production"),
    "captureUnitOnEnteringBy": _CAPTURE,
    "changeUnitOwners": field_entry("given_to"),
    "productionOnly": refused("income that is no limit of production", "0"),
    "originalFactory": field_entry("unlimited_production"),
    "territoryEffect": field_entry("no_units, no_blitz"),
    "blockadeZone": refused("convoys and blockades", "false"),
    "convoyRoute": field_entry("convoys"),
    "convoyAttached": field_entry("convoys"),
    "whenCapturedByGoesTo": refused("areas that go to another nation when they are taken", ""),
    "resources": refused("other resources", ""),
    "airBase": field_entry("air_base"),
    "navalBase": field_entry("naval_base"),
    "kamikazeZone": refused("suicide attacks of the defender", "false"),
}

CANAL_OPTIONS: Final[Mapping[str, Entry]] = {
    "canalName": field_entry("name"),
    "landTerritories": field_entry("lands"),
    "excludedUnits": field_entry("free_types; every aircraft must be among them"),
    "canNotMoveThroughDuringCombatMove": field_entry("closed_in_combat"),
}

_AT_START: Final = field_entry("known at the start, where the map's list of advances has it")

TECH_OPTIONS: Final[Mapping[str, Entry]] = {
    "techCost": field_entry("option tech_cost; the same for every nation"),
    "heavyBomber": _AT_START,
    "jetPower": _AT_START,
    "industrialTechnology": _AT_START,
    "superSub": _AT_START,
    "rocket": _AT_START,
    "longRangeAir": _AT_START,
    "destroyerBombard": _AT_START,
    "aARadar": _AT_START,
    "improvedArtillerySupport": _AT_START,
    "increasedFactoryProduction": _AT_START,
    "mechanizedInfantry": _AT_START,
    "paratroopers": _AT_START,
    "shipyards": _AT_START,
    "warBonds": _AT_START,
}

_VICTORY_POINTS: Final = "victory points"
_GIVEN: Final = "units that change hands on entering"

PLAYER_OPTIONS: Final[Mapping[str, Entry]] = {
    "placementLimit": field_entry("limits"),
    "attackingLimit": field_entry("limits"),
    "movementLimit": field_entry("limits"),
    "retainCapitalNumber": field_entry("capitals_for_money"),
    "retainCapitalProduceNumber": field_entry("capitals_for_income"),
    "captureUnitOnEnteringBy": _CAPTURE,
    "giveUnitControl": field_entry("gives_to; true or false is an old form without a meaning"),
    "giveUnitControlInAllTerritories": refused(_GIVEN, "false"),
    "suicideAttackResources": refused("suicide attacks of the defender", ""),
    "suicideAttackTargets": refused("suicide attacks of the defender", ""),
    "helpPayTechCost": refused("research that others pay", ""),
    "shareTechnology": refused("technologies that are shared", ""),
    "immuneToBlockade": refused("convoys and blockades", "false"),
    "destroysPUs": field_entry("treasury_is_lost"),
    "vps": field_entry("point_victory; must be 0"),
    "captureVps": refused(_VICTORY_POINTS, "0"),
}

_CONDITION: Final = "other conditions of objectives"
_NATION_RULE: Final = "rules of single nations"
_NO_WARNING: Final = presentation("no warning of buying more than the factories build")

OBJECTIVE_OPTIONS: Final[Mapping[str, Entry]] = {
    "objectiveValue": field_entry("value of an objective"),
    "directOwnershipTerritories": field_entry("territories of an objective, by_side false"),
    "alliedOwnershipTerritories": field_entry("territories of an objective, by_side true"),
    "alliedExclusionTerritories": field_entry("alone of an objective; only controlled"),
    "enemySurfaceExclusionTerritories": field_entry("zones of an objective"),
    "movementRestrictionTerritories": field_entry("restrictions"),
    "movementRestrictionType": field_entry("restrictions: inside or outside"),
    "rounds": field_entry("when a restriction ends; refused for objectives"),
    "placementAnyTerritory": field_entry("nation_rules: places_anywhere"),
    "placementCapturedTerritory": field_entry("nation_rules: places_in_captured"),
    "placementPerTerritory": field_entry("nation_rules: full_at, with placementAnyTerritory"),
    "maxPlacePerTerritory": field_entry("nation_rules: most_placed, with placementAnyTerritory"),
    "productionPerXTerritories": field_entry("nation_rules: levies"),
    "placementInCapitalRestricted": field_entry("nation_rules: places_at_home"),
    "dominatingFirstRoundAttack": field_entry("nation_rules: surprises"),
    "negateDominatingFirstRoundAttack": field_entry("nation_rules: is_prepared"),
    **dict.fromkeys(
        (
            "alliedPresenceTerritories",
            "atWarCount",
            "atWarPlayers",
            "battle",
            "chance",
            "conditionType",
            "conditions",
            "countEach",
            "destroyedTUV",
            "directExclusionTerritories",
            "directPresenceTerritories",
            "eachMultiple",
            "enemyExclusionTerritories",
            "enemyPresenceTerritories",
            "gameProperty",
            "invert",
            "players",
            "relationship",
            "switch",
            "techCount",
            "techs",
            "unitPresence",
            "uses",
        ),
        refused(_CONDITION),
    ),
    **dict.fromkeys(
        ("placementAnySeaZone",),
        refused(_NATION_RULE),
    ),
    "unlimitedProduction": _NO_WARNING,
}

TERRAIN_OPTIONS: Final[Mapping[str, Entry]] = {
    "unitsNotAllowed": field_entry("no_units"),
    "noBlitz": field_entry("no_blitz"),
    "combatOffenseEffect": refused("terrain that changes combat", ""),
    "combatDefenseEffect": refused("terrain that changes combat", ""),
    "movementCostModifier": refused("terrain that costs movement", ""),
}

SUPPORT_OPTIONS: Final[Mapping[str, Entry]] = {
    "unitType": field_entry("receivers of a support rule"),
    "faction": field_entry("on_enemies, for allied or enemy or both"),
    "side": field_entry("attack, defence"),
    "dice": field_entry("strength, dice; aaRoll and aaStrength are refused"),
    "bonus": field_entry("bonus"),
    "number": field_entry("count"),
    "bonusType": field_entry("kind, stack"),
    "impArtTech": field_entry("improvable"),
    "players": field_entry("nations; without any the support is not in force"),
}

OPTIONS_OF: Final[Mapping[str, Mapping[str, Entry]]] = {
    "UnitAttachment": UNIT_OPTIONS,
    "UnitSupportAttachment": SUPPORT_OPTIONS,
    "TerritoryAttachment": TERRITORY_OPTIONS,
    "CanalAttachment": CANAL_OPTIONS,
    "TechAttachment": TECH_OPTIONS,
    "PlayerAttachment": PLAYER_OPTIONS,
    "RulesAttachment": OBJECTIVE_OPTIONS,
    "TerritoryEffectAttachment": TERRAIN_OPTIONS,
}
"""The options of the attachment classes that are read."""

SWITCHED_ON_BY: Final[Mapping[str, str]] = {
    "movementRestrictionTerritories": "Movement By Territory Restricted",
    "movementRestrictionType": "Movement By Territory Restricted",
    "placementAnyTerritory": "Place in Any Territory",
    "placementAnySeaZone": "Place in Any Territory",
    "placementPerTerritory": "Unit Placement Per Territory Restricted",
    "productionPerXTerritories": "Production Per X Territories Restricted",
    "giveUnitControlInAllTerritories": "Give Units By Territory",
    "kamikazeZone": "Use Kamikaze Suicide Attacks",
    "suicideAttackResources": "Use Kamikaze Suicide Attacks",
    "suicideAttackTargets": "Use Kamikaze Suicide Attacks",
    "destroyedWhenCapturedFrom": "Units Can Be Destroyed Instead Of Captured",
    "destroyedWhenCapturedBy": "Units Can Be Destroyed Instead Of Captured",
}
"""Options without a meaning while a property is false, and that property."""

LEGACY_OPTIONS: Final[Mapping[str, str]] = {
    "isParatroop": "isAirTransportable",
    "isInfantry": "isLandTransportable",
    "isMechanized": "isLandTransportable",
    "occupiedTerrOf": "originalOwner",
    "isImpassible": "isImpassable",
    "turns": "rounds",
}
"""Old names of options and what they are called today."""

DROPPED_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "takeUnitControl": (),
    "giveUnitControl": ("true", "false"),
}
"""Old options that today's engine drops; with values, only those of the old form."""
