"""Where the ships go when the battles are over: a shuttle from the coast to the front.

The ships of a zone sail together.  Loaded ones put their troops ashore behind the front, or go
nearer to it; empty ones go where troops wait; warships stay with those that they protect.
"""

from collections.abc import Iterator

from engine import (
    Move,
    State,
    Step,
    TerritoryName,
    Unit,
    aircraft_without_landing,
    attempt,
    check,
)
from engine.ai.assault_plans import boarding, exactly
from engine.ai.planning.assault import holders_of
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.in_turn import in_turn
from engine.ai.planning.marching import march_of, sea_march_of
from engine.ai.planning.threats import Threats
from engine.ai.planning.worth import Appraisal
from engine.ai.reach import sea_ways, spread
from engine.ai.survey import Survey

_FRONT = 4.0
"""From land that is at most so far from the enemy, an army marches on by itself."""


def fleet_orders(state: State, effort: ThinkingBounds) -> Iterator[Move]:
    """Troops go aboard, fleets sail, troops go ashore."""
    threats = Threats.to(state, state.nation, Appraisal(state), effort)
    zones = sorted(
        {
            unit.territory
            for unit in state.units_of(state.nation)
            if Survey(state).kind(unit).is_sea and Survey(state).is_sea(unit.territory)
        }
    )
    for zone in zones:
        for move in _fleet(state, zone, threats):
            step = attempt(state, move)
            if isinstance(step, Step) and not _strands(state, step.state):
                state = step.state
                yield move
    yield from _ashore(state)


def _strands(before: State, after: State) -> bool:
    return len(aircraft_without_landing(after)) > len(aircraft_without_landing(before))


def waiting_ashore(
    survey: Survey, march: dict[TerritoryName, float]
) -> dict[TerritoryName, list[Unit]]:
    """By place, own land units that no march leads to the enemy."""
    found: dict[TerritoryName, list[Unit]] = {}
    for unit in survey.own_units():
        kind = survey.kind(unit)
        if (
            kind.is_land
            and kind.carriage.transport_cost
            and not kind.is_infrastructure
            and unit.carried_by is None
            and not survey.is_sea(unit.territory)
            and march.get(unit.territory, 99.0) > 9.0
        ):
            found.setdefault(unit.territory, []).append(unit)
    return found


def _fleet(state: State, zone: TerritoryName, threats: Threats) -> Iterator[Move]:
    survey = Survey(state)
    march = march_of(survey)
    ships = [
        unit
        for unit in survey.own(zone)
        if survey.kind(unit).is_sea and survey.steps_left(unit) and not unit.unloaded_to
    ]
    carriers = [ship for ship in ships if survey.is_free_transport(ship)]
    state, loads = in_turn(state, _loads(survey, zone, carriers, march))
    yield from loads
    survey = Survey(state)
    if not ships or survey.enemies(zone):
        return
    goal = _goal(survey, ships, march)
    steps = min(survey.steps_left(ship) for ship in ships)
    routes = sea_ways(survey, zone, steps)

    def cost(end: TerritoryName) -> tuple[float, int, TerritoryName]:
        there = [unit for unit in holders_of(survey, end) if unit.territory != zone]
        there += ships
        return (
            threats.risk(end, there).loss + 1.5 * goal.get(end, 40.0),
            len(routes[end]),
            end,
        )

    cargo = [unit for ship in ships for unit in state.cargo_of(ship.id)]
    mine = tuple(unit for unit in cargo if unit.owner == survey.nation)
    for end in sorted(routes, key=cost)[:5]:
        if end == zone:
            return
        move = Move(exactly((*ships, *mine)), routes[end])
        if not check(state, move):
            yield move
            return


def _loads(
    survey: Survey, zone: TerritoryName, ships: list[Unit], march: dict[TerritoryName, float]
) -> Iterator[Move]:
    """Troops beside the zone that wait for a ship, dearest first, one kept at every factory."""
    waiting = waiting_ashore(survey, march)
    prices = survey.state.definition.economy.prices
    troops: list[Unit] = []
    for land in survey.neighbours(zone):
        here = sorted(
            (unit for unit in waiting.get(land, ()) if not unit.moved),
            key=lambda unit: (-prices.get(unit.type, 0), unit.id),
        )
        troops += here[:-1]
    for ship in ships:
        room = survey.room_aboard(ship)
        for unit in list(troops):
            cost = survey.kind(unit).carriage.transport_cost
            if cost <= room:
                room -= cost
                troops.remove(unit)
                yield boarding(unit, ship.id, zone)


def _goal(
    survey: Survey, ships: list[Unit], march: dict[TerritoryName, float]
) -> dict[TerritoryName, float]:
    """Steps from every zone to where this fleet is wanted."""
    loaded = [ship for ship in ships if survey.state.cargo_of(ship.id)]
    has_transports = any(survey.kind(ship).carriage.transport_capacity for ship in ships)
    if loaded:
        sources = {
            zone: march[land]
            for zone in survey.state.definition.board.territories
            if survey.is_sea(zone)
            for land in survey.neighbours(zone)
            if survey.is_friendly(land) and march.get(land, 99.0) <= _FRONT
        }
        near = spread(survey, sources, survey.is_sea)
        coast = sea_march_of(survey)
        return {
            zone: min(near.get(zone, 40.0) + 1.0, coast.get(zone, 40.0)) for zone in {*near, *coast}
        }
    if has_transports:
        waiting = waiting_ashore(survey, march)
        sources = {
            zone: max(0.0, 3.0 - 0.5 * len(units))
            for land, units in sorted(waiting.items())
            if len(units) > 1
            for zone in survey.neighbours(land)
            if survey.is_sea(zone)
        }
        return spread(survey, sources, survey.is_sea)
    escorted = {
        unit.territory: 0.0
        for unit in survey.own_units()
        if survey.kind(unit).carriage.transport_capacity and survey.is_sea(unit.territory)
    }
    return spread(survey, escorted, survey.is_sea) if escorted else sea_march_of(survey)


def _ashore(state: State) -> Iterator[Move]:
    """Troops aboard go ashore on land of the own side from which they can march on."""
    survey = Survey(state)
    march = march_of(survey)
    for unit in list(state.units_of(state.nation)):
        if unit.carried_by is None or not survey.kind(unit).is_land:
            continue
        coasts = [
            land
            for land in survey.neighbours(unit.territory)
            if survey.is_friendly(land) and march.get(land, 99.0) <= _FRONT
        ]
        for land in sorted(coasts, key=lambda land: (march[land], land)):
            move = Move(exactly((unit,)), (unit.territory, land))
            if not check(state, move):
                yield move
                break
