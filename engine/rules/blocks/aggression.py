"""A declaration is followed by an attack in the same turn.

Rule: Triumph & Tragedy 2nd edition, rule book 15.21 and 15.4 (T230): at least one unit attacks
whoever war was declared on, or whose neutrality was violated.  So that no turn comes to a dead end,
a declaration needs units that can make the attacks, and so does every move before the attacks.
"""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.ids import TerritoryName, UnitId
from engine.core.pick import Pick
from engine.gamedef import State
from engine.orders.move import Move
from engine.rules.blocks.areas import (
    country_of,
    enemies_in,
    is_sea,
    is_undisputed,
    own_in,
    position_of,
)
from engine.rules.blocks.command import moves_left
from engine.rules.blocks.movement import (
    check_move,
    destinations,
    legal_moves,
    movable,
    named_units,
    resolve_move,
)
from engine.rules.blocks.travel import Path

_RULE: Final = "T230"

Choices: TypeAlias = list[tuple[UnitId, ...]]
"""For each victim units that can attack it."""


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
    """Every reason against a move, also that an attack that is due could not follow it (T230)."""
    return check_move(state, order) or _check_due(state, order, due(state))


def _check_due(
    state: State, order: Move, victims: tuple[str, ...], choices: Choices | None = None
) -> tuple[Illegal, ...]:
    """Whether all victims can still be attacked after a legal move.

    choices: units that can attack each victim, when they are known already.
    """
    turn = position_of(state).turn
    if not turn.declared and not turn.invaded:
        return ()
    attacks = any(is_attack(state, order.path, one) for one in victims)
    if attacks or _is_needed_there(state, order.path[0]):
        log = EventLog(state)
        log.extend(resolve_move(state, order))
        victims = due(log.state)
        is_possible = can_attack_all(log.state, victims)
    elif not victims:
        return ()
    else:
        moved = {unit.id for unit in named_units(state, order)}
        if choices is None:
            choices = _choices(state, victims, len(moved))
        left = [tuple(unit for unit in units if unit not in moved) for units in choices]
        enough = len(victims) + len(moved) <= moves_left(state)
        is_possible = enough and _is_matched(left, frozenset())
    if is_possible:
        return ()
    text = f"after this move nobody could attack {' and '.join(victims)}, as you have declared"
    return (Illegal("attack-first", text, _RULE, order.path[-1]),)


def _is_needed_there(state: State, place: TerritoryName) -> bool:
    """Whether a unit that leaves may take an attack with it: at sea it faces the enemy (T210), on
    land that is disputed or hostile it is the ground support of others (T43)."""
    return is_sea(state, place) or not is_undisputed(state, state.nation, place)


def whole_move(state: State, order: Move) -> tuple[Move | None, tuple[Illegal, ...]]:
    """The move when all of its units can go, else None and the reasons: blocks are not split."""
    reasons = check_ordered_move(state, order)
    return (None if reasons else order), reasons


def legal_ordered_moves(state: State, territory: TerritoryName | None) -> Iterator[Move]:
    """Every legal move of one unit to one end after which the attacks that are due can follow."""
    victims = due(state)
    choices = _choices(state, victims, 1)
    for order in legal_moves(state, territory):
        if not _check_due(state, order, victims, choices):
            yield order


def first_ordered_moves(state: State) -> Iterator[Move]:
    """One of them from each area that has any, sorted by area."""
    for start in sorted({unit.territory for unit in state.units_of(state.nation)}):
        yield from islice(legal_ordered_moves(state, start), 1)


def can_attack_all(state: State, victims: tuple[str, ...]) -> bool:
    """Whether each of the victims can still be attacked, by a unit of its own."""
    if len(victims) > moves_left(state):
        return False
    return _is_matched(_choices(state, victims, 0), frozenset())


def _choices(state: State, victims: tuple[str, ...], spare: int) -> Choices:
    """For each victim enough units that can attack it; spare: how many of them may move away."""
    return [_attackers(state, one, len(victims) + spare) for one in victims]


def _is_matched(choices: Choices, taken: frozenset[UnitId]) -> bool:
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
