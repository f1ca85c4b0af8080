"""What a nation is paid in addition to the income of its land: objectives and war bonds.

An objective pays when its condition holds (see rules/politics/conditions.py).  War bonds pay what
their dice show, one by the rule book.  Neither pays a nation that is not paid for its land.  What
its war bonds show goes to a nation with which it shares its technologies instead: to the first one
that is paid for its land and has no war bonds of its own.

Rule: rule book, Technology (B129), End turn (B232).
Options: national_objectives.
"""

from collections.abc import Sequence
from typing import Final

from engine.core.agenda import BondsFrame
from engine.core.chance import RollResult
from engine.core.event_log import EventLog
from engine.core.events.economy import IncomeCollected
from engine.core.events.triggers import UseCounted
from engine.core.events.turn import FramePopped, FramePushed
from engine.core.ids import NOBODY, PUS, NationName
from engine.gamedef import Objective, State
from engine.gamedef.position import Waiting
from engine.rules.common.advances import bond_dice
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    dice_outside_battle,
    legal_nothing,
    resolve_no_order,
)
from engine.rules.economy.income import collects_income
from engine.rules.politics.conditions import holds, own_times


def is_met(state: State, objective: Objective) -> bool:
    """Whether an objective would pay now: its condition holds and it has a use left."""
    times, _ = state.used.get(_key(objective), (0, 0))
    if objective.uses and times >= objective.uses:
        return False
    return holds(state, objective.test)


def paid_now(state: State, objective: Objective) -> int | None:
    """What an objective would pay now, in PUs, once for each of its areas; None if nothing."""
    if not is_met(state, objective):
        return None
    return objective.value * own_times(state, objective.test)


def _key(objective: Objective) -> str:
    """Objectives of several nations may have the same name."""
    return f"{objective.nation}: {objective.name}"


def objectives_due(state: State) -> tuple[tuple[int, int], ...]:
    """The objectives of the nation on turn that would pay now, in the order of the scenario.

    Pairs (number in the script, how often it pays).
    """
    options = state.definition.options
    if not options.national_objectives or not collects_income(state, state.nation):
        return ()
    return tuple(
        (number, own_times(state, entry.test))
        for number, entry in enumerate(state.definition.script.objectives)
        if entry.nation == state.nation and is_met(state, entry)
    )


def resolve_objectives(state: State, due: Sequence[tuple[int, int]]) -> Events:
    """Objectives pay; due: as in `objectives_due`.

    One with a value below 0 takes money, but no more than the nation has.
    """
    log = EventLog(state)
    for number, times in due:
        entry = state.definition.script.objectives[number]
        has = log.state.amount(state.nation, PUS)
        value = max(entry.value * times, -has)
        log.add(IncomeCollected(state.nation, value, has + value, entry.name))
        if entry.uses:
            log.add(UseCounted(_key(entry)))
    return log.events


def resolve_bonds(state: State) -> Events:
    """War bonds wait for their dice, when the nation on turn has them and somebody is paid."""
    dice, _ = bond_dice(state, state.nation)
    getter = _paid_for_bonds(state) if dice else NOBODY
    if not getter:
        return ()
    return (FramePushed(BondsFrame(dice, NOBODY if getter == state.nation else getter)),)


def _paid_for_bonds(state: State) -> NationName:
    """Who gets what the war bonds of the nation on turn show; "" for nobody."""
    if collects_income(state, state.nation):
        return state.nation
    friends = state.definition.map_rules.of(state.nation).shares_technologies_with
    return next(
        (
            nation
            for nation in friends
            if not bond_dice(state, nation)[0] and collects_income(state, nation)
        ),
        NOBODY,
    )


def _advance(state: State) -> Events | Waiting:
    frame = state.agenda[-1]
    dice = frame.dice if isinstance(frame, BondsFrame) else 1
    _, faces = bond_dice(state, state.nation)
    return dice_outside_battle(state, "war_bonds", dice, faces, f"war bonds of the {state.nation}")


def _roll(state: State, roll: RollResult) -> Events:
    frame = state.agenda[-1]
    getter = frame.nation if isinstance(frame, BondsFrame) and frame.nation else state.nation
    paid = sum(roll.dice)
    total = state.amount(getter, PUS) + paid
    return (IncomeCollected(getter, paid, total, "war bonds"), FramePopped())


BONDS_FRAME: Final = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
