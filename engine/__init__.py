"""The rules engine: pure, without input or output.

The public API is the list of imports below.  Everything outside imports these names from here, or
uses another door: `engine.ai`, `engine.odds` or `engine.loading`.  Each name is loaded when it is
used, so that a program that needs only the odds of a battle, or only looks at a position,
does not wait for all the rules (`engine.lazy`, ADR 0046).

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

from typing import TYPE_CHECKING

from engine.lazy import lazy_names

if TYPE_CHECKING:
    from engine.core import events as events
    from engine.core.agenda import Decision as Decision
    from engine.core.agenda import GameOver as GameOver
    from engine.core.agenda import Outcome as Outcome
    from engine.core.agenda import PhaseOpen as PhaseOpen
    from engine.core.chance import RollRequest as RollRequest
    from engine.core.chance import RollResult as RollResult
    from engine.core.changes import RuleChange as RuleChange
    from engine.core.digest import state_digest as state_digest
    from engine.core.errors import DefinitionError as DefinitionError
    from engine.core.errors import EngineError as EngineError
    from engine.core.errors import Illegal as Illegal
    from engine.core.errors import IllegalActionError as IllegalActionError
    from engine.core.errors import InvalidActionError as InvalidActionError
    from engine.core.evolve import evolve as evolve
    from engine.core.ids import NEUTRAL as NEUTRAL
    from engine.core.ids import NO_TYPE as NO_TYPE
    from engine.core.ids import NOBODY as NOBODY
    from engine.core.ids import NOWHERE as NOWHERE
    from engine.core.ids import PUS as PUS
    from engine.core.ids import BattleSide as BattleSide
    from engine.core.ids import InPlace as InPlace
    from engine.core.ids import NationName as NationName
    from engine.core.ids import ResourceName as ResourceName
    from engine.core.ids import SaleName as SaleName
    from engine.core.ids import TerritoryName as TerritoryName
    from engine.core.ids import UnitTypeName as UnitTypeName
    from engine.core.pick import Pick as Pick
    from engine.core.standing_orders import StandingInstruction as StandingInstruction
    from engine.core.standing_orders import StandingUse as StandingUse
    from engine.core.unit import Unit as Unit
    from engine.core.version import RULES_VERSION as RULES_VERSION
    from engine.core.words import BattleKind as BattleKind
    from engine.core.words import GameOutcome as GameOutcome
    from engine.game import apply as apply
    from engine.game import attempt as attempt
    from engine.game import check as check
    from engine.game import check_undo as check_undo
    from engine.game import legal as legal
    from engine.game import legal_part as legal_part
    from engine.game import legal_starts as legal_starts
    from engine.game import new_game as new_game
    from engine.game import undo as undo
    from engine.game import waiting_for as waiting_for
    from engine.gamedef.definition import Definition as Definition
    from engine.gamedef.map_names import trigger_word as trigger_word
    from engine.gamedef.option_values import Profile as Profile
    from engine.gamedef.option_values import is_on as is_on
    from engine.gamedef.option_values import option_names as option_names
    from engine.gamedef.option_values import option_text as option_text
    from engine.gamedef.option_values import with_option as with_option
    from engine.gamedef.option_values import with_profile as with_profile
    from engine.gamedef.position import State as State
    from engine.gamedef.position import Step as Step
    from engine.gamedef.presentation import presented_like as presented_like
    from engine.gamedef.presentation import rules_only as rules_only
    from engine.gamedef.unit_types import UnitType as UnitType
    from engine.grammar.errors import NotationError as NotationError
    from engine.loading.package import load_scenario as load_scenario
    from engine.loading.package import scenario_title as scenario_title
    from engine.loading.package import scenario_titled as scenario_titled
    from engine.loading.package_data import scenario_names as scenario_names
    from engine.loading.toml_text import parse_scenario as parse_scenario
    from engine.loading.tree.reading import definition_from_tree as definition_from_tree
    from engine.loading.tree.writing import tree_from_definition as tree_from_definition
    from engine.loading.triplea import read_triplea_map as read_triplea_map
    from engine.loading.triplea import with_places as with_places
    from engine.notation.amounts import with_amounts as with_amounts
    from engine.notation.amounts import with_ones as with_ones
    from engine.notation.answers import decide as decide
    from engine.notation.changes import format_change as format_change
    from engine.notation.changes import parse_change as parse_change
    from engine.notation.completion import completions as completions
    from engine.notation.completion import order_examples as order_examples
    from engine.notation.completion import verbs_of as verbs_of
    from engine.notation.format import format_order as format_order
    from engine.notation.format import format_standing as format_standing
    from engine.notation.instructions import BattleInstruction as BattleInstruction
    from engine.notation.parse import OrderLine as OrderLine
    from engine.notation.parse import parse_order as parse_order
    from engine.notation.parse import parse_orders as parse_orders
    from engine.notation.routes import with_route as with_route
    from engine.notation.standing_orders import parse_standing as parse_standing
    from engine.orders.act import Act as Act
    from engine.orders.activate import Activate as Activate
    from engine.orders.agreed import AgreedAction as AgreedAction
    from engine.orders.agreed import AgreedEdit as AgreedEdit
    from engine.orders.agreed import AgreeDraw as AgreeDraw
    from engine.orders.agreed import GiveUp as GiveUp
    from engine.orders.buy import Buy as Buy
    from engine.orders.clear_standing import ClearStanding as ClearStanding
    from engine.orders.codec import order_from_plain as order_from_plain
    from engine.orders.codec import order_to_plain as order_to_plain
    from engine.orders.command import Command as Command
    from engine.orders.declare import Declare as Declare
    from engine.orders.discard import Discard as Discard
    from engine.orders.done import Done as Done
    from engine.orders.draw import DrawCards as DrawCards
    from engine.orders.edits.form import Change as Change
    from engine.orders.edits.registry import change_from_plain as change_from_plain
    from engine.orders.edits.registry import change_to_plain as change_to_plain
    from engine.orders.fight import Fight as Fight
    from engine.orders.file_standing import FileStanding as FileStanding
    from engine.orders.form import SUBJECTS as SUBJECTS
    from engine.orders.form import Action as Action
    from engine.orders.form import Order as Order
    from engine.orders.hit_first import HitFirst as HitFirst
    from engine.orders.lose import Lose as Lose
    from engine.orders.move import Move as Move
    from engine.orders.place import Place as Place
    from engine.orders.play import Play as Play
    from engine.orders.press import Press as Press
    from engine.orders.registry import subject_of as subject_of
    from engine.orders.repair import Repair as Repair
    from engine.orders.research import Research as Research
    from engine.orders.resign import Resign as Resign
    from engine.orders.retreat import Retreat as Retreat
    from engine.orders.shapes import FieldPart as FieldPart
    from engine.orders.shapes import OrderShape as OrderShape
    from engine.orders.shapes import Shape as Shape
    from engine.orders.shapes import order_shape as order_shape
    from engine.orders.strengthen import Strengthen as Strengthen
    from engine.plain_state import PositionFormError as PositionFormError
    from engine.plain_state import state_from_json as state_from_json
    from engine.plain_state import state_to_json as state_to_json
    from engine.rules.blocks.influence import SATELLITE as SATELLITE
    from engine.rules.blocks.influence import markers_of as markers_of
    from engine.rules.common.relations import is_enemy as is_enemy
    from engine.rules.common.values import steps_left as steps_left
    from engine.rules.economy.free_placement import placeable_total as placeable_total
    from engine.rules.economy.production import NO_LIMIT as NO_LIMIT
    from engine.rules.movement.landing_places import LandingPlace as LandingPlace
    from engine.rules.movement.landing_places import aircraft_in_wait as aircraft_in_wait
    from engine.rules.movement.landing_places import (
        aircraft_without_landing as aircraft_without_landing,
    )
    from engine.rules.movement.landing_places import landing_places as landing_places
    from engine.rules.movement.landing_places import landing_places_from as landing_places_from
    from engine.view.abilities import SpecialRule as SpecialRule
    from engine.view.abilities import special_rules as special_rules
    from engine.view.aims import AimKind as AimKind
    from engine.view.aims import aim_views as aim_views
    from engine.view.battle import BattleView as BattleView
    from engine.view.battle import ShotView as ShotView
    from engine.view.battle import battle_view as battle_view
    from engine.view.battle import shot_views as shot_views
    from engine.view.block_cards import card_hands as card_hands
    from engine.view.block_cards import card_order_title as card_order_title
    from engine.view.block_cards import card_title as card_title
    from engine.view.block_cards import production_left as production_left
    from engine.view.block_nations import BlockNation as BlockNation
    from engine.view.block_nations import block_glance as block_glance
    from engine.view.block_nations import block_nation as block_nation
    from engine.view.block_nations import block_supply as block_supply
    from engine.view.block_turn import commanded_moves as commanded_moves
    from engine.view.block_turn import season_name as season_name
    from engine.view.blockades import BlockadeView as BlockadeView
    from engine.view.blockades import blockade_views as blockade_views
    from engine.view.blockades import blockade_zones as blockade_zones
    from engine.view.box import UnitRow as UnitRow
    from engine.view.box import option_rows as option_rows
    from engine.view.box import owner_rows as owner_rows
    from engine.view.box import phase_rows as phase_rows
    from engine.view.box import profile_rows as profile_rows
    from engine.view.box import unit_rows as unit_rows
    from engine.view.conditions import objective_rows as objective_rows
    from engine.view.conditions import trigger_rows as trigger_rows
    from engine.view.moving import building_sites as building_sites
    from engine.view.moving import in_combat_move as in_combat_move
    from engine.view.moving import in_declared_war as in_declared_war
    from engine.view.moving import is_attack as is_attack
    from engine.view.moving import leaves_attack as leaves_attack
    from engine.view.moving import placement_room as placement_room
    from engine.view.moving import placement_types as placement_types
    from engine.view.nation import NationView as NationView
    from engine.view.nation import cheapest_offer as cheapest_offer
    from engine.view.nation import nation_view as nation_view
    from engine.view.politics import action_title as action_title
    from engine.view.politics import action_words as action_words
    from engine.view.politics import politics_rows as politics_rows
    from engine.view.purchase import OfferRow as OfferRow
    from engine.view.purchase import PriceList as PriceList
    from engine.view.purchase import price_list as price_list
    from engine.view.purchase import research_words as research_words
    from engine.view.purchase import spendable as spendable
    from engine.view.reach import reach_by_area as reach_by_area
    from engine.view.standing_orders import StandingPreview as StandingPreview
    from engine.view.standing_orders import preview_standing as preview_standing
    from engine.view.standing_orders import within_reach as within_reach
    from engine.view.status import WaitingKind as WaitingKind
    from engine.view.status import describe_waiting as describe_waiting
    from engine.view.status import phase_title as phase_title
    from engine.view.status import status_view as status_view
    from engine.view.territory import TerritoryView as TerritoryView
    from engine.view.territory import UnitGroup as UnitGroup
    from engine.view.territory import find_territory as find_territory
    from engine.view.territory import is_face_up as is_face_up
    from engine.view.territory import territory_view as territory_view
    from engine.view.words import spoken as spoken
    from engine.view.words import type_words as type_words
else:
    __getattr__, __all__ = lazy_names(__spec__, modules=("core.events",))
