"""In which order units are added to a force, and what has not been given to an attack yet."""

from collections import Counter

from engine import TerritoryName, Unit
from engine.ai.planning.ways import Way
from engine.ai.planning.worth import Appraisal
from engine.ai.survey import Survey
from engine.values import dataclass, field

Entry = tuple[Unit, Way]

_HOME_AGAIN = 0.6
"""What using an aircraft counts of its price: it comes home, unless it is shot down."""
_NO_FODDER = 40.0
"""What it counts besides as long as nothing else is there to be lost before it."""
_WANTED = 0.08
"""What each other target that a unit could go to adds to what using it costs."""
_BY_SHIP = 0.5


@dataclass(frozen=True)
class Free:
    """What has not been given to an attack yet."""

    units: set[int]
    room: dict[int, int]
    bound_to: dict[int, TerritoryName] = field(default_factory=dict)

    def may_ride(self, survey: Survey, unit: Unit, way: Way) -> bool:
        """Whether a unit can go on the ship of a way."""
        if self.bound_to.get(way.ship, way.target) != way.target:
            return False
        cost = survey.kind(unit).carriage.transport_cost
        return unit.carried_by == way.ship or self.room[way.ship] >= cost

    def take(self, survey: Survey, unit: Unit, way: Way | None) -> None:
        """Give a unit to the target of its way."""
        self.units.discard(unit.id)
        if way is not None and way.ship:
            self.bound_to[way.ship] = way.target
            if unit.carried_by is None:
                self.room[way.ship] -= survey.kind(unit).carriage.transport_cost


@dataclass(frozen=True)
class Forces:
    """What can be sent to each target."""

    survey: Survey
    worth: Appraisal
    ways: dict[TerritoryName, list[Way]]
    spoken_for: Counter[int] = field(default_factory=Counter)

    def everything(self, kept: frozenset[int]) -> Free:
        """All own units but those that must stay; nothing is given to an attack yet."""
        ships = {way.ship for ways in self.ways.values() for way in ways if way.ship}
        units = self.survey.state.units
        self.spoken_for.clear()
        for ways in self.ways.values():
            self.spoken_for.update({unit.id for way in ways for unit in way.units})
        return Free(
            {unit.id for unit in self.survey.own_units()} - kept,
            {ship: self.survey.room_aboard(units[ship]) for ship in sorted(ships)},
        )

    def orders(self, target: TerritoryName, free: Free) -> list[list[Entry]]:
        """Orders in which units could be added: by strength; or a few who stay, then aircraft."""
        strong = self._in_order(target, free)
        if not strong:
            return []
        ground = sorted(
            (entry for entry in strong if not self.survey.kind(entry[0]).is_air),
            key=lambda entry: (self.worth.unit(entry[0]), self.spoken_for[entry[0].id]),
        )
        air = [entry for entry in strong if self.survey.kind(entry[0]).is_air]
        few = len(self.survey.enemies(target)) + 1
        if not air and few >= len(ground):
            return [strong]
        rest = [entry for entry in strong if entry in ground[few:]]
        return [strong, [*ground[:few], *air, *rest]]

    def _in_order(self, target: TerritoryName, free: Free) -> list[Entry]:
        """Free units that can go there, in the order in which they are added to a force.

        At each step the one that adds most to strength for its price, and that others need least.
        """
        pools: list[list[Entry]] = []
        room = dict(free.room)
        for way in self.ways[target]:
            units = [
                unit
                for unit in way.units
                if unit.id in free.units and (not way.ship or free.may_ride(self.survey, unit, way))
            ]
            if units:
                pools.append([(unit, way) for unit in units])
        order: list[Entry] = []
        used: set[int] = set()
        power = hits = 0.0
        while True:
            best: tuple[float, list[Entry]] | None = None
            for pool in pools:
                while pool and (pool[0][0].id in used or not self._fits(pool[0], room)):
                    pool.pop(0)
                if not pool:
                    continue
                score = self._appeal(pool[0], power, hits)
                if best is None or score > best[0]:
                    best = (score, pool)
            if best is None:
                return order
            unit, way = best[1].pop(0)
            if way.ship and unit.carried_by is None:
                room[way.ship] -= self.survey.kind(unit).carriage.transport_cost
            kind = self.survey.kind(unit)
            power, hits = power + kind.attack, hits + kind.hit_points
            used.add(unit.id)
            order.append((unit, way))

    def _fits(self, entry: Entry, room: dict[int, int]) -> bool:
        unit, way = entry
        if not way.ship or unit.carried_by == way.ship:
            return True
        return self.survey.kind(unit).carriage.transport_cost <= room[way.ship]

    def _appeal(self, entry: Entry, power: float, hits: float) -> float:
        unit, way = entry
        kind = self.survey.kind(unit)
        more = (power + kind.attack) * (hits + kind.hit_points) - power * hits
        price = max(1.0, self.worth.unit(unit))
        burden = price if not kind.is_air else _HOME_AGAIN * price + (0.0 if hits else _NO_FODDER)
        burden *= 1.0 + _WANTED * self.spoken_for[unit.id]
        if way.ship:
            burden *= _BY_SHIP
        return more / burden
