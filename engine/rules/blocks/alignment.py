"""Countries that go over to a nation: whoever comes to their aid, or the one they belong with.

Rule: Triumph & Tragedy 2nd edition, rule book 8.46 and 15.423 (T96, T152, T164, T168, T171, T238).
"""

from collections.abc import Iterator

from engine.core.agenda import Decision, ExchangeFrame
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.block_year import ForcesArrived
from engine.core.events.blocks import BlockEliminated, BlockExchanged, CountryAligned
from engine.core.events.turn import FramePopped, FramePushed, FrameReplaced
from engine.core.ids import TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.block_variants import Garrison
from engine.gamedef.blocks import WarEntry
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.place import Place
from engine.rules.blocks.areas import (
    block_name,
    can_stand,
    country_of,
    game_of,
    is_at_war,
    is_ground,
)
from engine.rules.blocks.box import box_left
from engine.rules.blocks.minors import defenders_of, lands_of, may_intervene, unheld_of
from engine.rules.blocks.travel import Path
from engine.rules.common.frame import Events, FrameRules, resolve_no_roll, top_frame
from engine.values import replace


def entry_of(state: State, country: str) -> WarEntry | None:
    """How a country joins a nation when it is attacked; None for most countries."""
    return next((one for one in game_of(state).war_entries if one.country == country), None)


def resolve_entry(state: State, entry: WarEntry) -> Events:
    """A power that is attacked joins its nation at once, with its first forces (T171)."""
    log = EventLog(state)
    log.extend(resolve_joining(state, entry))
    if entry.waves:
        log.extend(resolve_wave(log.state, entry, 1))
    return log.events


def resolve_joining(state: State, entry: WarEntry) -> Events:
    """A power that stood aside joins its nation (T164)."""
    nation = game_of(state).countries[entry.country].faction
    units = _blocks(state, entry, entry.forces)
    areas = unheld_of(state, entry.country)
    cause = f"{entry.country} joins the {nation}"
    return (CountryAligned(entry.country, nation, areas, units, cause),)


def resolve_wave(state: State, entry: WarEntry, number: int) -> Events:
    """Forces of a power, the first for 1, as far as the box has them (T96, T168)."""
    nation = game_of(state).countries[entry.country].faction
    units = _blocks(state, entry, entry.waves[number - 1].units)
    return (ForcesArrived(entry.country, nation, units, number),)


def _blocks(state: State, entry: WarEntry, wanted: tuple[Garrison, ...]) -> tuple[Unit, ...]:
    nation = game_of(state).countries[entry.country].faction
    left = [one for one in wanted if box_left(state, entry.country, one.type) != 0]
    return tuple(
        Unit(
            state.next_unit + index,
            one.type,
            nation,
            one.territory,
            strength=one.strength,
            country=entry.country,
        )
        for index, one in enumerate(left)
    )


def resolve_alarm(state: State, path: Path) -> Events:
    """What follows when units of an enemy enter the outpost of a power (T171)."""
    entered = {country_of(state, place) for place in path[1:]}
    log = EventLog(state)
    for entry in game_of(state).war_entries:
        nation = game_of(state).countries[entry.country].faction
        stands_aside = lands_of(state, entry.country) == unheld_of(state, entry.country)
        if entry.outpost in entered and stands_aside and is_at_war(state, state.nation, nation):
            log.extend(resolve_entry(log.state, entry))
    return log.events


def resolve_interventions(state: State) -> Events:
    """At the end of the movement phase: countries that an enemy of their violator stands in (T238).

    Their fortresses are exchanged for blocks of the new owner, of types that it chooses.
    """
    log = EventLog(state)
    queue: list[int] = []
    for country in _saved(state):
        fortresses = defenders_of(state, country)
        areas = unheld_of(state, country)
        cause = f"the {state.nation} came to the aid of {country}"
        log.add(CountryAligned(country, state.nation, areas, (), cause))
        queue += [unit.id for unit in fortresses]
    if queue:
        log.add(FramePushed(ExchangeFrame(tuple(queue))))
    return log.events


def _saved(state: State) -> list[str]:
    """Countries in whose unheld land a ground unit of the nation on turn stands, sorted."""
    there = {
        country_of(state, unit.territory)
        for unit in state.units_of(state.nation)
        if is_ground(state, unit) and not state.owners.get(unit.territory)
    }
    return sorted(one for one in there if one and may_intervene(state, state.nation, one))


def types_for(state: State, country: str, place: TerritoryName) -> tuple[UnitTypeName, ...]:
    """Types that can stand in an area and that the box of a country still has, in order of fire.

    T96, T125.
    """
    return tuple(
        name
        for name in game_of(state).types
        if can_stand(state, name, place) and box_left(state, country, name) != 0
    )


def _frame_of(state: State) -> ExchangeFrame:
    return top_frame(state, ExchangeFrame)


def _advance(state: State) -> Events | Waiting:
    frame = _frame_of(state)
    if not frame.queue:
        return (FramePopped(),)
    fortress = state.units[frame.queue[0]]
    if not exchanges(state):
        reason = "the box holds no block to take its place"
        gone = BlockEliminated(fortress.id, fortress.territory, reason)
        return (gone, FrameReplaced(ExchangeFrame(frame.queue[1:])))
    return Decision(
        state.nation,
        "exchange",
        fortress.territory,
        step=block_name(fortress),
        units=(fortress.id,),
        count=1,
    )


def exchanges(state: State) -> tuple[Place, ...]:
    """The orders that exchange the next fortress: one for every type that can stand there."""
    place = state.units[_frame_of(state).queue[0]].territory
    country = game_of(state).great_power_of(state.nation)
    return tuple(Place((Pick(1, name),), place) for name in types_for(state, country, place))


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    if isinstance(order, Place) and order in exchanges(state):
        return ()
    fortress = state.units[_frame_of(state).queue[0]]
    place = fortress.territory
    text = f"which block takes the place of the {block_name(fortress)}? place 1 infantry: {place}"
    return (Illegal("not-asked", text, "T238", place),)


def _resolve(state: State, order: Order) -> Events:
    if not isinstance(order, Place):
        return ()
    frame = _frame_of(state)
    fortress = state.units[frame.queue[0]]
    block = replace(
        fortress,
        type=order.picks[0].type,
        owner=state.nation,
        country=game_of(state).great_power_of(state.nation),
    )
    return (BlockExchanged(block), FrameReplaced(ExchangeFrame(frame.queue[1:])))


def _legal(state: State) -> Iterator[Order]:
    yield from exchanges(state)


EXCHANGE_FRAME = FrameRules(_advance, _check, _resolve, resolve_no_roll, _legal)
