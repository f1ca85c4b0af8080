"""Placement: `place 4 infantry: Moscow`."""

from dataclasses import dataclass

from engine.core.ids import TerritoryName
from engine.orders.common import Pick


@dataclass(frozen=True, slots=True)
class Place:
    """Put bought units on the board.

    picks: what, by type and count.
    territory: where.
    producer: the factory that builds ships, where several could; "" leaves it to the engine
      (B227).
    """

    picks: tuple[Pick, ...]
    territory: TerritoryName
    producer: TerritoryName = ""
