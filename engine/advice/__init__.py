"""Advice on a turn: a function of a position and of orders that are planned (ADR 0029).

A door of the engine beside `engine.ai`, made like it from the public functions of `engine`.  The
terminal, files of orders and any other way to give orders show the same advice.

`warnings_of` looks at a course of play: a list of steps, each from the one before it.

>>> from engine import apply, load_scenario, new_game, parse_order
>>> from engine.advice import warnings_of
>>> game = load_scenario("big_world_1942")
>>> course = [new_game(game)]
>>> for line in ("done", "buy 4 infantry", "done"):
...     course.append(apply(course[-1].state, parse_order(line, game)))
>>> [warning.text for warning in warnings_of("Russians", course)]
['22 PUs are not spent; they would buy 7 infantry']
"""

from typing import TYPE_CHECKING

from engine.lazy import lazy_names

if TYPE_CHECKING:
    from engine.advice.attacking import Sending as Sending
    from engine.advice.attacking import sending as sending
    from engine.advice.battles import PlannedBattle as PlannedBattle
    from engine.advice.battles import arrivals_in_words as arrivals_in_words
    from engine.advice.battles import helpers_of as helpers_of
    from engine.advice.battles import percent as percent
    from engine.advice.battles import planned_battle as planned_battle
    from engine.advice.battles import planned_battles as planned_battles
    from engine.advice.capitals import danger as danger
    from engine.advice.capitals import open_capitals as open_capitals
    from engine.advice.continuations import offers as offers
    from engine.advice.course import by_weight as by_weight
    from engine.advice.course import warnings_of as warnings_of
    from engine.advice.defending import Holding as Holding
    from engine.advice.defending import holding as holding
    from engine.advice.defending import threatened as threatened
    from engine.advice.flights import flights_now as flights_now
    from engine.advice.landing import LandingWay as LandingWay
    from engine.advice.landing import landing_moves as landing_moves
    from engine.advice.landing import landing_ways as landing_ways
    from engine.advice.legal_samples import possible_now as possible_now
    from engine.advice.question import attacker_chance as attacker_chance
    from engine.advice.question import question_lines as question_lines
    from engine.advice.question import safe_answer as safe_answer
    from engine.advice.reach import Arrival as Arrival
    from engine.advice.reach import arrivals as arrivals
    from engine.advice.warning import ORDER_AT_RISK as ORDER_AT_RISK
    from engine.advice.warning import WARNINGS as WARNINGS
    from engine.advice.warning import TurnWarning as TurnWarning
else:
    __getattr__, __all__ = lazy_names(__spec__)
