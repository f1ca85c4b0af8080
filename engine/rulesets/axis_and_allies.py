"""The Axis & Allies family as TripleA's rule book describes it.

Its members (Big World, Classic, Europe and Pacific) differ in options and data.
"""

from typing import Final

from engine.core.agenda import (
    BattleFrame,
    BlockadeFrame,
    BondsFrame,
    CreationFrame,
    EndTurnFrame,
    Frame,
    OverflightFrame,
    PoliticsFrame,
    RandomCasualtiesFrame,
    RandomStartFrame,
    ReactionFrame,
    ResearchFrame,
    StrategicFrame,
    TriggerFrame,
    VolleyFrame,
)
from engine.lazy import LateTable
from engine.phases.phase import Phase
from engine.rules.common.frame import FrameRules
from engine.rulesets.ruleset import Ruleset

_PHASES: Final = (
    "allocate.ALLOCATE",
    "bid.BID",
    "bid_place.BID_PLACE",
    "tech.TECH",
    "politics.POLITICS",
    "politics.USER_ACTIONS",
    "purchase.PURCHASE",
    "levy.LEVY",
    "random_start.RANDOM_START",
    "combat_move.COMBAT_MOVE",
    "airborne_move.AIRBORNE_MOVE",
    "battle.BATTLE",
    "noncombat_move.NONCOMBAT_MOVE",
    "place.PLACE",
    "tech_activation.TECH_ACTIVATION",
    "end_turn.END_TURN",
    "end_turn.END_TURN_UNPAID",
    "capitals.CAPITALS",
    "neutral_growth.NEUTRAL_GROWTH",
    "end_round.END_ROUND",
)
"""In engine/phases; a phase has the name of its constant."""

_FRAMES: Final[dict[type[Frame], str]] = {
    ResearchFrame: "rules.economy.technology.RESEARCH_FRAME",
    EndTurnFrame: "rules.turn.turn_end.END_TURN_FRAME",
    BondsFrame: "rules.turn.bonus.BONDS_FRAME",
    BlockadeFrame: "rules.economy.blockades.BLOCKADE_FRAME",
    CreationFrame: "rules.economy.creation.CREATION_FRAME",
    RandomStartFrame: "rules.politics.random_start.RANDOM_START_FRAME",
    OverflightFrame: "rules.movement.overflight.OVERFLIGHT_FRAME",
    BattleFrame: "rulesets.battles.BATTLE_FRAME",
    StrategicFrame: "rules.battle.around.rocket.STRATEGIC_FRAME",
    ReactionFrame: "rules.battle.around.reaction.REACTION_FRAME",
    VolleyFrame: "rules.battle.rounds.volley.VOLLEY_FRAME",
    RandomCasualtiesFrame: "rules.battle.rounds.random_casualties.RANDOM_CASUALTIES_FRAME",
    TriggerFrame: "rules.politics.triggers.TRIGGER_FRAME",
    PoliticsFrame: "rules.politics.actions.POLITICS_FRAME",
}
"""In engine."""

AXIS_AND_ALLIES: Final = Ruleset(
    name="axis_and_allies",
    phases=LateTable(
        Phase,
        {place.partition(".")[2].lower(): f"engine.phases.{place}" for place in _PHASES},
    ),
    frames=LateTable(FrameRules, {kind: f"engine.{place}" for kind, place in _FRAMES.items()}),
)
