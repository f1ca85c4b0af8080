"""What a nation is paid besides the income of its land: objectives and war bonds.

An objective pays when enough of its territories are held, by the nation alone or by its side, when
enough of its sea zones are free of enemy surface ships, and, where it says so, when no unit of an
ally stands on land of the nation.  War
bonds pay what one die shows.  Neither pays a nation that does not hold its capital.

Rule: rule book, Technology (B129), End turn (B232).
Options: national_objectives.
"""

from typing import Final

from engine.core.agenda import BondsFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.events.economy import IncomeCollected
from engine.core.events.turn import FramePopped, FramePushed
from engine.core.ids import PUS, NationName, TerritoryName
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
from engine.rules.relations import enemies_in, has_capital, is_allied, is_sea, owner_of, type_of
from engine.rules.values import WAR_BONDS, has_technology


def is_met(state: State, objective: Objective) -> bool:
    """Whether the conditions of an objective are fulfilled."""
    held = 0
    for place in objective.territories:
        owner = owner_of(state, place)
        mine = owner == objective.nation
        held += mine or (objective.by_side and is_allied(state, objective.nation, owner))
    free = sum(not _has_enemy_surface_ship(state, objective, zone) for zone in objective.zones)
    if held < objective.count or free < objective.free_zones:
        return False
    return not (objective.alone and _has_guests(state, objective.nation))


def _has_enemy_surface_ship(state: State, objective: Objective, zone: TerritoryName) -> bool:
    for unit in enemies_in(state, objective.nation, zone):
        kind = type_of(state, unit)
        if kind.is_sea and not kind.is_submarine:
            return True
    return False


def _has_guests(state: State, nation: NationName) -> bool:
    """Whether a unit of an ally stands on land of a nation."""
    return any(
        unit.owner != nation
        and is_allied(state, nation, unit.owner)
        and not is_sea(state, unit.territory)
        and owner_of(state, unit.territory) == nation
        for unit in state.units.values()
    )


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
