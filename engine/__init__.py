"""The rules engine: pure, without input or output.

The public API is the list of names in `engine.api`.  Everything outside imports them from here, or
uses another door: `engine.ai`, `engine.odds` or `engine.loading`.  Each name is loaded when it is
used, so that a program that needs only the odds of a battle, or only looks at a position,
does not wait for all the rules (`engine.late`, ADR 0046).

A position is a value.  An order is checked against it; applied to it, it gives the next one:

>>> from engine import apply, check, load_scenario, new_game, parse_order
>>> game = load_scenario("big_world_1942")
>>> step = new_game(game)
>>> step.waiting
PhaseOpen(nation='Russians', phase='tech')
>>> done = parse_order("done", game)
>>> step = apply(step.state, done)
>>> step.waiting.phase
'purchase'
>>> [reason.code for reason in check(step.state, parse_order("buy 99 battleship", game))]
['not-enough-pus']
>>> order = parse_order("buy 3 infantry", game)
>>> check(step.state, order)
()
>>> after = apply(step.state, order)
>>> dict(after.state.purchase), dict(step.state.purchase)
({'infantry': 3}, {})
"""

from typing import TYPE_CHECKING, Final

from engine.late import late_names

if TYPE_CHECKING:
    from engine.api import *  # noqa: F403
else:
    _ROOMS: Final = {
        "core.agenda": ("Decision", "GameOver", "PhaseOpen"),
        "core.chance": ("RollRequest", "RollResult"),
        "core.changes": ("RuleChange",),
        "core.digest": ("state_digest",),
        "core.errors": (
            "DefinitionError",
            "EngineError",
            "Illegal",
            "IllegalActionError",
            "InvalidActionError",
        ),
        "core.evolve": ("evolve",),
        "core.ids": ("NEUTRAL", "NOBODY", "PUS", "NationName", "TerritoryName", "UnitTypeName"),
        "core.pick": ("Pick",),
        "core.standing_orders": ("StandingInstruction", "StandingUse"),
        "core.unit": ("Unit",),
        "core.version": ("RULES_VERSION",),
        "game": (
            "apply",
            "attempt",
            "check",
            "check_undo",
            "legal",
            "legal_part",
            "legal_starts",
            "new_game",
            "undo",
            "waiting_for",
        ),
        "gamedef.definition": ("Definition",),
        "gamedef.option_values": ("Profile", "with_option", "with_profile"),
        "gamedef.options": ("option_names", "option_text"),
        "gamedef.position": ("State", "Step"),
        "gamedef.presentation": ("presented_like", "rules_only"),
        "gamedef.unit_types": ("UnitType",),
        "grammar.errors": ("NotationError",),
        "loading.package": ("load_scenario", "scenario_title", "scenario_titled"),
        "loading.package_data": ("scenario_names",),
        "loading.toml_text": ("parse_scenario",),
        "loading.tree.reading": ("definition_from_tree",),
        "loading.tree.writing": ("tree_from_definition",),
        "loading.triplea": ("read_triplea_map", "with_places"),
        "notation.amounts": ("with_amounts", "with_ones"),
        "notation.answers": ("decide",),
        "notation.changes": ("format_change", "parse_change"),
        "notation.completion": ("completions", "order_examples", "verbs_of"),
        "notation.format": ("format_order", "format_standing"),
        "notation.instructions": ("Instruction",),
        "notation.parse": ("OrderLine", "parse_order", "parse_orders"),
        "notation.routes": ("with_route",),
        "notation.standing_orders": ("parse_standing",),
        "orders.agreed": ("AgreeDraw", "AgreedAction", "Edit", "GiveUp"),
        "orders.buy": ("Buy",),
        "orders.clear_standing": ("ClearStanding",),
        "orders.codec": ("order_from_plain", "order_to_plain"),
        "orders.command": ("Command",),
        "orders.declare": ("Declare",),
        "orders.done": ("Done",),
        "orders.edits.form": ("Change",),
        "orders.edits.registry": ("change_from_plain", "change_to_plain"),
        "orders.fight": ("Fight",),
        "orders.file_standing": ("FileStanding",),
        "orders.form": ("Action", "Order", "SUBJECTS"),
        "orders.hit_first": ("HitFirst",),
        "orders.lose": ("Lose",),
        "orders.move": ("Move",),
        "orders.place": ("Place",),
        "orders.press": ("Press",),
        "orders.registry": ("subject_of",),
        "orders.repair": ("Repair",),
        "orders.research": ("Research",),
        "orders.retreat": ("Retreat",),
        "orders.shapes": ("FieldPart", "OrderShape", "Shape", "order_shape"),
        "rules.economy.anywhere": ("placeable_total",),
        "rules.economy.production": ("NO_LIMIT",),
        "rules.movement.landing_places": (
            "LandingPlace",
            "aircraft_in_wait",
            "aircraft_without_landing",
            "landing_places",
            "landing_places_from",
        ),
        "rules.common.relations": ("is_enemy",),
        "rules.common.values": ("steps_left",),
        "view.abilities": ("nation_words",),
        "view.aims": ("aim_views",),
        "view.battle": ("BattleView", "ShotView", "battle_view", "shot_views"),
        "view.blockades": ("BlockadeView", "blockade_views", "blockade_zones"),
        "view.block_nations": ("BlockNation", "block_nation"),
        "view.block_turn": ("commanded_moves", "season_name"),
        "view.box": (
            "UnitRow",
            "option_rows",
            "owner_rows",
            "phase_rows",
            "profile_rows",
            "unit_rows",
        ),
        "view.conditions": ("objective_rows", "trigger_rows"),
        "view.moving": ("in_combat_move", "is_attack", "leaves_attack", "placement_room"),
        "view.nation": ("NationView", "cheapest_offer", "nation_view"),
        "view.politics": ("action_words",),
        "view.purchase": ("OfferRow", "PriceList", "price_list", "research_words", "spendable"),
        "view.reach": ("reach_by_area",),
        "view.standing_orders": ("StandingPreview", "preview_standing", "within_reach"),
        "view.status": ("describe_waiting", "phase_title", "status_view"),
        "view.territory": (
            "TerritoryView",
            "UnitGroup",
            "find_territory",
            "is_face_up",
            "territory_view",
        ),
    }
    """Where each name of `engine.api` is."""

    __getattr__ = late_names("engine", _ROOMS, modules=("core.events",))
