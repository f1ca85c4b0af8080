"""A battle of blocks, from the first shot of a round to the last.

Rule: Triumph & Tragedy 2nd edition, Combat Rounds (T51 to T53, T59 to T68, T79 to T84).  One unit
after another fires or retreats.  On land one round is fought, at sea round after round.  The player
on turn is asked for each of their units; for the other side the defaults of ADR 0018 hold.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import BlockBattleFrame, Decision
from engine.core.chance import RollRequest, RollResult
from engine.core.errors import Illegal
from engine.core.events.blocks import (
    BlockBattleStarted,
    BlockFired,
    BlockReduced,
    GroupRevealed,
    IndustryBombed,
)
from engine.core.events.turn import FramePushed, FrameReplaced
from engine.core.ids import TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import INDUSTRY
from engine.gamedef.position import Waiting
from engine.orders import Fire, Lose, Order, Pick, Press, Retreat, Reveal
from engine.rules.blocks.areas import (
    ENEMY,
    block_name,
    enemies_in,
    has_ground_support,
    is_sea,
    position_of,
    status_of,
)
from engine.rules.blocks.battle_frame import frame_of
from engine.rules.blocks.bombing import bombers_in
from engine.rules.blocks.fire import (
    candidates,
    default_loss,
    loss_of,
    needed,
    order_of_fire,
    strikes_of,
    targets_of,
)
from engine.rules.blocks.forced import resolve_leaving
from engine.rules.blocks.groups import groups_in, in_battle_from_the_start, shown_groups
from engine.rules.blocks.picks import pick_blocks
from engine.rules.blocks.retreat import retreats
from engine.rules.blocks.round_end import (
    advance_round_end,
    check_round_end,
    legal_round_end,
    resolve_round_end,
)
from engine.rules.frame import Events, FrameRules
from engine.values import replace

REVEAL: Final = "reveal"
FIRE: Final = "fire"
FORCED: Final = "forced"


def open_battles(state: State) -> tuple[TerritoryName, ...]:
    """Areas where the nation on turn and its enemies are and have not fought yet, by name."""
    turn = position_of(state).turn
    done = {*turn.fought, *turn.raided}
    places = sorted({unit.territory for unit in state.units_of(state.nation) if not unit.escaped})
    return tuple(
        place
        for place in places
        if place not in done
        and (enemies_in(state, state.nation, place) or bombers_in(state, place))
    )


def resolve_battle_start(state: State, place: TerritoryName) -> Events:
    """The first round begins; an attack on enemy land without ground units is a raid (T202)."""
    is_raid = status_of(state, state.nation, place) == ENEMY and not (
        is_sea(state, place) or has_ground_support(state, state.nation, place)
    )
    joined = in_battle_from_the_start(state, place)
    frame = BlockBattleFrame(place, is_raid, 1, REVEAL, joined=joined)
    return (BlockBattleStarted(place, state.nation, is_raid), FramePushed(frame))


def _advance(state: State) -> Events | Waiting:
    frame = frame_of(state)
    if frame.stage == REVEAL:
        return _advance_reveal(state, frame)
    if frame.stage == FIRE:
        return _advance_fire(state, frame)
    return advance_round_end(state, frame)


def _advance_reveal(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    groups = groups_in(state, frame.territory, frame.joined)
    if len(groups) > 1 and is_sea(state, frame.territory):
        return Decision(
            state.nation,
            "group",
            frame.territory,
            frame.round,
            shown_groups(groups),
            units=tuple(sorted(key for group in groups for key in group)),
        )
    return _join(state, frame, groups[0] if groups else ())


def _join(state: State, frame: BlockBattleFrame, group: tuple[UnitId, ...]) -> Events:
    joined = tuple(sorted({*frame.joined, *group}))
    opened = replace(frame, stage=FIRE, joined=joined)
    shown = (GroupRevealed(frame.territory, group),) if group else ()
    # Who acts depends on who has joined: the queue is made of the frame as it will be.
    joined_state = replace(state, agenda=(*state.agenda[:-1], opened))
    return (*shown, FrameReplaced(replace(opened, queue=order_of_fire(joined_state))))


def _advance_fire(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    if not frame.queue:
        return (FrameReplaced(replace(frame, stage=FORCED)),)
    unit = state.units.get(frame.queue[0])
    if unit is None or unit.territory != frame.territory or unit.escaped:
        return (FrameReplaced(_next(frame)),)
    if frame.hits:
        return _allot(state, frame, unit)
    if frame.target:
        return _roll_request(state, frame, unit)
    targets = targets_of(state, unit)
    if unit.owner == state.nation:
        out = retreats(state, unit)
        if not targets and not out:
            return (FrameReplaced(_next(frame)),)
        return Decision(
            state.nation,
            "block_action",
            frame.territory,
            frame.round,
            block_name(unit),
            units=(unit.id,),
            count=1,
            territories=tuple(out),
        )
    if not targets:
        return (FrameReplaced(_next(frame)),)
    return (FrameReplaced(replace(frame, target=targets[0])),)


def _next(frame: BlockBattleFrame) -> BlockBattleFrame:
    return replace(frame, queue=frame.queue[1:], target="", to="", hits=0)


def _roll_request(state: State, frame: BlockBattleFrame, unit: Unit) -> RollRequest:
    side = "attacker" if unit.owner == state.nation else "defender"
    face = needed(state, unit, frame.target, strikes=bool(frame.to))
    what = f"the {unit.type} of the {unit.owner} in {frame.territory} firing at {frame.target}"
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=frame.territory,
        round=frame.round,
        step=FIRE,
        side=side,
        count=unit.strength,
        sides=state.definition.dice_sides,
        purpose=f"{what} ({face} or less hits)",
    )


def _roll(state: State, roll: RollResult) -> Events:
    frame = frame_of(state)
    unit = state.units[frame.queue[0]]
    face = needed(state, unit, frame.target, strikes=bool(frame.to))
    hits = sum(die <= face for die in roll.dice)
    chosen_by = "player" if unit.owner == state.nation else "default"
    fired = BlockFired(frame.territory, unit.id, frame.target, roll.dice, hits, chosen_by)
    if hits and frame.target == INDUSTRY:
        victim = state.owners[frame.territory]
        bombed = IndustryBombed(frame.territory, victim, hits)
        return (fired, bombed, *_after_shot(state, frame, unit))
    if hits:
        return (fired, FrameReplaced(replace(frame, hits=hits)))
    return (fired, *_after_shot(state, frame, unit))


def _after_shot(state: State, frame: BlockBattleFrame, unit: Unit) -> Events:
    """A unit that strikes and leaves goes away (T84); the next one acts."""
    leaves: Events = ()
    path = retreats(state, unit).get(frame.to) if frame.to else None
    if path is not None:
        leaves = resolve_leaving(state, unit, path, is_forced=False, by_player=True)
    return (*leaves, FrameReplaced(_next(frame)))


def _allot(state: State, frame: BlockBattleFrame, unit: Unit) -> Events | Waiting:
    strongest = candidates(state, unit, frame.target)
    if not strongest:
        return _after_shot(state, frame, unit)
    types = {enemy.type for enemy in strongest}
    if strongest[0].owner == state.nation and len(types) > 1:
        return Decision(
            state.nation,
            "block_loss",
            frame.territory,
            frame.round,
            FIRE,
            units=tuple(enemy.id for enemy in strongest),
            count=1,
        )
    return _hit(state, frame, unit, default_loss(state, strongest))


def _hit(state: State, frame: BlockBattleFrame, unit: Unit, victim: Unit) -> Events:
    left = max(0, victim.strength - loss_of(state, victim))
    reduced = BlockReduced(frame.territory, victim.id, left)
    if frame.hits > 1:
        return (reduced, FrameReplaced(replace(frame, hits=frame.hits - 1)))
    return (reduced, *_after_shot(state, frame, unit))


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    frame = frame_of(state)
    if frame.stage == REVEAL:
        return _check_reveal(state, frame, order)
    if frame.stage != FIRE:
        return check_round_end(state, frame, order)
    place = place_of(order)
    if place != frame.territory:
        text = f"the battle in {frame.territory} is waiting for a choice"
        return (Illegal("not-asked", text, "", frame.territory),)
    if frame.hits:
        return _check_loss(state, frame, order)
    return _check_action(state, frame, order)


def place_of(order: Order) -> TerritoryName:
    """The area that an answer is about, "" for orders that answer nothing."""
    return order.territory if isinstance(order, Fire | Retreat | Press | Lose | Reveal) else ""


def _check_reveal(state: State, frame: BlockBattleFrame, order: Order) -> tuple[Illegal, ...]:
    groups = groups_in(state, frame.territory, frame.joined)
    if isinstance(order, Reveal) and order.territory == frame.territory and order.units in groups:
        return ()
    shown = shown_groups(groups)
    text = f"one group joins the battle in {frame.territory}: reveal {shown}"
    return (Illegal("no-such-group", text, "T53", frame.territory),)


def _check_loss(state: State, frame: BlockBattleFrame, order: Order) -> tuple[Illegal, ...]:
    strongest = candidates(state, state.units[frame.queue[0]], frame.target)
    place = frame.territory
    if not isinstance(order, Lose) or sum(pick.count for pick in order.picks) != 1:
        names = ", ".join(sorted({unit.type for unit in strongest}))
        text = f"one of the strongest blocks in {place} takes the hit: lose 1 of {names}"
        return (Illegal("one-loss", text, "T83", place),)
    return tuple(pick_blocks(state, order.picks, strongest, place)[1])


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
        case Retreat():
            ways = ", ".join(out) or "nowhere"
            text = f"the {unit.type} in {place} can retreat to {ways}, not to {order.to}"
            return (Illegal("no-retreat-there", text, "T62", order.to),)
    text = f"the {unit.type} in {place} fires, retreats or waits: fire ..., retreat ..., press"
    return (Illegal("not-asked", text, "", place),)


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
    if frame.stage not in {REVEAL, FIRE}:
        return resolve_round_end(state, frame, order)
    match order:
        case Reveal():
            return _join(state, frame, order.units)
        case Fire():
            return (FrameReplaced(replace(frame, target=order.target, to=order.to)),)
        case Retreat():
            unit = state.units[frame.queue[0]]
            path = retreats(state, unit)[order.to]
            left = resolve_leaving(state, unit, path, is_forced=False, by_player=True)
            return (*left, FrameReplaced(_next(frame)))
        case Lose():
            unit = state.units[frame.queue[0]]
            strongest = candidates(state, unit, frame.target)
            (victim,), _ = pick_blocks(state, order.picks, strongest, frame.territory)
            return _hit(state, frame, unit, victim)
    return (FrameReplaced(_next(frame)),)


def _legal(state: State) -> Iterator[Order]:
    frame = frame_of(state)
    place = frame.territory
    if frame.stage == REVEAL:
        yield from (Reveal(place, group) for group in groups_in(state, place, frame.joined))
        return
    if frame.stage != FIRE:
        yield from legal_round_end(state, frame)
        return
    unit = state.units[frame.queue[0]]
    if frame.hits:
        for victim in candidates(state, unit, frame.target):
            yield Lose(place, (Pick(1, victim.type, units=(victim.id,)),))
        return
    yield from (Fire(place, target) for target in targets_of(state, unit))
    out = retreats(state, unit)
    for target in strikes_of(state, unit):
        yield from (Fire(place, target, to) for to in out)
    yield from (Retreat(place, to) for to in out)
    yield Press(place)


BLOCK_BATTLE_FRAME = FrameRules(_advance, _check, _resolve, _roll, _legal)
