"""What the events of triggers do to a state."""

from typing import TypeVar

from engine.core.changes import Changeable, RuleChange
from engine.core.events import Event
from engine.core.events.triggers import (
    BattleCounted,
    ChanceChanged,
    LandAssigned,
    LossesCounted,
    ResourceGiven,
    RuleChanged,
    TechnologyGiven,
    TriggerFired,
    TriggerRolled,
    UnitsAppeared,
    UnitsGranted,
    UnitsVanished,
    UseCounted,
    VictoryHeld,
)
from engine.core.evolve.parts import (
    joined,
    paid_out,
    with_hand,
    with_new_units,
    with_owner,
    with_units_forgotten,
)
from engine.core.ids import NEUTRAL, NOBODY
from engine.core.state import State
from engine.values import replace

D = TypeVar("D")


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one.

    Raises TypeError when the definition cannot change.
    """
    match event:
        case TriggerFired() | TriggerRolled():
            return state
        case ChanceChanged():
            return replace(state, chances={**state.chances, event.key: event.needed})
        case UseCounted():
            times, _ = state.used.get(event.key, (0, 0))
            return replace(state, used={**state.used, event.key: (times + 1, state.round)})
        case VictoryHeld():
            kept = {name: turns for name, turns in state.held.items() if name != event.trigger}
            held = kept | ({event.trigger: event.turns} if event.turns else {})
            return replace(state, held=held)
        case BattleCounted():
            now = (state.round, event.attacker, event.defender, event.territory)
            of_round = {entry for entry in state.fought if entry[0] == state.round}
            return replace(state, fought=tuple(sorted({*of_round, now})))
        case LossesCounted():
            return _losses_counted(state, event)
        case RuleChanged():
            if not isinstance(state.definition, Changeable):
                raise TypeError("this definition cannot change")
            changed = state.definition.changed(event.change)
            return replace(state, definition=changed, changes=_with(state.changes, event.change))
    return _evolve_goods(state, event)


def _with(changes: tuple[RuleChange, ...], new: RuleChange) -> tuple[RuleChange, ...]:
    """The changes with a new one; it takes the place of an older one of the same fact."""
    kept = {(entry.subject, entry.name, entry.fact): entry for entry in (*changes, new)}
    return tuple(kept[key] for key in sorted(kept))


def _losses_counted(state: State[D], event: LossesCounted) -> State[D]:
    last, now, ever = state.destroyed.get(event.nation, (0, 0, 0))
    this_round = (now if last == state.round else 0) + event.value
    entry = (state.round, this_round, ever + event.value)
    return replace(state, destroyed={**state.destroyed, event.nation: entry})


def _evolve_goods(state: State[D], event: Event) -> State[D] | None:
    match event:
        case ResourceGiven():
            return paid_out(state, event.nation, event.resource, event.amount)
        case UnitsGranted():
            return with_hand(state, event.nation, event.units, 1)
        case UnitsAppeared():
            return with_new_units(state, event.units)
        case UnitsVanished():
            return with_units_forgotten(state, event.units)
        case LandAssigned():
            owner = NOBODY if event.owner == NEUTRAL else event.owner
            return with_owner(state, event.territory, owner)
        case TechnologyGiven():
            return replace(
                state, technologies=joined(state.technologies, event.nation, event.technology)
            )
    return None
