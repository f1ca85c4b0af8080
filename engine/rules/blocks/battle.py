"""A battle of blocks: who is asked what, and every answer.

Rule: Triumph & Tragedy 2nd edition, Combat Rounds (T51 to T53, T59 to T68, T79 to T84); rule book
12.3 (T196): units of one type and side act one by one in the order their owner likes.  One unit
after another fires or retreats.  On land one round is fought, at sea round after round.
"""

from collections.abc import Iterator

from engine.core.agenda import BlockBattleFrame, Decision
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.blocks import GroupRevealed, SubsReturned
from engine.core.events.turn import FrameReplaced
from engine.core.ids import NOWHERE, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.fire import Fire
from engine.orders.form import Order
from engine.orders.lose import Lose
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.orders.reveal import Reveal
from engine.orders.unveil import Unveil
from engine.rules.blocks.battle_frame import FIRE, OPPONENTS, REVEAL, frame_of
from engine.rules.blocks.fire import order_of_fire, strikes_of, targets_of
from engine.rules.blocks.groups import is_resting, shown_groups
from engine.rules.blocks.opponents import (
    advance_opponents,
    check_opponents,
    legal_opponents,
    resolve_opponents,
)
from engine.rules.blocks.picks import pick_blocks, pick_of
from engine.rules.blocks.research import check_unveil, legal_unveils, resolve_unveil
from engine.rules.blocks.retreat import retreats
from engine.rules.blocks.round_end import (
    advance_round_end,
    check_round_end,
    legal_round_end,
    resolve_round_end,
)
from engine.rules.blocks.shots import (
    advance_fire,
    in_question,
    resolve_action,
    resolve_hit,
    roll_shot,
)
from engine.rules.common.frame import Events, FrameRules
from engine.values import replace


def _advance(state: State) -> Events | Waiting:
    frame = frame_of(state)
    if frame.stage == REVEAL:
        return _advance_reveal(state, frame)
    if frame.stage == OPPONENTS:
        return advance_opponents(state, frame)
    if frame.stage == FIRE:
        return advance_fire(state, frame)
    return advance_round_end(state, frame)


def may_wait(state: State, frame: BlockBattleFrame) -> bool:
    """Whether no group has to join: submarines that have escaped need not (T205)."""
    return bool(frame.joined) and all(is_resting(state, group) for group in frame.waiting)


