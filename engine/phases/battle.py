"""The battle phase: all battles left by the combat move are fought.

Rule: rule book, Battle (B100, B181, B182) and Technology (B115).  At the opening the list of
battles is made, defenders react, rockets are aimed, raids are flown and rockets are fired.
Then the player names the next battle with `Fight` until none is open; a landing waits for its sea
battle.  Where an option lets ships pass submarines or transports, a sea battle against nothing else
may be skipped; fighting the landing before it skips it.  The victor of a theatre may leave any
battle there unfought (L32).  At the closing homeless defending aircraft look for a place to land.

Options: those of rules/battle/around/reaction.py.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import PendingBattle
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.fight import Fight
from engine.orders.form import Order
from engine.phases.phase import Phase, check_wrong_phase
from engine.rules.battle.around.dogfight import resolve_fight_from_the_air
from engine.rules.battle.around.land_aircraft import resolve_homeless_aircraft
from engine.rules.battle.around.reaction import resolve_battle_opening
from engine.rules.battle.before.amphibious import blocking_zones
from engine.rules.battle.before.pending_battles import (
    may_be_left,
    open_battles,
    resolve_left_battles,
)
from engine.rules.battle.rounds.ending import resolve_left_infrastructure
from engine.rules.common.battle_step import BATTLE as BATTLE_KIND
from engine.rules.common.battle_step import RAID
from engine.rules.common.frame import Events


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Done():
            return _check_done(state)
        case Fight():
            return _check_fight(state, order)
    return check_wrong_phase(state, order)


def _check_done(state: State) -> tuple[Illegal, ...]:
    return tuple(
        Illegal(
            "battle-open",
            f"the battle in {battle.territory} has to be fought before the phase ends",
            "B182",
            battle.territory,
        )
        for battle in state.battles
        if not may_be_left(state, battle)
    )


def _check_fight(state: State, order: Fight) -> tuple[Illegal, ...]:
    battle = _named(state, order)
    if battle is None:
        what = "bombing raid" if order.raid else "battle"
        text = f"there is no {what} to fight in {order.territory}"
        return (Illegal("no-such-battle", text, "B179", order.territory),)
    return tuple(
        Illegal(
            "sea-battle-first",
            f"the landing in {order.territory} waits for the sea battle in {zone}",
            "B181",
            zone,
        )
        for zone in blocking_zones(state, battle)
    )


def _named(state: State, order: Fight) -> PendingBattle | None:
    kind = RAID if order.raid else BATTLE_KIND
    for battle in state.battles:
        if (battle.territory, battle.kind) == (order.territory, kind):
            return battle
    return None


def _resolve(state: State, order: Order) -> Events:
    if not isinstance(order, Fight):
        return ()
    battle = _named(state, order)
    return () if battle is None else resolve_fight_from_the_air(state, battle)


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    for battle in sorted(open_battles(state), key=lambda battle: battle.territory):
        if territory in {None, battle.territory}:
            yield Fight(battle.territory)
    if all(may_be_left(state, battle) for battle in state.battles):
        yield Done()


def _closing(state: State) -> Events:
    log = EventLog(state)
    log.extend(resolve_left_battles(state))
    log.extend(resolve_homeless_aircraft(log.state))
    log.extend(resolve_left_infrastructure(log.state))
    return log.events


BATTLE: Final = Phase(
    "battle",
    "battle",
    "fight the battles (fight AREA), then done",
    opening=resolve_battle_opening,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=_closing,
)
