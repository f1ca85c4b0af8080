"""Where units can go: stacks of like units and a path to everything within their movement."""

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import TypeVar

from engine import NEUTRAL, TerritoryName, Unit, UnitTypeName, is_enemy
from engine.ai.survey import Survey
from engine.values import dataclass

Path = tuple[TerritoryName, ...]
S = TypeVar("S", int, float)


@dataclass(frozen=True, slots=True)
class MobileStack:
    """Own units that are alike and can still move.

    paths: where they could go, with the whole path; the rules have the last word.
    """

    place: TerritoryName
    type: UnitTypeName
    units: tuple[Unit, ...]
    paths: Mapping[TerritoryName, Path]


def stacks(survey: Survey, *, fighting: bool) -> list[MobileStack]:
    """All own units that can move, cargo and transports left out."""
    piles: dict[tuple[object, ...], list[Unit]] = {}
    for unit in survey.own_units():
        kind = survey.kind(unit)
        # Units that moved in the combat move are part of an attack and stay with it.
        is_still = kind.carriage.transport_capacity or (
            fighting and (unit.moved > 0 or not kind.mobility.moves_in_combat)
        )
        if unit.carried_by is not None or is_still or not survey.steps_left(unit):
            continue
        piles.setdefault(unit.likeness, []).append(unit)
    return [_stack(survey, tuple(pile), fighting=fighting) for pile in piles.values()]


def _stack(survey: Survey, units: tuple[Unit, ...], *, fighting: bool) -> MobileStack:
    first = units[0]
    return MobileStack(
        first.territory, first.type, units, paths_of(survey, first, fighting=fighting)
    )


def paths_of(survey: Survey, unit: Unit, *, fighting: bool) -> dict[TerritoryName, Path]:
    """A path to every place that the unit could reach in this phase.

    Land units and ships end where they meet an enemy; aircraft cross everything but closed and
    neutral land.
    """
    kind = survey.kind(unit)
    steps = survey.steps_left(unit)
    if kind.is_air:
        return _flights(survey, unit.territory, steps, fighting=fighting)
    at_sea = kind.is_sea
    return walks(
        survey,
        unit.territory,
        steps,
        lambda place: _may_enter(survey, place, at_sea=at_sea, fighting=fighting),
        lambda place: _is_quiet(survey, place, at_sea=at_sea),
    )


def _flights(
    survey: Survey, start: TerritoryName, steps: int, *, fighting: bool
) -> dict[TerritoryName, Path]:
    """Paths of aircraft, over no enemy's guns where that is possible.

    On the way to a fight no path is longer for that: the way home may need every step.
    """

    def may_enter(place: TerritoryName) -> bool:
        return may_fly(survey, place)

    quiet = walks(survey, start, steps, may_enter, lambda place: not has_guns(survey, place))
    found = walks(survey, start, steps, may_enter)
    for place, path in quiet.items():
        if not fighting or len(path) == len(found[place]):
            found[place] = path
    return found


def has_guns(survey: Survey, place: TerritoryName) -> bool:
    """Whether units of an enemy fire at aircraft there."""
    return any(
        survey.kind(unit).guns.aa_fire is not None
        and is_enemy(survey.state, survey.nation, unit.owner)
        for unit in survey.state.units_in(place)
    )


def may_fly(survey: Survey, place: TerritoryName) -> bool:
    """Whether aircraft may be over a place."""
    if survey.is_closed(place):
        return False
    return survey.owner(place) != NEUTRAL or survey.state.definition.options.neutral_flyover


def walks(
    survey: Survey,
    start: TerritoryName,
    steps: int,
    may_enter: Callable[[TerritoryName], bool],
    may_pass: Callable[[TerritoryName], bool] = lambda _: True,
) -> dict[TerritoryName, Path]:
    """A shortest path to every place within `steps` steps, without the start.

    may_enter: where the unit may end; may_pass: which of these places it may also go through.
    """
    paths: dict[TerritoryName, Path] = {start: (start,)}
    edge = [start]
    for _ in range(steps):
        following: list[TerritoryName] = []
        for here in edge:
            if here != start and not may_pass(here):
                continue
            for beyond in survey.neighbours(here):
                if beyond not in paths and may_enter(beyond):
                    paths[beyond] = (*paths[here], beyond)
                    following.append(beyond)
        edge = following
    del paths[start]
    return paths


def sea_ways(survey: Survey, zone: TerritoryName, steps: int) -> dict[TerritoryName, Path]:
    """A shortest way to every zone that ships can sail to without meeting enemies, and `zone`."""

    def is_free(place: TerritoryName) -> bool:
        return survey.is_sea(place) and not survey.enemies(place)

    return {zone: (zone,), **walks(survey, zone, steps, is_free)}


def spread(
    survey: Survey, sources: Mapping[TerritoryName, S], may_enter: Callable[[TerritoryName], bool]
) -> dict[TerritoryName, S]:
    """The least of source and steps for every place that can be reached from a source."""
    found: dict[TerritoryName, S] = {}
    queue = sorted((start, name) for name, start in sources.items())
    while queue:
        steps, here = heappop(queue)
        if here in found:
            continue
        found[here] = steps
        for beyond in survey.neighbours(here):
            if beyond not in found and may_enter(beyond):
                heappush(queue, (steps + 1, beyond))
    return found


def _may_enter(survey: Survey, place: TerritoryName, *, at_sea: bool, fighting: bool) -> bool:
    if survey.is_sea(place) != at_sea or survey.is_closed(place):
        return False
    if at_sea:
        return fighting or not survey.enemies(place)
    return survey.is_friendly(place) or (fighting and survey.is_hostile(place))


def _is_quiet(survey: Survey, place: TerritoryName, *, at_sea: bool) -> bool:
    """Whether ships or land units can go on from there."""
    return not survey.enemies(place) if at_sea else survey.is_friendly(place)
