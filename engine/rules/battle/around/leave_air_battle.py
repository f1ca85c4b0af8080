"""Aircraft leave the air battle before a raid when it is to go on for another round.

By option the raiders may leave, all together: the raid is off, and they stay where they are and
land in the non-combat move.  By another option the interceptors may go back to the ground, all
together: the bombers go on to their target, and whoever has taken off does not defend the land in
this turn (air_battle.py).  The raiders are asked first.

The defender is away: unless an option says that they are asked, their interceptors stay.

Rule: property of TripleA's maps.
Options: attackers_leave_air_battles, defenders_leave_air_battles, ask_defender.
"""

from collections.abc import Callable, Iterator
from typing import Final

from engine.core.agenda import Decision
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.battle import AircraftWithdrew, InterceptorsReturned
from engine.core.events.movement import BattleCancelled
from engine.core.ids import NOWHERE, BattleSide
from engine.gamedef import Options, State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.retreat import Retreat
from engine.rules.battle.rounds.ending import resolve_battle_end
from engine.rules.battle.rounds.retreat_choice import (
    check_retreat,
    legal_retreats,
    retreat_decision,
)
from engine.rules.common.battle_step import (
    ATTACKER,
    DEFENDER,
    RAID,
    BattleStep,
    battle_of,
    did,
    has_done,
    nation_of,
    units_of,
)
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_asked

_DECIDED: Final = "leave_air_battle"


def _decision(state: State, side: BattleSide) -> Decision:
    there = units_of(state, battle_of(state), side)
    return retreat_decision(state, side, tuple(unit.id for unit in there), (NOWHERE,))


def _leaving_step(
    name: str,
    side: BattleSide,
    leave: Callable[[State], Events],
    is_allowed: Callable[[Options], bool],
) -> BattleStep:
    """The step in which a side may leave the air battle; leave: what happens when it does."""

    def advance(state: State) -> Events | Waiting:
        nation = nation_of(battle_of(state), side)
        if has_done(state, _DECIDED) or (side == DEFENDER and not is_asked(state, nation)):
            return ()
        return _decision(state, side)

    def check(state: State, order: Order) -> tuple[Illegal, ...]:
        decision = _decision(state, side)
        text = (
            f"{decision.territory}: aircraft that leave an air battle go nowhere else; "
            "say no destination"
        )
        return check_retreat(order, decision, lambda _: text)

    def resolve(state: State, order: Order) -> Events:
        return leave(state) if isinstance(order, Retreat) else (did(state, _DECIDED),)

    def legal(state: State) -> Iterator[Order]:
        return legal_retreats(_decision(state, side))

    def is_open(state: State) -> bool:
        return is_allowed(state.definition.options)

    return BattleStep(name, advance, check, resolve, legal=legal, is_open=is_open)


def _resolve_raiders_leave(state: State) -> Events:
    battle = battle_of(state)
    log = EventLog(state)
    log.add(AircraftWithdrew(battle.territory, battle.attackers))
    log.extend(resolve_battle_end(log.state, DEFENDER))
    log.add(BattleCancelled(battle.territory, RAID))
    return log.events


def _resolve_interceptors_leave(state: State) -> Events:
    battle = battle_of(state)
    return (did(state, _DECIDED), InterceptorsReturned(battle.territory, battle.defenders))


STEPS: Final = (
    _leaving_step(
        "raiders_leave",
        ATTACKER,
        _resolve_raiders_leave,
        lambda options: options.attackers_leave_air_battles,
    ),
    _leaving_step(
        "interceptors_leave",
        DEFENDER,
        _resolve_interceptors_leave,
        lambda options: options.defenders_leave_air_battles,
    ),
)
