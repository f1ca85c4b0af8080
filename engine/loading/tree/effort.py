"""How much work the conditions, triggers and actions of a scenario can make in one round.

A scenario may come from an opponent, and a few thousand bytes can ask for more than a computer does
in a year.  The unit of effort is one look at an area, at units of one type and owner, or at a fact;
the interpreter makes about a million of them in a second.  What is counted is what the rules do
(engine/rules/politics): at each moment of a round every trigger is asked whether it listens, the
tests of those that do are worked out with the conditions that they name, each of these once, and
everything that they cause may happen.

Bounds on effort leave room for large boards and long lists of triggers; bounds on length would not.
"""

from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from typing import Final, NamedTuple

from engine.core.errors import DefinitionError
from engine.gamedef.bounds import MAX_EFFORT
from engine.gamedef.conditions import (
    Condition,
    Fought,
    Named,
    Ownership,
    Places,
    UnitAbsence,
    UnitPresence,
    War,
    Worth,
    parts_of,
)
from engine.gamedef.definition import Definition
from engine.gamedef.relations import PoliticalAction
from engine.gamedef.triggers import (
    AssignLand,
    CallTrigger,
    ChangeRelation,
    Effect,
    GiveUnits,
    PlaceUnits,
    RemoveUnits,
    SetFact,
    Trigger,
    calls_of,
)

_CAPTURE: Final = 20
"""What it costs to give an area to another owner, in looks."""

_USUAL: Final = 3
"""Usual moments that a step may have besides the one before and the one after it."""


def check_effort(definition: Definition) -> None:
    """Raise DefinitionError when a round could cost more than MAX_EFFORT."""
    effort = Effort(definition).of_a_round()
    if effort > MAX_EFFORT:
        raise DefinitionError(
            f"conditions, triggers and actions could take {effort:,} looks at the board in one"
            f" round; no more than {MAX_EFFORT:,} are allowed: ask less often, or name fewer areas"
        )


class _Asked(NamedTuple):
    """What a test costs without the conditions that it names, and their names."""

    looks: int
    names: list[str]


