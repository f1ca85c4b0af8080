"""A declaration is followed by an attack in the same turn.

Rule: Triumph & Tragedy 2nd edition, rule book 15.21 and 15.4 (T230): at least one unit attacks
whoever war was declared on, or whose neutrality was violated.  So that no turn comes to a dead end,
a declaration needs units that can make the attacks, and the attacks are made before other moves.
"""

from collections import deque
from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.ids import TerritoryName, UnitId
from engine.gamedef import State
from engine.orders import Move, Pick
from engine.rules.blocks.areas import country_of, enemies_in, is_sea, own_in, position_of
from engine.rules.blocks.command import moves_left
from engine.rules.blocks.movement import (
    check_move,
    destinations,
    legal_moves,
    movable,
    resolve_move,
)
from engine.rules.blocks.travel import Path

_RULE = "T230"


def due(state: State) -> tuple[str, ...]:
    """Nations and countries that were declared against in this turn and not yet attacked."""
    turn = position_of(state).turn
    moved = [move.path for key, move in turn.moves.items() if key in state.units]
    return tuple(
        victim
        for victim in (*turn.declared, *turn.invaded)
        if not any(is_attack(state, path, victim) for path in moved)
        and not _is_faced_at_sea(state, victim)
    )


def is_attack(state: State, path: Path, victim: str) -> bool:
    """Whether a move along a path attacks a nation or a country: its land or its units."""
    lands = (place for place in path[1:] if not is_sea(state, place))
    if any(victim in {state.owners.get(place), country_of(state, place)} for place in lands):
        return True
    return any(unit.owner == victim for unit in enemies_in(state, state.nation, path[-1]))


def check_ordered_move(state: State, order: Move) -> tuple[Illegal, ...]:
    """Every reason against a move, one that leaves an attack undone that is due included (T230)."""
    reasons = check_move(state, order)
    waiting = () if reasons else due(state)
    if not waiting:
        return reasons
    names = " and ".join(waiting)
    if not any(is_attack(state, order.path, one) for one in waiting):
        text = f"a declaration is followed by an attack: attack {names} first"
        return (Illegal("attack-first", text, _RULE, order.path[-1]),)
    log = EventLog(state)
    log.extend(resolve_move(state, order))
    if not can_attack_all(log.state, due(log.state)):
        text = f"after this move not all of {names} can be attacked any more"
        return (Illegal("attack-first", text, _RULE, order.path[-1]),)
    return ()


def whole_move(state: State, order: Move) -> tuple[Move | None, tuple[Illegal, ...]]:
    """The move when all of its units can go, else None and the reasons: blocks are not split."""
    reasons = check_ordered_move(state, order)
    return (None if reasons else order), reasons


def legal_ordered_moves(state: State, territory: TerritoryName | None) -> Iterator[Move]:
    """Every legal move of one unit to one end, attacks that are due before all others."""
    moves = legal_moves(state, territory)
    if not due(state):
        return moves
    return (order for order in moves if not check_ordered_move(state, order))


def can_attack_all(state: State, victims: tuple[str, ...]) -> bool:
    """Whether each of the victims can still be attacked, by a unit of its own."""
    if len(victims) > moves_left(state):
        return False
    return _is_matched([_attackers(state, one, len(victims)) for one in victims], frozenset())


def _is_matched(choices: list[tuple[UnitId, ...]], taken: frozenset[UnitId]) -> bool:
    if not choices:
        return True
    return any(_is_matched(choices[1:], taken | {unit}) for unit in choices[0] if unit not in taken)


def _attackers(state: State, victim: str, most: int) -> tuple[UnitId, ...]:
    """The first units, at most as many, that can attack a victim by a legal move."""
    near = _near(state, victim)
    found: list[UnitId] = []
    for place in sorted({unit.territory for unit in state.units_of(state.nation)} & near):
        for unit in movable(state, place):
            if len(found) == most:
                return tuple(found)
            paths = (path for path in destinations(state, unit) if is_attack(state, path, victim))
            orders = (Move((Pick(1, unit.type, units=(unit.id,)),), path) for path in paths)
            if any(not check_move(state, order) for order in orders):
                found.append(unit.id)
    return tuple(found)


def _near(state: State, victim: str) -> frozenset[TerritoryName]:
    """All areas from which a unit of the longest reach could get to a victim."""
    reach = max(kind.movement for kind in state.definition.unit_types.values())
    board = state.definition.board
    targets = {
        place
        for place, at_sea in board.is_sea.items()
        if not at_sea and victim in {state.owners.get(place), country_of(state, place)}
    } | {unit.territory for unit in state.units.values() if unit.owner == victim}
    far = dict.fromkeys(targets, 0)
    queue = deque(sorted(targets))
    while queue:
        here = queue.popleft()
        for beyond in board.neighbours(here) if far[here] < reach else ():
            if beyond not in far:
                far[beyond] = far[here] + 1
                queue.append(beyond)
    return frozenset(far)


def check_attacked(state: State) -> Iterator[Illegal]:
    """Why the movement phase cannot end while an attack is due."""
    for victim in due(state):
        text = f"nobody has attacked {victim} yet, against whom you have declared in this turn"
        yield Illegal("attack-due", text, _RULE)


def _is_faced_at_sea(state: State, victim: str) -> bool:
    """Whether units of both share a sea, where they will fight unless they leave (T210)."""
    seas = {unit.territory for unit in state.units_of(state.nation) if not unit.escaped}
    return any(
        is_sea(state, place)
        and own_in(state, state.nation, place)
        and any(unit.owner == victim for unit in enemies_in(state, state.nation, place))
        for place in sorted(seas)
    )
