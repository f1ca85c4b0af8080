"""The closed world of game properties, and the rule families WW2V2 and WW2V3."""

from collections.abc import Mapping
from typing import Final

from engine.loading.triplea.catalogue import CatalogueEntry, field_entry, presentation, refused
from engine.values import dataclass

DIRECT: Final[Mapping[str, str]] = {
    "Use Politics": "politics",
    "Low Luck": "low_luck",
    "Low Luck for AntiAircraft": "low_luck_aa",
    "Low Luck for Technology": "low_luck_technology",
    "Low Luck for Bombing and Territory Damage": "low_luck_bombing",
    "Tech Development": "tech_development",
    "Selectable Tech Roll": "tech_directed",
    "Heavy Bomber Dice Rolls": "heavy_bomber_dice",
    "LHTR Heavy Bombers": "lhtr_heavy_bombers",
    "Super Sub Defence Bonus": "super_sub_defence_bonus",
    "Limit SBR Damage To Factory Production": "bombing_limited_to_production",
    "Damage From Bombing Done To Units Instead Of Territories": "bombing_damages_factory",
    "Territory Turn Limit": "territory_turn_limit",
    "Use Bombing Max Dice Sides And Bonus": "own_raid_dice",
    "Convoy Blockades Roll Dice For Cost": "blockades_are_rolled",
    "Land Battle Rounds": "land_battle_rounds",
    "Sea Battle Rounds": "sea_battle_rounds",
    "Abandoned Territories May Be Taken Over Immediately": "abandoned_land_is_taken",
    "Air Battle Rounds": "air_battle_rounds",
    "Air Battle Attackers Can Retreat": "attackers_leave_air_battles",
    "Air Battle Defenders Can Retreat": "defenders_leave_air_battles",
    "Battles May Be Preceeded By Air Battles": "air_battles_before_battles",
    "Raids May Be Preceeded By Air Battles": "air_battles_before_raids",
    "Always on AA": "always_on_aa",
    "Force AA Attacks For Last Step Of Fly Over": "guns_fire_at_the_end",
    "Choose AA Casualties": "choose_aa_casualties",
    "Blitz Through Factories And AA Restricted": "blitz_stopped_by_infrastructure",
    "All Units Can Attack From Contested Territories": "attack_from_contested_land",
    "Units May Give Bonus Movement": "bonus_movement",
    "Paratroopers Can Move During Non Combat": "paratroopers_fly_in_noncombat",
    "Paratroopers Can Attack Deep Into Enemy Territory": "paratroopers_jump_deep",
    "Scramble Rules In Effect": "scrambling",
    "Scramble To Sea Only": "scramble_to_sea_only",
    "Scramble From Island Only": "scramble_from_islands_only",
    "Scramble To Any Amphibious Assault": "scramble_against_any_landing",
    "Can Scramble Into Air Battles": "scramble_into_air_battles",
    "Scrambled Units Return To Base": "scrambled_return_to_base",
    "Use Kamikaze Suicide Attacks": "kamikaze_attacks",
    "Kamikaze Suicide Attacks Done By Current Territory Owner": "kamikaze_attacks_by_holder",
    "Kamikaze Suicide Attacks Only Where Battles Are": "kamikaze_attacks_at_battles",
    "neutralCharge": "neutral_charge",
    "Neutrals Are Impassable": "neutrals_impassable",
    "Neutrals Are Blitzable": "neutrals_blitzable",
    "Neutral Flyover Allowed": "neutral_flyover",
    "Kamikaze Airplanes": "kamikaze_airplanes",
    "Rockets Can Fly Over Impassables": "rockets_cross_impassable",
    "Control All Canals Between Territories To Pass": "every_canal_needed",
    "Units Can Load In Hostile Sea Zones": "load_among_enemies",
    "Allied Air Independent": "allied_aircraft_fight",
    "Produce fighters on carriers": "produce_fighters_on_carriers",
    "Produce new fighters on old carriers": "produce_fighters_on_old_carriers",
    "Move existing fighters to new carriers": "move_fighters_to_new_carriers",
    "Land existing fighters on new carriers": "land_fighters_on_new_carriers",
    "LHTR Carrier production rules": "lhtr_carrier_production",
    "Surviving Air Move To Land": "surviving_air_may_land",
    "Submersible Subs": "submersible_submarines",
    "Submarines Defending May Submerge Or Retreat": "defending_submarines_may_submerge",
    "Sub Retreat Before Battle": "submarines_retreat_before_battle",
    "Air Attack Sub Restricted": "air_needs_destroyer_against_submarines",
    "Ignore Sub In Movement": "ignore_submarines_in_movement",
    "Ignore Transport In Movement": "ignore_transports_in_movement",
    "Subs Can End NonCombat Move With Enemies": "submarines_end_among_enemies",
    "Transport Control Sea Zone": "transports_take_zones",
    "Submarines Prevent Unescorted Amphibious Assaults": "submarines_stop_landings",
    "Transport Casualties Restricted": "transport_casualties_restricted",
    "Transport Restricted Unload": "unload_to_one_territory",
    "Defending Subs Sneak Attack": "defending_submarines_fire_first",
    "Naval Bombard Casualties Return Fire": "bombard_casualties_fire",
    "Shore Bombard Per Ground Unit Restricted": "bombard_per_landed_unit",
    "Partial Amphibious Retreat": "partial_amphibious_retreat",
    "Attacker Retreat Planes": "aircraft_withdraw_from_landings",
    "Unit Placement In Enemy Seas": "ships_among_enemies",
    "Unplaced units live when not placed": "unplaced_units_kept",
    "maxFactoriesPerTerritory": "max_factories",
    "Unlimited Constructions": "unlimited_constructions",
    "More Constructions with Factory": "more_constructions_with_factory",
    "More Constructions without Factory": "more_constructions_without_factory",
    "Multiple AA Per Territory": "several_aa_guns",
    "Unit Placement Restrictions": "placement_restricted",
    "Give Units By Territory": "units_given_to_allies",
    "Units Repair Hits End Turn": "repair_at_end_of_turn",
    "Units Repair Hits Start Turn": "repair_at_start_of_turn",
    "Two HitPoint Units Require Repair Facilities": "repair_needs_facility",
    "Capture Units On Entering Territory": "units_captured_on_entering",
    "On Entering Units Destroyed Instead Of Captured": "captured_units_destroyed",
    "National Objectives": "national_objectives",
    "Projection of Power": "projection_of_power",
    "Honorable Surrender": "honorable_surrender",
    "Total Victory": "total_victory",
    "Economic Victory": "economic_victory",
}
"""Properties that are one option each."""

