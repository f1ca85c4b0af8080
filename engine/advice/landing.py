"""A whole landing as orders: load, sail, go ashore.

Of the ways by sea on which the rules accept every order, the one with the fewest battles at sea is
taken, and of those the shortest; of several ships those that the rules choose for the cargo.

Rule: rule book, Transports (B164 to B172), Amphibious assaults (B173 to B175).
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from engine import Move, Pick, State, Step, TerritoryName, UnitTypeName, attempt, with_route
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class LandingWay:
    """The moves of a landing, the ships that bring it, and how many battles are pending then."""

    moves: tuple[Move, ...]
    ships: tuple[Pick, ...]
    battles: int

    @property
    def zones(self) -> tuple[TerritoryName, ...]:
        """The sea zones that it passes, the one of the ships first."""
        return (
            self.moves[0].path[-1],
            *(name for move in self.moves[1:-1] for name in move.path[1:]),
        )


def landing_moves(
    state: State,
    picks: Sequence[Pick],
    start: TerritoryName,
    goal: TerritoryName,
    via: Sequence[TerritoryName] = (),
) -> tuple[Move, ...]:
    """The moves that bring units over the sea from one land to another; () when none is legal.

    via: areas that they pass on the way, in this order.
    """
    best = min(_ways(state, tuple(picks), start, goal, tuple(via)), key=_cost, default=None)
    return () if best is None else best.moves


def landing_ways(
    state: State, picks: Sequence[Pick], start: TerritoryName, goal: TerritoryName
) -> tuple[LandingWay, ...]:
    """The ways that differ in the ships' zone or in that of the landing, the best first."""
    return tuple(sorted(_ways(state, tuple(picks), start, goal, ()), key=_cost))


def _cost(way: LandingWay) -> tuple[int, int]:
    return way.battles, sum(len(move.path) for move in way.moves)


def _ways(
    state: State,
    picks: tuple[Pick, ...],
    start: TerritoryName,
    goal: TerritoryName,
    via: tuple[TerritoryName, ...],
) -> Iterator[LandingWay]:
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
            yield from _sailed(aboard.state, load, cargo, (zone, *via, end), goal)


def _sailed(
    state: State,
    load: Move,
    cargo: tuple[int, ...],
    course: tuple[TerritoryName, ...],
    goal: TerritoryName,
) -> Iterator[LandingWay]:
    """The whole landing on a course from the ships' zone to one beside the goal, if it is legal."""
    moves = [load]
    zones = tuple(name for name, _ in groupby(course))
    ids = tuple(sorted({state.units[key].carried_by or 0 for key in cargo} - {0}))
    ships = _exactly(state, ids)
    if len(zones) > 1:
        sail = with_route(state, Move(_exactly(state, (*ids, *cargo)), zones))
        sailed = attempt(state, sail)
        if not isinstance(sailed, Step):
            return
        moves.append(sail)
        state = sailed.state
    ashore = Move(_exactly(state, cargo), (zones[-1], goal))
    landed = attempt(state, ashore)
    if isinstance(landed, Step):
        yield LandingWay((*moves, ashore), ships, len(landed.state.battles))


def _exactly(state: State, keys: Sequence[int]) -> tuple[Pick, ...]:
    groups: dict[UnitTypeName, list[int]] = {}
    for key in keys:
        groups.setdefault(state.units[key].type, []).append(key)
    return tuple(Pick(len(ids), kind, units=tuple(ids)) for kind, ids in groups.items())
