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

from engine.lazy import lazy_names

if TYPE_CHECKING:
    from engine.gamedef.combat_rules import CombatRules as CombatRules
    from engine.odds.battle import Battle as Battle
    from engine.odds.battle import Combatant as Combatant
    from engine.odds.battle import Plan as Plan
    from engine.odds.battle import Rules as Rules
    from engine.odds.battle import Stop as Stop
    from engine.odds.battle import StopCondition as StopCondition
    from engine.odds.battle import SubmergePlan as SubmergePlan
    from engine.odds.battle import counts_rounds as counts_rounds
    from engine.odds.caveat import Caveat as Caveat
    from engine.odds.caveat import CaveatKind as CaveatKind
    from engine.odds.forces import ForceError as ForceError
    from engine.odds.forces import Written as Written
    from engine.odds.forces import out_of_place as out_of_place
    from engine.odds.forces import parse_force as parse_force
    from engine.odds.forces import parse_types as parse_types
    from engine.odds.guns import AAFire as AAFire
    from engine.odds.guns import aa_fire_of as aa_fire_of
    from engine.odds.outcome import BattleEnding as BattleEnding
    from engine.odds.outcome import Chance as Chance
    from engine.odds.outcome import Force as Force
    from engine.odds.outcome import Odds as Odds
    from engine.odds.outcome import force_of as force_of
    from engine.odds.position import Situation as Situation
    from engine.odds.position import aa_fire_in as aa_fire_in
    from engine.odds.position import battle_in as battle_in
    from engine.odds.position import combatant as combatant
    from engine.odds.position import pending_attackers as pending_attackers
    from engine.odds.press_on import Guidance as Guidance
    from engine.odds.press_on import Threshold as Threshold
    from engine.odds.press_on import after_a_round as after_a_round
    from engine.odds.press_on import guide as guide
    from engine.odds.press_on import retreat_sentence as retreat_sentence
    from engine.odds.prize import Prize as Prize
    from engine.odds.prize import prize_of as prize_of
    from engine.odds.reinforcement import Reinforcement as Reinforcement
    from engine.odds.reinforcement import cheapest as cheapest
    from engine.odds.reinforcement import cheapest_defence as cheapest_defence
    from engine.odds.reinforcement import joined as joined
    from engine.odds.rounds import OUTCOMES as OUTCOMES
    from engine.odds.simulation import Dice as Dice
    from engine.odds.simulation import best_odds as best_odds
    from engine.odds.simulation import simulate as simulate
    from engine.odds.solving import solve as solve
    from engine.odds.solving import solve_exactly as solve_exactly
    from engine.odds.waves import Wave as Wave
    from engine.odds.waves import WaveOdds as WaveOdds
    from engine.odds.waves import WavesOdds as WavesOdds
    from engine.odds.waves import solve_waves as solve_waves
    from engine.rules.common.values import bombard_value as bombard_value
else:
    __getattr__, __all__ = lazy_names(__spec__)
