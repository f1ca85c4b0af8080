"""The closed world of attachment options: units, territories, canals and technologies."""

from collections.abc import Mapping
from typing import Final

from engine.loading.triplea.catalogue import Entry, field_entry, presentation, refused, unit_field

_LATER_TECHNOLOGY: Final = presentation("only with technologies that are refused")
_AIR_BASES: Final = "air bases for interceptors"
_SUICIDE: Final = "suicide units"
_LIMITS: Final = "limits on the number of units"

UNIT_OPTIONS: Final[Mapping[str, Entry]] = {
    "attack": unit_field("attack"),
    "defense": unit_field("defence"),
    "movement": unit_field("movement"),
    "hitPoints": field_entry("hit_points"),
    "isTwoHit": field_entry("hit_points 2"),
    "isAir": unit_field("is_air"),
    "isSea": unit_field("is_sea"),
    "transportCost": unit_field("transport_cost"),
    "transportCapacity": unit_field("transport_capacity"),
    "carrierCost": unit_field("carrier_cost"),
    "carrierCapacity": unit_field("carrier_capacity"),
    "canBlitz": unit_field("can_blitz"),
    "isSub": unit_field("is_submarine"),
    "isDestroyer": unit_field("is_destroyer"),
    "isStrategicBomber": unit_field("is_strategic_bomber"),
    "canBombard": unit_field("can_bombard", "can_bombard, bombard = attack"),
    "bombard": field_entry("bombard"),
    "artillery": field_entry("gives support"),
    "artillerySupportable": field_entry("receives support"),
    "unitSupportCount": field_entry("how many are supported"),
    "isAA": field_entry("is_aa_gun, is_infrastructure, not moves_in_combat"),
    "attackAA": field_entry("aa_strength of an AA gun; anti_air: strength"),
    "isFactory": unit_field("is_factory", "is_factory, is_infrastructure"),
    "isInfrastructure": unit_field("is_infrastructure"),
    "isLandTransportable": unit_field("is_infantry"),
    "canNotMoveDuringCombatMove": field_entry("not moves_in_combat"),
    "tuv": presentation("value of a unit for computer players"),
    "isAirTransportable": _LATER_TECHNOLOGY,
    "isAirTransport": _LATER_TECHNOLOGY,
    "isLandTransport": _LATER_TECHNOLOGY,
    "airAttack": unit_field("air_attack"),
    "airDefense": unit_field("air_defence"),
    "canIntercept": unit_field("can_intercept"),
    "canEscort": unit_field("can_escort"),
    "canAirBattle": unit_field("can_air_battle"),
    "maxInterceptCount": refused(_AIR_BASES, "-1"),
    "requiresAirbaseToIntercept": refused(_AIR_BASES, "false"),
    "canScramble": field_entry("scramble_distance"),
    "isAirBase": field_entry("is_air_base"),
    "maxScrambleDistance": field_entry("scramble_distance"),
    "maxScrambleCount": field_entry("scramble_limit"),
    "canBeDamaged": field_entry("can_be_damaged"),
    "maxDamage": field_entry("max_damage"),
    "maxOperationalDamage": field_entry("works_until"),
    "canDieFromReachingMaxDamage": field_entry("dies_of_damage"),
    "destroyedWhenCapturedBy": field_entry("lost_when_taken_by; FROM: lost_when_taken_from"),
    "destroyedWhenCapturedFrom": field_entry("lost_when_taken_from"),
    "whenCapturedChangesInto": field_entry("captured_as"),
    "whenCapturedSustainsDamage": refused("damage by capture", "0"),
    "canBeCapturedOnEnteringBy": field_entry("entry_captors"),
    "canBeGivenByTerritoryTo": field_entry("given_to"),
    "isMarine": field_entry("marine_bonus"),
    "canProduceXUnits": unit_field("factory_output"),
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
    "isConstruction": field_entry("is_factory for the type factory, else construction; on land"),
    "constructionType": field_entry("construction; construction_is_fixed by its ending"),
    "constructionsPerTerrPerTypePerTurn": field_entry("construction_per_turn"),
    "maxConstructionsPerTypePerTerr": field_entry("construction_most"),
    "canProduceUnits": field_entry("produces"),
    "createsUnitsList": field_entry("creates"),
    "createsResourcesList": field_entry("yields"),
    "consumesUnits": field_entry("consumes"),
    "requiresUnitsToMove": refused("units that need others to move", ""),
    "unitPlacementOnlyAllowedIn": field_entry("building: not_in, all other areas"),
    "canOnlyBePlacedInTerritoryValuedAtX": field_entry("building: least_value"),
    "special": refused("areas where a unit may be placed", "", "none"),
    "maxBuiltPerPlayer": refused(_LIMITS, "-1"),
    "attackRolls": unit_field("attack_dice"),
    "defenseRolls": unit_field("defence_dice"),
    "chooseBestRoll": unit_field("best_die"),
    "isCombatTransport": unit_field("is_combat_transport"),
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
    "repairsUnits": field_entry("repairs, one hit where no number is given"),
    "givesMovement": field_entry("gives_movement"),
    "receivesAbilityWhenWith": field_entry("blitzes_with; only canBlitz"),
    "whenCombatDamaged": field_entry("shut_deck_hits, held_deck_hits; other effects are refused"),
    "whenHitPointsDamagedChangesInto": refused("effects of damage", ""),
    "whenHitPointsRepairedChangesInto": refused("effects of damage", ""),
    "blockade": unit_field("blockade"),
    "bombingTargets": field_entry("raid_targets"),
    "bombingMaxDieSides": unit_field("raid_faces"),
    "bombingBonus": unit_field("raid_bonus"),
    "fuelCost": refused("fuel", ""),
    "fuelFlatCost": refused("fuel", ""),
}

