"""What land and units are worth to a planning player, in PUs."""

from typing import Final

from engine import NEUTRAL, PUS, NationName, State, TerritoryName, Unit
from engine.values import dataclass, field

_KEPT_TURNS: Final = 5.0
"""Turns for which land that is taken and held is counted; less what a long game would pay, since
the fight for it goes on."""
_CITY: Final = 5.0
_CAPITAL: Final = 20.0
_LOST_TURNS: Final = 2.0
"""Turns of all income of a nation that its capital is worth besides: until it is taken back."""
_CAPITAL_WATCH: Final = 3
_BASE: Final = 0.6
"""What any land is worth besides its income: a step forward, and one that the enemy lacks."""


@dataclass(frozen=True)
class Appraisal:
    """Values in a position; every unit type has one, also one that nobody can buy."""

    state: State
    _units: dict[str, float] = field(default_factory=dict)
    _lands: dict[TerritoryName, float] = field(default_factory=dict)

    def unit(self, unit: Unit) -> float:
        """The price of a unit; of a type without a price, what its strength would cost."""
        known = self._units.get(unit.type)
        if known is None:
            kind = self.state.definition.unit_types[unit.type]
            price = self.state.definition.economy.prices.get(unit.type)
            strength = 1.5 * (kind.attack + kind.defence) * kind.hit_points
            known = self._units[unit.type] = float(strength if price is None else price)
        return known

    def units(self, units: tuple[Unit, ...] | list[Unit]) -> float:
        """The prices of several units."""
        return sum(self.unit(unit) for unit in units)

    def land(self, place: TerritoryName) -> float:
        """What it is worth to take land for good, or to lose it; 0 at sea."""
        known = self._lands.get(place)
        if known is None:
            known = self._lands[place] = self._land(place)
        return known

    def income(self, place: TerritoryName) -> int:
        """What the land pays in a turn."""
        return self.state.definition.board.territories[place].production

    def is_vital(self, place: TerritoryName) -> bool:
        """Whether it is a capital, a victory city, or units are built there."""
        facts = self.state.definition.board.territories[place]
        types = self.state.definition.unit_types
        return bool(facts.capital_of or facts.victory_cities) or any(
            types[unit.type].production.is_producer for unit in self.state.units_in(place)
        )

    def watch(self, place: TerritoryName) -> int:
        """Units that stay there although nothing seems to threaten it.

        Ships that are in the enemy's way now may sail, and a transport lands two.
        """
        if not self.is_vital(place):
            return 0
        facts = self.state.definition.board.territories[place]
        return _CAPITAL_WATCH if facts.capital_of else 1

    def _whole_income(self, nation: NationName) -> int:
        """What all land of a nation pays in a turn."""
        owned = (place for place, owner in self.state.owners.items() if owner == nation)
        return sum(self.income(place) for place in owned)

    def _land(self, place: TerritoryName) -> float:
        state = self.state
        if state.definition.board.is_sea[place]:
            return 0.0
        facts = state.definition.board.territories[place]
        worth = _BASE + _KEPT_TURNS * facts.production + _CITY * facts.victory_cities
        if self.is_vital(place):
            worth += 2.0 * facts.production
        holder = state.owners.get(place, NEUTRAL)
        if facts.capital_of:
            worth += _CAPITAL
            if holder == facts.capital_of:
                # Whoever loses it gives the treasury away and builds nothing any more.
                worth += _CAPITAL + state.amount(holder, PUS)
                worth += _LOST_TURNS * self._whole_income(holder)
        return worth
