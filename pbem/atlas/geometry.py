"""Where every area of a board lies in a picture: outlines, anchors, insets and bridges.

Plain data in points, whatever it came from: real coast lines, a TripleA map folder, or the graph
of the board alone.  Anybody who draws needs nothing else to know where things are.
"""

from typing import TypeAlias

from engine.values import dataclass

Point: TypeAlias = tuple[float, float]
"""To the right and down, in points."""

Ring: TypeAlias = tuple[Point, ...]
"""A closed outline; the last corner leads back to the first, which is not repeated."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, in points."""


@dataclass(frozen=True, slots=True)
class AreaShape:
    """One area.

    rings: its outlines; several parts for islands and insets.  They are filled by the even-odd
      rule, so a lake is a ring too.
    anchor: where its units stand: inside the area and far from its border.
    label: the centre of its name, before names are moved apart.
    spots: further places for units that the author of the map gave, else ().
    """

    name: str
    is_sea: bool
    rings: tuple[Ring, ...]
    anchor: Point
    label: Point
    spots: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Inset:
    """A box of the picture that shows another part of it (source) enlarged, under a title."""

    box: Box
    title: str
    source: Box


@dataclass(frozen=True, slots=True)
class Bridge:
    """A line between two areas that touch on the board and not in the picture."""

    one: str
    other: str
    line: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Wall:
    """A border in the picture between two areas that do not touch on the board."""

    one: str
    other: str
    line: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class MapGeometry:
    """A whole board.

    width, height: of the picture.
    wrap_x: how far east the picture begins again; 0 where it does not go round.
    areas: seas first, because land may lie on top of them; by name within each kind.
    bridges, walls: where the picture has to say more than its borders do.
    scenery: outlines of land that belongs to no area, filled by the even-odd rule.
    colours: (nation, "#rrggbb") as the author of the map chose them, else ().
    credit: whose coast lines these are; "" when nobody has to be named.
    is_guessed: nobody said where the areas lie; it was worked out from their borders.
    """

    width: float
    height: float
    wrap_x: float
    areas: tuple[AreaShape, ...]
    insets: tuple[Inset, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    walls: tuple[Wall, ...] = ()
    scenery: tuple[Ring, ...] = ()
    colours: tuple[tuple[str, str], ...] = ()
    credit: str = ""
    is_guessed: bool = False

    @property
    def by_name(self) -> dict[str, AreaShape]:
        """The areas by their names."""
        return {area.name: area for area in self.areas}

    @property
    def shifts(self) -> tuple[float, ...]:
        """How far east things are drawn, in points: a round world also lies on both sides of it."""
        return (0.0, -self.wrap_x, self.wrap_x) if self.wrap_x else (0.0,)
