"""What can be researched (B104), and what each advance does for its nation.

What an advance gives to units of a type stands with the type (TechAbility); all else is here, and
a rule asks the advances of a nation for it, never for the name of one.  Advances that a game does
not describe itself do what the rule book says (USUAL).

Rule: rule book, Technology (B114 to B118, B122, B126 to B131).
"""

from collections.abc import Mapping
from typing import Annotated, Final

from engine.core.ids import NationName, UnitTypeName
from engine.gamedef.bounds import MAX_NATIONS, MAX_TECHNOLOGIES, MAX_UNIT_TYPES
from engine.gamedef.names import TechnologyName
from engine.gamedef.schema import SORTED, Bonus, Bounds, Items, Key, Positive
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Airborne:
    """Troops that fly into battles from bases.

    types: units that fly; distance: areas that they fly at most.
    capacity: how many fly from each base in a turn, by its type: pairs (type, units).
    shot_at_by: AA fire that meets them in battle: pairs (unit type, kind of AA fire).
    """

    types: Annotated[tuple[UnitTypeName, ...], Items(MAX_UNIT_TYPES, least=1)]
    distance: Annotated[int, Bounds(1, 100)]
    capacity: Annotated[tuple[tuple[UnitTypeName, Positive], ...], SORTED, Items(MAX_UNIT_TYPES)]
    shot_at_by: Annotated[tuple[tuple[UnitTypeName, str], ...], SORTED, Items(MAX_UNIT_TYPES)] = ()


@dataclass(frozen=True, slots=True)
class Advance:
    """What one technology does for the nation that has it.

    rocket_range: its rockets fly so many areas; 0 when it gives none.  rockets_at_target: so many
      hit one area in a turn at most, and so many dice one of them has at most; 0 for any number.
      rocket_dice: dice of a rocket for each launcher of a type in its area, pairs (type, dice);
      () for one of every launcher.
    more_built: units that every producer builds more in a turn; more_built_by: those of some types,
      pairs (type, units); worth_more: least production of an area for it.
    repair_discount: percent of the price of repairs that it saves.
    bond_dice: dice whose sum it pays at the end of a turn; bond_faces: of each of them, 0 for those
      of the game.
    lowers_prices: units cost their `reduced_price`; has_shipyards: ships cost their
      `shipyard_price`.
    flies_infantry: air transports drop paratroopers; drives_infantry: land transports take infantry
      along.
    airborne: troops that fly from bases, None for none.
    """

    name: TechnologyName
    rocket_range: Annotated[int, Bounds(0, 100)] = 0
    rockets_at_target: int = 1
    rocket_dice: Annotated[tuple[tuple[UnitTypeName, Positive], ...], SORTED] = ()
    more_built: Bonus = 0
    more_built_by: Annotated[
        tuple[tuple[UnitTypeName, Bonus], ...], SORTED, Items(MAX_UNIT_TYPES)
    ] = ()
    worth_more: int = 0
    repair_discount: Annotated[int, Bounds(0, 100)] = 0
    bond_dice: Annotated[int, Bounds(0, 100)] = 0
    bond_faces: Annotated[int, Bounds(0, 1000)] = 0
    lowers_prices: bool = False
    has_shipyards: bool = False
    flies_infantry: bool = False
    drives_infantry: bool = False
    airborne: Airborne | None = None


INDUSTRIAL_TECHNOLOGY: Final = "industrial_technology"

USUAL: Final[Mapping[str, Advance]] = {
    advance.name: advance
    for advance in (
        Advance("rockets", rocket_range=3),
        Advance(INDUSTRIAL_TECHNOLOGY, lowers_prices=True),
        Advance("paratroopers", flies_infantry=True),
        Advance("increased_factory_production", more_built=2, worth_more=3, repair_discount=50),
        Advance("war_bonds", bond_dice=1),
        Advance("mechanized_infantry", drives_infantry=True),
        Advance("improved_shipyards", has_shipyards=True),
    )
}
"""What advances do by the rule book, where a game says nothing else of them."""


@dataclass(frozen=True, slots=True)
class TechnologyCategory:
    """A chart of technologies; research on it finds one of them at random (B104)."""

    name: str
    technologies: Annotated[tuple[TechnologyName, ...], Items(MAX_TECHNOLOGIES, least=1)]


@dataclass(frozen=True, slots=True)
class ChartFace:
    """A place on a chart of research; a technology with several places is found more easily."""

    technology: TechnologyName


@dataclass(frozen=True, slots=True)
class NationChart:
    """A chart of which one nation has another version than all others: its places in order."""

    nation: NationName
    chart: str
    faces: Annotated[tuple[ChartFace, ...], Items(MAX_TECHNOLOGIES)]


@dataclass(frozen=True, slots=True)
class Technology:
    """names: what can be researched; categories: charts of them, where research aims at one.

    nation_charts: where the chart of a nation has other places or another order than that of all.

    advances: those that do something else than the rule book says, or that it does not know.
    """

    names: Annotated[tuple[TechnologyName, ...], Key("technologies")] = ()
    categories: Annotated[
        tuple[TechnologyCategory, ...],
        Key("technology_categories"),
        Items(MAX_TECHNOLOGIES, unique=("name",)),
    ] = ()
    advances: Annotated[tuple[Advance, ...], Items(MAX_TECHNOLOGIES, unique=("name",))] = ()
    nation_charts: Annotated[
        tuple[NationChart, ...], Items(MAX_NATIONS * 10, unique=("nation", "chart"))
    ] = ()

    def chart(self, nation: NationName, name: str) -> tuple[TechnologyName, ...]:
        """The places of a chart for a nation, in order; () for a chart that is not there."""
        for own in self.nation_charts:
            if (own.nation, own.chart) == (nation, name):
                return tuple(face.technology for face in own.faces)
        for chart in self.categories:
            if chart.name == name:
                return chart.technologies
        return ()

    def advance(self, name: str) -> Advance:
        """What a technology does for its nation: by this game, else by the rule book."""
        for own in self.advances:
            if own.name == name:
                return own
        return USUAL.get(name) or Advance(name)
