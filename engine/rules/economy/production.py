"""Factories: which may build, how much, and which one builds what.

A factory builds for its owner in its own territory and in the sea zones beside it, up to the
production value of the territory each turn; more factories there do not raise the limit.  It must
have been there, in own hands, since the start of the turn.

Ships may have been built by any factory beside their sea zone.  Which one it was is decided anew
with every placement so that everything fits: a matching of units to factories (G25).

Rule: rule book, Technology (B128), Placement (B23, B32, B93, B94, B140, B218 to B220, B224, B227).
Classic: C60 to C62, C82.
Options: min_factory_production, bombing_damages_factory.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from engine.core.ids import NationName, TerritoryName
from engine.core.memo import remembered
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.common.advances import more_built_by
from engine.rules.common.relations import is_sea, owner_of, type_of

Job: TypeAlias = tuple[TerritoryName, ...]
"""The factories that could build one unit, sorted."""

NO_LIMIT: Final = 10_000
"""Units that can be built where there is no limit."""


def factories_in(state: State, nation: NationName, territory: TerritoryName) -> int:
    """How many factories of a nation are in a territory, new ones included."""
    there = state.units_in(territory)
    return sum(
        unit.owner == nation and type_of(state, unit).production.is_factory for unit in there
    )


def producers_in(state: State, nation: NationName, territory: TerritoryName) -> int:
    """How many units of a nation in a territory have been able to build since the turn began."""
    kinds = state.definition.unit_types
    builders = [
        unit.id
        for unit in state.units_in(territory)
        if unit.owner == nation
        and kinds[unit.type].production.is_producer
        and _is_at_work(state, unit)
    ]
    if builders:
        new = {key for key, _ in state.turn.placed} | set(state.turn.constructed)
        builders = [key for key in builders if key not in new]
    return len(builders) - state.turn.built.count(territory)


def _is_at_work(state: State, unit: Unit) -> bool:
    """Whether a producer is where it can build: cargo is not, nor are ships on land."""
    kind = type_of(state, unit)
    if is_sea(state, unit.territory):
        return not kind.is_land and not unit.carried_by
    return not kind.is_sea


def since_start(state: State, territory: TerritoryName) -> tuple[Unit, ...]:
    """Units of the nation on turn there that it did not place in this turn, by identity."""
    new = {key for key, _ in state.turn.placed} | set(state.turn.constructed)
    there = state.units_in(territory)
    own = [unit for unit in there if unit.owner == state.nation and unit.id not in new]
    factories = sorted(unit.id for unit in own if type_of(state, unit).production.is_factory)
    # Of new factories it is only known how many they are; the latest identities are theirs.
    new.update(factories[len(factories) - state.turn.built.count(territory) :])
    return tuple(unit for unit in own if unit.id not in new)


def production_limit(state: State, territory: TerritoryName) -> int:
    """How many units a factory in this territory builds in a turn.

    Where several sorts of units build, the best of them counts.
    """
    options = state.definition.options
    facts = state.definition.board.territories[territory]
    types = state.definition.unit_types
    there = [unit for unit in state.units_in(territory) if types[unit.type].production.is_producer]
    outputs = any(types[unit.type].production.factory_output for unit in there)
    numbered = options.bombing_damages_factory and outputs
    if not numbered and facts.unlimited_production and _is_original(state, territory):
        return NO_LIMIT
    value = facts.built or options.min_factory_production
    return max(0, max((_output(state, unit, value) for unit in there), default=value))


def _output(state: State, unit: Unit, value: int) -> int:
    """Units that a producer builds, where raids damage it without what is damaged (B71, B128).

    value: what any producer in its area builds.
    """
    kind = type_of(state, unit)
    production = state.definition.board.territories[unit.territory].built
    more = more_built_by(state, owner_of(state, unit.territory), kind, production)
    if not state.definition.options.bombing_damages_factory:
        return value + more
    return (
        (kind.production.factory_output or value) + more - (unit.damage if kind.takes_damage else 0)
    )


def _is_original(state: State, territory: TerritoryName) -> bool:
    return owner_of(state, territory) == state.definition.original_owner(territory)


def is_production_site(state: State, nation: NationName, territory: TerritoryName) -> bool:
    """Whether the nation may build here in this turn (B32, B218, B219)."""
    if owner_of(state, territory) != nation or not _was_held(state, nation, territory):
        return False
    return producers_in(state, nation, territory) > 0


def _was_held(state: State, nation: NationName, territory: TerritoryName) -> bool:
    """Whether own land was not taken in this turn, or may be built in all the same."""
    rule = state.definition.map_rules.of(nation)
    return territory not in state.turn.conquered or rule.places_in_captured


@remembered
def production_sites(state: State, nation: NationName) -> Mapping[TerritoryName, int]:
    """Every territory where the nation may build in this turn, with its limit, sorted."""
    producers = {
        name for name, kind in state.definition.unit_types.items() if kind.production.is_producer
    }
    built = {
        unit.territory
        for unit in state.units.values()
        if unit.type in producers and unit.owner == nation
    }
    sites = {
        name: production_limit(state, name)
        for name in sorted(built)
        if is_production_site(state, nation, name)
    }
    rule = state.definition.map_rules.of(nation)
    if not rule.places_in_any_zone:
        return sites
    # Its land builds as much with a factory as without one.
    limit = rule.most_placed or NO_LIMIT
    land = {
        name: limit
        for name, owner in sorted(state.owners.items())
        if owner == nation and not is_sea(state, name) and _was_held(state, nation, name)
    }
    return dict(sorted((sites | land).items()))


def producers_for(
    state: State, territory: TerritoryName, sites: Mapping[TerritoryName, int]
) -> Job:
    """The sites that build for a territory: itself, and the land beside a sea zone (B220)."""
    here = (territory,) if territory in sites else ()
    if not is_sea(state, territory):
        return here
    beside = state.definition.board.neighbours(territory)
    return (*here, *(name for name in beside if name in sites and not is_sea(state, name)))


def jobs_done(state: State, sites: Mapping[TerritoryName, int]) -> list[Job]:
    """One job for every unit that factories have built in this turn, in order of placement."""
    jobs: list[Job] = []
    for key, producer in state.turn.placed:
        if producer:
            jobs.append((producer,))
        elif (unit := state.units.get(key)) is not None:
            jobs.append(producers_for(state, unit.territory, sites))
    return jobs


class Workshop:
    """Jobs assigned to factories, each taking one unit of the limit.

    It lives inside one function call; the answer depends only on the order of the jobs.
    """

    def __init__(self, limits: Mapping[TerritoryName, int], jobs: Iterable[Job] = ()) -> None:
        """Assign these jobs; one for which there is no room is left out."""
        self._limits = limits
        self._held: dict[TerritoryName, list[Job]] = {name: [] for name in sorted(limits)}
        for job in jobs:
            self.take(job)

    def take(self, job: Job) -> bool:
        """Find a factory for one more job, moving others where that helps."""
        return self._place(job, set())

    def take_many(self, job: Job, most: int) -> int:
        """Take the same job up to `most` times; returns how many times there was room."""
        for taken in range(most):
            if not self.take(job):
                return taken
        return most

    def totals(self) -> tuple[tuple[TerritoryName, int], ...]:
        """How many jobs each factory has, those with none left out, sorted."""
        return tuple((name, len(held)) for name, held in self._held.items() if held)

    def _place(self, job: Job, asked: set[TerritoryName]) -> bool:
        for name in job:
            if name in asked or name not in self._held:
                continue
            asked.add(name)
            held = self._held[name]
            if len(held) < self._limits[name]:
                held.append(job)
                return True
            if self._make_room(held, asked):
                held.append(job)
                return True
        return False

    def _make_room(self, held: list[Job], asked: set[TerritoryName]) -> bool:
        """Move one of the held jobs to a factory that has not been asked yet."""
        for place, other in enumerate(held):
            if len(other) > 1 and self._place(other, asked):
                del held[place]
                return True
        return False


def spare_room(
    limits: Mapping[TerritoryName, int], jobs: Sequence[Job], job: Job, most: int
) -> int:
    """How many more units these factories together can build, at most `most`."""
    return Workshop(limits, jobs).take_many(job, most)
