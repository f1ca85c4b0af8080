"""What defenders do before the battles, and how the battle phase begins.

First the list of battles is made, and by option abandoned land is taken.  Then aircraft of the
defender may scramble to help nearby, and after that the defender may make kamikaze attacks on
ships; the list is made again, because units have come and gone.  Then raids and rockets follow, or
land without defenders is taken.

Rule: rule book, Battle (B181); the map dialect for what defenders do.
Options: rockets_after_noncombat_move, and those of scramble.py and kamikaze.py.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import ReactionFrame, StrategicFrame
from engine.core.chance import RollResult
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.battle import AircraftScrambled, KamikazesAimed
from engine.core.events.turn import FramePopped, FramePushed, FrameReplaced, PhaseSkipped
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.kamikaze import Kamikaze
from engine.orders.scramble import Scramble
from engine.rules.battle.around.kamikaze import (
    advance_kamikazes,
    advance_roll,
    check_kamikazes,
    kamikaze_zones,
    legal_kamikazes,
    resolve_kamikazes,
    resolve_roll,
)
from engine.rules.battle.around.rocket import rocket_origins
from engine.rules.battle.around.scramble import (
    advance_scramble,
    check_scramble,
    legal_scrambles,
    resolve_scramble,
    scramble_places,
)
from engine.rules.battle.before.abandoned import resolve_abandoned_land
from engine.rules.battle.before.pending_battles import resolve_battle_list, resolve_walk_ins
from engine.rules.common.battle_step import RAID
from engine.rules.common.frame import Events, FrameRules, top_frame
from engine.rules.common.theatres import resolve_breach
from engine.values import replace


def resolve_battle_opening(state: State) -> Events:
    """The automatic opening of the battle phase."""
    log = EventLog(state)
    log.extend(resolve_battle_list(state))
    log.extend(resolve_abandoned_land(log.state))
    places = scramble_places(log.state)
    zones = kamikaze_zones(log.state)
    if places or zones:
        log.add(FramePushed(ReactionFrame(places, zones)))
        return log.events
    log.extend(_resolve_raids(log.state))
    return log.events


def _resolve_raids(state: State) -> Events:
    """Rockets and raids come first; without any, land that nobody defends is taken."""
    log = EventLog(state)
    late = state.definition.options.rockets_after_noncombat_move
    origins = () if late else rocket_origins(state)
    raids = [battle for battle in state.battles if battle.kind == RAID]
    for raid in raids:
        log.extend(resolve_breach(log.state, raid.territory))
    if origins or raids:
        log.add(FramePushed(StrategicFrame(origins)))
        return log.events
    log.extend(resolve_walk_ins(state))
    if not log.state.battles:
        log.add(PhaseSkipped(state.nation, "battle", "there is no battle to fight"))
    return log.events


def _frame(state: State) -> ReactionFrame:
    return top_frame(state, ReactionFrame)


def _advance(state: State) -> Events | Waiting:
    frame = _frame(state)
    if frame.scrambles:
        return _moved_on(state, advance_scramble(state, frame))
    if frame.aimed:
        following = advance_roll(state, frame)
        return _rolled(state, following) if isinstance(following, tuple) else following
    if frame.kamikaze_zones:
        return _moved_on(state, advance_kamikazes(state, frame))
    log = EventLog(state)
    log.add(FramePopped())
    log.extend(resolve_battle_list(log.state))
    log.extend(_resolve_raids(log.state))
    return log.events


def _moved_on(state: State, following: Events | Waiting) -> Events | Waiting:
    """What was decided by itself, and the frame without the question."""
    return _decided(state, following) if isinstance(following, tuple) else following


def _decided(state: State, events: Events) -> Events:
    frame = _frame(state)
    after: list[Event] = []
    for event in events:
        # A choice that nobody had is not reported.
        match event:
            case AircraftScrambled():
                frame = replace(frame, scrambles=frame.scrambles[1:])
                after += [event] if event.units or event.stayed else []
            case KamikazesAimed():
                frame = replace(
                    frame,
                    kamikaze_zones=frame.kamikaze_zones[1:],
                    zone=event.territory,
                    kamikaze_nation=event.nation,
                    aimed=event.aimed,
                )
                after += [event] if event.chosen_by != "rule" else []
            case _:
                after.append(event)
    return (*after, FrameReplaced(frame))


def _rolled(state: State, events: Events) -> Events:
    frame = _frame(state)
    return (*events, FrameReplaced(replace(frame, aimed=frame.aimed[1:])))


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    frame = _frame(state)
    if frame.scrambles:
        return check_scramble(state, frame.scrambles[0], order)
    if frame.kamikaze_zones and not frame.aimed:
        return check_kamikazes(state, frame.kamikaze_zones[0], order)
    return (Illegal("dice-first", "the game is waiting for the dice of kamikaze attacks"),)


def _resolve(state: State, order: Order) -> Events:
    frame = _frame(state)
    match order:
        case Scramble():
            return _decided(state, resolve_scramble(state, frame.scrambles[0], order))
        case Kamikaze():
            return _decided(state, resolve_kamikazes(state, frame.kamikaze_zones[0], order))
    return ()


def _roll(state: State, roll: RollResult) -> Events:
    return _rolled(state, resolve_roll(state, _frame(state), roll.dice))


def _legal(state: State) -> Iterator[Order]:
    frame = _frame(state)
    if frame.scrambles:
        yield from legal_scrambles(state, frame.scrambles[0])
    elif frame.kamikaze_zones and not frame.aimed:
        yield from legal_kamikazes(state, frame.kamikaze_zones[0])


REACTION_FRAME: Final = FrameRules(_advance, _check, _resolve, _roll, _legal)
