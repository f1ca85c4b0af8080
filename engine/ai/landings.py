"""Troops that transports could land, by the engine's own orders: load, sail, go ashore.

A simplification: every transport loads where it is now, taking the most expensive units that fit
and could not get there otherwise, and takes the shortest way without enemies.
"""

from collections.abc import Collection, Iterator, Mapping

from engine import (
    Done,
    Move,
    PhaseOpen,
    State,
    TerritoryName,
    apply,
    check,
    waiting_for,
)
from engine.ai.assault_plans import ashore_beside, boarding, exactly
from engine.ai.reach import Path, sea_ways
from engine.ai.survey import Survey
from engine.values import dataclass

_MOST_PHASES = 4


@dataclass(frozen=True, slots=True)
class Landing:
    """A position in which troops are ashore where their battle will be; units: their identities."""

    state: State
    units: tuple[int, ...]


def combat_move_of(state: State) -> State | None:
    """The position in the combat move of the nation on turn, after nothing else was ordered.

    None when that phase is over or cannot be reached without dice.
    """
    nation = state.nation
    for _ in range(_MOST_PHASES):
        waiting = waiting_for(state)
        if waiting == PhaseOpen(nation, "combat_move"):
            return state
        is_open = isinstance(waiting, PhaseOpen) and waiting.nation == nation
        if not is_open or check(state, Done()):
            return None
        state = apply(state, Done()).state
    return None


def coasts(state: State) -> Mapping[TerritoryName, Mapping[int, Path]]:
    """For each coast the transports that can sail there, with their ways to a zone beside it."""
    survey = Survey(state)
    found: dict[TerritoryName, dict[int, Path]] = {}
    for ship in survey.own_units():
        if not survey.is_free_transport(ship) or survey.enemies(ship.territory):
            continue
        ways = sea_ways(survey, ship.territory, survey.steps_left(ship))
        for zone, way in ways.items():
            for land in survey.neighbours(zone):
                if not survey.is_sea(land):
                    found.setdefault(land, {}).setdefault(ship.id, way)
    return found


def landed(
    state: State, target: TerritoryName, ways: Mapping[int, Path], coming: Collection[int]
) -> Landing | None:
    """The position after all transports have landed what they can; None when they cannot.

    state: in the combat move; ways: those of `coasts` for the target; coming: units that get there
    without ships.
    """
    ashore: list[int] = []
    for ship in sorted(ways):
        landing = _one_ship(state, ship, ways[ship], target, coming)
        if landing is not None:
            state = landing.state
            ashore += landing.units
    return Landing(state, tuple(ashore)) if ashore else None


def _one_ship(
    state: State, ship: int, way: Path, target: TerritoryName, coming: Collection[int]
) -> Landing | None:
    for move in _loads(state, ship, coming):
        if not check(state, move):
            state = apply(state, move).state
    cargo = [unit for unit in state.cargo_of(ship) if unit.owner == state.nation]
    if not cargo:
        return None
    orders = [Move(exactly((state.units[ship], *cargo)), way)] if len(way) > 1 else []
    orders.append(Move(exactly(tuple(cargo)), (way[-1], target)))
    for move in orders:
        if check(state, move):
            return None
        state = apply(state, move).state
    return Landing(state, tuple(unit.id for unit in cargo))


def _loads(state: State, ship: int, coming: Collection[int]) -> Iterator[Move]:
    """Orders that fill a transport, the most expensive unit that fits first."""
    survey = Survey(state)
    zone = state.units[ship].territory
    room = survey.room_aboard(state.units[ship])
    for unit in ashore_beside(survey, zone):
        cost = survey.kind(unit).carriage.transport_cost
        if unit.id not in coming and cost <= room:
            room -= cost
            yield boarding(unit, ship, zone)
