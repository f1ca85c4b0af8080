"""Which units an order means.

A player writes "2 infantry"; where infantry units differ, the engine chooses, always in the same
way, because the log of a game holds the words and not the choice:

1. Only units of the type and owner that are in the first territory of the path.
2. Units for which the move is possible come before the others.
3. Where cargo is named together with its ships: ships with the least cargo that is not named, then
   with the most that is named.  Then the cargo of the chosen ships comes before that of others.
4. Cargo that goes ashore: ship by ship, ships that have put units ashore in this turn first, then
   the lowest identity of the ship.
5. Those with the most movement left, then the least damaged, then the lowest identity.

Units that the player names by identity are taken exactly as named.

Rule: none in the rule book; B157 and B178 leave it to the program.
"""

from engine.core.ids import NationName, TerritoryName, UnitId, UnitTypeName
from engine.core.memo import kept_with
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.orders.move import Move
from engine.rules.movement.mover import Mover
from engine.rules.movement.passage import UNLOAD, check_unit, manner_of

Path = tuple[TerritoryName, ...]


def chosen(mover: Mover, move: Move) -> tuple[Unit, ...]:
    """The units that a move means, in order of identity; fewer when there are not enough.

    The path of the move must be one of the board, with at least two territories that touch.
    """
    key = (chosen, mover.nation, move)
    return kept_with(mover.state, key, lambda: _chosen(mover, move))


def _chosen(mover: Mover, move: Move) -> tuple[Unit, ...]:
    named = {(pick.type, pick.owner or mover.nation) for pick in move.picks}
    taken: dict[UnitId, Unit] = {}
    ships_first = sorted(move.picks, key=lambda pick: not _is_ship(mover, pick))
    for pick in ships_first:
        for unit in _of_pick(mover, move, pick, named, taken):
            taken[unit.id] = unit
    return tuple(taken[key] for key in sorted(taken))


def candidates(mover: Mover, pick: Pick, start: TerritoryName) -> tuple[Unit, ...]:
    """All units that fit a pick, chosen or not, in order of identity."""
    owner = pick.owner or mover.nation
    wanted = set(pick.units)
    return tuple(
        unit
        for unit in mover.state.units_in(start)
        if unit.type == pick.type and unit.owner == owner and (not wanted or unit.id in wanted)
    )


def _of_pick(
    mover: Mover,
    move: Move,
    pick: Pick,
    named: set[tuple[UnitTypeName, NationName]],
    taken: dict[UnitId, Unit],
) -> list[Unit]:
    free = [unit for unit in candidates(mover, pick, move.path[0]) if unit.id not in taken]
    if pick.units or len(free) <= pick.count:
        return free[: pick.count]
    is_carrier = _is_ship(mover, pick) and len(named) > 1
    ranks: dict[UnitId, tuple[int, ...]] = {}
    for unit in free:
        able = not check_unit(mover, unit, move.path, raid=move.raid)
        ranks[unit.id] = (
            0 if able else 1,
            *(_cargo_rank(mover, unit, named) if is_carrier else (0, 0)),
            *_aboard_rank(mover, unit, move.path, taken),
            -mover.steps_left(unit),
            unit.hits,
            unit.id,
        )
    return sorted(free, key=lambda unit: ranks[unit.id])[: pick.count]


def _cargo_rank(
    mover: Mover, ship: Unit, named: set[tuple[UnitTypeName, NationName]]
) -> tuple[int, int]:
    cargo = mover.state.cargo_of(ship.id)
    wanted = sum((unit.type, unit.owner) in named for unit in cargo)
    return (len(cargo) - wanted, -wanted)


def _aboard_rank(
    mover: Mover, unit: Unit, path: Path, taken: dict[UnitId, Unit]
) -> tuple[int, int, int]:
    if unit.carried_by is None:
        return (0, 0, 0)
    if unit.carried_by in taken:
        return (0, 0, unit.carried_by)
    if manner_of(mover, unit, path) != UNLOAD:
        return (1, 0, unit.carried_by)
    ship = mover.state.units[unit.carried_by]
    return (0, 0 if ship.unloaded_to else 1, ship.id)


def _is_ship(mover: Mover, pick: Pick) -> bool:
    kind = mover.kinds.get(pick.type)
    return kind is not None and kind.is_sea
