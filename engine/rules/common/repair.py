"""Repair of units that can take more than one hit.

Usually every damaged unit of every nation is repaired at the end of every turn, so in effect after
its battle.  The alternative, in which a nation's units are repaired before its combat move, is part
of that phase.  A game that has both, or in which others must repair them, repairs only the units of
the nation on turn at the end of its turn.  Bombing damage of factories is a separate matter and
stays.

Rule: rule book, Special cases of firing (B84, B200), End turn (B233), settled in G2; the map
dialect for units that repair others (repairsUnits, one hit where it gives no number; that the best
facility alone counts is from memory of that engine).
Options: repair_at_end_of_turn, repair_at_start_of_turn, repair_needs_facility.
"""

from collections.abc import Iterable, Iterator

from engine.core.event_log import EventLog
from engine.core.events.economy import UnitsRepaired
from engine.core.ids import NationName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.common.damage import is_disabled
from engine.rules.common.frame import Events
from engine.rules.common.hit_changes import resolve_repaired
from engine.rules.common.relations import has_capital, is_allied, is_sea, owner_of, type_of
from engine.rules.common.step_duties import has_duty


def resolve_repairs_at_end(state: State) -> Events:
    """Every damaged unit on the board is repaired, if the game repairs at the end of a turn."""
    return resolve_repairs_in_step(state, usually=state.definition.options.repair_at_end_of_turn)


def resolve_repairs_in_step(state: State, *, usually: bool) -> Events:
    """Damaged units are repaired in the step under way, where it does that and the game repairs.

    usually: whether the phase does so.
    """
    options = state.definition.options
    repairs = options.repair_at_start_of_turn or options.repair_at_end_of_turn
    if not repairs or not has_duty(state, "repair", usually=usually):
        return ()
    own_only = options.repair_at_start_of_turn or options.repair_needs_facility
    damaged = [
        unit
        for unit in state.units.values()
        if unit.hits and (unit.owner == state.nation or not own_only)
    ]
    return resolve_repairs(state, damaged)


def resolve_repairs(state: State, damaged: Iterable[Unit]) -> Events:
    """What damaged units have repaired where they are; () when it is nothing."""
    left = {unit.id: unit.hits - repaired_hits(state, unit) for unit in damaged}
    units = tuple(key for key, hits in left.items() if hits < state.units[key].hits)
    if not units:
        return ()
    hits = tuple(max(0, left[key]) for key in units)
    log = EventLog(state)
    log.add(UnitsRepaired(units, hits if any(hits) else ()))
    log.extend(resolve_repaired(log.state, (log.state.units[key] for key in units)))
    return log.events


def repaired_hits(state: State, unit: Unit) -> int:
    """How many hits of a damaged unit are repaired where it is, when the time has come.

    One, unless by option a unit of its side must do it: in its area, for a ship on land beside its
    zone, for a land unit at sea beside its land.  The one that repairs most counts; two of them do
    not repair more.  They repair nothing for a nation that has lost its capital.
    """
    if not state.definition.options.repair_needs_facility:
        return min(1, unit.hits)
    lost = _without_capital(state, unit.owner)
    if lost is None:
        return 0
    kinds = state.definition.unit_types
    rates = {
        kind.name: hits
        for kind in kinds.values()
        for name, hits in kind.wear.repairs
        if name == unit.type
    }
    if not rates:
        return 0
    return max(
        (
            rates.get(facility.type, 0)
            for facility in _near(state, unit)
            if facility.type in rates
            and is_allied(state, unit.owner, facility.owner)
            and facility.carried_by is None
            and owner_of(state, facility.territory) not in lost
            and not is_disabled(state, facility)
        ),
        default=0,
    )


def _without_capital(state: State, owner: NationName) -> frozenset[NationName] | None:
    """Nations on whose land nobody repairs units of an owner; None where nobody does anywhere.

    A nation repairs nothing without its capital.  Of nations that the step of the sequence names
    together one capital is enough, but land of those that have lost theirs does not count.
    """
    step = state.definition.sequence[state.phase.step]
    together = step.with_nations if owner in step.with_nations else (owner,)
    lost = frozenset(nation for nation in together if not has_capital(state, nation))
    return None if len(lost) == len(together) else lost


def _near(state: State, unit: Unit) -> Iterator[Unit]:
    """The units that may repair a unit where it is."""
    yield from state.units_in(unit.territory)
    kind = type_of(state, unit)
    if kind.is_air:
        return
    for place in state.definition.board.neighbours(unit.territory):
        if is_sea(state, place) == kind.is_sea:
            continue
        for one in state.units_in(place):
            there = type_of(state, one)
            if there.is_land if kind.is_sea else there.is_sea:
                yield one
