"""Airborne troops: infantry that flies from bases into a battle, without aircraft.

An advance of the map says which units fly, from which bases, how many from each in a turn, and how
far.  The troops have not moved, and come down where land units of their nation already attack, or
where it has taken the land in this turn.  They come with the others when the move is over, and
do not move again.  Guns of the kinds that the map names fire at them in the battle as at aircraft.

Rule: the map dialect (airborneForces, airborneTypes, airborneBases, airborneCapacity,
airborneDistance, airborneTargettedByAA; Airborne Attacks Only In Existing Battles).
Options: none.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.movement import MovementEnded, TroopsJumped, UnitsMoved
from engine.core.ids import TerritoryName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import Definition, State
from engine.gamedef.technology import Airborne
from engine.orders.move import Move
from engine.rules.common.advances import airborne_of
from engine.rules.common.damage import is_disabled
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_allied, is_sea, type_of
from engine.rules.movement.check import check_path
from engine.rules.movement.fuel import check_fuel, move_bill
from engine.rules.movement.mover import mover_of
from engine.rules.movement.pending_battles import BATTLE, join_battle

Path = tuple[TerritoryName, ...]


def airborne_room(state: State, origin: TerritoryName) -> int:
    """How many more troops of the nation on turn may fly from an area in this turn.

    Bases of allies launch them as well.
    """
    most = sum(
        dict(force.capacity).get(unit.type, 0)
        for force in airborne_of(state, state.nation)
        for unit in state.units_in(origin)
        if is_allied(state, unit.owner, state.nation) and not is_disabled(state, unit)
    )
    flown = sum(unit.jumped_from == origin for unit in state.units_of(state.nation))
    return max(0, most - flown)


def check_airborne(state: State, move: Move) -> tuple[Illegal, ...]:
    """Every reason against a flight of airborne troops; () means that it is legal."""
    reasons = check_path(mover_of(state), move.path)
    if reasons:
        return reasons
    forces = airborne_of(state, state.nation)
    origin, end = move.path[0], move.path[-1]
    found = list(_check_troops(state, move, forces))
    reach = max((force.distance for force in forces), default=0)
    if len(move.path) - 1 > reach:
        text = f"airborne troops fly {reach} areas at most, not {len(move.path) - 1}"
        found.append(Illegal("too-far", text, "", end))
    count, room = sum(pick.count for pick in move.picks), airborne_room(state, origin)
    if count > room:
        text = f"the bases in {origin} launch {room} more units in this turn, not {count}"
        found.append(Illegal("no-room-at-base", text, "", origin))
    if not _is_under_attack(state, end):
        text = f"airborne troops only join land units that attack {end}, and none do"
        found.append(Illegal("no-battle-to-drop", text, "", end))
    if not found:
        found += check_fuel(mover_of(state), _chosen(state, move), move.path)
    return tuple(found)


def _check_troops(state: State, move: Move, forces: tuple[Airborne, ...]) -> Iterator[Illegal]:
    origin = move.path[0]
    if not move.picks:
        yield Illegal("no-units", "the order names no units", "B142")
    for pick in move.picks:
        if not any(pick.type in force.types for force in forces):
            yield Illegal("not-airborne", f"{pick.type} cannot fly as airborne troops", "", origin)
        elif pick.count < 1 or len(_fitting(state, pick, origin)) < pick.count:
            text = f"there are not {pick.count} {pick.type} in {origin} that have not moved"
            yield Illegal("not-enough-units", text, "B142", origin)


def _fitting(state: State, pick: Pick, origin: TerritoryName) -> list[Unit]:
    return [
        unit
        for unit in state.units_in(origin)
        if unit.type == pick.type
        and unit.owner == state.nation
        and pick.owner in {"", state.nation}
        and not unit.moved
        and not unit.in_combat
        and unit.carried_by is None
        and (not pick.units or unit.id in pick.units)
    ]


def _chosen(state: State, move: Move) -> list[Unit]:
    """The troops of a flight, in order of identity."""
    origin = move.path[0]
    keys = {unit.id for pick in move.picks for unit in _fitting(state, pick, origin)[: pick.count]}
    return [state.units[key] for key in sorted(keys)]


def _is_under_attack(state: State, place: TerritoryName) -> bool:
    """Whether land units of the nation on turn attack a land area, or have taken it."""
    if is_sea(state, place):
        return False
    attackers = (
        state.units[key]
        for battle in state.battles
        if battle.kind == BATTLE and battle.territory == place
        for key in battle.attackers
    )
    return place in state.turn.conquered or any(type_of(state, one).is_land for one in attackers)


def resolve_airborne(state: State, move: Move) -> Events:
    """The troops arrive, and join the battle where there is one."""
    origin, end = move.path[0], move.path[-1]
    troops = _chosen(state, move)
    keys = tuple(unit.id for unit in troops)
    log: EventLog[Definition] = EventLog(state)
    bill = move_bill(mover_of(state), troops, move.path)
    if bill.amounts:
        log.add(bill)
    fights = any(battle.kind == BATTLE and battle.territory == end for battle in state.battles)
    log.add(TroopsJumped(state.nation, keys, origin))
    log.add(UnitsMoved(state.nation, keys, move.path, (0,) * len(keys), stopped=fights))
    log.add(MovementEnded(keys))
    if fights:
        log.add(join_battle(log.state, end, BATTLE, keys, origin=move.path[-2]))
    return log.events


def legal_airborne(state: State, territory: TerritoryName | None = None) -> Iterator[Move]:
    """Flights of one unit by a shortest way, sorted by where they begin; territory: only there."""
    forces = airborne_of(state, state.nation)
    reach = max((force.distance for force in forces), default=0)
    types = sorted({name for force in forces for name in force.types})
    places = {unit.territory for unit in state.units_of(state.nation) if unit.type in types}
    for origin in sorted(places if territory is None else places & {territory}):
        if not airborne_room(state, origin):
            continue
        for path in _ways(state, origin, reach):
            for name in types:
                move = Move((Pick(1, name),), path)
                if not check_airborne(state, move):
                    yield move


def _ways(state: State, origin: TerritoryName, reach: int) -> Iterator[Path]:
    """A shortest way to each area in reach that is under attack."""
    mover, board = mover_of(state), state.definition.board
    ways: dict[TerritoryName, Path] = {origin: (origin,)}
    edge = [origin]
    for _ in range(reach):
        following: list[TerritoryName] = []
        for place in edge:
            for near in sorted(board.neighbours(place)):
                if near not in ways and not check_path(mover, (place, near)):
                    ways[near] = (*ways[place], near)
                    following.append(near)
        edge = following
    for place in sorted(ways):
        if place != origin and _is_under_attack(state, place):
            yield ways[place]
