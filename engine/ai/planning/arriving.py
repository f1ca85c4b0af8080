"""Land units that were bought and will be placed when the battles are over.

They hold what would fall without them; the rest stands where the war is nearest.
"""

from collections.abc import Callable, Iterable, Mapping

from engine import NOWHERE, NationName, TerritoryName, Unit, UnitTypeName, placement_room
from engine.ai.survey import Survey
from engine.values import dataclass


@dataclass(frozen=True)
class Arrivals:
    """What has not been promised to a place yet; room: units that each place can still build."""

    waiting: list[Unit]
    room: dict[TerritoryName, int]

    def enough(
        self, place: TerritoryName, is_safe: Callable[[list[Unit]], bool]
    ) -> tuple[Unit, ...]:
        """The fewest that make a place safe, promised to it; as many as fit if all are not enough.

        is_safe: whether the place is, when these come to it.
        """
        fitting = self.fitting(place)
        count = 0
        while count < len(fitting) and not is_safe(fitting[:count]):
            count += 1
        return self._promise(place, count)

    def fitting(self, place: TerritoryName) -> list[Unit]:
        """As many of those that wait as a place can build."""
        return self.waiting[: self.room.get(place, 0)]

    def rest(self, march: Mapping[TerritoryName, float]) -> dict[TerritoryName, tuple[Unit, ...]]:
        """Everything else, promised to the places that are nearest to the enemy."""
        sites = sorted(self.room, key=lambda place: (march.get(place, 99.0), place))
        return {place: self._promise(place, self.room[place]) for place in sites}

    def _promise(self, place: TerritoryName, count: int) -> tuple[Unit, ...]:
        promised = tuple(self.waiting[:count])
        del self.waiting[:count]
        self.room[place] = self.room.get(place, 0) - len(promised)
        return promised


def arrivals_of(survey: Survey) -> Arrivals:
    """What the nation on turn has bought, and not placed yet."""
    state = survey.state
    types = state.definition.unit_types
    bought = {UnitTypeName(name): count for name, count in state.purchase.items() if name in types}
    bought |= state.unplaced.get(state.nation, {})
    names = (
        name
        for name, count in sorted(bought.items())
        if name in types and types[name].is_land and not types[name].is_infrastructure
        for _ in range(count)
    )
    return Arrivals(new_units(state.nation, names), dict(placement_room(state, state.nation)))


def new_units(nation: NationName, names: Iterable[UnitTypeName]) -> list[Unit]:
    """Units of these types that are nowhere yet; no unit of a game has an id below 0."""
    return [Unit(-1 - number, name, nation, NOWHERE) for number, name in enumerate(names)]
