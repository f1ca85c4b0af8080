"""What a nation is paid besides the income of its land: objectives and war bonds.

An objective pays when enough of its territories are held, by the nation alone or by its side.  War
bonds pay what one die shows.  Neither pays a nation that does not hold its capital.

Rule: rule book, Technology (B129), End turn (B232).
Options: national_objectives.
"""

from typing import Final

from engine.core.agenda import BondsFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.events.economy import IncomeCollected
from engine.core.events.turn import FramePopped, FramePushed
from engine.core.ids import PUS
from engine.core.unfold import Unfolding
from engine.gamedef import Objective, State
from engine.rules.frame import (
    Events,
    FrameRules,
    Waiting,
    check_takes_no_orders,
    legal_nothing,
    resolve_no_order,
)
from engine.rules.relations import has_capital, is_allied, owner_of
from engine.rules.values import WAR_BONDS, has_technology


def is_met(state: State, objective: Objective) -> bool:
    """Whether enough territories of an objective are held."""
    held = 0
    for place in objective.territories:
        owner = owner_of(state, place)
        mine = owner == objective.nation
        held += mine or (objective.by_side and is_allied(state, objective.nation, owner))
    return held >= objective.count


def resolve_objectives(state: State) -> Events:
    """The objectives of the nation on turn pay, in the order of the scenario."""
    if not state.definition.options.national_objectives or not has_capital(state, state.nation):
        return ()
    story = Unfolding(state)
    for entry in state.definition.objectives:
        if entry.nation == state.nation and is_met(state, entry):
            total = story.state.amount(state.nation, PUS) + entry.value
            story.add(IncomeCollected(state.nation, entry.value, total, entry.name))
    return story.events


def resolve_bonds(state: State) -> Events:
    """War bonds wait for their die, when the nation on turn has them."""
    nation = state.nation
    if not has_technology(state, nation, WAR_BONDS) or not has_capital(state, nation):
        return ()
    return (FramePushed(BondsFrame()),)


def _advance(state: State) -> Events | Waiting:
    frame = state.agenda[-1]
    dice = frame.dice if isinstance(frame, BondsFrame) else 1
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory="",
        round=0,
        step="war_bonds",
        side="",
        count=dice,
        sides=state.definition.dice_sides,
        purpose=f"war bonds of the {state.nation}",
    )


def _roll(state: State, roll: RollResult) -> Events:
    paid = sum(roll.dice)
    total = state.amount(state.nation, PUS) + paid
    return (IncomeCollected(state.nation, paid, total, "war bonds"), FramePopped())


BONDS_FRAME: Final = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
