"""The board of a scenario: the graph of its areas, what it says about each, and its canals."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

from engine.core.board import Board
from engine.core.ids import NOWHERE, NationName, TerritoryName
from engine.gamedef.areas import Canal, Territory
from engine.marks import Doc
from engine.values import dataclass


@dataclass(frozen=True)
class GameBoard(Board):
    """Areas and borders, and what the scenario says about them (B1, B11 to B36)."""

    territories: Annotated[
        Mapping[TerritoryName, Territory],
        Doc("facts of every area, by name, in the order of `is_sea`"),
    ]
    canals: Annotated[tuple[Canal, ...], Doc("borders that can be closed")] = ()

    @cached_property
    def has_naval_bases(self) -> bool:
        """Whether any area has a naval base."""
        return any(area.naval_base for area in self.territories.values())

    @cached_property
    def has_air_bases(self) -> bool:
        """Whether any area is an air base."""
        return any(area.air_base for area in self.territories.values())

    @cached_property
    def has_costly_terrain(self) -> bool:
        """Whether a step into any area costs some units more or less than one movement point."""
        return any(area.entry_cost for area in self.territories.values())

    @cached_property
    def _canals_by_border(self) -> Mapping[tuple[TerritoryName, TerritoryName], tuple[Canal, ...]]:
        found: dict[tuple[TerritoryName, TerritoryName], tuple[Canal, ...]] = {}
        for canal in self.canals:
            for pair in (canal.zones, canal.zones[::-1]):
                found[pair] = (*found.get(pair, ()), canal)
        return found

    @cached_property
    def _capitals(self) -> Mapping[NationName, tuple[TerritoryName, ...]]:
        found: dict[NationName, tuple[TerritoryName, ...]] = {}
        for area in self.territories.values():
            if area.capital_of:
                found[area.capital_of] = (*found.get(area.capital_of, ()), area.name)
        return found

    def capital_of(self, nation: NationName) -> TerritoryName:
        """The capital of a nation, the first of several; "" when it has none."""
        return next(iter(self.capitals_of(nation)), NOWHERE)

    def capitals_of(self, nation: NationName) -> tuple[TerritoryName, ...]:
        """All capitals of a nation, in the order of the scenario."""
        return self._capitals.get(nation, ())

    def canals_between(self, one: TerritoryName, other: TerritoryName) -> tuple[Canal, ...]:
        """The canals on a border, in the order of the scenario."""
        return self._canals_by_border.get((one, other), ())
