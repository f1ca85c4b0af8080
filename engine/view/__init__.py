"""Questions about a position that change nothing: one territory, one nation, the whole game."""

from engine.view.abilities import nation_words
from engine.view.aims import AimView, aim_views
from engine.view.battle import BattleView, ShotView, battle_view, shot_views
from engine.view.box import OptionRow, UnitRow, option_rows, owner_rows, phase_rows, unit_rows
from engine.view.conditions import ObjectiveRow, TriggerRow, objective_rows, trigger_rows
from engine.view.moving import in_combat_move, is_attack, leaves_attack, placement_room
from engine.view.nation import NationView, cheapest_offer, nation_view
from engine.view.standing_orders import (
    PreviewedHit,
    StandingPreview,
    preview_standing,
    within_reach,
)
from engine.view.status import StatusView, describe_waiting, phase_title, status_view
from engine.view.territory import (
    CanalView,
    NeighbourView,
    TerritoryView,
    UnitGroup,
    find_territory,
    territory_view,
)

__all__ = [
    "AimView",
    "BattleView",
    "CanalView",
    "NationView",
    "NeighbourView",
    "ObjectiveRow",
    "OptionRow",
    "PreviewedHit",
    "ShotView",
    "StandingPreview",
    "StatusView",
    "TerritoryView",
    "TriggerRow",
    "UnitGroup",
    "UnitRow",
    "aim_views",
    "battle_view",
    "cheapest_offer",
    "describe_waiting",
    "find_territory",
    "in_combat_move",
    "is_attack",
    "leaves_attack",
    "nation_view",
    "nation_words",
    "objective_rows",
    "option_rows",
    "owner_rows",
    "phase_rows",
    "phase_title",
    "placement_room",
    "preview_standing",
    "shot_views",
    "status_view",
    "territory_view",
    "trigger_rows",
    "unit_rows",
    "within_reach",
]
