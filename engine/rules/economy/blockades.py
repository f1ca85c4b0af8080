"""Blockades: enemy ships off the coast cost a nation a part of its income.

Every ship costs what its type says, or by option rolls so many dice of six faces and costs what
they show, those above 3 left out, where there is something to lose. No zone costs more than the
areas beside it pay their owner, land and convoy zones, and an area that loses to one zone does not
lose the same PUs to another. Zones that touch only one such area are counted first, then those that
cost most; in each of them an area that touches no other such zone loses first, then the least
valuable. The loss comes before anything else is paid than the land; where the end of the turn pays
nothing for the land, nothing is lost.

Source: the map dialect (blockade, blockadeZone, immuneToBlockade, Convoy Blockades Roll Dice For
Cost).
Options: blockades_are_rolled.
"""

from collections.abc import Mapping
from typing import Final

from engine.core.agenda import BlockadeFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.events.economy import IncomeBlockaded
from engine.core.events.turn import FramePopped, FramePushed, FrameReplaced
from engine.core.ids import NationName, TerritoryName
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    legal_nothing,
    resolve_no_order,
    top_frame,
)
from engine.rules.common.relations import enemies_in, owner_of, type_of
from engine.rules.economy.income import area_income, collects_income, pays_owner

HIGHEST: Final = 3
"""Dice of a blockade above this cost nothing."""

_SIDES: Final = 6
"""Faces of the dice, whatever dice the game has."""

_STEP: Final = "blockade"

Fleets = Mapping[TerritoryName, int]
Coasts = Mapping[TerritoryName, tuple[TerritoryName, ...]]


def resolve_blockades(state: State) -> Events:
    """What the nation on turn loses in the zones where enemies are, unless dice say it."""
    if state.definition.options.blockades_are_rolled:
        return ()
    return _resolve_losses(state, blockading_fleets(state, state.nation))


def resolve_rolled_blockades(state: State) -> Events:
    """Dice for what the nation on turn loses, where the option asks for them."""
    if not state.definition.options.blockades_are_rolled:
        return ()
    fleets = blockading_fleets(state, state.nation)
    return (FramePushed(BlockadeFrame(tuple(fleets.items()))),) if fleets else ()


def blockading_fleets(state: State, nation: NationName) -> dict[TerritoryName, int]:
    """What the ships of enemies off the land of a nation could cost it, zone by zone.

    A nation that is paid nothing has nothing to lose.
    """
    is_immune = state.definition.map_rules.of(nation).is_unblockaded
    if is_immune or not collects_income(state, nation):
        return {}
    areas = state.definition.board.territories.values()
    zones = [area.name for area in areas if area.blockade_zone]
    return {
        zone: fleet
        for zone in zones
        if (fleet := _strength(state, nation, zone))
        and any(area_income(state, place) > 0 for place in _coast(state, nation, zone))
    }


def blockade_losses(state: State, nation: NationName, fleets: Fleets) -> dict[TerritoryName, int]:
    """PUs that each zone costs a nation; fleets: what the ships in it could cost."""
    coasts = {zone: _coast(state, nation, zone) for zone, fleet in fleets.items() if fleet}
    worth = {place: area_income(state, place) for places in coasts.values() for place in places}
    left = dict(worth)
    cost = {
        zone: min(fleets[zone], sum(worth[place] for place in places))
        for zone, places in coasts.items()
    }
    order = sorted(cost, key=lambda zone: (len(coasts[zone]) != 1, -cost[zone], zone))
    found: dict[TerritoryName, int] = {}
    for zone in order:
        found[zone] = 0
        for place in _ranked(coasts, worth, zone):
            lost = min(left[place], cost[zone] - found[zone])
            left[place] -= lost
            found[zone] += lost
    return {zone: lost for zone, lost in sorted(found.items()) if lost}


def _resolve_losses(state: State, fleets: Fleets) -> Events:
    losses = tuple(blockade_losses(state, state.nation, fleets).items())
    return (IncomeBlockaded(state.nation, losses),) if losses else ()


def _strength(state: State, nation: NationName, zone: TerritoryName) -> int:
    return sum(type_of(state, unit).production.blockade for unit in enemies_in(state, nation, zone))


def _coast(state: State, nation: NationName, zone: TerritoryName) -> tuple[TerritoryName, ...]:
    """Areas of a nation beside a zone: land, and sea zones that pay it."""
    return tuple(
        place
        for place in state.definition.board.neighbours(zone)
        if owner_of(state, place) == nation and pays_owner(state, place)
    )


def _ranked(
    coasts: Coasts, worth: Mapping[TerritoryName, int], zone: TerritoryName
) -> list[TerritoryName]:
    """The areas beside a zone in the order in which they lose."""

    def rank(place: TerritoryName) -> tuple[bool, int, TerritoryName]:
        zones = sum(place in places for places in coasts.values())
        return zones != 1, worth[place], place

    return sorted(coasts[zone], key=rank)


def _frame(state: State) -> BlockadeFrame:
    return top_frame(state, BlockadeFrame)


def _advance(state: State) -> Events | Waiting:
    frame = _frame(state)
    if not frame.dice:
        return (*_resolve_losses(state, dict(frame.rolled)), FramePopped())
    zone, count = frame.dice[0]
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=zone,
        round=0,
        step=_STEP,
        side="",
        count=count,
        sides=_SIDES,
        purpose=f"the blockade in {zone}",
    )


def _roll(state: State, roll: RollResult) -> Events:
    frame = _frame(state)
    (zone, _), *rest = frame.dice
    cost = sum(die for die in roll.dice if die <= HIGHEST)
    return (FrameReplaced(BlockadeFrame(tuple(rest), (*frame.rolled, (zone, cost)))),)


BLOCKADE_FRAME: Final = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
