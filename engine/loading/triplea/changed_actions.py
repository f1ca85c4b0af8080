"""Third layer: what triggers change of actions of nations: what an attempt costs.

Other words for an action change nothing in the rules, and are not in the map file.
"""

from collections.abc import Iterator, Sequence

from engine.gamedef.changes import number_fact
from engine.loading.triplea.attachments import Attachment, Records
from engine.loading.triplea.changed_scripts import changed_attachment
from engine.loading.triplea.changed_units import set_fact
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.politics import COST, USER_ACTIONS, named_actions
from engine.loading.triplea.relations import ACTIONS
from engine.loading.triplea.rows import MapFacts
from engine.loading.triplea.words import RESOURCES, is_whole

_DIGITS = 6


def is_of_action(entry: Attachment) -> bool:
    """Whether the property that a trigger changes is one of an action."""
    return changed_attachment(entry)[0] in {ACTIONS, USER_ACTIONS}


class ChangedActions:
    """The actions of a map by their names in the scenario."""

    def __init__(self, records: Records, nations: Sequence[str], missing: MissingRules) -> None:
        """nations: all of the map, in order."""
        self._missing = missing
        self._names: dict[tuple[str, str], list[str]] = {}
        for kind, entry, name in named_actions(records, nations):
            self._names.setdefault((kind, entry.name), []).append(name)

    def changed(self, entry: Attachment, value: str) -> Iterator[MapFacts]:
        """The effect of one such change; value: the new one, a colon and the option."""
        new, _, option = value.rpartition(":")
        amount, _, resource = new.partition(":")
        if option == COST and is_whole(amount, _DIGITS):
            fact = number_fact("cost", RESOURCES.get(resource, resource))
            names = self._names.get(changed_attachment(entry), [])
            yield set_fact("action", names, fact, int(amount))
        elif option != "text":
            self._missing.add(f"option of TriggerAttachment playerProperty: {option[:60]}")
