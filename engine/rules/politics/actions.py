"""Political actions, which change relations, and user actions, which make triggers happen.

Each sort has a phase of its own.

An action may be tried while its condition holds, as often in a turn as it allows; each attempt is
paid for, whether or not it succeeds.  Where it needs the consent of others, who are not present, it
becomes an offer: each of them answers in its own politics phase.  When one refuses, or when the
next politics phase of the nation that made the offer begins, it lapses.  When all have consented,
its die is rolled, where it happens by chance, and then its relations change.

Source: the map dialect (PoliticalActionAttachment); decision: docs/adr/0019.
Options: politics.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import PoliticsFrame, TriggerFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.politics import (
    ActionOffered,
    ActionRolled,
    ActionTried,
    OfferAnswered,
    OfferLapsed,
)
from engine.core.events.turn import FramePopped, FramePushed
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.relations import PoliticalAction
from engine.orders.act import Act
from engine.orders.answer_offer import AnswerOffer
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    dice_outside_battle,
    legal_nothing,
    resolve_no_order,
)
from engine.rules.common.relations import relation_of
from engine.rules.politics.chains import resolve_chains, resolve_taken_along
from engine.rules.politics.chance import certain, needed_for, resolve_chance
from engine.rules.politics.changing import resolve_relation
from engine.rules.politics.condition_words import missing_words
from engine.rules.politics.conditions import holds
from engine.rules.politics.triggers import calls_of

POLITICS: Final = "politics"
_PHASES: Final = (POLITICS, "user_actions")
"""The phases in which actions are taken and offers answered."""


def why_no_politics(state: State) -> str:
    """Why the nation on turn has nothing to do in the phase under way; "" when it has."""
    if state.phase.phase == POLITICS and not state.definition.options.politics:
        return "there is no politics in this game"
    if next(legal_politics(state), None) is None:
        return f"the {state.nation} have no action to take and no offer to answer"
    return ""


def check_act(state: State, order: Act) -> tuple[Illegal, ...]:
    """All reasons against trying a political action."""
    action = state.definition.politics.action(order.action)
    if action is None or not _is_own(state, action):
        own = [entry.name for entry in state.definition.politics.actions if _is_own(state, entry)]
        text = f"the {state.nation} have no action {order.action!r} in this phase"
        return (Illegal("unknown-action", f"{text}; they have {', '.join(own) or 'none'}"),)
    return tuple(_reasons(state, action))


def _is_own(state: State, action: PoliticalAction) -> bool:
    """Whether it is an action of the nation on turn and of the phase under way."""
    return action.nation == state.nation and action.phase == state.phase.phase


def _reasons(state: State, action: PoliticalAction) -> Iterator[Illegal]:
    name = action.name
    if not holds(state, action.test):
        yield Illegal("not-possible-now", f"{name}: not before {missing_words(state, action.test)}")
    if not action.calls and _changes_nothing(state, action):
        yield Illegal("no-change", f"{name}: the nations already have this relation")
    if state.turn.attempted.count(name) >= action.attempts:
        text = f"{name}: it may be tried {action.attempts} times in a turn and has been"
        yield Illegal("no-attempts-left", text)
    for resource, amount in action.cost:
        held = state.amount(state.nation, resource)
        if held < amount:
            text = f"{name} costs {amount} {resource}; the {state.nation} have {held}"
            yield Illegal("too-dear", text)
    if name in dict(state.offers):
        yield Illegal("already-offered", f"{name}: it is already waiting for the consent of others")
    for asked in action.accepted_by:
        if not _has_politics(state, asked):
            text = (
                f"{name}: the {asked}, who must consent, have no politics phase in which to do so"
            )
            yield Illegal("nobody-answers", text)


def _changes_nothing(state: State, action: PoliticalAction) -> bool:
    return all(relation_of(state, *change.nations).name == change.type for change in action.changes)


def _has_politics(state: State, nation: NationName) -> bool:
    steps = state.definition.sequence
    return any(step.phase in _PHASES and step.nation == nation for step in steps)


def resolve_act(state: State, order: Act) -> Events:
    """An attempt at an action that `check_act` allows."""
    action = state.definition.politics.action(order.action)
    if action is None:
        return ()
    log = EventLog(state)
    log.add(ActionTried(action.nation, action.name, action.cost))
    if action.accepted_by:
        log.add(ActionOffered(action.nation, action.name, action.accepted_by))
    else:
        log.extend(_carried_out(log.state, action))
    return log.events


def _carried_out(state: State, action: PoliticalAction) -> Events:
    sure = certain(state, action)
    if sure is None:
        return (FramePushed(PoliticsFrame(action.name)),)
    return _decided(state, action, succeeds=sure)


def _decided(state: State, action: PoliticalAction, *, succeeds: bool) -> Events:
    """It is known whether an action succeeds."""
    log = EventLog(state)
    log.extend(resolve_chance(state, action, succeeds=succeeds))
    if succeeds:
        log.extend(_changed(log.state, action))
    return log.events


def _changed(state: State, action: PoliticalAction) -> Events:
    log = EventLog(state)
    log.extend(resolve_taken_along(state, action))
    for change in action.changes:
        log.extend(resolve_relation(log.state, change.nations, change.type))
    log.extend(resolve_chains(log.state))
    calls = tuple(call for entry in action.calls for call in calls_of(entry))
    if calls:
        log.add(FramePushed(TriggerFrame("", calls=calls)))
    return log.events


def open_offers(state: State) -> tuple[PoliticalAction, ...]:
    """Offers of others that the nation on turn still has to answer, by name."""
    found = []
    for name, given in state.offers:
        action = state.definition.politics.action(name)
        if action is not None and state.nation in action.accepted_by and state.nation not in given:
            found.append(action)
    return tuple(found)


def check_offer_answer(state: State, order: AnswerOffer) -> tuple[Illegal, ...]:
    """All reasons against an answer to an offer; refusing is always possible."""
    offers = open_offers(state)
    action = next((entry for entry in offers if entry.name == order.action), None)
    if action is None:
        names = ", ".join(entry.name for entry in offers) or "none"
        text = f"no offer {order.action!r} is open to the {state.nation}; open offers: {names}"
        return (Illegal("unknown-offer", text),)
    if order.accepts and not holds(state, action.test):
        text = f"{action.name}: the map no longer allows it; decline it"
        return (Illegal("not-possible-now", text),)
    return ()


def resolve_offer_answer(state: State, order: AnswerOffer) -> Events:
    """An answer that `check_offer_answer` allows."""
    action = state.definition.politics.action(order.action)
    if action is None:
        return ()
    log = EventLog(state)
    log.add(OfferAnswered(state.nation, action.name, order.accepts))
    if order.accepts and not {*action.accepted_by} - {*dict(log.state.offers)[action.name]}:
        log.add(OfferLapsed(action.nation, action.name, is_done=True))
        log.extend(_carried_out(log.state, action))
    return log.events


def resolve_lapsed(state: State) -> Iterator[Event]:
    """Offers that the nation on turn made in its last turn lapse."""
    for name, _ in state.offers:
        action = state.definition.politics.action(name)
        if action is not None and _is_own(state, action):
            yield OfferLapsed(action.nation, name, is_done=False)


def legal_politics(state: State) -> Iterator[Act | AnswerOffer]:
    """All political orders of the nation on turn that are legal, by name."""
    for action in sorted(state.definition.politics.actions, key=lambda entry: entry.name):
        if _is_own(state, action) and next(_reasons(state, action), None) is None:
            yield Act(action.name)
    for action in open_offers(state):
        for accepts in (True, False):
            answer = AnswerOffer(action.name, accepts)
            if not check_offer_answer(state, answer):
                yield answer


def _action_of(state: State) -> PoliticalAction:
    frame = state.agenda[-1]
    action = None
    if isinstance(frame, PoliticsFrame):
        action = state.definition.politics.action(frame.action)
    if action is None:
        raise TypeError("no political action is on the agenda")
    return action


def _request(state: State) -> RollRequest:
    action = _action_of(state)
    return dice_outside_battle(
        state,
        "politics",
        1,
        action.sides,
        f"whether {action.name} succeeds, at {needed_for(state, action)} or less",
    )


def _roll(state: State, roll: RollResult) -> Events:
    action = _action_of(state)
    die = roll.dice[0]
    needed = needed_for(state, action)
    log = EventLog(state)
    log.add(ActionRolled(action.nation, action.name, die, action.sides, needed))
    log.add(FramePopped())
    log.extend(_decided(log.state, action, succeeds=die <= needed))
    return log.events


POLITICS_FRAME: Final = FrameRules(
    _request, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
