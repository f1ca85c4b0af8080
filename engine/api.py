"""The public names of the engine; `engine` offers them and loads this module on first use.

Readers and writers of scenarios come from `engine.loading` when they are used.
"""

from typing import TYPE_CHECKING

from engine.core import events
from engine.core.agenda import Decision, GameOver, PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.changes import RuleChange
from engine.core.digest import state_digest
from engine.core.errors import (
    DefinitionError,
    EngineError,
    Illegal,
    IllegalActionError,
    InvalidActionError,
)
from engine.core.evolve import evolve
from engine.core.ids import NEUTRAL, NOBODY, PUS, NationName, TerritoryName, UnitTypeName
from engine.core.standing_orders import StandingInstruction, StandingUse
from engine.core.unit import Unit
from engine.core.version import RULES_VERSION
from engine.game import (
    apply,
    attempt,
    check,
    check_undo,
    legal,
    legal_part,
    legal_starts,
    new_game,
    undo,
    waiting_for,
)
from engine.gamedef import Definition, State, UnitType
from engine.gamedef.option_values import Profile, with_option, with_profile
from engine.gamedef.options import option_names, option_text
from engine.gamedef.position import Step
from engine.gamedef.presentation import presented_like, rules_only
from engine.grammar.errors import NotationError
from engine.notation.amounts import with_amounts, with_ones
from engine.notation.answers import decide
from engine.notation.changes import format_change, parse_change
from engine.notation.completion import completions, order_examples, verbs_of
from engine.notation.format import format_order, format_standing
from engine.notation.instructions import Instruction
from engine.notation.parse import OrderLine, parse_order, parse_orders
from engine.notation.routes import with_route
from engine.notation.standing_orders import parse_standing
from engine.orders import (
    Action,
    AgreedAction,
    AgreeDraw,
    Buy,
    ClearStanding,
    Command,
    Declare,
    Done,
    Edit,
    Fight,
    FileStanding,
    GiveUp,
    HitFirst,
    Lose,
    Move,
    Order,
    Pick,
    Place,
    Press,
    Repair,
    Research,
    Retreat,
)
from engine.orders.codec import (
    order_from_plain,
    order_to_plain,
)
from engine.orders.edits.form import Change
from engine.orders.edits.registry import change_from_plain, change_to_plain
from engine.orders.form import SUBJECTS
from engine.orders.registry import subject_of
from engine.orders.shapes import FieldPart, OrderShape, Shape, order_shape
from engine.rules.common.relations import is_enemy
from engine.rules.common.values import steps_left
from engine.rules.economy.anywhere import placeable_total
from engine.rules.economy.production import NO_LIMIT
from engine.rules.movement.landing_places import (
    LandingPlace,
    aircraft_in_wait,
    aircraft_without_landing,
    landing_places,
    landing_places_from,
)
from engine.view.abilities import nation_words
from engine.view.aims import aim_views
from engine.view.battle import BattleView, ShotView, battle_view, shot_views
from engine.view.block_nations import BlockNation, block_nation
from engine.view.block_turn import commanded_moves, season_name
from engine.view.blockades import BlockadeView, blockade_views, blockade_zones
from engine.view.box import (
    UnitRow,
    option_rows,
    owner_rows,
    phase_rows,
    profile_rows,
    unit_rows,
)
from engine.view.conditions import objective_rows, trigger_rows
from engine.view.moving import in_combat_move, is_attack, leaves_attack, placement_room
from engine.view.nation import NationView, cheapest_offer, nation_view
from engine.view.politics import action_words
from engine.view.purchase import OfferRow, PriceList, price_list, research_words, spendable
from engine.view.reach import reach_by_area
from engine.view.standing_orders import StandingPreview, preview_standing, within_reach
from engine.view.status import describe_waiting, phase_title, status_view
from engine.view.territory import (
    TerritoryView,
    UnitGroup,
    find_territory,
    is_face_up,
    territory_view,
)

