"""Every switch of the rules: typed, with its default and its source.

A scenario fixes the values; those that are marked editable may be changed before a game starts
(B7) and are frozen afterwards.  Rules read fields, never names.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import TypeVar

from engine.values import dataclass, field

T = TypeVar("T")


def _switch(default: T, text: str, source: str, *, editable: bool = False) -> T:
    metadata = {"text": text, "source": source, "editable": editable}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Options:
    """The switches, grouped as in the rule book.  Values are those of the rule book."""

    # Dice
    low_luck: bool = _switch(
        False, "powers are added up, the rest is rolled", "B240", editable=True
    )
    low_luck_aa: bool = _switch(False, "low luck for AA guns only", "B244", editable=True)
    low_luck_technology: bool = _switch(False, "low luck for research", "B133", editable=True)
    low_luck_bombing: bool = _switch(
        False, "raid and rocket dice become 3 or 4", "B244", editable=True
    )

    # Technology
    tech_development: bool = _switch(True, "there is research", "B100", editable=True)
    tech_cost: int = _switch(5, "PUs for one research die", "B102")
    tech_directed: bool = _switch(True, "the player names the technology", "B104")
    tech_tokens_kept: bool = _switch(False, "dice that failed are kept", "B106")
    every_success_finds: bool = _switch(
        False, "each research die that succeeds finds one more technology", "B105, D2"
    )
    activate_technology_at_once: bool = _switch(False, "what is found is in force at once", "B107")
    technology_die_rerolled: bool = _switch(
        False,
        "the die for what was found has a face for each technology; what is owned is rolled again",
        "C52, C58, D2",
        editable=True,
    )
    industrial_technology: bool = _switch(
        False, "Industrial Technology can be found", "B122, B123, G9", editable=True
    )
    heavy_bomber_dice: int = _switch(2, "dice of a heavy bomber", "B120")
    lhtr_heavy_bombers: bool = _switch(
        True, "heavy bombers: better die only, also in defence; raids +1", "B120", editable=True
    )
    super_sub_defence_bonus: int = _switch(
        0, "what Super Subs add in defence", "B112", editable=True
    )
    jet_power_attack: bool = _switch(False, "Jet Power helps in attack, not in defence", "B111")

    # Rounds of battles
    land_battle_rounds: int = _switch(
        0, "a battle on land ends undecided after so many rounds, 0: never", "B192"
    )
    sea_battle_rounds: int = _switch(
        0, "a battle at sea ends undecided after so many rounds, 0: never", "B192"
    )

    # Raids, rockets, AA guns
    bombing_damages_factory: bool = _switch(
        False, "raids and rockets damage the factory, not the treasury", "B71, B139, B140"
    )
    bombing_limited_to_production: bool = _switch(
        True, "one bomber or rocket does no more than the production", "B72"
    )
    guns_fire_at_the_end: bool = _switch(
        False, "guns that fire at units on the way also do so where a move ends", "B86"
    )
    own_raid_dice: bool = _switch(
        False, "bombers of a type have a die of their own for raids", "B71", editable=False
    )
    territory_turn_limit: bool = _switch(
        True, "all raids and rockets of a turn together do no more", "B73, G16", editable=True
    )
    one_rocket_per_territory: bool = _switch(
        True, "one rocket a territory, however many AA guns are there", "B114, G14"
    )
    rockets_after_raids: bool = _switch(
        True, "rockets are fired after the bombing raids, not before them", "B115, G14"
    )
    one_rocket_per_turn: bool = _switch(False, "one rocket a turn, not one per territory", "B114")
    rockets_after_noncombat_move: bool = _switch(
        False, "rockets are fired when the non-combat move is over, not before the battles", "D13"
    )
    rockets_cross_impassable: bool = _switch(
        False,
        "rockets fly over land that nobody may enter",
        "map dialect: Rockets Can Fly Over Impassables",
    )
    air_battles_before_raids: bool = _switch(
        False, "interceptors and escorts fight before a raid's AA fire and bombs", "B69"
    )
    abandoned_land_is_taken: bool = _switch(
        False,
        "enemies take the land that they shared with units that have left it",
        "map dialect: Abandoned Territories May Be Taken Over Immediately",
    )
    air_battles_before_battles: bool = _switch(
        False,
        "aircraft of both sides fight each other before the battle of their area",
        "map dialect: Battles May Be Preceeded By Air Battles",
    )
    repair_price: int = _switch(
        1, "PUs for the repair of each point of bombing damage", "B139; map dialect: repairRule"
    )
    air_battle_rounds: int = _switch(
        1,
        "so many rounds of an air battle are fought, 0: until one side is gone",
        "map dialect: Air Battle Rounds",
    )
    attackers_leave_air_battles: bool = _switch(
        False,
        "raiders may call off their raid before another round of an air battle",
        "map dialect: Air Battle Attackers Can Retreat",
    )
    defenders_leave_air_battles: bool = _switch(
        False,
        "interceptors may land before another round of an air battle",
        "map dialect: Air Battle Defenders Can Retreat",
    )
    overflight_aa: bool = _switch(True, "AA guns fire at aircraft that fly over", "B86")
    always_on_aa: bool = _switch(
        True, "AA guns also fire in the non-combat move", "B91", editable=True
    )
    random_aa_casualties: bool = _switch(
        False, "low luck: AA hits are added up, and a die says which aircraft are lost", "B244"
    )
    choose_aa_casualties: bool = _switch(False, "the owner chooses who is shot down", "B92")

    # Land movement
    keep_leftover_movement: bool = _switch(
        True, "movement left after the combat move may be used in the non-combat move", "B154, G3"
    )
    blitz_stopped_by_infrastructure: bool = _switch(
        True, "an AA gun or factory alone stops a blitz", "B62, G31"
    )
    attack_from_contested_land: bool = _switch(
        False, "units in enemy land may attack further from there", "B146"
    )

    paratroopers_fly_in_noncombat: bool = _switch(
        False,
        "air transports take paratroopers to friendly land in the non-combat move",
        "map dialect: Paratroopers Can Move During Non Combat",
    )
    paratroopers_jump_deep: bool = _switch(
        False,
        "paratroopers may be dropped beyond the first enemy area on the way",
        "B127; map dialect: Paratroopers Can Attack Deep Into Enemy Territory",
    )
    every_canal_needed: bool = _switch(
        False, "of several canals between two areas every one must be open, not only one", "B19"
    )
    bonus_movement: bool = _switch(
        False,
        "bases give units more movement",
        "map dialect: Units May Give Bonus Movement; A&A Pacific, bases",
        editable=True,
    )

    # Neutral land
    neutral_charge: int = _switch(0, "PUs for entering neutral land", "B148")
    neutrals_impassable: bool = _switch(False, "nobody may enter neutral land", "B148")
    neutrals_blitzable: bool = _switch(
        False, "empty neutral land can be blitzed", "B148", editable=True
    )
    neutral_flyover: bool = _switch(
        False, "aircraft may cross neutral land", "B13, G12", editable=True
    )
    aircraft_stop_over_neutrals: bool = _switch(
        True,
        "aircraft may cross neutral land by two moves, stopping over it (TripleA)",
        "B13, C69",
        editable=True,
    )

    # Aircraft and carriers
    aircraft_keep_to_theatre: bool = _switch(
        False,
        "aircraft cross from one theatre to another only by ending a turn between the two",
        "L17, L19, L20, L21",
    )
    kamikaze_airplanes: bool = _switch(
        False, "aircraft need no place to land", "B145", editable=True
    )
    produce_fighters_on_carriers: bool = _switch(True, "new fighters on new carriers", "B221")
    produce_fighters_on_old_carriers: bool = _switch(
        False, "new fighters on carriers already there", "B223, G10"
    )
    move_fighters_to_new_carriers: bool = _switch(
        True, "fighters of the factory's area may hop on a new carrier", "B222"
    )
    land_fighters_on_new_carriers: bool = _switch(
        False, "fighters may wait where a carrier will be placed", "B222"
    )
    lhtr_carrier_production: bool = _switch(
        False, "no hopping; fighters may wait; no loading after combat", "B222", editable=True
    )
    allied_aircraft_may_stay: bool = _switch(
        False,
        "aircraft of allies aboard a carrier stay behind when an order names units and not them",
        "B176",
    )
    allied_aircraft_fight: bool = _switch(
        False,
        "aircraft of allies that a carrier takes along fight in its battles",
        "map dialect: Allied Air Independent",
    )
    aircraft_at_goal_must_land: bool = _switch(
        False,
        "no aircraft flies to an area where one of its nation has no place left to land",
        "B143",
    )
    surviving_air_may_land: bool = _switch(
        True, "homeless defending aircraft may move one area after the battles", "B177"
    )
    surviving_air_to_carriers_beside: bool = _switch(
        True,
        "homeless defending aircraft may go to carriers in zones beside",
        "B177, C81, D7",
        editable=True,
    )
    carrier_moves_declared: bool = _switch(
        False,
        "aircraft land on a carrier only where it stands after the combat move",
        "C79, D8",
        editable=True,
    )
    homeless_air_lands_on_islands: bool = _switch(
        False, "where they may not, an island of their side in the zone takes them", "D7"
    )

    # Submarines and transports
    submersible_submarines: bool = _switch(
        True, "submarines submerge instead of withdrawing", "B76"
    )
    submarines_pass_enemies: bool = _switch(
        False,
        "submarines pass enemy ships even where they cannot submerge in battle",
        "C29, D4",
        editable=True,
    )
    defending_submarines_may_leave: bool = _switch(
        False, "where submarines withdraw, those of the defender may as well", "B76"
    )
    defending_submarines_may_submerge: bool = _switch(
        False, "where submarines withdraw, those of the defender may submerge instead", "B76, D5"
    )
    submarines_stop_landings: bool = _switch(
        False, "an enemy submarine stops landings from a zone without an own warship", "B171"
    )
    submarines_retreat_before_battle: bool = _switch(
        False, "submarines may leave before the first dice", "B187"
    )
    air_needs_destroyer_against_submarines: bool = _switch(
        False, "aircraft hit submarines only with a destroyer of their side", "B80"
    )
    submarines_submerge_from_aircraft: bool = _switch(
        False,
        "before the dice of a round, submarines submerge when all enemies are aircraft",
        "B80",
    )
    ignore_submarines_in_movement: bool = _switch(
        False, "enemy submarines do not stop ships", "B146"
    )
    ignore_transports_in_movement: bool = _switch(
        False, "enemy transports do not stop ships", "B146"
    )
    submarines_end_among_enemies: bool = _switch(
        False, "submarines may end the non-combat move with enemies", "B214"
    )
    noncombat_into_enemy_zones: bool = _switch(
        False, "ships may enter sea zones of an enemy in the non-combat move", "B24"
    )
    stopping_submarines_take_zones: bool = _switch(
        False, "where submarines take no zones, those take some that enemy ships cannot pass", "B24"
    )
    submarines_take_zones: bool = _switch(True, "submarines take sea zones of an enemy", "B24")
    zones_taken_on_the_way: bool = _switch(
        False, "ships take empty sea zones of an enemy that they only pass", "B24"
    )
    transports_take_zones: bool = _switch(False, "transports take sea zones of an enemy", "B24")
    transport_casualties_restricted: bool = _switch(
        False, "transports are lost last and cannot fire", "B75"
    )
    unload_to_one_territory: bool = _switch(
        True, "a transport unloads to one territory a turn, in the non-combat move too", "B167"
    )
    unload_again_in_same_territory: bool = _switch(
        True, "the rest may follow to the same territory in the non-combat move", "B167, G23"
    )
    aa_guns_land_in_combat: bool = _switch(
        False, "AA guns as cargo go aboard and ashore at home in the combat move too", "B173, G4"
    )
    aa_guns_ride_alone: bool = _switch(
        False, "a transport with an AA gun takes nothing else aboard", "C30, D3", editable=True
    )
    transports_load_after_combat: bool = _switch(
        True, "a transport that fought may load in the non-combat move", "B172"
    )
    load_among_enemies: bool = _switch(
        False,
        "troops may go aboard in a sea zone where enemy ships are",
        "map dialect: Units Can Load In Hostile Sea Zones",
    )
    abandoned_landing_frees_ships: bool = _switch(
        True, "transports of a landing that is called off may put troops ashore later", "B167, B204"
    )

    landings_wait_for_all_ships: bool = _switch(
        True,
        "nobody lands before enemy ships are fought that were in the zone before the turn",
        "B181, B203",
    )

    retreat_from_stalemates: bool = _switch(
        True,
        "a side may submerge or retreat before a battle ends because neither can hurt the other",
        "B186, B195, G29",
    )

    landings_survive_draws: bool = _switch(
        False,
        "a landing goes on when a sea battle ends because neither side can hurt the other",
        "B203, B204, G29",
    )

    submarines_pass_alone: bool = _switch(
        False, "submarines do not pass enemies in one order with aircraft", "B77"
    )

    # Battle
    submerge_defender_first: bool = _switch(
        False, "the defender decides on submerging first", "B193, G5"
    )
    defending_submarines_fire_first: bool = _switch(
        True, "defending submarines fire in the early segment", "B190"
    )
    destroyers_cancel_first_strike: bool = _switch(
        False, "enemy destroyers make submarines fire with everybody else", "B81"
    )
    bombard_casualties_fire: bool = _switch(
        False, "units hit by bombardment fire before they die", "B206"
    )
    bombard_per_landed_unit: bool = _switch(
        False, "no more bombardment dice than landed units", "B207"
    )
    partial_amphibious_retreat: bool = _switch(
        False, "units that came over land may retreat from a landing", "B208, G6"
    )
    scrambling: bool = _switch(
        False,
        "aircraft of the defender may scramble from bases to help in battles nearby",
        "map dialect: Scramble Rules In Effect",
        editable=True,
    )
    scramble_to_sea_only: bool = _switch(
        False, "they help at sea only", "map dialect: Scramble To Sea Only", editable=True
    )
    scramble_from_islands_only: bool = _switch(
        False,
        "they scramble only from land that touches no other land",
        "map dialect: Scramble From Island Only",
        editable=True,
    )
    scramble_against_any_landing: bool = _switch(
        False,
        "they may meet ships that land troops anywhere, not only on the land of their base",
        "map dialect: Scramble To Any Amphibious Assault",
        editable=True,
    )
    scramble_into_air_battles: bool = _switch(
        False,
        "they may meet raids as well, and fight in the air before other battles",
        "map dialect: Can Scramble Into Air Battles",
        editable=True,
    )
    scrambled_return_to_base: bool = _switch(
        False,
        "after the battle they return to their base, and nowhere else while it is friendly",
        "map dialect: Scrambled Units Return To Base",
        editable=True,
    )
    kamikaze_attacks: bool = _switch(
        False,
        "some nations may make kamikaze attacks on ships in certain zones",
        "map dialect: Use Kamikaze Suicide Attacks; A&A Pacific, kamikazes",
        editable=True,
    )
    kamikaze_attacks_by_holder: bool = _switch(
        False,
        "whoever holds the zone makes them, not its first owner",
        "map dialect: Kamikaze Suicide Attacks Done By Current Territory Owner",
    )
    kamikaze_attacks_at_battles: bool = _switch(
        False,
        "they are made only where a battle is or a landing comes from",
        "map dialect: Kamikaze Suicide Attacks Only Where Battles Are",
    )
    aircraft_withdraw_from_landings: bool = _switch(
        True, "aircraft may withdraw from an amphibious battle", "B208, G6"
    )
    retreat_needs_surface_path: bool = _switch(
        True, "nobody retreats to where only aircraft came from", "B194"
    )

    weakest_lost_first: bool = _switch(
        False, "casualties nobody chooses: the weakest first, not the cheapest", "B198"
    )
    attacker_picks_ally: bool = _switch(
        False,
        "the attacker says which of several defending nations is hit first",
        "C74, D11",
        editable=True,
    )
    allies_roll_apart: bool = _switch(
        False, "nations that defend together roll separate dice", "C73", editable=True
    )
    ask_defender: bool = _switch(
        False, "the defender is asked by mail: casualties, submerging", "B198, G20", editable=True
    )

    open_cards: bool = _switch(
        False,
        "the program deals the cards and plays production, government and victory; everybody sees "
        "all hands",
        "ADR 0102",
        editable=True,
    )
    short_game: bool = _switch(
        False,
        "the game begins in 1939, with larger forces, industries and hands",
        "T247, T248, T249",
        editable=True,
    )
    two_players: bool = _switch(
        False,
        "one player has West and USSR, of which one is the active ally of the year",
        "T250 to T259",
        editable=True,
    )
    ask_before_battles: bool = _switch(
        False,
        "the defender is asked by mail before the battles: who scrambles, kamikaze attacks",
        "ADR 0092",
        editable=True,
    )

    # Placement, repair, victory
    ships_among_enemies: bool = _switch(
        True, "ships may be placed in a zone with enemy ships", "B225"
    )
    several_aa_guns: bool = _switch(True, "AA guns may be placed where the nation has one", "B88")
    placement_restricted: bool = _switch(
        False, "units are built only where a map allows it", "B228"
    )
    unplaced_units_kept: bool = _switch(False, "units not placed are kept", "B228")
    unlimited_constructions: bool = _switch(
        False,
        "any number of constructions may stand in an area",
        "map dialect: Unlimited Constructions",
        editable=True,
    )
    more_constructions_with_factory: bool = _switch(
        False,
        "as many constructions as an area with a factory is worth",
        "map dialect: More Constructions with Factory",
        editable=True,
    )
    more_constructions_without_factory: bool = _switch(
        False,
        "as many constructions as an area without a factory is worth",
        "map dialect: More Constructions without Factory",
        editable=True,
    )
    max_factories: int = _switch(1, "factories per territory", "B94")
    min_factory_production: int = _switch(
        0, "what a factory builds in a territory of value 0", "B94"
    )
    repair_at_end_of_turn: bool = _switch(
        True, "all damaged units are repaired in every end of turn", "B84, G2", editable=True
    )
    repair_at_start_of_turn: bool = _switch(
        False, "own damaged units are repaired before the own combat move", "B84, G2", editable=True
    )
    repair_needs_facility: bool = _switch(
        False,
        "damaged units are repaired only beside units that repair them",
        "map dialect: Two HitPoint Units Require Repair Facilities",
        editable=True,
    )
    blockades_are_rolled: bool = _switch(
        False,
        "a ship in a blockade rolls dice: each costs what it shows, if that is 3 at most",
        "map dialect: Convoy Blockades Roll Dice For Cost",
    )
    captured_convoys_pay: bool = _switch(
        True, "a sea zone with income pays whoever takes it from its first owner", "B24"
    )
    national_objectives: bool = _switch(
        False, "objectives of the scenario pay extra PUs", "B232", editable=True
    )
    units_captured_on_entering: bool = _switch(
        False,
        "units in some areas become those of whoever enters",
        "map dialect: Capture Units On Entering Territory",
    )
    contested_areas_pay: bool = _switch(
        True,
        "an area pays its owner while units of their enemies are there",
        "B231; map dialect: Contested Territories Produce No Income",
    )
    captured_units_destroyed: bool = _switch(
        False,
        "units captured on entering are destroyed instead",
        "map dialect: On Entering Units Destroyed Instead Of Captured",
    )
    units_given_to_allies: bool = _switch(
        False,
        "units in some areas become those of an ally at the end of their owner's turn",
        "map dialect: Give Units By Territory",
        editable=True,
    )
    projection_of_power: bool = _switch(
        False, "the lowest number of victory cities wins", "B236", editable=True
    )
    honorable_surrender: bool = _switch(
        False, "the middle number of victory cities wins", "B236", editable=True
    )
    total_victory: bool = _switch(
        True, "the highest number of victory cities wins", "B236", editable=True
    )
    captured_money_spendable: bool = _switch(
        False, "without its capital a nation may spend what it captured", "C65, C68", editable=True
    )
    politics: bool = _switch(
        False, "nations take political actions in their politics phase", "ADR 0019", editable=True
    )
    capital_victory: bool = _switch(
        False, "the capitals of the enemy win the game", "C2, C3", editable=True
    )
    capital_victory_needs_own: bool = _switch(
        False, "capitals win only for a side that holds all its own", "C2, C3", editable=True
    )
    capitals_checked_at_round_end: bool = _switch(
        False,
        "capitals are checked only at the end of the round, not after each turn",
        "C75, C76",
        editable=True,
    )
    economic_victory: bool = _switch(
        False, "enough production at the end of a round wins", "C4, C77", editable=True
    )
    victory_lasts_a_round: bool = _switch(
        False,
        "what a map's own conditions win with must be held for a complete round of turns",
        "W3",
        editable=True,
    )
    ships_keep_off_at_peace: bool = _switch(
        False,
        "ships of some nations end no move beside land of a nation with which they are at peace",
        "W11",
        editable=True,
    )
    every_theatre_decides: bool = _switch(
        False,
        "a won theatre ends the game only when every other one is decided as well",
        "L1, L2",
        editable=True,
    )
    bid: Mapping[str, int] = field(
        default_factory=dict,
        metadata={"text": "PUs per nation before round 1", "source": "B99", "editable": True},
    )

    def __repr__(self) -> str:
        """Only what differs from the rule book: there are more than a hundred options."""
        values = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        plain = Options()
        shown = [
            f"{name}={value!r}" for name, value in values.items() if value != getattr(plain, name)
        ]
        return f"Options({', '.join(shown)})"
