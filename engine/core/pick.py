"""A choice of units, as orders and changes by hand name them."""

from engine.core.ids import NOBODY, NationName, UnitId, UnitTypeName
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Pick:
    """Some units of one type.

    count: how many, at least 1.
    type: which type.
    owner: whose, "" for the nation that gives the order (allied cargo is named).
    units: exactly these, when units of the type differ and the player cares; () leaves the choice
      to
      the engine.  When given, there are `count` of them.
    """

    count: int
    type: UnitTypeName
    owner: NationName = NOBODY
    units: tuple[UnitId, ...] = ()
