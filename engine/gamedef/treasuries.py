"""Regional treasuries: money of a nation bound to a part of the board (linked game: L9 to L15)."""

from typing import Annotated, Final

from engine.core.ids import NationName, ResourceName, TerritoryName
from engine.gamedef.bounds import MAX_RESOURCE
from engine.marks import Bounds, Doc
from engine.values import dataclass

_PREFIX: Final = "PUs for "


@dataclass(frozen=True, slots=True)
class RegionalTreasury:
    """One of several treasuries of a nation."""

    nation: Annotated[NationName, Doc("whose money it is")]
    name: Annotated[
        str, Doc("such as `Europe`, different from those of the nation's other treasuries")
    ]
    areas: Annotated[
        tuple[TerritoryName, ...],
        Doc(
            "what they pay the nation goes into this treasury, and units that are placed "
            "there are paid out of it; an area is in one treasury of a nation at most"
        ),
    ]
    start: Annotated[
        int,
        Bounds(0, MAX_RESOURCE),
        Doc("PUs in it when the game begins; they are part of the PUs of the nation"),
    ] = 0
    convoys: Annotated[
        tuple[TerritoryName, ...],
        Doc("those of the areas whose income stays unallocated all the same (L13)"),
    ] = ()

    @property
    def resource(self) -> ResourceName:
        """The name under which a state holds the money of this treasury."""
        return ResourceName(_PREFIX + self.name)
