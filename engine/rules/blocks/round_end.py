"""What follows the last shot of a round: units leave, escape or rebase, or the battle goes on.

Rule: Triumph & Tragedy 2nd edition, End of Combat Round (T69 to T73, T76 to T78).
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import BlockBattleFrame, Decision
from engine.core.errors import Illegal
from engine.core.events.blocks import BlockBattleEnded, SubsEscaped
from engine.core.events.turn import FramePopped, FrameReplaced
from engine.core.ids import UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import AIR, UNDERSEA
from engine.gamedef.position import Waiting
from engine.orders import Order, Pick, Press, Retreat, Submerge
from engine.rules.blocks.areas import (
    block_name,
    block_of,
    is_ground,
    is_sea,
    is_undersea,
    own_in,
)
from engine.rules.blocks.battle_frame import frame_of
from engine.rules.blocks.fire import can_harm, sides
from engine.rules.blocks.forced import (
    check_leaving,
    resolve_leaving,
    ways_out,
    who_must_leave,
)
from engine.rules.blocks.groups import groups_in
from engine.rules.blocks.picks import pick_blocks
from engine.rules.blocks.retreat import rebases, shortest
from engine.rules.frame import Events
from engine.values import replace

LEAVING: Final = "leaving"
ESCAPE: Final = "escape"
ESCAPING: Final = "escaping"
ESCAPED: Final = "escaped"
REBASE: Final = "rebase"
OVER: Final = "over"


def advance_round_end(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    """What happens after the shots of a round, or what the player is asked."""
    if frame.stage == OVER:
        return (FramePopped(), BlockBattleEnded(frame.territory, frame.is_raid))
    if frame.stage == ESCAPE:
        return _advance_escape(state, frame)
    if frame.stage == ESCAPING:
        return _advance_own_escape(state, frame)
    if frame.stage == ESCAPED:
        return _go_on(state, frame)
    if frame.stage not in {LEAVING, REBASE}:
        return (FrameReplaced(replace(frame, stage=LEAVING, queue=_leaving(state, frame))),)
    if frame.queue:
        return _advance_unit(state, frame)
    if frame.stage == REBASE:
        return (FrameReplaced(replace(frame, stage=OVER)),)
    if is_sea(state, frame.territory):
        return (FrameReplaced(replace(frame, stage=ESCAPE)),)
    return (FrameReplaced(replace(frame, stage=REBASE, queue=_may_rebase(state))),)


def _leaving(state: State, frame: BlockBattleFrame) -> tuple[UnitId, ...]:
    """On land those without ground units (T69, T76), at sea aircraft in the battle (T71)."""
    if not is_sea(state, frame.territory):
        return who_must_leave(state, frame.territory)
    attackers, defenders = sides(state)
    both = (*attackers, *defenders)
    return tuple(sorted(unit.id for unit in both if block_of(state, unit).kind == AIR))


def _may_rebase(state: State) -> tuple[UnitId, ...]:
    """Units of the nation on turn that may leave if they want to (T70, T73)."""
    there = own_in(state, state.nation, frame_of(state).territory)
    return tuple(unit.id for unit in there if not is_ground(state, unit))


def _advance_unit(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    """One unit leaves: because it must, or because its player wants it to."""
    unit = state.units.get(frame.queue[0])
    if unit is None or unit.territory != frame.territory:
        return (FrameReplaced(_next(frame)),)
    must = frame.stage == LEAVING
    out = ways_out(state, unit) if must else rebases(state, unit)
    if not out and must:
        lost = resolve_leaving(state, unit, None, is_forced=True, by_player=False)
        return (*lost, FrameReplaced(_next(frame)))
    if not out:
        return (FrameReplaced(_next(frame)),)
    if unit.owner == state.nation and (len(out) > 1 or not must):
        what = "leave" if must else "rebase"
        place = frame.territory
        return Decision(
            state.nation,
            what,
            place,
            frame.round,
            block_name(unit),
            units=(unit.id,),
            count=1,
            territories=tuple(out),
        )
    gone = resolve_leaving(state, unit, shortest(out), is_forced=True, by_player=False)
    return (*gone, FrameReplaced(_next(frame)))


def _next(frame: BlockBattleFrame) -> BlockBattleFrame:
    return replace(frame, queue=frame.queue[1:])


def _advance_escape(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    """Submarines of the defence escape when something there can hit them (T72)."""
    attackers, defenders = sides(state)
    subs = tuple(unit.id for unit in defenders if is_undersea(state, unit))
    hunted = any(block_of(state, unit).firepower.get(UNDERSEA) for unit in attackers)
    escaped = (SubsEscaped(frame.territory, subs),) if subs and hunted else ()
    return (*escaped, FrameReplaced(replace(frame, stage=ESCAPING)))


def _own_subs(state: State) -> tuple[Unit, ...]:
    attackers, _ = sides(state)
    return tuple(unit for unit in attackers if is_undersea(state, unit))


def _advance_own_escape(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    subs = _own_subs(state)
    if subs and sides(state)[1]:
        units = tuple(unit.id for unit in subs)
        return Decision(state.nation, "escape", frame.territory, frame.round, ESCAPING, units=units)
    return _go_on(state, frame)


def _go_on(state: State, frame: BlockBattleFrame) -> Events:
    """Another round at sea, unless one side is gone or nobody can harm the other."""
    attackers, defenders = sides(state)
    arriving = groups_in(state, frame.territory, frame.joined)
    fights = can_harm(state, attackers) or can_harm(state, defenders)
    if defenders and (arriving or (attackers and fights)):
        joined = tuple(unit.id for unit in attackers)
        following = BlockBattleFrame(
            frame.territory, frame.is_raid, frame.round + 1, "reveal", joined=joined
        )
        return (FrameReplaced(following),)
    return (FrameReplaced(replace(frame, stage=REBASE, queue=_may_rebase(state))),)


def check_round_end(state: State, frame: BlockBattleFrame, order: Order) -> tuple[Illegal, ...]:
    """Every reason against an answer after the shots of a round."""
    place = frame.territory
    if frame.stage == ESCAPING:
        if not isinstance(order, Submerge) or order.territory != place:
            text = f"submarines in {place} may escape: submerge ... or stay up"
            return (Illegal("not-asked", text, "T72", place),)
        return tuple(pick_blocks(state, order.picks, _own_subs(state), place)[1])
    unit = state.units[frame.queue[0]]
    if frame.stage == LEAVING:
        return check_leaving(state, unit, order)
    if isinstance(order, Press) and order.territory == place:
        return ()
    if isinstance(order, Retreat) and order.territory == place and order.to in rebases(state, unit):
        return ()
    ways = ", ".join(rebases(state, unit))
    text = f"the {unit.type} in {place} may rebase to {ways}, or stay: press"
    return (Illegal("no-retreat-there", text, "T70", place),)


def resolve_round_end(state: State, frame: BlockBattleFrame, order: Order) -> Events:
    """What an answer does that has been checked."""
    if isinstance(order, Submerge):
        units, _ = pick_blocks(state, order.picks, _own_subs(state), frame.territory)
        keys = tuple(unit.id for unit in units)
        escaped = (SubsEscaped(frame.territory, keys),) if keys else ()
        staying = replace(frame, joined=tuple(key for key in frame.joined if key not in keys))
        return (*escaped, FrameReplaced(replace(staying, stage=ESCAPED)))
    if not isinstance(order, Retreat):
        return (FrameReplaced(_next(frame)),)
    unit = state.units[frame.queue[0]]
    must = frame.stage == LEAVING
    out = ways_out(state, unit) if must else rebases(state, unit)
    gone = resolve_leaving(state, unit, out[order.to], is_forced=must, by_player=True)
    return (*gone, FrameReplaced(_next(frame)))


def legal_round_end(state: State, frame: BlockBattleFrame) -> Iterator[Order]:
    """All answers, sorted."""
    place = frame.territory
    if frame.stage == ESCAPING:
        subs = _own_subs(state)
        yield from (Submerge(place, (Pick(1, unit.type, units=(unit.id,)),)) for unit in subs)
        yield Submerge(place, ())
        return
    unit = state.units[frame.queue[0]]
    must = frame.stage == LEAVING
    for to in ways_out(state, unit) if must else rebases(state, unit):
        yield Retreat(place, to)
    if not must:
        yield Press(place)
