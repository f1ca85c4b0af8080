"""What a legal move does.

Ships, land units and cargo go first.  Aircraft of the same order follow, after the AA guns on
their way have fired (see overflight); so do ships where guns may fire at them.  Empty enemy land on
the way or at the end is taken at once; where enemies are, a battle is left to be fought.  In a
theatre that is decided nothing is taken: its victor must choose to fight for it (L33).

Rule: rule book, The map (B24, B27), Armour (B61 to B63), Combat movement (B151, B155),
Transports (B164 to B172), Amphibious combat (B203, B209), AA gun (B86), Carriers (B176).
Options: zones_taken_on_the_way, landings_wait_for_all_ships, scrambling.
"""

from collections.abc import Mapping, Sequence

from engine.core.agenda import OverflightFrame
from engine.core.event_log import EventLog
from engine.core.events.movement import (
    AircraftBound,
    AircraftReleased,
    AircraftStowed,
    FuelPaid,
    MovementEnded,
    NeutralityPaid,
    UnitsLoaded,
    UnitsMoved,
    UnitsUnloaded,
)
from engine.core.events.politics import WarBegan
from engine.core.events.turn import FramePushed
from engine.core.ids import NOBODY, NationName, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import Definition, State
from engine.orders.move import Move
from engine.rules.common.capture import resolve_capture, takes_zones
from engine.rules.common.frame import Events
from engine.rules.common.theatres import is_decided
from engine.rules.movement.aa_guns import guns_on_path, has_guns_at_ships
from engine.rules.movement.allied_aircraft import left_behind, stowing_plan
from engine.rules.movement.bases import steps_of
from engine.rules.movement.carrying import passengers
from engine.rules.movement.fuel import move_bill
from engine.rules.movement.land import is_blitzed
from engine.rules.movement.mover import Mover, mover_of
from engine.rules.movement.neutrals import neutral_cost
from engine.rules.movement.passage import AIR, LOAD, MARCH, RIDE, SEA, UNLOAD, manner_of
from engine.rules.movement.pending_battles import (
    BATTLE,
    RAID,
    is_battle,
    is_zone_to_take,
    join_battle,
    leave_battles,
    waits_for_zone,
)
from engine.rules.movement.selection import chosen
from engine.rules.movement.theatres import theatre_after
from engine.rules.movement.transport import has_fought, load_plan

Log = EventLog[Definition]
Path = tuple[TerritoryName, ...]


def _attacked_stranger(mover: Mover, place: TerritoryName) -> NationName:
    """The nation whose truce a move to this land breaks; "" for none (L26)."""
    owner = mover.owner(place)
    return owner if not mover.is_sea[place] and owner in mover.assailable else NOBODY


def resolve_move(state: State, move: Move) -> Events:
    """What a move that `check_move` found legal does."""
    mover = mover_of(state)
    path = move.path
    attacked = [owner for place in path if (owner := _attacked_stranger(mover, place))]
    if attacked:
        wars: Log = EventLog(state)
        for nation in dict.fromkeys(attacked):
            wars.add(WarBegan(mover.nation, nation))
        return (*wars.events, *resolve_move(wars.state, move))
    manners: dict[str, list[Unit]] = {}
    units = chosen(mover, move)
    dropped = passengers(mover, units, path, raid=move.raid)
    for unit in units:
        if unit.id not in dropped:
            manners.setdefault(manner_of(mover, unit, path), []).append(unit)
    aircraft = manners.get(AIR, [])
    ships = manners.get(SEA, []) if has_guns_at_ships(mover) else []
    shot_at = sorted([*aircraft, *ships], key=lambda unit: unit.id)
    guns = guns_on_path(mover, path, shot_at) if shot_at else ()
    log: Log = EventLog(state)
    _pay(log, mover, manners, move_bill(mover, units, path), path)
    if dropped:
        pairs = tuple((key, bomber.id) for key, bomber in sorted(dropped.items()))
        log.add(UnitsLoaded(mover.nation, pairs, path[0]))
    if manners.get(LOAD):
        _load(log, mover, manners[LOAD], move)
    if manners.get(UNLOAD):
        _unload(log, mover, manners[UNLOAD], path)
    surface = [*manners.get(SEA, []), *manners.get(MARCH, [])]
    left = left_behind(mover, move, manners.get(SEA, []))
    if left:
        log.add(AircraftReleased(left))
    allied = stowing_plan(mover, manners.get(SEA, []) + manners.get(RIDE, []))
    if allied:
        log.add(AircraftStowed(mover.nation, allied))
    if guns:
        _arrive(log, mover, [unit for unit in surface if unit not in ships], path, raid=False)
        keys = tuple(unit.id for unit in shot_at)
        log.extend(leave_battles(log.state, keys))
        log.add(FramePushed(OverflightFrame(keys, path, guns, move.raid)))
    else:
        _arrive(log, mover, [*surface, *aircraft], path, raid=move.raid)
    return log.events


