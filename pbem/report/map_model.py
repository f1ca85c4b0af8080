"""The picture of the board as frozen data that knows neither the engine nor any format.

`map_picture.picture_of` fills it; the template `_map.html` draws it.
"""

from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class MapBadge:
    """How many units of one nation are in an area; colour as in MapArea."""

    letter: str
    colour: int
    count: int


@dataclass(frozen=True, slots=True)
class MapArea:
    """One area.

    number: its place in the list, which other areas use to name it; neighbours: their numbers.
    kind: ``"sea"``, ``"land"``, ``"neutral"`` or ``"impassable"``.
    colour: number of its owner's colour, -1 without owner; letter: short for its owner.
    path: its outline in SVG's language; x, y: its place in points.
    signs: capital, victory city and factory as one character each.
    words: all of it in one sentence for the tooltip, for screen readers and for the search.
    is_battle: there was a battle this turn; is_taken: it changed hands this turn.
    """

    number: int
    name: str
    kind: str
    colour: int
    letter: str
    path: str
    x: int
    y: int
    production: int
    signs: str
    badges: tuple[MapBadge, ...]
    words: str
    neighbours: tuple[int, ...]
    is_battle: bool
    is_taken: bool


@dataclass(frozen=True, slots=True)
class MapArrow:
    """A move of the turn from place to place, in points; is_late: after the battles."""

    x: int
    y: int
    to_x: int
    to_y: int
    is_late: bool
    words: str


@dataclass(frozen=True, slots=True)
class MapPicture:
    """The whole picture; width and height in points, scale: how large a label is, in points.

    areas: seas first, because land lies on top; nations: (colour, letter, name) in turn order.
    signs: (sign, what it means) of the signs that this game has.
    """

    width: int
    height: int
    scale: int
    areas: tuple[MapArea, ...]
    arrows: tuple[MapArrow, ...]
    nations: tuple[tuple[int, str, str], ...]
    signs: tuple[tuple[str, str], ...]

    @property
    def by_name(self) -> tuple[MapArea, ...]:
        """The areas in alphabetical order."""
        return tuple(sorted(self.areas, key=lambda area: area.name))
