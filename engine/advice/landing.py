"""A whole landing as orders: load, sail, go ashore.

Of the ways by sea on which the rules accept every order, the one with the fewest battles at sea is
taken, and of those the shortest; of several ships those that the rules choose for the cargo.

Rule: rule book, Transports (B164 to B172), Amphibious assaults (B173 to B175).
"""

from collections.abc import Iterator, Sequence

from engine import Move, Pick, State, Step, attempt, with_route
from engine.values import dataclass


def landing_moves(state: State, picks: Sequence[Pick], start: str, goal: str) -> tuple[Move, ...]:
    """The moves that bring units over the sea from one land to another; () when none is legal."""
    found = list(_ways(state, tuple(picks), start, goal))
    return min(found, key=_cost, default=_NO_WAY).moves


@dataclass(frozen=True, slots=True)
class _Way:
    """A landing, and how many battles are pending after it."""

    moves: tuple[Move, ...]
    battles: int


_NO_WAY = _Way((), 0)


def _cost(way: _Way) -> tuple[int, int]:
    return way.battles, sum(len(move.path) for move in way.moves)


def _ways(state: State, picks: tuple[Pick, ...], start: str, goal: str) -> Iterator[_Way]:
    board = state.definition.board
    coast = [zone for zone in board.neighbours(goal) if board.is_sea[zone]]
    for zone in board.neighbours(start):
        if not board.is_sea[zone]:
            continue
        load = Move(picks, (start, zone))
        aboard = attempt(state, load)
        if not isinstance(aboard, Step):
            continue
        cargo = tuple(
            unit.id
            for unit in aboard.state.units_in(zone)
            if unit.carried_by is not None and state.units[unit.id].carried_by is None
        )
        for end in coast:
            yield from _sailed(aboard.state, load, cargo, zone, end, goal)


def _sailed(
    state: State, load: Move, cargo: tuple[int, ...], zone: str, end: str, goal: str
) -> Iterator[_Way]:
    """The whole landing by way of one zone beside the goal, unless the rules refuse it."""
    moves = [load]
    if zone != end:
        ships = {state.units[key].carried_by for key in cargo}
        ids = (*sorted(ship for ship in ships if ship is not None), *cargo)
        sail = with_route(state, Move(_exactly(state, ids), (zone, end)))
        sailed = attempt(state, sail)
        if not isinstance(sailed, Step):
            return
        moves.append(sail)
        state = sailed.state
    ashore = Move(_exactly(state, cargo), (end, goal))
    landed = attempt(state, ashore)
    if isinstance(landed, Step):
        yield _Way((*moves, ashore), len(landed.state.battles))


def _exactly(state: State, keys: Sequence[int]) -> tuple[Pick, ...]:
    groups: dict[str, list[int]] = {}
    for key in keys:
        groups.setdefault(state.units[key].type, []).append(key)
    return tuple(Pick(len(ids), kind, units=tuple(ids)) for kind, ids in groups.items())
