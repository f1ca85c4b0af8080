"""Exact battle odds: a door of the engine of its own (ADR 0010).

A Battle says who fights, by which rules and with which plans; `solve` gives its Odds.
"""

from engine.odds.battle import Battle, Combatant, Condition, DivePlan, Plan, Rules
from engine.odds.outcome import Ending, Force, Odds
from engine.odds.rounds import OUTCOMES
from engine.odds.solve import solve, solve_exactly
from engine.rules.aa_shots import aa_value

__all__ = [
    "OUTCOMES",
    "Battle",
    "Combatant",
    "Condition",
    "DivePlan",
    "Ending",
    "Force",
    "Odds",
    "Plan",
    "Rules",
    "aa_value",
    "solve",
    "solve_exactly",
]