INVERTED: Final[Mapping[str, str]] = {
    "AA Territory Restricted": "overflight_aa",
    "Sub Control Sea Zone Restricted": "submarines_take_zones",
    "Naval Units May Not NonCombat Move Into Controlled Sea Zones": "noncombat_into_enemy_zones",
    "All Rockets Attack": "one_rocket_per_turn",
    "Contested Territories Produce No Income": "contested_areas_pay",
}
"""Properties that are the contrary of an option."""

NUMBERS: Final[Mapping[str, int]] = {
    "Relationships Last Extra Rounds": 0,
    "Heavy Bomber Dice Rolls": 2,
    "Super Sub Defence Bonus": 0,
    "neutralCharge": 0,
    "Land Battle Rounds": 0,
    "Sea Battle Rounds": 0,
    "Air Battle Rounds": 1,
    "maxFactoriesPerTerritory": 1,
}
"""Properties with a number, and what holds when they are absent; all others are false then."""

IMPLIED_BY_V2: Final = (
    "Defending Subs Sneak Attack",
    "Transport Restricted Unload",
    "Blitz Through Factories And AA Restricted",
    "Multiple AA Per Territory",
    "Limit SBR Damage To Factory Production",
    "All Rockets Attack",
    "Unit Placement In Enemy Seas",
    "Surviving Air Move To Land",
    "Attacker Retreat Planes",
    "Selectable Tech Roll",
    "Naval Units May Not NonCombat Move Into Controlled Sea Zones",
)
"""What WW2V2 = true switches on, whatever these properties say themselves."""

