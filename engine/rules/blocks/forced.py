"""Which units have to leave, and what happens to those that have nowhere to go.

Rule: Triumph & Tragedy 2nd edition, Forced Retreat (T69, T74 to T78).  Where the sources
differ (S6) the rule book's 12.52 holds: a unit without ground units leaves enemy territory, and a
battle in which the enemy has ground units.
"""

from collections.abc import Iterator

from engine.core.agenda import Decision, ForcedRetreatFrame
from engine.core.errors import Illegal
from engine.core.events.blocks import BlockEliminated, BlockRetreated
from engine.core.events.turn import FramePopped, FramePushed, FrameReplaced
from engine.core.ids import NEUTRAL, TerritoryName
from engine.core.standing_orders import StandingUse
from engine.core.unit import Unit
from engine.core.words import ChosenBy
from engine.gamedef import State
from engine.gamedef.blocks import AIR
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.retreat import Retreat
from engine.rules.blocks.areas import (
    ENEMY,
    block_name,
    block_of,
    enemies_in,
    has_ground_support,
    is_ground,
    is_sea,
    status_of,
)
from engine.rules.blocks.defence import safest
from engine.rules.blocks.retreat import rebases, retreats
from engine.rules.blocks.standing_orders import told_way
from engine.rules.blocks.travel import (
    Path,
)
from engine.rules.common.frame import Events, FrameRules, resolve_no_roll, top_frame
from engine.rules.common.relations import is_asked


def must_leave(state: State, unit: Unit) -> bool:
    """Whether a unit on land has to go (T75, T76)."""
    place = unit.territory
    if unit.owner == NEUTRAL or is_ground(state, unit) or is_sea(state, place):
        return False
    if has_ground_support(state, unit.owner, place):
        return False
    if status_of(state, unit.owner, place) == ENEMY:
        return True
    return any(is_ground(state, enemy) for enemy in enemies_in(state, unit.owner, place))


def who_must_leave(state: State, place: TerritoryName | None = None) -> tuple[int, ...]:
    """All units that have to go, of an area or of the whole board, in order of identity."""
    units = state.units.values() if place is None else state.units_in(place)
    return tuple(unit.id for unit in units if must_leave(state, unit))


def ways_out(state: State, unit: Unit) -> dict[TerritoryName, Path]:
    """Where a unit that has to leave goes: aircraft rebase, others may also retreat (T67)."""
    return rebases(state, unit) if block_of(state, unit).kind == AIR else retreats(state, unit)


def resolve_leaving(
    state: State,
    unit: Unit,
    path: Path,
    *,
    is_forced: bool,
    chosen_by: ChosenBy,
    use: StandingUse | None = None,
) -> Events:
    """The unit goes; a ground unit uses up the limit of the border (T59)."""
    counted = is_ground(state, unit)
    return (BlockRetreated(unit.id, path, is_forced, chosen_by, counted, use),)


def advance_leaving(state: State, unit: Unit) -> Events | Decision:
    """A unit that has to leave goes, or is lost where there is no way, or its player is asked.

    The player on turn is asked; for another nation its standing orders decide, then its player
    where the game asks defenders, then the default (T195).
    """
    out = ways_out(state, unit)
    if not out:
        reason = f"a {unit.type} had to leave {unit.territory} and had nowhere to go"
        return (BlockEliminated(unit.id, unit.territory, reason),)
    if len(out) == 1:
        (path,) = out.values()
        return resolve_leaving(state, unit, path, is_forced=True, chosen_by="rule")
    told = told_way(state, unit, out) if unit.owner != state.nation else None
    if told is not None:
        path, use = out[told[0]], told[1]
        return resolve_leaving(state, unit, path, is_forced=True, chosen_by="standing", use=use)
    if unit.owner == state.nation or is_asked(state, unit.owner):
        return Decision(
            unit.owner,
            "leave",
            unit.territory,
            step=block_name(unit),
            units=(unit.id,),
            count=1,
            territories=tuple(out),
        )
    path = safest(state, unit, out)
    return resolve_leaving(state, unit, path, is_forced=True, chosen_by="default")


def resolve_forced_retreats(state: State) -> Events:
    """What happens at the end of the combat phase and of the supply phase (T74)."""
    queue = who_must_leave(state)
    return (FramePushed(ForcedRetreatFrame(queue)),) if queue else ()


def _frame_of(state: State) -> ForcedRetreatFrame:
    return top_frame(state, ForcedRetreatFrame)


def _advance(state: State) -> Events | Waiting:
    frame = _frame_of(state)
    if not frame.queue:
        return (FramePopped(),)
    unit = state.units[frame.queue[0]]
    rest = FrameReplaced(ForcedRetreatFrame(frame.queue[1:]))
    if not must_leave(state, unit):
        return (rest,)
    following = advance_leaving(state, unit)
    return following if isinstance(following, Decision) else (*following, rest)


def check_leaving(state: State, unit: Unit, order: Order) -> tuple[Illegal, ...]:
    """Reasons against an order that says where a unit that has to leave goes."""
    place = unit.territory
    if not isinstance(order, Retreat) or order.territory != place:
        text = f"the {unit.type} in {place} has to leave: retreat {place} > ..."
        return (Illegal("must-leave", text, "T74", place),)
    out = ways_out(state, unit)
    if order.to not in out:
        text = f"the {unit.type} in {place} can go to {', '.join(out)}, not to {order.to}"
        return (Illegal("no-retreat-there", text, "T62", order.to),)
    return ()


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    return check_leaving(state, state.units[_frame_of(state).queue[0]], order)


def _resolve(state: State, order: Order) -> Events:
    if not isinstance(order, Retreat):
        return ()
    frame = _frame_of(state)
    unit = state.units[frame.queue[0]]
    path = ways_out(state, unit)[order.to]
    rest = FrameReplaced(ForcedRetreatFrame(frame.queue[1:]))
    return (*resolve_leaving(state, unit, path, is_forced=True, chosen_by="player"), rest)


def _legal(state: State) -> Iterator[Order]:
    unit = state.units[_frame_of(state).queue[0]]
    for place in ways_out(state, unit):
        yield Retreat(unit.territory, place)


FORCED_RETREAT_FRAME = FrameRules(_advance, _check, _resolve, resolve_no_roll, _legal)
