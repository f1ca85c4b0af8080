"""Conditions that name themselves and triggers that call themselves, through others as well."""

from collections.abc import Iterable, Mapping

from engine.core.ids import UnitTypeName
from engine.gamedef.bounds import MAX_CALLS
from engine.gamedef.conditions import Named, NamedCondition, parts_of
from engine.gamedef.triggers import Trigger, calls_of
from engine.gamedef.unit_types import UnitType
from engine.loading.fields import Node, shown


def check_conditions(node: Node, conditions: Iterable[NamedCondition]) -> None:
    """Take away, again and again, what names nothing that is left; a circle stays."""
    left = {
        entry.name: {part.name for part in parts_of(entry.test) if isinstance(part, Named)}
        for entry in conditions
    }
    while left:
        free = [name for name, others in left.items() if left.keys().isdisjoint(others)]
        if not free:
            reason = f"the condition {shown(next(iter(left)))} depends on itself"
            raise node.error(reason)
        for name in free:
            del left[name]


def check_hit_changes(node: Node, types: Mapping[UnitTypeName, UnitType]) -> None:
    """Refuse units whose change by hits would at once lead to another one."""
    for kind in types.values():
        for entry in kind.damaged_as:
            hits = entry.hits if entry.keeps_damage else 0
            if any(hits >= other.hits for other in types[entry.type].damaged_as):
                text = f"damaged_as of {shown(kind.name)}: {shown(entry.type)} would change at once"
                raise node.error(text)


def check_calls(node: Node, triggers: Iterable[Trigger]) -> None:
    """Count what follows each trigger, those first whose calls are counted; a circle stays."""
    left = {
        entry.name: [(call.trigger, call.times) for call in calls_of(entry)] for entry in triggers
    }
    following: dict[str, int] = {}
    while left:
        ready = [name for name, calls in left.items() if all(key in following for key, _ in calls)]
        if not ready:
            raise node.error(f"the trigger {shown(next(iter(left)))} calls itself without end")
        for name in ready:
            following[name] = sum(times * (1 + following[key]) for key, times in left.pop(name))
            if following[name] > MAX_CALLS:
                text = f"the trigger {shown(name)} calls more than {MAX_CALLS} others"
                raise node.error(text)
