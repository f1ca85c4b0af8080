"""Moves of a case as orders of ours.

A case names every unit that moves; our order names ships and their cargo goes along by itself.
An order that would leave cargo behind at sea cannot be written, which is how it is refused here.
"""

from engine.core.ids import UnitId
from engine.core.pick import Pick
from engine.orders.move import Move
from engine.rules.movement.mover import mover_of
from engine.rules.movement.selection import chosen
from tests.conformance.case_file import CaseUnsupportedError, counts_of, words_of
from tests.conformance.case_game import CaseGame
from tests.conformance.replay_json import Table, table, text


def move_of(game: CaseGame, step: Table) -> Move:
    """The order that a step means."""
    route = words_of(step, "route")
    units = counts_of(step)
    owner = text(step.get("owner"))
    if step.get("same_unit_twice"):
        return Move(tuple(_named_twice(game, route[0], kind) for kind in units), route)
    by_owner = table(step.get("units_by_owner") or {})
    picks: list[Pick] = []
    if by_owner:
        for nation in by_owner:
            counts = counts_of(by_owner, nation)
            picks.extend(Pick(count, kind, nation) for kind, count in counts.items())
    else:
        for kind, count in units.items():
            picks.extend(_picks(game, route[0], kind, count, owner))
    if step.get("air_transport"):
        picks = [_moved_last(game, pick, route[0]) for pick in picks]
    elif not step.get("units_by_owner"):
        picks = _ships_without_other_cargo(game, picks, route)
    raid = bool(step.get("bomb")) or text(step.get("kind")) == "bombing"
    return Move(tuple(picks), route, raid, _aboard(game, step, route))


def why_not(game: CaseGame, move: Move) -> str:
    """Why a move is refused, "" when it is not."""
    reasons = game.check(move)
    if reasons:
        return "; ".join(reason.text for reason in reasons)
    left = _cargo_left_behind(game, move)
    return f"{left} units of cargo would be left at sea" if left else ""


def _picks(game: CaseGame, start: str, kind: str, count: int, owner: str) -> list[Pick]:
    """Units of the owner, made up with those of others where there are too few."""
    if owner:
        return [Pick(count, kind, owner)]
    nation = game.state.nation
    there = [unit.owner for unit in game.state.units_in(start) if unit.type == kind]
    own = min(count, there.count(nation))
    picks = [Pick(own, kind)] if own else []
    missing = count - own
    for other in dict.fromkeys(there):
        if other != nation and missing:
            more = min(missing, there.count(other))
            picks.append(Pick(more, kind, other))
            missing -= more
    return picks if not missing else [Pick(count, kind)]


def _ships_without_other_cargo(
    game: CaseGame, picks: list[Pick], route: tuple[str, ...]
) -> list[Pick]:
    """Ships by identity, empty ones first, where an order names ships and no cargo."""
    kinds = game.state.definition.unit_types
    known = [pick for pick in picks if pick.type in kinds]
    if any(kinds[pick.type].is_land for pick in known) or len(known) < len(picks):
        return picks
    found: list[Pick] = []
    for pick in picks:
        there = [
            unit
            for unit in game.state.units_in(route[0])
            if unit.type == pick.type and unit.owner == (pick.owner or game.state.nation)
        ]
        able = [
            unit
            for unit in there
            if not game.state.cargo_of(unit.id)
            and not game.check(Move((Pick(1, pick.type, pick.owner, (unit.id,)),), route))
        ]
        fits = kinds[pick.type].carriage.transport_capacity and len(able) >= pick.count
        ids = tuple(unit.id for unit in able[: pick.count]) if fits else ()
        found.append(Pick(pick.count, pick.type, pick.owner, ids))
    return found


def _moved_last(game: CaseGame, pick: Pick, start: str) -> Pick:
    """Units by identity, those that have moved first: the passengers that a case names."""
    owner = pick.owner or game.state.nation
    there = [
        unit for unit in game.state.units_in(start) if (unit.type, unit.owner) == (pick.type, owner)
    ]
    there.sort(key=lambda unit: (-unit.moved, unit.id))
    ids = tuple(unit.id for unit in there[: pick.count])
    return Pick(pick.count, pick.type, pick.owner, ids if len(ids) == pick.count else ())


def _named_twice(game: CaseGame, start: str, kind: str) -> Pick:
    unit = next(unit.id for unit in game.state.units_in(start) if unit.type == kind)
    return Pick(2, kind, "", (unit, unit))


def _aboard(
    game: CaseGame, step: Table, route: tuple[str, ...]
) -> tuple[tuple[UnitId, UnitId], ...]:
    """Who goes on which ship, where the case says "transport 1" (the first of the zone)."""
    words = text(step.get("onto")).split()
    if len(words) != 2 or not words[1].isdigit():
        return ()
    kinds = game.state.definition.unit_types
    ships = [
        unit.id
        for unit in game.state.units_in(route[-1])
        if unit.owner == game.state.nation and kinds[unit.type].carriage.transport_capacity
    ]
    place = int(words[1]) - 1
    if place >= len(ships):
        raise CaseUnsupportedError(f"there is no {' '.join(words)} in {route[-1]}")
    picks = tuple(Pick(count, kind) for kind, count in counts_of(step).items())
    units = chosen(mover_of(game.state), Move(picks, route))
    return tuple((unit.id, ships[place]) for unit in units)


def _cargo_left_behind(game: CaseGame, move: Move) -> int:
    """Land units aboard the ships of the order that the order does not name."""
    state = game.state
    kinds = state.definition.unit_types
    if not all(state.definition.board.is_sea[place] for place in move.path):
        return 0
    named = [unit.id for unit in chosen(mover_of(state), move)]
    return sum(
        cargo.id not in named
        for unit in named
        for cargo in state.cargo_of(unit)
        if kinds[cargo.type].is_land
    )
