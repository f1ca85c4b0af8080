"""A block acts in a battle: it fires or leaves, and its hits are allocated.

Rule: Triumph & Tragedy 2nd edition, Combat Rounds (T59 to T68, T80 to T84, T214); rule book 12.3 to
12.5 (T195).  The player on turn is asked for each of their units.  For a unit of the defence its
nation's standing orders decide, then its player where the game asks defenders, then the default.
"""

from engine.core.agenda import BlockBattleFrame, Decision
from engine.core.chance import RollRequest, RollResult
from engine.core.events.blocks import BlockAimed, BlockFired, BlockReduced, IndustryBombed
from engine.core.events.turn import FrameReplaced
from engine.core.ids import NOWHERE, BattleSide
from engine.core.standing_orders import StandingUse
from engine.core.unit import Unit
from engine.core.words import ChosenBy
from engine.gamedef import State
from engine.gamedef.blocks import INDUSTRY
from engine.gamedef.position import Waiting
from engine.orders.fire import Fire
from engine.orders.form import Order
from engine.orders.retreat import Retreat
from engine.rules.blocks.areas import block_name
from engine.rules.blocks.battle_frame import FIRE, FORCED, frame_of
from engine.rules.blocks.bombing import bombers_in
from engine.rules.blocks.defence import sensible_action
from engine.rules.blocks.fire import (
    candidates,
    default_loss,
    dice_of,
    loss_of,
    needed,
    sides,
    targets_of,
)
from engine.rules.blocks.forced import resolve_leaving
from engine.rules.blocks.retreat import retreats
from engine.rules.blocks.standing_orders import told_loss, told_retreat, told_target
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_asked
from engine.values import replace


def advance_fire(state: State, frame: BlockBattleFrame) -> Events | Waiting:
    """The next block acts, or the round of fire is over."""
    attackers, defenders = sides(state)
    # Where one side is gone, the others forgo their actions (T203); bombers need no enemy.
    gone = not attackers or not (defenders or bombers_in(state, frame.territory))
    if not frame.queue or (gone and not frame.hits):
        return (FrameReplaced(replace(frame, stage=FORCED, queue=(), target="", to=NOWHERE)),)
    unit = state.units.get(frame.queue[0])
    if unit is None or unit.territory != frame.territory or unit.escaped:
        return (FrameReplaced(next_of(frame)),)
    if frame.hits:
        return _allot(state, frame, unit)
    if frame.target:
        return _roll_request(state, frame, unit)
    targets, out = targets_of(state, unit), retreats(state, unit)
    if not targets and not out:
        return (FrameReplaced(next_of(frame)),)
    if unit.owner == state.nation:
        return _decision(state, frame, unit)
    if told := _resolve_by_standing(state, frame, unit):
        return told
    if is_asked(state, unit.owner):
        return _decision(state, frame, unit)
    return resolve_action(state, sensible_action(state, unit, targets, out), "default")


def next_of(frame: BlockBattleFrame) -> BlockBattleFrame:
    """The frame when the unit at the head of its queue has acted."""
    return replace(
        frame, queue=frame.queue[1:], target="", to=NOWHERE, chosen_by="", is_named=False, hits=0
    )


def _decision(state: State, frame: BlockBattleFrame, unit: Unit) -> Decision:
    return Decision(
        unit.owner,
        "block_action",
        frame.territory,
        frame.round,
        block_name(unit),
        units=(unit.id,),
        count=1,
        territories=tuple(retreats(state, unit)),
    )


def _resolve_by_standing(state: State, frame: BlockBattleFrame, unit: Unit) -> Events:
    """What standing orders do with a unit of the defence; () when they say nothing."""
    targets, out = targets_of(state, unit), retreats(state, unit)
    retreat = told_retreat(state, unit, out)
    aim = told_target(state, unit, targets)
    if retreat is not None and retreat[0]:
        to, use = retreat
        return resolve_action(state, Retreat(frame.territory, to), "standing", use)
    if retreat is None and aim is None:
        return ()
    uses = [told[1] for told in (retreat, aim) if told is not None]
    use = StandingUse(
        unit.owner,
        tuple(entry for one in uses for entry in one.fired),
        tuple(entry for one in uses for entry in one.unmet),
    )
    order: Order = sensible_action(state, unit, targets, {})
    if aim is not None:
        order = Fire(frame.territory, aim[0])
    target = order.target if isinstance(order, Fire) else ""
    aimed = BlockAimed(frame.territory, unit.id, target, use)
    return (aimed, *resolve_action(state, order, "standing"))


