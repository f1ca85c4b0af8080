"""All legal moves, one unit at a time.

For every group of like units in a territory there is one order for each territory to which one of
them may go, along the safest kind of path, and another where it may raid a factory.  Larger orders
are made of these: units that move together are checked together (room aboard, carriers).

Rule: rule book, Combat movement (B142) and Non-combat movement (B210).
"""

from collections import Counter
from collections.abc import Iterator

from engine.core.ids import TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.move import Move
from engine.rules.movement.air import can_raid, has_raid_target
from engine.rules.movement.bases import may_gain
from engine.rules.movement.check import check_group
from engine.rules.movement.landing import Landings
from engine.rules.movement.mover import Mover, mover_of
from engine.rules.movement.route import trees
from engine.rules.movement.theatres import check_decided
from engine.values import replace

Path = tuple[TerritoryName, ...]


def legal_moves(state: State, territory: TerritoryName | None) -> Iterator[Move]:
    """Atomic moves in the phase under way, sorted; given a territory, only those from there."""
    mover = mover_of(state)
    landings = _measured(mover)
    for start in _starts(mover) if territory is None else [territory]:
        yield from _moves_from(mover, start, landings)


def first_moves(state: State) -> Iterator[Move]:
    """One atomic move from each territory that has any, sorted by territory."""
    mover = mover_of(state)
    landings = _measured(mover)
    for start in _starts(mover):
        for group in _grouped_moves(mover, start, landings):
            if (first := next(group, None)) is not None:
                yield first
                break


def _measured(mover: Mover) -> Landings:
    landings = Landings(mover)
    landings.measure_all()
    return landings


def _starts(mover: Mover) -> list[TerritoryName]:
    return sorted({unit.territory for unit in mover.state.units_of(mover.nation)})


def _moves_from(mover: Mover, start: TerritoryName, landings: Landings) -> Iterator[Move]:
    for group in _grouped_moves(mover, start, landings):
        yield from sorted(group, key=lambda move: (move.path[-1], move.raid, move.picks[0].units))


def _grouped_moves(
    mover: Mover, start: TerritoryName, landings: Landings
) -> Iterator[Iterator[Move]]:
    """The moves from a territory, those of each unit type together, as they are found."""
    shut = start in mover.out_of_bounds and not mover.is_strange_land(start)
    if shut or next(check_decided(mover, (start,)), None):
        return
    for name, groups in sorted(_groups(mover, start).items()):
        yield _moves_of_type(mover, name, groups, landings)


def _moves_of_type(
    mover: Mover, name: UnitTypeName, groups: list[Unit], landings: Landings
) -> Iterator[Move]:
    for unit in groups:
        # A bare "1 fighter" means the best of several groups, so the others are named.
        pick = Pick(1, name, units=() if len(groups) == 1 else (unit.id,))
        yield from _moves_of(mover, unit, pick, landings)


def _groups(mover: Mover, start: TerritoryName) -> dict[UnitTypeName, list[Unit]]:
    """By unit type, the first unit of each group of units that can do the same things."""
    found: dict[UnitTypeName, dict[tuple[object, ...], Unit]] = {}
    for unit in mover.state.units_in(start):
        if unit.owner == mover.nation:
            found.setdefault(unit.type, {}).setdefault(_group_key(mover, unit), unit)
    return {name: list(groups.values()) for name, groups in found.items()}


def _group_key(mover: Mover, unit: Unit) -> tuple[object, ...]:
    """Likeness with company: aboard ships that are alike, with cargo that is alike."""
    ship: tuple[object, ...] = ()
    if unit.carried_by is not None:
        ship = mover.state.units[unit.carried_by].likeness
    # Which of several like ships carries it does not matter.
    alone = replace(unit, carried_by=None).likeness
    cargo = Counter(load.likeness for load in mover.state.cargo_of(unit.id))
    return (alone, ship, frozenset(cargo.items()))


def _moves_of(mover: Mover, unit: Unit, pick: Pick, landings: Landings) -> Iterator[Move]:
    kind = mover.kind(unit)
    start = unit.territory
    if kind.is_land:
        for other in mover.state.definition.board.neighbours(start):
            if mover.is_sea[other] != mover.is_sea[start]:
                yield from _if_legal(mover, unit, Move((pick,), (start, other)), landings)
    if unit.carried_by is not None:
        return
    left = mover.steps_left(unit) + may_gain(mover, unit)
    if left == 0 or (mover.combat and not kind.mobility.moves_in_combat):
        return
    ways = list(trees(mover, [unit], start, left))
    goals = {goal: None for tree in ways for goal in tree.before if goal != start}
    for goal in goals:
        paths = dict.fromkeys(path for tree in ways if (path := tree.path_to(goal)) is not None)
        for path in paths:
            if mover.combat and can_raid(mover, unit, goal) and has_raid_target(mover, goal):
                raid = Move((pick,), path, raid=True)
                yield from _if_legal(mover, unit, raid, landings)
            legal = list(_if_legal(mover, unit, Move((pick,), path), landings))
            if legal:
                yield from legal
                break


def _if_legal(mover: Mover, unit: Unit, move: Move, landings: Landings) -> Iterator[Move]:
    if not mover.is_closed(move.path[-1]) and not check_group(mover, (unit,), move, landings):
        yield move
