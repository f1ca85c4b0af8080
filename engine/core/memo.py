"""Questions about a position whose answer is kept with it.

An order is checked and then carried out, dice are asked for and then read: both times the same is
asked of the same position.  A position never changes, so neither does the answer.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple, cast

from engine.core.state import State

D = TypeVar("D")
T = TypeVar("T")
Rest = TypeVarTuple("Rest")


def remembered(
    question: Callable[[State[D], *Rest], T],
) -> Callable[[State[D], *Rest], T]:
    """The same question, worked out once for each position and the rest of what is given.

    For questions whose answer does not hold the position itself, or it would never be forgotten;
    nobody may change the answer.
    """

    @wraps(question)
    def ask(state: State[D], *rest: *Rest) -> T:
        answers, key = state.answers, (question, rest)
        if key not in answers:
            answers[key] = question(state, *rest)
        return cast("T", answers[key])

    return ask


def kept_with(state: State[D], key: object, work: Callable[[], T]) -> T:
    """What is worked out of a position, once for each key, which names the question with all else.

    For those that hold a position and are made anew for each question; otherwise `remembered`.
    """
    answers = state.answers
    if key not in answers:
        answers[key] = work()
    return cast("T", answers[key])
