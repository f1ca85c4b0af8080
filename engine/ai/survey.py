"""What a computer player sees of the board; it reads the position as any player could."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from engine import (
    NEUTRAL,
    NOBODY,
    NationName,
    Pick,
    State,
    TerritoryName,
    Unit,
    UnitType,
    UnitTypeName,
    is_enemy,
    steps_left,
)
from engine.values import dataclass


@dataclass(frozen=True)
class Survey:
    """A position through the eyes of the nation on turn, `nation`."""

    state: State

    @cached_property
    def nation(self) -> NationName:
        """Who is on turn."""
        return self.state.nation

    # Looked up for every step of every path.

    @cached_property
    def _own(self) -> dict[TerritoryName, tuple[Unit, ...]]:
        return {}

    @cached_property
    def _enemies(self) -> dict[TerritoryName, tuple[Unit, ...]]:
        return {}

    def kind(self, unit: Unit) -> UnitType:
        """What kind of unit it is."""
        return self.state.definition.unit_types[unit.type]

    def is_sea(self, place: TerritoryName) -> bool:
        """Whether it is a sea zone."""
        return self.state.definition.board.is_sea[place]

    def is_closed(self, place: TerritoryName) -> bool:
        """Whether nobody may ever enter."""
        return self.state.definition.board.territories[place].is_impassable

    def owner(self, place: TerritoryName) -> NationName:
        """The owner of land; "" at sea."""
        return NOBODY if self.is_sea(place) else self.state.owners.get(place, NEUTRAL)

    def neighbours(self, place: TerritoryName) -> tuple[TerritoryName, ...]:
        """What touches it."""
        return self.state.definition.board.neighbours(place)

    def is_friendly(self, place: TerritoryName) -> bool:
        """Whether it is land of the own side."""
        owner = self.owner(place)
        return owner != NOBODY and self.state.definition.politics.is_allied(self.nation, owner)

    def is_hostile(self, place: TerritoryName) -> bool:
        """Whether it is land of an enemy nation (not neutral land)."""
        owner = self.owner(place)
        return owner not in {NOBODY, NEUTRAL} and is_enemy(self.state, self.nation, owner)

    def value(self, place: TerritoryName) -> int:
        """What the land yields in a turn."""
        return self.state.definition.board.territories[place].production

    def own(self, place: TerritoryName) -> tuple[Unit, ...]:
        """Own units there, cargo included."""
        if place not in self._own:
            there = self.state.units_in(place)
            self._own[place] = tuple(unit for unit in there if unit.owner == self.nation)
        return self._own[place]

    def own_units(self) -> Iterator[Unit]:
        """All own units."""
        return self.state.units_of(self.nation)

    def enemies(self, place: TerritoryName) -> tuple[Unit, ...]:
        """Enemy units there that would fight: no cargo, guns, factories or submerged submarines."""
        if place not in self._enemies:
            self._enemies[place] = tuple(
                unit
                for unit in self.state.units_in(place)
                if is_enemy(self.state, self.nation, unit.owner)
                and not self.kind(unit).is_infrastructure
                and unit.carried_by is None
                and not unit.submerged
            )
        return self._enemies[place]

    def steps_left(self, unit: Unit) -> int:
        """Steps that the unit may still go in this turn."""
        return steps_left(self.state, unit)

    def room_aboard(self, ship: Unit) -> int:
        """What troops may cost that a ship can still take aboard."""
        aboard = self.state.cargo_of(ship.id)
        room = self.kind(ship).carriage.transport_capacity
        return room - sum(self.kind(unit).carriage.transport_cost for unit in aboard)

    def is_free_transport(self, unit: Unit) -> bool:
        """Whether it is a ship that can still carry troops to a coast in this turn."""
        kind = self.kind(unit)
        is_transport = kind.is_sea and kind.carriage.transport_capacity > 0
        return is_transport and not unit.in_combat and not unit.unloaded_to


def picks_of(units: Iterable[Unit], nation: NationName) -> tuple[Pick, ...]:
    """The units as choices by type, in order of first appearance."""
    counts: dict[tuple[UnitTypeName, NationName], int] = {}
    for unit in units:
        key = (unit.type, NOBODY if unit.owner == nation else unit.owner)
        counts[key] = counts.get(key, 0) + 1
    return tuple(Pick(count, kind, owner) for (kind, owner), count in counts.items())
