"""Triggers: what a map makes happen by itself, and when.

A trigger is checked before or after the steps that it names, whoever plays them. If it names none,
each of its effects waits for its usual phase of the trigger's own nation: relations for the end of
politics, units to place and new buy lists for each purchase, bids and levies included, changes of
land and units for the combat move, what can be researched for research, technologies and better
units for the activation of technologies, money for the end of the turn, victory for the end of the
round. Money without a moment of its own is paid like that of objectives: by the same option, and to
those who are paid.

At each of these moments the conditions of all triggers are checked first, and how many areas fulfil
those that count them; then the dice of those that happen by chance are rolled; then everything
happens, one kind of effect after the other.  Triggers that others call follow one by one, each with
all that it does, once more for each area where the caller counts them.

A trigger with a limited number of uses spends one at a moment in which it happens; one without a
moment of its own spends one in a round, when the round ends, so none in a game without a step for
the end of a round.

Source: the map dialect (TriggerAttachment); decision: docs/adr/0017.
Options: national_objectives, victory_lasts_a_round.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from engine.core.agenda import TriggerCall, TriggerFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.triggers import TriggerFired, TriggerRolled, UseCounted
from engine.core.events.turn import FramePopped, FrameReplaced
from engine.gamedef import Definition, State
from engine.gamedef.position import Waiting
from engine.gamedef.sequence import SequenceStep
from engine.gamedef.triggers import CallTrigger, Effect, GiveResource, SetFact, Trigger, WinGame
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    dice_outside_battle,
    legal_nothing,
    resolve_no_order,
    top_frame,
)
from engine.rules.economy.income import collects_income
from engine.rules.politics.chance import certain, needed_for, resolve_chance
from engine.rules.politics.conditions import holds, times_met
from engine.rules.politics.effects import resolve_effect
from engine.values import replace

START: Final = "start"
"""The moment before the first step of a game."""

_OPENING: Final = {
    "tech": ("usual:tech",),
    "bid": ("usual:purchase",),
    "purchase": ("usual:purchase",),
    "levy": ("usual:purchase",),
    "combat_move": ("usual:combat_move",),
}
"""Usual moments at the beginning of a phase."""

_CLOSING: Final = {
    "tech_activation": ("usual:tech_activation",),
    "end_round": ("usual:end_round",),
}
"""Usual moments at the end of a phase; for that of the end of a turn see turn/turn_end.py."""

_LAST: Final = {"politics": ("usual:politics",)}
"""Usual moments at the end of a phase that come after those which name its step."""

_USUAL: Final = {
    "ChangeRelation": "usual:politics",
    "EditBuyList": "usual:purchase",
    "GiveUnits": "usual:purchase",
    "AssignLand": "usual:combat_move",
    "RemoveUnits": "usual:combat_move",
    "PlaceUnits": "usual:combat_move",
    "GiveTechnology": "usual:tech_activation",
    "EditResearch": "usual:tech",
    "GiveResource": "usual:end_turn",
    "DecideTheatre": "usual:end_turn",
    "LoseCombatMove": "usual:end_turn",
    "WinGame": "usual:end_round",
}
"""The usual moment of each kind of effect; that of SetFact depends on its subject."""

_ORDER: Final = (
    "nation",
    "action",
    "condition",
    "territory",
    "unit",
    "ChangeRelation",
    "EditResearch",
    "GiveTechnology",
    "buy_list",
    "EditBuyList",
    "support",
    "AssignLand",
    "RemoveUnits",
    "GiveUnits",
    "PlaceUnits",
    "GiveResource",
    "DecideTheatre",
    "LoseCombatMove",
    "WinGame",
)
"""The kinds of effects in the order in which they happen."""


def moments_before(step: SequenceStep) -> tuple[str, ...]:
    """The moments at the beginning of a step."""
    return (f"before:{step.name}", *_OPENING.get(step.phase, ()))


def moments_after(step: SequenceStep) -> tuple[str, ...]:
    """The moments at the end of a step."""
    return (
        *_CLOSING.get(step.phase, ()),
        f"after:{step.name}",
        *_LAST.get(step.phase, ()),
    )


def trigger_frames(definition: Definition, moments: tuple[str, ...]) -> tuple[TriggerFrame, ...]:
    """What has to be checked at these moments: one frame, or none without such triggers."""
    wanted = tuple(
        moment
        for moment in moments
        if any(_listens(entry, moment) for entry in definition.script.triggers)
    )
    return (TriggerFrame("", wanted),) if wanted else ()


def usual_moment(effect: Effect) -> str:
    """When an effect whose trigger names no moment happens; "" for one that never does."""
    if not isinstance(effect, SetFact):
        return _USUAL.get(type(effect).__name__, "")
    if effect.subject in {"unit", "support"}:
        return "usual:tech_activation"
    if effect.subject == "buy_list" or effect.fact == "buy_list":
        return "usual:purchase"
    return "usual:combat_move"


def _effects_in(state: State, trigger: Trigger, moment: str) -> tuple[Effect, ...]:
    """The effects of a trigger that happen at a moment."""
    if trigger.moments:
        return trigger.effects if moment in trigger.moments else ()
    options = state.definition.options
    idle: list[type[Effect]] = []
    if not (options.national_objectives and collects_income(state, state.nation)):
        idle.append(GiveResource)
    if options.victory_lasts_a_round:
        idle.append(WinGame)  # See held_victory.py.
    return tuple(
        effect
        for effect in trigger.effects
        if usual_moment(effect) == moment and not isinstance(effect, tuple(idle))
    )


def _is_due(state: State, trigger: Trigger, moment: str) -> bool:
    mine = trigger.moments or trigger.nation == state.nation or not state.nation
    if not mine or not _listens(trigger, moment) or _has_no_bid(state, trigger):
        return False
    if not trigger.moments and not _effects_in(state, trigger, moment):
        return False
    return _has_uses(state, trigger) and holds(state, trigger.test)


def _has_no_bid(state: State, trigger: Trigger) -> bool:
    """Whether it would wait for the purchase in a bid of nothing, which is not a purchase."""
    is_usual = state.phase.phase == "bid" and not trigger.moments
    return is_usual and not state.definition.options.bid.get(state.nation)


def _listens(trigger: Trigger, moment: str) -> bool:
    if trigger.moments:
        return moment in trigger.moments
    return any(usual_moment(effect) == moment for effect in trigger.effects)


def _has_uses(state: State, trigger: Trigger) -> bool:
    times, last = state.used.get(trigger.name, (0, 0))
    if not trigger.uses or times < trigger.uses:
        return True
    # Its effects have several usual moments in a turn, and it is used up at the end of the round.
    return not trigger.moments and last == state.round and times == trigger.uses


def _advance(state: State) -> Events | Waiting:
    frame = _frame(state)
    if frame.rolling:
        sure = certain(state, _rolling(state, frame))
        return _roll_request(state, frame) if sure is None else _decided(state, frame, happens=sure)
    if frame.firing:
        return _fire(state, frame)
    if frame.calls:
        call, rest = frame.calls[0], frame.calls[1:]
        return (FrameReplaced(_begun(state, replace(frame, calls=rest), [call])),)
    if frame.later:
        return (FrameReplaced(_opened(state, frame)),)
    return (FramePopped(),)


def _opened(state: State, frame: TriggerFrame) -> TriggerFrame:
    """The next moment begins: the conditions of all its triggers are checked."""
    moment = frame.later[0]
    due = [
        TriggerCall(entry.name, spends_use=True, tests_chance=True, is_whole=bool(entry.moments))
        for entry in state.definition.script.triggers
        if _is_due(state, entry, moment)
    ]
    return _begun(state, TriggerFrame(moment, frame.later[1:]), due)


def _begun(state: State, frame: TriggerFrame, calls: Iterable[TriggerCall]) -> TriggerFrame:
    """The triggers that happen, those that need a die first."""
    rolling: list[TriggerCall] = []
    firing: list[TriggerCall] = []
    for call in calls:
        trigger = state.definition.script.trigger(call.trigger)
        if call.tests_uses and not _has_uses(state, trigger):
            continue
        if call.tests_condition and not holds(state, trigger.test):
            continue
        counted = replace(call, times=times_met(state, trigger.test))
        moves = certain(state, trigger) is not True or trigger.chance_decrement
        by_chance = call.tests_chance and moves
        (rolling if by_chance else firing).append(counted)
    return replace(frame, rolling=tuple(rolling), firing=tuple(firing))


def _roll_request(state: State, frame: TriggerFrame) -> RollRequest:
    trigger = _rolling(state, frame)
    return dice_outside_battle(
        state,
        "trigger",
        1,
        trigger.sides,
        f"whether {trigger.name} happens, at {needed_for(state, trigger)} or less",
        nation=state.nation or trigger.nation,
    )


def _rolling(state: State, frame: TriggerFrame) -> Trigger:
    """The trigger of which it is to be seen next whether it happens."""
    return state.definition.script.trigger(frame.rolling[0].trigger)


def _roll(state: State, roll: RollResult) -> Events:
    frame = _frame(state)
    trigger = _rolling(state, frame)
    needed, die = needed_for(state, trigger), roll.dice[0]
    rolled = TriggerRolled(trigger.name, trigger.nation, die, trigger.sides, needed)
    return (rolled, *_decided(state, frame, happens=die <= needed))


def _decided(state: State, frame: TriggerFrame, *, happens: bool) -> Events:
    """It is known whether the next trigger that depends on chance happens."""
    trigger, call = _rolling(state, frame), frame.rolling[0]
    places = {entry.name: place for place, entry in enumerate(state.definition.script.triggers)}
    firing = (*frame.firing, call) if happens else frame.firing
    ordered = tuple(sorted(firing, key=lambda entry: places[entry.trigger]))
    changed = resolve_chance(state, trigger, succeeds=happens)
    return (*changed, FrameReplaced(replace(frame, rolling=frame.rolling[1:], firing=ordered)))


def _fire(state: State, frame: TriggerFrame) -> Events:
    """Everything that is to happen now; triggers that are called come next."""
    log = EventLog(state)
    spent = set(frame.spent)
    called: list[TriggerCall] = []
    effects: list[tuple[Trigger, Effect, int]] = []
    for call in frame.firing:
        trigger = state.definition.script.trigger(call.trigger)
        log.extend(_happened(log.state, trigger, call, spent))
        wanted = trigger.effects if call.is_whole else _effects_in(state, trigger, frame.moment)
        effects.extend((trigger, effect, call.times) for effect in wanted)
        calls = [effect for effect in wanted if isinstance(effect, CallTrigger)]
        called.extend(entry for effect in calls for entry in calls_of(effect, call.times))
    for kind in _ORDER:
        for trigger, effect, times in effects:
            if _kind_of(effect) == kind:
                log.extend(resolve_effect(log.state, trigger, effect, times))
    after = replace(frame, firing=(), calls=(*called, *frame.calls), spent=tuple(sorted(spent)))
    log.add(FrameReplaced(after))
    return log.events


def _happened(
    state: State, trigger: Trigger, call: TriggerCall, spent: set[str]
) -> Iterator[Event]:
    yield TriggerFired(trigger.name, trigger.nation)
    _, last = state.used.get(trigger.name, (0, 0))
    in_this_round = not trigger.moments and last == state.round
    if not trigger.uses or not call.spends_use or trigger.name in spent or in_this_round:
        return
    if not trigger.moments and not _rounds_end(state.definition):
        return
    spent.add(trigger.name)
    yield UseCounted(trigger.name)


def _rounds_end(definition: Definition) -> bool:
    return any(step.phase == "end_round" for step in definition.sequence)


def calls_of(effect: CallTrigger, times: int = 1) -> Iterator[TriggerCall]:
    """Another trigger, as often as it is to happen; times: how often it is called."""
    for _ in range(effect.times * times):
        yield TriggerCall(
            effect.trigger,
            effect.spends_use,
            effect.tests_uses,
            effect.tests_condition,
            effect.tests_chance,
        )


def _kind_of(effect: Effect) -> str:
    if not isinstance(effect, SetFact):
        return type(effect).__name__
    return "buy_list" if effect.fact == "buy_list" else effect.subject


def _frame(state: State) -> TriggerFrame:
    return top_frame(state, TriggerFrame)


TRIGGER_FRAME: Final = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
