"""AA guns fire at aircraft overhead; then the aircraft arrive.

Rule: rule book, AA gun (B86, B87, B92), Low luck (B244).  The guns of one territory after another
fire at all aircraft that are left.  A move in which guns fired cannot be undone (B160).
"""

from typing import Final

from engine.core.agenda import OverflightFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.event_log import EventLog
from engine.core.events.turn import FramePopped, FrameReplaced
from engine.core.ids import UnitId
from engine.gamedef import Definition, State
from engine.gamedef.position import Waiting
from engine.rules.aa.guns import AAVolley, guns_in, volleys_of
from engine.rules.aa.hits import aa_dice_count, resolve_aa_hits
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    legal_nothing,
    resolve_no_order,
    top_frame,
)
from engine.rules.movement.resolve import resolve_flight
from engine.values import replace

STEP: Final = "overflight"


def _frame(state: State) -> OverflightFrame:
    return top_frame(state, OverflightFrame)


def _flying(state: State, frame: OverflightFrame) -> tuple[UnitId, ...]:
    """The aircraft that have not been shot down yet."""
    return tuple(key for key in frame.units if key in state.units)


def _volleys(
    state: State, frame: OverflightFrame, flying: tuple[UnitId, ...]
) -> tuple[AAVolley, ...]:
    """What the guns of the first territory have still to fire."""
    place = frame.guns[0]
    guns = guns_in(state, place, state.nation, "on_the_way")
    volleys = volleys_of(state, guns, (state.units[key] for key in flying))
    return tuple(volley for volley in volleys if volley.kind not in frame.fired)


def _passed(frame: OverflightFrame, flying: tuple[UnitId, ...]) -> OverflightFrame:
    """The frame when the guns of the first territory have fired."""
    return replace(frame, units=flying, guns=frame.guns[1:], fired=())


def _advance(state: State) -> Events | Waiting:
    frame = _frame(state)
    flying = _flying(state, frame)
    if not frame.guns or not flying:
        log: EventLog[Definition] = EventLog(state)
        log.add(FramePopped())
        log.extend(resolve_flight(log.state, flying, frame.path, raid=frame.raid))
        return log.events
    place = frame.guns[0]
    volleys = _volleys(state, frame, flying)
    if not volleys:
        return (FrameReplaced(_passed(frame, flying)),)
    volley = volleys[0]
    count = aa_dice_count(state, volley)
    if count == 0:
        return _fire(state, frame, ())
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=place,
        round=0,
        step=STEP,
        side="defender",
        count=count,
        sides=volley.faces,
        purpose=f"guns in {place} at {len(volley.targets)} units that pass",
    )


def _roll(state: State, roll: RollResult) -> Events:
    return _fire(state, _frame(state), roll.dice)


def _fire(state: State, frame: OverflightFrame, dice: tuple[int, ...]) -> Events:
    """The guns of the first territory fire; aircraft that are hit do not fly on."""
    log: EventLog[Definition] = EventLog(state)
    flying = _flying(state, frame)
    volleys = _volleys(state, frame, flying)
    # The frame moves on first: a choice of casualties may come on top of it.
    left = _passed(frame, flying)
    if len(volleys) > 1:
        left = replace(frame, units=flying, fired=(*frame.fired, volleys[0].kind))
    log.add(FrameReplaced(left))
    log.extend(resolve_aa_hits(log.state, frame.guns[0], volleys[0], dice, step=STEP))
    return log.events


OVERFLIGHT_FRAME: Final = FrameRules(
    advance=_advance,
    check=check_takes_no_orders,
    resolve=resolve_no_order,
    roll=_roll,
    legal=legal_nothing,
)