def resolve_action(
    state: State, order: Order, chosen_by: ChosenBy, use: StandingUse | None = None
) -> Events:
    """A block fires, retreats, or does neither."""
    frame = frame_of(state)
    unit = state.units[frame.queue[0]]
    match order:
        case Fire():
            aimed = replace(frame, target=order.target, to=order.to, chosen_by=chosen_by)
            return (FrameReplaced(aimed),)
        case Retreat():
            path = retreats(state, unit)[order.to]
            left = resolve_leaving(state, unit, path, is_forced=False, chosen_by=chosen_by, use=use)
            return (*left, FrameReplaced(next_of(frame)))
    return (FrameReplaced(next_of(frame)),)


def _roll_request(state: State, frame: BlockBattleFrame, unit: Unit) -> RollRequest:
    side: BattleSide = "attacker" if unit.owner == state.nation else "defender"
    face = needed(state, unit, frame.target, strikes=bool(frame.to))
    what = f"the {unit.type} of the {unit.owner} in {frame.territory} firing at {frame.target}"
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=frame.territory,
        round=frame.round,
        step=FIRE,
        side=side,
        count=dice_of(state, unit, frame.target),
        sides=state.definition.dice_sides,
        purpose=f"{what} ({face} or less hits)",
    )


def roll_shot(state: State, roll: RollResult) -> Events:
    """The dice of the block that fires."""
    frame = frame_of(state)
    unit = state.units[frame.queue[0]]
    face = needed(state, unit, frame.target, strikes=bool(frame.to))
    hits = sum(die <= face for die in roll.dice)
    fired = BlockFired(
        frame.territory, unit.id, frame.target, roll.dice, hits, frame.chosen_by or "player"
    )
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
    if path is not None and frame.chosen_by:
        leaves = resolve_leaving(state, unit, path, is_forced=False, chosen_by=frame.chosen_by)
    return (*leaves, FrameReplaced(next_of(frame)))


def in_question(state: State, frame: BlockBattleFrame) -> tuple[Unit, ...]:
    """The strongest units that a hit may reduce, all of one nation (T83).

    Where several nations have equally strong units the one least missed says which nation is hit.
    """
    strongest = candidates(state, state.units[frame.queue[0]], frame.target)
    if not strongest:
        return ()
    owner = default_loss(state, strongest).owner
    return tuple(unit for unit in strongest if unit.owner == owner)


def _allot(state: State, frame: BlockBattleFrame, unit: Unit) -> Events | Waiting:
    strongest = in_question(state, frame)
    if not strongest:
        return _after_shot(state, frame, unit)
    default = default_loss(state, strongest)
    if len({enemy.type for enemy in strongest}) == 1:
        return resolve_hit(state, default, "rule")
    owner = strongest[0].owner
    told = told_loss(state, strongest) if owner != state.nation else None
    if told is not None:
        return resolve_hit(state, told[0], "standing", told[1])
    if owner == state.nation or is_asked(state, owner):
        units = tuple(enemy.id for enemy in strongest)
        return Decision(
            owner, "block_loss", frame.territory, frame.round, FIRE, units=units, count=1
        )
    return resolve_hit(state, default, "default")


def resolve_hit(
    state: State, victim: Unit, chosen_by: ChosenBy, use: StandingUse | None = None
) -> Events:
    """One hit reduces a block (T82, T83)."""
    frame = frame_of(state)
    left = max(0, victim.strength - loss_of(state, victim))
    reduced = BlockReduced(frame.territory, victim.id, left, chosen_by, use)
    if frame.hits > 1:
        return (reduced, FrameReplaced(replace(frame, hits=frame.hits - 1)))
    return (reduced, *_after_shot(state, frame, state.units[frame.queue[0]]))
