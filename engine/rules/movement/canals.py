"""Canals on the way of units that move (engine/rules/common/canals.py).

Rule: rule book, The map (B19 to B22).  Between land and sea a canal stops troops that go aboard;
who goes ashore needs none.
"""

from collections.abc import Iterator
from itertools import pairwise

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.gamedef import Canal, UnitType
from engine.rules.common.canals import closed_canal_between, holds_canal
from engine.rules.movement.mover import Mover, refusal


def closed_canal(
    mover: Mover, kind: UnitType, one: TerritoryName, other: TerritoryName
) -> Canal | None:
    """The canal that keeps a kind of unit from crossing a border; None when the way is open."""
    friends = mover.canal_friends
    return closed_canal_between(mover.state, friends, kind, (one, other), combat=mover.combat)


def check_canals(mover: Mover, unit: Unit, path: tuple[TerritoryName, ...]) -> Iterator[Illegal]:
    """Reasons why a unit cannot go along a path through its canals."""
    for one, other in pairwise(path):
        canal = closed_canal(mover, mover.kind(unit), one, other)
        if canal is not None:
            text, land = why_closed(mover, canal)
            yield refusal("canal-closed", unit, text, "B19", land)


def why_closed(mover: Mover, canal: Canal) -> tuple[str, TerritoryName]:
    """Why a closed canal is closed, as a clause, and the area that it is about."""
    one, other = canal.zones
    place = f"{canal.name} between {one} and {other} is closed"
    if canal.closed_in_combat and mover.combat:
        return f"{place} in the combat move", one
    friends = mover.canal_friends
    land = next(land for land in canal.lands if not holds_canal(mover.state, friends, land))
    since = "must have been in friendly hands since the beginning of the turn"
    return f"{place}: {land} {since}", land
