"""Where the ships go when the battles are over: a shuttle from the coast to the front.

Loaded ships put their troops ashore behind the front, or go nearer to it; empty ones go where
troops wait; as many warships go with them as make them safe, and the others hunt.
"""

from collections.abc import Iterator
from typing import Final

from engine import Move, State, TerritoryName, Unit, aircraft_without_landing, check
from engine.ai.assault_plans import boarding, exactly
from engine.ai.planning.assault import holders_of
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.in_turn import after_order, in_turn
from engine.ai.planning.marching import FAR, march_of, ports_of, sea_march_of
from engine.ai.planning.threats import Threats
from engine.ai.planning.worth import Appraisal
from engine.ai.reach import Path, sea_ways, spread
from engine.ai.survey import Survey

_STEP: Final = 1.5
"""PUs that ships may risk to be a step nearer to their goal."""
_NO_GOAL: Final = 40.0
_SAFE: Final = 1.5
"""PUs that an attack on guarded transports may cost."""
_SUPERIOR: Final = 1.4
"""Times the strength of a fleet that hunting another takes."""
_FAR_PREY: Final = 6.0
_PREY_STEP: Final = 6.0
"""PUs of ships that are worth a step of a hunt."""
_IN_REACH: Final = 2.0
"""Steps at which most warships can attack in their next turn."""


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
            after = after_order(state, move)
            if after is not None and not _strands(state, after):
                state = after
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
            and march.get(unit.territory, 99.0) > FAR
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
    state, loads = in_turn(state, _loads(survey, zone, carriers, march, threats.worth))
    yield from loads
    survey = Survey(state)
    if not ships or survey.enemies(zone):
        return
    transports = [ship for ship in ships if survey.kind(ship).carriage.transport_capacity]
    warships = [ship for ship in ships if ship not in transports]
    if transports:
        goal = _goal(survey, transports, march)
        route = _route(survey, zone, ships, goal, threats)
        guard = _guard(survey, route[-1], transports, warships, threats)
        state, moves = in_turn(state, _sail(state, [*transports, *guard], route))
        yield from moves
        warships = [ship for ship in warships if ship not in guard]
    if warships:
        survey = Survey(state)
        route = _route(survey, zone, warships, _hunt(survey, warships, threats.worth), threats)
        yield from _sail(state, warships, route)


def _route(
    survey: Survey,
    zone: TerritoryName,
    ships: list[Unit],
    goal: dict[TerritoryName, float],
    threats: Threats,
) -> Path:
    """The way to where ships are safe and near their goal; `zone` alone where they stay."""
    routes = sea_ways(survey, zone, min(survey.steps_left(ship) for ship in ships))
    going = {ship.id for ship in ships}

    def cost(end: TerritoryName) -> tuple[float, int, TerritoryName]:
        there = [unit for unit in holders_of(survey, end) if unit.id not in going]
        loss = threats.risk(end, [*there, *ships]).loss
        return (loss + _STEP * goal.get(end, _NO_GOAL), len(routes[end]), end)

    for end in sorted(routes, key=cost)[:5]:
        if end == zone or not check(survey.state, _voyage(survey.state, ships, routes[end])):
            return routes[end]
    return (zone,)


def _guard(
    survey: Survey,
    end: TerritoryName,
    transports: list[Unit],
    warships: list[Unit],
    threats: Threats,
) -> list[Unit]:
    """The fewest warships with which transports are safe where they sail; else all of them."""
    coming = {ship.id for ship in (*transports, *warships)}
    there = [unit for unit in holders_of(survey, end) if unit.id not in coming]
    there += transports
    cheapest = sorted(warships, key=lambda ship: (threats.worth.unit(ship), ship.id))
    for count in range(len(cheapest)):
        if threats.risk(end, [*there, *cheapest[:count]]).loss <= _SAFE:
            return cheapest[:count]
    return warships


def _sail(state: State, ships: list[Unit], route: Path) -> Iterator[Move]:
    if len(route) > 1:
        yield _voyage(state, ships, route)


def _voyage(state: State, ships: list[Unit], route: Path) -> Move:
    """The order for ships with all that is aboard."""
    cargo = (unit for ship in ships for unit in state.cargo_of(ship.id))
    mine = tuple(unit for unit in cargo if unit.owner == state.nation)
    return Move(exactly((*ships, *mine)), route)


def _hunt(survey: Survey, warships: list[Unit], worth: Appraisal) -> dict[TerritoryName, float]:
    """Steps to enemy ships that these would beat, dear ones counted as nearer.

    Where there are none: to own transports, and without those to the coasts of the war.
    """
    power = _strength(survey, warships, attack=True)
    prey: dict[TerritoryName, float] = {}
    for zone in survey.state.definition.board.territories:
        enemies = list(survey.enemies(zone)) if survey.is_sea(zone) else []
        if enemies and power > _SUPERIOR * _strength(survey, enemies, attack=False):
            prey[zone] = max(0.0, _FAR_PREY - worth.units(enemies) / _PREY_STEP)
    if prey:
        near = spread(survey, prey, survey.is_sea)
        return {zone: max(0.0, steps - _IN_REACH) for zone, steps in near.items()}
    escorted = {
        unit.territory: 0.0
        for unit in survey.own_units()
        if survey.kind(unit).carriage.transport_capacity and survey.is_sea(unit.territory)
    }
    return spread(survey, escorted, survey.is_sea) if escorted else sea_march_of(survey)


def _strength(survey: Survey, ships: list[Unit], *, attack: bool) -> float:
    kinds = [survey.kind(ship) for ship in ships]
    power = sum(kind.attack if attack else kind.defence for kind in kinds)
    return float(power * sum(kind.hit_points for kind in kinds))


def _loads(
    survey: Survey,
    zone: TerritoryName,
    ships: list[Unit],
    march: dict[TerritoryName, float],
    worth: Appraisal,
) -> Iterator[Move]:
    """Troops beside the zone that wait for a ship, dearest first; a watch stays ashore."""
    waiting = waiting_ashore(survey, march)
    prices = survey.state.definition.economy.prices
    troops: list[Unit] = []
    for land in survey.neighbours(zone):
        here = sorted(
            (unit for unit in waiting.get(land, ()) if not unit.moved),
            key=lambda unit: (-prices.get(unit.type, 0), unit.id),
        )
        troops += here[: -max(1, worth.watch(land))]
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
    if any(survey.state.cargo_of(ship.id) for ship in ships):
        sources = {
            zone: march[land]
            for zone in survey.state.definition.board.territories
            if survey.is_sea(zone)
            for land in survey.neighbours(zone)
            if survey.is_friendly(land) and march.get(land, 99.0) <= FAR
        }
        near = spread(survey, sources, survey.is_sea)
        coast = sea_march_of(survey)
        return {
            zone: min(near.get(zone, 40.0) + 1.0, coast.get(zone, 40.0)) for zone in {*near, *coast}
        }
    waiting = waiting_ashore(survey, march)
    ports = ports_of(survey)
    sources = {
        zone: 0.0 if land in ports else max(1.0, 3.0 - 0.5 * len(waiting[land]))
        for land in sorted({*waiting, *ports}, key=lambda land: (land in ports, land))
        if land in ports or len(waiting[land]) > 1
        for zone in survey.neighbours(land)
        if survey.is_sea(zone)
    }
    return spread(survey, sources, survey.is_sea)


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
            if survey.is_friendly(land) and march.get(land, 99.0) <= FAR
        ]
        for land in sorted(coasts, key=lambda land: (march[land], land)):
            move = Move(exactly((unit,)), (unit.territory, land))
            if not check(state, move):
                yield move
                break