class Effort:
    """The looks that a definition can cost; every number is an upper bound."""

    def __init__(self, definition: Definition) -> None:
        """Count what is on the board once."""
        self._definition = definition
        self._areas = len(definition.board.territories)
        self._forces = 1 + len({(entry.owner, entry.type) for entry in definition.setup.placements})
        # How many stacks of one owner and type lie in all areas together.
        self._stacks = len(definition.setup.placements)
        self._sizes = {
            "territory": self._areas,
            "unit": len(definition.unit_types),
            "condition": len(definition.script.conditions),
            "action": len(definition.politics.actions),
        }
        tests = {entry.name: entry.test for entry in definition.script.conditions}
        self._named = {name: self._asked(test) for name, test in tests.items()}
        # What follows each trigger; those that are called are worked out before their callers.
        self._caused: dict[str, int] = {}
        triggers = {entry.name: entry for entry in definition.script.triggers}
        calls = {
            name: [call.trigger for call in calls_of(entry)] for name, entry in triggers.items()
        }
        self._tests = {name: self._asked(entry.test) for name, entry in triggers.items()}
        self._alone = {name: self.of_tests([asked]) for name, asked in self._tests.items()}
        for name in TopologicalSorter(calls).static_order():
            self._caused[name] = self._of_what_follows(triggers[name])

    def of_a_round(self) -> int:
        """All that can happen in a round, objectives and actions included.

        Counting ends where there is too much, so that it costs no more than the bound itself.
        """
        total = 0
        for part in self._parts():
            total += part
            if total > MAX_EFFORT:
                break
        return total

    def _parts(self) -> Iterator[int]:
        script, steps = self._definition.script, len(self._definition.sequence)
        asking = sum(1 + len(entry.moments) + len(entry.effects) for entry in script.triggers)
        yield (2 + _USUAL) * steps * asking
        for entry in script.triggers:
            yield self._caused[entry.name] * max(1, len({*entry.moments}))
        by_moment: dict[str, list[_Asked]] = {}
        for entry in script.triggers:
            for moment in dict.fromkeys(entry.moments) or ("",):
                by_moment.setdefault(moment, []).append(self._tests[entry.name])
        for moment, tests in by_moment.items():
            yield self.of_tests(tests) * (1 if moment else _USUAL)
        yield self.of_tests([self._asked(entry.test) for entry in script.objectives])
        yield from map(self._of_action, self._definition.politics.actions)

    def _of_action(self, action: PoliticalAction) -> int:
        """An action is looked at whenever one is taken, and may be tried so many times."""
        calls = sum(call.times * self._of_called(call) for call in action.calls)
        relations = len(action.changes) * self._of_relation()
        once = self.of_tests([self._asked(action.test)]) + calls + relations
        return once * (1 + action.attempts)

    def of_tests(self, tests: Iterable["_Asked"]) -> int:
        """Of tests that are worked out together: conditions that they name count once."""
        total = 0
        waiting: list[str] = []
        seen: set[str] = set()
        for test in tests:
            total += test.looks
            waiting += test.names
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                total += self._named[name].looks
                waiting += self._named[name].names
        return total

    def _asked(self, test: Condition) -> "_Asked":
        return _Asked(sum(self._of_leaf(part) for part in parts_of(test)), _names_in(test))

    def _of_leaf(self, test: Condition) -> int:
        match test:
            case UnitPresence() | UnitAbsence():
                counted = sum(1 + len(entry.types) for entry in test.units)
                places = self._count(test.places)
                return self._of_stacks(test.places) * len(test.nations) + places * (1 + counted)
            case Ownership() | Worth():
                return self._count(test.places) * len(test.nations)
            case War():
                return len(test.nations) * len(test.enemies)
            case Fought():
                return len(test.territories) * len(test.nations)
        return 1

    def _count(self, places: Places) -> int:
        return len(places.names) if places.which == "named" else self._areas

    def _of_stacks(self, places: Places) -> int:
        """The stacks that are looked at: no more than there are, since no area is named twice."""
        return min(self._count(places) * self._forces, self._stacks)

    def _of_what_follows(self, trigger: Trigger) -> int:
        """All that a trigger does when it happens, with the triggers that it calls."""
        return self._times(trigger.test) * sum(map(self._of_effect, trigger.effects))

    def _times(self, test: Condition) -> int:
        """How often what depends on a test may happen: once for each area that it counts."""
        script = self._definition.script
        deeper = [script.condition(name).test for name in _names_in(test)]
        counted = (
            self._count(part.places)
            for one in (test, *deeper)
            for part in parts_of(one)
            if isinstance(part, Ownership | UnitPresence | UnitAbsence) and part.places.each
        )
        return max(1, *counted, 1)

    def _of_effect(self, effect: Effect) -> int:
        match effect:
            case SetFact():
                size = self._sizes.get(effect.subject, len(self._definition.unit_types))
                return len(effect.names) * (size + 1)
            case AssignLand():
                return _CAPTURE * (1 if effect.territory else self._areas)
            case RemoveUnits():
                places = len(effect.territories) or self._areas
                return places * len(effect.nations) * (len(effect.types) or self._sizes["unit"])
            case PlaceUnits():
                return len(effect.nations) * sum(count for _, count in effect.units)
            case GiveUnits():
                return len(effect.nations) * len(effect.units)
            case ChangeRelation():
                return self._of_relation()
            case CallTrigger():
                return effect.times * self._of_called(effect)
        return 1

    def _of_called(self, call: CallTrigger) -> int:
        """A trigger that another one or an action calls; its areas are counted in any case."""
        return 1 + self._alone[call.trigger] + self._caused[call.trigger]

    def _of_relation(self) -> int:
        nations: int = len(self._definition.politics.nations)
        return nations * nations


def _names_in(test: Condition) -> list[str]:
    return [part.name for part in parts_of(test) if isinstance(part, Named)]
