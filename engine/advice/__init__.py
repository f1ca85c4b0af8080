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

from typing import TYPE_CHECKING, Final

from engine.late import late_names

if TYPE_CHECKING:
    from engine.advice.attacking import Sending, sending
    from engine.advice.battles import (
        PlannedBattle,
        arrivals_in_words,
        helpers_of,
        percent,
        planned_battle,
        planned_battles,
    )
    from engine.advice.capitals import danger, open_capitals
    from engine.advice.course import by_weight, warnings_of
    from engine.advice.defending import Holding, holding, threatened
    from engine.advice.flights import flights_now
    from engine.advice.landing import LandingWay, landing_moves, landing_ways
    from engine.advice.offered import offers
    from engine.advice.possible import possible_now
    from engine.advice.question import attacker_chance, question_lines, safe_answer
    from engine.advice.reach import Arrival, arrivals
    from engine.advice.warning import ORDER_AT_RISK, WARNINGS, TurnWarning

__all__ = [
    "ORDER_AT_RISK",
    "WARNINGS",
    "Arrival",
    "Holding",
    "LandingWay",
    "PlannedBattle",
    "Sending",
    "TurnWarning",
    "arrivals",
    "arrivals_in_words",
    "attacker_chance",
    "by_weight",
    "danger",
    "flights_now",
    "helpers_of",
    "holding",
    "landing_moves",
    "landing_ways",
    "offers",
    "open_capitals",
    "percent",
    "planned_battle",
    "planned_battles",
    "possible_now",
    "question_lines",
    "safe_answer",
    "sending",
    "threatened",
    "warnings_of",
]

_ROOMS: Final = {
    "attacking": ("Sending", "sending"),
    "battles": (
        "PlannedBattle",
        "arrivals_in_words",
        "helpers_of",
        "percent",
        "planned_battle",
        "planned_battles",
    ),
    "capitals": ("danger", "open_capitals"),
    "course": ("by_weight", "warnings_of"),
    "defending": ("Holding", "holding", "threatened"),
    "flights": ("flights_now",),
    "landing": ("LandingWay", "landing_moves", "landing_ways"),
    "offered": ("offers",),
    "possible": ("possible_now",),
    "question": ("attacker_chance", "question_lines", "safe_answer"),
    "reach": ("Arrival", "arrivals"),
    "warning": ("ORDER_AT_RISK", "TurnWarning", "WARNINGS"),
}

if not TYPE_CHECKING:
    __getattr__ = late_names("engine.advice", _ROOMS)
