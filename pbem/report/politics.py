"""What happened between nations, one sentence each (ADR 0019)."""

from collections.abc import Iterator

from engine import PUS, State, events, trigger_word
from pbem.report.scenes import Event


def politics(before: State, event: Event) -> Iterator[str]:
    """The sentence of an event of politics; nothing for any other event."""
    match event:
        case events.politics.RelationChanged():
            one, other = event.nations
            new, old = (_relation(before, name) for name in (event.type, event.before))
            yield f"{one} and {other} are {new} now; they were {old}."
        case events.politics.ActionTried():
            cost = ", ".join(
                f"{amount} {'PUs' if name == PUS else name}" for name, amount in event.cost
            )
            paid = f" for {cost}" if cost else ""
            yield f"{event.nation} tried {trigger_word(event.action)}{paid}."
        case events.politics.ActionRolled():
            luck = "succeeds" if event.die <= event.needed else "fails"
            name = trigger_word(event.action)
            yield f"{name}: {event.die} of {event.sides}, {event.needed} needed; it {luck}."
        case events.politics.ActionOffered():
            names = ", ".join(event.to)
            yield f"{trigger_word(event.action)} waits for the consent of {names}."
        case events.politics.OfferAnswered():
            verb = "consented to" if event.accepts else "refused"
            yield f"{event.nation} {verb} {trigger_word(event.action)}."
        case events.politics.OfferLapsed() if not event.is_done:
            yield f"{trigger_word(event.action)} was not consented to in time and lapses."


def _relation(state: State, name: str) -> str:
    """A type of relations in words."""
    words = {"war": "at war", "allied": "allied", "neutral": "neutral"}
    plain = words[state.definition.politics.relation_type(name).archetype]
    return plain if name.casefold() in {*words, plain} else f"{plain} ({name})"