IMPLIED_BY_V3: Final = ("Multiple AA Per Territory",)
"""What WW2V3 = true switches on."""

VICTORY_PROPERTIES: Final[Mapping[str, str]] = {
    " Projection of Power VCs": "projection_of_power",
    " Honorable Victory VCs": "honorable_surrender",
    " Total Victory VCs": "total_victory",
}
"""Properties named after an alliance: how many cities win at which level."""

USUAL_CITIES: Final[Mapping[str, int]] = {
    "projection_of_power": 13,
    "honorable_surrender": 15,
    "total_victory": 18,
}
"""How many cities win where a map does not say it for an alliance."""

INCOME_PROPERTY: Final = " Economic Victory"
"""Property named after an alliance: how much production wins (C4)."""

USUAL_INCOME: Final = 200
"""How much production wins where a map does not say it for an alliance."""

BID_PROPERTY: Final = " bid"
"""Property named after a nation: its bid."""

LEGACY_PROPERTIES: Final[Mapping[str, str]] = {
    "Battleships repair at beginning of round": "Units Repair Hits Start Turn",
    "Battleships repair at end of round": "Units Repair Hits End Turn",
    "Units repair at beginning of round": "Units Repair Hits Start Turn",
    "Units repair at end of round": "Units Repair Hits End Turn",
}
"""Old names of properties and what they are called today."""

_ENABLES: Final = presentation("switches on only what is refused by itself")
_UNREAD: Final = presentation("read by no version of today's engine")
_HINT: Final = presentation("a hint for screens and computer players")

_ENABLING: Final = (
    "Airborne Attacks Only In Enemy Territories",
    "Disabled Players Assets Deleted",
)

_UNREAD_NAMES: Final = (
    "4th Edition",
    "AA50 Tech Model",
    "AI Bonus Attack",
    "AI Bonus Defense",
    "AI Bonus Income Flat Rate",
    "AI Bonus Income Percentage",
    "Allied Air Dependents",
    "Anniversary Edition",
    "Anniversary Edition Air Naval",
    "Anniversary Edition Land Production",
    "Battle Rounds",
    "Continuous Research",
    "Display Sea Names",
    "Display Units as Counters",
    "Hari-Kari Units",
    "Honorable Victory",
    "Locals Are Impassable",
    "MaxFactoriesPerTerritory",
    "More Bunker without Factory",
    "Naval Bombard Casualties Return Fire Restricted",
    "Occupied Territories",
    "Pacific Edition",
    "Previous Units Fight",
    "Random AA Casualties",
    "Rocket Attack Per Factory Restricted",
    "Rocket Attacks Per Factory Infinite",
    "Rockets Can Violate Neutrality",
    "Roll AA Individually",
    "Russian_Flanks",
    "SBR Affects Unit Production",
    "Slow units",
    "Suicide and Munition Casualties Restricted",
    "TriggeRed Victory",
    "Turn Off Story Notifacations",
    "Turn Off Tutorial Notifacations",
    "Two hit Battleship",
    "Two hit battleship1",
    "Unescorted Transport Dies",
    "Units Can Load In Hostile Sea Zone",
    "Unlimited Bunker",
    "WW2V1",
    "games.strategy.engine.pbem.PBEMMessagePoster",
)

LEAVING_AIR_BATTLES: Final = (
    "Air Battle Attackers Can Retreat",
    "Air Battle Defenders Can Retreat",
)
"""Properties that are not played where battles, and not only raids, may begin with air battles."""

_CONTESTED: Final = "contested areas and battles that may be ignored"
_REFUSED: Final[Mapping[str, str]] = {
    "Retreating Units Remain In Place": _CONTESTED,
    "Sea Battles May Be Ignored": _CONTESTED,
    "Land Battles May Be Ignored": _CONTESTED,
    "Target Rockets Sequentially and After SBR": "another order of rockets",
    "SBR Victory Points": "victory points",
}

