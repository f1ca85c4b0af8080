"""Where the army stands when the turn is over: what must be held is held, the rest marches.

Every place gets the least that makes an attack on it a bad one for the enemy; a place for which
there is not enough gets one unit at most.  What is left goes on towards the enemy, as one stack,
as far as that stack would be safe.
"""

from collections.abc import Iterator
from typing import Final

from engine import Move, State, TerritoryName, Unit, check
from engine.ai.assault_plans import exactly
from engine.ai.planning.arriving import Arrivals, arrivals_of
from engine.ai.planning.assault import holders_of
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.marching import march_of
from engine.ai.planning.threats import Threats
from engine.ai.planning.worth import Appraisal
from engine.ai.reach import Path, stacks
from engine.ai.survey import Survey
from engine.values import dataclass, field

_SAFE: Final = 0.75
"""PUs that an attack may cost us on average where nothing more is done about it."""
_IDLE: Final = 0.25
"""Share of the price of a unit that it costs to stay somewhere: it could be where the war is."""
_STRUCK: Final = 0.4
"""The chance that an enemy who could strike a place does: they have one army for many places."""
_BOLD: Final = 0.04
"""Share of the worth of a stack that an attack on it may bring the enemy: they seldom can bring
all that they have to one place."""


@dataclass(frozen=True)
class HeldLand:
    """Land of the own side, and who will be there.

    fixed: units that stay whatever happens, allies included.
    given: those that come or stay to hold it, what will be placed there included.
    """

    place: TerritoryName
    fixed: tuple[Unit, ...]
    given: list[Unit] = field(default_factory=list)

    @property
    def holders(self) -> list[Unit]:
        """Everybody who will defend it."""
        return [*self.fixed, *self.given]


