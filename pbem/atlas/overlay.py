"""What lies on a map at one moment, as frozen data: owners, units, moves, battles.

It knows names only, neither places nor colours in points, so that one base (the areas, drawn once)
serves every position of a game.  `pbem.report.map_picture` fills it from a position.
"""

from typing import Literal, TypeAlias

from engine.values import dataclass
from pbem.atlas.colours import NationLook

AreaKind: TypeAlias = Literal["sea", "land", "neutral", "impassable"]
Mark: TypeAlias = Literal["capital", "city", "convoy"]


@dataclass(frozen=True, slots=True)
class MapPile:
    """Units of a type: the name of their sign, their number, and a note.

    note: ``-3`` of a factory's damage, ``!`` of a damaged ship, ``·3`` of the strength of blocks.
    """

    symbol: str
    count: int
    note: str
    type: str


@dataclass(frozen=True, slots=True)
class MapForce:
    """Units of one nation in an area; nation "" for units of nobody.

    count: those of them that can fight; piles: all of them, () for blocks that lie face down.
    """

    nation: str
    count: int
    piles: tuple[MapPile, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """One area.

    owner: "" for open sea and neutral land; value: its production.
    words: facts and units as one line each, for tooltips, screen readers and the search.
    is_battle: there was a battle this turn; is_taken: it changed hands this turn.
    """

    name: str
    kind: AreaKind
    owner: str
    value: int
    marks: tuple[Mark, ...]
    forces: tuple[MapForce, ...]
    words: tuple[str, ...]
    neighbours: tuple[str, ...]
    is_battle: bool = False
    is_taken: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move of the turn over areas; is_late: after the battles."""

    way: tuple[str, ...]
    is_late: bool
    words: str


@dataclass(frozen=True, slots=True)
class CanalMark:
    """A canal between two areas; is_open: whether the nation to move may pass."""

    name: str
    zones: tuple[str, str]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Overlay:
    """Everything on the map; areas in the order of the base: seas first.

    looks: the nations in turn order; front: the areas to look at first, () for all.
    """

    areas: tuple[Content, ...]
    arrows: tuple[Arrow, ...]
    canals: tuple[CanalMark, ...]
    looks: tuple[NationLook, ...]
    front: tuple[str, ...] = ()
    is_of_blocks: bool = False

    @property
    def look_of(self) -> dict[str, NationLook]:
        """How each nation is shown."""
        return {look.name: look for look in self.looks}
