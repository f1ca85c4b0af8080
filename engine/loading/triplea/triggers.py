"""Third layer: triggers become typed triggers of a scenario: when they happen, and what they ask.

A trigger without a condition never happens by itself, only when another one calls it; the same
holds for one whose steps do not exist, which may be asked for its condition then. One property
switches on all triggers but those that user actions call, another one those that end the game, at
the end of the round even without the first. Messages are not read: their texts are not in the map
file.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from engine.core.errors import DefinitionError
from engine.loading.fields import shown
from engine.loading.triplea import reads
from engine.loading.triplea.attachments import (
    TRIGGERED_VICTORY,
    USE_TRIGGERS,
    Attachment,
    Records,
)
from engine.loading.triplea.conditions import Conditions, by_name, scenario_name, start_step
from engine.loading.triplea.effects import Effects
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.politics import CHANCE_OPTIONS
from engine.loading.triplea.rows import MapFacts, facts_of, rows, taken

_NEVER: Final[MapFacts] = {"kind": "together", "parts": [], "least": 1, "most": 1}

TIME_OPTIONS: Final = rows(
    *CHANCE_OPTIONS,
    reads.texts("conditions", "conditions", "the test of a trigger"),
    reads.texts("trigger", "conditions too", "the test of a trigger, old name"),
    reads.word("conditionType", "how_many", "how many of its conditions must hold"),
    reads.truth("invert", "is_inverted", "a trigger that happens when they do not"),
    reads.texts("when", "moments", "its moments; must name a time where it calls others"),
    reads.whole_number("uses", "uses", "how often it may happen"),
)
"""Options that say of a trigger when and how often it happens."""


class Triggers:
    """The triggers of a map."""

    def __init__(
        self,
        records: Records,
        conditions: Conditions,
        effects: Effects,
        steps: Sequence[Mapping[str, object]],
        nations: Sequence[str],
        missing: MissingRules,
    ) -> None:
        """Nothing is read yet."""
        self._records = records
        self._conditions = conditions
        self._effects = effects
        self._missing = missing
        self._steps = frozenset(str(step["name"]) for step in steps)
        self._start = start_step(records)
        self._by_name = by_name(records, "TriggerAttachment", nations)
        self._called = _called_by(records.attachments)
        self._of_actions = _called_by(records.of_kind("UserActionAttachment"))
        while more := self._called_from(self._of_actions) - self._of_actions:
            self._of_actions |= more

    def _called_from(self, names: Collection[str]) -> frozenset[str]:
        """The triggers that some triggers call."""
        triggers = self._records.of_kind("TriggerAttachment")
        return _called_by(entry for entry in triggers if entry.name in names)

    def found(self) -> list[MapFacts]:
        """All triggers, in the order of the file."""
        entries = self._records.of_kind("TriggerAttachment")
        read = (
            self._missing.attempt(partial(self._trigger, entry))
            for entry in entries
            if self._is_on(entry) or entry.name in self._of_actions
        )
        return [trigger for trigger in read if trigger is not None]

    def _is_on(self, entry: Attachment) -> bool:
        """Whether a switch lets it happen: the end of a round looks at victories by its own one."""
        if self._records.is_on(USE_TRIGGERS):
            return True
        has_victory = any(entry.each("victory")) and not any(entry.each("when"))
        return has_victory and self._records.is_on(TRIGGERED_VICTORY)

    def _trigger(self, entry: Attachment) -> MapFacts:
        said = facts_of(TIME_OPTIONS, entry, self._missing)
        asked = taken(said, "conditions", list[str]()) + taken(said, "conditions too", list[str]())
        kind, invert = taken(said, "how_many", "AND"), taken(said, "is_inverted", False)
        moments = taken(said, "moments", list[str]())
        known = list(dict.fromkeys(filter(None, map(self._moment, moments))))
        test = _NEVER
        if not self._is_on(entry) or (moments and not known and entry.name in self._called):
            known = ["called"]
        if asked and (known or not moments):
            test = self._test(entry, ":".join(asked), kind, invert=invert)
        table: MapFacts = {
            "name": scenario_name(entry, self._by_name[entry.name]),
            "nation": entry.target,
            "test": test,
            "effects": list(self._effects.of(entry)),
        }
        if known:
            table["moments"] = known
        elif not moments and test is not _NEVER and any(entry.each("activateTrigger")):
            self._missing.add("option of TriggerAttachment activateTrigger: without a time")
        uses = taken(said, "uses", -1)
        if uses >= 0:
            table["uses"] = uses
        if uses == 0:
            self._missing.add("option of TriggerAttachment uses: none at the start")
        return table | said

    def _test(self, entry: Attachment, names: str, kind: str, *, invert: bool) -> MapFacts:
        """What a trigger asks; an option of its own where other triggers change that."""

        def together(values: list[str]) -> MapFacts:
            return self._conditions.together(":".join(values), kind, invert=invert)

        changes = self._conditions.rewritings.of("TriggerAttachment", entry.name, entry.target)
        if not changes:
            return self._conditions.together(names, kind, invert=invert, by=entry)
        owner = scenario_name(entry, self._by_name[entry.name])
        flat = [one for each in changes.values() for one in each]
        return self._conditions.slot(owner, [names], flat, together)

    def _moment(self, value: str) -> str:
        """Our moment; "" for a step that does not exist or that is not played."""
        edge, _, step = value.partition(":")
        if edge not in {"before", "after"}:
            raise DefinitionError(f"a trigger cannot happen {shown(value)}")
        if step == self._start:
            return "start"
        return value if step in self._steps else ""


def _called_by(entries: Iterable[Attachment]) -> frozenset[str]:
    """The triggers that some attachments call."""
    return frozenset(
        value.partition(":")[0]
        for entry in entries
        for option, value in entry.options
        if option == "activateTrigger"
    )
