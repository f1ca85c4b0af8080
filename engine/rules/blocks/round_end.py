"""What follows the last shot of a round: units leave, escape or rebase, or the battle goes on.

Rule: Triumph & Tragedy 2nd edition, End of Combat Round (T69 to T73, T76 to T78).
"""

from collections.abc import Iterator

from engine.core.agenda import BlockBattleFrame, Decision
from engine.core.errors import Illegal
from engine.core.events.blocks import BlockBattleEnded, SubsEscaped, SubsFoughtOn
from engine.core.events.turn import FramePopped, FrameReplaced
from engine.core.ids import NOBODY, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import AIR
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.orders.submerge import Submerge
from engine.rules.blocks.areas import (
    block_name,
    block_of,
    is_ground,
    is_sea,
    is_undersea,
    own_in,
)
from engine.rules.blocks.battle_frame import (
    ESCAPE,
    ESCAPING,
    GO_ON,
    LEAVING,
    OVER,
    REBASE,
    REVEAL,
    frame_of,
)
from engine.rules.blocks.defence import wants_to_escape
from engine.rules.blocks.fire import can_harm, sides
from engine.rules.blocks.forced import (
    advance_leaving,
    check_leaving,
    resolve_leaving,
    ways_out,
    who_must_leave,
)
from engine.rules.blocks.groups import is_resting
from engine.rules.blocks.picks import pick_blocks, pick_of
from engine.rules.blocks.retreat import rebases
from engine.rules.blocks.standing_orders import told_escape
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_asked
from engine.values import replace


