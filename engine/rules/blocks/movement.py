"""Moves of blocks: all reasons against one, what it does, and all that are legal.

Rule: Triumph & Tragedy 2nd edition, General Movement, Strategic Movement (T2, T13 to T50, T54 to
T58).  A unit moves once in a phase (T191).  A move is strategic when it is longer than the speed of
one of its units.
"""

from collections.abc import Iterator

from engine.core.blocks import BlockMove
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.blocks import BlocksMoved
from engine.core.ids import TerritoryName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import AIR
from engine.orders.move import Move
from engine.rules.blocks.alignment import entry_of, resolve_alarm
from engine.rules.blocks.areas import (
    ENEMY,
    block_of,
    country_of,
    enemies_in,
    is_out_of_season,
    is_sea,
    is_undisputed,
    position_of,
    status_of,
)
from engine.rules.blocks.bombing import can_bomb
from engine.rules.blocks.command import is_restrained, moves_left, turn_words
from engine.rules.blocks.disengage import check_disengaging, check_exit, is_disengaging
from engine.rules.blocks.economy import is_at_peace
from engine.rules.blocks.hostile import check_border, check_end, is_invasion
from engine.rules.blocks.minors import resolve_partitions, with_partitions
from engine.rules.blocks.picks import pick_blocks
from engine.rules.blocks.route import (
    check_legs,
    check_passage,
    check_strategic,
    check_strategic_end,
    ways,
)
from engine.rules.blocks.travel import (
    BY_AIR,
    LAND,
    SEA,
    Path,
    Traveller,
    cost_of,
    mode_of,
    speed_of,
)
from engine.rules.common.frame import Events
from engine.values import replace


def check_move(state: State, order: Move) -> tuple[Illegal, ...]:
    """Every reason against a move but that an attack is due first (T230)."""
    reasons = list(_check_form(state, order))
    if reasons:
        return tuple(reasons)
    units, missing = pick_blocks(state, order.picks, movable(state, order.path[0]), order.path[0])
    reasons += missing
    if missing:
        return tuple(reasons)
    left = moves_left(state)
    if len(units) > left:
        text = f"{len(units)} units would move, but the command allows only {left} more"
        reasons.append(Illegal("command-used-up", text, "T2"))
    for unit in units:
        # Who enters a country in the wake of its violator finds it an enemy.
        fought = with_partitions(state, unit, order.path)
        reasons += _check_unit(fought, units, unit, order)
    state = with_partitions(state, units[0], order.path) if units else state
    reasons += check_border(state, units, order.path)
    reasons += check_exit(state, units, order.path)
    return tuple(dict.fromkeys(reasons))


def named_units(state: State, order: Move) -> tuple[Unit, ...]:
    """The units that a move means, as far as they are there."""
    return pick_blocks(state, order.picks, movable(state, order.path[0]), order.path[0])[0]


def with_block_route(state: State, order: Move) -> Move:
    """The move with a cheapest path filled in when it names only its two ends.

    Where no path can be taken by all of them, the cheapest: the reasons against it are then told.
    """
    start, end = order.path[0], order.path[-1]
    board = state.definition.board
    if len(order.path) > 2 or start not in board.is_sea or end not in board.is_sea:
        return order
    names = {pick.type for pick in order.picks}
    found = [unit for unit in movable(state, start) if unit.type in names]
    if board.is_border(start, end) or not found:
        return order
    ways = [replace(order, path=path) for path in destinations(state, found[0]) if path[-1] == end]
    return next((way for way in ways if not check_move(state, way)), (*ways, order)[0])


def movable(state: State, place: TerritoryName) -> tuple[Unit, ...]:
    """Units of the nation on turn there that have not moved, the strongest first."""
    moves = position_of(state).turn.moves
    there = [unit for unit in state.units_in(place) if unit.owner == state.nation]
    fresh = [unit for unit in there if unit.id not in moves]
    return tuple(sorted(fresh, key=lambda unit: (-unit.strength, unit.id)))


def _check_form(state: State, order: Move) -> Iterator[Illegal]:
    board = state.definition.board
    unknown = [place for place in order.path if place not in board.is_sea]
    for place in unknown:
        yield Illegal("unknown-territory", f"there is no area {place!r}")
    if order.aboard:
        yield Illegal("no-transports", "ground units need no transports in this game", "T20")
    if unknown:
        return
    for one, other in zip(order.path, order.path[1:], strict=False):
        if not board.is_border(one, other):
            yield Illegal("no-border", f"{one} and {other} do not touch", "", other)
    if len(set(order.path)) < len(order.path):
        yield Illegal("way-back", "a move cannot enter an area twice", "", order.path[0])


def _check_unit(
    state: State, units: tuple[Unit, ...], unit: Unit, order: Move
) -> Iterator[Illegal]:
    path = order.path
    if not state.definition.unit_types[unit.type].movement:
        yield Illegal("cannot-move", f"{unit.type} does not move", "T79", path[0])
        return
    yield from _check_home(state, path)
    yield from _check_aside(state, unit, path)
    illegal_legs = tuple(check_legs(state, unit, path))
    yield from illegal_legs
    if illegal_legs:
        return
    leaves = is_disengaging(state, unit)
    yield from _check_emergency(state, unit, path)
    yield from _check_way(state, unit, path, leaves=leaves)
    yield from check_end(state, units, unit, path, bombs=order.raid)
    if leaves:
        yield from check_disengaging(state, unit, path)


