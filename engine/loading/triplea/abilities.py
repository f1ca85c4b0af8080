"""Third layer: what technologies give to unit types, where a map says so itself.

What a map says about an advance replaces all that the rule book says about it.
"""

import re
from collections.abc import Collection, Mapping
from typing import Final

from engine.loading.triplea import reads
from engine.loading.triplea.advances import ADVANCE_OPTIONS
from engine.loading.triplea.attachments import Records
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import (
    FactOption,
    FactReader,
    MapFacts,
    Rows,
    Said,
    facts_of,
    rows,
    taken,
)
from engine.loading.triplea.technologies import technology_called

_KIND: Final = "TechAbilityAttachment"
_WHAT: Final = "an advance that does not do what the rule book says"
_ABILITIES: Final[Mapping[str, str]] = {"canBlitz": "can_blitz", "canBombard": "can_bombard"}
_NUMBER: Final = re.compile(r"-?[0-9]{1,4}")

_Gains = list[tuple[str, MapFacts]]
"""Unit types and what each gains; one without a name for what is not understood."""


def _bonus(option: str, fact: str) -> FactOption:
    """A number for a unit type, which is added to what it has."""

    def read(said: Said) -> MapFacts:
        found: _Gains = []
        for count, _, unit in (value.partition(":") for value in said.values):
            is_read = _NUMBER.fullmatch(count) and unit and ":" not in unit
            gain: MapFacts = {fact: int(count)} if is_read and int(count) else {}
            found.append((unit if is_read else "", gain))
        return {option: found}

    return reads.special(option, f"gains: {fact}", read)


def _gained(said: Said) -> MapFacts:
    """Abilities behind the unit type that gains them."""
    found: _Gains = []
    for unit, *words in (value.split(":") for value in said.values):
        is_read = bool(words) and all(word in _ABILITIES for word in words)
        gain: MapFacts = {_ABILITIES[word]: True for word in words} if is_read else {}
        found.append((unit if is_read else "", gain))
    return {said.option: found}


GAIN_OPTIONS: Final = rows(
    _bonus("attackBonus", "attack"),
    _bonus("defenseBonus", "defence"),
    _bonus("movementBonus", "movement"),
    _bonus("attackRollsBonus", "attack_dice"),
    _bonus("defenseRollsBonus", "defence_dice"),
    _bonus("radarBonus", "anti_air"),
    _bonus("airAttackBonus", "air_attack"),
    _bonus("airDefenseBonus", "air_defence"),
    _bonus("bombingBonus", "raid_bonus"),
    reads.special(
        "unitAbilitiesGained", "gains: can_blitz, can_bombard; others are refused", _gained
    ),
)
ABILITY_OPTIONS: Final[Rows[FactReader]] = {**GAIN_OPTIONS, **ADVANCE_OPTIONS}

_USUALLY: Final[Mapping[str, tuple[str, ...]]] = {
    "jet_power": ("is_air",),
    "super_subs": ("is_submarine",),
    "long_range_aircraft": ("is_air",),
    "destroyer_bombard": ("is_destroyer",),
    "heavy_bomber": ("is_strategic_bomber",),
    "radar": ("is_aa_gun", "anti_air"),
}
"""Which units get something from a technology by the rule book; those that a map leaves out get
nothing from it."""


def read_gains(records: Records, units: list[MapFacts], missing: MissingRules) -> None:
    """Add what technologies give to the unit types of the tree; what is not known to `missing`."""
    names = frozenset(str(unit["name"]) for unit in units)
    said: dict[str, dict[str, MapFacts]] = {}
    for attachment in records.of_kind(_KIND):
        technology = technology_called(records, attachment.target)
        gains = _by_unit(facts_of(GAIN_OPTIONS, attachment, missing), names)
        if not technology or technology in said or gains is None:
            missing.add(f"attachment {_KIND} of {attachment.target[:40]!r}: {_WHAT}")
            continue
        said[technology] = gains
    for unit in units:
        entries = [
            {"technology": technology, **gains.get(str(unit["name"]), {})}
            for technology, gains in said.items()
            if str(unit["name"]) in gains
            or any(unit.get(key) for key in _USUALLY.get(technology, ()))
        ]
        if entries:
            unit["gains"] = entries


def _by_unit(facts: MapFacts, names: Collection[str]) -> dict[str, MapFacts] | None:
    """What each unit type gains; None where the map says something that is not understood."""
    found: dict[str, MapFacts] = {}
    for option in [*facts]:
        for unit, gain in taken(facts, option, _Gains()):
            if unit not in names:
                return None
            found.setdefault(unit, {}).update(gain)
    return found
