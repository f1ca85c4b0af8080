"""A map as parts of a page, as frozen data; `page.page_map` makes it, `_map.html` draws it."""

from markupsafe import Markup

from engine.values import dataclass
from pbem.atlas.colours import NationLook
from pbem.atlas.geometry import Box, Point


@dataclass(frozen=True, slots=True)
class PageArea:
    """An area: kind and owner as classes, its outline, and its words, a line each."""

    number: int
    name: str
    classes: str
    path: Markup
    fill: str
    stroke: str
    words: tuple[str, ...]
    near: str


@dataclass(frozen=True, slots=True)
class PageThing:
    """Units or a name: where its area's place is, where it stands at each level, and its drawing.

    places: ``x,y,how`` for each level with a bar between them, "" where it is not shown; how: for
    units ``b`` (brief), ``f`` (full) or ``l`` (brief with a line to its place), for names the
    number of the drawing.
    first: where it stands without a script, "" for nowhere.
    """

    number: int
    x: float
    y: float
    places: Markup
    first: str
    drawings: tuple[Markup, ...]
    is_sea: bool = False


@dataclass(frozen=True, slots=True)
class PageArrow:
    """A move: its line in points, and where its head stands, turned by degrees."""

    line: Markup
    x: float
    y: float
    turn: float
    is_late: bool
    words: str


@dataclass(frozen=True, slots=True)
class PageMap:
    """Everything that the template `_map.html` draws; sizes in points.

    scales: pixels for a point at each level; usual: the number of the level without a script.
    lines: bridges, and walls: borders that nobody crosses, as points; scenery: land that belongs
      to no area, as a path.
    front: left, top, width and height of what a small screen shows first.
    variables: names and values of colours for the light and for the dark look.
    """

    width: float
    height: float
    scales: tuple[float, ...]
    usual: int
    areas: tuple[PageArea, ...]
    chips: tuple[PageThing, ...]
    labels: tuple[PageThing, ...]
    arrows: tuple[PageArrow, ...]
    battles: tuple[Point, ...]
    canals: tuple[tuple[float, float, str, bool], ...]
    lines: tuple[Markup, ...]
    walls: tuple[Markup, ...]
    scenery: Markup
    frames: tuple[tuple[Box, str], ...]
    defs: Markup
    looks: tuple[NationLook, ...]
    variables: tuple[tuple[str, str, str], ...]
    marks: tuple[tuple[Markup, str], ...]
    front: tuple[float, float, float, float]
    credit: str
    is_of_blocks: bool

    @property
    def by_name(self) -> tuple[PageArea, ...]:
        """The areas in alphabetical order."""
        return tuple(sorted(self.areas, key=lambda area: area.name))