def _pay(
    log: Log, mover: Mover, manners: Mapping[str, Sequence[Unit]], bill: FuelPaid, path: Path
) -> None:
    # Aircraft alone take nothing, so they pay nothing (B148).
    cost = neutral_cost(mover, path) if any(manner != AIR for manner in manners) else 0
    if cost:
        log.add(NeutralityPaid(mover.nation, path[-1], cost))
    if bill.amounts:
        log.add(bill)


def resolve_flight(state: State, units: tuple[UnitId, ...], path: Path, *, raid: bool) -> Events:
    """Aircraft that were shot at on their way arrive."""
    log: Log = EventLog(state)
    flying = [state.units[key] for key in units]
    _arrive(log, mover_of(state), flying, path, raid=raid)
    return log.events


def _arrive(log: Log, mover: Mover, units: Sequence[Unit], path: Path, *, raid: bool) -> None:
    """Units go along the path with their own movement, and what happens where they arrive."""
    if not units:
        return
    end = path[-1]
    keys = tuple(sorted(unit.id for unit in units))
    on_foot = any(mover.kind(unit).is_land for unit in units)
    fights = mover.combat and (raid or is_battle(mover, end))
    # Land that is only going to be raided stops nobody who could go on from it (B61).
    halts = fights and (raid or not on_foot or bool(mover.defenders(end)))
    spent = tuple(_spent(mover, log.state.units[key], path, fights=halts) for key in keys)
    log.extend(leave_battles(log.state, keys))
    log.add(UnitsMoved(mover.nation, keys, path, spent, stopped=halts))
    _keep_to_theatre(log, mover, units, path)
    if on_foot and (mover.combat or mover.ceded):
        for place in _way(mover, path)[:-1]:
            _take(log, mover, place)
        if not fights:
            _take(log, mover, end)
    _take_zones(log, mover, units, path)
    # Landings from there wait for the battle phase, whether the ships take the zone or not (B181).
    sails = any(mover.kind(unit).is_sea for unit in units)
    takes = sails and is_zone_to_take(mover, end)
    # Enemies that stop nobody (by option) are fought anyway if no ship sails on.
    meets = mover.combat and mover.is_sea[end] and bool(mover.defenders(end))
    if fights or takes or meets:
        log.add(join_battle(log.state, end, RAID if raid else BATTLE, keys, origin=path[-2]))
    _drop(log, mover, keys, path)


def _keep_to_theatre(log: Log, mover: Mover, units: Sequence[Unit], path: Path) -> None:
    """Aircraft that have flown belong to a theatre for the rest of the turn (L17)."""
    bound: dict[str, list[UnitId]] = {}
    for unit in units:
        theatre = theatre_after(mover, unit, path)
        if mover.kind(unit).is_air and theatre and theatre != unit.theatre:
            bound.setdefault(theatre, []).append(unit.id)
    for theatre, keys in bound.items():
        log.add(AircraftBound(mover.nation, tuple(sorted(keys)), theatre))


def _drop(log: Log, mover: Mover, keys: Sequence[UnitId], path: Path) -> None:
    """Passengers of bombers jump: into the battle there, or into empty land (B127)."""
    pairs = tuple(
        (cargo.id, key)
        for key in keys
        if mover.kinds[log.state.units[key].type].is_air
        for cargo in log.state.cargo_of(key)
    )
    if not pairs:
        return
    end = path[-1]
    log.add(UnitsUnloaded(mover.nation, pairs, end, in_combat=True, amphibious=False))
    if not is_battle(mover, end):
        _take(log, mover, end)
        return
    troops = [key for key, _ in pairs]
    landings = [(key, bomber, path[0]) for key, bomber in pairs]
    joined = join_battle(log.state, end, BATTLE, troops, origin=path[-2], landings=landings)
    log.add(joined)