@dataclass(frozen=True)
class Reserves:
    """The land units that can still move, and where each could go."""

    survey: Survey
    worth: Appraisal
    threats: Threats
    march: dict[TerritoryName, float]
    arrivals: Arrivals
    garrisons: dict[TerritoryName, HeldLand]
    ways: dict[TerritoryName, list[tuple[Unit, Path]]]
    """For each place, who could be there: those that are already, first."""

    def ordered(self) -> Iterator[Move]:
        """The moves of the army."""
        free = {unit.id for entries in self.ways.values() for unit, _ in entries}
        goal: dict[int, TerritoryName] = {}
        for place in self._by_importance():
            self._garrison(place, free, goal)
        for place in self.garrisons:
            self._watch(place, free, goal)
        for place, new in self.arrivals.rest(self.march).items():
            self.garrisons[place].given.extend(new)
        self._advance(free, goal)
        moves: dict[Path, list[Unit]] = {}
        for place, entries in self.ways.items():
            for unit, path in entries:
                if goal.get(unit.id) == place and len(path) > 1:
                    moves.setdefault(path, []).append(unit)
        for path, units in moves.items():
            yield Move(exactly(tuple(units)), path)

    def _by_importance(self) -> list[TerritoryName]:
        threatened = [place for place in self.garrisons if place in self.threats.strikes]
        return sorted(threatened, key=lambda place: (-self.worth.land(place), place))

    def _garrison(
        self, place: TerritoryName, free: set[int], goal: dict[int, TerritoryName]
    ) -> None:
        garrison = self.garrisons[place]
        new = self.arrivals.enough(
            place, lambda new: self.threats.risk(place, [*garrison.fixed, *new]).loss <= _SAFE
        )
        garrison.given.extend(new)
        start = self.threats.risk(place, garrison.holders)
        if start.loss <= _SAFE:
            return
        pool = [unit for unit, _ in self._candidates(place, free)]
        if not pool:
            return
        least = self._least(place, garrison, pool)
        is_vital = self.worth.is_vital(place)
        struck, idle = (1.0, 0.0) if is_vital else (_STRUCK, _IDLE)

        def cost(count: int) -> tuple[float, int]:
            risk = self.threats.risk(place, [*garrison.holders, *pool[:count]])
            return (struck * risk.loss + idle * self.worth.units(pool[:count]), count)

        # One unit makes them fight for land that is not to be held, and pays; what is vital is
        # not given up while its defenders make it dearer.
        one = 1 if not garrison.holders and self.worth.income(place) else 0
        counts = {one, 1, len(pool) if is_vital else 1, one if least is None else least}
        count = min(counts, key=cost)
        for unit in pool[:count]:
            free.discard(unit.id)
            goal[unit.id] = place
            garrison.given.append(unit)

    def _watch(self, place: TerritoryName, free: set[int], goal: dict[int, TerritoryName]) -> None:
        """A few stay in own vital places where nothing threatens as well."""
        if self.survey.owner(place) != self.survey.nation:
            return
        holders = self.garrisons[place].holders
        there = sum(self.survey.kind(unit).is_land for unit in holders)
        few = self.worth.watch(place) - there
        staying = [unit for unit, path in self._candidates(place, free) if len(path) == 1]
        for unit in staying[: max(0, few)]:
            free.discard(unit.id)
            goal[unit.id] = place
            self.garrisons[place].given.append(unit)

    def _least(self, place: TerritoryName, garrison: HeldLand, pool: list[Unit]) -> int | None:
        """How many of the pool make the place safe; None when all of them do not.

        A place that is worth more than those who fall with it is held as well as it can be.
        """
        everybody = self.threats.risk(place, [*garrison.holders, *pool])
        if everybody.loss > _SAFE:
            nobody = self.threats.risk(place, garrison.holders)
            is_worth_it = everybody.loss < 0.6 * nobody.loss and everybody.taken < 0.5
            return len(pool) if is_worth_it else None
        low, high = 0, len(pool)
        while high - low > 1:
            middle = (low + high) // 2
            if self.threats.risk(place, [*garrison.holders, *pool[:middle]]).loss <= _SAFE:
                high = middle
            else:
                low = middle
        return high

    def _candidates(self, place: TerritoryName, free: set[int]) -> list[tuple[Unit, Path]]:
        entries = [entry for entry in self.ways.get(place, ()) if entry[0].id in free]

        def rank(entry: tuple[Unit, Path]) -> tuple[float, float, int]:
            unit, path = entry
            kind = self.survey.kind(unit)
            use = (kind.defence + 0.5) / max(1.0, self.worth.unit(unit))
            return (-use + 0.1 * (len(path) > 1), len(path), unit.id)

        return sorted(entries, key=rank)

    def _advance(self, free: set[int], goal: dict[int, TerritoryName]) -> None:
        """Units that nothing holds back go on together, to the furthest place that is safe."""
        order = sorted(
            (place for place in self.ways if place in self.march),
            key=lambda place: (self.march[place], place),
        )
        for place in order:
            group = [
                unit
                for unit, path in self.ways[place]
                if unit.id in free and self._is_forward(path)
            ]
            if not group:
                continue
            holders = [*self.garrisons[place].holders, *group]
            if not self._is_safe(place, holders):
                continue
            for unit in group:
                free.discard(unit.id)
                goal[unit.id] = place
                self.garrisons[place].given.append(unit)
        for place in sorted(order, key=lambda place: not self.worth.is_vital(place)):
            # Where they are is not safe, and no place in front of it: back, to what must be held
            # next if they can.
            group = [unit for unit, _ in self.ways[place] if unit.id in free]
            here = [unit for unit in group if unit.territory != place]
            if not here:
                continue
            holders = [*self.garrisons[place].holders, *here]
            if self._is_safe(place, holders):
                for unit in here:
                    free.discard(unit.id)
                    goal[unit.id] = place
                    self.garrisons[place].given.append(unit)

    def _is_safe(self, place: TerritoryName, holders: list[Unit]) -> bool:
        return self.threats.risk(place, holders).loss <= _SAFE + _BOLD * self.worth.units(holders)

    def _is_forward(self, path: Path) -> bool:
        return self.march.get(path[-1], 99.0) <= self.march.get(path[0], 99.0)


def reserves_of(state: State, threats: Threats) -> Reserves:
    """The reserves of the nation on turn, in its non-combat move."""
    survey = Survey(state)
    ways: dict[TerritoryName, list[tuple[Unit, Path]]] = {}
    movable: set[int] = set()
    for stack in stacks(survey, fighting=False):
        kind = survey.kind(stack.units[0])
        if not kind.is_land or kind.is_infrastructure or survey.is_sea(stack.place):
            continue
        pick = exactly(stack.units[:1])
        ways.setdefault(stack.place, []).extend((unit, (stack.place,)) for unit in stack.units)
        movable.update(unit.id for unit in stack.units)
        for place, path in stack.paths.items():
            if not check(state, Move(pick, path)):
                ways.setdefault(place, []).extend((unit, path) for unit in stack.units)
    garrisons = {
        place: HeldLand(
            place, tuple(unit for unit in holders_of(survey, place) if unit.id not in movable)
        )
        for place in state.definition.board.territories
        if survey.is_friendly(place)
    }
    march, arrivals = march_of(survey), arrivals_of(survey)
    return Reserves(survey, threats.worth, threats, march, arrivals, garrisons, ways)


def army_orders(state: State, effort: ThinkingBounds) -> Iterator[Move]:
    """The moves of the army."""
    threats = Threats.to(state, state.nation, Appraisal(state), effort)
    return reserves_of(state, threats).ordered()
