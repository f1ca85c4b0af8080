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

from typing import TYPE_CHECKING

from engine.odds.battle import Battle, Combatant, Condition, Plan, Rules, SubmergePlan
from engine.odds.forces import ForceError, Written, parse_force, parse_types
from engine.odds.guns import AAFire, aa_fire_of
from engine.odds.outcome import Chance, Ending, Force, Odds
from engine.odds.rounds import OUTCOMES
from engine.odds.solve import solve, solve_exactly
from engine.rules.values import bombard_value

if TYPE_CHECKING:
    from engine.odds.needed import Reinforcement, chance_wanted, cheapest
    from engine.odds.position import Situation, battle_in, combatant, pending_attackers
    from engine.odds.simulation import Dice, simulate

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
    "Odds",
    "Plan",
    "Reinforcement",
    "Rules",
    "Situation",
    "SubmergePlan",
    "Written",
    "aa_fire_of",
    "battle_in",
    "bombard_value",
    "chance_wanted",
    "cheapest",
    "combatant",
    "parse_force",
    "parse_types",
    "pending_attackers",
    "simulate",
    "solve",
    "solve_exactly",
]


def __getattr__(name: str) -> object:
    """The names that are loaded late; AttributeError for unknown ones."""
    if name not in __all__:
        raise AttributeError(f"engine.odds has no public name {name!r}")
    if name in {"Reinforcement", "chance_wanted", "cheapest"}:
        import engine.odds.needed as needed  # noqa: PLC0415, PLR0402

        return getattr(needed, name)
    if name in {"Dice", "simulate"}:
        import engine.odds.simulation as simulation  # noqa: PLC0415, PLR0402

        return getattr(simulation, name)
    import engine.odds.position as position  # noqa: PLC0415, PLR0402

    return getattr(position, name)
