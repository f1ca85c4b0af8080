"""Before all battles: rockets are aimed, raids are flown, rockets are fired.

Land that nobody defends is taken after them.

Rule: rule book, Technology and Battle (B114 to B118, B181, G14).  Every territory with own AA guns
that have neither moved nor been captured may fire one rocket at an enemy factory within three
areas, counted over land and sea alike but not over impassable land.  A factory is the target of one
rocket a turn; where a map has other facilities that can be damaged, a rocket may be aimed at one of
them.  The gun that fires cannot move again in the turn.
A game may say in its advances how far rockets fly, how many hit one area, and their dice.
By option every gun fires its own rocket, and rockets are fired before the raids, as the rule book
says; by default both are done as in the TripleA engine (G14).  By option rockets are fired when the
non-combat move is over (phases/noncombat_move.py), and one a turn (C56, D13).
Options: one_rocket_per_territory, rockets_after_raids, one_rocket_per_turn,
rockets_cross_impassable, those of bombing.py.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import Decision, StrategicFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.battle import RocketLaunched
from engine.core.events.movement import MovementEnded
from engine.core.events.turn import FramePopped, FrameReplaced
from engine.core.ids import NO_TYPE, NOWHERE, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.fire_rocket import FireRocket
from engine.orders.form import Order
from engine.rules.battle.around.air_battle import resolve_raid_start
from engine.rules.battle.around.bombing import bombing_die, bombing_event, resolve_ruin
from engine.rules.battle.before.pending_battles import resolve_walk_ins
from engine.rules.common.advances import advances_of
from engine.rules.common.battle_step import ATTACKER, RAID
from engine.rules.common.damage import bombing_targets, is_disabled, target_types
from engine.rules.common.frame import Events, FrameRules, top_frame
from engine.rules.common.relations import (
    is_impassable,
    is_sea,
    owner_of,
    relation_of,
    type_of,
)
from engine.rules.common.values import movement_left
from engine.rules.common.victory_points import resolve_points_lost
from engine.values import replace


def rocket_range(state: State) -> int:
    """Areas that rockets of the nation on turn fly; 0 when it has none (B114)."""
    return max((advance.rocket_range for advance in advances_of(state, state.nation)), default=0)


def _most_at_target(state: State) -> int:
    """Rockets that hit one area in a turn at most, and dice of one rocket; 0 for any number."""
    rockets = [one for one in advances_of(state, state.nation) if one.rocket_range]
    if any(not one.rockets_at_target for one in rockets):
        return 0
    return sum(one.rockets_at_target for one in rockets)


def _dice_of(state: State, origin: TerritoryName) -> int:
    """Dice of a rocket from an area: those of its launchers, as many as one rocket may have.

    Where every launcher fires a rocket of its own, those of the next one.
    """
    guns = [unit for unit in state.units_in(origin) if _is_launcher(state, unit.id)]
    if not state.definition.options.one_rocket_per_territory:
        guns = guns[:1]
    dice = sum(_dice_of_launcher(state, unit) for unit in guns)
    return min(dice, _most_at_target(state) or dice)


def _dice_of_launcher(state: State, unit: Unit) -> int:
    return sum(
        dict(one.rocket_dice).get(unit.type, 0) if one.rocket_dice else 1
        for one in advances_of(state, state.nation)
        if one.rocket_range
    )


def rocket_origins(state: State) -> tuple[TerritoryName, ...]:
    """Territories of the nation on turn that may fire a rocket and have a target, sorted.

    Each appears once for each rocket: one for all guns of a territory, or by option one a gun.
    """
    if not rocket_range(state):
        return ()
    guns = [unit.territory for unit in state.units_of(state.nation) if _may_fire(state, unit.id)]
    places = set(guns) if state.definition.options.one_rocket_per_territory else guns
    return tuple(place for place in sorted(places) if rocket_targets(state, place, ()))


def rocket_targets(
    state: State, origin: TerritoryName, taken: tuple[TerritoryName, ...]
) -> tuple[TerritoryName, ...]:
    """Enemy factories in range at which no more rockets are aimed than may be, sorted.

    taken: at what rockets are aimed already, an area for each of them.
    """
    near = state.definition.board.distances(
        origin, rocket_range(state), lambda place: _lets_by(state, place)
    )
    most = _most_at_target(state) or len(taken) + 1
    return tuple(
        place
        for place in sorted(near)
        if taken.count(place) < most and bombing_targets(state, state.nation, place)
    )


def _lets_by(state: State, place: TerritoryName) -> bool:
    """Whether a rocket may cross an area or come down there."""
    owner = owner_of(state, place)
    crosses = state.definition.options.rockets_cross_impassable
    return (crosses or not is_impassable(state, place)) and (
        is_sea(state, place) or relation_of(state, state.nation, owner).rockets_pass
    )


def _may_fire(state: State, key: UnitId) -> bool:
    unit = state.units[key]
    return (
        type_of(state, unit).guns.is_launcher
        and _dice_of_launcher(state, unit) > 0
        and unit.carried_by is None
        and not unit.launched
        and not is_disabled(state, unit)
        and unit.moved == 0
        and (movement_left(state, unit) > 0 or not type_of(state, unit).movement)
        and unit.territory not in state.turn.conquered
    )


def _frame_of(state: State) -> StrategicFrame:
    return top_frame(state, StrategicFrame)


def _advance(state: State) -> Events | Waiting:
    frame = _frame_of(state)
    if frame.origins:
        if rocket_targets(state, frame.origins[0], frame.hit):
            return _decision(state)
        return (FrameReplaced(replace(frame, origins=frame.origins[1:])),)
    if frame.aimed and not state.definition.options.rockets_after_raids:
        return _request(state, frame)
    for battle in state.battles:
        if battle.kind == RAID:
            return resolve_raid_start(state, battle)
    if frame.aimed:
        return _request(state, frame)
    log = EventLog(state)
    log.add(FramePopped())
    log.extend(resolve_walk_ins(log.state))
    return log.events


def _request(state: State, frame: StrategicFrame) -> RollRequest:
    """The dice of the next rocket."""
    origin, target, _ = frame.aimed[0]
    faces, _ = bombing_die(state)
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=target,
        round=0,
        step="rocket",
        side=ATTACKER,
        count=_dice_of(state, origin),
        sides=faces,
        purpose=f"rocket from {origin} at {target}",
    )


def _decision(state: State) -> Decision:
    frame = _frame_of(state)
    origin = frame.origins[0]
    targets = rocket_targets(state, origin, frame.hit)
    return Decision(state.nation, "rocket", origin, step="rocket", territories=targets)


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    if not _frame_of(state).origins:
        return (Illegal("dice-first", "the game is waiting for the dice of a rocket"),)
    decision = _decision(state)
    place = decision.territory
    if not isinstance(order, FireRocket):
        text = f"the game is waiting for a choice first: the target of the rocket in {place}"
        return (Illegal("decision-first", text, "B114", place),)
    if order.origin != place:
        text = f"aim the rocket of {place} first, not that of {order.origin}"
        return (Illegal("wrong-territory", text, "B114", place),)
    if order.target and order.target not in decision.territories:
        targets = ", ".join(decision.territories)
        text = f"the rocket of {place} cannot hit {order.target}; possible: {targets}"
        return (Illegal("no-rocket-target", text, "B116", order.target),)
    names = target_types(state, state.nation, order.target)
    if order.facility and order.facility not in names:
        possible = ", ".join(names) or "none"
        text = f"there is no {order.facility} in {order.target} to be hit; possible: {possible}"
        return (Illegal("no-such-target", text, "B116", order.target),)
    return ()


def _resolve(state: State, order: Order) -> Events:
    frame = _frame_of(state)
    if not isinstance(order, FireRocket):
        return ()
    left = replace(frame, origins=frame.origins[1:])
    if order.target:
        one_only = state.definition.options.one_rocket_per_turn
        left = replace(
            left,
            origins=() if one_only else left.origins,
            aimed=(*left.aimed, (order.origin, order.target, order.facility)),
            hit=(*left.hit, order.target),
        )
    return (FrameReplaced(left),)


def _roll(state: State, roll: RollResult) -> Events:
    frame = _frame_of(state)
    origin, target, facility = frame.aimed[0]
    _, added = bombing_die(state)
    gun = next(unit.id for unit in state.units_in(origin) if _is_launcher(state, unit.id))
    damage = (sum(roll.dice) + added * len(roll.dice),)
    events: tuple[Event, ...] = (
        FrameReplaced(replace(frame, aimed=frame.aimed[1:])),
        RocketLaunched(gun, origin, target),
        MovementEnded((gun,)),
    )
    log = EventLog(state)
    log.extend(events)
    there = bombing_targets(log.state, state.nation, target)
    hit = next((unit for unit in there if unit.type == facility), None)
    bombed = bombing_event(log.state, target, damage, "rocket", (roll.dice,), hit)
    log.add(bombed)
    log.extend(resolve_ruin(log.state, bombed))
    log.extend(resolve_points_lost(log.state, bombed.victim, bombed.damage))
    return log.events


def _is_launcher(state: State, key: UnitId) -> bool:
    return state.units[key].owner == state.nation and _may_fire(state, key)


def _legal(state: State) -> Iterator[Order]:
    if not _frame_of(state).origins:
        return
    decision = _decision(state)
    yield FireRocket(decision.territory, NOWHERE)
    for target in decision.territories:
        names = target_types(state, state.nation, target)
        for facility in names if len(names) > 1 else (NO_TYPE,):
            yield FireRocket(decision.territory, target, facility)


STRATEGIC_FRAME: Final = FrameRules(_advance, _check, _resolve, _roll, _legal)