def _advance_reveal(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    if not frame.waiting:
        return _join(state, frame, ())
    if len(frame.waiting) == 1 and not may_wait(state, frame):
        return _join(state, frame, frame.waiting[0])
    return Decision(
        state.nation,
        "group",
        frame.territory,
        frame.round,
        shown_groups(frame.waiting),
        units=tuple(sorted(key for group in frame.waiting for key in group)),
    )


def _join(state: State, frame: BlockBattleFrame, group: tuple[UnitId, ...]) -> Events:
    joined = tuple(sorted({*frame.joined, *group}))
    waiting = tuple(one for one in frame.waiting if one != group)
    opened = replace(frame, stage=OPPONENTS, joined=joined, waiting=waiting)
    rested = tuple(key for key in group if state.units[key].escaped)
    shown: Events = (GroupRevealed(frame.territory, group),) if group else ()
    if rested:
        shown = (SubsReturned(frame.territory, rested), *shown)
    return (*shown, FrameReplaced(opened))


def _alike(state: State, frame: BlockBattleFrame) -> tuple[Unit, ...]:
    """Units that could act instead of the one whose turn it is: of its type and nation (T196)."""
    head = state.units[frame.queue[0]]
    if frame.is_named or frame.hits or frame.target:
        return ()
    others = (state.units[key] for key in frame.queue[1:] if key in state.units)
    return tuple(
        unit
        for unit in others
        if (unit.type, unit.owner, unit.territory) == (head.type, head.owner, frame.territory)
    )


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    frame = frame_of(state)
    if frame.stage == REVEAL:
        return _check_reveal(state, frame, order)
    if frame.stage == OPPONENTS:
        return check_opponents(state, frame, order)
    if frame.stage != FIRE:
        return check_round_end(state, frame, order)
    if isinstance(order, Unveil) and not frame.hits:
        return check_unveil(state, state.units[frame.queue[0]].owner, order)
    place = place_of(order)
    if place != frame.territory:
        text = f"the battle in {frame.territory} is waiting for a choice"
        return (Illegal("not-asked", text, "", frame.territory),)
    if frame.hits:
        return _check_loss(state, frame, order)
    return _check_action(state, frame, order)


def place_of(order: Order) -> TerritoryName:
    """The area that an answer is about, "" for orders that answer nothing."""
    return order.territory if isinstance(order, Fire | Retreat | Press | Lose | Reveal) else NOWHERE


def _check_reveal(state: State, frame: BlockBattleFrame, order: Order) -> tuple[Illegal, ...]:
    here = place_of(order) == frame.territory
    if here and isinstance(order, Reveal) and order.units in frame.waiting:
        return ()
    if here and isinstance(order, Press) and may_wait(state, frame):
        return ()
    shown = shown_groups(frame.waiting)
    if may_wait(state, frame):
        text = f"submarines in {frame.territory} may join again: reveal {shown}, or press"
        return (Illegal("no-such-group", text, "T205", frame.territory),)
    text = f"one group joins the battle in {frame.territory}: reveal {shown}"
    return (Illegal("no-such-group", text, "T53", frame.territory),)


def _check_loss(state: State, frame: BlockBattleFrame, order: Order) -> tuple[Illegal, ...]:
    strongest = in_question(state, frame)
    place = frame.territory
    if not isinstance(order, Lose) or sum(pick.count for pick in order.picks) != 1:
        names = ", ".join(sorted({unit.type for unit in strongest}))
        text = f"one of the strongest blocks in {place} takes the hit: lose 1 of {names}"
        return (Illegal("one-loss", text, "T83", place),)
    return tuple(pick_blocks(state, order.picks, strongest, place, nation=strongest[0].owner)[1])


def _check_action(state: State, frame: BlockBattleFrame, order: Order) -> tuple[Illegal, ...]:
    unit = state.units[frame.queue[0]]
    place = frame.territory
    out = retreats(state, unit)
    match order:
        case Press():
            return ()
        case Retreat() if order.to in out:
            return ()
        case Fire():
            return _check_fire(state, unit, order)
        case Reveal():
            return _check_first(state, frame, order)
        case Retreat():
            ways = ", ".join(out) or "nowhere"
            text = f"the {unit.type} in {place} can retreat to {ways}, not to {order.to}"
            return (Illegal("no-retreat-there", text, "T62", order.to),)
    text = f"the {unit.type} in {place} fires, retreats or waits: fire ..., retreat ..., press"
    return (Illegal("not-asked", text, "", place),)


def _check_first(state: State, frame: BlockBattleFrame, order: Reveal) -> tuple[Illegal, ...]:
    others = _alike(state, frame)
    if len(order.units) == 1 and order.units[0] in {unit.id for unit in others}:
        return ()
    shown = shown_groups(tuple((unit.id,) for unit in others)) or "no other"
    unit = state.units[frame.queue[0]]
    text = f"instead of #{unit.id} another {unit.type} may act first: {shown}"
    return (Illegal("no-such-group", text, "T196", frame.territory),)


def _check_fire(state: State, unit: Unit, order: Fire) -> tuple[Illegal, ...]:
    place = unit.territory
    aims = strikes_of(state, unit) if order.to else targets_of(state, unit)
    reasons: list[Illegal] = []
    if order.target not in aims:
        can = ", ".join(aims) or "nothing there"
        text = f"the {unit.type} in {place} can fire at {can}, not at {order.target}"
        reasons.append(Illegal("no-such-target", text, "T80", place))
    if order.to and order.to not in retreats(state, unit):
        text = f"the {unit.type} cannot go from {place} to {order.to} after its shot"
        reasons.append(Illegal("no-retreat-there", text, "T84", order.to))
    return tuple(reasons)


def _resolve(state: State, order: Order) -> Events:
    frame = frame_of(state)
    if frame.stage == REVEAL:
        return _join(state, frame, order.units if isinstance(order, Reveal) else ())
    if frame.stage == OPPONENTS:
        return resolve_opponents(state, frame, order)
    if frame.stage != FIRE:
        return resolve_round_end(state, frame, order)
    match order:
        case Reveal():
            (first,) = order.units
            queue = (first, *(key for key in frame.queue if key != first))
            return (FrameReplaced(replace(frame, queue=queue, is_named=True)),)
        case Unveil():
            return _resolve_unveil(state, frame, order)
        case Lose():
            strongest = in_question(state, frame)
            (victim,), _ = pick_blocks(
                state, order.picks, strongest, frame.territory, nation=strongest[0].owner
            )
            return resolve_hit(state, victim, "player")
    return resolve_action(state, order, "player")


def _resolve_unveil(state: State, frame: BlockBattleFrame, order: Unveil) -> Events:
    """A technology that is shown before a shot counts at once, for who acts when, too (T180)."""
    log = EventLog(state)
    log.extend(resolve_unveil(state, state.units[frame.queue[0]].owner, order))
    queue = tuple(key for key in order_of_fire(log.state) if key in frame.queue)
    log.add(FrameReplaced(replace(frame, queue=queue, is_named=False)))
    return log.events


def _legal(state: State) -> Iterator[Order]:
    frame = frame_of(state)
    place = frame.territory
    if frame.stage == REVEAL:
        yield from (Reveal(place, group) for group in frame.waiting)
        if may_wait(state, frame):
            yield Press(place)
        return
    if frame.stage == OPPONENTS:
        yield from legal_opponents(state, frame)
        return
    if frame.stage != FIRE:
        yield from legal_round_end(state, frame)
        return
    unit = state.units[frame.queue[0]]
    if frame.hits:
        for victim in in_question(state, frame):
            yield Lose(place, (pick_of(state, victim),))
        return
    yield from (Fire(place, target) for target in targets_of(state, unit))
    out = retreats(state, unit)
    for target in strikes_of(state, unit):
        yield from (Fire(place, target, to) for to in out)
    yield from (Retreat(place, to) for to in out)
    yield from (Reveal(place, (other.id,)) for other in _alike(state, frame))
    yield from legal_unveils(state, unit.owner)
    yield Press(place)


BLOCK_BATTLE_FRAME = FrameRules(_advance, _check, _resolve, roll_shot, _legal)
