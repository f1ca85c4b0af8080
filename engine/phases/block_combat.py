"""The combat phase of a block game: the battles of the nation on turn (T6, T63, T69 to T78)."""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.fight import Fight
from engine.orders.form import Order
from engine.phases.block_own_turn import check_in_own_turn
from engine.phases.phase import Phase
from engine.rules.blocks.areas import position_of
from engine.rules.blocks.battle_area import due_battles, open_battles, resolve_battle_start
from engine.rules.blocks.capitals import resolve_fallen_capitals
from engine.rules.blocks.command import CARD, RESTRAINED
from engine.rules.blocks.control import resolve_control
from engine.rules.blocks.forced import resolve_forced_retreats
from engine.rules.blocks.own_turn import legal_own_turn, resolve_own_turn
from engine.rules.blocks.victory import resolve_military_victory
from engine.rules.common.frame import Events


def _opening(state: State) -> Events:
    changes = resolve_control(state)
    if position_of(state).turn.kind != CARD:
        reason = "without a Command card there is no combat"
        if position_of(state).turn.kind == RESTRAINED:
            reason = "with one card a passive ally does not fight"
    elif not open_battles(state):
        reason = "there is no battle to fight"
    else:
        return changes
    return (*changes, PhaseSkipped(state.nation, "combat", reason))


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Fight():
            return _check_fight(state, order)
        case Done():
            return tuple(
                Illegal(
                    "battle-open",
                    f"the battle in {place} began in this turn: fight it before the phase ends",
                    "T193",
                    place,
                )
                for place in due_battles(state)
            )
    return check_in_own_turn(state, order)


def _check_fight(state: State, order: Fight) -> tuple[Illegal, ...]:
    if order.territory in open_battles(state) and not order.raid:
        return ()
    text = f"there is no battle to fight in {order.territory}"
    return (Illegal("no-such-battle", text, "", order.territory),)


def _resolve(state: State, order: Order) -> Events:
    match order:
        case Fight():
            return resolve_battle_start(state, order.territory)
    return resolve_own_turn(state, order)


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    battles = open_battles(state)
    yield from (Fight(place) for place in battles if territory in {None, place})
    if territory is None:
        yield from legal_own_turn(state)
    if not due_battles(state):
        yield Done()


def _closing(state: State) -> Events:
    """Fallen capitals, and who has to leave; then the land is looked at again (T74, T100, T211).

    Whoever holds two capitals of rivals then has won (T242).
    """
    log = EventLog(state)
    log.extend(resolve_fallen_capitals(state))
    log.extend(resolve_control(log.state))
    log.extend(resolve_military_victory(log.state))
    log.extend(resolve_forced_retreats(log.state))
    return log.events


COMBAT: Final = Phase(
    "combat",
    "combat",
    "fight the battles (fight Warsaw), then done",
    opening=_opening,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=_closing,
)
