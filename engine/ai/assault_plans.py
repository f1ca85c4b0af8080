"""Landings of the sensible player: load, sail, go ashore, one order at a time.

Every call looks for the best landing from where the transports are now, so that after loading the
same landing is found again and its next order is given.
"""

from collections.abc import Iterator
from typing import Final

from engine import Move, Pick, State, TerritoryName, Unit, UnitTypeName, check
from engine.ai.attacks import is_good, outlook_for, value_of
from engine.ai.reach import MobileStack, Path, sea_ways, stacks
from engine.ai.survey import Survey
from engine.values import dataclass

_ENOUGH: Final = 0.3


@dataclass(frozen=True, slots=True)
class Passage:
    """Transports in one zone that can still sail and unload, with what is or could be aboard.

    cargo: units aboard; waiting: units ashore that could go aboard.
    """

    zone: TerritoryName
    ships: tuple[Unit, ...]
    cargo: tuple[Unit, ...]
    waiting: tuple[Unit, ...]

    @property
    def troops(self) -> tuple[Unit, ...]:
        """All units that could be landed."""
        return (*self.cargo, *self.waiting)


def next_assault(state: State) -> Move | None:
    """The next order of the best landing in reach; None when there is none worth making."""
    survey = Survey(state)
    helpers = [stack for stack in stacks(survey, fighting=True) if stack.units]
    found: list[tuple[int, TerritoryName, Passage, Path]] = []
    for passage in passages(survey):
        if passage.troops:
            found.extend(_landings(survey, passage, helpers))
    for _, target, passage, route in sorted(found, key=lambda entry: (-entry[0], entry[1])):
        move = _next_order(survey, passage, route, target)
        if move is not None:
            return move
    return None


def passages(survey: Survey) -> list[Passage]:
    """Every zone with own transports that can still do something in this turn."""
    zones: dict[TerritoryName, list[Unit]] = {}
    for unit in survey.own_units():
        if survey.is_free_transport(unit):
            zones.setdefault(unit.territory, []).append(unit)
    return [_passage(survey, zone, tuple(ships)) for zone, ships in zones.items()]


def load_order(survey: Survey, passage: Passage) -> Move | None:
    """The next order that brings waiting units aboard."""
    for unit in passage.waiting:
        move = Move((Pick(1, unit.type, units=(unit.id,)),), (unit.territory, passage.zone))
        if not check(survey.state, move):
            return move
    return None


def sail_order(survey: Survey, passage: Passage, route: Path) -> Move | None:
    """The order that takes the loaded transports along a route, with all their cargo."""
    loaded = {unit.carried_by for unit in passage.cargo}
    ships = tuple(ship for ship in passage.ships if ship.id in loaded)
    move = Move(exactly((*ships, *passage.cargo)), route)
    return move if ships and not check(survey.state, move) else None


def exactly(units: tuple[Unit, ...]) -> tuple[Pick, ...]:
    """Exactly these units as choices by type and owner."""
    groups: dict[UnitTypeName, list[int]] = {}
    for unit in units:
        groups.setdefault(unit.type, []).append(unit.id)
    return tuple(Pick(len(ids), kind, units=tuple(ids)) for kind, ids in groups.items())


def boarding(unit: Unit, ship: int, zone: TerritoryName) -> Move:
    """The order that brings a unit from the coast aboard a certain ship in a zone."""
    return Move(exactly((unit,)), (unit.territory, zone), aboard=((unit.id, ship),))


def _passage(survey: Survey, zone: TerritoryName, ships: tuple[Unit, ...]) -> Passage:
    cargo = tuple(
        unit
        for ship in ships
        for unit in survey.state.cargo_of(ship.id)
        if unit.owner == survey.nation and not survey.kind(unit).is_infrastructure
    )
    return Passage(zone, ships, cargo, tuple(_waiting(survey, zone, ships)))


def ashore_beside(survey: Survey, zone: TerritoryName) -> list[Unit]:
    """Own units on the coasts of a zone that transports can carry into combat, dearest first."""
    ashore = [
        unit
        for land in survey.neighbours(zone)
        if not survey.is_sea(land)
        for unit in survey.own(land)
        if survey.kind(unit).carriage.transport_cost
        and survey.kind(unit).mobility.moves_in_combat
        and not unit.moved
        and survey.steps_left(unit)
    ]
    prices = survey.state.definition.economy.prices
    return sorted(ashore, key=lambda unit: (-prices.get(unit.type, 0), unit.id))


def _waiting(survey: Survey, zone: TerritoryName, ships: tuple[Unit, ...]) -> Iterator[Unit]:
    """Units beside the zone that fill the room aboard, the most expensive that fits first."""
    if survey.enemies(zone):
        return
    ashore = ashore_beside(survey, zone)
    for ship in ships:
        room = survey.room_aboard(ship)
        while room > 0:
            fitting = [unit for unit in ashore if survey.kind(unit).carriage.transport_cost <= room]
            if not fitting:
                break
            ashore.remove(fitting[0])
            room -= survey.kind(fitting[0]).carriage.transport_cost
            yield fitting[0]


def _landings(
    survey: Survey, passage: Passage, helpers: list[MobileStack]
) -> Iterator[tuple[int, TerritoryName, Passage, Path]]:
    """Landings with a good forecast: value, target, passage and the route of the ships."""
    steps = min(survey.steps_left(ship) for ship in passage.ships)
    for zone, route in sea_ways(survey, passage.zone, steps).items():
        if survey.enemies(zone):
            continue
        for target in survey.neighbours(zone):
            if survey.is_sea(target) or not survey.is_hostile(target):
                continue
            value = _worth(survey, passage, zone, target, helpers)
            if value > 0:
                yield value - len(route), target, passage, route


def _worth(
    survey: Survey,
    passage: Passage,
    zone: TerritoryName,
    target: TerritoryName,
    helpers: list[MobileStack],
) -> int:
    """What a landing is worth; 0 when its forecast is bad.

    Units that could join over land or by air are counted in full, since the attack goes on with
    them once the troops are ashore.
    """
    if not survey.enemies(target):
        return value_of(survey, target) if not survey.own(target) else 0
    ashore = [unit for unit in survey.own(target) if survey.kind(unit).attack]
    joining = [
        unit
        for stack in helpers
        if target in stack.paths and not survey.kind(stack.units[0]).is_sea
        for unit in stack.units
        if unit not in passage.waiting
    ]
    guns = sum(
        survey.kind(ship).gunnery.bombard
        for ship in survey.own(zone)
        if survey.kind(ship).gunnery.can_bombard and not ship.in_combat
    )
    force = (*ashore, *passage.troops, *joining)
    outlook = outlook_for(survey, force, target, first_shots=guns)
    good = is_good(survey, outlook, target, _ENOUGH)
    return value_of(survey, target) if good else 0


def _next_order(
    survey: Survey, passage: Passage, route: Path, target: TerritoryName
) -> Move | None:
    """Load, then sail, then go ashore."""
    if passage.waiting:
        move = load_order(survey, passage)
        if move is not None:
            return move
    if not passage.cargo:
        return None
    if len(route) > 1:
        return sail_order(survey, passage, route)
    move = Move(exactly(passage.cargo), (passage.zone, target))
    if not check(survey.state, move):
        return move
    for unit in passage.cargo:
        move = Move(exactly((unit,)), (passage.zone, target))
        if not check(survey.state, move):
            return move
    return None