_FIELDS: Final[Mapping[str, str]] = {
    "WW2V2": "rule family of the second edition, see below",
    "WW2V3": "rule family of the third edition, see below",
    "WW2V3 Tech Model": "research on charts, dice that are kept, jet_power_attack",
    "Remove All Tech Tokens At End Of Turn": "option tech_tokens_kept, reversed",
    "Limit SBR Damage Per Turn": "option territory_turn_limit, with the same of rockets",
    "Limit Rocket Damage Per Turn": "option territory_turn_limit, with the same of raids",
    "Movement By Territory Restricted": "restrictions",
    "Place in Any Territory": "nation_rules: switches on places_anywhere",
    "Unit Placement Per Territory Restricted": "nation_rules: switches on full_at",
    "Production Per X Territories Restricted": "nation_rules: switches on levies",
    "Production Per Valued Territory Restricted": "nation_rules: valued levies",
    "Units Can Be Destroyed Instead Of Captured": "lost_when_taken_from",
    "Units Can Be Changed On Capture": "switches on captured_as",
    "Use Fuel Cost": "switches on fuel and flat_fuel",
    "Use Triggers": "switches on triggers",
    "Triggered Victory": "switches on triggers that end the game",
    "Airborne Attacks Only In Existing Battles": "must be true where troops are airborne",
    "Use Destroyers and Artillery": "puts both in the buy list of an old map",
    "Territories Are Assigned Randomly": "random_start; must be true where land is given out",
    "Use Shipyards": "shipyard_price, from the buy list that ends in Shipyards",
    "Pacific Theater": "point_victory",
    "Relationships Last Extra Rounds": "extra_rounds",
    "Alliances Can Chain Together": "chains and spreads of relations, where one chains in politics",
    "Defending Suicide and Munition Units Do Not Fire": "not dies_defending for isSuicide",
    "Two hit battleship": "hit_points of the unit battleship: 2 or 1",
    "<alliance> Projection of Power VCs": "victory level projection_of_power",
    "<alliance> Honorable Victory VCs": "victory level honorable_surrender",
    "<alliance> Total Victory VCs": "victory level total_victory",
    "<alliance> Economic Victory": "income_victory",
    "<nation> bid": "option bid",
}

PROPERTIES: Final[Mapping[str, CatalogueEntry]] = {
    **{name: field_entry(f"option {option}") for name, option in DIRECT.items()},
    **{name: field_entry(f"option {option}, reversed") for name, option in INVERTED.items()},
    **{name: field_entry(note) for name, note in _FIELDS.items()},
    "mapName": presentation("folder of the pictures"),
    "notes": presentation("notes, as plain text; no rule reads them"),
    "Placement Restricted By Factory": _HINT,
    "Selectable Zero Movement Units": _HINT,
    **{
        name: field_entry(
            f"option {DIRECT[name]}; must be false where battles may be preceded by air battles"
        )
        for name in LEAVING_AIR_BATTLES
    },
    **dict.fromkeys(_ENABLING, _ENABLES),
    **dict.fromkeys(_UNREAD_NAMES, _UNREAD),
    **{name: refused(note, "false") for name, note in _REFUSED.items()},
    "Multiply PUs": refused("income that is multiplied", "1"),
}
"""Every property that the engine looks up; any other is of the map itself (ADR 0069)."""

_READ: Final = frozenset(name for name, entry in PROPERTIES.items() if entry.status == "field")


def read_name(name: str) -> str:
    """The name of a property that is read; KeyError for any other, so that nothing asks for one."""
    if name not in _READ:
        raise KeyError(name)
    return name


@dataclass(frozen=True, slots=True)
class Switches:
    """The properties that are true, with what the rule family implies."""

    on: frozenset[str]

    def is_on(self, name: str) -> bool:
        """Whether a property is true; KeyError for one that is not read."""
        return read_name(name) in self.on
