"""What the odds count of a game, field by field; what they do not know they refuse by name.

The odds describe a battle a second time, in numbers.  So that this never disagrees with the rules
in silence, every field of what is in the box is declared here: `counted` when it is in the numbers
or in a sentence of `Battle.uncounted`, `beside` when no battle between units that are there depends
on it (what happens before or after one, and where units may be, is beside it), `refused` when a
battle does and the odds cannot tell how.  A refused field, and one that is in none of the three,
makes the odds refuse by its name where it differs from its default, and the engine's own simulation
answers (simulation.py).

Rule: rule book, Battle calculator (B245, B252).
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from msgspec.structs import fields

if TYPE_CHECKING:
    import msgspec

    from engine.gamedef import AntiAir, Options, SupportRule, UnitType
    from engine.gamedef.areas import Territory
    from engine.gamedef.technology import Advance
    from engine.gamedef.unit_types import TechAbility

Thing: TypeAlias = "UnitType | TechAbility | AntiAir | SupportRule | Options | Territory | Advance"


class CountedFields(NamedTuple):
    """Fields of a class by name: counted by the odds, beside every battle, refused by name."""

    counted: frozenset[str]
    beside: frozenset[str]
    refused: frozenset[str] = frozenset()


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


FIELDS: Final[Mapping[str, CountedFields]] = {
    "UnitType": CountedFields(
        counted=_names(
            """
            name attack defence movement hit_points is_air is_sea is_infrastructure tech_abilities
            """
        ),
        beside=_names("aliases"),
    ),
    "Gunnery": CountedFields(
        counted=_names(
            """
            attack_dice defence_dice best_die marine_bonus first_in_attack first_in_defence
            cannot_hit cannot_be_hit_by can_bombard bombard
            """
        ),
        beside=frozenset(),
    ),
    "Sacrifice": CountedFields(
        counted=_names("dies_attacking dies_defending dies_hitting"),
        beside=frozenset(),
    ),
    "Undersea": CountedFields(
        counted=_names("is_submarine is_destroyer submerges is_passed"),
        beside=_names("passes_enemies"),
    ),
    "Guns": CountedFields(
        counted=_names("is_aa_gun aa_strength anti_air"),
        beside=_names("launches_rockets"),
    ),
    "AirCombat": CountedFields(
        counted=_names("can_air_battle"),
        beside=_names("can_intercept can_escort air_attack air_defence"),
    ),
    "Wear": CountedFields(
        counted=_names("damaged_as repairs"),
        beside=_names("repaired_as"),
    ),
    "Stalemate": CountedFields(
        counted=_names("leaves_stalemates stays_in_stalemates"),
        beside=frozenset(),
    ),
    "Mobility": CountedFields(
        counted=frozenset(),
        beside=_names(
            """
            can_blitz blitzes_with moves_in_combat moves_beside flies_one_way gives_movement fuel
            flat_fuel
            """
        ),
    ),
    "Carriage": CountedFields(
        counted=_names("transport_cost transport_capacity is_combat_transport"),
        beside=_names(
            """
            rides_free invades_from never_invades is_infantry is_paratrooper is_land_transport
            is_air_transport
            """
        ),
    ),
    "Decks": CountedFields(
        counted=_names("carrier_cost carrier_capacity"),
        beside=_names("shut_deck_hits held_deck_hits"),
    ),
    "Scrambling": CountedFields(
        counted=frozenset(),
        beside=_names("scramble_distance is_air_base scramble_limit"),
    ),
    "Production": CountedFields(
        counted=_names("is_factory"),
        beside=_names("produces factory_output creates yields blockade"),
    ),
    "Building": CountedFields(
        counted=frozenset(),
        beside=_names(
            """
            construction construction_per_turn construction_most construction_is_fixed consumes
            most_owned
            """
        ),
    ),
    "Raiding": CountedFields(
        counted=frozenset(),
        beside=_names("is_strategic_bomber raid_targets raid_faces raid_bonus"),
    ),
    "Damage": CountedFields(
        counted=_names("works_until"),
        beside=_names("can_be_damaged is_spared max_damage dies_of_damage"),
    ),
    "Capture": CountedFields(
        counted=frozenset(),
        beside=_names(
            """
            captured_as changes_when_captured capture_damage lost_when_taken_from lost_when_taken_by
            entry_captors given_to
            """
        ),
    ),
    "TechAbility": CountedFields(
        counted=_names(
            """
            technology attack defence movement attack_dice defence_dice anti_air can_bombard
            """
        ),
        beside=_names(
            """
            air_attack air_defence raid_bonus can_blitz
            """
        ),
    ),
    "AntiAir": CountedFields(
        counted=_names(
            """
            strength attack_strength faces attack_faces in_battle shots rounds kind targets adds
            damages silenced_by
            """
        ),
        beside=_names(
            """
            in_raids on_the_way
            """
        ),
    ),
    "SupportRule": CountedFields(
        counted=_names(
            """
            givers receivers bonus count attack defence on_enemies strength dice kind stack
            nations improvable name
            """
        ),
        beside=frozenset(),
        refused=_names("aa_strength"),
    ),
    "Options": CountedFields(
        counted=_names(
            """
            low_luck low_luck_aa heavy_bomber_dice lhtr_heavy_bombers super_sub_defence_bonus
            jet_power_attack land_battle_rounds sea_battle_rounds abandoned_land_is_taken
            air_battles_before_battles random_aa_casualties choose_aa_casualties
            allied_aircraft_fight submersible_submarines defending_submarines_may_leave
            defending_submarines_may_submerge submarines_retreat_before_battle
            air_needs_destroyer_against_submarines submarines_submerge_from_aircraft
            ignore_submarines_in_movement ignore_transports_in_movement
            transport_casualties_restricted retreat_from_stalemates submerge_defender_first
            defending_submarines_fire_first destroyers_cancel_first_strike
            bombard_casualties_fire bombard_per_landed_unit partial_amphibious_retreat
            aircraft_withdraw_from_landings retreat_needs_surface_path weakest_lost_first
            attacker_picks_ally allies_roll_apart repair_at_end_of_turn repair_at_start_of_turn
            """
        ),
        beside=_names(
            """
            low_luck_technology low_luck_bombing tech_development tech_cost tech_directed
            tech_tokens_kept every_success_finds activate_technology_at_once
            technology_die_rerolled industrial_technology bombing_damages_factory
            bombing_limited_to_production guns_fire_at_the_end own_raid_dice
            territory_turn_limit one_rocket_per_territory rockets_after_raids
            one_rocket_per_turn rockets_after_noncombat_move rockets_cross_impassable
            air_battles_before_raids repair_price air_battle_rounds attackers_leave_air_battles
            defenders_leave_air_battles overflight_aa always_on_aa keep_leftover_movement
            blitz_stopped_by_infrastructure attack_from_contested_land
            paratroopers_fly_in_noncombat paratroopers_jump_deep every_canal_needed
            bonus_movement neutral_charge neutrals_impassable neutrals_blitzable neutral_flyover
            aircraft_stop_over_neutrals
            aircraft_keep_to_theatre kamikaze_airplanes produce_fighters_on_carriers
            produce_fighters_on_old_carriers move_fighters_to_new_carriers
            land_fighters_on_new_carriers lhtr_carrier_production allied_aircraft_may_stay
            aircraft_at_goal_must_land surviving_air_may_land surviving_air_to_carriers_beside
            carrier_moves_declared homeless_air_lands_on_islands submarines_pass_enemies
            submarines_stop_landings submarines_end_among_enemies noncombat_into_enemy_zones
            stopping_submarines_take_zones submarines_take_zones zones_taken_on_the_way
            transports_take_zones unload_to_one_territory unload_again_in_same_territory
            aa_guns_land_in_combat aa_guns_ride_alone transports_load_after_combat
            load_among_enemies abandoned_landing_frees_ships landings_wait_for_all_ships
            landings_survive_draws submarines_pass_alone scrambling scramble_to_sea_only
            scramble_from_islands_only scramble_against_any_landing scramble_into_air_battles
            scrambled_return_to_base kamikaze_attacks kamikaze_attacks_by_holder
            kamikaze_attacks_at_battles ask_defender ask_before_battles open_cards
            short_game two_players
            ships_among_enemies
            several_aa_guns
            placement_restricted unplaced_units_kept unlimited_constructions
            more_constructions_with_factory more_constructions_without_factory max_factories
            min_factory_production repair_needs_facility blockades_are_rolled
            captured_convoys_pay national_objectives units_captured_on_entering
            contested_areas_pay captured_units_destroyed units_given_to_allies
            projection_of_power honorable_surrender total_victory captured_money_spendable
            politics capital_victory capital_victory_needs_own capitals_checked_at_round_end
            economic_victory every_theatre_decides victory_lasts_a_round ships_keep_off_at_peace
            bid
            """
        ),
    ),
    "Territory": CountedFields(
        counted=_names(
            """
            is_sea production capital_of attack_terrain defence_terrain theatre is_prize
            """
        ),
        beside=_names(
            """
            name victory_cities is_impassable unlimited_production first_owner no_units no_blitz
            entry_cost
            given_to convoys kamikaze_zone air_base naval_base place blockade_zone taken_for
            entry_captors output yields
            """
        ),
    ),
    "Advance": CountedFields(
        counted=_names(
            """
            name
            """
        ),
        beside=_names(
            """
            rocket_range rockets_at_target rocket_dice more_built more_built_by worth_more
            repair_discount bond_dice bond_faces lowers_prices has_shipyards flies_infantry
            drives_infantry airborne
            """
        ),
    ),
}
"""By the name of the class, so that a command about two forces loads no boards (ADR 0009)."""


def unknown_fields(thing: Thing) -> tuple[str, ...]:
    """The fields of a thing that the odds do not know and that are not as usual.

    thing: an instance of one of the classes of FIELDS, or of one derived from them.  The fields of
    its facets are looked at as well.
    """
    return tuple(_unknown(thing))


def _unknown(thing: object) -> Iterator[str]:
    kind: type = type(thing)
    facets, undeclared = _described(kind)
    for name, usual in undeclared:
        if getattr(thing, name) != usual:
            yield name
    for name in facets:
        yield from _unknown(getattr(thing, name))


@cache
def _described(kind: type) -> tuple[tuple[str, ...], tuple[tuple[str, object], ...]]:
    """The facets of a class, and its fields that are neither counted nor beside, with defaults."""
    found = (FIELDS[base.__name__] for base in kind.__mro__ if base.__name__ in FIELDS)
    known = next(found, CountedFields(frozenset(), frozenset()))
    declared = known.counted | known.beside
    if declared.issuperset(getattr(kind, "__match_args__", ())):
        return (), ()
    struct = cast("type[msgspec.Struct]", kind)
    # A facet that nobody wears is a value of its own, so its class is known without its type.
    names, defaults = struct.__struct_fields__, struct.__struct_defaults__
    usual = dict(zip(names[-len(defaults) :], defaults, strict=True)) if defaults else {}
    facets = tuple(
        name
        for name in names
        if name not in declared and hasattr(usual.get(name), "__struct_fields__")
    )
    if declared.union(facets).issuperset(names):
        return facets, ()
    return facets, tuple(
        (entry.name, entry.default)
        for entry in fields(struct)
        if entry.name not in declared and entry.name not in facets
    )
