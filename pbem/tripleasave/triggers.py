"""What triggers of a map have done by the time of a save, as far as the save says it.

How often a trigger may still be used is counted for those with a limit only.  Whether one without a
limit has changed the rules is seen at what it changes: each of its values is in force, or none is.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.loading import SavedTrigger
from pbem.tripleasave.fields import (
    class_of,
    field_of,
    items_of,
    name_of,
    pairs_of,
    plain_of,
    text_of,
    whole_of,
)
from pbem.tripleasave.java_stream import JavaObject, JavaStreamError, Value

_TRIGGER: Final = "TriggerAttachment"
_RESET: Final = "-reset-"
_CHANGES: Final = {
    "unitProperty": ("unitTypes", "unitAttachmentName", "unitAttachment"),
    "territoryProperty": ("territories", "territoryAttachmentName", "territoryAttachment"),
    "playerProperty": ("players", "playerAttachmentName", "playerAttachment"),
    "relationshipTypeProperty": (
        "relationshipTypes",
        "relationshipTypeAttachmentName",
        "relationshipTypeAttachment",
    ),
}
"""What a trigger changes: of whom, of which of their attachments, and the usual one."""
_CHANCE: Final = re.compile(r"(-?[0-9]{1,4}):[0-9]{1,4}", re.ASCII)
_OTHER: Final = ("support", "availableTech", "territoryEffectProperty")
"""Changes of the rules whose values are not looked at."""


class SavedTriggers:
    """The triggers of a save.

    nations: the players of the save; lists: the rules of each buy list, by its name.
    """

    def __init__(self, nations: Iterable[Value], lists: Mapping[str, frozenset[str]]) -> None:
        """Nothing is read yet."""
        self._nations = tuple(nations)
        self._lists = lists

    def read(self) -> Iterator[SavedTrigger]:
        """Every trigger of every nation."""
        for nation in self._nations:
            for name, entry in pairs_of(field_of(nation, "attachments")):
                if isinstance(name, str) and class_of(entry) == _TRIGGER:
                    yield SavedTrigger(
                        name,
                        name_of(nation),
                        whole_of(entry, "uses"),
                        bool(field_of(entry, "usedThisRound")),
                        self._in_force(entry, nation),
                    )

    def chances(self) -> Iterator[tuple[str, str, int]]:
        """What can fail: its nation, its name, and the die that it needs now."""
        for nation in self._nations:
            for name, entry in pairs_of(field_of(nation, "attachments")):
                chance = _given(entry, "chance")
                if isinstance(name, str) and isinstance(chance, str):
                    if (found := _CHANCE.fullmatch(chance)) is None:
                        raise JavaStreamError("A chance is no number.")
                    yield name_of(nation), name, int(found[1])

    def _in_force(self, entry: Value, nation: Value) -> bool | None:
        """Whether what it changes of the rules is in force; None where that is not clear."""
        if any(_given(entry, name) is not None for name in _OTHER):
            return None
        told = [*self._of_lists(entry), *self._of_attachments(entry, nation)]
        if not told:
            return False
        return told[0] if len({*told}) == 1 else None

    def _of_lists(self, entry: Value) -> Iterator[bool | None]:
        """Rules that it adds to a buy list, or takes out of it: ``list:rule`` or ``list:-rule``."""
        rules = _given(entry, "productionRule")
        for said in () if rules is None else items_of(rules):
            listed, _, rule = said.partition(":") if isinstance(said, str) else ("", "", "")
            there = self._lists.get(listed)
            if there is None:
                yield None
            else:
                yield (rule.removeprefix("-") in there) != rule.startswith("-")

    def _of_attachments(self, entry: Value, nation: Value) -> Iterator[bool | None]:
        for option, (whose, which, usual) in _CHANGES.items():
            changes = _given(entry, option)
            if changes is None:
                continue
            owners = _given(entry, whose)
            named = _given(entry, which)
            name = usual if named is None else text_of(named, "second")
            for owner in [nation] if owners is None else items_of(owners):
                attachment = _attachment(owner, name)
                for change in items_of(changes):
                    option_name, value = text_of(change, "first"), text_of(change, "second")
                    yield _is_value(attachment, option_name, value)


def _given(entry: Value, name: str) -> Value:
    return entry.fields.get(name) if isinstance(entry, JavaObject) else None


def _attachment(owner: Value, name: str) -> Value:
    return next((one for key, one in pairs_of(field_of(owner, "attachments")) if key == name), None)


def _is_value(attachment: Value, name: str, value: str) -> bool | None:
    """Whether a field has the value that a trigger gives it; None if that is more than a word."""
    fields = attachment.fields if isinstance(attachment, JavaObject) else {}
    there = {key.lower(): one for key, one in fields.items()}
    if name.lower() not in there:
        return None
    now = plain_of(there[name.lower()])
    wanted = value.removeprefix(_RESET)
    if isinstance(now, bool):
        return str(now).lower() == wanted.lower()
    if isinstance(now, int | str):
        return str(now) == wanted
    return None


def lists_of(game: Value) -> dict[str, frozenset[str]]:
    """The names of the rules in each buy list."""
    frontiers = field_of(field_of(game, "productionFrontierList"), "productionFrontiers")
    return {
        _text(name): frozenset(name_of(rule) for rule in items_of(field_of(entry, "rules")))
        for name, entry in pairs_of(frontiers)
    }


def _text(value: Value) -> str:
    if not isinstance(value, str):
        raise JavaStreamError("The name of a buy list is no text.")
    return value
