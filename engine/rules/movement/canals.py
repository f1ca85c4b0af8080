"""Canals: borders between areas, open to a nation whose side holds the land beside them.

Rule: rule book, The map (B19 to B22), settled in G13.  Every land area of the canal must belong to
the mover or an ally, or to another nation that opens canals to the mover, and must not have been
conquered in this turn.  Aircraft are not affected, nor are the types of unit that a canal lets pass
freely.  Between land and sea a canal stops troops that go aboard; who goes ashore needs none.
Where a border has several canals one open canal is enough, unless an option wants all.
Classic: D17.
Options: every_canal_needed.
"""

from engine.core.ids import TerritoryName
from engine.gamedef import Canal, UnitType
from engine.rules.movement.mover import Mover


def closed_canal(
    mover: Mover, kind: UnitType, one: TerritoryName, other: TerritoryName
) -> Canal | None:
    """The canal that keeps a kind of unit from crossing a border; None when the way is open."""
    canals = mover.state.definition.board.canals_between(one, other)
    if not canals:
        return None
    closed = [canal for canal in canals if not _lets_pass(mover, kind, canal)]
    if not closed or (len(closed) < len(canals) and not mover.options.every_canal_needed):
        return None
    return closed[0]


def why_closed(mover: Mover, canal: Canal) -> tuple[str, TerritoryName]:
    """Why a closed canal is closed, as a clause, and the area that it is about."""
    one, other = canal.zones
    place = f"{canal.name} between {one} and {other} is closed"
    if canal.closed_in_combat and mover.combat:
        return f"{place} in the combat move", one
    land = next(land for land in canal.lands if not _is_held(mover, land))
    since = "must have been in friendly hands since the beginning of the turn"
    return f"{place}: {land} {since}", land


def _lets_pass(mover: Mover, kind: UnitType, canal: Canal) -> bool:
    if kind.name in canal.free_types:
        return True
    if canal.closed_in_combat and mover.combat:
        return False
    return all(_is_held(mover, land) for land in canal.lands)


def _is_held(mover: Mover, land: TerritoryName) -> bool:
    return mover.owner(land) in mover.canal_friends and land not in mover.state.turn.conquered