def advance_round_end(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    """What happens after the shots of a round, or what the player is asked."""
    if frame.stage == OVER:
        return (FramePopped(), BlockBattleEnded(frame.territory, frame.is_raid))
    if frame.stage == ESCAPE:
        return _advance_escape(state, frame)
    if frame.stage == ESCAPING:
        return _advance_own_escape(state, frame)
    if frame.stage == GO_ON:
        return _go_on(state, frame)
    if frame.stage not in {LEAVING, REBASE}:
        return (FrameReplaced(replace(frame, stage=LEAVING, queue=_leaving(state, frame))),)
    if frame.queue:
        return _advance_unit(state, frame)
    if frame.stage == REBASE:
        return (FrameReplaced(replace(frame, stage=OVER)),)
    if is_sea(state, frame.territory):
        subs = tuple(unit.id for unit in sides(state)[1] if is_undersea(state, unit))
        return (FrameReplaced(replace(frame, stage=ESCAPE, queue=subs)),)
    return (FrameReplaced(replace(frame, stage=REBASE, queue=_may_rebase(state))),)


def _leaving(state: State, frame: BlockBattleFrame) -> tuple[UnitId, ...]:
    """On land those without ground units (T69, T76), at sea aircraft in the battle (T71, T209)."""
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
    if frame.stage == LEAVING:
        following = advance_leaving(state, unit)
        if isinstance(following, Decision):
            return replace(following, round=frame.round)
        return (*following, FrameReplaced(_next(frame)))
    out = rebases(state, unit)
    if not out:
        return (FrameReplaced(_next(frame)),)
    return Decision(
        state.nation,
        "rebase",
        frame.territory,
        frame.round,
        block_name(unit),
        units=(unit.id,),
        count=1,
        territories=tuple(out),
    )


def _next(frame: BlockBattleFrame) -> BlockBattleFrame:
    return replace(frame, queue=frame.queue[1:])


def _advance_escape(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    """Submarines of the defence may escape, nation by nation (T72)."""
    _, defenders = sides(state)
    subs = tuple(unit for unit in defenders if unit.id in frame.queue)
    if not subs or not sides(state)[0]:
        return (FrameReplaced(replace(frame, stage=ESCAPING, queue=())),)
    nation = subs[0].owner
    keys = tuple(unit.id for unit in subs if unit.owner == nation)
    rest = FrameReplaced(replace(frame, queue=tuple(key for key in frame.queue if key not in keys)))
    place = frame.territory
    told = told_escape(state, nation, place)
    if told is not None:
        leaves, use = told
        if leaves:
            return (SubsEscaped(place, keys, "standing", use), rest)
        return (SubsFoughtOn(place, keys, use), rest)
    if is_asked(state, nation):
        return Decision(nation, "escape", place, frame.round, ESCAPE, units=keys)
    if wants_to_escape(state):
        return (SubsEscaped(place, keys, "default"), rest)
    return (rest,)


def _asked_subs(state: State, frame: BlockBattleFrame) -> tuple[Unit, ...]:
    """The submarines whose player is asked now: the attacker's, or those of one defender."""
    attackers, defenders = sides(state)
    if frame.stage == ESCAPING:
        return tuple(unit for unit in attackers if is_undersea(state, unit))
    subs = [unit for unit in defenders if unit.id in frame.queue]
    return tuple(unit for unit in subs if unit.owner == subs[0].owner)


def _advance_own_escape(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    subs = _asked_subs(state, frame)
    if subs and sides(state)[1]:
        units = tuple(unit.id for unit in subs)
        return Decision(state.nation, "escape", frame.territory, frame.round, ESCAPING, units=units)
    return _go_on(state, frame)


def _go_on(state: State, frame: BlockBattleFrame) -> Events:
    """Another round at sea, unless one side is gone or nobody can harm the other.

    A nation that was left out of this round (T199) is an enemy like any other in the next one.
    """
    state = replace(state, agenda=(*state.agenda[:-1], replace(frame, spared=NOBODY)))
    attackers, defenders = sides(state)
    arriving = any(not is_resting(state, group) for group in frame.waiting)
    fights = can_harm(state, attackers) or can_harm(state, defenders)
    if defenders and (arriving or (attackers and fights)):
        joined = tuple(unit.id for unit in attackers)
        following = BlockBattleFrame(
            frame.territory,
            frame.is_raid,
            frame.round + 1,
            REVEAL,
            joined=joined,
            waiting=frame.waiting,
        )
        return (FrameReplaced(following),)
    return (FrameReplaced(replace(frame, stage=REBASE, queue=_may_rebase(state))),)


def check_round_end(state: State, frame: BlockBattleFrame, order: Order) -> tuple[Illegal, ...]:
    """Every reason against an answer after the shots of a round."""
    place = frame.territory
    if frame.stage in {ESCAPE, ESCAPING}:
        if not isinstance(order, Submerge) or order.territory != place:
            text = f"submarines in {place} may escape: submerge ... or stay up"
            return (Illegal("not-asked", text, "T72", place),)
        subs = _asked_subs(state, frame)
        return tuple(pick_blocks(state, order.picks, subs, place, nation=subs[0].owner)[1])
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
        subs = _asked_subs(state, frame)
        units, _ = pick_blocks(state, order.picks, subs, frame.territory, nation=subs[0].owner)
        keys = tuple(unit.id for unit in units)
        escaped = (SubsEscaped(frame.territory, keys),) if keys else ()
        if frame.stage == ESCAPE:
            asked = {unit.id for unit in subs}
            rest = tuple(key for key in frame.queue if key not in asked)
            return (*escaped, FrameReplaced(replace(frame, queue=rest)))
        staying = replace(frame, joined=tuple(key for key in frame.joined if key not in keys))
        return (*escaped, FrameReplaced(replace(staying, stage=GO_ON)))
    if not isinstance(order, Retreat):
        return (FrameReplaced(_next(frame)),)
    unit = state.units[frame.queue[0]]
    must = frame.stage == LEAVING
    out = ways_out(state, unit) if must else rebases(state, unit)
    gone = resolve_leaving(state, unit, out[order.to], is_forced=must, chosen_by="player")
    return (*gone, FrameReplaced(_next(frame)))


def legal_round_end(state: State, frame: BlockBattleFrame) -> Iterator[Order]:
    """All answers, sorted."""
    place = frame.territory
    if frame.stage in {ESCAPE, ESCAPING}:
        for unit in _asked_subs(state, frame):
            yield Submerge(place, (pick_of(state, unit),))
        yield Submerge(place, ())
        return
    unit = state.units[frame.queue[0]]
    must = frame.stage == LEAVING
    for to in ways_out(state, unit) if must else rebases(state, unit):
        yield Retreat(place, to)
    if not must:
        yield Press(place)
