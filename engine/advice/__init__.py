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

from collections.abc import Iterable, Sequence

from engine import Step
from engine.advice.battles import (
    PlannedBattle,
    arrivals_in_words,
    helpers_of,
    percent,
    planned_battle,
    planned_battles,
)
from engine.advice.capitals import danger, open_capitals
from engine.advice.holding import Holding, holding, threatened
from engine.advice.landing import landing_moves
from engine.advice.losses import losses_of
from engine.advice.offers import offers
from engine.advice.possible import possible_now
from engine.advice.question import question_lines, safe_answer
from engine.advice.reach import Arrival, arrivals
from engine.advice.warning import ORDER_AT_RISK, WARNINGS, TurnWarning

__all__ = [
    "ORDER_AT_RISK",
    "WARNINGS",
    "Arrival",
    "Holding",
    "PlannedBattle",
    "TurnWarning",
    "arrivals",
    "arrivals_in_words",
    "by_weight",
    "danger",
    "helpers_of",
    "holding",
    "landing_moves",
    "offers",
    "open_capitals",
    "percent",
    "planned_battle",
    "planned_battles",
    "possible_now",
    "question_lines",
    "safe_answer",
    "threatened",
    "warnings_of",
]


def warnings_of(
    nation: str, steps: Sequence[Step], *, is_over: bool = False
) -> tuple[TurnWarning, ...]:
    """What the player of a nation should know about a course of play.

    steps: each follows from the one before it; is_over: whether the turn is over with the last.
    """
    found = list(losses_of(nation, steps))
    if is_over:
        found.extend(open_capitals(steps[-1].state, nation))
    return by_weight(dict.fromkeys(found))


def by_weight(warnings: Iterable[TurnWarning]) -> tuple[TurnWarning, ...]:
    """What is certain before what is likely, and losses before what was left undone."""
    return tuple(sorted(warnings, key=lambda one: (not one.is_certain, WARNINGS.index(one.code))))
