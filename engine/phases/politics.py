"""Politics and user actions: a nation takes actions of the map and answers offers (ADR 0019).

In the first it changes relations, in the second it makes triggers of the map happen.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.orders.act import Act
from engine.orders.answer_offer import AnswerOffer
from engine.orders.done import Done
from engine.orders.form import Order
from engine.phases.phase import Phase, check_wrong_phase, nothing_happens
from engine.rules.common.frame import Events
from engine.rules.politics.actions import (
    check_act,
    check_offer_answer,
    legal_politics,
    resolve_act,
    resolve_lapsed,
    resolve_offer_answer,
    why_no_politics,
)
from engine.values import replace


def _opening(state: State) -> Events:
    log = EventLog(state)
    log.extend(tuple(resolve_lapsed(state)))
    reason = why_no_politics(log.state)
    if reason:
        log.add(PhaseSkipped(state.nation, state.phase.phase, reason))
    return log.events


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    match order:
        case Act():
            return check_act(state, order)
        case AnswerOffer():
            return check_offer_answer(state, order)
        case Done():
            return ()
    return check_wrong_phase(state, order)


def _resolve(state: State, order: Order) -> Events:
    match order:
        case Act():
            return resolve_act(state, order)
        case AnswerOffer():
            return resolve_offer_answer(state, order)
    return ()


def _legal(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    if territory is None:
        yield from legal_politics(state)
    yield Done()


POLITICS: Final = Phase(
    "politics",
    "politics",
    "take political actions and answer offers (act ..., consent ...), then done",
    opening=_opening,
    check=_check,
    resolve=_resolve,
    legal=_legal,
    closing=nothing_happens,
)

USER_ACTIONS: Final = replace(
    POLITICS,
    name="user_actions",
    title="user actions",
    hint="take actions of the map and answer offers (act ..., consent ...), then done",
)
