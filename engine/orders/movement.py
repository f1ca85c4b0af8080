"""Movement: `move 3 infantry, 2 armour: Karelija > Finland`."""

from dataclasses import dataclass

from engine.core.ids import TerritoryName, UnitId
from engine.orders.common import Pick


@dataclass(frozen=True, slots=True)
class Move:
    """Move units along a path; from land into a sea zone it loads, the other way it unloads.

    picks: what moves.
    path: every territory from start to end, at least two.
    raid: the bombers go to bomb the factory instead of fighting (B69).
    aboard: pairs (unit, transport) where the player says who goes on which ship; () leaves the
      choice to the engine.
    """

    picks: tuple[Pick, ...]
    path: tuple[TerritoryName, ...]
    raid: bool = False
    aboard: tuple[tuple[UnitId, UnitId], ...] = ()


@dataclass(frozen=True, slots=True)
class Recall:
    """Call home all units that a won theatre sets free (linked game: L46)."""
