"""Exact battle odds: a separate entry point of the engine (ADR 0009).

A Battle says who fights, by which rules and with which plans; `solve` gives its Odds.  What needs a
position of a game is loaded on first use.

>>> from engine.loading import load_combat_rules
>>> from engine.odds import Battle, Rules, parse_force, solve
>>> game = load_combat_rules("big_world_1942")
>>> ours = parse_force("3 infantry, 1 armour", game.unit_types).units
>>> theirs = parse_force("2 infantry", game.unit_types).units
>>> odds = solve(Battle(Rules.of(game), ours, theirs, is_sea=False))
>>> [(outcome, round(odds.chance(outcome), 3)) for outcome in ("win", "loss", "both")]
[('win', 0.944), ('loss', 0.039), ('both', 0.017)]

The likeliest ending: one infantry is lost, and the rest take the land.

>>> ending = odds.endings[0]
>>> ending.attackers, ending.defenders, ending.takes, round(ending.chance, 2)
((('infantry', 2), ('armour', 1)), (), True, 0.38)
"""

from typing import TYPE_CHECKING, Final

from engine.late import late_names
from engine.rules.common.values import bombard_value

if TYPE_CHECKING:
    from engine.odds.battle import (
        Battle,
        Combatant,
        Condition,
        Plan,
        Rules,
        Stop,
        SubmergePlan,
        counts_rounds,
    )
    from engine.odds.forces import ForceError, Written, out_of_place, parse_force, parse_types
    from engine.odds.guns import AAFire, aa_fire_of
    from engine.odds.needed import Reinforcement, cheapest, cheapest_defence, joined
    from engine.odds.outcome import Chance, Ending, Force, Odds, force_of
    from engine.odds.position import Situation, aa_fire_in, battle_in, combatant, pending_attackers
    from engine.odds.press_on import Guidance, Threshold, after_a_round, guide, retreat_sentence
    from engine.odds.prize import Prize, prize_of
    from engine.odds.rounds import OUTCOMES
    from engine.odds.simulation import Dice, best_odds, simulate
    from engine.odds.solving import solve, solve_exactly
    from engine.odds.waves import Wave, WaveOdds, WavesOdds, solve_waves

__all__ = [
    "OUTCOMES",
    "AAFire",
    "Battle",
    "Chance",
    "Combatant",
    "Condition",
    "Dice",
    "Ending",
    "Force",
    "ForceError",
    "Guidance",
    "Odds",
    "Plan",
    "Prize",
    "Reinforcement",
    "Rules",
    "Situation",
    "Stop",
    "SubmergePlan",
    "Threshold",
    "Wave",
    "WaveOdds",
    "WavesOdds",
    "Written",
    "aa_fire_in",
    "aa_fire_of",
    "after_a_round",
    "battle_in",
    "best_odds",
    "bombard_value",
    "cheapest",
    "cheapest_defence",
    "combatant",
    "counts_rounds",
    "force_of",
    "guide",
    "joined",
    "out_of_place",
    "parse_force",
    "parse_types",
    "pending_attackers",
    "prize_of",
    "retreat_sentence",
    "simulate",
    "solve",
    "solve_exactly",
    "solve_waves",
]

_ROOMS: Final = {
    "battle": (
        "Battle",
        "Combatant",
        "Condition",
        "Plan",
        "Rules",
        "Stop",
        "SubmergePlan",
        "counts_rounds",
    ),
    "forces": ("ForceError", "Written", "out_of_place", "parse_force", "parse_types"),
    "guns": ("AAFire", "aa_fire_of"),
    "needed": ("Reinforcement", "cheapest", "cheapest_defence", "joined"),
    "outcome": ("Chance", "Ending", "Force", "Odds", "force_of"),
    "position": ("Situation", "aa_fire_in", "battle_in", "combatant", "pending_attackers"),
    "press_on": ("Guidance", "Threshold", "after_a_round", "guide", "retreat_sentence"),
    "prize": ("Prize", "prize_of"),
    "rounds": ("OUTCOMES",),
    "simulation": ("Dice", "best_odds", "simulate"),
    "solving": ("solve", "solve_exactly"),
    "waves": ("Wave", "WaveOdds", "WavesOdds", "solve_waves"),
}

if not TYPE_CHECKING:
    __getattr__ = late_names("engine.odds", _ROOMS)
