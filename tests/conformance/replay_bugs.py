"""Differences that are defects of the other engine: engine_bugs.md explains each of them.

Where a game meets one, the step is counted apart, our position takes over the recorded money, and
the game goes on.
"""

from dataclasses import dataclass, replace
from typing import Final

from engine.core.ids import PUS
from engine.gamedef import State


@dataclass(frozen=True, slots=True)
class Defect:
    """A nation has `more` PUs in the recording than by the rules after a step of a game.

    section: the heading in engine_bugs.md.
    """

    game: str
    step: int
    nation: str
    more: int
    section: str


DEFECTS: Final = (
    Defect("revised.s26.wild2.opt.ll", 141, "British", 1, "Heavy bombers and a changed property"),
    Defect("revised.s26.wild2.opt.ll", 182, "British", 1, "Heavy bombers and a changed property"),
)


def defect_at(game: str, step: int) -> Defect | None:
    """The known defect that a step of a game meets."""
    return next((entry for entry in DEFECTS if (entry.game, entry.step) == (game, step)), None)


def with_money(state: State, defect: Defect) -> State:
    """The position with the money of the recording."""
    purse = dict(state.resources[defect.nation])
    purse[PUS] = purse.get(PUS, 0) + defect.more
    return replace(state, resources={**state.resources, defect.nation: purse})