def _check_emergency(state: State, unit: Unit, path: Path) -> Iterator[Illegal]:
    """Under Emergency Command nobody enters enemy territory, not even in passing (T192)."""
    for place in path[1:-1] if is_restrained(state) else ():
        if status_of(state, unit.owner, place) == ENEMY:
            text = f"nobody passes {place}, which is enemy territory, under {turn_words(state)}"
            yield Illegal("emergency-command", text, "T192", place)


def _check_home(state: State, path: Path) -> Iterator[Illegal]:
    """In some seasons units move only in the home of their nation (checklist 3.1, Winter)."""
    for place in path:
        if is_out_of_season(state, place):
            text = f"in this season units move only at home, and {place} is not home"
            yield Illegal("not-at-home", text, "T92", place)


def _check_aside(state: State, unit: Unit, path: Path) -> Iterator[Illegal]:
    """A power that joined in peace stays at home until its nation is at war (T165)."""
    if entry_of(state, unit.country) is None or not is_at_peace(state, unit.owner):
        return
    for place in path[1:]:
        if country_of(state, place) != unit.country:
            text = f"units of {unit.country} stay there until the {unit.owner} are at war"
            yield Illegal("not-at-war", text, "T165", place)
            return


def _check_way(state: State, unit: Unit, path: Path, *, leaves: bool) -> Iterator[Illegal]:
    mode = mode_of(state, unit, path)
    cost, speed = cost_of(state, path), speed_of(state, unit, mode)
    kind = block_of(state, unit).kind
    if cost <= speed:
        for place in path[1:-1]:
            reason = check_passage(state, Traveller(unit.owner, kind, mode), place)
            if reason is not None:
                yield reason
        return
    if cost > 2 * speed:
        text = (
            f"the route costs {cost} and {unit.type} has {speed}, {2 * speed} in strategic movement"
        )
        yield Illegal("too-far", text, "T37", path[-1])
        return
    yield from _check_strategic_way(state, unit, path, leaves=leaves)


def _check_strategic_way(
    state: State, unit: Unit, path: Path, *, leaves: bool
) -> Iterator[Illegal]:
    kind = block_of(state, unit).kind
    if leaves or not is_undisputed(state, unit.owner, path[0]):
        rule = "T42" if leaves else "T37"
        text = f"strategic movement begins in an undisputed friendly area, and {path[0]} is not one"
        yield Illegal("not-friendly", text, rule, path[0])
    if kind == AIR and is_sea(state, path[0]):
        text = f"aircraft that begin at sea, in {path[0]}, have no strategic movement"
        yield Illegal("air-from-sea", text, "T40", path[0])
    who = Traveller(unit.owner, kind, mode_of(state, unit, path), is_strategic=True)
    for place in path[1:]:
        reason = check_strategic(state, who, place)
        if reason is not None:
            yield reason
    yield from check_strategic_end(state, who, path[-1])


def resolve_move(state: State, order: Move) -> Events:
    """Units that take the same path in the same manner, group by group."""
    log = EventLog(state)
    units = named_units(state, order)
    for unit in units:
        log.extend(resolve_partitions(log.state, unit, order.path))
    groups: dict[BlockMove, list[int]] = {}
    for unit in units:
        groups.setdefault(_move_of(log.state, unit, order), []).append(unit.id)
    for move, keys in groups.items():
        log.add(BlocksMoved(state.nation, tuple(sorted(keys)), move))
    log.extend(resolve_alarm(log.state, order.path))
    return log.events


def _move_of(state: State, unit: Unit, order: Move) -> BlockMove:
    path = order.path
    mode = mode_of(state, unit, path)
    return BlockMove(
        path=path,
        is_strategic=cost_of(state, path) > speed_of(state, unit, mode),
        is_engaging=bool(enemies_in(state, unit.owner, path[-1])),
        is_disengaging=is_disengaging(state, unit),
        is_invading=is_invasion(state, unit, path),
        is_bombing=order.raid,
    )


def legal_moves(state: State, territory: TerritoryName | None) -> Iterator[Move]:
    """Every legal move of one unit to one end, by a cheapest path; by start, type and end."""
    if not moves_left(state):
        return
    seen: set[tuple[TerritoryName, str]] = set()
    starts = sorted({unit.territory for unit in state.units_of(state.nation)})
    for place in starts if territory is None else [territory]:
        for unit in movable(state, place):
            if (place, unit.type) in seen:
                continue
            seen.add((place, unit.type))
            for path in destinations(state, unit):
                for raid in (False, True) if can_bomb(state, unit, path[-1]) else (False,):
                    order = Move((Pick(1, unit.type),), path, raid)
                    if not check_move(state, order):
                        yield order


def destinations(state: State, unit: Unit) -> Iterator[Path]:
    """For every area that the unit might reach, paths to try, normal before strategic."""
    air = block_of(state, unit).kind == AIR
    found: dict[Path, None] = {}
    for mode in (BY_AIR,) if air else (LAND, SEA):
        speed = speed_of(state, unit, mode)
        near = ways(state, unit, mode, speed)
        found.update(dict.fromkeys(near.values()))
        if not is_undisputed(state, unit.owner, unit.territory):
            continue
        far = ways(state, unit, mode, 2 * speed, is_strategic=True)
        found.update(dict.fromkeys(path for place, path in far.items() if place not in near))
    yield from sorted(found, key=lambda path: (path[-1], path))
