"""How own units can get to a target in the combat move: by themselves, or from a ship."""

from collections.abc import Iterator

from engine import Move, State, TerritoryName, Unit, check
from engine.ai.assault_plans import boarding, exactly
from engine.ai.landings import coasts
from engine.ai.planning.threats import strikers
from engine.ai.reach import Path
from engine.ai.survey import Survey
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Way:
    """Units that are alike and can go to a target along one path.

    ship: 0 where they go by themselves, else the ship that takes any of them, as long as there is
    room; path: of the units, or of the ship to the zone from which they land.
    """

    target: TerritoryName
    units: tuple[Unit, ...]
    path: Path
    ship: int = 0


def ways_of(survey: Survey, targets: frozenset[TerritoryName]) -> dict[TerritoryName, list[Way]]:
    """Every way to every target; the rules have been asked about one unit of each."""
    found: dict[TerritoryName, list[Way]] = {target: [] for target in sorted(targets)}
    for stack in strikers(survey):
        kind = survey.kind(stack.units[0])
        if kind.decks.carrier_capacity:
            # Aircraft that attack come home to it.
            continue
        pick = exactly(stack.units[:1])
        for target in targets & stack.paths.keys():
            path = stack.paths[target]
            if not kind.is_air and kind.is_sea != survey.is_sea(target):
                continue
            if not check(survey.state, Move(pick, path)):
                found[target].append(Way(target, stack.units, path))
    for way in _from_ships(survey, targets):
        found[way.target].append(way)
    return found


def _from_ships(survey: Survey, targets: frozenset[TerritoryName]) -> Iterator[Way]:
    for target, ways in sorted(coasts(survey.state).items()):
        if target not in targets:
            continue
        for ship, path in sorted(ways.items()):
            zone = survey.state.units[ship].territory
            cargo = [unit for unit in survey.state.cargo_of(ship) if unit.owner == survey.nation]
            troops = [*cargo, *(unit for unit in _beside(survey, zone))]
            alike: dict[tuple[TerritoryName, str], list[Unit]] = {}
            for unit in troops:
                alike.setdefault((unit.territory, unit.type), []).append(unit)
            for units in alike.values():
                if survey.kind(units[0]).attack:
                    yield Way(target, tuple(units), path, ship)


def _beside(survey: Survey, zone: TerritoryName) -> Iterator[Unit]:
    for land in survey.neighbours(zone):
        if survey.is_sea(land):
            continue
        for unit in survey.own(land):
            kind = survey.kind(unit)
            if (
                kind.carriage.transport_cost
                and kind.mobility.moves_in_combat
                and not unit.moved
                and unit.carried_by is None
                and not kind.is_infrastructure
            ):
                yield unit


def orders_for(
    state: State, target: TerritoryName, force: list[tuple[Unit, Way]]
) -> Iterator[Move]:
    """The orders that send a force to a target: ships load, sail and land, the others go."""
    aboard: dict[int, list[Unit]] = {}
    alone: dict[Path, list[Unit]] = {}
    path_of: dict[int, Path] = {}
    for unit, way in force:
        if way.ship:
            aboard.setdefault(way.ship, []).append(unit)
            path_of[way.ship] = way.path
        else:
            alone.setdefault(way.path, []).append(unit)
    for path, units in alone.items():
        if state.definition.board.is_sea[target] or not aboard:
            yield Move(exactly(tuple(units)), path)
    for ship, units in aboard.items():
        path = path_of[ship]
        for unit in units:
            if unit.carried_by is None:
                yield boarding(unit, ship, path[0])
        everybody = (state.units[ship], *units)
        if len(path) > 1:
            cargo = [unit for unit in state.cargo_of(ship) if unit not in units]
            yield Move(exactly((*everybody, *cargo)), path)
        yield Move(exactly(tuple(units)), (path[-1], target))
    for path, units in alone.items():
        if not state.definition.board.is_sea[target] and aboard:
            yield Move(exactly(tuple(units)), path)
