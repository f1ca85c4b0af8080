"""Third layer: options of conditions and triggers that triggers change in the course of a game.

Such an option becomes a condition of its own, and so does what a trigger makes of it; the effect of
that trigger says that the one stands for the other from then on.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.loading.triplea.attachments import Attachment, Records
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.words import RESET
from engine.values import dataclass

RULES: Final = "RulesAttachment"
TRIGGERS: Final = "TriggerAttachment"

_REPLACED: Final = frozenset(("rounds",))
"""Options that have one value; the others are lists, to which a new value is added."""

_CHANGED: Final[Mapping[str, frozenset[str]]] = {
    RULES: frozenset(("rounds", "relationship", "conditions")),
    TRIGGERS: frozenset(("conditions", "trigger")),
}


@dataclass(frozen=True, slots=True)
class Rewriting:
    """What a trigger makes of an option of another attachment.

    kind, name: of that attachment; nations: whose; option: which; value: the new one;
    is_reset: whether a list is emptied first.
    """

    kind: str
    name: str
    nations: tuple[str, ...]
    option: str
    value: str
    is_reset: bool

    def after(self, before: Sequence[str]) -> list[str]:
        """The values of the option after the change."""
        if self.is_reset or self.option in _REPLACED:
            return [self.value] if self.value else []
        return [*before, self.value]


def changed_attachment(entry: Attachment) -> tuple[str, str]:
    """The class and the name of the attachment that a trigger changes."""
    name, _, kind = next(iter(entry.each("playerAttachmentName")), "").rpartition(":")
    return kind, name


def rewriting_of(entry: Attachment, value: str) -> Rewriting | None:
    """What one playerProperty of a trigger changes; None when it is something else."""
    new, _, option = value.rpartition(":")
    kind, name = changed_attachment(entry)
    if option not in _CHANGED.get(kind, ()):
        return None
    nations = entry.names("players")
    reset = new.startswith(RESET)
    return Rewriting(
        kind, name, tuple(nations) or (entry.target,), option, new.removeprefix(RESET), reset
    )


class Rewritings:
    """All such changes of a map."""

    def __init__(self, records: Records, missing: MissingRules) -> None:
        """Find them; several different values for one list are added to `missing`."""
        self._found = list(_all(records))
        values: dict[tuple[str, str, str], set[str]] = {}
        for one in self._found:
            known = values.setdefault((one.kind, one.name, one.option), set())
            known.add(one.value)
            if len(known) > 1 and one.option not in _REPLACED:
                what = f"option of TriggerAttachment playerProperty: {one.option} more than once"
                missing.add(what)

    def of(self, kind: str, name: str, nation: str) -> dict[str, list[Rewriting]]:
        """The changes of an attachment of a nation, by option."""
        found: dict[str, list[Rewriting]] = {}
        for one in self._found:
            if (one.kind, one.name) == (kind, name) and nation in one.nations:
                found.setdefault(one.option, []).append(one)
        return found


def _all(records: Records) -> Iterator[Rewriting]:
    for entry in records.of_kind(TRIGGERS):
        for value in entry.each("playerProperty"):
            one = rewriting_of(entry, value)
            if one is not None:
                yield one


def slot_name(owner: str, option: str) -> str:
    """What the option of an attachment is called as a condition of its own."""
    return f"{owner}: {option}"


def changed_name(owner: str, one: Rewriting) -> str:
    """What the changed option is called."""
    return f"{owner}: {one.option} {one.value}".rstrip()
