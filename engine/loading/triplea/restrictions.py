"""Third layer: where a nation may not go for a time, and the triggers that put an end to it.

A trigger is read when it does nothing but lift the restrictions of nations in a certain step of a
certain round, whatever happens; every other trigger is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records

_PROPERTY: Final = "Movement By Territory Restricted"
_TERRITORIES: Final = "movementRestrictionTerritories"
_TYPE: Final = "movementRestrictionType"
_RESET: Final = "-reset-"
_AFTER: Final = "after:"
_TRIGGER_OPTIONS: Final = frozenset(
    ("conditions", "when", "uses", "players", "playerAttachmentName", "playerProperty")
)

Lifting = tuple[int, str]
"""From the end of which round and step on nations are free to go."""


def read_restrictions(
    records: Records,
    switches: Mapping[str, bool],
    steps: Sequence[Mapping[str, object]],
    missing: Missing,
) -> list[dict[str, object]]:
    """The restrictions of all nations; triggers of other kinds are added to `missing`."""
    lifted = dict(_lifted(records, {str(step["name"]) for step in steps}, missing))
    if not switches.get(_PROPERTY):
        return []
    found: list[dict[str, object]] = []
    for attachment in records.of_kind("RulesAttachment"):
        options = attachment.values()
        places = [name for name in options.get(_TERRITORIES, "").split(":") if name]
        if not places:
            continue
        entry: dict[str, object] = {
            "nation": attachment.target,
            "territories": list(dict.fromkeys(places)),
            "inside": options.get(_TYPE) == "allowed",
        }
        if attachment.target in lifted:
            last_round, last_step = lifted[attachment.target]
            entry |= {"last_round": last_round, "last_step": last_step}
        found.append(entry)
    return found


def _lifted(records: Records, steps: set[str], missing: Missing) -> Iterator[tuple[str, Lifting]]:
    conditions = {
        attachment.name: attachment.options for attachment in records.of_kind("RulesAttachment")
    }
    for trigger in records.of_kind("TriggerAttachment"):
        lifting = _lifting(trigger, conditions, steps)
        if lifting is None:
            missing.add("attachment TriggerAttachment: triggers", trigger.target)
            continue
        for nation in trigger.values().get("players", trigger.target).split(":"):
            yield nation, lifting


def _lifting(
    trigger: Attachment,
    conditions: Mapping[str, Sequence[tuple[str, str]]],
    steps: set[str],
) -> Lifting | None:
    """When a trigger lifts restrictions; None for a trigger that does anything else."""
    options = trigger.values()
    changes = {value for name, value in trigger.options if name == "playerProperty"}
    others = {change for change in changes if not change.endswith(":" + _TYPE)}
    if not _TRIGGER_OPTIONS.issuperset(options) or others != {f"{_RESET}:{_TERRITORIES}"}:
        return None
    if options.get("playerAttachmentName") != "rulesAttachment:RulesAttachment":
        return None
    named = conditions.get(options.get("conditions", ""), ())
    if [name for name, _ in named] != ["rounds"]:
        return None
    first = named[0][1].partition("-")[0]
    step = options.get("when", "").removeprefix(_AFTER)
    if not first.isdigit() or not int(first) or f"{_AFTER}{step}" != options.get("when"):
        return None
    return (int(first), step) if step in steps else None