if TYPE_CHECKING:
    from engine.loading import (
        definition_from_tree,
        load_scenario,
        parse_scenario,
        read_triplea_map,
        scenario_names,
        scenario_title,
        scenario_titled,
        tree_from_definition,
        with_places,
    )

__all__ = [
    "NEUTRAL",
    "NOBODY",
    "NO_LIMIT",
    "PUS",
    "RULES_VERSION",
    "SUBJECTS",
    "Action",
    "AgreeDraw",
    "AgreedAction",
    "BattleView",
    "BlockNation",
    "BlockadeView",
    "Buy",
    "Change",
    "ClearStanding",
    "Command",
    "Decision",
    "Declare",
    "Definition",
    "DefinitionError",
    "Done",
    "Edit",
    "EngineError",
    "FieldPart",
    "Fight",
    "FileStanding",
    "GameOver",
    "GiveUp",
    "HitFirst",
    "Illegal",
    "IllegalActionError",
    "Instruction",
    "InvalidActionError",
    "LandingPlace",
    "Lose",
    "Move",
    "NationName",
    "NationView",
    "NotationError",
    "OfferRow",
    "Order",
    "OrderLine",
    "OrderShape",
    "PhaseOpen",
    "Pick",
    "Place",
    "Press",
    "PriceList",
    "Profile",
    "Repair",
    "Research",
    "Retreat",
    "RollRequest",
    "RollResult",
    "RuleChange",
    "Shape",
    "ShotView",
    "StandingInstruction",
    "StandingPreview",
    "StandingUse",
    "State",
    "Step",
    "TerritoryName",
    "TerritoryView",
    "Unit",
    "UnitGroup",
    "UnitRow",
    "UnitType",
    "UnitTypeName",
    "action_words",
    "aim_views",
    "aircraft_in_wait",
    "aircraft_without_landing",
    "apply",
    "attempt",
    "battle_view",
    "block_nation",
    "blockade_views",
    "blockade_zones",
    "change_from_plain",
    "change_to_plain",
    "cheapest_offer",
    "check",
    "check_undo",
    "commanded_moves",
    "completions",
    "decide",
    "definition_from_tree",
    "describe_waiting",
    "events",
    "evolve",
    "find_territory",
    "format_change",
    "format_order",
    "format_standing",
    "in_combat_move",
    "is_attack",
    "is_enemy",
    "is_face_up",
    "landing_places",
    "landing_places_from",
    "leaves_attack",
    "legal",
    "legal_part",
    "legal_starts",
    "load_scenario",
    "nation_view",
    "nation_words",
    "new_game",
    "objective_rows",
    "option_names",
    "option_rows",
    "option_text",
    "order_examples",
    "order_from_plain",
    "order_shape",
    "order_to_plain",
    "owner_rows",
    "parse_change",
    "parse_order",
    "parse_orders",
    "parse_scenario",
    "parse_standing",
    "phase_rows",
    "phase_title",
    "placeable_total",
    "placement_room",
    "presented_like",
    "preview_standing",
    "price_list",
    "profile_rows",
    "reach_by_area",
    "read_triplea_map",
    "research_words",
    "rules_only",
    "scenario_names",
    "scenario_title",
    "scenario_titled",
    "season_name",
    "shot_views",
    "spendable",
    "state_digest",
    "status_view",
    "steps_left",
    "subject_of",
    "territory_view",
    "tree_from_definition",
    "trigger_rows",
    "undo",
    "unit_rows",
    "verbs_of",
    "waiting_for",
    "with_amounts",
    "with_ones",
    "with_option",
    "with_places",
    "with_profile",
    "with_route",
    "within_reach",
]


def __getattr__(name: str) -> object:
    """A public name that is not here yet; AttributeError for anything else."""
    import engine.loading as loading  # noqa: PLC0415, PLR0402 - late, to start quickly

    if name not in __all__ or name not in loading.__all__:
        raise AttributeError(f"engine has no public name {name!r}")
    value: object = getattr(loading, name)
    return value