TERRITORY_OPTIONS: Final[Mapping[str, Entry]] = {
    "production": field_entry("production"),
    "capital": field_entry("capital_of"),
    "victoryCity": field_entry("victory_cities"),
    "isImpassable": field_entry("is_impassable"),
    "originalOwner": field_entry("first_owner"),
    "unitProduction": field_entry("output"),
    "captureUnitOnEnteringBy": field_entry("entry_captors"),
    "changeUnitOwners": field_entry("given_to"),
    "productionOnly": refused("income that does not limit production", "0"),
    "originalFactory": field_entry("unlimited_production"),
    "territoryEffect": field_entry("no_units, no_blitz, attack_terrain, defence_terrain"),
    "blockadeZone": field_entry("blockade_zone"),
    "convoyRoute": field_entry("convoys"),
    "convoyAttached": field_entry("convoys"),
    "whenCapturedByGoesTo": field_entry("taken_for"),
    "resources": field_entry("yields"),
    "airBase": field_entry("air_base"),
    "navalBase": field_entry("naval_base"),
    "kamikazeZone": field_entry("kamikaze_zone"),
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

_SHARED: Final = presentation("only with chains of alliances, which are refused")

RELATION_OPTIONS: Final[Mapping[str, Entry]] = {
    "archeType": field_entry("archetype"),
    "canMoveLandUnitsOverOwnedLand": field_entry("land_passes; must be true at war"),
    "canMoveAirUnitsOverOwnedLand": field_entry("air_passes; must be true at war"),
    "canLandAirUnitsOnOwnedLand": field_entry("air_lands; must be false at war"),
    "canTakeOverOwnedTerritory": field_entry(
        "land_is_taken; must be true at war, false where neutral"
    ),
    "canMoveIntoDuringCombatMove": field_entry("enters_in_combat_move; must be true at war"),
    "canMoveThroughCanals": field_entry("opens_canals"),
    "rocketsCanFlyOver": field_entry("rockets_pass"),
    "givesBackOriginalTerritories": field_entry("gives_back; must be false unless allied"),
    "alliancesCanChainTogether": _SHARED,
    "isDefaultWarPosition": _SHARED,
    "upkeepCost": refused("relations that cost upkeep", "", "default"),
}

PLAYER_OPTIONS: Final[Mapping[str, Entry]] = {
    "placementLimit": field_entry("limits"),
    "attackingLimit": field_entry("limits"),
    "movementLimit": field_entry("limits"),
    "retainCapitalNumber": field_entry("capitals_for_money"),
    "retainCapitalProduceNumber": field_entry("capitals_for_income"),
    "captureUnitOnEnteringBy": field_entry("nation_rules: entry_captors"),
    "giveUnitControl": field_entry("gives_to; true or false is an old form without a meaning"),
    "giveUnitControlInAllTerritories": refused(_GIVEN, "false"),
    "suicideAttackResources": field_entry("nation_rules: kamikaze_goods, kamikaze_strength"),
    "suicideAttackTargets": field_entry("nation_rules: kamikaze_targets"),
    "helpPayTechCost": refused("research that others pay", ""),
    "shareTechnology": refused("technologies that are shared", ""),
    "immuneToBlockade": field_entry("nation_rules: is_unblockaded"),
    "destroysPUs": field_entry("treasury_is_lost"),
    "vps": field_entry("point_victory; must be 0"),
    "captureVps": refused(_VICTORY_POINTS, "0"),
}

_CONDITION: Final = "other conditions"
_NATION_RULE: Final = "rules of single nations"
_NO_WARNING: Final = presentation("no warning of buying more than the factories build")
_AREAS: Final = field_entry("a condition; a number and areas, or a group of areas")

OBJECTIVE_OPTIONS: Final[Mapping[str, Entry]] = {
    "objectiveValue": field_entry("value of an objective"),
    "uses": field_entry("uses of an objective; refused for other conditions"),
    "directOwnershipTerritories": _AREAS,
    "alliedOwnershipTerritories": _AREAS,
    "directPresenceTerritories": _AREAS,
    "alliedPresenceTerritories": _AREAS,
    "enemyPresenceTerritories": _AREAS,
    "directExclusionTerritories": _AREAS,
    "alliedExclusionTerritories": _AREAS,
    "enemyExclusionTerritories": _AREAS,
    "enemySurfaceExclusionTerritories": _AREAS,
    "unitPresence": field_entry("which units a condition counts in its areas, and how many"),
    "techs": field_entry("a condition"),
    "atWarPlayers": field_entry("a condition"),
    "destroyedTUV": field_entry("a condition; currentRound or allRounds"),
    "gameProperty": field_entry("a condition; an option, or a switch of the map"),
    "rounds": field_entry("a condition"),
    "players": field_entry("the nations that a condition is about"),
    "conditions": field_entry("conditions that a condition is made of"),
    "conditionType": field_entry("how many of them must hold"),
    "invert": field_entry("a condition that holds when it does not"),
    "switch": field_entry("a condition that triggers switch on and off"),
    "movementRestrictionTerritories": field_entry("restrictions"),
    "movementRestrictionType": field_entry("restrictions: inside or outside"),
    "placementAnyTerritory": field_entry("nation_rules: places_anywhere"),
    "placementCapturedTerritory": field_entry("nation_rules: places_in_captured"),
    "placementPerTerritory": field_entry("nation_rules: full_at, with placementAnyTerritory"),
    "maxPlacePerTerritory": field_entry("nation_rules: most_placed, with placementAnyTerritory"),
    "productionPerXTerritories": field_entry("nation_rules: levies"),
    "placementInCapitalRestricted": field_entry("nation_rules: places_at_home"),
    "dominatingFirstRoundAttack": field_entry("nation_rules: surprises"),
    "negateDominatingFirstRoundAttack": field_entry("nation_rules: is_prepared"),
    "unlimitedProduction": _NO_WARNING,
    "atWarCount": refused(_CONDITION, "-1"),
    "techCount": refused(_CONDITION, "-1"),
    "battle": refused("conditions on the battles of a round", ""),
    "chance": refused("conditions that hold by chance", "1:1"),
    "chanceIncrementOnFailure": refused("conditions that hold by chance", "0"),
    "chanceDecrementOnSuccess": refused("conditions that hold by chance", "0"),
    "countEach": refused("effects that happen once for each area", "false"),
    "eachMultiple": refused("effects that happen once for each area", "1"),
    "isAI": refused("conditions on who plays a nation", ""),
    "relationship": field_entry("condition: how two nations stand to each other"),
    "placementAnySeaZone": refused(_NATION_RULE),
}

_MADE_BY: Final = "must name a time where it calls others"

TRIGGER_OPTIONS: Final[Mapping[str, Entry]] = {
    "conditions": field_entry("the test of a trigger"),
    "trigger": field_entry("the test of a trigger, old name"),
    "conditionType": field_entry("how many of its conditions must hold"),
    "invert": field_entry("a trigger that happens when they do not"),
    "when": field_entry("its moments; " + _MADE_BY),
    "uses": field_entry("how often it may happen"),
    "chance": field_entry("by which die it happens"),
    "chanceIncrementOnFailure": field_entry("how its chance changes"),
    "chanceDecrementOnSuccess": field_entry("how its chance changes"),
    "players": field_entry("to whom it happens"),
    "notification": presentation("a message whose text is not in the map file"),
    "resource": field_entry("effect: money, other resources or research dice"),
    "resourceCount": field_entry("how many of them"),
    "placement": field_entry("effect: new units on the board"),
    "removeUnits": field_entry("effect: units that leave the board"),
    "purchase": field_entry("effect: new units to place"),
    "frontier": field_entry("effect: another buy list"),
    "productionRule": field_entry("effect: a unit type in a buy list, or not any more"),
    "tech": field_entry("effect: a technology; those that the map makes up are refused"),
    "changeOwnership": field_entry("effect: areas with another owner"),
    "victory": field_entry("effect: the end of the game, where Triggered Victory is on"),
    "activateTrigger": field_entry("effect: another trigger"),
    "playerAttachmentName": field_entry("whose playerProperty it is"),
    "playerProperty": field_entry("effect: restrictions of movement and switches of conditions"),
    "territories": field_entry("whose territoryProperty it is"),
    "territoryAttachmentName": field_entry("always the facts of areas"),
    "territoryProperty": field_entry("effect: production, others are refused"),
    "unitType": field_entry("whose unitProperty it is"),
    "unitAttachmentName": field_entry("always the facts of unit types"),
    "unitProperty": field_entry("effect: simple numbers and abilities, others are refused"),
    "availableTech": field_entry(
        "effect: technologies that a nation can research, or not any more; refused where a die "
        "says which one is found"
    ),
    "relationshipChange": field_entry("effect: how two nations stand to each other"),
    "support": refused("support that comes and goes", ""),
    "territoryEffects": field_entry("whose territoryEffectProperty it is"),
    "territoryEffectAttachmentName": field_entry("always the facts of terrain"),
    "territoryEffectProperty": field_entry(
        "effect: which units terrain keeps out or stops, others are refused"
    ),
    "relationshipTypes": refused("types of relations that change", ""),
    "relationshipTypeAttachmentName": refused("types of relations that change", ""),
    "relationshipTypeProperty": refused("types of relations that change", ""),
}

TERRAIN_OPTIONS: Final[Mapping[str, Entry]] = {
    "unitsNotAllowed": field_entry("no_units"),
    "noBlitz": field_entry("no_blitz"),
    "combatOffenseEffect": field_entry("attack_terrain"),
    "combatDefenseEffect": field_entry("defence_terrain"),
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

_ABILITIES: Final = "advances that do other things than the rule book says"

ABILITY_OPTIONS: Final[Mapping[str, Entry]] = {
    "attackBonus": field_entry("gains: attack"),
    "defenseBonus": field_entry("gains: defence"),
    "movementBonus": field_entry("gains: movement"),
    "attackRollsBonus": field_entry("gains: attack_dice"),
    "defenseRollsBonus": field_entry("gains: defence_dice"),
    "radarBonus": field_entry("gains: anti_air"),
    "airAttackBonus": field_entry("gains: air_attack"),
    "airDefenseBonus": field_entry("gains: air_defence"),
    "bombingBonus": field_entry("gains: raid_bonus"),
    "unitAbilitiesGained": field_entry("gains: can_blitz, can_bombard; others are refused"),
    "rocketDistance": field_entry("advances: rocket_range"),
    "rocketNumberPerTerritory": field_entry("advances: rockets_at_target"),
    "rocketDiceNumber": field_entry("advances: rocket_dice"),
    "productionBonus": field_entry("advances: more_built_by"),
    "minimumTerritoryValueForProductionBonus": field_entry("advances: worth_more"),
    "repairDiscount": field_entry("advances: repair_discount"),
    "warBondDiceNumber": field_entry("advances: bond_dice"),
    "warBondDiceSides": field_entry("advances: bond_faces"),
    **dict.fromkeys(
        (
            "airborneBases",
            "airborneCapacity",
            "airborneDistance",
            "airborneForces",
            "airborneTargettedByAA",
            "airborneTypes",
        ),
        refused(_ABILITIES),
    ),
}

POLITICAL_OPTIONS: Final[Mapping[str, Entry]] = {
    "relationshipChange": field_entry("changes"),
    "conditions": field_entry("test"),
    "conditionType": field_entry("test"),
    "invert": field_entry("test"),
    "costPU": field_entry("cost"),
    "costResources": field_entry("cost"),
    "attemptsPerTurn": field_entry("attempts"),
    "attemptsLeftThisTurn": presentation("a counter of a game under way"),
    "chance": field_entry("chance, sides"),
    "chanceIncrementOnFailure": refused("chances of politics that move", "0"),
    "chanceDecrementOnSuccess": refused("chances of politics that move", "0"),
    "actionAccept": field_entry("accepted_by"),
    "text": presentation("a message whose text is not in the map file"),
}

OPTIONS_OF: Final[Mapping[str, Mapping[str, Entry]]] = {
    "UnitAttachment": UNIT_OPTIONS,
    "UnitSupportAttachment": SUPPORT_OPTIONS,
    "TerritoryAttachment": TERRITORY_OPTIONS,
    "CanalAttachment": CANAL_OPTIONS,
    "TechAttachment": TECH_OPTIONS,
    "TechAbilityAttachment": ABILITY_OPTIONS,
    "PlayerAttachment": PLAYER_OPTIONS,
    "RelationshipTypeAttachment": RELATION_OPTIONS,
    "PoliticalActionAttachment": POLITICAL_OPTIONS,
    "RulesAttachment": OBJECTIVE_OPTIONS,
    "TriggerAttachment": TRIGGER_OPTIONS,
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
    "whenCapturedChangesInto": "Units Can Be Changed On Capture",
    "canBeCapturedOnEnteringBy": "Capture Units On Entering Territory",
    "captureUnitOnEnteringBy": "Capture Units On Entering Territory",
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
