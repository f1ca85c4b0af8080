"""Which units a side loses when nobody chooses: the default order of losses.

Rule: rule book, How units fire (B198) and Special cases (B200, G18, G20).

The default order, used for defenders (who are away) and recommended to the attacker, is in
numbers/loss_order.py.  An attacker on land who would be left with nothing but aircraft keeps their
last land unit when every defender is already lost: with it they take the territory.
Options: weakest_lost_first.
"""

from engine.core.ids import BattleSide, NationName, UnitId
from engine.core.memo import remembered
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.battle.numbers.loss_order import (
    NO_PRICE,
    Candidate,
    hit_order,
    land_unit_kept,
    loss_order,
)
from engine.rules.battle.rounds.fire import shooter_of, terrain_bonus
from engine.rules.common.battle_step import (
    ATTACKER,
    DEFENDER,
    battle_if_any,
    other_side,
    units_of,
    unmarked_of,
)
from engine.rules.common.relations import is_sea, type_of
from engine.rules.common.values import attack_of, defence_of, flight_left


def hit_points_left(state: State, unit: Unit) -> int:
    """How many hits destroy the unit."""
    return max(1, type_of(state, unit).hit_points - unit.hits)


def owners_of(state: State, units: tuple[UnitId, ...]) -> tuple[NationName, ...]:
    """Whose units these are, in turn order; owners that have no turn come last."""
    owners = {state.units[unit].owner for unit in units}
    nations = state.definition.politics.nation_names
    return (*(name for name in nations if name in owners), *sorted(owners - set(nations)))


def hit_capacity(state: State, units: tuple[UnitId, ...]) -> int:
    """How many hits destroy all these units."""
    return sum(hit_points_left(state, state.units[unit]) for unit in units)


def default_casualties(
    state: State, candidates: tuple[UnitId, ...], hits: int, side: BattleSide
) -> tuple[UnitId, ...]:
    """Who takes the hits when nobody chooses: one entry for each hit, in the order taken.

    candidates: units on the board; side: ``"attacker"`` or ``"defender"``, whose units they are.
    A unit named as often as it has hit points left is destroyed.  There are fewer entries than hits
    only when the candidates cannot take more.
    """
    order = casualty_order(state, candidates, side)
    if side == ATTACKER:
        order = _land_unit_kept(state, order, hits)
    return order[:hits]


@remembered
def casualty_order(
    state: State, candidates: tuple[UnitId, ...], side: BattleSide
) -> tuple[UnitId, ...]:
    """All hits that the candidates can take, in default order; damage first, then losses."""
    there = [_candidate(state, state.units[unit], side) for unit in candidates]
    weakest_first = state.definition.options.weakest_lost_first
    return hit_order(loss_order(there, state.definition.support, side, weakest_first=weakest_first))


def split_hits(
    state: State, hits: tuple[UnitId, ...]
) -> tuple[tuple[UnitId, ...], tuple[UnitId, ...]]:
    """Hits on units as (killed, damaged); a unit damaged and then killed is in both."""
    taken: dict[UnitId, int] = {}
    killed: list[UnitId] = []
    damaged: list[UnitId] = []
    for unit in hits:
        taken[unit] = taken.get(unit, 0) + 1
        last = taken[unit] == hit_points_left(state, state.units[unit])
        (killed if last else damaged).append(unit)
    return tuple(killed), tuple(damaged)


def has_real_choice(state: State, candidates: tuple[UnitId, ...], hits: int) -> bool:
    """Whether it matters which units take the hits: not all die, and they are not all alike.

    Like units that take several hits each: whether some are lost, or more are damaged.
    """
    most = hit_capacity(state, candidates)
    if hits >= most:
        return False
    if len({_likeness(state, state.units[unit]) for unit in candidates}) > 1:
        return True
    # All alike, but with two hits or more each. With one hit, or with one left over, every choice
    # gives the same units; in between two hits may sink one ship or damage two.
    return most > len(candidates) > 1 and 2 <= hits <= most - 2


def _likeness(state: State, unit: Unit) -> tuple[object, ...]:
    """Units with equal likeness need no choice between them.

    They fight in one battle, so what they have done in the turn matters less than it does to
    `Unit.likeness`: only whether they may go back aboard, and how far and where aircraft may fly.
    """
    cargo = tuple(sorted((aboard.type, aboard.owner) for aboard in state.cargo_of(unit.id)))
    ashore = tuple(
        sorted(
            state.units[landed].type
            for battle in state.battles
            for landed, transport, _ in battle.landings
            if transport == unit.id and landed in state.units
        )
    )
    flight = (flight_left(state, unit), unit.theatre, unit.base)
    return (unit.lasting, unit.amphibious, flight, cargo, ashore)


def _candidate(state: State, unit: Unit, side: BattleSide) -> Candidate:
    return Candidate(
        unit=unit.id,
        shooter=shooter_of(state, unit, side),
        strength=_lone_strength(state, unit, side),
        price=state.definition.economy.prices.get(unit.type, NO_PRICE),
        hits_left=hit_points_left(state, unit),
        cargo=len(state.cargo_of(unit.id)),
        steps_left=flight_left(state, unit),
        on_other_side=_lone_strength(state, unit, other_side(side)),
    )


def _lone_strength(state: State, unit: Unit, side: BattleSide) -> int:
    """What a unit attacks or defends with where it is, without support."""
    plain = attack_of(state, unit) if side == ATTACKER else defence_of(state, unit)
    return max(0, plain + terrain_bonus(state, unit, side))


def _land_unit_kept(state: State, order: tuple[UnitId, ...], hits: int) -> tuple[UnitId, ...]:
    """The order with the last land unit at its end, where that decides who gets the territory."""
    battle = battle_if_any(state)
    # Without a land unit the battle is won, but the land is not taken (B209). While a defender is
    # left, the fight itself comes first, and the cheapest go.
    if battle is None or is_sea(state, battle.territory) or unmarked_of(state, battle, DEFENDER):
        return order
    land = [
        unit.id
        for unit in units_of(state, battle, ATTACKER)
        if type_of(state, unit).is_land and unit.id not in battle.marked
    ]
    return land_unit_kept(order, hits, land)
