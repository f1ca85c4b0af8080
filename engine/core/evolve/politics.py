"""What the events of politics do to a state."""

from typing import TypeVar

from engine.core.changes import Related
from engine.core.events import Event
from engine.core.events.politics import (
    ActionOffered,
    ActionRolled,
    ActionTried,
    OfferAnswered,
    OfferLapsed,
    RelationChanged,
    WarBegan,
)
from engine.core.evolve.parts import paid_out
from engine.core.ids import NationName, pair_of
from engine.core.state import State
from engine.values import replace

D = TypeVar("D")


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one."""
    match event:
        case RelationChanged():
            return _related(state, event)
        case WarBegan():
            return _with_relation(state, pair_of(event.nation, event.against), "war")
        case ActionTried():
            for name, amount in event.cost:
                state = paid_out(state, event.nation, name, -amount)
            attempted = tuple(sorted((*state.turn.attempted, event.action)))
            return replace(state, turn=replace(state.turn, attempted=attempted))
        case ActionRolled():
            return state
        case ActionOffered():
            return _with_offer(state, event.action, ())
        case OfferAnswered():
            if not event.accepts:
                return _without_offer(state, event.action)
            given = dict(state.offers).get(event.action, ())
            return _with_offer(state, event.action, tuple(sorted((*given, event.nation))))
        case OfferLapsed():
            return _without_offer(state, event.action)
    return None


def _related(state: State[D], event: RelationChanged) -> State[D]:
    changes = (*state.turn.related, (*event.nations, event.before, event.type))
    turn = replace(state.turn, related=changes)
    return replace(_with_relation(state, event.nations, event.type), turn=turn)


def _with_relation(state: State[D], pair: tuple[NationName, NationName], name: str) -> State[D]:
    """The state in which two nations, in the order of their names, have another relation."""
    kept = {entry[:2]: entry for entry in state.relations}
    kept[pair] = (*pair, name, state.round)
    relations = tuple(kept[each] for each in sorted(kept))
    definition = state.definition
    if isinstance(definition, Related):
        definition = definition.related(*pair, name, state.round)
    return replace(state, relations=relations, definition=definition)


def _with_offer(state: State[D], action: str, given: tuple[NationName, ...]) -> State[D]:
    offers = {**dict(state.offers), action: given}
    return replace(state, offers=tuple(sorted(offers.items())))


def _without_offer(state: State[D], action: str) -> State[D]:
    return replace(state, offers=tuple(entry for entry in state.offers if entry[0] != action))
