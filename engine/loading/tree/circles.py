"""Conditions that name themselves and triggers that call themselves, through others as well."""

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

from engine.core.ids import UnitTypeName
from engine.gamedef.bounds import MAX_CALLS, MAX_NAMED
from engine.gamedef.conditions import Named, NamedCondition, parts_of
from engine.gamedef.triggers import Trigger, calls_of
from engine.gamedef.unit_types import UnitType
from engine.loading.fields import Node, shown


def check_conditions(node: Node, conditions: Iterable[NamedCondition]) -> None:
    """Refuse circles, and longer rows of names than can be followed one inside the other."""
    named = {
        entry.name: {part.name for part in parts_of(entry.test) if isinstance(part, Named)}
        for entry in conditions
    }
    rows: dict[str, int] = {}
    for name in _in_order(node, named, "the condition {} depends on itself"):
        rows[name] = 1 + max((rows[other] for other in named[name]), default=0)
        if rows[name] > MAX_NAMED:
            text = f"the condition {shown(name)} ends a row of more than {MAX_NAMED} conditions,"
            raise node.error(f"{text} each of which names the one before")


def _in_order(node: Node, needed: Mapping[str, Iterable[str]], reason: str) -> Iterable[str]:
    """All names, each after those that it needs; DefinitionError where there is a circle."""
    try:
        return tuple(TopologicalSorter(needed).static_order())
    except CycleError as caught:
        # The names of the circle, the first of them twice; any sorting of them is as good.
        raise node.error(reason.format(shown(min(caught.args[1])))) from None


def check_hit_changes(node: Node, types: Mapping[UnitTypeName, UnitType]) -> None:
    """Refuse units whose change by hits would at once lead to another one."""
    for kind in types.values():
        for entry in kind.wear.damaged_as:
            hits = entry.hits if entry.keeps_damage else 0
            if any(hits >= other.hits for other in types[entry.type].wear.damaged_as):
                text = f"damaged_as of {shown(kind.name)}: {shown(entry.type)} would change at once"
                raise node.error(text)


def check_calls(node: Node, triggers: Iterable[Trigger]) -> None:
    """Count what follows each trigger, after that of those that it calls; refuse circles."""
    calls = {
        entry.name: [(call.trigger, call.times) for call in calls_of(entry)] for entry in triggers
    }
    needed = {name: [key for key, _ in entries] for name, entries in calls.items()}
    following: dict[str, int] = {}
    for name in _in_order(node, needed, "the trigger {} calls itself without end"):
        following[name] = sum(times * (1 + following[key]) for key, times in calls[name])
        if following[name] > MAX_CALLS:
            raise node.error(f"the trigger {shown(name)} calls more than {MAX_CALLS} others")
