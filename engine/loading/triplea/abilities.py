"""Third layer: what technologies give to unit types, where a map says so itself.

What a map says about an advance replaces all that the rule book says about it.
"""

import re
from collections.abc import Mapping
from typing import Final

from engine.loading.triplea.advances import NATION_OPTIONS
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.technologies import technology_called

_KIND: Final = "TechAbilityAttachment"
_WHAT: Final = "an advance that does not do what the rule book says"

_BONUSES: Final[Mapping[str, str]] = {
    "attackBonus": "attack",
    "defenseBonus": "defence",
    "movementBonus": "movement",
    "attackRollsBonus": "attack_dice",
    "defenseRollsBonus": "defence_dice",
    "radarBonus": "anti_air",
    "airAttackBonus": "air_attack",
    "airDefenseBonus": "air_defence",
    "bombingBonus": "raid_bonus",
}
"""The option with a number for each unit type, and what it adds to."""

_GAINED: Final = "unitAbilitiesGained"
_ABILITIES: Final[Mapping[str, str]] = {"canBlitz": "can_blitz", "canBombard": "can_bombard"}

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

_NUMBER: Final = re.compile(r"-?[0-9]{1,4}")

_Gains = dict[str, dict[str, object]]
"""By unit type, what it gains from one technology."""


def read_gains(records: Records, units: list[dict[str, object]], missing: Missing) -> None:
    """Add what technologies give to the unit types of the tree; what is not known to `missing`."""
    names = tuple(str(unit["name"]) for unit in units)
    said: dict[str, _Gains] = {}
    for attachment in records.of_kind(_KIND):
        technology = technology_called(records, attachment.target)
        gains = _said(attachment, names)
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


def _said(attachment: Attachment, names: tuple[str, ...]) -> _Gains | None:
    """None where the map says something that is not understood."""
    found: _Gains = {}
    for name, text in attachment.options:
        first, *words = text.split(":")
        if name in NATION_OPTIONS:
            continue
        if name == _GAINED:
            if first not in names or not words or any(word not in _ABILITIES for word in words):
                return None
            found.setdefault(first, {}).update({_ABILITIES[word]: True for word in words})
        elif name in _BONUSES:
            if not _NUMBER.fullmatch(first) or len(words) != 1 or words[0] not in names:
                return None
            gain = found.setdefault(words[0], {})
            if int(first):
                gain[_BONUSES[name]] = int(first)
        else:
            return None
    return found