def _spent(mover: Mover, unit: Unit, path: Path, *, fights: bool) -> int:
    """Movement points that a unit uses; all it has where it has to stop (B155)."""
    kind = mover.kind(unit)
    cost = steps_of(mover, unit, path)
    if kind.is_air:
        return cost
    end = path[-1]
    stoppers = mover.stoppers(end)
    blitzes = mover.can_blitz(unit, end) and not stoppers
    violated = mover.combat and mover.is_violated(end)
    taken = mover.is_hostile_land(end) or mover.is_ceded_land(end)
    stops = fights or violated or (taken and not blitzes)
    # Where submarines may end the non-combat move among enemies, a destroyer ends it (B146).
    stops = stops or (mover.is_sea[end] and mover.has_destroyer(stoppers))
    return mover.steps_left(unit) if stops else cost


def _take(log: Log, mover: Mover, place: TerritoryName) -> None:
    """Enemy land without a defender is taken at once (B61, B209)."""
    if is_blitzed(mover, place) and not is_decided(log.state, place):
        log.extend(resolve_capture(log.state, place, mover.nation))


def _way(mover: Mover, path: Path) -> Path:
    """The areas that may be taken in passing, the end included.

    The way begins where the units are when they go on against an enemy: they may have come there
    when it could not be taken.  Who only leaves for an area of friends leaves it as it is.
    """
    goes_on = any(
        mover.is_hostile_zone(place) or mover.is_hostile_land(place) or mover.defenders(place)
        for place in path[1:]
    )
    return path if goes_on else path[1:]


def _take_zones(log: Log, mover: Mover, units: Sequence[Unit], path: Path) -> None:
    """Empty sea zones of an enemy are taken at the end, and by option on the way (B24)."""
    places = _way(mover, path) if mover.options.zones_taken_on_the_way else path[-1:]
    for place in places:
        takes = any(takes_zones(mover.kind(unit), mover.options) for unit in units)
        if takes and is_zone_to_take(mover, place) and not is_decided(log.state, place):
            log.extend(resolve_capture(log.state, place, mover.nation))


def _load(log: Log, mover: Mover, units: Sequence[Unit], move: Move) -> None:
    zone = move.path[-1]
    plan = load_plan(mover, units, move.aboard, zone)
    if plan is None:
        raise ValueError(f"not all units have room aboard in {zone}; the move was not checked")
    log.add(UnitsLoaded(mover.nation, plan, zone))
    if mover.combat and is_battle(mover, zone):
        # Units that go aboard among enemies mean to land, or to sail on after the battle (B203).
        ships = {ship for _, ship in plan}
        log.add(join_battle(log.state, zone, BATTLE, ships, origin=move.path[-2]))
    if not mover.combat:
        late = tuple(key for key, ship in plan if has_fought(mover, mover.state.units[ship]))
        if late:
            log.add(MovementEnded(late))


def _unload(log: Log, mover: Mover, units: Sequence[Unit], path: Path) -> None:
    """Cargo goes ashore: home, into empty land, or into a battle (B203, B209).

    Where others took the land in this turn, and in own land where enemies are, it is a landing all
    the same (B181).
    """
    zone, land = path
    pairs = tuple((unit.id, unit.carried_by) for unit in units if unit.carried_by is not None)
    taken = land in mover.state.turn.conquered
    meets = mover.combat and (taken or bool(mover.defenders(land)))
    hostile = mover.is_hostile_land(land) or meets
    at_sea = mover.options.landings_wait_for_all_ships and bool(mover.defenders(zone))
    # Aircraft may scramble against the ships before the battles begin; nothing is taken till then.
    waits = at_sea or mover.options.scrambling or waits_for_zone(mover.state, zone)
    # Also without a defender on land: troops whose ship may yet be sunk have taken nothing, and the
    # battle is what they wait in until the sea is decided.
    fights = hostile and (waits or is_battle(mover, land))
    log.add(UnitsUnloaded(mover.nation, pairs, land, mover.combat, fights))
    keys = [key for key, _ in pairs]
    landings = [(key, ship, zone) for key, ship in pairs]
    if fights:
        log.add(join_battle(log.state, land, BATTLE, keys, origin=zone, landings=landings))
        return
    if not hostile and not mover.is_ceded_land(land):
        return
    # Undefended land changes hands while orders are still given: others may go on through it.
    _take(log, mover, land)
    if mover.defenders(zone):
        # They are lost with their ships in the battle there, which begins later (B201).
        log.add(join_battle(log.state, land, BATTLE, keys, origin=zone, landings=landings))
