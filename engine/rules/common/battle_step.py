"""What a battle step is, and what all battle steps need.

A ruleset declares the steps of each kind of battle as a list.  A round runs through the list once;
the BattleFrame on top of the agenda holds the step under way and what of it is done already.
"""

from collections.abc import Callable, Iterator
from typing import Final

from engine.core.agenda import BattleFrame, Decision, PendingBattle
from engine.core.chance import RollResult
from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.events.turn import FrameReplaced
from engine.core.ids import BattleSide, InPlace, NationName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.rules.common.frame import (
    Events,
    check_takes_no_orders,
    legal_nothing,
    resolve_no_order,
    resolve_no_roll,
)
from engine.values import dataclass, replace

ATTACKER: Final[BattleSide] = "attacker"
DEFENDER: Final[BattleSide] = "defender"
BATTLE: Final = "battle"
RAID: Final = "raid"
AIR_BATTLE: Final = "air_battle"
DOGFIGHT: Final = "dogfight"


def always(state: State) -> bool:
    """For a step at which every battle stops."""
    del state
    return True


@dataclass(frozen=True, slots=True)
class BattleStep:
    """One step of a battle round; every function looks at the BattleFrame on top of the agenda.

    name: under which engine/rulesets/battle_round.py lists it, such as ``"retreat"``.
    advance: what happens by itself, or what the step waits for; () when the step is over.
    check, resolve, legal: about orders that answer its Decision; roll: what its dice do.
    is_open: whether the battle stops at it at all, by the options and the round of the battle;
      the first and the last step of a list are always open.
    """

    name: str
    advance: Callable[[State], Events | Waiting]
    check: Callable[[State, Order], tuple[Illegal, ...]] = check_takes_no_orders
    resolve: Callable[[State, Order], Events] = resolve_no_order
    roll: Callable[[State, RollResult], Events] = resolve_no_roll
    legal: Callable[[State], Iterator[Order]] = legal_nothing
    is_open: Callable[[State], bool] = always


def battle_of(state: State) -> BattleFrame:
    """The battle under way, whether or not its casualties are being chosen right now.

    Raises LookupError when there is none.
    """
    battle = battle_if_any(state)
    if battle is None:
        raise LookupError("no battle is under way")
    return battle


def battle_if_any(state: State) -> BattleFrame | None:
    """The battle under way; None outside one, as when aircraft are shot at on their way."""
    for frame in reversed(state.agenda):
        if isinstance(frame, BattleFrame):
            return frame
    return None


def other_side(side: BattleSide) -> BattleSide:
    """The side that is not the given one."""
    return DEFENDER if side == ATTACKER else ATTACKER


def nation_of(battle: BattleFrame, side: BattleSide) -> NationName:
    """The nation that decides for a side."""
    return battle.attacker if side == ATTACKER else battle.defender


def units_of(state: State, battle: BattleFrame, side: BattleSide) -> tuple[Unit, ...]:
    """The units of a side that are alive and in the battle, marked ones included."""
    ids = battle.attackers if side == ATTACKER else battle.defenders
    units = state.units
    return tuple([units[key] for key in ids if key in units])


def unmarked_of(state: State, battle: BattleFrame, side: BattleSide) -> tuple[Unit, ...]:
    """The same without those already chosen as casualties."""
    there = units_of(state, battle, side)
    return tuple([unit for unit in there if unit.id not in battle.marked])


def has_done(state: State, what: str) -> bool:
    """Whether a part of the step under way is done."""
    return what in battle_of(state).done


def did(state: State, *what: str) -> Event:
    """The event that notes a part of the step under way as done."""
    battle = battle_of(state)
    return FrameReplaced(replace(battle, done=(*battle.done, *what)))


def pending_of(state: State, battle: BattleFrame) -> PendingBattle:
    """The pending battle that movement left, for a battle under way."""
    for pending in state.battles:
        if (pending.territory, pending.kind) == (battle.territory, battle.kind):
            return pending
    return PendingBattle(battle.territory, battle.kind, battle.attackers)


def check_fits_decision(
    order: Order, decision: Decision, kinds: tuple[type[Order], ...]
) -> tuple[Illegal, ...]:
    """The reason why an order cannot answer a decision at all; () when it may."""
    place = decision.territory
    if not isinstance(order, kinds):
        text = f"the game is waiting for a choice first: {decision.what} in {place}"
        return (Illegal("decision-first", text, where=place),)
    where = order.territory if isinstance(order, InPlace) else place
    if where != place:
        text = f"the choice of {decision.what} is about {place}, not about {where}"
        return (Illegal("wrong-territory", text, where=place),)
    return ()
