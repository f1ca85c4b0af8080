"""What a player should know about a course of play, the most important first."""

from collections.abc import Iterable, Sequence

from engine import NationName, Step
from engine.advice.capitals import open_capitals
from engine.advice.losses import losses_of
from engine.advice.warning import WARNINGS, TurnWarning


def warnings_of(
    nation: NationName, steps: Sequence[Step], *, is_over: bool = False
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
