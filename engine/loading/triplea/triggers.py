"""Third layer: triggers become typed triggers of a scenario: when they happen, and what they ask.

A trigger without a condition never happens by itself, only when another one calls it; the same
holds for one whose steps do not exist.  One property switches on all triggers, another one those
that end the game, at the end of the round even without the first.  Messages are not read: their
texts are not in the map file.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from engine.core.errors import DefinitionError
from engine.loading.fields import shown
from engine.loading.triplea.conditions import Conditions, Table, by_name, scenario_name, start_step
from engine.loading.triplea.effects import Effects
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import TRIGGERED_VICTORY, USE_TRIGGERS, Attachment, Records
from engine.loading.triplea.words import integer

_NEVER: Final[Table] = {"kind": "together", "parts": [], "least": 1, "most": 1}


class Triggers:
    """The triggers of a map."""

    def __init__(
        self,
        records: Records,
        conditions: Conditions,
        effects: Effects,
        steps: Sequence[Mapping[str, object]],
        nations: Sequence[str],
        missing: Missing,
    ) -> None:
        """Nothing is read yet."""
        self._records = records
        self._conditions = conditions
        self._effects = effects
        self._missing = missing
        self._steps = frozenset(str(step["name"]) for step in steps)
        self._start = start_step(records)
        self._by_name = by_name(records, "TriggerAttachment", nations)

    def found(self) -> list[Table]:
        """All triggers, in the order of the file."""
        entries = self._records.of_kind("TriggerAttachment")
        read = (
            self._missing.attempt(partial(self._trigger, entry))
            for entry in entries
            if self._is_on(entry)
        )
        return [trigger for trigger in read if trigger is not None]

    def _is_on(self, entry: Attachment) -> bool:
        """Whether a switch lets it happen: the end of a round looks at victories by its own one."""
        if self._records.is_on(USE_TRIGGERS):
            return True
        options = entry.values()
        has_victory = "victory" in options and "when" not in options
        return has_victory and self._records.is_on(TRIGGERED_VICTORY)

    def _trigger(self, entry: Attachment) -> Table:
        options = entry.values()
        names = ":".join(v for n, v in entry.options if n in {"conditions", "trigger"} and v)
        moments = [value for name, value in entry.options if name == "when"]
        known = list(dict.fromkeys(filter(None, map(self._moment, moments))))
        if names and (known or not moments):
            invert = options.get("invert", "false") == "true"
            kind = options.get("conditionType", "AND")
            test = self._test(entry, names, kind, invert=invert)
        else:
            test = _NEVER
        table: Table = {
            "name": scenario_name(entry, self._by_name[entry.name]),
            "nation": entry.target,
            "test": test,
            "effects": list(self._effects.of(entry)),
        }
        if known:
            table["moments"] = known
        elif not moments and test is not _NEVER and "activateTrigger" in options:
            self._missing.add("option of TriggerAttachment activateTrigger: without a time")
        return table | self._limits(entry)

    def _test(self, entry: Attachment, names: str, kind: str, *, invert: bool) -> Table:
        """What a trigger asks; an option of its own where other triggers change that."""

        def together(values: list[str]) -> Table:
            return self._conditions.together(":".join(values), kind, invert=invert)

        changes = self._conditions.rewritings.of("TriggerAttachment", entry.name, entry.target)
        if not changes:
            return self._conditions.together(names, kind, invert=invert, by=entry)
        owner = scenario_name(entry, self._by_name[entry.name])
        flat = [one for each in changes.values() for one in each]
        return self._conditions.slot(owner, [names], flat, together)

    def _limits(self, entry: Attachment) -> Table:
        options = entry.values()
        hits, _, sides = options.get("chance", "1:1").partition(":")
        table: Table = {"chance": integer(entry.name, hits), "sides": integer(entry.name, sides)}
        uses = integer(entry.name, options.get("uses", "-1"))
        if uses >= 0:
            table["uses"] = uses
        if uses == 0:
            self._missing.add("option of TriggerAttachment uses: none at the start")
        increment = integer(entry.name, options.get("chanceIncrementOnFailure", "0"))
        decrement = integer(entry.name, options.get("chanceDecrementOnSuccess", "0"))
        return table | {"chance_increment": increment, "chance_decrement": decrement}

    def _moment(self, value: str) -> str:
        """Our moment; "" for a step that does not exist or that is not played."""
        edge, _, step = value.partition(":")
        if edge not in {"before", "after"}:
            raise DefinitionError(f"a trigger cannot happen {shown(value)}")
        if step == self._start:
            return "start"
        return value if step in self._steps else ""
