"""Third layer: units that turn into others, use others up, or change hands with their area."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from engine.core.errors import DefinitionError
from engine.loading.fields import shown
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.words import RESOURCES, integer, is_whole

Facts: TypeAlias = dict[str, object]

_ANY: Final = "any"
_BLITZ: Final = "canBlitz"
_DECKS: Final[Mapping[str, str]] = {
    "unitsMayNotLandOnCarrier": "shut_deck_hits",
    "unitsMayNotLeaveAlliedCarrier": "held_deck_hits",
}
_BY_HITS: Final[Mapping[str, str]] = {
    "whenHitPointsDamagedChangesInto": "damaged_as",
    "whenHitPointsRepairedChangesInto": "repaired_as",
}
_LISTS: Final[Mapping[str, str]] = {
    "canBeCapturedOnEnteringBy": "entry_captors",
    "bombingTargets": "raid_targets",
    "canNotTarget": "cannot_hit",
    "canNotBeTargetedBy": "cannot_be_hit_by",
}


def read_unit_changes(records: Records, missing: Missing) -> dict[str, Facts]:
    """By unit type, what becomes of it and what it does to others, as fields of a unit type.

    Raises DefinitionError for an option with too few words.
    """
    found: dict[str, Facts] = {}
    for entry in records.of_kind("UnitAttachment"):
        facts: Facts = {
            **_captured(entry),
            **_consumed(entry),
            **_made(entry),
            **_fuelled(entry),
            **_transformed(entry),
            **_repaired(entry),
            **_led(entry, missing),
            **_accompanied(entry),
            **_shut_decks(entry, missing),
            **_in_stalemates(entry),
        }
        for option, ours in _LISTS.items():
            names = entry.names(option)
            if names:
                facts[ours] = names
        if facts:
            found[entry.target] = {**found.get(entry.target, {}), **facts}
    return found


def _in_stalemates(entry: Attachment) -> Facts:
    """Whether attackers may retreat from a stalemate; nothing where that is not said."""
    said = entry.values().get("canRetreatOnStalemate", "")
    return {"leaves_stalemates" if said == "true" else "stays_in_stalemates": True} if said else {}


def _words(value: str) -> list[str]:
    return [word for word in value.split(":") if word]


def _captured(entry: Attachment) -> Facts:
    """From whom, by whom, whether damage stays, and then units with their numbers."""
    found: list[Facts] = []
    for value in entry.each("whenCapturedChangesInto"):
        words = _words(value)
        if len(words) < 5 or len(words) % 2 == 0 or words[2] not in {"true", "false"}:
            raise DefinitionError(f"{shown(entry.target)}: whenCapturedChangesInto {shown(value)}")
        previous, captor, keeps, *units = words
        change: Facts = {"keeps_damage": keeps == "true", "units": dict(_pairs(entry, units))}
        if previous != _ANY:
            change["previous"] = previous
        if captor != _ANY:
            change["captor"] = captor
        found.append(change)
    return {"captured_as": found} if found else {}


def _pairs(entry: Attachment, words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Names, each with a number behind it."""
    for name, number in zip(words[::2], words[1::2], strict=True):
        yield name, integer(entry.name, number)


def _consumed(entry: Attachment) -> Facts:
    """Numbers, each with the name of a unit type behind it."""
    used: dict[str, int] = {}
    for value in entry.each("consumesUnits"):
        number, _, name = value.partition(":")
        used[name] = used.get(name, 0) + integer(entry.name, number)
    return {"consumes": used} if used else {}


def _made(entry: Attachment) -> Facts:
    """Units and resources that it makes every turn; a number stands before names, else it is 1."""
    found: Facts = {}
    for option, ours in (("createsUnitsList", "creates"), ("createsResourcesList", "yields")):
        made: dict[str, int] = {}
        for value in entry.each(option):
            first, *words = _words(value)
            if not is_whole(first.removeprefix("-")):
                first, words = "1", [first, *words]
            for name in words:
                made[RESOURCES.get(name, name)] = integer(entry.name, first)
        counts = {name: count for name, count in made.items() if count}
        if counts:
            found[ours] = counts
    return found


def _fuelled(entry: Attachment) -> Facts:
    """Resources that movement costs, with a number in front; of a resource the last one counts."""
    found: Facts = {}
    for option, ours in (("fuelCost", "fuel"), ("fuelFlatCost", "flat_fuel")):
        costs: dict[str, int] = {}
        for value in entry.each(option):
            number, _, name = value.partition(":")
            costs[name] = integer(entry.name, number)
        amounts = {name: amount for name, amount in costs.items() if amount}
        if amounts:
            found[ours] = amounts
    return found


def _transformed(entry: Attachment) -> Facts:
    """Numbers of hits, each with whether damage stays and the new type; the last one counts."""
    found: Facts = {}
    for option, ours in _BY_HITS.items():
        changes: dict[int, Facts] = {}
        for value in entry.each(option):
            words = _words(value)
            if len(words) != 3 or not is_whole(words[0]) or words[1] not in {"true", "false"}:
                raise DefinitionError(f"{shown(entry.target)}: {option} {shown(value)}")
            hits, keeps = int(words[0]), words[1] == "true"
            changes[hits] = {"hits": hits, "type": words[2], "keeps_damage": keeps}
        if changes:
            found[ours] = list(changes.values())
    return found


def _repaired(entry: Attachment) -> Facts:
    """The types that it repairs, behind a number of hits that is 1 where it is not said."""
    hits: dict[str, int] = {}
    for value in entry.each("repairsUnits"):
        words = _words(value)
        count = 1
        if is_whole(words[0]):
            count, words = integer(entry.name, words[0]), words[1:]
        hits.update(dict.fromkeys(words, count))
    return {"repairs": {name: count for name, count in hits.items() if count}} if hits else {}


def _led(entry: Attachment, missing: Missing) -> Facts:
    """Abilities that a unit has beside another one: to blitz."""
    names: dict[str, None] = {}
    for value in entry.each("receivesAbilityWhenWith"):
        ability, *types = _words(value)
        if ability != _BLITZ:
            what = f"option of UnitAttachment receivesAbilityWhenWith: {ability[:60]}"
            missing.add(what, entry.target)
        names.update(dict.fromkeys(types))
    return {"blitzes_with": list(names)} if names else {}


def _accompanied(entry: Attachment) -> Facts:
    """Groups of types of which one must stand wherever it moves."""
    groups = [list(dict.fromkeys(_words(value))) for value in entry.each("requiresUnitsToMove")]
    return {"moves_beside": groups} if groups else {}


def _shut_decks(entry: Attachment, missing: Missing) -> Facts:
    """Effects of hits: numbers from and to, then the effect."""
    found: Facts = {}
    hit_points = int(entry.values().get("hitPoints") or "1")
    for value in entry.each("whenCombatDamaged"):
        words = _words(value)
        if len(words) < 3 or not is_whole(words[0]) or not is_whole(words[1]):
            raise DefinitionError(f"{shown(entry.target)}: whenCombatDamaged {shown(value)}")
        ours = _DECKS.get(words[2])
        if ours is None or len(words) > 3 or int(words[1]) < hit_points - 1 or words[0] == "0":
            what = f"option of UnitAttachment whenCombatDamaged: {words[2][:60]}"
            missing.add(what, entry.target)
        else:
            found[ours] = int(words[0])
    return found
