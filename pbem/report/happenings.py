"""What triggers of the map made happen, one sentence each (ADR 0017)."""

from collections.abc import Iterator

from engine import NEUTRAL, PUS, RuleChange, events, trigger_word
from pbem.report.scenes import Scene, forces_of, in_words
from pbem.report.words import stack_of, technology_word, times


def happenings(scene: Scene) -> Iterator[str]:
    """The sentence of an event of a trigger; nothing for any other event."""
    match scene.event:
        case events.triggers.TriggerFired() as event:
            yield f"{event.nation}: {trigger_word(event.trigger)} happened."
        case events.triggers.TriggerRolled() as event:
            luck = "happens" if event.die <= event.needed else "does not happen"
            name = trigger_word(event.trigger)
            yield f"{name}: {event.die} of {event.sides}, {event.needed} needed; it {luck}."
        case events.triggers.RuleChanged() as event:
            yield _change(event.change)
        case events.triggers.ResourceGiven() as event:
            verb = "got" if event.amount > 0 else "lost"
            what = "PUs" if event.resource == PUS else event.resource
            yield f"{event.nation} {verb} {abs(event.amount)} {what}; they have {event.total} now."
        case events.triggers.TechnologyGiven() as event:
            yield f"{event.nation} got {technology_word(event.technology)}."
        case events.triggers.LandAssigned() as event:
            owner = "nobody" if event.owner in {"", NEUTRAL} else event.owner
            yield f"{event.territory} belongs to {owner} now."
        case events.triggers.VictoryHeld() as event:
            yield _victory_held(event)
        case _:
            yield from _theatres(scene)
            yield from _units(scene)


def _victory_held(event: events.triggers.VictoryHeld) -> str:
    """How near nations are to a victory that must last a round."""
    who = ", ".join(event.nations)
    if not event.turns:
        return f"{who} no longer hold what wins the game."
    left = event.enough - event.turns
    if not left:
        return f"{who} have held what wins the game for a complete round."
    return f"{who} hold what wins the game; they win if they still do after {times(left, 'turn')}."


def _theatres(scene: Scene) -> Iterator[str]:
    match scene.event:
        case events.theatres.TheatreDecided() as event:
            yield f"{event.alliance} won {event.theatre}."
        case events.theatres.TheatreReopened() as event:
            yield f"{event.nation} broke the peace in {event.theatre}; the war goes on there."
        case events.theatres.CombatMoveLost() as event:
            yield f"{event.nation} have no combat move in {event.theatre} in their next turn."
        case events.theatres.UnitsRecalled() as event:
            called = in_words(forces_of(scene.before, event.units))
            yield f"{called} of {event.nation} were called home to {event.territory}."


def _units(scene: Scene) -> Iterator[str]:
    types = scene.before.definition.unit_types
    match scene.event:
        case events.triggers.UnitsGranted() as event:
            names = (name for name, count in event.units for _ in range(count))
            yield f"{event.nation} got {stack_of(names, types)} to place."
        case events.triggers.UnitsAppeared() as event:
            units = stack_of((unit.type for unit in event.units), types)
            yield f"{units} of {event.nation} appeared in {event.territory}."
        case events.triggers.UnitsVanished() as event:
            gone = in_words(forces_of(scene.before, event.units))
            yield f"{gone} of {event.nation} left {event.territory}."


def _change(change: RuleChange) -> str:
    """What the map says differently from now on."""
    match change.subject, change.fact, change.value:
        case "nation", "buy_list", str() as value:
            return f"{change.name} buy from the list {trigger_word(value)} now."
        case "nation", "bounds", ():
            return f"{change.name} may go everywhere now."
        case "nation", "bounds", tuple() as value:
            return f"Where {change.name} may go is ruled by other areas now: {', '.join(value)}."
        case "nation", _, value:
            what = "in these areas only" if value else "everywhere but in these areas"
            return f"{change.name} may go {what} now."
        case "buy_list", _, tuple() as value:
            return f"The buy list {trigger_word(change.name)} is now: {', '.join(value)}."
        case "condition", "stands_for", _:
            return f"What {trigger_word(change.name)} asks has changed."
        case "condition", _, value:
            return f"{trigger_word(change.name)} {'counts now' if value else 'no longer counts'}."
        case _, fact, tuple() as value:
            return f"{change.name}: {fact.replace('_', ' ')}: {', '.join(value) or 'nobody'}."
        case _, fact, bool() as value:
            return f"{change.name}: {fact.replace('_', ' ')} is {'on' if value else 'off'} now."
        case _, fact, value:
            return f"{change.name}: {fact.replace('_', ' ')} is {value} now."
