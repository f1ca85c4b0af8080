"""All reasons against a move.

First the form of the order (territories that exist and touch, units that are there), then every
unit alone, then what concerns the units together: room aboard, ships for the cargo, landing places,
the price of neutral land, fuel.

Rule: rule book, Combat movement (B142 to B176) and Non-combat movement (B210 to B216).  An order
that is wrong for some of its units is refused as a whole, with all reasons (B156).
Options: submarines_pass_alone, aircraft_at_goal_must_land, carrier_moves_declared.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName, UnitTypeName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.move import Move
from engine.rules.common.relations import enemies_in
from engine.rules.common.stacking import check_limits, check_terrain
from engine.rules.movement.allied_aircraft import is_allied_carrier_aircraft, stowing_plan
from engine.rules.movement.carrier_room import stays_put
from engine.rules.movement.carrying import as_leader, check_drop, followers, passengers
from engine.rules.movement.companions import check_needed
from engine.rules.movement.fuel import check_fuel
from engine.rules.movement.landing import Flight, Landings, flight_of
from engine.rules.movement.landing_places import flown
from engine.rules.movement.mover import Mover, mover_of, refusal
from engine.rules.movement.neutrals import check_neutral_cost
from engine.rules.movement.passage import AIR, LOAD, RIDE, SEA, check_unit, manner_of
from engine.rules.movement.selection import candidates, chosen
from engine.rules.movement.theatres import check_decided
from engine.rules.movement.transport import Pairs, check_aboard, load_plan
from engine.rules.movement.unreachable import why_no_way

Path = tuple[TerritoryName, ...]
_GAP = "not-adjacent"


def check_move(state: State, move: Move) -> tuple[Illegal, ...]:
    """Every reason against a move in the phase under way; () means that it is legal."""
    mover = mover_of(state)
    reasons = _check_form(mover, move)
    if all(reason.code == _GAP for reason in reasons):
        # Units that are not there are named before the way that they do not have.
        reasons = _check_units_are_there(mover, move) or _why_no_way(mover, move, reasons)
    if reasons:
        return reasons
    return check_group(mover, chosen(mover, move), move)


def _why_no_way(mover: Mover, move: Move, gaps: tuple[Illegal, ...]) -> tuple[Illegal, ...]:
    """Better reasons than a gap in the path where it names start and end only."""
    if not gaps or len(move.path) != 2:
        return gaps
    units = [unit for pick in move.picks for unit in candidates(mover, pick, move.path[0])]
    return why_no_way(mover, units, move.path) or gaps


def check_group(
    mover: Mover, units: Sequence[Unit], move: Move, landings: Landings | None = None
) -> tuple[Illegal, ...]:
    """Every reason against these units on the path of a move whose form is valid.

    landings: those of the state, when they are known and the move takes no ship along.
    """
    path = move.path
    reasons = list(check_decided(mover, path))
    # Many units of a group are alike, and each kind is checked once.
    known: dict[tuple[object, ...], tuple[Illegal, ...]] = {}
    behind = followers(mover, units, path)
    aboard = passengers(mover, units, path, raid=move.raid)
    for unit in units:
        if unit.id in aboard:
            reasons.extend(check_drop(mover, unit, path))
            continue
        leader = behind.get(unit.id)
        mine = as_leader(unit, leader) if leader else unit
        if mine.likeness not in known:
            known[mine.likeness] = check_unit(mover, mine, path, raid=move.raid)
        reasons.extend(known[mine.likeness])
    reasons.extend(check_needed(mover, units, path))
    reasons.extend(_check_cargo(mover, units, path))
    reasons.extend(_check_company(mover, units, path))
    if not reasons:
        reasons.extend(_check_loading(mover, units, move.aboard, path))
        reasons.extend(_check_landing(mover, units, path, landings))
        reasons.extend(check_neutral_cost(mover, path))
        reasons.extend(check_fuel(mover, units, path))
        reasons.extend(_check_map_limits(mover, units, path))
    return tuple(dict.fromkeys(reasons))


def _check_map_limits(mover: Mover, units: Sequence[Unit], path: Path) -> Iterable[Illegal]:
    """What a map says about numbers of units and about terrain, all along the way.

    The limit on attackers holds where land or a zone is hostile or an enemy of any kind is.
    """
    has_limits = bool(mover.state.definition.map_rules.limits)
    if not has_limits and not any(mover.lands[place].no_units for place in path[1:]):
        return
    more = Counter(unit.type for unit in units)
    for place in path[1:]:
        yield from check_terrain(mover.state, place, more)
        action = "attack" if _is_contested(mover, place) else "movement"
        yield from check_limits(mover.state, action, mover.nation, place, more)


def _is_contested(mover: Mover, place: TerritoryName) -> bool:
    """Whether it belongs to an enemy or holds enemies, even submerged ones or guns."""
    if mover.is_hostile_land(place) or mover.is_hostile_zone(place):
        return True
    return any(enemies_in(mover.state, mover.nation, place))


def check_path(mover: Mover, path: Path) -> tuple[Illegal, ...]:
    """Reasons against a path that hold for every unit (B12, B14, B26)."""
    unknown = [place for place in path if place not in mover.is_sea]
    if unknown:
        return tuple(
            Illegal("unknown-territory", f"there is no territory {place!r}", "B12")
            for place in unknown
        )
    if len(path) < 2:
        return (Illegal("path-too-short", "a move needs a start and an end", "B14"),)
    board = mover.state.definition.board
    reasons: list[Illegal] = []
    for one, other in pairwise(path):
        if not board.is_border(one, other):
            text = f"{one} and {other} do not touch"
            reasons.append(Illegal(_GAP, text, "B14", other))
    for place in dict.fromkeys(path):
        if place in mover.out_of_bounds and mover.is_strange_land(place):
            if place == path[0]:
                continue  # Units that were there when peace came may leave.
            text = f"{place} belongs to the {mover.owner(place)}, who are at peace with you"
            reasons.append(Illegal("at-peace", text, "L26", place))
        elif place in mover.out_of_bounds:
            text = f"{place} is closed to the {mover.nation} at this time of the game"
            reasons.append(Illegal("out-of-bounds", text, "", place))
    for place in dict.fromkeys(path[1:]):
        if mover.is_closed(place) and place not in mover.out_of_bounds:
            rule = "B26" if mover.lands[place].is_impassable else "B148"
            reasons.append(Illegal("impassable", f"nobody may enter {place}", rule, place))
    return tuple(reasons)


def _check_form(mover: Mover, move: Move) -> tuple[Illegal, ...]:
    reasons = list(check_path(mover, move.path))
    if not move.picks:
        reasons.append(Illegal("no-units", "the order names no units", "B142"))
    for pick in move.picks:
        if pick.type not in mover.kinds:
            text = f"there is no unit type {pick.type!r}"
            reasons.append(Illegal("unknown-unit-type", text, "B142"))
        if pick.count < 1 or (pick.units and len(set(pick.units)) != pick.count):
            text = f"the order does not say clearly how many {pick.type} go"
            reasons.append(Illegal("wrong-count", text, "B142"))
    return tuple(reasons)


def _check_units_are_there(mover: Mover, move: Move) -> tuple[Illegal, ...]:
    wanted: dict[tuple[UnitTypeName, str], int] = {}
    reasons: list[Illegal] = []
    start = move.path[0]
    for pick in move.picks:
        owner = pick.owner or mover.nation
        before = wanted.get((pick.type, owner), 0)
        wanted[pick.type, owner] = before + pick.count
        there = len(candidates(mover, pick, start))
        if there < (pick.count if pick.units else before + pick.count):
            whose = "" if owner == mover.nation else f"{owner} "
            text = _too_few(there, pick.count, f"{whose}{pick.type}", start)
            reasons.append(Illegal("not-enough-units", text, "B142", start))
    return tuple(reasons)


def _too_few(there: int, wanted: int, units: str, start: TerritoryName) -> str:
    """That fewer units are in a territory than are to leave it, as a sentence."""
    if there:
        return f"only {there} of the {wanted} {units} {'is' if there == 1 else 'are'} in {start}"
    if wanted == 1:
        return f"the {units} is not in {start}"
    return f"none of the {wanted} {units} are in {start}"


def _check_cargo(mover: Mover, units: Sequence[Unit], path: Path) -> Iterable[Illegal]:
    """Cargo crosses the sea only aboard a ship that moves with it."""
    sailing = {unit.id for unit in units}
    has_room = stowing_plan(mover, units) is not None
    for unit in units:
        if manner_of(mover, unit, path) != RIDE or unit.carried_by in sailing:
            continue
        if has_room and is_allied_carrier_aircraft(mover, unit):
            continue
        text = f"{unit.type}: goes to {path[-1]} only together with the ship that carries it"
        yield Illegal("needs-transport", text, "B15", path[0])


def _check_company(mover: Mover, units: Sequence[Unit], path: Path) -> Iterable[Illegal]:
    """By option, submarines that pass enemies take no aircraft along (B77)."""
    if not mover.options.submarines_pass_alone:
        return
    manners = [manner_of(mover, unit, path) for unit in units]
    if AIR not in manners or SEA not in manners:
        return
    for place in path[1:-1]:
        if mover.is_sea[place] and mover.stoppers(place):
            text = f"enemy units in {place} stop a fleet with aircraft; order them separately"
            yield Illegal("enemy-on-path", text, "B77", place)


def _check_loading(
    mover: Mover, units: Sequence[Unit], aboard: Pairs, path: Path
) -> Iterable[Illegal]:
    loading = [unit for unit in units if manner_of(mover, unit, path) == LOAD]
    if not loading and not aboard:
        return ()
    wrong = check_aboard(mover, loading, aboard, path[-1])
    if wrong:
        return wrong
    if load_plan(mover, loading, aboard, path[-1]) is None:
        text = f"the ships in {path[-1]} have no room for {count_words(loading)}"
        return (Illegal("no-room-aboard", text, "B74", path[-1]),)
    return ()


def _check_landing(
    mover: Mover, units: Sequence[Unit], path: Path, landings: Landings | None
) -> Iterable[Illegal]:
    """Every aircraft must be able to land after the move (B143, B144)."""
    flights, ships = flown(mover, units, path)
    if not flights:
        return
    if ships and stays_put(mover):
        yield from _check_riders(mover, units, path)
    places = landings if landings is not None and not ships else Landings(mover, ships)
    lost = places.unable([*flights, *_at_the_goal(mover, flights, path[-1])])
    if lost:
        stranded = [mover.state.units[key] for key in lost]
        text = f"{count_words(stranded)} could not land after flying to {path[-1]}"
        yield Illegal("no-landing", text, "B143", path[-1])


def _check_riders(mover: Mover, units: Sequence[Unit], path: Path) -> Iterable[Illegal]:
    """Only aircraft that have not flown sail with a carrier after the combat move (C79)."""
    for unit in units:
        if mover.kind(unit).is_air and unit.moved:
            text = "has flown, and cannot land on a carrier that moves after the combat move"
            yield refusal("carrier-not-declared", unit, text, "C79", path[-1])


def _at_the_goal(mover: Mover, flights: Sequence[Flight], goal: TerritoryName) -> Iterable[Flight]:
    """Own aircraft already at the goal, which by option must be able to land as well."""
    if not mover.options.aircraft_at_goal_must_land:
        return ()
    moving = {flight.unit for flight in flights}
    return (
        flight_of(mover, unit)
        for unit in mover.state.units_in(goal)
        if unit.owner == mover.nation and mover.kind(unit).is_air and unit.id not in moving
    )


def count_words(units: Iterable[Unit]) -> str:
    """Units as words, such as ``2 infantry, 1 armour``, in order of first appearance."""
    counts: dict[UnitTypeName, int] = {}
    for unit in units:
        counts[unit.type] = counts.get(unit.type, 0) + 1
    return ", ".join(f"{count} {name}" for name, count in counts.items())
