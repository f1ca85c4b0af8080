"""Chances of triggers and actions: some fall after a success and rise after a failure.

At 0 or less nothing is rolled and it fails; at the number of faces or more it succeeds without a
die.

Source: the map dialect (chance, chanceIncrementOnFailure, chanceDecrementOnSuccess).
Options: none.
"""

from engine.core.events.triggers import ChanceChanged
from engine.gamedef import State
from engine.gamedef.relations import PoliticalAction
from engine.gamedef.triggers import Trigger
from engine.rules.common.frame import Events


def needed_for(state: State, entry: Trigger | PoliticalAction) -> int:
    """The die with which it succeeds now, or a smaller one."""
    return state.chances.get(_key(entry), entry.chance)


def certain(state: State, entry: Trigger | PoliticalAction) -> bool | None:
    """Whether it succeeds without a die, True or False; None when a die decides."""
    needed = needed_for(state, entry)
    return needed >= entry.sides if needed >= entry.sides or needed <= 0 else None


def resolve_chance(state: State, entry: Trigger | PoliticalAction, *, succeeds: bool) -> Events:
    """What an attempt makes of the next one; () where that changes nothing."""
    needed = needed_for(state, entry)
    change = -entry.chance_decrement if succeeds else entry.chance_increment
    following = min(max(needed + change, 0), entry.sides) if change else needed
    return (ChanceChanged(_key(entry), following),) if following != needed else ()


def _key(entry: Trigger | PoliticalAction) -> str:
    """A trigger and an action may have the same name."""
    return entry.name if isinstance(entry, Trigger) else f"{entry.nation}: {entry.name}"
