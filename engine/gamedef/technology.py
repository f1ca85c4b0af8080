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
from engine.gamedef.schema import Bonus, Key, Positive
from engine.marks import SORTED, Bounds, Doc, Items
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Airborne:
    """Troops that fly into battles from bases."""

    types: Annotated[
        tuple[UnitTypeName, ...], Items(MAX_UNIT_TYPES, least=1), Doc("units that fly")
    ]
    distance: Annotated[int, Bounds(1, 100), Doc("areas that they fly at most")]
    capacity: Annotated[
        tuple[tuple[UnitTypeName, Positive], ...],
        SORTED,
        Items(MAX_UNIT_TYPES),
        Doc("how many fly from each base in a turn, by its type: pairs (type, units)"),
    ]
    shot_at_by: Annotated[
        tuple[tuple[UnitTypeName, str], ...],
        SORTED,
        Items(MAX_UNIT_TYPES),
        Doc("AA fire that meets them in battle: pairs (unit type, kind of AA fire)"),
    ] = ()


@dataclass(frozen=True, slots=True)
class Advance:
    """What one technology does for the nation that has it."""

    name: Annotated[TechnologyName, Doc("what it is called")]
    rocket_range: Annotated[
        int, Bounds(0, 100), Doc("how many areas its rockets fly, 0 when it gives none")
    ] = 0
    rockets_at_target: Annotated[
        int,
        Doc(
            "how many rockets hit one area in a turn at most, and how many dice one of them "
            "has at most; 0 for any number"
        ),
    ] = 1
    rocket_dice: Annotated[
        tuple[tuple[UnitTypeName, Positive], ...],
        SORTED,
        Doc(
            "dice of a rocket for each launcher of a type in its area: pairs (type, dice); "
            "one for every launcher if none is named"
        ),
    ] = ()
    more_built: Annotated[Bonus, Doc("units that every producer builds more in a turn")] = 0
    more_built_by: Annotated[
        tuple[tuple[UnitTypeName, Bonus], ...],
        SORTED,
        Items(MAX_UNIT_TYPES),
        Doc("units that producers of some types build more: pairs (type, units)"),
    ] = ()
    worth_more: Annotated[int, Doc("least production of an area for that")] = 0
    repair_discount: Annotated[
        int, Bounds(0, 100), Doc("percent of the price of repairs that it saves")
    ] = 0
    bond_dice: Annotated[
        int, Bounds(0, 100), Doc("dice whose sum it pays at the end of a turn")
    ] = 0
    bond_faces: Annotated[
        int, Bounds(0, 1000), Doc("faces of each of them, 0 for those of the game")
    ] = 0
    lowers_prices: Annotated[bool, Doc("units cost their `reduced_price`")] = False
    has_shipyards: Annotated[bool, Doc("ships cost their `shipyard_price`")] = False
    flies_infantry: Annotated[bool, Doc("air transports drop paratroopers")] = False
    drives_infantry: Annotated[bool, Doc("land transports take infantry along")] = False
    airborne: Annotated[Airborne | None, Doc("troops that fly from bases")] = None


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
    """What can be researched, and what it does (B104)."""

    names: Annotated[
        tuple[TechnologyName, ...], Key("technologies"), Doc("what can be researched")
    ] = ()
    categories: Annotated[
        tuple[TechnologyCategory, ...],
        Key("technology_categories"),
        Items(MAX_TECHNOLOGIES, unique=("name",)),
        Doc("charts of these, where research aims at one"),
    ] = ()
    advances: Annotated[
        tuple[Advance, ...],
        Items(MAX_TECHNOLOGIES, unique=("name",)),
        Doc("those that do something else than the rule book says, or that it does not know"),
    ] = ()
    nation_charts: Annotated[
        tuple[NationChart, ...],
        Items(MAX_NATIONS * 10, unique=("nation", "chart")),
        Doc("where the chart of a nation has other places or another order than that of all"),
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
