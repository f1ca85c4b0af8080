"""Canals: borders between areas, open to a nation whose side holds the land beside them.

Rule: rule book, The map (B19 to B22), settled in G13.  Every land area of the canal must belong to
the mover or an ally, or to another nation that opens canals to the mover, and must not have been
conquered in this turn.  Aircraft are not affected, unless a canal names them, nor are the types of
unit that a canal lets pass freely.  Where a border has several canals one open canal is enough,
unless an option wants all; where the two sides ask for different ones, one on each side.
Classic: D17.
Options: every_canal_needed.
"""

from collections.abc import Collection

from engine.core.ids import NOWHERE, NationName, TerritoryName
from engine.gamedef import Canal, State, UnitType
from engine.rules.common.relations import owner_of


def closed_canal_between(
    state: State,
    friends: Collection[NationName],
    kind: UnitType,
    border: tuple[TerritoryName, TerritoryName],
    *,
    combat: bool,
) -> Canal | None:
    """The canal that keeps a kind of unit from crossing a border; None when the way is open.

    friends: nations whose land opens canals to the mover; combat: in the combat move.
    """
    canals = state.definition.board.canals_between(*border)
    if not canals:
        return None
    closed = [canal for canal in canals if not _lets_pass(state, friends, kind, canal, combat)]
    if not closed or state.definition.options.every_canal_needed:
        return next(iter(closed), None)
    for zone in border:
        asked = [canal for canal in canals if canal.side in {NOWHERE, zone}]
        if asked and all(canal in closed for canal in asked):
            return asked[0]
    return None


def holds_canal(state: State, friends: Collection[NationName], land: TerritoryName) -> bool:
    """Whether land beside a canal opens it to a nation with these friends."""
    return owner_of(state, land) in friends and land not in state.turn.conquered


def _lets_pass(
    state: State, friends: Collection[NationName], kind: UnitType, canal: Canal, combat: bool
) -> bool:
    if kind.name in canal.free_types or (kind.is_air and kind.name not in canal.bound_aircraft):
        return True
    if canal.closed_in_combat and combat:
        return False
    return all(holds_canal(state, friends, land) for land in canal.lands)
