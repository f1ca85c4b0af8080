"""What a nation is paid in addition to the income of its land: objectives and war bonds.

An objective pays when its condition holds (see rules/politics/conditions.py).  War bonds pay what
their dice show, one by the rule book.  Neither pays a nation that does not hold its capital.

Rule: rule book, Technology (B129), End turn (B232).
Options: national_objectives.
"""

from typing import Final

from engine.core.agenda import BondsFrame
from engine.core.chance import RollResult
from engine.core.event_log import EventLog
from engine.core.events.economy import IncomeCollected
from engine.core.events.triggers import UseCounted
from engine.core.events.turn import FramePopped, FramePushed
from engine.core.ids import PUS
from engine.gamedef import Objective, State
from engine.gamedef.position import Waiting
from engine.rules.advances import bond_dice
from engine.rules.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    dice_outside_battle,
    legal_nothing,
    resolve_no_order,
)
from engine.rules.politics.conditions import holds, times_met
from engine.rules.relations import has_capital


def is_met(state: State, objective: Objective) -> bool:
    """Whether an objective would pay now: its condition holds and it has a use left."""
    times, _ = state.used.get(_key(objective), (0, 0))
    if objective.uses and times >= objective.uses:
        return False
    return holds(state, objective.test)


def _key(objective: Objective) -> str:
    """Objectives of several nations may have the same name."""
    return f"{objective.nation}: {objective.name}"


def resolve_objectives(state: State) -> Events:
    """The objectives of the nation on turn pay, in the order of the scenario.

    All are checked before the first one pays.  One with a value below 0 takes money, but no more
    than the nation has.
    """
    if not state.definition.options.national_objectives or not has_capital(state, state.nation):
        return ()
    log = EventLog(state)
    for entry in state.definition.script.objectives:
        if entry.nation == state.nation and is_met(state, entry):
            has = log.state.amount(state.nation, PUS)
            value = max(entry.value * times_met(state, entry.test), -has)
            log.add(IncomeCollected(state.nation, value, has + value, entry.name))
            if entry.uses:
                log.add(UseCounted(_key(entry)))
    return log.events


def resolve_bonds(state: State) -> Events:
    """War bonds wait for their die, when the nation on turn has them."""
    dice, _ = bond_dice(state, state.nation)
    if not dice or not has_capital(state, state.nation):
        return ()
    return (FramePushed(BondsFrame(dice)),)


def _advance(state: State) -> Events | Waiting:
    frame = state.agenda[-1]
    dice = frame.dice if isinstance(frame, BondsFrame) else 1
    _, faces = bond_dice(state, state.nation)
    return dice_outside_battle(state, "war_bonds", dice, faces, f"war bonds of the {state.nation}")


def _roll(state: State, roll: RollResult) -> Events:
    paid = sum(roll.dice)
    total = state.amount(state.nation, PUS) + paid
    return (IncomeCollected(state.nation, paid, total, "war bonds"), FramePopped())


BONDS_FRAME: Final = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
